import { readFileSync } from 'node:fs';

// The files of this folder run in a worker thread, from the sources and from the build alike: hence
// plain JavaScript, checked by the compiler through its comments.

/** @typedef {{ values: Float32Array, shape: number[] }} Tensor */

/**
 * Reads a safetensors file: eight bytes of header length, a JSON header, then the tensors' bytes.
 * Half precision becomes single precision.
 * @param {string} path
 * @returns {(name: string) => Tensor} the tensor of that name; throws if the file has none
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
    return { values: toFloats(bytes, entry.dtype), shape: entry.shape };
  };
}

/**
 * @param {Buffer} bytes little-endian
 * @param {string} dtype
 */
function toFloats(bytes, dtype) {
  if (dtype === 'F16') {
    const values = new Float32Array(bytes.length / 2);
    for (let i = 0; i < values.length; i += 1) values[i] = HALVES[bytes.readUInt16LE(2 * i)] ?? 0;
    return values;
  }
  if (dtype === 'F32') {
    const copy = new Uint8Array(bytes);
    return new Float32Array(copy.buffer);
  }
  throw new Error(`Tensors of type ${dtype} are not supported`);
}

/**
 * IEEE 754 half precision: one bit of sign, five of exponent, ten of fraction.
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

/** Every number that half precision has. */
const HALVES = Float32Array.from({ length: 2 ** 16 }, (_, bits) => fromHalf(bits));
