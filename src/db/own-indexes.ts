import { sql } from 'drizzle-orm';
import type { Connection, Database } from './database.ts';
import { quoteLiteral, spaceName } from './embedding-space.ts';
import { avoidFaultyBuilds, definition, digestOf } from './hnsw-index.ts';
import { type ProjectChunks, spaceOfProject } from './search-method.ts';

/**
 * The HNSW indexes of single large projects, on a PostgreSQL server (docs/decisions/033-own-index.md). The chunks of
 * such a project are in the shared index of their space as well, so a process that does not know the project's own
 * index finds the same chunks, and an index can be created and dropped at any time.
 */

/** A project with at least `LARGE_CHUNKS` chunks gets an index of its own, which is dropped below the second number. */
const LARGE_CHUNKS = 50_000;
export const MIN_OWN_INDEX_CHUNKS = 25_000;

/**
 * A project with more than this share of the shared index gains little from its own: none is created above the first
 * share, and an existing one is dropped above the second.
 */
const LARGE_SHARE = 0.5;
const KEPT_SHARE = 0.75;

/**
 * The projects that have or may get an index of their own, and the number of chunks in each shared index, by the name
 * of its space.
 */
export type ChunkCounts = {
  bySpace: ReadonlyMap<string, number>;
  projects: readonly ProjectChunks[];
};

export type OwnIndex = { name: string; isValid: boolean };

export type IndexPlan = { create: ProjectChunks[]; drop: string[]; use: ProjectChunks[] };

/** The projects with their chunks, counted by space. */
export function countBySpace(projects: readonly ProjectChunks[]): ChunkCounts {
  const bySpace = new Map<string, number>();
  for (const { space, chunks } of projects) {
    bySpace.set(spaceName(space), (bySpace.get(spaceName(space)) ?? 0) + chunks);
  }
  return { bySpace, projects };
}

/** Returns how many chunks each project has, by the key of `spaceOfProject`. */
export function chunksByProject(projects: readonly ProjectChunks[]): Map<string, number> {
  return new Map(
    projects.map(({ space, projectId, chunks }) => [spaceOfProject(space, projectId), chunks]),
  );
}

/**
 * Which indexes of single projects to create, to drop and to use. No index is created for a project with fewer than
 * `minIndexedChunks` chunks, which this process does not index. An existing index is kept, because another process may
 * index them.
 */
export function planOwnIndexes(
  { projects, bySpace }: ChunkCounts,
  existing: readonly OwnIndex[],
  minIndexedChunks = 0,
): IndexPlan {
  const valid = new Set(existing.filter(({ isValid }) => isValid).map(({ name }) => name));
  const shareOf = ({ space, chunks }: ProjectChunks) =>
    chunks / Math.max(chunks, bySpace.get(spaceName(space)) ?? 0);
  const isLarge = (one: ProjectChunks) =>
    one.chunks >= Math.max(LARGE_CHUNKS, minIndexedChunks) && shareOf(one) <= LARGE_SHARE;
  const isKept = (one: ProjectChunks) =>
    one.chunks >= MIN_OWN_INDEX_CHUNKS && shareOf(one) <= KEPT_SHARE;
  const use = projects.filter((one) => valid.has(ownIndexName(one)) && isKept(one));
  const used = new Set(use.map(ownIndexName));
  return {
    use,
    create: projects.filter((one) => !valid.has(ownIndexName(one)) && isLarge(one)),
    drop: existing.map(({ name }) => name).filter((name) => !used.has(name)),
  };
}

/** The sizes of the valid indexes that projects have of their own, by `spaceOfProject`. */
export async function readOwnIndexes(
  { kind, isDistributed, db }: Pick<Connection, 'kind' | 'isDistributed' | 'db'>,
  counts: ChunkCounts,
): Promise<Map<string, number>> {
  if (kind !== 'server' || isDistributed) return new Map();
  const { use } = planOwnIndexes(counts, await selectOwnIndexes(db));
  return chunksByProject(use);
}

/**
 * Creates and drops indexes of single projects, without blocking writes. It does nothing if another process is doing
 * this. When `signal` aborts, this rejects, but PostgreSQL finishes the statement that is running. On Citus each shard
 * has a shared index, and the embedded database would stop during the creation.
 */
export async function maintainOwnIndexes(
  connection: Connection,
  { counts, minIndexedChunks }: { counts: ChunkCounts; minIndexedChunks: number },
  signal: AbortSignal,
): Promise<void> {
  if (connection.kind !== 'server' || connection.isDistributed) return;
  const plan = async (db: Database) =>
    planOwnIndexes(counts, await selectOwnIndexes(db), minIndexedChunks);
  const planned = await plan(connection.db);
  if (planned.create.length === 0 && planned.drop.length === 0) return;
  await connection.exclusivelyIfFree(signal, async (db) => {
    const { create, drop } = await plan(db);
    for (const name of drop) {
      await db.execute(sql.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`));
    }
    if (create.length > 0) await avoidFaultyBuilds(db);
    for (const one of create) {
      const where = `${definition(one.space)} AND project_id = ${quoteLiteral(one.projectId)}`;
      await db.execute(sql.raw(`CREATE INDEX CONCURRENTLY ${ownIndexName(one)} ${where}`));
    }
  });
}

function selectOwnIndexes(db: Database): Promise<OwnIndex[]> {
  return db
    .select({ name: sql<string>`c.relname::text`, isValid: sql<boolean>`i.indisvalid` })
    .from(sql`pg_index i join pg_class c on c.oid = i.indexrelid`)
    .where(sql`i.indrelid = 'chunks'::regclass and starts_with(c.relname::text, 'chunks_own_')`);
}

export function ownIndexName({
  space,
  projectId,
}: Pick<ProjectChunks, 'space' | 'projectId'>): string {
  return `chunks_own_${digestOf(spaceOfProject(space, projectId))}`;
}
