/** Vectors of one length, one after the other. */
export type Vectors = { values: Float32Array; count: number; dimensions: number };

/** The vector of an entry as the API sends it: the Base64 of 32-bit numbers, little-endian. */
export function decodeVector(text: string): Float32Array {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(i * 4, true));
}

/** Scales each vector to length 1, so that a product of two is their cosine similarity. */
export function normalize({ values, count, dimensions }: Vectors): void {
  for (let row = 0; row < count; row += 1) {
    const vector = values.subarray(row * dimensions, (row + 1) * dimensions);
    let squared = 0;
    for (const value of vector) squared += value * value;
    const length = Math.sqrt(squared) || 1;
    for (let i = 0; i < dimensions; i += 1) vector[i] = (vector[i] as number) / length;
  }
}
