import { and, getTableColumns, placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type ChunkScope, inScope, scopeName, scopeParameters } from './chunk-scope.ts';
import type { Database } from './database.ts';
import type { Space } from './embedding-space.ts';
import { isEntry } from './entry-conditions.ts';
import { forceIndex, indexedDistance, isInIndex, isPending, reusePlans } from './hnsw-index.ts';
import type { EntryRow } from './rows.ts';
import type { SearchMethod } from './search-method.ts';
import type { SelectedEntries } from './selected-entries.ts';
import { columnsOf, isAnyOf, type Runnable, run } from './statements.ts';
import { chunks } from './tables/chunks.ts';
import { entries } from './tables/entries.ts';
import { vectorParameter, vectorsParameter } from './vector-parameter.ts';

/** The vector search of writes and of the jobs that check them. Searches have their own, in `retrieval/queries.ts`. */

export type VectorSearch = {
  vectors: readonly (readonly number[])[];
  limit: number;
  method: SearchMethod;
  /** Candidates that the index keeps during a search. A higher value improves recall and takes longer. */
  efSearch: number;
  /** Whether `FoundChunk.entry` is read: the whole entry of each found chunk. */
  withEntries: boolean;
};

/**
 * `similarity` is cosine in −1..1. `statements` has, for each statement of the entry, its chunk that is nearest to the query
 * vector; null if the entry has one statement.
 */
export type FoundChunk = {
  entryId: string;
  statement: number;
  position: number;
  text: string;
  similarity: number;
  occurredAt: Date;
  isIndexed: boolean;
  entry?: EntryRow;
  statements?: FoundChunk[] | null;
};

/**
 * For each vector, at most `limit` nearest chunks, nearest first. EXACT compares every chunk in scope. The others
 * search an index and compare pending chunks exactly; if the index returns fewer than `limit` chunks, the
 * search is repeated as EXACT. The search requires a transaction.
 */
export async function findNearestChunks(
  db: Database,
  scope: ChunkScope,
  search: VectorSearch,
): Promise<FoundChunk[][]> {
  if (search.vectors.length === 0) return [];
  if (search.method === 'EXACT') {
    const [, found] = await Promise.all([reusePlans(db), selectNearest(db, scope, search)]);
    return found;
  }
  const [, found] = await Promise.all([
    forceIndex(db, search.efSearch),
    selectNearest(db, scope, search),
  ]);
  const { limit } = search;
  const isEnough = found.every((near) => near.filter((one) => one.isIndexed).length >= limit);
  if (isEnough) return found.map((near) => near.slice(0, limit));
  return selectNearest(db, scope, { ...search, method: 'EXACT' });
}

/** For each vector, the nearest chunk of each statement of the entries, nearest first. */
export async function findNearestOfStatements(
  db: Database,
  scope: ChunkScope,
  { vectors, entryIds }: Pick<VectorSearch, 'vectors'> & { entryIds: string[] },
): Promise<FoundChunk[][]> {
  if (entryIds.length === 0 || vectors.length === 0) return [];
  const nearest = () => {
    const distance = exactDistance();
    return db
      .selectDistinctOn([chunks.entryId, chunks.statement], chunkBy(distance))
      .from(chunks)
      .where(and(inScope(db, scope), isAnyOf(chunks.entryId, 'entryIds')))
      .orderBy(chunks.entryId, chunks.statement, distance)
      .as('nearest');
  };
  const name = scopeName('nearest of statements', scope);
  const rows = await run(db, name, () => probe(db, scope.space, nearest()), {
    ...scopeParameters(scope),
    entryIds,
    vectors: vectorsParameter(vectors),
  });
  return byVector(vectors, rows);
}

/**
 * Compares the query vectors with the chunks of selected entries. Returns at most `limit` chunks for each vector, nearest
 * first.
 */
export async function findNearestOfEntries(
  db: Database,
  scope: ChunkScope,
  { vectors, limit }: Pick<VectorSearch, 'vectors' | 'limit'>,
  { name, selectIds, parameters }: SelectedEntries,
): Promise<FoundChunk[][]> {
  if (vectors.length === 0) return [];
  const compared = () => and(inScope(db, scope), sql`${chunks.entryId} in (${selectIds(db)})`);
  const build = () => probeEach(db, scope, { compared: compared(), withEntries: false });
  const rows = await run(db, scopeName(`nearest of ${name}`, scope), build, {
    ...scopeParameters(scope),
    ...parameters,
    limit,
    vectors: vectorsParameter(vectors),
  });
  return byVector(vectors, rows);
}

