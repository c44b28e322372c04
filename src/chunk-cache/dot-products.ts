import { PLAIN, RELAXED } from './dot-products.generated.ts';

/** The part of WebAssembly that is used here, which the type declarations of Node.js do not contain. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    validate(bytes: Uint8Array): boolean;
    Memory: new (size: { initial: number }) => LinearMemory;
    Module: new (bytes: Uint8Array) => object;
    Instance: new (
      module: object,
      imports: { table: { memory: LinearMemory } },
    ) => { exports: DotProducts };
  };
};

type LinearMemory = { buffer: ArrayBuffer; grow(pages: number): void };

/** The functions of dot-products.wat. All arguments are offsets or sizes in bytes, except for `offset` and `least`. */
export type DotProducts = {
  similarities(
    query: number,
    vectors: number,
    end: number,
    size: number,
    rest: number,
    properties: number,
    results: number,
  ): void;
  boundsOfOne(
    query: number,
    queryProperties: number,
    offset: number,
    vectors: number,
    end: number,
    size: number,
    properties: number,
    results: number,
  ): void;
  boundsOfFour(
    queries: number,
    queryProperties: number,
    offset: number,
    vectors: number,
    end: number,
    size: number,
    properties: number,
    results: number,
    stride: number,
  ): void;
  indexesAtLeast(numbers: number, end: number, least: number, indexes: number): number;
};

/** Whether this version of Node.js has relaxed SIMD instructions: from 22 on. */
const isRelaxed = WebAssembly.validate(Buffer.from(RELAXED, 'base64'));

/**
 * A query is rounded to integers from −max to max, to which `offset` is added. With relaxed SIMD they are unsigned
 * 7-bit integers. Otherwise they are stored in 16 bits, of which 12 are used, so that the sums do not overflow with
 * 4,000 dimensions.
 */
export const QUERY = isRelaxed
  ? { max: 63, offset: 64, Values: Uint8Array }
  : { max: 2047, offset: 0, Values: Int16Array };

/** The module loads 16 bytes of a query at a time. */
export const BLOCK_VALUES = 16 / QUERY.Values.BYTES_PER_ELEMENT;

/** Creates a WebAssembly memory of one page. */
export function createMemory(): LinearMemory {
  return new WebAssembly.Memory({ initial: 1 });
}

let compiled: object | undefined;

/** Instantiates the module on a memory, and returns its functions. */
export function dotProductsOf(memory: LinearMemory): DotProducts {
  compiled ??= new WebAssembly.Module(Buffer.from(isRelaxed ? RELAXED : PLAIN, 'base64'));
  return new WebAssembly.Instance(compiled, { table: { memory } }).exports;
}
