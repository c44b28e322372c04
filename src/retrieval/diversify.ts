import { cosineSimilarity } from '../db/embedding-space.ts';

export type RankedVector = { score: number; vector: readonly number[] };

/**
 * Selects items by maximal marginal relevance: each step selects the item with the highest
 * `mmrLambda × score − (1 − mmrLambda) × greatest cosine similarity to a selected item`. With `mmrLambda` 1
 * this is a ranking by score.
 */
export function diversify<Item extends RankedVector>(
  items: readonly Item[],
  { mmrLambda, limit }: { mmrLambda: number; limit: number },
): Item[] {
  const left = items.toSorted((one, other) => other.score - one.score);
  if (mmrLambda === 1) return left.slice(0, limit);
  const closest = new Map(left.map((item) => [item, 0]));
  const picked: Item[] = [];
  const worthOf = (item: Item) =>
    mmrLambda * item.score - (1 - mmrLambda) * (closest.get(item) ?? 0);
  while (picked.length < limit && left.length > 0) {
    let best = 0;
    for (let i = 1; i < left.length; i += 1) {
      if (worthOf(left[i] as Item) > worthOf(left[best] as Item)) best = i;
    }
    const [next] = left.splice(best, 1);
    if (next === undefined) break;
    picked.push(next);
    for (const item of left) {
      const near = cosineSimilarity(item.vector, next.vector);
      closest.set(item, picked.length === 1 ? near : Math.max(closest.get(item) ?? 0, near));
    }
  }
  return picked;
}
