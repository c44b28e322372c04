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
export function recencyOf(since: Date, now: Date, decay = RECENCY_DECAY): number {
  const hours = Math.max(0, now.getTime() - since.getTime()) / MS_PER_HOUR;
  return decay ** hours;
}

/** Importance of 1..10 as a part. */
export function importancePart(importance: number): number {
  return importance / MAX_IMPORTANCE;
}

/** NONE leaves the parts as they are; MIN_MAX stretches each over the candidates, as the paper's code does. */
export const NORMALIZATIONS = ['NONE', 'MIN_MAX'] as const;

/** Where all candidates are alike in a part, it tells none of them apart. */
const ALIKE = 0.5;

/** Each part of the candidates stretched so that the least is 0 and the greatest 1; equal ones are 0.5. */
export function minMax(all: readonly Parts[]): Parts[] {
  const stretch = (part: keyof Parts) => {
    const values = all.map((parts) => parts[part]);
    const least = Math.min(...values);
    const range = Math.max(...values) - least;
    return (value: number) => (range === 0 ? ALIKE : (value - least) / range);
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
