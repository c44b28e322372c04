import { isDeepStrictEqual } from 'node:util';
import { QUERY } from './dot-products.ts';
import { createExactSimilarities } from './exact-similarities.ts';
import { firstBytesAt, otherBytesAt, writeQuery, writeVector } from './round-vectors.ts';
import {
  BOUNDS,
  createVectorMemory,
  forEachRun,
  RESULT_BYTES,
  SIMILARITIES,
  type VectorMemory,
} from './vector-memory.ts';

/**
 * Vectors of one length in the memory of WebAssembly, as unit vectors whose values are integers of 24 bits, in units
 * of the greatest value of the vector. The first 8 bits of each are apart from the others: they suffice to tell which
 * vectors can be near to another one, in a fifth of the time (docs/decisions/060-first-bytes-of-vectors.md).
 */
export type VectorTable = {
  /**
   * Adds a vector in pgvector's binary form. Its place is its number, from 0 in the order in which vectors are added.
   */
  add(binary: Uint8Array): void;
  /** Whether the values at a place are those that `add` would store for this vector. */
  isAt(place: number, binary: Uint8Array): boolean;
  /**
   * Computes the cosine similarity of a vector to each vector of the table from place `start` on. The next call of this
   * function overwrites the array.
   */
  similarities(vector: readonly number[], start: number): Float32Array;
  /** Returns a function that computes the cosine similarity of this vector to the vector at a place. */
  similarityTo(vector: readonly number[]): (place: number) => number;
  /**
   * For each of 1 to `VECTORS_AT_ONCE` vectors, an upper bound of its cosine similarity to each vector of the table.
   * The next call of this function or of `upperBoundsAt` overwrites the arrays.
   */
  upperBounds(vectors: readonly (readonly number[])[]): Float32Array[];
  /**
   * Upper bounds of the similarities of one vector to the vectors at these places, in this order. If the places are
   * few, the bounds are the similarities themselves, and `areExact` is true.
   */
  upperBoundsAt(
    vector: readonly number[],
    places: readonly number[],
  ): { bounds: Float32Array; areExact: boolean };
  /**
   * Returns the indexes of all numbers that are `least` or more, in ascending order. `numbers` must be an array that
   * `upperBounds` or `upperBoundsAt` has returned; its numbers may have been replaced since.
   */
  indexesAtLeast(numbers: Float32Array, least: number): number[];
  /** The size of the memory, in bytes. */
  bytes(): number;
};

/**
 * The maximum number of vectors in one call of `upperBounds`, which reads the table from memory once for all of them.
 */
export const VECTORS_AT_ONCE = 4;

/**
 * Up to this number of places, `upperBoundsAt` computes the similarities themselves. For more, it is faster to compute
 * bounds first, and then only the similarities that can be among the greatest
 * (docs/decisions/084-bounds-for-many-slots.md).
 */
const MAX_EXACT = 1000;

/** Creates an empty table of vectors with this number of dimensions. */
export function createVectorTable(dimensions: number): VectorTable {
  const memory = createVectorMemory(dimensions, VECTORS_AT_ONCE);
  const { similarities, similaritiesAt, similarityTo } = createExactSimilarities(memory);
  let count = 0;
  return {
    add: (binary) => {
      writeVector(memory, count, binary);
      count += 1;
    },
    isAt: (place, binary) => {
      // Until `count` is increased, what is written after the last vector does not belong to the table.
      writeVector(memory, count, binary);
      return isSameVector(memory, place, count);
    },
    similarities: (vector, start) => similarities(vector, start, count),
    similarityTo,
    upperBounds: (vectors) => upperBounds(memory, count, vectors),
    upperBoundsAt: (vector, places) =>
      places.length <= MAX_EXACT
        ? { bounds: similaritiesAt(vector, places), areExact: true }
        : { bounds: upperBoundsAt(memory, vector, places), areExact: false },
    indexesAtLeast: ({ byteOffset, byteLength }, least) => {
      const to = memory.resultsOf(SIMILARITIES);
      const end = byteOffset + byteLength;
      const found = memory.functions.indexesAtLeast(byteOffset, end, least, to);
      return [...new Uint32Array(memory.buffer(), to, found)];
    },
    bytes: () => memory.buffer().byteLength,
  };
}

function isSameVector(memory: VectorMemory, place: number, other: number): boolean {
  return (
    isDeepStrictEqual(firstBytesAt(memory, place), firstBytesAt(memory, other)) &&
    isDeepStrictEqual(otherBytesAt(memory, place), otherBytesAt(memory, other))
  );
}

/** Implements `VectorTable.upperBounds` for the first `count` vectors of the table. */
function upperBounds(
  memory: VectorMemory,
  count: number,
  vectors: readonly (readonly number[])[],
): Float32Array[] {
  const { functions, values, buffer, firstOf, propertiesOf, resultsOf } = memory;
  const { queries, queryProperties } = memory;
  const several = vectors.length === 1 ? 1 : VECTORS_AT_ONCE;
  for (const [number, vector] of vectors.entries()) writeQuery(memory, vector, { number, several });
  const results = resultsOf(BOUNDS);
  const stride = resultsOf(BOUNDS + 1) - results;
  const table = [
    QUERY.offset,
    firstOf(0),
    firstOf(count),
    values,
    propertiesOf(0),
    results,
  ] as const;
  if (several === 1) functions.boundsOfOne(queries, queryProperties, ...table);
  else functions.boundsOfFour(queries, queryProperties, ...table, stride);
  return vectors.map((_, i) => new Float32Array(buffer(), results + i * stride, count));
}

/** Implements `VectorTable.upperBoundsAt` for many places. */
function upperBoundsAt(
  memory: VectorMemory,
  vector: readonly number[],
  places: readonly number[],
): Float32Array {
  const { functions, values, buffer, firstOf, propertiesOf, resultsOf } = memory;
  const { queries, queryProperties } = memory;
  writeQuery(memory, vector, { number: 0, several: 1 });
  const results = resultsOf(BOUNDS);
  forEachRun(places, (start, end, index) =>
    functions.boundsOfOne(
      queries,
      queryProperties,
      QUERY.offset,
      firstOf(start),
      firstOf(end),
      values,
      propertiesOf(start),
      results + index * RESULT_BYTES,
    ),
  );
  return new Float32Array(buffer(), results, places.length);
}
