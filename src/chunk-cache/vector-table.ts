import { DOT_PRODUCTS } from './dot-products.generated.ts';

/**
 * Vectors of one length in the memory of WebAssembly, as unit vectors whose values have 24 bits: a 16-bit integer, and a residual of
 * 8 bits. Comparing the 16-bit integers alone takes less than half the time.
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
   * Estimates the cosine similarity of each of 1 to `VECTORS_AT_ONCE` vectors to each vector of the table, from the rounded vectors.
   * The next call of this function overwrites the arrays.
   */
  estimates(vectors: readonly (readonly number[])[]): Float32Array[];
  /** The maximum difference between a similarity and its estimate. */
  maxError: number;
  /**
   * The indexes of all numbers that are `least` or more, in ascending order. `numbers` must be an array that `estimates` has returned;
   * its numbers may have been replaced since.
   */
  indexesAtLeast(numbers: Float32Array, least: number): number[];
  /** The size of the memory. */
  bytes(): number;
};

/** The maximum number of vectors in one call of `estimates`, which reads the table from memory once for all of them. */
export const VECTORS_AT_ONCE = 4;

/** The 16-bit integer that stands for the value 1. The values of a unit vector are multiplied by it and then rounded. */
const ROUNDED_ONE = 32_767;

/** The residual of a value is what rounding has left over, in units of 1 / RESIDUAL_UNITS of the 16-bit integer's unit. */
const RESIDUAL_UNITS = 254;

/** The dot product of two rounded vectors is multiplied by this factor, so that it estimates that of the unit vectors. */
const ESTIMATE_SCALE = ROUNDED_ONE ** -2;

/** The dot product of a unit vector and a stored vector of integers, multiplied by this, is their cosine similarity. */
const EXACT_SCALE = 1 / (ROUNDED_ONE * RESIDUAL_UNITS);

/** The maximum error of a dot product that is not estimated. Measured errors are below a tenth of it. */
const FLOAT_ERROR = 1e-5;

const PAGE_BYTES = 65_536;
const RESULT_BYTES = 4;

/** The module compares this number of values in a turn. */
const VALUES_AT_ONCE = 16;

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
  dotProducts(
    query: number,
    vectors: number,
    end: number,
    size: number,
    residuals: number,
    results: number,
    scale: number,
  ): void;
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
  indexesAtLeast(numbers: number, end: number, least: number, indexes: number): number;
};

let compiled: object | undefined;

function dotProductsOf(memory: LinearMemory): DotProducts {
  compiled ??= new WebAssembly.Module(Buffer.from(DOT_PRODUCTS, 'base64'));
  return new WebAssembly.Instance(compiled, { table: { memory } }).exports;
}

/**
 * The memory of a table. In this order: a vector of floats and `VECTORS_AT_ONCE` vectors of integers that are compared with the table;
 * the result of a single comparison; the 16-bit integers of the vectors of the table; their residuals; and a list of results for
 * each vector that is compared, first for the one of floats.
 */
type Area = {
  functions: DotProducts;
  /** The number of bytes of the 16-bit integers of a vector. */
  size: number;
  /** Replaced when the memory grows. */
  buffer(): ArrayBuffer;
  /** Makes room for so many vectors in the table. */
  reserve(vectors: number): void;
  /** The offset of a vector of integers that is compared with the table. */
  queryOf(place: number): number;
  /** The offset of the integers of a vector of the table, or of the end of the table. */
  integersOf(place: number): number;
  /** The offset at which the residuals of the vector at a place of the table begin. */
  residualsOf(place: number): number;
  /** The offset at which the similarity of a single pair is written (`similarityTo`). */
  single: number;
  /** The offset of a list of results. */
  resultsOf(list: number): number;
};

