import { readFileSync } from 'node:fs';

// The files of this folder are plain JavaScript, so that Node.js runs them before anything is compiled. The
// compiler checks their types through the comments.

/**
 * A tensor in single precision. `halves` are the bits of its numbers if the file has half precision.
 * @typedef {{ values: Float32Array, halves?: Uint16Array, shape: number[] }} Tensor
 */

/**
 * Reads a safetensors file: the length of the header in eight bytes, a JSON header, then the tensors' bytes.
 * @param {string} path
 * @returns {(name: string) => Tensor} the tensor of that name
 * @throws {Error} if the file has no tensor of that name, or one of an unsupported type
 */
export function readSafetensors(path) {
  const file = readFileSync(path);
  const headerLength = Number(file.readBigUInt64LE(0));
  const start = 8 + headerLength;
  /** @type {Record<string, { dtype: string, shape: number[], data_offsets: [number, number] }>} */
  const header = JSON.parse(file.subarray(8, start).toString());
  return (name) => {
    const entry = header[name] ?? header[`bert.${name}`];
    if (entry === undefined) throw new Error(`The weights have no tensor ${name}`);
    const [from, to] = entry.data_offsets;
    const bytes = file.subarray(start + from, start + to);
    return { ...readNumbers(bytes, entry.dtype), shape: entry.shape };
  };
}

/**
 * @param {Buffer} bytes little-endian
 * @param {string} dtype
 */
function readNumbers(bytes, dtype) {
  // A copy begins at an address that typed arrays can use.
  const { buffer } = new Uint8Array(bytes);
  if (dtype === 'F16') {
    const halves = new Uint16Array(buffer);
    return { halves, values: Float32Array.from(halves, (bits) => HALVES[bits] ?? 0) };
  }
  if (dtype === 'F32') return { values: new Float32Array(buffer) };
  throw new Error(`Tensors of type ${dtype} are not supported`);
}

/**
 * The value of a half-precision number (IEEE 754): one sign bit, five exponent bits, ten fraction bits.
 * @param {number} bits
 */
export function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** The value of each of the 65,536 bit patterns. */
const HALVES = Float32Array.from({ length: 2 ** 16 }, (_, bits) => fromHalf(bits));
