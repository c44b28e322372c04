/** Encodes numbers as the Base64 of little-endian 32-bit floats: exact, and half as long as decimal digits. */
export function encodeVector(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, i * 4);
  return bytes.toString('base64');
}

/**
 * Decodes the text of `encodeVector`. Ignores characters that are not Base64, and up to three bytes at the end that do
 * not make a whole number.
 */
export function decodeVector(text: string): number[] {
  const bytes = Buffer.from(text, 'base64');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = new Array<number>(Math.floor(bytes.byteLength / 4));
  for (let i = 0; i < vector.length; i += 1) vector[i] = view.getFloat32(i * 4, true);
  return vector;
}
