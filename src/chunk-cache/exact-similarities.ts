import { unitVector } from '../db/embedding-space.ts';
import { RESULT_BYTES, type VectorMemory } from './vector-memory.ts';
import type { VectorTable } from './vector-table.ts';

/** The comparisons of `VectorTable` with all bytes of its vectors. */
export type ExactSimilarities = Pick<VectorTable, 'similaritiesAt' | 'similarityTo'> & {
  /** The similarities to the vectors from place `start` to `end`, which is not included. */
  similarities(vector: readonly number[], start: number, end: number): Float32Array;
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
      compare(start, end, resultsOf(0));
      return new Float32Array(buffer(), resultsOf(0), end - start);
    },
    similaritiesAt: (vector, places) => {
      compareWith(vector);
      for (let i = 0; i < places.length; ) {
        // Vectors that are next to each other are compared by one call.
        const start = places[i] ?? 0;
        let length = 1;
        while (places[i + length] === start + length) length += 1;
        compare(start, start + length, resultsOf(0) + i * RESULT_BYTES);
        i += length;
      }
      return new Float32Array(buffer(), resultsOf(0), places.length);
    },
    similarityTo: (vector) => (place) => {
      compareWith(vector);
      compare(place, place + 1, single);
      return singleResult();
    },
  };
}
