import type { Database } from '../db/database.ts';
import type { MemoryRow } from '../db/rows.ts';
import { addToStream, updateMemoryRow } from './queries.ts';

/** Changes of memories by streams, re-embedding and erasures. */

export { deleteAllMemories, recountChunks, recountContent } from './queries.ts';

type MemoryName = Pick<MemoryRow, 'projectId' | 'id'>;

/**
 * Adds to the stream's sum of importance and number of observations since its last cycle; negative numbers
 * subtract. Returns the changed memory, or null if it does not exist. Requires the memory's lock.
 */
export function addToStreamState(
  db: Database,
  memory: MemoryName,
  added: { importance: number; count: number },
): Promise<MemoryRow | null> {
  return addToStream(db, memory, added);
}

/** Records the end of a cycle and the last entry that it covered. */
export async function endCycle(
  db: Database,
  memory: MemoryName,
  { through, now }: { through: string | null; now: Date },
): Promise<void> {
  await updateMemoryRow(db, memory, {
    lastCycleAt: now,
    ...(through === null ? {} : { coveredThrough: through }),
  });
}
