import type { DateRange } from './calendar.ts';
import { daysFrom } from './dates.ts';
import { DAYS_OF_MATCH, FUSION, type SearchMode } from './presets.ts';

/** What is known of a chunk: cosine similarity in −1..1, coverage in 0..1, and when its statement happened. */
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
};

/** How a mode compares chunks with a query that has such dates. */
export function relevanceBy(
  mode: SearchMode,
  ranges: readonly DateRange[],
): (chunk: Measured) => Relevance {
  if (mode === 'SEMANTIC') return byMeaning;
  return mode === 'LEXICAL' ? byWords : (chunk) => byBoth(chunk, ranges);
}

function byMeaning(chunk: Measured): Relevance {
  const similarity = similarityOf(chunk);
  return { similarity, coverage: null, dateMatch: null, relevance: similarity };
}

function byWords({ coverage }: Measured): Relevance {
  return { similarity: null, coverage, dateMatch: null, relevance: coverage };
}

/**
 * The fused relevance, in 0..1. The square of the coverage keeps a chunk with one common word of the question
 * below one that means the same in other words.
 */
export function byBoth(chunk: Measured, ranges: readonly DateRange[]): Relevance {
  const similarity = similarityOf(chunk);
  const { coverage, occurredAt } = chunk;
  const fused = fuse(similarity, coverage);
  if (ranges.length === 0) return { similarity, coverage, dateMatch: null, relevance: fused };
  const dateMatch = Math.max(0, 1 - daysFrom(ranges, occurredAt) / DAYS_OF_MATCH);
  const relevance = (fused + FUSION.date * dateMatch) / (1 + FUSION.date);
  return { similarity, coverage, dateMatch, relevance };
}

/** The fused relevance of a chunk, in 0..1, for a question without a date. The similarity is limited to 0..1. */
export function fuse(similarity: number, coverage: number): number {
  return FUSION.similarity * limited(similarity) + FUSION.coverage * coverage ** 2;
}

/** Cosine similarity, limited to 0..1. */
function similarityOf({ similarity }: Measured): number {
  return limited(similarity);
}

function limited(similarity: number): number {
  return Math.min(1, Math.max(0, similarity));
}
