import { isDeepStrictEqual } from 'node:util';
import { normalize, unitVector } from '../db/embedding-space.ts';
import {
  BLOCK_VALUES,
  createMemory,
  type DotProducts,
  dotProductsOf,
  QUERY,
} from './dot-products.ts';

/**
 * Vectors of one length in the memory of WebAssembly, as unit vectors whose values are integers of 24 bits, in units of the greatest value
 * of the vector. The first 8 bits of each are apart from the others: they suffice to tell which vectors can be near to another one, in a
 * fifth of the time (docs/decisions/060-first-bytes-of-vectors.md).
 */
export type VectorTable = {
  /** Adds a vector in pgvector's binary form. Its place is its number, counted from 0 in the order in which vectors are added. */
  add(binary: Uint8Array): void;
  /** Whether `add` would store the same values for this vector as there are at a place. */
  isAt(place: number, binary: Uint8Array): boolean;
  /**
   * Computes the cosine similarity of a vector to each vector of the table from place `start` on. The next call of this function or of
   * `similaritiesAt` overwrites the array.
   */
  similarities(vector: readonly number[], start: number): Float32Array;
  /** The same for the vectors at these places, in this order. */
  similaritiesAt(vector: readonly number[], places: readonly number[]): Float32Array;
  /** Returns a function that computes the cosine similarity of this vector to the vector at a place. */
  similarityTo(vector: readonly number[]): (place: number) => number;
  /**
   * For each of 1 to `VECTORS_AT_ONCE` vectors, a number for each vector of the table that their cosine similarity does not exceed.
   * The next call of this function overwrites the arrays.
   */
  upperBounds(vectors: readonly (readonly number[])[]): Float32Array[];
  /**
   * Returns the indexes of all numbers that are `least` or more, in ascending order. `numbers` must be an array that `upperBounds` has returned;
   * its numbers may have been replaced since.
   */
  indexesAtLeast(numbers: Float32Array, least: number): number[];
  /** The size of the memory. */
  bytes(): number;
};

/** The maximum number of vectors in one call of `upperBounds`, which reads the table from memory once for all of them. */
export const VECTORS_AT_ONCE = 4;

/** The greatest integer of 24 bits, which stands for the greatest value of a stored vector. */
const GREATEST_INTEGER = 2 ** 23 - 1;

/** The number of bits that follow the first byte of an integer, and the number of integers that begin with the same byte. */
const REST_BITS = 16;
const SAME_FIRST_BYTE = 2 ** REST_BITS;

/** The maximum rounding error of similarities and upper bounds, which are computed in single precision. Measured errors are below a tenth of it. */
const FLOAT_ERROR = 1e-5;

const PAGE_BYTES = 65_536;
const RESULT_BYTES = 4;

/** The module compares this number of values in a turn. */
const VALUES_AT_ONCE = 32;

/** The numbers that the module needs of each stored vector (`properties`) and of each query (`queryProperties`): four floats. */
const FLOATS = 4;
const FLOATS_BYTES = FLOATS * Float32Array.BYTES_PER_ELEMENT;

/** Growing copies the memory, so it grows by at least this factor. */
const GROWTH = 1.25;

/** pgvector's binary form begins with the number of dimensions and an unused number, of 16 bits each. */
const HEADER_BYTES = 4;

/**
 * The memory of a table. In this order: a vector of floats and `VECTORS_AT_ONCE` rounded vectors that are compared with the table, and the
 * properties of these; the result of a single comparison; the first bytes of the vectors of the table, the other bytes, and their properties;
 * and a list of results for each vector that is compared, first for the one of floats.
 */
type Area = {
  functions: DotProducts;
  /** The number of values of a vector, with the zeros that fill it up. */
  values: number;
  /** Replaced when the memory grows. */
  buffer(): ArrayBuffer;
  /** Makes room for this many vectors in the table. */
  reserve(vectors: number): void;
  /** The offsets of the rounded vectors that are compared with the table, and of their properties. */
  queries: number;
  queryProperties: number;
  /** The offset of the first bytes of the vector at a place of the table. */
  firstOf(place: number): number;
  /** The offset of the other bytes of its values. */
  restOf(place: number): number;
  /** The offset of its properties. */
  propertiesOf(place: number): number;
  /** The offset at which the similarity of a single pair is written (`similarityTo`). */
  single: number;
  /** The offset of a list of results. */
  resultsOf(list: number): number;
};

function createArea(dimensions: number): Area {
  const values = Math.ceil(dimensions / VALUES_AT_ONCE) * VALUES_AT_ONCE;
  const queries = values * Float32Array.BYTES_PER_ELEMENT;
  const queryProperties = queries + VECTORS_AT_ONCE * values * Int16Array.BYTES_PER_ELEMENT;
  const single = queryProperties + VECTORS_AT_ONCE * FLOATS_BYTES;
  const start = single + FLOATS_BYTES;
  const memory = createMemory();
  /** The number of vectors for which there is room. */
  let room = 0;
  const firstOf = (place: number) => start + place * values;
  const restOf = (place: number) => firstOf(room) + place * values * Uint16Array.BYTES_PER_ELEMENT;
  const propertiesOf = (place: number) => restOf(room) + place * FLOATS_BYTES;
  const resultsOf = (list: number) => propertiesOf(room) + list * room * RESULT_BYTES;
  const reserve = (vectors: number) => {
    if (vectors <= room) return;
    const before = { rest: restOf(0), properties: propertiesOf(0), end: propertiesOf(room) };
    room = Math.max(vectors, Math.ceil(room * GROWTH));
    const missing = resultsOf(1 + VECTORS_AT_ONCE) - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    const bytes = new Uint8Array(memory.buffer);
    // The last part moves first, so that none is overwritten.
    bytes.copyWithin(propertiesOf(0), before.properties, before.end);
    bytes.copyWithin(restOf(0), before.rest, before.properties);
  };
  // An empty table needs room for the vectors that are compared with it.
  reserve(1);
  return {
    functions: dotProductsOf(memory),
    values,
    buffer: () => memory.buffer,
    reserve,
    queries,
    queryProperties,
    firstOf,
    restOf,
    propertiesOf,
    single,
    resultsOf,
  };
}

