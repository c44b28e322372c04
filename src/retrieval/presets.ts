import { INITIAL_UTILITY } from '../db/tables/entries.ts';
import type { CREDIT_RULES } from '../db/tables/projects.ts';
import type { SEARCH_MODES } from '../db/tables/stream-settings.ts';
import type { Weights } from './score.ts';

/** The parameters of a ranking. The behaviours of the references are presets of one pipeline. */
export type Preset = {
  weights: Weights;
  /** The number of candidates to score for a number of results. */
  candidatesFor(limit: number): number;
};

/** SOAT's `searchKnowledge`: ranks by relevance only. */
export const KNOWLEDGE: Preset = {
  weights: { relevance: 1, utility: 0, recency: 0, importance: 0 },
  candidatesFor: (limit) => limit,
};

/**
 * Reflect's `query_memories`: `(1 − lambda) × similarity + lambda × utility`. A useful reflection can be less
 * similar to the task than many others, so more candidates are scored than are diversified.
 */
export function reflections(lambda: number): Preset {
  return {
    weights: { relevance: 1 - lambda, utility: lambda, recency: 0, importance: 0 },
    candidatesFor: (limit) => Math.max(MIN_CANDIDATES, limit * DIVERSIFY_DEPTH),
  };
}

/**
 * Generative Agents' retrieval: takes the most relevant entries as candidates, and ranks them by the weighted sum of
 * the parts.
 */
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

/** The number of reviews after which half of what a utility has learned counts. */
export const SHRINKING = 3;

/**
 * The utility of an entry as a part of its score, in 0..1. Under BASELINE, the fewer reviews it is learned from, the
 * nearer it is to 0.5. This does not apply to a lesson, which was the subject of its runs
 * (docs/decisions/025-credit.md).
 */
export function utilityPart(
  entry: { utility: number; reviewCount: number; hasLesson: boolean },
  creditRule: (typeof CREDIT_RULES)[number],
): number {
  const { utility, reviewCount, hasLesson } = entry;
  if (creditRule === 'REWARD' || hasLesson) return utility;
  return INITIAL_UTILITY + ((utility - INITIAL_UTILITY) * reviewCount) / (reviewCount + SHRINKING);
}

/**
 * The relevance below which an entry is most likely not about the question, by search mode. With this bound, a question
 * that a memory does not answer gets few of its entries (docs/decisions/023-what-an-agent-is-told.md).
 */
export const LOW_RELEVANCE: Record<SearchMode, number> = {
  HYBRID: 0.15,
  SEMANTIC: 0.3,
  LEXICAL: 0.1,
};

/** The lowest number of candidates that are scored by their utility. */
export const MIN_CANDIDATES = 200;

/** Candidates to diversify, as a multiple of the number of results (Reflect). */
export const DIVERSIFY_DEPTH = 5;

export type SearchMode = (typeof SEARCH_MODES)[number];

/**
 * The fused score of HYBRID mode: `similarity × cosine similarity + coverage × word coverage²` and, for a
 * query with a date, `+ date × date match`, divided by the sum of the weights (docs/decisions/022-hybrid-score.md).
 * `onlyDate` is the weight of the date match for a query that asks for nothing but a time.
 */
export const FUSION = { similarity: 0.4, coverage: 0.6, date: 0.3, onlyDate: 5 } as const;

/** The factor for the weight of a word that the context of a statement contains, but not its text. */
export const CONTEXT_SHARE = 0.6;

/** Days after which a statement does not match a date any more; the match decreases evenly until then. */
export const DAYS_OF_MATCH = 8;

/** The date match of a statement directly before or after a date. Within the date, the match is 1. */
export const NEAR_MATCH = 0.9;

/** A statement matches a query with at least this share of the relevance of its entry's best statement. */
export const MATCH_SHARE = 0.7;

/**
 * The number of chunks that a search reads or compares at first, as a multiple of the number of wanted entries. Several
 * chunks can belong to one entry. With this number, few searches need more chunks.
 */
export const DEPTH = 1.5;

/**
 * `DEPTH` of each part of a HYBRID search in the database, which searches by words and by vectors separately. A search
 * in the process combines both for each chunk, so it uses `DEPTH`.
 */
export const FUSION_DEPTH = 4;

/** The factor by which the number of chunks grows until they belong to enough entries. */
export const DEPTH_GROWTH = 4;
