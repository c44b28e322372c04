import { and, getTableColumns, gt, isNull, lte, or, placeholder, type SQL, sql } from 'drizzle-orm';
import {
  type ChunkScope,
  inMemories,
  inScope,
  scopeName,
  scopeParameters,
} from '../db/chunk-scope.ts';
import type { Database } from '../db/database.ts';
import { isDistributed } from '../db/distributed.ts';
import { inSpace } from '../db/embedding-space.ts';
import { isEntry } from '../db/entry-conditions.ts';
import {
  type Choice,
  choiceName,
  choiceParameters,
  expectResults,
  type RankedEntry,
  rankedColumns,
} from '../db/expected-results.ts';
import { forceIndex, indexedDistance, isInIndex, isPending, reusePlans } from '../db/hnsw-index.ts';
import type { EntryRow } from '../db/rows.ts';
import type { SearchMethod } from '../db/search-method.ts';
import { constant, limited, mostRows, run } from '../db/statements.ts';
import { chunks, entries } from '../db/tables.ts';
import { vectorParameter } from '../db/vector-parameter.ts';
import type { DateRange } from './periods.ts';
import { CONTEXT_SHARE, DAYS_OF_MATCH, FUSION, type SearchMode } from './presets.ts';
import {
  containsLookedUpWord,
  givenWords,
  keysOf,
  lexemes,
  wordParameters,
  wordTables,
} from './word-queries.ts';
import { MAX_COUNTED, MIN_RARE_WORDS, type QueryWord, type WeightedWord } from './words.ts';

/** The text and the vector of a query; the vector is null in LEXICAL mode. */
export type Query = {
  mode: SearchMode;
  text: string;
  embedding: number[] | null;
  /** The dates that the query names; empty if it names none. */
  ranges: readonly DateRange[];
  /** The dates, extended by `DAYS_OF_MATCH`. The nearest statements of these times are searched for as well. */
  during: readonly DateRange[];
};

export type CandidateSearch = {
  query: Query;
  /** The number of chunks in the memories of the scope. */
  chunkCount: number;
  /** SCAN reads all chunks in scope once; it needs a query with words. The others look words up in their index. */
  method: SearchMethod | 'SCAN';
  /** The `hnsw.ef_search`. */
  efSearch: number;
  /** The number of chunks that are read from an index, if that is more than `chunks`; the nearest `chunks` of them are used (`indexReach`). */
  reach: number;
  /** The number of chunks that each part of the search returns. */
  chunks: number;
  /** The maximum number of entries. */
  entries: number;
  /**
   * How the results are chosen from the entries. Only the expected results are read whole, and of the others the columns by
   * which they are ranked. Null if all entries are results.
   */
  choice: Choice | null;
  /** Words whose number of chunks is known from an earlier search. */
  known: readonly QueryWord[];
};

/**
 * An entry and its most relevant chunk. `similarity` is cosine in -1..1, or 0 in a search without a vector.
 * `coverage`, in 0..1, is the weighted share of the query's words that the chunk contains.
 */
export type FoundEntry = {
  entry: RankedEntry | EntryRow;
  statement: number;
  position: number;
  occurredAt: Date;
  text: string;
  similarity: number;
  coverage: number;
  /** All chunks in scope of an entry with several statements, also the most relevant one; null where they were not read. */
  entryChunks: FoundStatement[] | null;
};

/** A chunk of an entry: the number of its statement, when it happened, and how it compares. */
export type FoundStatement = {
  statement: number;
  occurredAt: Date;
  similarity: number;
  coverage: number;
};

export type FoundCandidates = {
  found: FoundEntry[];
  /** The query's words; empty if nothing was found. */
  words: WeightedWord[];
  /** True if a part of the search returned as many chunks as were asked for, so that there can be more. */
  isFull: boolean;
  /** False if an index returned less than was asked for, and can have missed chunks. */
  isComplete: boolean;
};

/**
 * The entries that are most relevant to a query, best first, by one statement. It must run in a transaction.
 * The entries are selected by the relevance of the mode, in the same order as in measure.ts.
 */
