import { unitVector } from '../db/embedding-space.ts';
import {
  BOUNDS,
  forEachRun,
  RESULT_BYTES,
  SIMILARITIES,
  type VectorMemory,
} from './vector-memory.ts';
import type { VectorTable } from './vector-table.ts';

/** The comparisons of `VectorTable` with all bytes of its vectors. */
export type ExactSimilarities = Pick<VectorTable, 'similarityTo'> & {
  /** The similarities to the vectors from place `start` to `end`, which is not included. */
  similarities(vector: readonly number[], start: number, end: number): Float32Array;
  /** The similarities to the vectors at these places, as the result of `VectorTable.upperBoundsAt`. */
  similaritiesAt(vector: readonly number[], places: readonly number[]): Float32Array;
};

/** Compares vectors with those of a table, which are in `memory`. */
export function createExactSimilarities(memory: VectorMemory): ExactSimilarities {
  const { functions, dimensions, values, buffer, single } = memory;
  const { firstOf, restOf, propertiesOf, resultsOf } = memory;
  let comparedWith: readonly number[] | null = null;
  /** Sets the vector with which `compare` compares. */
  const compareWith = (vector: readonly number[]) => {
    if (vector === comparedWith) return;
    new Float32Array(buffer(), 0, dimensions).set(unitVector(vector));
    comparedWith = vector;
  };
  let result = new Float32Array(buffer(), single, 1);
  /** The result of a single comparison. When the memory has grown, the array is detached, and so has no items. */
  const singleResult = () => {
    if (result.length === 0) result = new Float32Array(buffer(), single, 1);
    return result[0] ?? 0;
  };
  /** Compares the vectors from place `start` to `end`, and writes the results from the offset `to` on. */
  const compare = (start: number, end: number, to: number) => {
    const [from, until] = [firstOf(start), firstOf(end)];
    functions.similarities(0, from, until, values, restOf(start), propertiesOf(start), to);
  };
  return {
    similarities: (vector, start, end) => {
      compareWith(vector);
      const results = resultsOf(SIMILARITIES);
      compare(start, end, results);
      return new Float32Array(buffer(), results, end - start);
    },
    similaritiesAt: (vector, places) => {
      compareWith(vector);
      const results = resultsOf(BOUNDS);
      forEachRun(places, (start, end, index) =>
        compare(start, end, results + index * RESULT_BYTES),
      );
      return new Float32Array(buffer(), results, places.length);
    },
    similarityTo: (vector) => (place) => {
      compareWith(vector);
      compare(place, place + 1, single);
      return singleResult();
    },
  };
}
