import type { App } from '../app.ts';
import type { ChunkScope } from '../db/vector-search.ts';
import { type DatedText, daysFrom } from './dates.ts';
import type { DateRange } from './periods.ts';
import { DAYS_OF_MATCH, FUSION, LEAST_WORDS, type SearchMode } from './presets.ts';
import { selectQueryWords } from './queries.ts';
import { type WeightedWord, weighWords } from './words.ts';

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

/** How a search compares chunks with its query. */
export type Measure = {
  embedding: number[] | null;
  words: WeightedWord[];
  /** The dates of the question; empty where the mode does not read them. */
  ranges: readonly DateRange[];
  relevanceOf(chunk: Measured): Relevance;
};

/** A question, how it is compared, its vector (null in LEXICAL mode), and the number of chunks in scope. */
export type Asked = {
  mode: SearchMode;
  question: DatedText;
  embedding: number[] | null;
  chunkCount: number;
};

/** Reads what a search needs to compare chunks with its query. */
export async function measureOf(app: App, scope: ChunkScope, asked: Asked): Promise<Measure> {
  const { mode, question, embedding, chunkCount } = asked;
  const { text, ranges } = question;
  if (mode === 'SEMANTIC') return { embedding, words: [], ranges, relevanceOf: byMeaning };
  const found = await selectQueryWords(app.db, scope, text);
  const least = mode === 'HYBRID' ? LEAST_WORDS : 0;
  const words = weighWords(found, { totalChunks: chunkCount, least });
  const relevanceOf = mode === 'LEXICAL' ? byWords : (chunk: Measured) => byBoth(chunk, ranges);
  return { embedding, words, ranges, relevanceOf };
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
  const fused = FUSION.similarity * similarity + FUSION.coverage * coverage ** 2;
  if (ranges.length === 0) return { similarity, coverage, dateMatch: null, relevance: fused };
  const dateMatch = Math.max(0, 1 - daysFrom(ranges, occurredAt) / DAYS_OF_MATCH);
  const relevance = (fused + FUSION.date * dateMatch) / (1 + FUSION.date);
  return { similarity, coverage, dateMatch, relevance };
}

/** Cosine similarity, limited to 0..1. */
function similarityOf({ similarity }: Measured): number {
  return Math.min(1, Math.max(0, similarity));
}