export async function selectCandidates(
  db: Database,
  scope: ChunkScope,
  search: CandidateSearch,
): Promise<FoundCandidates> {
  const { query, method, choice, chunkCount, known } = search;
  const { during, ranges } = query;
  const isIndex = method === 'HNSW' || method === 'OWN_HNSW';
  const own = method === 'OWN_HNSW' ? scope.projectId : '';
  const most = mostRows(search.chunks);
  const read = choice ? choiceName(choice) : 'WHOLE';
  const kind = `${query.mode} ${method} ${own} ${read} ${ranges.length > 0} ${during.length > 0} ${most} ${readsFurther(search) ? mostRows(search.reach) : ''}`;
  const parameters = {
    ...scopeParameters(scope),
    vector: query.embedding && vectorParameter(query.embedding),
    query: query.text,
    chunkCount,
    chunks: search.chunks,
    ...(readsFurther(search) ? { reach: search.reach } : {}),
    entries: search.entries,
    knownWords: known.map(({ lexeme }) => lexeme),
    knownChunks: known.map(({ chunks: count }) => count),
    ...timesOf('range', ranges),
    ...timesOf('during', during),
    ...(choice ? choiceParameters(choice) : {}),
  };
  const [, rows] = await Promise.all([
    isIndex ? forceIndex(db, search.efSearch, search.reach) : reusePlans(db),
    run(db, scopeName(`candidates ${kind}`, scope), () => build(db, scope, search), parameters),
  ]);
  const { near, indexed, covering, words } = rows[0]?.report ?? NOTHING;
  return {
    found: rows.flatMap(({ report: _, whole, ranked, entryChunks, ...row }) => {
      const entry = whole ?? ranked;
      return entry
        ? [{ ...row, entry, entryChunks: entryChunks?.map(foundStatement) ?? null }]
        : [];
    }),
    words: (words ?? []).map(([lexeme, count, weight]) => ({ lexeme, chunks: count, weight })),
    isFull: near >= search.chunks || covering >= search.chunks,
    isComplete: !isIndex || query.embedding === null || indexed >= search.chunks,
  };
}

/** Whether more chunks are read from an index than are used. */
function readsFurther({
  reach,
  chunks: count,
}: Pick<CandidateSearch, 'reach' | 'chunks'>): boolean {
  return reach > count;
}

/** The parameters for times, which are passed as two arrays. */
function timesOf(name: string, ranges: readonly DateRange[]): Record<string, string[]> {
  return {
    [`${name}From`]: ranges.map(({ from }) => from.toISOString()),
    [`${name}To`]: ranges.map(({ to }) => to.toISOString()),
  };
}

/** What the first row says about the parts of the search: numbers of chunks, and the words with their weights. */
type Report = {
  near: number;
  indexed: number;
  covering: number;
  words: [lexeme: string, chunks: number, weight: number][] | null;
};

const NOTHING: Report = { near: 0, indexed: 0, covering: 0, words: null };

/** A chunk of an entry as the database writes it in JSON. */
type StatementValues = [statement: number, time: string, similarity: number, coverage: number];

function foundStatement([statement, time, similarity, coverage]: StatementValues): FoundStatement {
  return { statement, occurredAt: new Date(time), similarity, coverage };
}

function build(db: Database, scope: ChunkScope, search: CandidateSearch) {
  const { query, choice } = search;
  const { tables, report } = partsOf(db, scope, search);
  const all = sql`expected as (select ranked.*, true as is_result from ranked)`;
  const expected = choice ? expectResults(choice) : [all];
  const found = sql`(
    with ${sql.join(tables, sql`, `)},
    best as (
      select distinct on (hit.entry_id) hit.* from hit
      order by hit.entry_id, hit.relevance desc, hit.position
    ),
    ranked as (
      select best.*, row_number() over (order by best.relevance desc, best.entry_id) as place
      from best order by place limit ${placeholder('entries')}
    ),
    ${sql.join(expected, sql`, `)}
    select ranked.*, case when ranked.place = 1 then ${report} end as report,
      case when ranked.is_result then ${chunksOfEntry(db, scope, query)} end as entry_chunks
    from expected as ranked cross join probe
  ) as found`;
  return (
    db
      .select({
        whole: getTableColumns(entries),
        ...(choice ? { ranked: rankedColumns() } : {}),
        statement: sql<number>`found.statement`,
        position: sql<number>`found.position`,
        occurredAt: sql`found.occurred_at`.mapWith(chunks.occurredAt),
        text: sql<string>`found.text`,
        similarity: sql<number>`found.similarity`,
        coverage: sql<number>`found.coverage`,
        entryChunks: sql<StatementValues[] | null>`found.entry_chunks`,
        report: sql<Report | null>`found.report`,
      })
      .from(found)
      // The id is null for a candidate that is not expected to be a result, so PostgreSQL does not look up its entry.
      .leftJoin(entries, isEntry(sql`case when found.is_result then found.entry_id end`))
      .orderBy(sql`found.place`)
  );
}

