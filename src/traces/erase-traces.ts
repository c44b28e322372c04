import type { Database } from '../db/database.ts';
import { deleteRetrievalsOf, selectStoredTraceIds, unlinkReflections } from './queries.ts';

/** The part of an erasure that concerns traces. Requires the locks of the project and of reviews. */

export { deleteTracesForErasure, selectTraceIdsWithMetadata } from './queries.ts';

/**
 * Erases the copies of erased entries in the remaining traces. `runIds` are the ids of traces whose generation
 * was shown an erased entry or wrote one. Some of these traces may already be deleted.
 * Returns the ids of the remaining traces whose messages can quote an erased entry.
 */
export async function eraseFromTraces(
  db: Database,
  projectId: string,
  { entryIds, runIds }: { entryIds: readonly string[]; runIds: readonly string[] },
): Promise<string[]> {
  await unlinkReflections(db, projectId, entryIds);
  const retrievedIn = await deleteRetrievalsOf(db, projectId, entryIds);
  const runs = await selectStoredTraceIds(db, projectId, runIds);
  return [...new Set([...retrievedIn, ...runs])].sort();
}
