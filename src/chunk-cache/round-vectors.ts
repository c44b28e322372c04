import { normalize, unitVector } from '../db/embedding-space.ts';
import { BLOCK_VALUES, QUERY } from './dot-products.ts';
import { PROPERTIES, type VectorMemory } from './vector-memory.ts';

/** How vectors are rounded to integers, and where the module of dot-products.wat reads these. */

/** The greatest integer of 24 bits, which stands for the greatest value of a stored vector. */
const GREATEST_INTEGER = 2 ** 23 - 1;

/**
 * The number of bits that follow the first byte of an integer, and the number of integers that begin with the same
 * byte.
 */
const REST_BITS = 16;
const SAME_FIRST_BYTE = 2 ** REST_BITS;

/**
 * The maximum rounding error of similarities and upper bounds, which are computed in single precision. Measured
 * errors are below a tenth of it.
 */
const FLOAT_ERROR = 1e-5;

/** pgvector's binary form begins with the number of dimensions and an unused number, of 16 bits each. */
const HEADER_BYTES = 4;

/** Rounds a vector in pgvector's binary form to integers of 24 bits, and writes them to a place of the table. */
export function writeVector(memory: VectorMemory, place: number, binary: Uint8Array): void {
  const { dimensions, buffer, propertiesOf } = memory;
  const vector = readUnitVector(binary, dimensions);
  memory.reserve(place + 1);
  const [first, rest] = [firstBytesAt(memory, place), otherBytesAt(memory, place)];
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
    // The first byte stands for all integers that begin with it, so the rounding error is measured from their middle.
    squares += ((vector[i] ?? 0) - (byte + 0.5) * unit * SAME_FIRST_BYTE) ** 2;
  }
  const properties = [unit * SAME_FIRST_BYTE, sum, Math.sqrt(squares), unit];
  new Float32Array(buffer(), propertiesOf(place), PROPERTIES).set(properties);
}

/** The first bytes of the values of the vector at a place of the table. */
export function firstBytesAt({ buffer, firstOf, values }: VectorMemory, place: number): Int8Array {
  return new Int8Array(buffer(), firstOf(place), values);
}

/** The other bytes of the values of the vector at a place of the table. */
export function otherBytesAt({ buffer, restOf, values }: VectorMemory, place: number): Uint16Array {
  return new Uint16Array(buffer(), restOf(place), values);
}

/**
 * Rounds a query and writes it, with its properties, to where the module reads it. Of `several` queries, the module
 * reads a block of values of each, then the next block of each, and so on; `number` is the place of this query among
 * them.
 */
export function writeQuery(
  memory: VectorMemory,
  vector: readonly number[],
  { number, several }: { number: number; several: number },
): void {
  const { dimensions, values, buffer, maxQueries } = memory;
  const unitValues = unitVector(vector);
  const greatest = greatestOf(unitValues);
  const unit = greatest / QUERY.max;
  const perUnit = greatest === 0 ? 0 : QUERY.max / greatest;
  const queries = new QUERY.Values(buffer(), memory.queries, several * values);
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
  const properties = new Float32Array(buffer(), memory.queryProperties, maxQueries * PROPERTIES);
  for (const [property, factor] of [unit, 1 + error, error + FLOAT_ERROR, sum / 2].entries()) {
    properties[property * maxQueries + number] = factor;
  }
}

/** Reads a vector in pgvector's binary form, and scales it to the length 1. */
function readUnitVector(binary: Uint8Array, dimensions: number): Float32Array {
  const view = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
  if (view.getUint16(0) !== dimensions)
    throw new Error('A vector has another number of dimensions than the table');
  const vector = new Float32Array(dimensions);
  for (let i = 0; i < dimensions; i += 1) {
    vector[i] = view.getFloat32(HEADER_BYTES + i * Float32Array.BYTES_PER_ELEMENT);
  }
  normalize(vector);
  return vector;
}

/** The greatest absolute value of a vector. */
function greatestOf(vector: Float32Array): number {
  let greatest = 0;
  for (let i = 0; i < vector.length; i += 1)
    greatest = Math.max(greatest, Math.abs(vector[i] ?? 0));
  return greatest;
}