function partsOf(db: Database, scope: ChunkScope, search: CandidateSearch): QueryParts {
  const { method } = search;
  return method === 'SCAN'
    ? scan(db, scope, search.query)
    : lookUp(db, scope, { ...search, method });
}

/** A search that looks words up in their index. */
type IndexSearch = CandidateSearch & { method: SearchMethod };

/** The common table expressions of a search up to `hit`, which has the chunks that were found, and its report. */
type QueryParts = { tables: SQL[]; report: SQL };

/**
 * Reads all chunks in scope once, and compares them with the words and the vector of the query. Most chunks contain none of the
 * words. One test for all words finds the chunks that do, and single words are then only looked for in these.
 */
function scan(db: Database, scope: ChunkScope, query: Query): QueryParts {
  const hasWord = sql`${chunks.words} @@ (select string_agg(lexemes.any_text::text, ' | ')::tsquery from lexemes)`;
  const scanned = sql`scanned as materialized (
    select ${chunks}.*, ${hasWord} as has_word from ${chunks} where ${isCounted(scope)})`;
  const withWords = sql`with_words as materialized (select chunks.words from scanned as chunks where chunks.has_word)`;
  const count = (word: SQL) =>
    sql`(select count(*)::int from with_words as chunks where ${chunks.words} @@ ${word}.any_text)`;
  const wanted = and(
    inScope(db, scope),
    query.mode === 'LEXICAL' ? sql`value.coverage > 0` : undefined,
  );
  const coverage = sql`case when chunks.has_word then ${coverageOf(query)} else 0 end`;
  const compared = compare(query, sql`scanned as chunks`, { coverage, wanted });
  const hit = sql`hit as (${compared} order by relevance desc limit ${placeholder('chunks')})`;
  return {
    tables: [
      probe,
      lexemes,
      scanned,
      withWords,
      ...wordTables(count, MIN_RARE_WORDS[query.mode]),
      hit,
    ],
    report: reportOf({ near: sql`hit`, indexed: [], covering: null, hasWords: true }),
  };
}