function createArea(dimensions: number): Area {
  const values = Math.ceil(dimensions / VALUES_AT_ONCE) * VALUES_AT_ONCE;
  const size = values * Int16Array.BYTES_PER_ELEMENT;
  const queries = values * Float32Array.BYTES_PER_ELEMENT;
  const single = queries + VECTORS_AT_ONCE * size;
  const start = single + size;
  const memory = new WebAssembly.Memory({ initial: 1 });
  /** The number of vectors for which there is room. */
  let room = 0;
  const integersOf = (place: number) => start + place * size;
  const residualsOf = (place: number) => integersOf(room) + place * values;
  const resultsOf = (list: number) => residualsOf(room) + list * room * RESULT_BYTES;
  const reserve = (vectors: number) => {
    if (vectors <= room) return;
    const before = { residuals: residualsOf(0), end: residualsOf(room) };
    room = Math.max(vectors, Math.ceil(room * GROWTH));
    const missing = resultsOf(1 + VECTORS_AT_ONCE) - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    new Uint8Array(memory.buffer).copyWithin(residualsOf(0), before.residuals, before.end);
  };
  // An empty table needs room for the vectors that are compared with it.
  reserve(1);
  return {
    functions: dotProductsOf(memory),
    size,
    buffer: () => memory.buffer,
    reserve,
    queryOf: (place) => queries + place * size,
    integersOf,
    residualsOf,
    single,
    resultsOf,
  };
}

export function createVectorTable(dimensions: number): VectorTable {
  const area = createArea(dimensions);
  const { functions, size, buffer, queryOf, integersOf, residualsOf, single, resultsOf } = area;
  const integersAt = (offset: number) => new Int16Array(buffer(), offset, dimensions);
  let count = 0;

  /** The bytes of the integers, and those of the residuals, of the vector at a place. */
  const partsAt = (place: number) => [
    new Uint8Array(buffer(), integersOf(place), dimensions * Int16Array.BYTES_PER_ELEMENT),
    new Uint8Array(buffer(), residualsOf(place), dimensions),
  ];
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
    const integers = integersAt(integersOf(count));
    round(vector, integers);
    const residuals = new Int8Array(buffer(), residualsOf(count), dimensions);
    for (let i = 0; i < dimensions; i += 1) {
      residuals[i] = Math.round(
        ((vector[i] ?? 0) * ROUNDED_ONE - (integers[i] ?? 0)) * RESIDUAL_UNITS,
      );
    }
  };
  let comparedWith: readonly number[] | null = null;
  /** Sets the vector with which `compare` compares. */
  const compareWith = (vector: readonly number[]) => {
    if (vector === comparedWith) return;
    new Float32Array(buffer(), 0, dimensions).set(unitOf(vector));
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
    const [from, until] = [integersOf(start), integersOf(end)];
    functions.dotProducts(0, from, until, size, residualsOf(start), to, EXACT_SCALE);
  };
  return {
    add: (binary) => {
      write(binary);
      count += 1;
    },
    isAt: (place, binary) => {
      write(binary);
      const written = partsAt(count);
      return partsAt(place).every((part, i) => Buffer.compare(part, written[i] ?? part) === 0);
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
    estimates: (vectors) => {
      for (const [i, vector] of vectors.entries()) round(unitOf(vector), integersAt(queryOf(i)));
      const [query, start, end, results] = [
        queryOf(0),
        integersOf(0),
        integersOf(count),
        resultsOf(1),
      ];
      const stride = resultsOf(2) - results;
      if (vectors.length === 1) {
        functions.dotProductsOfIntegers(query, start, end, size, results, ESTIMATE_SCALE);
      } else {
        functions.dotProductsOfFour(query, start, end, size, results, ESTIMATE_SCALE, stride);
      }
      return vectors.map((_, i) => new Float32Array(buffer(), results + i * stride, count));
    },
    maxError: maxErrorOf(dimensions),
    indexesAtLeast: ({ byteOffset, byteLength }, least) => {
      const to = resultsOf(0);
      const found = functions.indexesAtLeast(byteOffset, byteOffset + byteLength, least, to);
      return [...new Uint32Array(buffer(), to, found)];
    },
    bytes: () => buffer().byteLength,
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
