import type { Database } from '../db/database.ts';
import type { Space } from '../db/embedding-space.ts';
import type { ProjectRow } from '../db/rows.ts';
import { updateProjectRow, updatePurgedMarks } from './queries.ts';

/** What re-embedding and the event log change of a project, besides what a caller sets. */

/** Sets the space that the project is to be moved to; null ends the move. */
export async function setNextSpace(
  db: Database,
  projectId: string,
  { space, now }: { space: Space | null; now: Date },
): Promise<void> {
  await updateProjectRow(db, projectId, {
    nextModel: space?.model ?? null,
    nextDimensions: space?.dimensions ?? null,
    updatedAt: now,
  });
}

/** From the end of this transaction on, the project is searched and written in the space. */
export async function enterSpace(
  db: Database,
  projectId: string,
  { space, now }: { space: Space; now: Date },
): Promise<void> {
  await updateProjectRow(db, projectId, {
    embeddingModel: space.model,
    embeddingDimensions: space.dimensions,
    nextModel: null,
    nextDimensions: null,
    updatedAt: now,
  });
}

/** Records the last event that was purged from the project's log. */
export async function markPurged(
  db: Database,
  projectId: string,
  last: Pick<ProjectRow, 'purgedTransaction' | 'purgedSequence'>,
): Promise<void> {
  await updateProjectRow(db, projectId, last);
}

/** Moves the marks that name a transaction which this database has yet to reach to the beginning of the log. */
export function movePurgedMarks(db: Database, nextTransaction: bigint): Promise<void> {
  return updatePurgedMarks(db, nextTransaction);
}
