import type { Weights } from './rank.ts';

/** A way of ranking, as data: the reference behaviours are presets of one pipeline. */
export type Preset = {
  weights: Weights;
  /** How many candidates are scored for a number of results. */
  candidatesFor(limit: number): number;
};

/** SOAT's `searchKnowledge`: by relevance alone. */
export const KNOWLEDGE: Preset = {
  weights: { relevance: 1, utility: 0, recency: 0, importance: 0 },
  candidatesFor: (limit) => limit,
};

/**
 * Reflect's `query_memories`: `(1 − lambda) × similarity + lambda × utility`. What is useful may resemble
 * the task less than many others, so more are scored than are diversified.
 */
export function reflections(lambda: number): Preset {
  return {
    weights: { relevance: 1 - lambda, utility: lambda, recency: 0, importance: 0 },
    candidatesFor: (limit) => Math.max(200, limit * DIVERSIFY_DEPTH),
  };
}

/** Generative Agents' retrieval: the candidates by cosine, ranked by the weighted sum of the parts. */
export function weighted(settings: {
  relevanceWeight: number;
  utilityWeight: number;
  recencyWeight: number;
  importanceWeight: number;
  candidates: number;
}): Preset {
  return {
    weights: {
      relevance: settings.relevanceWeight,
      utility: settings.utilityWeight,
      recency: settings.recencyWeight,
      importance: settings.importanceWeight,
    },
    candidatesFor: (limit) => Math.max(settings.candidates, limit),
  };
}

/** The best of so many for each result wanted are diversified (Reflect). */
export const DIVERSIFY_DEPTH = 5;

export type SearchMode = 'SEMANTIC' | 'HYBRID' | 'LEXICAL';

/**
 * The fused score of HYBRID mode: cosine similarity, and the share of the query's words that a chunk
 * has (docs/decisions/005-hybrid-search.md).
 */
export const FUSION = { similarity: 0.4, coverage: 0.6 } as const;

/** A chunk that has no more of the query's words than this is not told apart by them. */
export const MIN_COVERAGE = 0.1;

/** Each side of a HYBRID search offers so many candidates for each one wanted. */
export const FUSION_DEPTH = 4;
