import { DOT_PRODUCTS } from './dot-products.generated.ts';

/**
 * Vectors of one length in the memory of WebAssembly, as unit vectors: in single precision, and rounded to 16-bit integers. Comparing
 * the rounded ones takes less than half the time.
 */
export type VectorTable = {
  /** Adds a vector in pgvector's binary form. Its place is its number, counted from 0 in the order in which vectors are added. */
  add(binary: Uint8Array): void;
  /**
   * Computes the cosine similarity of a vector to each vector of the table from place `start` on. The next call overwrites the array.
   */
  similarities(vector: readonly number[], start: number): Float32Array;
  /** Computes the cosine similarity of a vector to the vectors at these places, in this order. The next call overwrites the array. */
  similaritiesAt(vector: readonly number[], places: readonly number[]): Float32Array;
  /** Returns a function that computes the cosine similarity of this vector to the vector at a place. */
  similarityTo(vector: readonly number[]): (place: number) => number;
  /**
   * Estimates the cosine similarity of each of 1 to `VECTORS_AT_ONCE` vectors to each vector of the table, from the rounded vectors.
   * The next call overwrites the arrays.
   */
  estimates(vectors: readonly (readonly number[])[]): Float32Array[];
  /** The maximum difference between a similarity and its estimate. */
  maxError: number;
  /** The size of the memory. */
  bytes(): number;
};

/** The maximum number of vectors in one call of `estimates`, which reads the table from memory once for all of them. */
export const VECTORS_AT_ONCE = 4;

/** The 16-bit integer that stands for the value 1. The values of a unit vector are multiplied by it and then rounded. */
const ROUNDED_ONE = 32_767;

/** The dot product of two rounded vectors is multiplied by this factor, so that it estimates that of the unit vectors. */
const ESTIMATE_SCALE = ROUNDED_ONE ** -2;

/** The maximum error of a dot product in single precision. Measured errors are below a tenth of it. */
const FLOAT_ERROR = 1e-5;

const PAGE_BYTES = 65_536;
const RESULT_BYTES = 4;

/** The module compares this number of bytes in a turn. */
const BYTES_AT_ONCE = 32;

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

/** The functions of dot-products.wat. All arguments are offsets or sizes in bytes, except for the factor `scale`. */
type DotProducts = {
  dotProducts(query: number, vectors: number, end: number, size: number, results: number): void;
  dotProductsOfIntegers(
    query: number,
    vectors: number,
    end: number,
    size: number,
    results: number,
    scale: number,
  ): void;
  dotProductsOfFour(
    queries: number,
    vectors: number,
    end: number,
    size: number,
    results: number,
    scale: number,
    stride: number,
  ): void;
};

let compiled: object | undefined;

function dotProductsOf(memory: LinearMemory): DotProducts {
  compiled ??= new WebAssembly.Module(Buffer.from(DOT_PRODUCTS, 'base64'));
  return new WebAssembly.Instance(compiled, { table: { memory } }).exports;
}

/**
 * A memory of WebAssembly for vectors of one size: first `queries` vectors that are compared with the table, then the vectors of the
 * table, then the results of a comparison for each of the former.
 */
type Area = {
  functions: DotProducts;
  /** The size of a vector in bytes. */
  size: number;
  /** Replaced when the memory grows. */
  buffer(): ArrayBuffer;
  /** Makes room for so many vectors in the table. */
  reserve(vectors: number): void;
  /** The offset of a vector of the table, or of the end of the table. */
  offsetOf(place: number): number;
};

function createArea(bytes: number, queries: number): Area {
  const size = Math.ceil(bytes / BYTES_AT_ONCE) * BYTES_AT_ONCE;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const reserve = (vectors: number) => {
    const needed = (queries + vectors) * size + queries * vectors * RESULT_BYTES;
    const missing = needed - memory.buffer.byteLength;
    if (missing <= 0) return;
    const grown = Math.max(missing, memory.buffer.byteLength * (GROWTH - 1));
    memory.grow(Math.ceil(grown / PAGE_BYTES));
  };
  // An empty table needs room for the vectors that are compared with it.
  reserve(0);
  return {
    functions: dotProductsOf(memory),
    size,
    buffer: () => memory.buffer,
    reserve,
    offsetOf: (place) => (queries + place) * size,
  };
}

