import type { QueryDates } from './candidate-search.ts';
import { daysFrom } from './dates.ts';
import { DAYS_OF_MATCH, FUSION, NEAR_MATCH, type SearchMode } from './presets.ts';

const COVERAGE_IN_SIMILARITY = FUSION.coverage / FUSION.similarity;

/** The measured values of a chunk: cosine similarity in −1..1, coverage in 0..1, and when its statement happened. */
export type Measured = { similarity: number; coverage: number; occurredAt: Date };

/**
 * The values by which a chunk is compared, in 0..1; a value that the mode does not compute is null. The date
 * match is null for a question without a date.
 */
export type Relevance = {
  similarity: number | null;
  coverage: number | null;
  dateMatch: number | null;
  relevance: number;
  /**
   * The relevance without the date match, unless the question asks for nothing but a time. With it, a date that all
   * entries match would make each of them relevant.
   */
  topicRelevance: number;
};

/** Returns the function that computes the relevance of a chunk for a query, by the mode of the search. */
export function relevanceBy(
  query: QueryDates & { mode: SearchMode },
): (chunk: Measured) => Relevance {
  const { mode } = query;
  if (mode === 'SEMANTIC') return byMeaning;
  return mode === 'LEXICAL' ? byWords : (chunk) => byBoth(chunk, query);
}

function byMeaning(chunk: Measured): Relevance {
  const similarity = similarityOf(chunk);
  return {
    similarity,
    coverage: null,
    dateMatch: null,
    relevance: similarity,
    topicRelevance: similarity,
  };
}

function byWords({ coverage }: Measured): Relevance {
  return {
    similarity: null,
    coverage,
    dateMatch: null,
    relevance: coverage,
    topicRelevance: coverage,
  };
}

/**
 * The fused relevance, in 0..1. The square of the coverage keeps a chunk with one common word of the question
 * below one that means the same in other words.
 */
export function byBoth(chunk: Measured, { ranges, dateWeight }: QueryDates): Relevance {
  const similarity = similarityOf(chunk);
  const { coverage, occurredAt } = chunk;
  const fused = FUSION.similarity * similarity + FUSION.coverage * coverage ** 2;
  const values = { similarity, coverage };
  if (ranges.length === 0)
    return { ...values, dateMatch: null, relevance: fused, topicRelevance: fused };
  const dateMatch = dateMatchOf(ranges, occurredAt.getTime());
  const relevance = (fused + dateWeight * dateMatch) / (1 + dateWeight);
  const topicRelevance = dateWeight === FUSION.onlyDate ? relevance : fused;
  return { ...values, dateMatch, relevance, topicRelevance };
}

/** How near a statement is to the dates of the question, in 0..1. `occurredAt` is in milliseconds since 1970. */
function dateMatchOf(ranges: QueryDates['ranges'], occurredAt: number): number {
  const days = daysFrom(ranges, occurredAt);
  return days === 0 ? 1 : NEAR_MATCH * Math.max(0, 1 - days / DAYS_OF_MATCH);
}

/**
 * The relevance in HYBRID mode, for a question without a date, divided by the weight of the similarity. It sorts chunks
 * like their relevance. For a chunk that contains no word of the question, it is the similarity, limited to 0..1.
 */
export function fusedRank(similarity: number, coverage: number): number {
  return limited(similarity) + COVERAGE_IN_SIMILARITY * coverage ** 2;
}

/** What a statement adds to `fusedRank` by its date match. `occurredAt` is in milliseconds since 1970. */
export function dateRank({ ranges, dateWeight }: QueryDates, occurredAt: number): number {
  return (dateWeight * dateMatchOf(ranges, occurredAt)) / FUSION.similarity;
}

/** Cosine similarity, limited to 0..1. */
function similarityOf({ similarity }: Measured): number {
  return limited(similarity);
}

function limited(similarity: number): number {
  return Math.min(1, Math.max(0, similarity));
}
