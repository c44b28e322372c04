import type { Database } from '../db/database.ts';
import type { Space } from '../db/embedding-space.ts';
import type { ProjectRow } from '../db/rows.ts';
import type { Quotas } from '../db/tables/projects.ts';
import { deleteAllCreates } from './create-queries.ts';
import { updateProjectRow } from './queries.ts';

/** Changes of projects by re-embedding and the operator's quotas. */

/** Sets the space in which the project is being re-embedded; null ends it. */
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

/** Sets the quotas of the project, and returns it. */
export function storeQuotas(
  db: Database,
  projectId: string,
  { quotas, now }: { quotas: Quotas; now: Date },
): Promise<ProjectRow | null> {
  return updateProjectRow(db, projectId, { quotas, updatedAt: now });
}

/** Erases the idempotency keys with which objects of the project were created. */
export function eraseCreates(db: Database, projectId: string): Promise<void> {
  return deleteAllCreates(db, projectId);
}
