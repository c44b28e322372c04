import type { Vectors } from './vectors.ts';

export type Neighbours = { indices: number[][]; distances: number[][] };

/**
 * The nearest vectors of each vector of length 1 by cosine distance, itself first. All pairs are compared: with 2,000
 * vectors this takes about a second, and the result is exact.
 */
export function nearest(
  { values, count, dimensions }: Vectors,
  wanted: number,
  onProgress: (share: number) => void,
): Neighbours {
  const indices: number[][] = [];
  const distances: number[][] = [];
  const order = new Int32Array(count);
  const row = new Float32Array(count);
  for (let one = 0; one < count; one += 1) {
    for (let other = 0; other < count; other += 1) {
      let product = 0;
      const a = one * dimensions;
      const b = other * dimensions;
      for (let i = 0; i < dimensions; i += 1) {
        product += (values[a + i] as number) * (values[b + i] as number);
      }
      order[other] = other;
      // A vector comes first among its own neighbours, even if others are equal to it.
      row[other] = one === other ? -1 : Math.max(0, 1 - product);
    }
    order.sort((left, right) => (row[left] as number) - (row[right] as number));
    const found = [...order.subarray(0, wanted)];
    indices.push(found);
    distances.push(found.map((other) => Math.max(0, row[other] as number)));
    if (one % 50 === 0) onProgress(one / count);
  }
  return { indices, distances };
}
