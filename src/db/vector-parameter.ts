import { toSql } from 'pgvector';

const DIMENSIONS_BYTES = 4;
const VALUE_BYTES = 4;

/**
 * A vector as the parameter of a statement, in pgvector's binary form, which has a fifth of the length of the text. Each
 * form is made once.
 */
export class VectorParameter {
  readonly #vector: readonly number[];
  #text: string | undefined;
  #binary: Buffer | undefined;

  constructor(vector: readonly number[]) {
    this.#vector = vector;
  }

  /** The driver calls this, and sends a buffer as binary. */
  toPostgres(): Buffer {
    this.#binary ??= encode(this.#vector);
    return this.#binary;
  }

  /** The text, for statements that take it in a list of vectors. */
  toString(): string {
    this.#text ??= String(toSql([...this.#vector]));
    return this.#text;
  }
}

const parameters = new WeakMap<readonly number[], VectorParameter>();

/** The parameter of a vector, which must not be changed afterwards. */
export function vectorParameter(vector: readonly number[]): VectorParameter {
  const known = parameters.get(vector);
  if (known !== undefined) return known;
  const parameter = new VectorParameter(vector);
  parameters.set(vector, parameter);
  return parameter;
}

/** The number of dimensions and an unused number, in 16 bits each, and the values as 32-bit floats. */
function encode(vector: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(DIMENSIONS_BYTES + vector.length * VALUE_BYTES);
  buffer.writeUInt16BE(vector.length, 0);
  buffer.writeUInt16BE(0, 2);
  for (let i = 0; i < vector.length; i += 1) {
    buffer.writeFloatBE(vector[i] ?? 0, DIMENSIONS_BYTES + i * VALUE_BYTES);
  }
  return buffer;
}
