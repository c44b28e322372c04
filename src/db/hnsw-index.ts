import { createHash } from 'node:crypto';
import { and, count, eq, placeholder, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from './database.ts';
import { isDistributed, setOnWorkers } from './distributed.ts';
import { quoteLiteral, type Space, spaceName } from './embedding-space.ts';
import { isAmong, ONE_ROW, prepared, REUSED_PLANS } from './prepared-queries.ts';
import { HALFVEC_INDEX_DIMENSIONS, type SearchMethod } from './search-method.ts';
import { chunks } from './tables/chunks.ts';

/**
 * The HNSW index of each embedding space: its creation, its use by queries, and the pending chunks, which are added to
 * it after their write (docs/decisions/012-index-behind-the-write.md).
 */

/**
 * The maximum number of chunks that a search compares in an index, unless it must read more than 2,000. Reading one
 * chunk takes about 20 comparisons.
 */
const MAX_SCAN_TUPLES = 40_000;
const TUPLES_PER_CANDIDATE = 20;

/**
 * Settings of every connection. Without iterative scans, a filtered search with the index loses rows. JIT compilation
 * and parallel workers are off, because starting them takes longer than these short queries. The default
 * `work_mem` of 4 MB is too small in two cases: a scan of the vector index would end before it has read 2,000 chunks,
 * and a list by the beginning of a frequent word would compute the words of many entries again.
 */
export const SEARCH_SETTINGS = {
  'hnsw.iterative_scan': 'relaxed_order',
  'hnsw.ef_search': '100',
  'hnsw.max_scan_tuples': String(MAX_SCAN_TUPLES),
  work_mem: '16MB',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // The workers of Citus apply the statements SET LOCAL of a transaction. Others ignore it.
  'citus.propagate_set_commands': 'local',
} as const;

/** pgvector's HNSW index supports 2,000 dimensions as `vector`, and more only as `halfvec`. */
const VECTOR_INDEX_DIMENSIONS = 2000;

/** Makes PostgreSQL use generic plans until the transaction ends (`REUSED_PLANS`). */
export async function reusePlans(db: Database): Promise<void> {
  // On Citus, plans cannot be reused: the coordinator plans each execution for its shards.
  if (isDistributed(db)) return setOnWorkers(db, { enable_seqscan: 'off' });
  await prepared(db, 'reuse_plans', () => db.select(REUSED_PLANS).from(ONE_ROW)).execute();
}

/**
 * Makes PostgreSQL use the HNSW index until the transaction ends, by disabling sorts. The planner does not know the
 * number of chunks in a memory and could otherwise read and sort all of them. Incremental sorts are disabled too.
 * PostgreSQL 16 and later would use them instead of the other sorts of a search, and for that read all chunks of the
 * project in the order of an index. Scans of the whole table are disabled as well: by outdated statistics, many chunks
 * can seem to be pending, and PostgreSQL would then read all rows to find them, instead of their partial index.
 * `efSearch` is the number of candidates that the index keeps during a search, and `reach` the number of chunks that it
 * reads, if that is more.
 */
export async function forceIndex(db: Database, efSearch: number, reach = 0): Promise<void> {
  const maxTuples = Math.max(MAX_SCAN_TUPLES, TUPLES_PER_CANDIDATE * reach);
  if (isDistributed(db)) {
    return setOnWorkers(db, {
      enable_sort: 'off',
      enable_incremental_sort: 'off',
      enable_seqscan: 'off',
      'hnsw.ef_search': efSearch,
      'hnsw.max_scan_tuples': maxTuples,
    });
  }
  const statement = prepared(db, 'force_index', () =>
    db
      .select({
        sort: sql`set_config('enable_sort', 'off', true)`,
        incremental: sql`set_config('enable_incremental_sort', 'off', true)`,
        // With sorts disabled there is only one possible plan, so it is reused.
        ...REUSED_PLANS,
        candidates: sql`set_config('hnsw.ef_search', ${placeholder('efSearch')}, true)`,
        tuples: sql`set_config('hnsw.max_scan_tuples', ${placeholder('maxTuples')}, true)`,
      })
      .from(ONE_ROW),
  );
  await statement.execute({ efSearch: String(efSearch), maxTuples: String(maxTuples) });
}

/** Condition for the chunks in the index, as literals, so that PostgreSQL can use the partial index. */
export function isInIndex(method: SearchMethod, projectId: string): SQL | undefined {
  if (method !== 'OWN_HNSW') return sql`${chunks.isIndexed}`;
  return sql`${chunks.isIndexed} and ${chunks.projectId} = ${sql.raw(quoteLiteral(projectId))}`;
}

/** Cosine distance, in 0..2, as the expression of the space's index; the planner requires literals in it. */
export function indexedDistance(space: Space, from: SQL): SQL<number> {
  const type = sql.raw(indexType(space));
  return sql<number>`((${chunks.embedding}::${type}) <=> ${from}::${type})`;
}

/** Condition for pending chunks, which are not in the HNSW index of their space. */
export const isPending = sql`(not ${chunks.isIndexed} and ${chunks.knownUntil} is null)`;

/** Returns the given projects that have pending chunks. */
export async function selectPendingProjects(
  db: Database,
  projectIds: readonly string[],
): Promise<string[]> {
  if (projectIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ projectId: chunks.projectId })
    .from(chunks)
    .where(and(isAmong(chunks.projectId, projectIds), isPending));
  return rows.map((row) => row.projectId);
}

