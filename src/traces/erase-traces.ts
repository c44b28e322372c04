import type { Database } from '../db/database.ts';
import { deleteRetrievalsOf, unlinkReflections } from './queries.ts';

/** The part of an erasure that concerns traces. Requires the locks of the project and of reviews. */

export { deleteTracesForErasure, selectTraceIdsWithMetadata } from './queries.ts';

/** Erases the copies of erased entries in the remaining traces. Returns the ids of traces that had retrieved one. */
export async function eraseFromTraces(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<string[]> {
  await unlinkReflections(db, projectId, entryIds);
  return deleteRetrievalsOf(db, projectId, entryIds);
}
