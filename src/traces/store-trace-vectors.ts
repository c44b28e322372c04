import type { Database } from '../db/database.ts';
import { type Space, spaceName } from '../db/spaces.ts';
import { insertTraceVectors } from './queries.ts';

export type TraceVector = { traceId: string; space: Space; embedding: number[] };

/** Makes traces searchable by their tasks in the spaces of the vectors. */
export async function storeTraceVectors(
  db: Database,
  projectId: string,
  vectors: readonly TraceVector[],
): Promise<void> {
  if (vectors.length === 0) return;
  await insertTraceVectors(
    db,
    vectors.map(({ space, ...vector }) => ({ projectId, ...vector, space: spaceName(space) })),
  );
}
