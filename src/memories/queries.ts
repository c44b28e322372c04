import {
  and,
  arrayOverlaps,
  count,
  desc,
  eq,
  lt,
  or,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import { AFTER_ALL_IDS } from '../db/page.ts';
import type { MemoryRow, ProjectRow } from '../db/rows.ts';
import { isAnyOf, prepared } from '../db/statements.ts';
import { chunks, memories, projects } from '../db/tables.ts';

export async function insertMemory(db: Database, row: MemoryRow): Promise<void> {
  await db.insert(memories).values(row);
}

export async function updateMemoryRow(
  db: Database,
  memory: Pick<MemoryRow, 'projectId' | 'id'>,
  values: Partial<MemoryRow>,
): Promise<MemoryRow | null> {
  const rows = await db.update(memories).set(values).where(isMemory(memory)).returning();
  return rows[0] ?? null;
}

export async function deleteMemoryRow(
  db: Database,
  memory: Pick<MemoryRow, 'projectId' | 'id'>,
): Promise<MemoryRow | null> {
  const rows = await db.delete(memories).where(isMemory(memory)).returning();
  return rows[0] ?? null;
}

/** Adds to a memory's counters; negative numbers subtract. */
export async function addToCounts(
  db: Database,
  memory: Pick<MemoryRow, 'projectId' | 'id'>,
  added: { entries: number; chunks: number },
): Promise<void> {
  const query = prepared(db, 'add_to_counts', () =>
    db
      .update(memories)
      .set({
        entryCount: sql`${memories.entryCount} + ${placeholder('entries')}`,
        chunkCount: sql`${memories.chunkCount} + ${placeholder('chunks')}`,
      })
      .where(isPlacedMemory),
  );
  await query.execute({ projectId: memory.projectId, id: memory.id, ...added });
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

/** Sets the chunk count of each of the project's memories to the number of its chunks in the space. */
export async function recountChunks(
  db: Database,
  { projectId, space }: { projectId: string; space: Space },
): Promise<void> {
  const own = db
    .select({ total: sql<number>`count(*)::int` })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        eq(chunks.memoryId, memories.id),
        eq(chunks.space, spaceName(space)),
      ),
    );
  await db
    .update(memories)
    .set({ chunkCount: sql`(${own})` })
    .where(eq(memories.projectId, projectId));
}

export function selectMemoriesByIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<MemoryRow[]> {
  const query = prepared(db, 'memories_by_id', () =>
    db
      .select()
      .from(memories)
      .where(and(eq(memories.projectId, placeholder('projectId')), isAnyOf(memories.id, 'ids'))),
  );
  return query.execute({ projectId, ids });
}

export async function selectMemoryByName(
  db: Database,
  projectId: string,
  name: string,
): Promise<MemoryRow | null> {
  const rows = await db
    .select()
    .from(memories)
    .where(and(eq(memories.projectId, projectId), eq(memories.name, name)));
  return rows[0] ?? null;
}

/**
 * A memory and its project, for a write that depends on both. The share lock on the project prevents a change
 * of its embedding model until the transaction ends.
 */
export async function selectForWrite(
  db: Database,
  projectId: string,
  memoryId: string,
): Promise<{ memory: MemoryRow; project: ProjectRow } | null> {
  const query = prepared(db, 'for_write', () =>
    db
      .select({ memory: memories, project: projects })
      .from(memories)
      .innerJoin(projects, eq(projects.id, memories.projectId))
      .where(isPlacedMemory)
      .for('key share', { of: projects }),
  );
  const rows = await query.execute({ projectId, id: memoryId });
  return rows[0] ?? null;
}

/** The distinct tags of the project's memories. */
export async function selectDistinctTags(db: Database, projectId: string): Promise<string[]> {
  const query = prepared(db, 'distinct_tags', () =>
    db
      .selectDistinct({ tag: sql<string>`unnest(${memories.tags})` })
      .from(memories)
      .where(eq(memories.projectId, placeholder('projectId'))),
  );
  const rows = await query.execute({ projectId });
  return rows.map((row) => row.tag);
}

/** Memories of a project, newest first; with `anyTag`, only those with at least one of the tags. */
export function selectMemories(
  db: Database,
  options: { projectId: string; anyTag: string[] | null; before: string | null; limit: number },
): Promise<MemoryRow[]> {
  if (options.anyTag === null) return selectAllMemories(db, options);
  return db
    .select()
    .from(memories)
    .where(
      and(hasTag(options), options.before === null ? undefined : lt(memories.id, options.before)),
    )
    .orderBy(desc(memories.id))
    .limit(options.limit);
}

function selectAllMemories(
  db: Database,
  { projectId, before, limit }: { projectId: string; before: string | null; limit: number },
): Promise<MemoryRow[]> {
  const query = prepared(db, 'memories', () =>
    db
      .select()
      .from(memories)
      .where(
        and(
          eq(memories.projectId, placeholder('projectId')),
          lt(memories.id, placeholder('before')),
        ),
      )
      .orderBy(desc(memories.id))
      .limit(placeholder('limit')),
  );
  return query.execute({ projectId, before: before ?? AFTER_ALL_IDS, limit });
}

export async function countMemories(
  db: Database,
  options: { projectId: string; anyTag: string[] | null },
): Promise<number> {
  const rows = await db.select({ total: count() }).from(memories).where(hasTag(options));
  return rows[0]?.total ?? 0;
}

/** Ids and chunk counts of the memories with any of the ids or any of the tags. */
export function selectScope(
  db: Database,
  options: { projectId: string; ids: string[] | null; anyTag: string[] | null },
): Promise<Pick<MemoryRow, 'id' | 'chunkCount'>[]> {
  const { projectId, ids, anyTag } = options;
  const query = prepared(db, 'scope', () =>
    db
      .select({ id: memories.id, chunkCount: memories.chunkCount })
      .from(memories)
      .where(
        and(
          eq(memories.projectId, placeholder('projectId')),
          or(
            isAnyOf(memories.id, 'ids'),
            sql`${memories.tags} && ${placeholder('anyTag')}::text[]`,
          ),
        ),
      ),
  );
  return query.execute({ projectId, ids: ids ?? [], anyTag: anyTag ?? [] });
}

/** The number of chunks in the whole project. */
export async function sumChunks(db: Database, projectId: string): Promise<number> {
  const query = prepared(db, 'sum_chunks', () =>
    db
      .select({ total: sql<number>`coalesce(sum(${memories.chunkCount}), 0)::int` })
      .from(memories)
      .where(eq(memories.projectId, placeholder('projectId'))),
  );
  const rows = await query.execute({ projectId });
  return rows[0]?.total ?? 0;
}

function hasTag(options: { projectId: string; anyTag: string[] | null }): SQL | undefined {
  const inProject = eq(memories.projectId, options.projectId);
  if (options.anyTag === null) return inProject;
  if (options.anyTag.length === 0) return sql`false`;
  return and(inProject, arrayOverlaps(memories.tags, options.anyTag));
}

/** Condition for the memory in the parameters of a prepared query. */
const isPlacedMemory = and(
  eq(memories.projectId, placeholder('projectId')),
  eq(memories.id, placeholder('id')),
);

function isMemory({ projectId, id }: Pick<MemoryRow, 'projectId' | 'id'>): SQL | undefined {
  return and(eq(memories.projectId, projectId), eq(memories.id, id));
}