/** Those statements of the entries that have a chunk in scope. */
export async function findStatements(
  db: Database,
  scope: ChunkScope,
  entryIds: string[],
): Promise<Pick<FoundChunk, 'entryId' | 'statement'>[]> {
  if (entryIds.length === 0) return [];
  const build = () =>
    db
      .selectDistinct({ entryId: chunks.entryId, statement: chunks.statement })
      .from(chunks)
      .where(and(inScope(db, scope), isAnyOf(chunks.entryId, 'entryIds')));
  const parameters = { ...scopeParameters(scope), entryIds };
  return run(db, scopeName('statements', scope), build, parameters);
}

async function selectNearest(
  db: Database,
  scope: ChunkScope,
  { vectors, limit, method, withEntries }: VectorSearch,
): Promise<FoundChunk[][]> {
  const [first] = vectors;
  const isSingle = vectors.length === 1;
  const build = (): Runnable<NumberedChunk[]> => {
    const nearest = (distance: SQL<number>, among?: SQL) =>
      db
        .select(chunkBy(distance))
        .from(chunks)
        .where(and(inScope(db, scope), among))
        .orderBy(distance)
        .limit(placeholder('limit'));
    const indexed = () =>
      nearest(indexedDistance(scope.space, PROBE), isInIndex(method, scope.projectId));
    const isCompared = method === 'EXACT' ? undefined : isPending;
    if (!isSingle) {
      const compared = and(inScope(db, scope), isCompared);
      return probeEach(db, scope, {
        compared,
        indexed: method === 'EXACT' ? undefined : indexed(),
        withEntries,
      });
    }
    const compared = nearest(exactDistance(), isCompared);
    const found = method === 'EXACT' ? compared : unionAll(indexed(), compared);
    return probeOne(db, scope, { nearest: found.as('nearest'), withEntries });
  };
  const own = method === 'OWN_HNSW' ? scope.projectId : '';
  const name = scopeName(`nearest ${method} ${own} ${isSingle} ${withEntries}`, scope);
  const rows = await run(db, name, build, {
    ...scopeParameters(scope),
    limit,
    vectors: first && isSingle ? vectorParameter(first) : vectorsParameter(vectors),
  });
  return byVector(vectors, rows);
}

/** The query vector. */
const PROBE = sql`probe.vector`;

/** Cosine distance, in 0..2, to the query vector. No index applies to this expression. */
function exactDistance(): SQL<number> {
  return sql<number>`(${chunks.embedding} <=> ${PROBE})`;
}

function chunkBy(distance: SQL<number>) {
  return {
    entryId: chunks.entryId,
    statement: chunks.statement,
    position: chunks.position,
    text: chunks.text,
    occurredAt: chunks.occurredAt,
    // The same expression as in ORDER BY, so that it is computed once for each chunk.
    distance: distance.as('distance'),
    isIndexed: chunks.isIndexed,
  };
}

type Nearest = ReturnType<ReturnType<typeof selectChunks>['as']>;

function selectChunks(db: Database) {
  return db.select(chunkBy(exactDistance())).from(chunks);
}

/** The query vectors, each in a row with its number from 1. OFFSET prevents the planner from repeating the cast for every chunk. */
function probes({ dimensions }: Space): SQL {
  const size = sql.raw(String(dimensions));
  return sql`(select given.vectors[(one.number - 1) * ${size} + 1 : one.number * ${size}]::vector as vector, one.number
    from (select ${placeholder('vectors')}::real[] as vectors) as given
    cross join lateral generate_series(1, cardinality(given.vectors) / ${size}) as one(number)
    offset 0) as probe`;
}

/** A single vector as a row. The planner knows that there is exactly one row. */
const singleProbe = sql`(select ${placeholder('vectors')}::vector as vector, 1 as number offset 0) as probe`;

/** Runs a query with `PROBE` for each query vector. */
function probe(db: Database, space: Space, nearest: Nearest) {
  return db.select(foundBy(nearest)).from(probes(space)).crossJoinLateral(nearest);
}

type ComparisonSource = {
  compared: SQL | undefined;
  indexed?: SQLWrapper | undefined;
  withEntries: boolean;
};

/**
 * For each query vector, the nearest of the compared chunks, and of those that a query finds with an index. The compared
 * chunks are read once for all vectors: reading a row takes longer than comparing it.
 */
