import type { Database } from '../db/database.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { deleteExtractionsOf } from './extraction-queries.ts';
import { deleteAnswersOf } from './idempotency-queries.ts';
import { deleteEntriesByIds, type ErasedEntry } from './queries.ts';
import { countForErasure, selectIdsWithMetadata, selectLessonsOf } from './read-queries.ts';

/** The part of an erasure that concerns entries. Requires the lock of the project. */

export type { ErasedEntry };

/**
 * Ids of the entries with a statement whose metadata matches now, or did before one of their changes: an edit
 * replaces the metadata and can keep the text.
 */
export function findEntriesToErase(
  db: Database,
  projectId: string,
  metadata: Metadata,
): Promise<string[]> {
  return selectIdsWithMetadata(db, projectId, metadata);
}

/** Ids of the reflections on traces. */
export async function findLessonsToErase(
  db: Database,
  projectId: string,
  traceIds: readonly string[],
): Promise<string[]> {
  return traceIds.length === 0 ? [] : selectLessonsOf(db, projectId, traceIds);
}

/**
 * Erases the extracted texts of calls with this metadata, and of documents of which a text was written to one of the
 * entries.
 */
export function eraseExtractions(
  db: Database,
  projectId: string,
  matching: { metadata: Metadata; entryIds: readonly string[] },
): Promise<void> {
  return deleteExtractionsOf(db, projectId, matching);
}

/** Erases entries with their revisions, and the answers to idempotency keys that name them. */
export async function eraseEntries(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<{ erased: ErasedEntry[]; revisions: number }> {
  const { revisions } = await countForErasure(db, projectId, ids);
  await deleteAnswersOf(db, projectId, ids);
  return { erased: await deleteEntriesByIds(db, projectId, ids), revisions };
}

/** Erases all answers to idempotency keys. Returns the number of entries and revisions. */
export async function eraseAllAnswers(
  db: Database,
  projectId: string,
): Promise<{ entries: number; revisions: number }> {
  await deleteAnswersOf(db, projectId, null);
  return countForErasure(db, projectId, null);
}
