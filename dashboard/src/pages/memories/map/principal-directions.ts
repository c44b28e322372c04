import type { Vectors } from './vectors.ts';

/** The two directions in which vectors differ most, by power iteration: x and y of each vector. */
export function principalPositions(vectors: Vectors): Float32Array {
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
