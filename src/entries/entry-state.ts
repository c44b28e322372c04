import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { retried } from '../db/retried.ts';
import type { EntryRow, MemoryRow } from '../db/rows.ts';
import { transact } from '../events/transact.ts';
import type { Caller } from '../projects/viewer.ts';
import { deleteEntry } from './change-entry.ts';
import {
  type Accesses,
  addAccesses,
  deleteEntryRow,
  updateImportance,
  updatePurgeTime,
  updateUtilities,
} from './queries.ts';

/** Changes of entries, other than of their text, by reviews, ratings, searches and retention. */

/** Stores a rating unless the entry already has one. Returns whether it was stored. */
export function storeRating(
  db: Database,
  entry: EntryRow,
  rated: Pick<EntryRow, 'importance' | 'importanceParts'>,
): Promise<boolean> {
  return updateImportance(db, entry, rated);
}

/** Stores utilities that reviews have changed. Requires the lock `REVIEWS`. */
export function storeUtilities(
  db: Database,
  projectId: string,
  changed: readonly Pick<EntryRow, 'id' | 'utility' | 'reviewCount'>[],
): Promise<void> {
  return updateUtilities(db, projectId, changed);
}

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

/** Deletes an entry, and sets the time of its permanent deletion. @throws NOT_FOUND */
export async function deleteWithGrace(
  app: App,
  caller: Caller,
  { entryId, purgeAt }: { entryId: string; purgeAt: Date },
): Promise<void> {
  const entry = await deleteEntry(app, caller, entryId);
  await updatePurgeTime(app.db, entry, purgeAt);
}

/** Permanently deletes a deleted entry. No effect if the entry has been restored. */
export async function purgeEntry(
  app: App,
  caller: Caller,
  { entryId, memory }: { entryId: string; memory: MemoryRow },
): Promise<void> {
  await transact(app, caller, { locks: [memory.id] }, async ({ db, record }) => {
    const { id: projectId } = caller.project;
    if (!(await deleteEntryRow(db, { projectId, id: entryId }))) return;
    await record({ type: 'ENTRY_PURGED', memory, entryId, changes: [] });
  });
}
