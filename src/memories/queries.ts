import {
  and,
  asc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lte,
  or,
  placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import type { AgentRow, MemoryCounts, MemoryRow, ProjectRow } from '../db/rows.ts';
import type { ProjectChunks } from '../db/search-method.ts';
import { formOf, isAmong, isAnyOf, isOneOf, prepared } from '../db/statements.ts';
import { agents, chunks, entries, memories, projects, textsOf } from '../db/tables.ts';

export async function insertMemory(db: Database, row: MemoryRow): Promise<void> {
  await db.insert(memories).values(row);
}

/** Returns the memory as it is after the change; null if an erasure has removed it since it was read. */
export async function updateMemoryRow(
  db: Database,
  memory: Pick<MemoryRow, 'projectId' | 'id'>,
  values: Partial<MemoryRow>,
): Promise<MemoryRow | null> {
  const rows = await db.update(memories).set(values).where(isMemory(memory)).returning();
  return rows[0] ?? null;
}

/** Deleted memories whose grace period is over, in the order of their ids, after the id `after`. */
export function selectDueMemories(
  db: Database,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<MemoryRow[]> {
  return db
    .select()
    .from(memories)
    .where(and(isDue(now), gt(memories.id, after)))
    .orderBy(asc(memories.id))
    .limit(limit);
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

/** The agents that write to a memory. */
export function selectWritingAgents(
  db: Database,
  projectId: string,
  memoryId: string,
): Promise<Pick<AgentRow, 'id' | 'name'>[]> {
  return db
    .select({ id: agents.id, name: agents.name })
    .from(agents)
    .where(
      and(
        eq(agents.projectId, projectId),
        sql`${agents.knowledgeConfig} ->> 'writeMemoryId' = ${memoryId}::text`,
      ),
    )
    .orderBy(asc(agents.id));
}

/** What a write adds to the counters of a memory. Negative numbers subtract. */
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

/** Sets the counters of memories to the numbers of what they hold. */
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
    .where(
      and(eq(memories.projectId, projectId), eq(memories.name, name), isNull(memories.deletedAt)),
    );
  return rows[0] ?? null;
}

/**
 * Memories, deleted or not, each with its project, for writes that depend on both. The share lock on the project
 * prevents a change of its embedding model until the transaction ends.
 */
export function selectForWrite(
  db: Database,
  projectId: string,
  memoryIds: readonly string[],
): Promise<{ memory: MemoryRow; project: ProjectRow }[]> {
  const query = prepared(db, `for_write ${formOf(memoryIds)}`, () =>
    db
      .select({ memory: memories, project: projects })
      .from(memories)
      .innerJoin(projects, eq(projects.id, memories.projectId))
      .where(
        and(
          eq(memories.projectId, placeholder('projectId')),
          isOneOf(memories.id, 'memoryIds', memoryIds),
        ),
      )
      .for('key share', { of: projects }),
  );
  return query.execute({ projectId, memoryIds });
}

/** The sums of the counters of the project's memories that are not deleted. */
export async function selectTotals(
  db: Database,
  projectId: string,
): Promise<{ entries: number; bytes: number }> {
  const rows = await db
    .select({
      entries: sql<number>`coalesce(sum(${memories.entryCount}), 0)::float8`,
      bytes: sql<number>`coalesce(sum(${memories.contentBytes}), 0)::float8`,
    })
    .from(memories)
    .where(and(eq(memories.projectId, projectId), isNull(memories.deletedAt)));
  return rows[0] ?? { entries: 0, bytes: 0 };
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
          isNull(memories.deletedAt),
          or(
            isAnyOf(memories.id, 'ids'),
            sql`${memories.tags} && ${placeholder('anyTag')}::text[]`,
          ),
        ),
      ),
  );
  return query.execute({ projectId, ids: ids ?? [], anyTag: anyTag ?? [] });
}

/** The number of chunks in the project's memories that are not deleted, and the ids of those that are. */
export async function selectWholeScope(
  db: Database,
  projectId: string,
): Promise<{ chunkCount: number; deletedIds: string[] }> {
  const isDeleted = sql`${memories.deletedAt} is not null`;
  const query = prepared(db, 'whole_scope', () =>
    db
      .select({
        chunkCount: sql<number>`coalesce(sum(${memories.chunkCount}) filter (where not ${isDeleted}), 0)::int`,
        deletedIds: sql<
          string[]
        >`coalesce(array_agg(${memories.id}) filter (where ${isDeleted}), '{}')`,
      })
      .from(memories)
      .where(eq(memories.projectId, placeholder('projectId'))),
  );
  const [row] = await query.execute({ projectId });
  return row ?? { chunkCount: 0, deletedIds: [] };
}

function isDue(now: Date): SQL | undefined {
  return and(isNotNull(memories.deletedAt), lte(memories.purgeAt, now));
}

function isMemory({ projectId, id }: Pick<MemoryRow, 'projectId' | 'id'>): SQL | undefined {
  return and(eq(memories.projectId, projectId), eq(memories.id, id));
}

/** The projects with at least `minChunks`, and the numbers of their chunks. Only those of `projectIds`, if given. */
export function selectLargeProjects(
  db: Database,
  { minChunks, projectIds }: { minChunks: number; projectIds?: readonly string[] | undefined },
): Promise<ProjectChunks[]> {
  const chunks = sql<number>`sum(${memories.chunkCount})::float8`;
  const { id: projectId, embeddingModel: model, embeddingDimensions: dimensions } = projects;
  return db
    .select({ projectId, space: { model, dimensions }, chunks })
    .from(memories)
    .innerJoin(projects, eq(projectId, memories.projectId))
    .where(projectIds && isAmong(memories.projectId, projectIds))
    .groupBy(projectId, model, dimensions)
    .having(gte(chunks, minChunks));
}
