import type { Database } from '../db/database.ts';
import type { MemoryRow, ProjectRow } from '../db/rows.ts';
import { notFound } from '../errors.ts';
import { addToCounts, selectForWrite } from './queries.ts';

export type Held = { memory: MemoryRow; project: ProjectRow };

/** The memory and its project as they stay until this transaction ends. @throws NOT_FOUND */
export async function holdMemory(db: Database, projectId: string, memoryId: string): Promise<Held> {
  const held = await selectForWrite(db, projectId, memoryId);
  if (held === null) throw notFound('memory', memoryId);
  return held;
}

/** Tells a memory what the transaction added to it, or (below zero) removed. */
export async function addCounts(
  db: Database,
  memory: Pick<MemoryRow, 'projectId' | 'id'>,
  added: { entries: number; chunks: number },
): Promise<void> {
  if (added.entries !== 0 || added.chunks !== 0) await addToCounts(db, memory, added);
}
