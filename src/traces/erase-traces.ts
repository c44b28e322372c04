import type { Database } from '../db/database.ts';
import type { Metadata } from '../db/tables/columns.ts';
import {
  deleteRetrievalsOf,
  deleteTracesForErasure,
  selectTraceIdsWithMetadata,
  unlinkReflections,
} from './queries.ts';

/** The part of an erasure that concerns traces. Requires the locks of the project and of reviews. */

/** Ids of the traces whose metadata matches. */
export function findTracesToErase(
  db: Database,
  projectId: string,
  metadata: Metadata,
): Promise<string[]> {
  return selectTraceIdsWithMetadata(db, projectId, metadata);
}

/** Erases traces; without ids, all traces of the project. Returns their number. */
export function eraseTraces(
  db: Database,
  projectId: string,
  ids: readonly string[] | null,
): Promise<number> {
  return deleteTracesForErasure(db, projectId, ids);
}

/** Erases what the remaining traces keep of erased entries. Returns the ids of traces that had retrieved one. */
export async function eraseFromTraces(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<string[]> {
  await unlinkReflections(db, projectId, entryIds);
  return deleteRetrievalsOf(db, projectId, entryIds);
}
