import { createMemory, type DotProducts, dotProductsOf } from './dot-products.ts';

/**
 * The WebAssembly memory of a table of vectors (vector-table.ts). It contains, in this order: a vector of floats and
 * `maxQueries` rounded vectors that are compared with the table, and the properties of these; the result of a single
 * comparison; the first bytes of the vectors of the table, the other bytes, and their properties; and a list of
 * results for each vector that is compared, first for the one of floats.
 */
export type VectorMemory = {
  functions: DotProducts;
  dimensions: number;
  /** The number of values of a vector, padded with zeros to a multiple of `VALUES_AT_ONCE`. */
  values: number;
  /** The number of rounded vectors that can be compared with the table at the same time. */
  maxQueries: number;
  /** Replaced when the memory grows. */
  buffer(): ArrayBuffer;
  /** Makes room for this many vectors in the table. */
  reserve(vectors: number): void;
  /** The offsets of the rounded vectors that are compared with the table, and of their properties. */
  queries: number;
  queryProperties: number;
  /** The offset of the first bytes of the vector at a place of the table. */
  firstOf(place: number): number;
  /** The offset of the other bytes of the vector at a place of the table. */
  restOf(place: number): number;
  /** The offset of the properties of the vector at a place of the table. */
  propertiesOf(place: number): number;
  /** The offset at which the similarity of a single pair is written. */
  single: number;
  /** The offset of the list of results with this number, from `SIMILARITIES` or `BOUNDS` on. */
  resultsOf(list: number): number;
};

/** The properties of a vector: the four floats that the module needs beside its values. */
export const PROPERTIES = 4;
const PROPERTIES_BYTES = PROPERTIES * Float32Array.BYTES_PER_ELEMENT;

export const RESULT_BYTES = 4;

/**
 * The numbers of the list of similarities and of the first list of bounds. There is one list of bounds for each vector that
 * is compared at the same time. A comparison of one kind does not overwrite the results of the other kind.
 */
export const SIMILARITIES = 0;
export const BOUNDS = 1;

const PAGE_BYTES = 65_536;

/** The number of values that the module compares at a time. */
const VALUES_AT_ONCE = 32;

/** Growing copies the memory, so it grows by at least this factor. */
const GROWTH = 1.25;

/** Creates the memory of an empty table. It has room for one vector, and grows with `reserve`. */
export function createVectorMemory(dimensions: number, maxQueries: number): VectorMemory {
  const values = Math.ceil(dimensions / VALUES_AT_ONCE) * VALUES_AT_ONCE;
  const queries = values * Float32Array.BYTES_PER_ELEMENT;
  const queryProperties = queries + maxQueries * values * Int16Array.BYTES_PER_ELEMENT;
  const single = queryProperties + maxQueries * PROPERTIES_BYTES;
  const start = single + PROPERTIES_BYTES;
  const memory = createMemory();
  /** The number of vectors for which there is room. */
  let room = 0;
  const firstOf = (place: number) => start + place * values;
  const restOf = (place: number) => firstOf(room) + place * values * Uint16Array.BYTES_PER_ELEMENT;
  const propertiesOf = (place: number) => restOf(room) + place * PROPERTIES_BYTES;
  const resultsOf = (list: number) => propertiesOf(room) + list * room * RESULT_BYTES;
  const reserve = (vectors: number) => {
    if (vectors <= room) return;
    const before = { rest: restOf(0), properties: propertiesOf(0), end: propertiesOf(room) };
    room = Math.max(vectors, Math.ceil(room * GROWTH));
    const missing = resultsOf(BOUNDS + maxQueries) - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    const bytes = new Uint8Array(memory.buffer);
    // The last part moves first, so that none is overwritten.
    bytes.copyWithin(propertiesOf(0), before.properties, before.end);
    bytes.copyWithin(restOf(0), before.rest, before.properties);
  };
  // An empty table needs room for the vectors that are compared with it.
  reserve(1);
  const functions = dotProductsOf(memory);
  const buffer = () => memory.buffer;
  const sizes = { dimensions, values, maxQueries };
  const offsets = { queries, queryProperties, firstOf, restOf, propertiesOf, single, resultsOf };
  return { functions, buffer, reserve, ...sizes, ...offsets };
}

/**
 * Calls `compare` for the places, in their order. Places that follow each other are given together: those from `start`
 * to `end`, which is not included. `index` is that of the first of them in the list.
 */
export function forEachRun(
  places: readonly number[],
  compare: (start: number, end: number, index: number) => void,
): void {
  for (let index = 0; index < places.length; ) {
    const start = places[index] ?? 0;
    let length = 1;
    while (places[index + length] === start + length) length += 1;
    compare(start, start + length, index);
    index += length;
  }
}
