/** What an entry can be ranked by, every part in 0..1. */
export type Parts = {
  relevance: number;
  utility: number;
  recency: number;
  importance: number;
};

/** How much each part counts. */
export type Weights = Parts;

/** Of one hour (Generative Agents). */
export const RECENCY_DECAY = 0.99;

const MS_PER_HOUR = 3_600_000;
const MAX_IMPORTANCE = 10;

/** The weighted sum of the parts. */
export function blend(parts: Parts, weights: Weights): number {
  return (
    weights.relevance * parts.relevance +
    weights.utility * parts.utility +
    weights.recency * parts.recency +
    weights.importance * parts.importance
  );
}

/** `RECENCY_DECAY` to the power of the hours since; 1 for the future. */
export function recencyOf(since: Date, now: Date): number {
  const hours = Math.max(0, now.getTime() - since.getTime()) / MS_PER_HOUR;
  return RECENCY_DECAY ** hours;
}

/** Importance of 1..10 as a part. */
export function importancePart(importance: number): number {
  return importance / MAX_IMPORTANCE;
}

/** Best first, without those below `minScore`, `limit` at most; equal scores keep their order. */
export function best<Item extends { score: number }>(
  items: readonly Item[],
  { minScore, limit }: { minScore: number | null; limit: number },
): Item[] {
  return items
    .filter((item) => minScore === null || item.score >= minScore)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit);
}