/** Finds chunks by indexes: those nearest in meaning, in general and in the asked time, and those with the words. */
function lookUp(db: Database, scope: ChunkScope, search: IndexSearch): QueryParts {
  const { query } = search;
  const hasWords = query.mode !== 'SEMANTIC';
  const near: { name: SQL; only?: SQL }[] = query.mode === 'LEXICAL' ? [] : [{ name: sql`near` }];
  if (query.during.length > 0) near.push({ name: sql`near_in_time`, only: happened });
  const wanted = and(
    inScope(db, scope, besideWords(db, scope, search)),
    containsLookedUpWord(query.mode),
  );
  const compared = sql`${compare(query, sql`${chunks}`, { wanted })} order by relevance desc`;
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

/** The report of a search: how many chunks its parts returned, and the least number that came from an index. */
function reportOf({
  near,
  indexed,
  covering,
  hasWords,
}: {
  near: SQL | null;
  indexed: SQL[];
  covering: SQL | null;
  hasWords: boolean;
}): SQL {
  const countOf = (part: SQL | null) =>
    part === null ? sql`0` : sql`(select count(*) from ${part})`;
  const counts = indexed.map((part) => sql`(select count(*) from ${part} where is_indexed)`);
  const least = counts.length > 0 ? sql`least(${sql.join(counts, sql`, `)})` : sql`0`;
  const words = hasWords
    ? sql`(select jsonb_agg(jsonb_build_array(word.lexeme, word.chunks, word.weight)) from word)`
    : sql`null`;
  return sql`jsonb_build_object('near', ${countOf(near)}, 'indexed', ${least},
    'covering', ${countOf(covering)}, 'words', ${words})`;
}

/** The query vector as a row. OFFSET prevents the planner from repeating the cast for every chunk. */
const probe = sql`probe as materialized (select ${placeholder('vector')}::vector as vector offset 0)`;

/** Cosine distance, in 0..2, to the query vector. No index applies to this expression. */
const distance = sql`(${chunks.embedding} <=> probe.vector)`;

/** The nearest chunks in scope: of all, or those of an index and of the chunks that are not in it yet. */
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
  if (method === 'EXACT') return by(distance);
  const isIndexed = isInIndex(method, scope.projectId);
  const byIndexed = indexedDistance(scope.space, sql`probe.vector`);
  // Adding 0 makes PostgreSQL sort: it takes the chunks for sorted already, but the index returns them in an approximate order.
  const reached = limited(rows(byIndexed, isIndexed), 'reach', search.reach);
  const nearest = limited(
    sql`select * from (${reached}) as reached order by reached.distance + 0`,
    'chunks',
    search.chunks,
  );
  const further = sql`select one.* from probe cross join lateral (${nearest}) as one`;
  const byIndex = readsFurther(search) ? further : by(byIndexed, isIndexed);
  return sql`(${byIndex}) union all (${by(distance, isPending)})`;
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
  // With LIMIT, PostgreSQL looks up each chunk by its key. For a plain join, it could read all chunks of the project instead,
  // because it expects projects of average size.
  const source = sql`(select key.* from (${keys}) as key ${others}) as key cross join lateral (
    select ${chunks}.* from ${chunks} where ${chunks.projectId} = ${placeholder('projectId')}
      and ${chunks.entryId} = key.entry_id and ${inSpace(scope.space)} and ${chunks.position} = key.position
    limit 1) as chunks`;
  return compare(query, source, {});
}

/** Selects chunks with their similarity, coverage and relevance, which are computed once for each. */
function compare(
  query: Query,
  source: SQL,
  { coverage = coverageOf(query), wanted }: { coverage?: SQL; wanted?: SQL | undefined },
): SQL {
  return sql`select ${chunks.entryId}, ${chunks.position}, ${chunks.statement}, ${chunks.text},
      ${chunks.occurredAt}, value.similarity, value.coverage, ${relevanceOf(query)} as relevance
    from ${source} cross join probe cross join lateral (
      select ${similarityOf(query)} as similarity, ${coverage} as coverage offset 0) as value
    ${wanted ? sql`where ${wanted}` : sql``}`;
}

function similarityOf({ mode }: Query): SQL {
  return mode === 'LEXICAL' ? sql`0::float8` : sql`(1 - ${distance})`;
}

/** The sum of the weights of the words that a chunk contains, in 0..1. Words of its context count less. */
function coverageOf({ mode }: Query): SQL {
  if (mode === 'SEMANTIC') return sql`0::float8`;
  // Most chunks contain few of the words, so whether a word occurs at all is tested first.
  return sql`coalesce((select sum(case when ${chunks.words} @@ word.any_text
    then case when ${chunks.words} @@ word.in_text then word.weight else word.weight * ${constant(CONTEXT_SHARE)} end
    end) from word), 0)`;
}

