import type { ResultChoice } from '../db/expected-results.ts';
import type { SearchMethod } from '../db/search-method.ts';
import type { DateRange } from './calendar.ts';
import type { SearchMode } from './presets.ts';
import type { QueryWord } from './weigh-words.ts';

/** The dates that a query names, or none. `dateWeight` is the weight of the date match in the relevance. */
export type QueryDates = { ranges: readonly DateRange[]; dateWeight: number };

/** The text and the vector of a query; the vector is null in LEXICAL mode. */
export type Query = QueryDates & {
  mode: SearchMode;
  text: string;
  embedding: number[] | null;
  /** The dates, extended by `DAYS_OF_MATCH`. The nearest statements of these times are searched for as well. */
  during: readonly DateRange[];
  /**
   * Whether the greatest similarity of each entry's chunks is read as well. The most relevant chunk of an entry need
   * not be the most similar one.
   */
  readsEntrySimilarity: boolean;
};

export type CandidateSearch = {
  query: Query;
  /** The number of chunks in the memories of the scope. */
  chunkCount: number;
  /** SCAN reads all chunks in scope once; it needs a query with words. The others look words up in their index. */
  method: SearchMethod | 'SCAN';
  /** The value of `hnsw.ef_search`, pgvector's number of candidates in an index scan. */
  efSearch: number;
  /**
   * The number of chunks that are read from an index, if that is more than `chunks`; the nearest `chunks` of them are
   * used (`indexReach`).
   */
  reach: number;
  /** The number of chunks that each part of the search returns. */
  chunks: number;
  /** The maximum number of entries. */
  entries: number;
  /**
   * How the database chooses the results, of which all columns are read. Of the other entries, only the columns that
   * rank them are read. Null if all entries are results.
   */
  choice: ResultChoice | null;
  /** Words whose number of chunks is known from an earlier search. */
  known: readonly QueryWord[];
};

/** Whether more chunks are read from an index than are used. */
export function readsFurther({
  reach,
  chunks: count,
}: Pick<CandidateSearch, 'reach' | 'chunks'>): boolean {
  return reach > count;
}