/**
 * The number of pending chunks of a project, counted up to a limit. Requires a transaction, for the rest of which it
 * disables table scans: with outdated statistics, PostgreSQL would read the whole table.
 */
export async function countPending(
  db: Database,
  projectId: string,
  limit: number,
): Promise<number> {
  const some = db
    .select({ one: sql`1` })
    .from(chunks)
    .where(and(eq(chunks.projectId, projectId), isPending))
    .limit(limit)
    .as('some');
  const [, rows] = await Promise.all([reusePlans(db), db.select({ total: count() }).from(some)]);
  return rows[0]?.total ?? 0;
}

/**
 * Pending chunks of a project, without those that another transaction has locked. Sorting makes PostgreSQL read them
 * from their partial index. Without it, outdated statistics that say that most chunks are pending make it scan the
 * whole table.
 */
export function selectPendingChunks(db: Database, projectId: string, limit: number) {
  return db
    .select({ entryId: chunks.entryId, space: chunks.space, position: chunks.position })
    .from(chunks)
    .where(and(eq(chunks.projectId, projectId), isPending))
    .orderBy(chunks.memoryId)
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Creates the HNSW index of a space if it is missing. No effect for more than 4,000 dimensions. */
export async function ensureHnswIndex(connection: Connection, space: Space): Promise<void> {
  if (space.dimensions > HALFVEC_INDEX_DIMENSIONS) return;
  const { isDistributed } = connection;
  if ((await indexState(connection.db, space, isDistributed)) === 'VALID') return;
  await connection.exclusively(async (db) => {
    const state = await indexState(db, space, isDistributed);
    if (state === 'VALID') return;
    const online = connection.kind === 'server' ? 'CONCURRENTLY' : '';
    const { name, former } = indexNames(space);
    await avoidFaultyBuilds(db);
    // An interrupted online build leaves an invalid index.
    if (state === 'INVALID') await db.execute(sql.raw(`DROP INDEX ${online} ${name}`));
    await db.execute(sql.raw(`CREATE INDEX ${online} ${name} ${definition(space)}`));
    await db.execute(sql.raw(`DROP INDEX ${online} IF EXISTS ${former}`));
  });
}

/**
 * Makes the connection build indexes without parallel workers if pgvector is older than 0.8.2, whose parallel builds of
 * HNSW indexes are faulty. On Citus, the nodes build with settings of their own (docs/scaling.md).
 */
export async function avoidFaultyBuilds(db: Database): Promise<void> {
  await db
    .select({ workers: sql`set_config('max_parallel_maintenance_workers', '0', false)` })
    .from(sql`pg_extension`)
    .where(sql`extname = 'vector' and ${isBuiltFaultily(sql`extversion`)}`);
}

/** Whether a version of pgvector is older than 0.8.2. The numbers are compared one by one, so that 0.8.10 is newer. */
export function isBuiltFaultily(version: SQL): SQL<boolean> {
  const numbers = sql`string_to_array(substring(${version} from '^\\d+(?:\\.\\d+)*'), '.')::int[]`;
  return sql<boolean>`${numbers} < array[0, 8, 2]`;
}

/** The part of CREATE INDEX after the name of the index. */
export function definition(space: Space): string {
  const type = indexType(space);
  const method = `USING hnsw ((embedding::${type}) ${type.split('(')[0]}_cosine_ops)`;
  return `ON chunks ${method} WHERE space = ${quoteLiteral(spaceName(space))} AND is_indexed`;
}

async function indexState(
  db: Database,
  space: Space,
  isDistributed: boolean,
): Promise<'MISSING' | 'VALID' | 'INVALID'> {
  const rows = await db
    .select({ valid: sql<boolean>`i.indisvalid` })
    .from(sql`pg_index i`)
    .where(sql`i.indexrelid = to_regclass(${indexNames(space).name})`);
  if (rows[0] === undefined) return 'MISSING';
  if (!rows[0].valid) return 'INVALID';
  if (isDistributed && !(await isValidOnShards(db, indexNames(space).name))) return 'INVALID';
  return 'VALID';
}

/** False if a shard of Citus lacks the index or has an invalid one, which the coordinator does not report. */
async function isValidOnShards(db: Database, name: string): Promise<boolean> {
  const command =
    `SELECT coalesce(bool_and(indisvalid), false) FROM pg_index WHERE indrelid = '%s'::regclass ` +
    `AND starts_with(indexrelid::regclass::text, '${name}')`;
  const broken = await db
    .select({ shard: sql<string>`shards.shardid` })
    .from(sql`pg_dist_partition tables
      cross join lateral run_command_on_shards(tables.logicalrelid, ${sql.raw(quoteLiteral(command))}) shards`)
    .where(sql`tables.logicalrelid = 'chunks'::regclass and shards.result is distinct from 't'`);
  return broken.length === 0;
}

/**
 * The name of a space's index, with a digest because model names can contain any character. `former` is the name of the
 * index of older versions.
 */
function indexNames(space: Space): { name: string; former: string } {
  const digest = digestOf(spaceName(space));
  return { name: `chunks_near_${digest}`, former: `chunks_hnsw_${digest}` };
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function indexType(space: Space): string {
  const kind = space.dimensions <= VECTOR_INDEX_DIMENSIONS ? 'vector' : 'halfvec';
  return `${kind}(${space.dimensions})`;
}