function probeEach(
  db: Database,
  scope: ChunkScope,
  { compared, indexed, withEntries }: ComparisonSource,
): Runnable<NumberedChunk[]> {
  const { entryId, statement, position, text, occurredAt, isIndexed, embedding } = chunks;
  const columns = { entryId, statement, position, text, occurredAt, isIndexed };
  const rows = db
    .select({ ...columns, embedding })
    .from(chunks)
    .where(compared);
  const names = sql.join(
    Object.values(columns).map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const nearest = sql`(select ${names}, (embedding <=> ${PROBE}) as distance
    from compared order by distance limit ${placeholder('limit')})`;
  const both = indexed
    ? sql`${nearest} union all (select ${names}, distance from (${indexed}) as indexed)`
    : nearest;
  const of = columnsOf('nearest');
  const found = {
    number: sql<string | number>`nearest.number`,
    entryId: of(entryId),
    statement: of(statement),
    position: of(position),
    text: of(text),
    similarity: sql<number>`1 - nearest.distance`,
    occurredAt: of(occurredAt),
    isIndexed: of(isIndexed),
  };
  const each = sql`(with compared as materialized (${rows})
    select probe.*, found.* from ${probes(scope.space)} cross join lateral (${both}) as found) as nearest`;
  return db
    .select({ ...found, ...entryColumns(db, scope, found.entryId, withEntries) })
    .from(each)
    .crossJoinLateral(entryOfChunk(db, found.entryId))
    .crossJoinLateral(sql`(select nearest.vector) as probe`);
}

/** Runs the query `nearest` for a single query vector. */
function probeOne(
  db: Database,
  scope: ChunkScope,
  { nearest, withEntries }: { nearest: Nearest; withEntries: boolean },
): Runnable<NumberedChunk[]> {
  return db
    .select({ ...foundBy(nearest), ...entryColumns(db, scope, nearest.entryId, withEntries) })
    .from(singleProbe)
    .crossJoinLateral(nearest)
    .crossJoinLateral(entryOfChunk(db, nearest.entryId));
}

/**
 * The entry of a found chunk, as a subquery with the name `entries`. The limit makes PostgreSQL look up one entry for each chunk.
 * For a plain join it would overestimate the number of chunks, and read all entries of the project.
 */
function entryOfChunk(db: Database, entryId: SQLWrapper) {
  return db.select().from(entries).where(isEntry(entryId)).limit(1).as('entries');
}

/** What is read of the entry of a found chunk: how its statements compare and, if asked for, all of its columns. */
function entryColumns(db: Database, scope: ChunkScope, entryId: SQLWrapper, withEntries: boolean) {
  const statements = statementsOf(db, scope, entryId);
  return withEntries ? { statements, entry: getTableColumns(entries) } : { statements };
}

/** For each statement of an entry, its chunk that is nearest to the query vector. Null if the entry has one statement. */
function statementsOf(db: Database, scope: ChunkScope, id: SQLWrapper): SQL<FoundChunk[] | null> {
  const distance = exactDistance();
  const each = db
    .selectDistinctOn([chunks.statement], chunkBy(distance))
    .from(chunks)
    .where(
      and(
        inScope(db, scope),
        sql`${chunks.entryId} = ${id}`,
        sql`jsonb_array_length(${entries.statements}) > 1`,
      ),
    )
    .orderBy(chunks.statement, distance)
    .as('each');
  const { entryId, statement, position, text, occurredAt, isIndexed } = each;
  const found = sql<FoundInJson[] | null>`(select json_agg(json_build_object(
      'entryId', ${entryId}, 'statement', ${statement}, 'position', ${position}, 'text', ${text},
      'similarity', 1 - ${each.distance}, 'occurredAt', ${occurredAt}, 'isIndexed', ${isIndexed}
    )) from ${each})`;
  return found.mapWith((rows: FoundInJson[]) =>
    rows.map((row): FoundChunk => ({ ...row, occurredAt: new Date(row.occurredAt) })),
  );
}

type FoundInJson = Omit<FoundChunk, 'occurredAt'> & { occurredAt: string };

function foundBy(nearest: Nearest) {
  const { entryId, statement, position, text, distance, occurredAt, isIndexed } = nearest;
  const similarity = sql<number>`1 - ${distance}`;
  return {
    number: sql<string | number>`probe.number`,
    entryId,
    statement,
    position,
    text,
    similarity,
    occurredAt,
    isIndexed,
  };
}

/** A found chunk with the number of the vector for which it was found, from 1. */
type NumberedChunk = FoundChunk & { number: string | number };

/** The rows of each vector, nearest first. */
function byVector(
  vectors: VectorSearch['vectors'],
  rows: readonly NumberedChunk[],
): FoundChunk[][] {
  const found: FoundChunk[][] = vectors.map(() => []);
  for (const { number, ...chunk } of rows) found[Number(number) - 1]?.push(chunk);
  return found.map((near) => near.sort((one, other) => other.similarity - one.similarity));
}
