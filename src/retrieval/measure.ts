import type { App } from '../app.ts';
import type { ChunkScope } from '../db/vector-search.ts';
import type { Search } from './find-candidates.ts';
import { FUSION, MIN_COVERAGE } from './presets.ts';
import { selectQueryWords } from './queries.ts';
import { type WeightedWord, weighWords } from './words.ts';

/** What is known of a chunk: cosine similarity in −1..1, coverage in 0..1, and when its statement happened. */
export type Measured = { similarity: number; coverage: number; occurredAt: Date };

/** The values by which a chunk is compared, in 0..1; a value that the mode does not compute is null. */
export type Relevance = { similarity: number | null; coverage: number | null; relevance: number };

/** How a search compares chunks with its query. */
export type Measure = {
  embedding: number[] | null;
  words: WeightedWord[];
  relevanceOf(chunk: Measured): Relevance;
};

/** Reads what a search needs to compare chunks with its query. */
export async function measureOf(app: App, scope: ChunkScope, search: Search): Promise<Measure> {
  const { mode, query, embedding, chunkCount } = search;
  if (mode === 'SEMANTIC') return { embedding, words: [], relevanceOf: byMeaning };
  const words = weighWords(await selectQueryWords(app.db, scope, query), chunkCount);
  return { embedding, words, relevanceOf: mode === 'LEXICAL' ? byWords : byBoth };
}

function byMeaning(chunk: Measured): Relevance {
  const similarity = similarityOf(chunk);
  return { similarity, coverage: null, relevance: similarity };
}

function byWords({ coverage }: Measured): Relevance {
  return { similarity: null, coverage, relevance: coverage };
}

function byBoth(chunk: Measured): Relevance {
  const similarity = similarityOf(chunk);
  const { coverage } = chunk;
  const counted = coverage > MIN_COVERAGE ? coverage : 0;
  const relevance = FUSION.similarity * similarity + FUSION.coverage * counted;
  return { similarity, coverage, relevance };
}

/** Cosine similarity, limited to 0..1. */
function similarityOf({ similarity }: Measured): number {
  return Math.min(1, Math.max(0, similarity));
}