/** The value by which the most relevant are selected, in the order of `relevanceBy` (measure.ts). */
function relevanceOf({ mode, ranges }: Query): SQL {
  if (mode === 'SEMANTIC') return sql`value.similarity`;
  if (mode === 'LEXICAL') return sql`value.coverage`;
  const fused = sql`(${constant(FUSION.similarity)} * greatest(0, least(1, value.similarity))
    + ${constant(FUSION.coverage)} * value.coverage * value.coverage)`;
  if (ranges.length === 0) return fused;
  const away = sql`(select min(greatest(0, extract(epoch from one.since - ${chunks.occurredAt}),
      extract(epoch from ${chunks.occurredAt} - one.until)))::float8 / 86400
    from ${times('range')} as one(since, until))`;
  const match = sql`coalesce(greatest(0, 1 - ${away} / ${constant(DAYS_OF_MATCH)}), 0)`;
  return sql`((${fused} + ${constant(FUSION.date)} * ${match}) / ${constant(1 + FUSION.date)})`;
}

/** The rows of two arrays of times (`timesOf`). */
function times(name: string): SQL {
  const array = (part: string) => sql`${placeholder(name + part)}::timestamptz[]`;
  return sql`unnest(${array('From')}, ${array('To')})`;
}

/** Condition for the chunks of statements that happened in one of the times `during`. */
const happened = sql`exists (select from ${times('during')} as one(since, until)
  where ${chunks.occurredAt} >= one.since and ${chunks.occurredAt} < one.until)`;

/**
 * Condition for the chunks of the memories, where chunks are looked up by words. Unless the memories are a small part of
 * the project, no other index may serve it: PostgreSQL would read all chunks of the memories by that index as well.
 */
function besideWords(
  db: Database,
  scope: ChunkScope,
  { method }: Pick<CandidateSearch, 'method'>,
): SQL | undefined {
  const isSmallPart = scope.memoryIds !== null && method === 'EXACT';
  return inMemories(scope, { byIndex: isSmallPart || isDistributed(db) });
}

/** Condition for the chunks among which those with a word are counted: the chunks of the memories, as of the time. */
function isCounted(
  scope: ChunkScope,
  inPlace: SQL | undefined = inMemories(scope),
): SQL | undefined {
  const time = sql`${placeholder('asOf')}::timestamptz`;
  return and(
    inPlace,
    scope.asOf === null
      ? isNull(chunks.knownUntil)
      : and(
          lte(chunks.knownFrom, time),
          or(isNull(chunks.knownUntil), gt(chunks.knownUntil, time)),
        ),
  );
}

/** All chunks in scope of an entry that has several statements, or had at the time of the search. */
function chunksOfEntry(db: Database, scope: ChunkScope, query: Query): SQL {
  const several =
    scope.asOf === null
      ? sql`(select jsonb_array_length(${entries.statements}) > 1 from ${entries}
          where ${isEntry(sql`ranked.entry_id`)})`
      : sql`true`;
  return sql`case when ${several} then (
    select jsonb_agg(jsonb_build_array(${chunks.statement}, ${chunks.occurredAt}, ${similarityOf(query)}, ${coverageOf(query)}))
    from ${chunks} where ${inScope(db, scope)} and ${chunks.entryId} = ranked.entry_id) end`;
}

/** The whole entries with the ids, and the chunks in scope of those with several statements (`FoundEntry`). */
export async function selectFoundEntries(
  db: Database,
  scope: ChunkScope,
  { query, words, entryIds }: { query: Query; words: readonly WeightedWord[]; entryIds: string[] },
): Promise<{ entry: EntryRow; entryChunks: FoundStatement[] | null }[]> {
  const build = () => {
    const given = sql`(
      with ${probe}, ${givenWords}
      select ranked.entry_id, ${chunksOfEntry(db, scope, query)} as entry_chunks
      from unnest(${placeholder('entryIds')}::text[]) as ranked(entry_id) cross join probe
    ) as found`;
    return db
      .select({
        entry: getTableColumns(entries),
        entryChunks: sql<StatementValues[] | null>`found.entry_chunks`,
      })
      .from(given)
      .innerJoin(entries, isEntry(sql`found.entry_id`));
  };
  const rows = await run(db, scopeName(`found entries ${query.mode}`, scope), build, {
    ...scopeParameters(scope),
    vector: query.embedding && vectorParameter(query.embedding),
    ...wordParameters(words),
    entryIds,
  });
  return rows.map(({ entry, entryChunks }) => ({
    entry,
    entryChunks: entryChunks?.map(foundStatement) ?? null,
  }));
}
