import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { retried } from '../db/retried.ts';
import type { EntryRow, MemoryRow } from '../db/rows.ts';
import { transact } from '../events/transact.ts';
import { enqueue } from '../jobs/jobs.ts';
import { findLiveMemory } from '../memories/memories.ts';
import type { Caller } from '../projects/viewer.ts';
import { type Accesses, addAccesses, deleteEntryRow } from './queries.ts';

/** Changes of entries, other than of their text, by reviews, ratings, searches and retention. */

export { updateImportance, updateUtilities } from './queries.ts';

/** Counts an access of each entry, in one statement. Returns the new counts by entry id. */
export async function recordAccesses(
  app: App,
  projectId: string,
  { ids, at }: { ids: string[]; at: Date },
): Promise<Map<string, Accesses>> {
  if (ids.length === 0) return new Map();
  const rows = await retried(() => addAccesses(app.db, projectId, { ids, at }));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Permanently deletes an entry whose grace period is over. No effect if it has been restored, or its memory is
 * deleted.
 */
export async function purgeEntry(
  app: App,
  caller: Caller,
  { entryId, memory }: { entryId: string; memory: MemoryRow },
): Promise<void> {
  await transact(app, caller, { locks: [memory.id] }, async ({ db, record }) => {
    const { id: projectId } = caller.project;
    if (!(await findLiveMemory({ db }, projectId, memory.id))) return;
    if (!(await deleteEntryRow(db, { projectId, id: entryId }, app.clock()))) return;
    record({ type: 'ENTRY_PURGED', memory, entryId, changes: [] });
  });
}

/** Requests the pending ratings of a memory. The caller must notify `app.jobsSignal` after the commit. */
export async function requestRatings(
  db: Database,
  { projectId, id }: Pick<MemoryRow, 'projectId' | 'id'>,
  entries: readonly Pick<EntryRow, 'importanceParts'>[],
): Promise<void> {
  if (!entries.some(({ importanceParts }) => importanceParts?.pending)) return;
  await enqueue(db, { projectId, kind: 'IMPORTANCE_RATING', subject: id });
}
