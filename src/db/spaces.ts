import { createHash } from 'node:crypto';
import { placeholder, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from './database.ts';
import { preparedStatement } from './prepared.ts';
import { chunks, projects } from './tables.ts';

/** An embedding space: vectors of one model and dimension, which alone can be compared. */
export type Space = { model: string; dimensions: number };

export type SearchMethod = 'EXACT' | 'HNSW';

/**
 * Scan exactly up to so many chunks in scope, use the HNSW index above: measured on 384 dimensions
 * an exact scan takes 3.2 ms at 10,000 chunks and the index 0.9 ms at any size.
 */
export const EXACT_SCAN_CHUNKS = 1000;

/**
 * Settings every connection needs: without iterative scan a filtered index search loses rows; and queries this
 * short are answered long before their compilation would end.
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
 * Makes the planner take the HNSW index in this transaction: it alone answers in the order asked for. Else the
 * planner, which does not know how many chunks a memory has, may read and sort all of them.
 */
export const TAKE_INDEX = 'set local enable_sort = off';

/** The same, and HNSW searches of this transaction weigh so many candidates. */
export async function takeIndex(db: Database, efSearch: number): Promise<void> {
  const statement = preparedStatement(
    db,
    'take_index',
    () =>
      sql`select set_config('enable_sort', 'off', true),
        set_config('hnsw.ef_search', ${placeholder('effort')}, true)`,
  );
  await statement.execute({ effort: String(efSearch) });
}

/** The name under which a space stands in `chunks.space`. */
export function spaceName(space: Space): string {
  return `${space.model}/${space.dimensions}`;
}

export function methodFor(space: Space, chunksInScope: number): SearchMethod {
  const indexed = space.dimensions <= HALFVEC_INDEX_DIMENSIONS;
  return indexed && chunksInScope > EXACT_SCAN_CHUNKS ? 'HNSW' : 'EXACT';
}

/** A vector as a parameter of a query. */
export function vectorParameter(embedding: number[]): SQL {
  return sql`${JSON.stringify(embedding)}::vector`;
}

/** Cosine distance in 0..2 from a vector, written so that no index applies: every row is compared. */
export function exactDistance(from: SQL): SQL<number> {
  return sql<number>`(${chunks.embedding} <=> ${from})`;
}

/** The distance written as the space's index has it; the planner wants literals, not parameters. */
function indexedDistance(space: Space, from: SQL): SQL<number> {
  const type = sql.raw(indexType(space));
  return sql<number>`((${chunks.embedding}::${type}) <=> ${from}::${type})`;
}

/** True for the chunks of the space, written so that the partial index applies. */
export function inSpace(space: Space): SQL {
  return sql`${chunks.space} = ${sql.raw(quoted(spaceName(space)))}`;
}

/** True for the chunks that wait for the index of their space. */
export const isPending = sql`not ${chunks.isIndexed}`;

/** A part of a search for the nearest chunks: by which distance, and among which of them. */
export type SearchPart = { distance: SQL<number>; among?: SQL };

/** EXACT compares with all in one part; HNSW asks the index, and compares with what waits for it. */
export function searchParts(
  method: SearchMethod,
  space: Space,
  from: SQL,
): [SearchPart] | [SearchPart, SearchPart] {
  const distance = exactDistance(from);
  if (method === 'EXACT') return [{ distance }];
  return [
    { distance: indexedDistance(space, from), among: sql`${chunks.isIndexed}` },
    { distance, among: isPending },
  ];
}

/** Whether the index found as many as asked for: it may give up before, where a filter lets few pass. */
export function isFilled(found: readonly { isIndexed: boolean }[], limit: number): boolean {
  return found.filter(({ isIndexed }) => isIndexed).length >= limit;
}

/** Makes the indexes that are missing of a space, and of those that projects are in or go to. */
export async function ensureSpaceIndexes(connection: Connection, space: Space): Promise<void> {
  const current = { model: projects.embeddingModel, dimensions: projects.embeddingDimensions };
  const next = { model: projects.nextModel, dimensions: projects.nextDimensions };
  const [used, nextUsed] = await Promise.all([
    connection.db.selectDistinct(current).from(projects),
    connection.db.selectDistinct(next).from(projects),
  ]);
  const spaces = new Map([[spaceName(space), space]]);
  for (const { model, dimensions } of [...used, ...nextUsed]) {
    if (model === null || dimensions === null) continue;
    spaces.set(spaceName({ model, dimensions }), { model, dimensions });
  }
  for (const one of spaces.values()) await ensureSpaceIndex(connection, one);
}

/** Makes the space's HNSW index where it is missing; does nothing for more than 4,000 dimensions. */
export async function ensureSpaceIndex(connection: Connection, space: Space): Promise<void> {
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
          `WHERE space = ${quoted(spaceName(space))} AND is_indexed`,
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

/** Model names may hold any character, so the index is named by a digest. `former` took in every chunk. */
function indexNames(space: Space): { name: string; former: string } {
  const digest = createHash('sha256').update(spaceName(space)).digest('hex').slice(0, 16);
  return { name: `chunks_near_${digest}`, former: `chunks_hnsw_${digest}` };
}

function indexType(space: Space): string {
  const kind = space.dimensions <= VECTOR_INDEX_DIMENSIONS ? 'vector' : 'halfvec';
  return `${kind}(${space.dimensions})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
