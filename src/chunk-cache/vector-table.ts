import { DOT_PRODUCTS } from './dot-products.generated.ts';

/** Vectors of one length in the memory of WebAssembly, where all of them are compared with another vector at once. */
export type VectorTable = {
  /** Adds a vector in pgvector's binary form, as a unit vector. Its place is the number of vectors before it. */
  add(binary: Uint8Array): void;
  /**
   * The cosine similarities of a vector with the vectors of the table from place `start` to before `end`, by default with all of
   * them, in the order of their places. The array is overwritten by the next call.
   */
  similarities(vector: readonly number[], start?: number, end?: number): Float32Array;
  /** The size of the memory. */
  bytes(): number;
};

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
    ) => { exports: { dotProducts: DotProducts } };
  };
};

type LinearMemory = { buffer: ArrayBuffer; grow(pages: number): void };

/** The function of dot-products.wat. All arguments are offsets or sizes in bytes. */
type DotProducts = (
  query: number,
  vectors: number,
  end: number,
  size: number,
  results: number,
) => void;

let compiled: object | undefined;

function dotProductsOf(memory: LinearMemory): DotProducts {
  compiled ??= new WebAssembly.Module(Buffer.from(DOT_PRODUCTS, 'base64'));
  return new WebAssembly.Instance(compiled, { table: { memory } }).exports.dotProducts;
}

/** The memory has a place for the query vector, then the vectors, and then the results of a comparison. */
export function createVectorTable(dimensions: number): VectorTable {
  const width = Math.ceil(dimensions / VALUES_AT_ONCE) * VALUES_AT_ONCE;
  const size = width * FLOAT_BYTES;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const dotProducts = dotProductsOf(memory);
  let values = new Float32Array(memory.buffer);
  let count = 0;

  const reserve = (vectors: number) => {
    const missing = (vectors + 1) * size + vectors * FLOAT_BYTES - memory.buffer.byteLength;
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
  return {
    add: (binary) => {
      const view = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
      if (view.getUint16(0) !== dimensions) throw new Error('A vector has another length');
      reserve(count + 1);
      count += 1;
      for (let i = 0; i < dimensions; i += 1) {
        values[count * width + i] = view.getFloat32(HEADER_BYTES + i * FLOAT_BYTES);
      }
      normalize(count);
    },
    similarities: (vector, start = 0, end = count) => {
      reserve(count);
      values.set(vector);
      normalize(0);
      const results = (count + 1) * size;
      dotProducts(0, (start + 1) * size, (end + 1) * size, size, results);
      const first = results / FLOAT_BYTES;
      return values.subarray(first, first + end - start);
    },
    bytes: () => memory.buffer.byteLength,
  };
}
