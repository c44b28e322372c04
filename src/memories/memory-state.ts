import type { Database } from '../db/database.ts';
import type { Space } from '../db/embedding-space.ts';
import type { MemoryRow } from '../db/rows.ts';
import {
  addToStream,
  deleteAllMemories,
  recountChunks,
  recountContent,
  updateMemoryRow,
} from './queries.ts';

/** Changes of memories by streams, re-embedding and erasures. */

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
    lastReflectionAt: now,
    ...(through === null ? {} : { reflectedThrough: through }),
  });
}

/** Recounts the chunks of the project's memories in its new space. */
export function recountMemories(
  db: Database,
  inSpace: { projectId: string; space: Space },
): Promise<void> {
  return recountChunks(db, inSpace);
}

/** Recounts what memories hold after an erasure of entries. */
export function recountErased(
  db: Database,
  inSpace: { projectId: string; space: Space },
  memoryIds: readonly string[],
): Promise<void> {
  return recountContent(db, inSpace, memoryIds);
}

/** Erases all memories of a project with their entries. Returns the number of memories. */
export function eraseAllMemories(db: Database, projectId: string): Promise<number> {
  return deleteAllMemories(db, projectId);
}
