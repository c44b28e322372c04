import { setImmediate as nextTurn } from 'node:timers/promises';
import { dotProduct, unitVector } from '../db/embedding-space.ts';

export type RankedVector = { score: number; vector: readonly number[] };

/** Number of multiplications after which other requests get a turn. They take about 5 ms. */
const PRODUCTS_PER_TURN = 4_000_000;

/**
 * Selects items by maximal marginal relevance: each step selects the item with the highest
 * `mmrLambda × score − (1 − mmrLambda) × greatest cosine similarity to a selected item`. With `mmrLambda` 1
 * this is a ranking by score.
 */
export async function diversify<Item extends RankedVector>(
  items: readonly Item[],
  { mmrLambda, limit }: { mmrLambda: number; limit: number },
): Promise<Item[]> {
  const sorted = items.toSorted((one, other) => other.score - one.score);
  if (mmrLambda === 1) return sorted.slice(0, limit);
  const left = sorted.map((item) => ({ item, unit: unitVector(item.vector), closest: 0 }));
  const picked: Item[] = [];
  const worthOf = ({ item, closest }: (typeof left)[number]) =>
    mmrLambda * item.score - (1 - mmrLambda) * closest;
  let products = 0;
  while (picked.length < limit && left.length > 0) {
    const worths = left.map(worthOf);
    const [next] = left.splice(worths.indexOf(Math.max(...worths)), 1);
    if (next === undefined) break;
    picked.push(next.item);
    for (const other of left) {
      const near = dotProduct(other.unit, next.unit);
      other.closest = picked.length === 1 ? near : Math.max(other.closest, near);
    }
    products += left.length * next.unit.length;
    if (products > PRODUCTS_PER_TURN) {
      products = 0;
      await nextTurn();
    }
  }
  return picked;
}
