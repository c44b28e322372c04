import type { Space } from '../db/embedding-space.ts';
import { type DomainError, embeddingUnavailable } from '../errors.ts';
import { decodeVector } from './encode-vector.ts';

/**
 * The norms that a vector may have. pgvector stores single precision; its index of more than 2,000 dimensions stores
 * half precision, in which the largest number is 65,504 and numbers below 6e-8 become zero. Embedding models return
 * norms near 1 or, if they do not normalize, of some hundreds.
 */
const MIN_NORM = 1e-3;
const MAX_NORM = 6e4;

/**
 * The vectors of an endpoint's answer in single precision, in the order of the texts. There must be one for each text,
 * a list of numbers or the Base64 of 32-bit numbers, with the dimensions of the space, finite numbers and a norm from
 * MIN_NORM to MAX_NORM. If an item has no index, its position in the answer is its index.
 * @throws EMBEDDING_UNAVAILABLE for any other answer
 */
export function checkVectors(answer: unknown, expected: number, space: Space): number[][] {
  const data = propertyOf(answer, 'data');
  if (!Array.isArray(data) || data.length !== expected) {
    throw unusable(space, `something other than ${expected} vectors`);
  }
  const vectors = new Map<number, number[]>();
  for (const [place, item] of data.entries()) {
    const index = propertyOf(item, 'index') ?? place;
    if (!isIndex(index, expected)) {
      throw unusable(space, `a vector whose index is not a whole number below ${expected}`);
    }
    if (vectors.has(index)) throw unusable(space, `two vectors with the index ${index}`);
    vectors.set(index, checkVector(propertyOf(item, 'embedding'), space));
  }
  // The answer has `expected` different indexes, all below `expected`, so each text has a vector.
  return Array.from({ length: expected }, (_, index) => vectors.get(index) ?? []);
}

function checkVector(given: unknown, space: Space): number[] {
  const embedding = typeof given === 'string' ? decodeVector(given) : given;
  if (!Array.isArray(embedding)) throw unusable(space, 'no vector of numbers');
  if (embedding.length !== space.dimensions) {
    throw unusable(
      space,
      `${embedding.length} dimensions, not the ${space.dimensions} configured (EMBEDDING_DIMENSIONS)`,
    );
  }
  let sumOfSquares = 0;
  const vector = embedding.map((value: unknown) => {
    const single = typeof value === 'number' ? Math.fround(value) : Number.NaN;
    if (!Number.isFinite(single)) {
      throw unusable(space, 'no vector of numbers in single precision');
    }
    sumOfSquares += single * single;
    return single;
  });
  const norm = Math.sqrt(sumOfSquares);
  if (norm < MIN_NORM || norm > MAX_NORM) {
    throw unusable(space, `a vector of norm ${norm}, not one from ${MIN_NORM} to ${MAX_NORM}`);
  }
  return vector;
}

function isIndex(value: unknown, end: number): value is number {
  return Number.isInteger(value) && typeof value === 'number' && value >= 0 && value < end;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function unusable(space: Space, what: string): DomainError {
  return embeddingUnavailable(`The embedding model ${space.model} answered ${what}.`);
}