export function createVectorTable(dimensions: number): VectorTable {
  const area = createArea(dimensions);
  const { functions, values, buffer, firstOf, restOf, propertiesOf, single, resultsOf } = area;
  let count = 0;

  const firstAt = (place: number) => new Int8Array(buffer(), firstOf(place), values);
  const restAt = (place: number) => new Uint16Array(buffer(), restOf(place), values);
  /** Writes a vector after the last one of the table. Until `count` is increased, it does not belong to the table. */
  const write = (binary: Uint8Array) => {
    const view = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
    if (view.getUint16(0) !== dimensions) throw new Error('A vector has another length');
    area.reserve(count + 1);
    const vector = new Float32Array(dimensions);
    for (let i = 0; i < dimensions; i += 1) {
      vector[i] = view.getFloat32(HEADER_BYTES + i * Float32Array.BYTES_PER_ELEMENT);
    }
    normalize(vector);
    const [first, rest] = [firstAt(count), restAt(count)];
    first.fill(0, dimensions);
    rest.fill(0, dimensions);
    const greatest = greatestOf(vector);
    const unit = greatest / GREATEST_INTEGER;
    const perUnit = greatest === 0 ? 0 : GREATEST_INTEGER / greatest;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < dimensions; i += 1) {
      const integer = Math.round((vector[i] ?? 0) * perUnit);
      const byte = integer >> REST_BITS;
      first[i] = byte;
      rest[i] = integer & (SAME_FIRST_BYTE - 1);
      sum += byte;
      // The middle of the integers that begin with the same byte differs least from them.
      squares += ((vector[i] ?? 0) - (byte + 0.5) * unit * SAME_FIRST_BYTE) ** 2;
    }
    const properties = [unit * SAME_FIRST_BYTE, sum, Math.sqrt(squares), unit];
    new Float32Array(buffer(), propertiesOf(count), FLOATS).set(properties);
  };
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
  /**
   * Rounds a query and writes it, with its properties, to where the module reads it. Of `several` queries, it reads a block of values of each, then
   * the next block of each, and so on; `number` is the place of this query among them.
   */
  const writeQuery = (vector: readonly number[], number: number, several: number) => {
    const unitValues = unitVector(vector);
    const greatest = greatestOf(unitValues);
    const unit = greatest / QUERY.max;
    const perUnit = greatest === 0 ? 0 : QUERY.max / greatest;
    const queries = new QUERY.Values(buffer(), area.queries, several * values);
    let at = number * BLOCK_VALUES;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < dimensions; i += 1) {
      const value = unitValues[i] ?? 0;
      const integer = Math.round(value * perUnit);
      queries[at] = integer + QUERY.offset;
      at += 1;
      if (at % BLOCK_VALUES === 0) at += (several - 1) * BLOCK_VALUES;
      sum += integer;
      squares += (value - integer * unit) * (value - integer * unit);
    }
    const error = Math.sqrt(squares);
    const queryProperties = new Float32Array(
      buffer(),
      area.queryProperties,
      VECTORS_AT_ONCE * FLOATS,
    );
    for (const [place, factor] of [unit, 1 + error, error + FLOAT_ERROR, sum / 2].entries()) {
      queryProperties[place * VECTORS_AT_ONCE + number] = factor;
    }
  };
  return {
    add: (binary) => {
      write(binary);
      count += 1;
    },
    isAt: (place, binary) => {
      write(binary);
      return (
        isDeepStrictEqual(firstAt(place), firstAt(count)) &&
        isDeepStrictEqual(restAt(place), restAt(count))
      );
    },
    similarities: (vector, start) => {
      compareWith(vector);
      compare(start, count, resultsOf(0));
      return new Float32Array(buffer(), resultsOf(0), count - start);
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
    upperBounds: (vectors) => {
      const several = vectors.length === 1 ? 1 : VECTORS_AT_ONCE;
      for (const [number, vector] of vectors.entries()) writeQuery(vector, number, several);
      const { queries, queryProperties } = area;
      const results = resultsOf(1);
      const stride = resultsOf(2) - results;
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
    },
    indexesAtLeast: ({ byteOffset, byteLength }, least) => {
      const to = resultsOf(0);
      const found = functions.indexesAtLeast(byteOffset, byteOffset + byteLength, least, to);
      return [...new Uint32Array(buffer(), to, found)];
    },
    bytes: () => buffer().byteLength,
  };
}

/** The greatest absolute value of a vector. */
function greatestOf(vector: Float32Array): number {
  let greatest = 0;
  for (let i = 0; i < vector.length; i += 1)
    greatest = Math.max(greatest, Math.abs(vector[i] ?? 0));
  return greatest;
}
