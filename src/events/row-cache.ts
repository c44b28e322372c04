import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import type { Connection } from '../db/database.ts';
import type { Changes } from './changes.ts';

/**
 * Rows of the database that the process caches because many operations need them. All rows of a group are dropped when
 * any process changes a row of the group (`Changes.invalidate`). Cached rows are not used if this process could not
 * receive notifications within the last second. Rows that were read more than a second ago are not used either, because
 * the process that changed them may have ended, or lost its connection, before it sent the notification.
 */
export type RowCache<Row> = {
  /** The cached row with this name in a group (`Changes.invalidate`). */
  get(group: string, name: string): Row | undefined;
  /** Calls `read`, and caches its rows unless their group was invalidated meanwhile. */
  load(group: string, read: () => Promise<readonly NamedRow<Row>[]>): Promise<Row[]>;
};

type NamedRow<Row> = readonly [name: string, row: Row];

/** The size limit of a cache, in characters of its rows as JSON. The least recently used rows are dropped first. */
const MAX_CACHED_CHARACTERS = 16_000_000;

/** The age from which a row is read again. It is compared with a clock that is up to `CLOCK_MS` late. */
const CACHED_FOR_MS = 900;
const CLOCK_MS = 100;

export function openRowCache<Row extends object>(
  connection: Pick<Connection, 'isReceivingNotifications'>,
  changes: Pick<Changes, 'onInvalidation'>,
): RowCache<Row> {
  const rows = new LRUCache<string, Row>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: (row, key) => key.length + JSON.stringify(row).length,
    ttl: CACHED_FOR_MS,
    ttlResolution: CLOCK_MS,
  });
  let changesSoFar = 0;
  changes.onInvalidation((group) => {
    changesSoFar += 1;
    if (group === null) return rows.clear();
    for (const key of rows.keys()) if (key.startsWith(`${group} `)) rows.delete(key);
  });
  return {
    get: (group, name) =>
      connection.isReceivingNotifications() ? rows.get(`${group} ${name}`) : undefined,
    load: async (group, read) => {
      const before = changesSoFar;
      const start = performance.now();
      const found = await read();
      if (changesSoFar === before) {
        for (const [name, row] of found) rows.set(`${group} ${name}`, row, { start });
      }
      return found.map(([, row]) => row);
    },
  };
}

/**
 * Returns rows of a project by id. Calls `read` once for all rows that are not cached. With a standby, no row is
 * cached, because it depends on the operation which database is read.
 */
export async function findCached<Row extends { id: string }>(
  app: App,
  { cache, projectId, ids }: { cache: RowCache<Row>; projectId: string; ids: readonly string[] },
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (app.variants !== null) return read(ids);
  const known = new Map(
    ids.flatMap((id) => cache.get(projectId, id) ?? []).map((row) => [row.id, row]),
  );
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return [...known.values()];
  const others = await cache.load(projectId, async () =>
    (await read(missing)).map((row) => [row.id, row] as const),
  );
  return [...known.values(), ...others];
}
