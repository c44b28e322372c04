import { and, asc, eq, gte, isNull, or, placeholder, sql } from 'drizzle-orm';
import type { PageOfAll } from '../batches.ts';
import type { Database } from '../db/database.ts';
import { formOfTags, hasAnyTag } from '../db/match-tags.ts';
import { formOf, isAmong, isAnyOf, isOneOf, prepared } from '../db/prepared-queries.ts';
import type { AgentRow, MemoryRow, ProjectRow } from '../db/rows.ts';
import { byIdAndProject, isAfter } from '../db/rows-of-all.ts';
import type { ProjectChunks } from '../db/search-method.ts';
import { agents } from '../db/tables/agents.ts';
import { memories } from '../db/tables/memories.ts';
import { projects } from '../db/tables/projects.ts';
import { isDue } from './queries.ts';

/** A page of the deleted memories whose grace period is over. */
export function selectDueMemories(
  db: Database,
  { now, after, limit }: PageOfAll & { now: Date },
): Promise<MemoryRow[]> {
  return db
    .select()
    .from(memories)
    .where(and(isDue(now), isAfter(memories, after)))
    .orderBy(...byIdAndProject(memories))
    .limit(limit);
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
  const { projectId, ids } = options;
  const anyTag = options.anyTag ?? [];
  const query = prepared(db, `scope ${formOfTags(anyTag)}`, () =>
    db
      .select({ id: memories.id, chunkCount: memories.chunkCount })
      .from(memories)
      .where(
        and(
          eq(memories.projectId, placeholder('projectId')),
          isNull(memories.deletedAt),
          or(
            isAnyOf(memories.id, 'ids'),
            hasAnyTag(memories.tags, anyTag, sql`${placeholder('anyTag')}`),
          ),
        ),
      ),
  );
  return query.execute({ projectId, ids: ids ?? [], anyTag });
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
