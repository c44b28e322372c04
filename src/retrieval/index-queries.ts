import { and, placeholder, type SQL, sql } from 'drizzle-orm';
import { type ChunkScope, inMemories, inScope } from '../db/chunk-scope.ts';
import type { Database } from '../db/database.ts';
import { isDistributed } from '../db/distributed.ts';
import { inSpace } from '../db/embedding-space.ts';
import { indexedDistance, isInIndex, isPending } from '../db/hnsw-index.ts';
import { limited } from '../db/prepared-queries.ts';
import type { SearchMethod } from '../db/search-method.ts';
import { chunks } from '../db/tables/chunks.ts';
import { type CandidateSearch, type Query, readsFurther } from './candidate-search.ts';
import {
  byRelevance,
  compare,
  distance,
  happened,
  isCounted,
  probe,
  type QueryParts,
  reportOf,
} from './compare-queries.ts';
import { MAX_COUNTED, MIN_RARE_WORDS } from './weigh-words.ts';
import { containsLookedUpWord, keysOf, lexemes, wordTables } from './word-queries.ts';

/** A search that finds the words of its query by the index of words, instead of reading all chunks in scope. */
type IndexSearch = CandidateSearch & { method: SearchMethod };

/**
 * Finds chunks by indexes: those nearest in meaning, in general and in the times of the query, and those with its words.
 */
export function lookUp(db: Database, scope: ChunkScope, search: IndexSearch): QueryParts {
  const { query } = search;
  const hasWords = query.mode !== 'SEMANTIC';
  const near: { name: SQL; only?: SQL }[] = query.mode === 'LEXICAL' ? [] : [{ name: sql`near` }];
  if (query.during.length > 0) near.push({ name: sql`near_in_time`, only: happened });
  const wanted = and(
    inScope(db, scope, besideWords(db, scope, search)),
    containsLookedUpWord(query.mode),
  );
  const compared = sql`${compare(query, sql`${chunks}`, { wanted })} order by ${byRelevance}`;
  const covering = sql`covering as (${limited(compared, 'chunks', search.chunks)})`;
  const hits = [
    ...(hasWords ? [sql`select * from covering`] : []),
    ...(near.length > 0
      ? [
          compareNear(
            scope,
            query,
            near.map(({ name }) => name),
          ),
        ]
      : []),
  ];
  const count = (word: SQL) => sql`(select count(*)::int from (
    select from ${chunks} where ${isCounted(scope, besideWords(db, scope, search))} and ${keysOf} @> array[${word}.key]
    limit ${sql.raw(String(MAX_COUNTED))}) as counted)`;
  return {
    tables: [
      probe,
      ...(hasWords ? [lexemes, ...wordTables(count, MIN_RARE_WORDS[query.mode])] : []),
      ...near.map(({ name, only }) => sql`${name} as (${nearest(db, scope, { search, only })})`),
      ...(hasWords ? [covering] : []),
      sql`hit as (${sql.join(hits, sql` union all `)})`,
    ],
    report: reportOf({
      near: near.length > 0 ? sql`near` : null,
      indexed: near.map(({ name }) => name),
      covering: hasWords ? sql`covering` : null,
      hasWords,
    }),
  };
}

/**
 * The nearest chunks in scope. With a vector index, they are the nearest of the index together with the nearest of the
 * chunks that it does not contain yet.
 */
function nearest(
  db: Database,
  scope: ChunkScope,
  { search, only }: { search: IndexSearch; only: SQL | undefined },
): SQL {
  const { method } = search;
  const rows = (order: SQL, among?: SQL) =>
    sql`select ${chunks.entryId}, ${chunks.position}, ${chunks.isIndexed}, ${distance} as distance from ${chunks}
    where ${and(inScope(db, scope), among, only)} order by ${order}`;
  const by = (order: SQL, among?: SQL) =>
    sql`select one.* from probe cross join lateral (${limited(rows(order, among), 'chunks', search.chunks)}) as one`;
  // Equal distances in the order of `byRelevance`. An index returns its chunks by their distances alone.
  const byDistance = sql`distance, ${chunks.entryId}, ${chunks.position}`;
  if (method === 'EXACT') return by(byDistance);
  const isIndexed = isInIndex(method, scope.projectId);
  const byIndexed = indexedDistance(scope.space, sql`probe.vector`);
  // Adding 0 makes PostgreSQL sort: it takes the chunks for sorted already, but the index returns them in an
  // approximate order.
  const reached = limited(rows(byIndexed, isIndexed), 'reach', search.reach);
  const nearest = limited(
    sql`select * from (${reached}) as reached order by reached.distance + 0, entry_id, position`,
    'chunks',
    search.chunks,
  );
  const further = sql`select one.* from probe cross join lateral (${nearest}) as one`;
  const byIndex = readsFurther(search) ? further : by(byIndexed, isIndexed);
  return sql`(${byIndex}) union all (${by(byDistance, isPending)})`;
}

/** Compares the chunks that were found by their vectors, except those that `covering` has compared already. */
function compareNear(scope: ChunkScope, query: Query, names: readonly SQL[]): SQL {
  const keys = sql.join(
    names.map((name) => sql`select entry_id, position from ${name}`),
    sql` union `,
  );
  const isCompared = sql`(select from covering
    where covering.entry_id = key.entry_id and covering.position = key.position)`;
  const others = query.mode !== 'SEMANTIC' ? sql`where not exists ${isCompared}` : sql``;
  // With LIMIT, PostgreSQL looks up each chunk by its key. For a plain join, it could read all chunks of the project
  // instead, because it expects projects of average size.
  const source = sql`(select key.* from (${keys}) as key ${others}) as key cross join lateral (
    select ${chunks}.* from ${chunks} where ${chunks.projectId} = ${placeholder('projectId')}
      and ${chunks.entryId} = key.entry_id and ${inSpace(scope.space)} and ${chunks.position} = key.position
    limit 1) as chunks`;
  return compare(query, source, {});
}

/**
 * Condition for the chunks of the memories, where chunks are looked up by words. Unless the memories are a small part
 * of the project, no other index may serve it: PostgreSQL would read all chunks of the memories by that index as well.
 */
function besideWords(
  db: Database,
  scope: ChunkScope,
  { method }: Pick<CandidateSearch, 'method'>,
): SQL | undefined {
  const isSmallPart = scope.memoryIds !== null && method === 'EXACT';
  return inMemories(scope, { byIndex: isSmallPart || isDistributed(db) });
}
