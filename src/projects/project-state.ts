import type { Database } from '../db/database.ts';
import type { Space } from '../db/embedding-space.ts';
import type { ProjectRow } from '../db/rows.ts';
import { updateProjectRow, updatePurgedMarks } from './queries.ts';

/** Changes of projects by re-embedding and the purging of events. */

/** Sets the space to which the project is moved; null ends the move. */
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

/** Switches the project to the space for searches and writes. */
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

/** Records the position of the last purged event of the project. */
export async function markPurged(
  db: Database,
  projectId: string,
  last: Pick<ProjectRow, 'purgedTransaction' | 'purgedSequence'>,
): Promise<void> {
  await updateProjectRow(db, projectId, last);
}

/** Moves purge marks with a transaction number that this database has not reached to the start of the log. */
export function movePurgedMarks(db: Database, nextTransaction: bigint): Promise<void> {
  return updatePurgedMarks(db, nextTransaction);
}
