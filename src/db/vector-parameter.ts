import { memoizeByObject } from '../memoize-by-object.ts';

const HEADER_BYTES = 4;
const VALUE_BYTES = 4;

/** A vector as the parameter of a statement, in pgvector's binary form, which is a fifth as long as the text form. */
class VectorParameter {
  readonly #vector: readonly number[];
  #binary: Buffer | undefined;

  constructor(vector: readonly number[]) {
    this.#vector = vector;
  }

  /** The driver calls this, and sends a buffer in binary form. The buffer is made only once. */
  toPostgres(): Buffer {
    this.#binary ??= encode(this.#vector);
    return this.#binary;
  }
}

/** The parameter of a vector, which must not be changed afterwards. */
export const vectorParameter = memoizeByObject(
  (vector: readonly number[]) => new VectorParameter(vector),
);

/** The number of dimensions and an unused number, in 16 bits each, and the values as 32-bit floats. */
function encode(vector: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + vector.length * VALUE_BYTES);
  buffer.writeUInt16BE(vector.length, 0);
  buffer.writeUInt16BE(0, 2);
  for (let i = 0; i < vector.length; i += 1) {
    buffer.writeFloatBE(vector[i] ?? 0, HEADER_BYTES + i * VALUE_BYTES);
  }
  return buffer;
}

/** PostgreSQL's binary form of an array: a header of five integers, and then each value with its length before it. */
const ARRAY_HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
/** The object identifier (OID) of PostgreSQL's type `real`. */
const REAL_OID = 700;

/**
 * Vectors of the same length as one parameter of a statement: the numbers of all of them, one vector after another, in
 * an array of type `real[]`. Its binary form is written and read faster than text.
 */
export function vectorsParameter(vectors: readonly (readonly number[])[]): Buffer {
  const size = vectors[0]?.length ?? 0;
  const count = vectors.length * size;
  const buffer = Buffer.allocUnsafe(ARRAY_HEADER_BYTES + count * (LENGTH_BYTES + VALUE_BYTES));
  let offset = 0;
  const writeInt = (value: number) => {
    offset = buffer.writeInt32BE(value, offset);
  };
  // The header: one dimension, no nulls, the type of the values, their number, and the index of the first one.
  for (const value of [1, 0, REAL_OID, count, 1]) writeInt(value);
  for (const vector of vectors) {
    for (const value of vector) {
      writeInt(VALUE_BYTES);
      offset = buffer.writeFloatBE(value, offset);
    }
  }
  return buffer;
}
