import { HOUR_MS } from '../durations.ts';

/** The parts of a score, each in 0..1. */
export type Parts = {
  relevance: number;
  utility: number;
  recency: number;
  importance: number;
};

/** The weight of each part. */
export type Weights = Parts;

const MAX_IMPORTANCE = 10;

/** Each part times its weight. */
export function weightedParts(parts: Parts, weights: Weights): Parts {
  return {
    relevance: weights.relevance * parts.relevance,
    utility: weights.utility * parts.utility,
    recency: weights.recency * parts.recency,
    importance: weights.importance * parts.importance,
  };
}

/** The weighted sum of the parts. */
export function blend(parts: Parts, weights: Weights): number {
  const { relevance, utility, recency, importance } = weightedParts(parts, weights);
  return relevance + utility + recency + importance;
}

/** How recency is computed: the decay per hour, and how much an access counts, in 0..1. */
export type Recency = { decayFactor: number; accessShare: number };

/** The reference's recency (Generative Agents): an access counts fully. */
export const REFERENCE_RECENCY: Recency = { decayFactor: 0.99, accessShare: 1 };

/**
 * The recency of an entry at a time, in 0..1: the greater of the decay factor to the power of the hours since the entry
 * was last stated, and the access share times the decay factor to the power of the hours since its last access.
 */
export function recencyOf(
  { lastStatedAt, lastAccessedAt }: { lastStatedAt: Date; lastAccessedAt: Date | null },
  now: Date,
  { decayFactor, accessShare }: Recency,
): number {
  const decayed = (since: Date) =>
    decayFactor ** (Math.max(0, now.getTime() - since.getTime()) / HOUR_MS);
  const accessed = lastAccessedAt === null ? 0 : accessShare * decayed(lastAccessedAt);
  return Math.max(decayed(lastStatedAt), accessed);
}

/** An importance of 1..10 as a part in 0..1. */
export function importancePart(importance: number): number {
  return importance / MAX_IMPORTANCE;
}

/** The value of a part that is equal for all candidates. */
const ALIKE = 0.5;

/**
 * Scales each part so that its least value in `among` is 0 and its greatest 1. A part that is equal in all of
 * `among` is 0.5.
 */
export function minMax(all: readonly Parts[], among: readonly Parts[] = all): Parts[] {
  const stretch = (part: keyof Parts) => {
    const values = among.map((parts) => parts[part]);
    const least = Math.min(...values);
    const range = Math.max(...values) - least;
    return (value: number) => (range > 0 ? (value - least) / range : ALIKE);
  };
  const relevance = stretch('relevance');
  const utility = stretch('utility');
  const recency = stretch('recency');
  const importance = stretch('importance');
  return all.map((parts) => ({
    relevance: relevance(parts.relevance),
    utility: utility(parts.utility),
    recency: recency(parts.recency),
    importance: importance(parts.importance),
  }));
}

/** At most `limit` items with at least `minScore`, best first. Items with equal scores keep their order. */
export function best<Item extends { score: number }>(
  items: readonly Item[],
  { minScore, limit }: { minScore: number | null; limit: number },
): Item[] {
  return items
    .filter((item) => minScore === null || item.score >= minScore)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit);
}
