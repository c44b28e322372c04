import type { Database } from '../db/database.ts';
import type { Space } from '../db/embedding-space.ts';
import type { MemoryRow } from '../db/rows.ts';
import { addToStream, recountChunks, updateMemoryRow } from './queries.ts';

/** What streams and re-embedding change of a memory, besides what a caller sets. */

type Named = Pick<MemoryRow, 'projectId' | 'id'>;

/**
 * Adds to the importance and number of what the stream recorded since its last cycle; below zero subtracts.
 * Answers the memory as it is then, or null where it is gone. Runs under the memory's lock.
 */
export function addToStreamState(
  db: Database,
  memory: Named,
  added: { importance: number; count: number },
): Promise<MemoryRow | null> {
  return addToStream(db, memory, added);
}

/** Records that a cycle has ended, and the last entry that it considered. */
export async function endCycle(
  db: Database,
  memory: Named,
  { through, now }: { through: string | null; now: Date },
): Promise<void> {
  await updateMemoryRow(db, memory, {
    lastReflectionAt: now,
    ...(through === null ? {} : { reflectedThrough: through }),
  });
}

/** Counts the chunks of the project's memories again, in the space that the project has just moved to. */
export function recountMemories(
  db: Database,
  inSpace: { projectId: string; space: Space },
): Promise<void> {
  return recountChunks(db, inSpace);
}
