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
  coverageOf,
  distance,
  happened,
  isCounted,
  probe,
  type QueryParts,
  relevanceOf,
  reportOf,
} from './compare-queries.ts';
import type { SearchMode } from './presets.ts';
import { MAX_COMPARED, MAX_COUNTED, MIN_RARE_WORDS } from './weigh-words.ts';
import {
  containsFrequentWord,
  containsRareWord,
  containsTwoWords,
  keysOf,
  lexemes,
  wordTables,
} from './word-queries.ts';

/** The maximum of PostgreSQL's type `integer`. */
const MAX_INTEGER = sql.raw(String(2 ** 31 - 1));

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
  const inPlace = inScope(db, scope, besideWords(db, scope, search));
  const compareAll = (wanted: SQL, most = sql``) => {
    const source = sql`(select ${chunks}.* from ${chunks} where ${and(inPlace, wanted)} ${most}) as ${chunks}`;
    return limited(sql`${compare(query, source)} order by ${byRelevance}`, 'chunks', search.chunks);
  };
  const covering = coveringTables(compareAll, query.mode);
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
  const count = (word: SQL) => countWithWord(db, scope, { search, word });
  return {
    tables: [
      probe,
      ...(hasWords ? [lexemes, ...wordTables(count, MIN_RARE_WORDS[query.mode])] : []),
      ...near.map(({ name, only }) => sql`${name} as (${nearest(db, scope, { search, only })})`),
      ...(hasWords ? covering : []),
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
 * The table `covering`: the most relevant chunks that contain words of the query. If even the rarest word is frequent,
 * it takes long to compare all chunks with this word. So the chunks that contain a second word are compared first, and
 * the others only if too few were found.
 */
function coveringTables(compareAll: (wanted: SQL, most?: SQL) => SQL, mode: SearchMode): SQL[] {
  const isEnough = sql`(select count(*) from with_two_words) >= ${placeholder('chunks')}::int`;
  const most = sql.raw(`limit ${MAX_COMPARED}`);
  return [
    sql`with_two_words as materialized (${compareAll(containsTwoWords())})`,
    sql`covering as materialized (select * from with_two_words
      union select * from (${compareAll(containsRareWord(mode))}) as with_rare_word
      union select * from (${compareAll(containsFrequentWord(mode), most)}) as with_frequent_word
        where not ${isEnough})`,
  ];
}

/**
 * The number of chunks in the memories of the scope that contain a word, counted up to `MAX_COUNTED`. A higher number
 * is estimated: the fewer blocks of the table contain the counted chunks, the more frequent is the word. The estimate
 * assumes that the chunks of the project are in all blocks of the table, so use it only to find the rarest of the
 * frequent words.
 */
function countWithWord(
  db: Database,
  scope: ChunkScope,
  { search, word }: { search: IndexSearch; word: SQL },
): SQL {
  const wanted = isCounted(scope, besideWords(db, scope, search));
  const most = sql.raw(String(MAX_COUNTED));
  const counted = sql`(select ${chunks}.ctid as place from ${chunks}
    where ${wanted} and ${keysOf} @> array[${word}.key] limit ${most}) as counted`;
  // On Citus, `pg_relation_size` does not return the size of the shard, so nothing is estimated.
  if (isDistributed(db)) return sql`(select count(*)::int from ${counted})`;
  const block = (place: SQL) => sql`(${place}::text::point)[0]`;
  const blocks = sql`(pg_relation_size('chunks'::regclass) / current_setting('block_size')::int)`;
  const read = sql`(${block(sql`max(place)`)} - ${block(sql`min(place)`)} + 1)`;
  return sql`(select case when count(*) < ${most} then count(*)
    else least(greatest(${most}, ${most} * ${blocks} / ${read}), ${MAX_INTEGER}) end::int from ${counted})`;
}

/**
 * The nearest chunks in scope. With a vector index, they are the nearest of the index together with the nearest of the
 * chunks that it does not contain yet. If more chunks are read from the index than are used, the most relevant ones are
 * used.
 */
function nearest(
  db: Database,
  scope: ChunkScope,
  { search, only }: { search: IndexSearch; only: SQL | undefined },
): SQL {
  const { method, query } = search;
  const columns = sql`${chunks.entryId}, ${chunks.position}, ${chunks.isIndexed}, ${distance} as distance`;
  const rows = (selected: SQL, order: SQL, among?: SQL) =>
    sql`select ${selected} from ${chunks} where ${and(inScope(db, scope), among, only)} order by ${order}`;
  const by = (order: SQL, among?: SQL) =>
    ofProbe(limited(rows(columns, order, among), 'chunks', search.chunks));
  // Equal distances in the order of `byRelevance`. An index returns its chunks by their distances alone.
  const byDistance = sql`distance, ${chunks.entryId}, ${chunks.position}`;
  if (method === 'EXACT') return by(byDistance);
  const isIndexed = isInIndex(method, scope.projectId);
  const byIndexed = indexedDistance(scope.space, sql`probe.vector`);
  const compared = sql`${columns}, ${chunks.occurredAt}${query.mode === 'SEMANTIC' ? sql`` : sql`, ${chunks.words}`}`;
  const reached = limited(rows(compared, byIndexed, isIndexed), 'reach', search.reach);
  const most = limited(mostRelevant(query, reached), 'chunks', search.chunks);
  const byIndex = readsFurther(search) ? ofProbe(most) : by(byIndexed, isIndexed);
  return sql`(${byIndex}) union all (${by(byDistance, isPending)})`;
}

/** Selects the rows of a query that uses the table `probe`. */
function ofProbe(rows: SQL): SQL {
  return sql`select one.* from probe cross join lateral (${rows}) as one`;
}

/** Sorts chunks that were read from an index by relevance. The index returns them only approximately in order. */
function mostRelevant(query: Query, reached: SQL): SQL {
  return sql`select ${chunks.entryId}, ${chunks.position}, ${chunks.isIndexed}, ${chunks}.distance
    from (${reached}) as ${chunks} cross join lateral (
      select 1 - ${chunks}.distance as similarity, ${coverageOf(query)} as coverage offset 0) as value
    order by ${relevanceOf(query)} desc, entry_id, position`;
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
  return compare(query, source);
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
