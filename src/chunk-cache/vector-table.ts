import { DOT_PRODUCTS } from './dot-products.generated.ts';

/** Vectors of one length in the memory of WebAssembly, where all of them are compared with another vector at once. */
export type VectorTable = {
  /** Adds a vector in pgvector's binary form, as a unit vector. Its place is the number of vectors before it. */
  add(binary: Uint8Array): void;
  /**
   * Computes the cosine similarity of a vector to each vector of the table at the places from `start` (inclusive) to `end`
   * (exclusive), by default to all. The next call overwrites the array.
   */
  similarities(vector: readonly number[], start?: number, end?: number): Float32Array;
  /**
   * Like `similarities` over the whole table, for 1 to `VECTORS_AT_ONCE` vectors. It takes about half the time of separate calls. The
   * next call of either function overwrites the arrays.
   */
  similaritiesOfEach(vectors: readonly (readonly number[])[]): Float32Array[];
  /** The size of the memory. */
  bytes(): number;
};

/** The maximum number of vectors in one call of `similaritiesOfEach`, which loads each vector of the table once for all of them. */
export const VECTORS_AT_ONCE = 4;

const PAGE_BYTES = 65_536;
const FLOAT_BYTES = 4;

/** The module compares this number of values in a turn. */
const VALUES_AT_ONCE = 8;

/** Growing copies the memory, so it grows by at least this factor. */
const GROWTH = 1.25;

/** pgvector's binary form begins with the number of dimensions and an unused number, of 16 bits each. */
const HEADER_BYTES = 4;

/** The part of WebAssembly that is used here, which the type declarations of Node.js do not contain. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Memory: new (size: { initial: number }) => LinearMemory;
    Module: new (bytes: Uint8Array) => object;
    Instance: new (
      module: object,
      imports: { table: { memory: LinearMemory } },
    ) => { exports: DotProducts };
  };
};

type LinearMemory = { buffer: ArrayBuffer; grow(pages: number): void };

/** The functions of dot-products.wat. All arguments are offsets or sizes in bytes. */
type DotProducts = {
  dotProducts(query: number, vectors: number, end: number, size: number, results: number): void;
  dotProductsOfFour(
    queries: number,
    vectors: number,
    end: number,
    size: number,
    results: number,
    stride: number,
  ): void;
};

let compiled: object | undefined;

function dotProductsOf(memory: LinearMemory): DotProducts {
  compiled ??= new WebAssembly.Module(Buffer.from(DOT_PRODUCTS, 'base64'));
  return new WebAssembly.Instance(compiled, { table: { memory } }).exports;
}

/** The memory contains `VECTORS_AT_ONCE` query vectors, then the vectors of the table, then the results of a comparison. */
export function createVectorTable(dimensions: number): VectorTable {
  const width = Math.ceil(dimensions / VALUES_AT_ONCE) * VALUES_AT_ONCE;
  const size = width * FLOAT_BYTES;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { dotProducts, dotProductsOfFour } = dotProductsOf(memory);
  let values = new Float32Array(memory.buffer);
  let count = 0;

  const reserve = (vectors: number) => {
    const needed = (VECTORS_AT_ONCE + vectors) * size + VECTORS_AT_ONCE * vectors * FLOAT_BYTES;
    const missing = needed - memory.buffer.byteLength;
    if (missing <= 0) return;
    const grown = Math.max(missing, memory.buffer.byteLength * (GROWTH - 1));
    memory.grow(Math.ceil(grown / PAGE_BYTES));
    values = new Float32Array(memory.buffer);
  };
  /** Scales the vector at a place to the length 1. A vector of zeros stays one, which is similar to none. */
  const normalize = (place: number) => {
    const [start, end] = [place * width, place * width + dimensions];
    let squares = 0;
    for (let i = start; i < end; i += 1) squares += (values[i] ?? 0) ** 2;
    if (squares === 0) return;
    const scale = 1 / Math.sqrt(squares);
    for (let i = start; i < end; i += 1) values[i] = (values[i] ?? 0) * scale;
  };
  // Reserves the memory for comparisons with the empty table. `add` reserves more for each vector.
  reserve(0);
  const offsetOf = (vector: number) => (VECTORS_AT_ONCE + vector) * size;
  const setQuery = (place: number, vector: readonly number[]) => {
    values.set(vector, place * width);
    normalize(place);
  };
  const resultsAt = (offset: number, length: number) =>
    values.subarray(offset / FLOAT_BYTES, offset / FLOAT_BYTES + length);
  const similarities: VectorTable['similarities'] = (vector, start = 0, end = count) => {
    setQuery(0, vector);
    dotProducts(0, offsetOf(start), offsetOf(end), size, offsetOf(count));
    return resultsAt(offsetOf(count), end - start);
  };
  return {
    add: (binary) => {
      const view = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
      if (view.getUint16(0) !== dimensions) throw new Error('A vector has another length');
      reserve(count + 1);
      const place = VECTORS_AT_ONCE + count;
      count += 1;
      for (let i = 0; i < dimensions; i += 1) {
        values[place * width + i] = view.getFloat32(HEADER_BYTES + i * FLOAT_BYTES);
      }
      normalize(place);
    },
    similarities,
    similaritiesOfEach: (vectors) => {
      const [only, ...others] = vectors;
      if (only !== undefined && others.length === 0) return [similarities(only)];
      for (const [i, vector] of vectors.entries()) setQuery(i, vector);
      const stride = count * FLOAT_BYTES;
      dotProductsOfFour(0, offsetOf(0), offsetOf(count), size, offsetOf(count), stride);
      return vectors.map((_, i) => resultsAt(offsetOf(count) + i * stride, count));
    },
    bytes: () => memory.buffer.byteLength,
  };
}
