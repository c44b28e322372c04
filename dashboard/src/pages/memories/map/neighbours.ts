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

export type Neighbours = { indices: number[][]; distances: number[][] };

/**
 * The nearest vectors of each vector of length 1 by cosine distance, itself first. All pairs are compared: with 2,000
 * vectors this takes about a second, and the result is exact.
 */
export function nearest(
  { values, count, dimensions }: Vectors,
  wanted: number,
  onProgress: (share: number) => void,
): Neighbours {
  const indices: number[][] = [];
  const distances: number[][] = [];
  const order = new Int32Array(count);
  const row = new Float32Array(count);
  for (let one = 0; one < count; one += 1) {
    for (let other = 0; other < count; other += 1) {
      let product = 0;
      const a = one * dimensions;
      const b = other * dimensions;
      for (let i = 0; i < dimensions; i += 1) {
        product += (values[a + i] as number) * (values[b + i] as number);
      }
      order[other] = other;
      // A vector comes first among its own neighbours, even if others are equal to it.
      row[other] = one === other ? -1 : Math.max(0, 1 - product);
    }
    order.sort((left, right) => (row[left] as number) - (row[right] as number));
    const found = [...order.subarray(0, wanted)];
    indices.push(found);
    distances.push(found.map((other) => Math.max(0, row[other] as number)));
    if (one % 50 === 0) onProgress(one / count);
  }
  return { indices, distances };
}

/** The two directions in which vectors differ most, by power iteration: x and y of each vector. */
export function principal(vectors: Vectors): Float32Array {
  const { values, count, dimensions } = vectors;
  const mean = new Float64Array(dimensions);
  for (let row = 0; row < count; row += 1) {
    for (let i = 0; i < dimensions; i += 1) {
      mean[i] = (mean[i] as number) + (values[row * dimensions + i] as number) / count;
    }
  }
  const positions = new Float32Array(count * 2);
  const found: Float64Array[] = [];
  for (const axis of [0, 1]) {
    const direction = directionOf(vectors, mean, found);
    found.push(direction);
    for (let row = 0; row < count; row += 1) {
      positions[row * 2 + axis] = projected(vectors, row, mean, direction);
    }
  }
  return positions;
}

const ITERATIONS = 60;

function directionOf(vectors: Vectors, mean: Float64Array, found: readonly Float64Array[]) {
  const { values, count, dimensions } = vectors;
  let direction = Float64Array.from({ length: dimensions }, (_, i) => Math.sin(i + 1));
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const next = new Float64Array(dimensions);
    for (let row = 0; row < count; row += 1) {
      const share = projected(vectors, row, mean, direction);
      for (let i = 0; i < dimensions; i += 1) {
        const centered = (values[row * dimensions + i] as number) - (mean[i] as number);
        next[i] = (next[i] as number) + share * centered;
      }
    }
    for (const other of found) removeFrom(next, other);
    direction = unit(next);
  }
  return direction;
}

function projected(
  { values, dimensions }: Vectors,
  row: number,
  mean: Float64Array,
  direction: Float64Array,
): number {
  let sum = 0;
  for (let i = 0; i < dimensions; i += 1) {
    const centered = (values[row * dimensions + i] as number) - (mean[i] as number);
    sum += centered * (direction[i] as number);
  }
  return sum;
}

/** Makes a vector perpendicular to another of length 1. */
function removeFrom(vector: Float64Array, other: Float64Array): void {
  const share = vector.reduce((sum, value, i) => sum + value * (other[i] as number), 0);
  for (const [i, value] of other.entries()) vector[i] = (vector[i] as number) - share * value;
}

function unit(vector: Float64Array): Float64Array<ArrayBuffer> {
  const length = Math.hypot(...vector) || 1;
  return Float64Array.from(vector, (value) => value / length);
}
