import { getTableColumns, placeholder, sql } from 'drizzle-orm';
import { type ChunkScope, scopeName, scopeParameters } from '../db/chunk-scope.ts';
import type { Database } from '../db/database.ts';
import { isEntry } from '../db/entry-conditions.ts';
import {
  choiceName,
  choiceParameters,
  expectResults,
  type RankedEntry,
  rankedColumns,
} from '../db/expected-results.ts';
import { forceIndex, reusePlans } from '../db/hnsw-index.ts';
import { mostRows, run } from '../db/prepared-queries.ts';
import type { EntryRow } from '../db/rows.ts';
import { chunks } from '../db/tables/chunks.ts';
import { entries } from '../db/tables/entries.ts';
import { vectorParameter } from '../db/vector-parameter.ts';
import type { DateRange } from './calendar.ts';
import { type CandidateSearch, type Query, readsFurther } from './candidate-search.ts';
import { chunksOfEntry, probe, type QueryParts, similarityOfEntry } from './compare-queries.ts';
import { lookUp } from './index-queries.ts';
import { scan } from './scan-queries.ts';
import type { WeightedWord } from './weigh-words.ts';
import { givenWords, wordParameters } from './word-queries.ts';

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
  /**
   * The greatest similarity of the entry's chunks in scope; null where it was not read (`Query.readsEntrySimilarity`).
   */
  entrySimilarity: number | null;
  /**
   * All chunks in scope of an entry with several statements, also the most relevant one; null where they were not read.
   */
  entryChunks: FoundStatement[] | null;
};

/** A chunk of an entry: the number of its statement, its time and text, its similarity and its coverage. */
export type FoundStatement = {
  statement: number;
  occurredAt: Date;
  text: string;
  similarity: number;
  coverage: number;
};

export type FoundCandidates = {
  found: FoundEntry[];
  /** The query's words; empty if nothing was found. */
  words: WeightedWord[];
  /** True if a part of the search returned as many chunks as were requested, so that there can be more. */
  isFull: boolean;
  /** False if an index returned fewer chunks than were requested, and so can have missed some. */
  isComplete: boolean;
};

/**
 * The entries that are most relevant to a query, best first, by one statement. It must run in a transaction.
 * The entries are selected by the relevance of the mode, in the same order as in relevance.ts.
 */
export async function selectCandidates(
  db: Database,
  scope: ChunkScope,
  search: CandidateSearch,
): Promise<FoundCandidates> {
  const { query, method, choice, chunkCount, known } = search;
  const { during, ranges, dateWeight, readsEntrySimilarity } = query;
  const isIndex = method === 'HNSW' || method === 'OWN_HNSW';
  const own = method === 'OWN_HNSW' ? scope.projectId : '';
  const most = mostRows(search.chunks);
  const read = choice ? choiceName(choice) : 'WHOLE';
  const kind = `${query.mode} ${method} ${own} ${read} ${ranges.length > 0} ${during.length > 0} ${readsEntrySimilarity} ${most} ${readsFurther(search) ? mostRows(search.reach) : ''}`;
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
    dateWeight,
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

/** The parameters for times, which are passed as two arrays. */
function timesOf(name: string, ranges: readonly DateRange[]): Record<string, string[]> {
  return {
    [`${name}From`]: ranges.map(({ from }) => from.toISOString()),
    [`${name}To`]: ranges.map(({ to }) => to.toISOString()),
  };
}

/** The report in the first row: the numbers of chunks of each part of the search, and the words with their weights. */
type SearchReport = {
  near: number;
  indexed: number;
  covering: number;
  words: [lexeme: string, chunks: number, weight: number][] | null;
};

const NOTHING: SearchReport = { near: 0, indexed: 0, covering: 0, words: null };

/** A chunk of an entry as the database writes it in JSON. */
type StatementValues = [
  statement: number,
  time: string,
  text: string,
  similarity: number,
  coverage: number,
];

function foundStatement(values: StatementValues): FoundStatement {
  const [statement, time, text, similarity, coverage] = values;
  return { statement, occurredAt: new Date(time), text, similarity, coverage };
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
      ${query.readsEntrySimilarity ? similarityOfEntry(db, scope, query) : sql`null::float8`} as entry_similarity,
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
        entrySimilarity: sql<number | null>`found.entry_similarity`,
        entryChunks: sql<StatementValues[] | null>`found.entry_chunks`,
        report: sql<SearchReport | null>`found.report`,
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
