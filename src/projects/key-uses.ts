import type { App } from '../app.ts';
import { retried } from '../db/retried.ts';
import type { ApiKeyRow } from '../db/rows.ts';
import { ACCESS_GROUP } from '../events/changes.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { updateLastUses } from './key-queries.ts';

/** The latest use of each API key that is not stored yet, by the scope and id of the key. */
type Uses = Map<string, KeyUse>;

export type KeyUse = Pick<ApiKeyRow, 'projectId' | 'id'> & { usedAt: Date };

/** Interval at which uses are stored: one statement a minute for all keys that a process accepts. */
const STORAGE_MS = 60_000;

const usesOf = memoizeByObject((_: App): Uses => new Map());

/** Records in memory that a key is used. `storeUses` stores it. */
export function noteUse(app: App, { projectId, id }: ApiKeyRow): void {
  usesOf(app).set(`${projectId} ${id}`, { projectId, id, usedAt: app.clock() });
}

/** Stores the uses since the last storage. If this fails, the next storage includes them. */
export async function storeUses(app: App): Promise<void> {
  const uses = usesOf(app);
  const stored = new Map(uses);
  if (stored.size === 0) return;
  uses.clear();
  try {
    // Several processes update the same rows, in different orders.
    await retried(() => updateLastUses(app.db, [...stored.values()]));
    await app.changes.invalidate(ACCESS_GROUP);
  } catch (error) {
    for (const [name, use] of stored) if (!uses.has(name)) uses.set(name, use);
    app.log.warn({ error }, 'The last uses of API keys were not stored; trying again in a minute');
  }
}

/** Stores the uses of keys each minute. The returned function stores the remaining uses and stops. */
export function startStoringUses(app: App): { stop(): Promise<void> } {
  const timer = setInterval(() => void storeUses(app), STORAGE_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await storeUses(app);
    },
  };
}
