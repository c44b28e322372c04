import { and, placeholder, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type ChunkScope, inScope, scopeName, scopeParameters } from './chunk-scope.ts';
import type { Database } from './database.ts';
import { forceIndex, indexedDistance, isInIndex, isPending, reusePlans } from './hnsw-index.ts';
import { isAnyOf, type Runnable, run } from './prepared-queries.ts';
import {
  chunkBy,
  exactDistance,
  type FoundChunk,
  type NumberedChunk,
  queryVector,
  searchEach,
  searchOne,
  selectForEach,
} from './query-vectors.ts';
import type { SearchMethod } from './search-method.ts';
import type { SelectedEntries } from './selected-entries.ts';
import { chunks } from './tables/chunks.ts';
import { vectorParameter, vectorsParameter } from './vector-parameter.ts';

/** The vector search of writes and of the jobs that check them. Searches use `retrieval/queries.ts`. */

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
 * For each vector, at most `limit` nearest chunks, nearest first. EXACT compares every chunk in scope. The other
 * methods search an index and compare pending chunks exactly; if the index returns fewer than `limit` chunks, the
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
  const rows = await run(db, name, () => selectForEach(db, scope.space, nearest()), {
    ...scopeParameters(scope),
    entryIds,
    vectors: vectorsParameter(vectors),
  });
  return byVector(vectors, rows);
}

/**
 * Compares the query vectors with the chunks of selected entries. Returns at most `limit` chunks for each vector,
 * nearest first.
 */
export async function findNearestOfEntries(
  db: Database,
  scope: ChunkScope,
  { vectors, limit }: Pick<VectorSearch, 'vectors' | 'limit'>,
  { name, selectIds, parameters }: SelectedEntries,
): Promise<FoundChunk[][]> {
  if (vectors.length === 0) return [];
  const compared = () => and(inScope(db, scope), sql`${chunks.entryId} in (${selectIds(db)})`);
  const build = () => searchEach(db, scope, { compared: compared(), withEntries: false });
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
  search: VectorSearch,
): Promise<FoundChunk[][]> {
  const { vectors, limit, method, withEntries } = search;
  const [first] = vectors;
  const isSingle = vectors.length === 1;
  const own = method === 'OWN_HNSW' ? scope.projectId : '';
  const name = scopeName(`nearest ${method} ${own} ${isSingle} ${withEntries}`, scope);
  const rows = await run(db, name, () => nearestStatement(db, scope, search), {
    ...scopeParameters(scope),
    limit,
    vectors: first && isSingle ? vectorParameter(first) : vectorsParameter(vectors),
  });
  return byVector(vectors, rows);
}

/** Builds the statement of `selectNearest`. The vectors are parameters; only their number changes the statement. */
function nearestStatement(
  db: Database,
  scope: ChunkScope,
  { vectors, method, withEntries }: VectorSearch,
): Runnable<NumberedChunk[]> {
  const nearest = (distance: SQL<number>, among?: SQL) =>
    db
      .select(chunkBy(distance))
      .from(chunks)
      .where(and(inScope(db, scope), among))
      .orderBy(distance)
      .limit(placeholder('limit'));
  const indexed =
    method === 'EXACT'
      ? undefined
      : nearest(indexedDistance(scope.space, queryVector), isInIndex(method, scope.projectId));
  const isCompared = method === 'EXACT' ? undefined : isPending;
  if (vectors.length > 1) {
    const compared = and(inScope(db, scope), isCompared);
    return searchEach(db, scope, { compared, indexed, withEntries });
  }
  const compared = nearest(exactDistance(), isCompared);
  const found = indexed ? unionAll(indexed, compared) : compared;
  return searchOne(db, scope, { nearest: found.as('nearest'), withEntries });
}

/** The found chunks of each vector, nearest first. */
function byVector(
  vectors: VectorSearch['vectors'],
  rows: readonly NumberedChunk[],
): FoundChunk[][] {
  const found: FoundChunk[][] = vectors.map(() => []);
  for (const { number, ...chunk } of rows) found[Number(number) - 1]?.push(chunk);
  return found.map((near) => near.sort((one, other) => other.similarity - one.similarity));
}
