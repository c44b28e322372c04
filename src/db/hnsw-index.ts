import { createHash } from 'node:crypto';
import { and, count, eq, placeholder, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from './database.ts';
import { quoteLiteral, type Space, spaceName } from './embedding-space.ts';
import { prepared } from './statements.ts';
import { chunks } from './tables.ts';

/**
 * The HNSW index of each embedding space: how it is made, how a query is made to use it, and how chunks enter
 * it behind the write (docs/decisions/012-index-behind-the-write.md).
 */

export type SearchMethod = 'EXACT' | 'HNSW';

/**
 * A scope of up to so many chunks is scanned exactly, a larger one is searched by the HNSW index. Measured with
 * 384 dimensions: an exact scan takes 3.2 ms at 10,000 chunks, the index 0.9 ms at any size.
 */
export const EXACT_SCAN_CHUNKS = 1000;

/**
 * Settings of every connection. Without iterative scan a filtered search by the index loses rows. JIT
 * compilation takes longer than queries as short as these.
 */
export const SEARCH_SETTINGS = {
  'hnsw.iterative_scan': 'relaxed_order',
  'hnsw.ef_search': '100',
  'hnsw.max_scan_tuples': '40000',
  jit: 'off',
} as const;

/** pgvector's HNSW takes 2,000 dimensions as `vector` and 4,000 as `halfvec`. */
const VECTOR_INDEX_DIMENSIONS = 2000;
const HALFVEC_INDEX_DIMENSIONS = 4000;

/**
 * Makes the planner use the HNSW index until the transaction ends: it alone answers in the order asked for. The
 * planner does not know how many chunks a memory has, and may otherwise read and sort all of them.
 * `efSearch` is the number of candidates that the index keeps while it searches.
 */
export async function forceIndex(db: Database, efSearch: number): Promise<void> {
  const statement = prepared(db, 'force_index', () =>
    db
      .select({
        sort: sql`set_config('enable_sort', 'off', true)`,
        // With sorting off there is one plan: planning again for each vector would find the same.
        plan: sql`set_config('plan_cache_mode', 'force_generic_plan', true)`,
        effort: sql`set_config('hnsw.ef_search', ${placeholder('efSearch')}, true)`,
      })
      .from(sql`(values (1)) as one`),
  );
  await statement.execute({ efSearch: String(efSearch) });
}

export function searchMethod(space: Space, chunksInScope: number): SearchMethod {
  const isIndexable = space.dimensions <= HALFVEC_INDEX_DIMENSIONS;
  return isIndexable && chunksInScope > EXACT_SCAN_CHUNKS ? 'HNSW' : 'EXACT';
}

/** Cosine distance in 0..2 written as the space's index has it: the planner wants literals, not parameters. */
export function indexedDistance(space: Space, from: SQL): SQL<number> {
  const type = sql.raw(indexType(space));
  return sql<number>`((${chunks.embedding}::${type}) <=> ${from}::${type})`;
}

/** True for the chunks that are not in the index of their space yet. */
export const isPending = sql`not ${chunks.isIndexed}`;

/** The projects that have chunks which are not in their index yet, up to a limit. */
export async function selectProjectsToIndex(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ projectId: chunks.projectId })
    .from(chunks)
    .where(isPending)
    .limit(limit);
  return rows.map((row) => row.projectId);
}

/** The number of chunks that are not in their index yet, counted up to a limit. */
export async function countPending(db: Database, limit: number): Promise<number> {
  const some = db.select({ one: sql`1` }).from(chunks).where(isPending).limit(limit).as('some');
  const rows = await db.select({ total: count() }).from(some);
  return rows[0]?.total ?? 0;
}

/** Chunks of a project that are to enter their index, but those that another transaction changes. */
export function selectPendingChunks(db: Database, projectId: string, limit: number) {
  return db
    .select({ entryId: chunks.entryId, space: chunks.space, position: chunks.position })
    .from(chunks)
    .where(and(eq(chunks.projectId, projectId), isPending))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Makes the space's HNSW index where it is missing; does nothing for more than 4,000 dimensions. */
export async function ensureHnswIndex(connection: Connection, space: Space): Promise<void> {
  if (space.dimensions > HALFVEC_INDEX_DIMENSIONS) return;
  if ((await indexState(connection.db, space)) === 'VALID') return;
  await connection.exclusively(async (db) => {
    const state = await indexState(db, space);
    if (state === 'VALID') return;
    const online = connection.kind === 'server' ? 'CONCURRENTLY' : '';
    const { name, former } = indexNames(space);
    // An online build that was killed leaves an invalid index behind.
    if (state === 'INVALID') await db.execute(sql.raw(`DROP INDEX ${online} ${name}`));
    const type = indexType(space);
    await db.execute(
      sql.raw(
        `CREATE INDEX ${online} ${name} ON chunks ` +
          `USING hnsw ((embedding::${type}) ${type.split('(')[0]}_cosine_ops) ` +
          `WHERE space = ${quoteLiteral(spaceName(space))} AND is_indexed`,
      ),
    );
    await db.execute(sql.raw(`DROP INDEX ${online} IF EXISTS ${former}`));
  });
}

async function indexState(db: Database, space: Space): Promise<'MISSING' | 'VALID' | 'INVALID'> {
  const rows = await db
    .select({ valid: sql<boolean>`i.indisvalid` })
    .from(sql`pg_index i`)
    .where(sql`i.indexrelid = to_regclass(${indexNames(space).name})`);
  if (rows[0] === undefined) return 'MISSING';
  return rows[0].valid ? 'VALID' : 'INVALID';
}

/** Model names may hold any character, so the index is named by a digest. `former` held every chunk of the space. */
function indexNames(space: Space): { name: string; former: string } {
  const digest = createHash('sha256').update(spaceName(space)).digest('hex').slice(0, 16);
  return { name: `chunks_near_${digest}`, former: `chunks_hnsw_${digest}` };
}

function indexType(space: Space): string {
  const kind = space.dimensions <= VECTOR_INDEX_DIMENSIONS ? 'vector' : 'halfvec';
  return `${kind}(${space.dimensions})`;
}
