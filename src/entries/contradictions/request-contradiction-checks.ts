import type { App } from '../../app.ts';
import type { Database } from '../../db/database.ts';
import type { EntryRow, MemoryRow } from '../../db/rows.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { updateContradictionPending } from '../queries.ts';

/**
 * True if facts that are written to the memory are checked for contradictions: the setting is on, and there is a chat
 * model.
 */
export function isCheckedForContradictions(app: App, memory: MemoryRow): boolean {
  return memory.contradictionCheck && app.chat.defaultModel !== null;
}

/**
 * Requests a contradiction check of facts, if the memory has such checks. The request is stored with the entries, so
 * that no crash loses it. A worker finds the job at its next poll.
 */
export async function requestContradictionChecks(
  app: App,
  db: Database,
  { memory, entries }: { memory: MemoryRow; entries: readonly Pick<EntryRow, 'id' | 'kind'>[] },
): Promise<void> {
  if (!isCheckedForContradictions(app, memory)) return;
  const ids = entries.filter(({ kind }) => kind === 'FACT').map(({ id }) => id);
  if (ids.length === 0) return;
  const { projectId, id: subject } = memory;
  await updateContradictionPending(db, projectId, { ids, contradictionPending: true });
  await enqueue(db, { projectId, kind: 'CONTRADICTION_CHECK', subject });
}
