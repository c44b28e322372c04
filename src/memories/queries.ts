import {
  and,
  eq,
  isNotNull,
  isNull,
  lte,
  placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import { isAmong, prepared } from '../db/prepared-queries.ts';
import type { MemoryCounts, MemoryRow } from '../db/rows.ts';
import { chunks } from '../db/tables/chunks.ts';
import { entries, textsOf } from '../db/tables/entries.ts';
import { memories } from '../db/tables/memories.ts';

export async function insertMemory(db: Database, row: MemoryRow): Promise<void> {
  await db.insert(memories).values(row);
}

/** Changes columns of a memory. Returns the changed row; null if an erasure has removed the memory meanwhile. */
export async function updateMemoryRow(
  db: Database,
  memory: Pick<MemoryRow, 'projectId' | 'id'>,
  values: Partial<MemoryRow>,
): Promise<MemoryRow | null> {
  const rows = await db.update(memories).set(values).where(isMemory(memory)).returning();
  return rows[0] ?? null;
}

/** Permanently deletes a memory whose grace period is over; null if it is not. */
export async function deleteDueMemory(
  db: Database,
  { now, ...memory }: Pick<MemoryRow, 'projectId' | 'id'> & { now: Date },
): Promise<MemoryRow | null> {
  const rows = await db
    .delete(memories)
    .where(and(isMemory(memory), isDue(now)))
    .returning();
  return rows[0] ?? null;
}

/** The numbers that a write adds to the counters of a memory. Negative numbers subtract. */
export type AddedCounts = {
  memoryId: string;
  entries: number;
  chunks: number;
  contentBytes: number;
};

/** Adds to the counters of different memories, and returns them. */
export async function addToCounts(
  db: Database,
  projectId: string,
  added: readonly AddedCounts[],
): Promise<MemoryCounts[]> {
  const { id, entryCount, chunkCount, contentBytes } = memories;
  const query = prepared(db, 'add_to_counts', () =>
    db
      .update(memories)
      .set({
        entryCount: sql`${memories.entryCount} + added.entries`,
        chunkCount: sql`${memories.chunkCount} + added.chunks`,
        contentBytes: sql`${memories.contentBytes} + added.bytes`,
      })
      .from(
        sql`unnest(${placeholder('memoryIds')}::text[], ${placeholder('entries')}::int[], ${placeholder('chunks')}::int[],
          ${placeholder('bytes')}::bigint[]) as added(memory_id, entries, chunks, bytes)`,
      )
      .where(
        and(
          eq(memories.projectId, placeholder('projectId')),
          sql`${memories.id} = added.memory_id`,
        ),
      )
      .returning({ id, entryCount, chunkCount, contentBytes }),
  );
  return query.execute({
    projectId,
    memoryIds: added.map(({ memoryId }) => memoryId),
    entries: added.map(({ entries }) => entries),
    chunks: added.map(({ chunks }) => chunks),
    bytes: added.map(({ contentBytes }) => contentBytes),
  });
}

/** Adds to the state of a memory's stream; negative numbers subtract. Returns the changed memory. */
export async function addToStream(
  db: Database,
  memory: Pick<MemoryRow, 'projectId' | 'id'>,
  added: { importance: number; count: number },
): Promise<MemoryRow | null> {
  const rows = await db
    .update(memories)
    .set({
      streamImportance: sql`greatest(0, ${memories.streamImportance} + ${added.importance}::float8)`,
      streamCount: sql`greatest(0, ${memories.streamCount} + ${added.count}::int)`,
    })
    .where(isMemory(memory))
    .returning();
  return rows[0] ?? null;
}

/** The number of chunks of the memory that a statement changes. */
function chunksOfMemory(
  db: Database,
  { projectId, space }: { projectId: string; space: Space },
): SQLWrapper {
  return db
    .select({ total: sql<number>`count(*)::int` })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        eq(chunks.memoryId, memories.id),
        eq(chunks.space, spaceName(space)),
        isNull(chunks.knownUntil),
      ),
    );
}

/** Sets the chunk count of each of the project's memories to the number of its chunks in the space. */
export async function recountChunks(
  db: Database,
  inSpace: { projectId: string; space: Space },
): Promise<void> {
  await db
    .update(memories)
    .set({ chunkCount: sql`(${chunksOfMemory(db, inSpace)})` })
    .where(eq(memories.projectId, inSpace.projectId));
}

/** Counts the entries, chunks and bytes of memories again, and stores the numbers in their counters. */
export async function recountContent(
  db: Database,
  { projectId, space }: { projectId: string; space: Space },
  memoryIds: readonly string[],
): Promise<void> {
  const ofEntries = db
    .select({
      total: sql`count(*)::int`.as('total'),
      bytes: sql`coalesce(sum(octet_length(${textsOf(entries.statements)})), 0)`.as('bytes'),
    })
    .from(entries)
    .where(
      and(
        eq(entries.projectId, projectId),
        eq(entries.memoryId, memories.id),
        isNull(entries.deletedAt),
      ),
    );
  await db
    .update(memories)
    .set({
      entryCount: sql`(select total from (${ofEntries}) as held)`,
      contentBytes: sql`(select bytes from (${ofEntries}) as held)`,
      chunkCount: sql`(${chunksOfMemory(db, { projectId, space })})`,
    })
    .where(and(eq(memories.projectId, projectId), isAmong(memories.id, memoryIds)));
}

/** Deletes all memories of a project with their entries. Returns the number of memories. */
export async function deleteAllMemories(db: Database, projectId: string): Promise<number> {
  const ofProject = eq(memories.projectId, projectId);
  const total = await db.$count(memories, ofProject);
  await db.delete(memories).where(ofProject);
  return total;
}

export function isDue(now: Date): SQL | undefined {
  return and(isNotNull(memories.deletedAt), lte(memories.purgeAt, now));
}

function isMemory({ projectId, id }: Pick<MemoryRow, 'projectId' | 'id'>): SQL | undefined {
  return and(eq(memories.projectId, projectId), eq(memories.id, id));
}