export function createVectorTable(dimensions: number): VectorTable {
  const exact = createArea(dimensions * Float32Array.BYTES_PER_ELEMENT, 1);
  const rounded = createArea(dimensions * Int16Array.BYTES_PER_ELEMENT, VECTORS_AT_ONCE);
  const floatsAt = (offset: number) => new Float32Array(exact.buffer(), offset, dimensions);
  const integersAt = (offset: number) => new Int16Array(rounded.buffer(), offset, dimensions);
  let count = 0;

  const add: VectorTable['add'] = (binary) => {
    const view = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
    if (view.getUint16(0) !== dimensions) throw new Error('A vector has another length');
    exact.reserve(count + 1);
    rounded.reserve(count + 1);
    const vector = floatsAt(exact.offsetOf(count));
    for (let i = 0; i < dimensions; i += 1) {
      vector[i] = view.getFloat32(HEADER_BYTES + i * Float32Array.BYTES_PER_ELEMENT);
    }
    normalize(vector);
    round(vector, integersAt(rounded.offsetOf(count)));
    count += 1;
  };
  /** Compares a unit vector with those from place `start` to `end`, in single precision. */
  const compare = (unit: Float32Array, start: number, end: number) => {
    floatsAt(0).set(unit);
    const { functions, size, offsetOf } = exact;
    functions.dotProducts(0, offsetOf(start), offsetOf(end), size, offsetOf(count));
    return new Float32Array(exact.buffer(), offsetOf(count), end - start);
  };
  return {
    add,
    similarities: (vector, start) => compare(unitOf(vector), start, count),
    similaritiesAt: (vector, places) => {
      floatsAt(0).set(unitOf(vector));
      const { functions, size, offsetOf } = exact;
      const results = offsetOf(count);
      for (let i = 0; i < places.length; ) {
        // Vectors that are next to each other are compared by one call.
        const start = places[i] ?? 0;
        let length = 1;
        while (places[i + length] === start + length) length += 1;
        const [from, to] = [offsetOf(start), offsetOf(start + length)];
        functions.dotProducts(0, from, to, size, results + i * RESULT_BYTES);
        i += length;
      }
      return new Float32Array(exact.buffer(), results, places.length);
    },
    similarityTo: (vector) => {
      const unit = unitOf(vector);
      return (place) => compare(unit, place, place + 1)[0] ?? 0;
    },
    estimates: (vectors) => {
      const { functions, size, offsetOf } = rounded;
      for (const [i, vector] of vectors.entries()) round(unitOf(vector), integersAt(i * size));
      const [start, end] = [offsetOf(0), offsetOf(count)];
      const stride = count * RESULT_BYTES;
      if (vectors.length === 1) {
        functions.dotProductsOfIntegers(0, start, end, size, end, ESTIMATE_SCALE);
      } else {
        functions.dotProductsOfFour(0, start, end, size, end, ESTIMATE_SCALE, stride);
      }
      return vectors.map((_, i) => new Float32Array(rounded.buffer(), end + i * stride, count));
    },
    maxError: maxErrorOf(dimensions),
    bytes: () => exact.buffer().byteLength + rounded.buffer().byteLength,
  };
}

/** Scales a vector to the length 1. A vector of zeros stays one, which is similar to none. */
function normalize(values: Float32Array): void {
  let squares = 0;
  for (const value of values) squares += value ** 2;
  if (squares === 0) return;
  const scale = 1 / Math.sqrt(squares);
  for (let i = 0; i < values.length; i += 1) values[i] = (values[i] ?? 0) * scale;
}

/** A vector is compared several times, so its unit vector is kept as long as the vector, which must not be changed. */
const units = new WeakMap<readonly number[], Float32Array>();

function unitOf(vector: readonly number[]): Float32Array {
  const known = units.get(vector);
  if (known !== undefined) return known;
  const unit = new Float32Array(vector);
  normalize(unit);
  units.set(vector, unit);
  return unit;
}

function round(unit: Float32Array, integers: Int16Array): void {
  for (let i = 0; i < unit.length; i += 1) integers[i] = Math.round((unit[i] ?? 0) * ROUNDED_ONE);
}

/**
 * Rounding moves a unit vector by at most `moved`, because each value changes by at most 0.5 / ROUNDED_ONE. The dot product of two
 * moved vectors differs by at most moved + (1 + moved) * moved.
 */
function maxErrorOf(dimensions: number): number {
  const moved = (0.5 / ROUNDED_ONE) * Math.sqrt(dimensions);
  return moved * (2 + moved) + FLOAT_ERROR;
}
