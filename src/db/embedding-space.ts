import { eq, placeholder, type SQL, sql } from 'drizzle-orm';
import { memoizeByObject } from '../memoize-by-object.ts';
import { chunks } from './tables/chunks.ts';

/** An embedding space: a model and the length of its vectors. Only vectors of one space are comparable. */
export type Space = { model: string; dimensions: number };

/** A project, and the space of its model. */
export type ProjectSpace = { projectId: string; space: Space };

/** The name of a space in the tables. */
export function spaceName(space: Space): string {
  return `${space.model}/${space.dimensions}`;
}

export function isSameSpace(one: Space, other: Space | null): boolean {
  return other !== null && spaceName(one) === spaceName(other);
}

/** Condition for the chunks of the space, with a literal, so that the space's partial index applies. */
export function inSpace(space: Space): SQL {
  return sql`${chunks.space} = ${sql.raw(quoteLiteral(spaceName(space)))}`;
}

/** Condition for the chunks of the space in the parameter `space` of a prepared query. */
export const inPlacedSpace = eq(chunks.space, placeholder('space'));

export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Cosine similarity in −1..1 of two vectors of the same length. 0 if one of them is zero. */
export function cosineSimilarity(one: readonly number[], other: readonly number[]): number {
  return dotProduct(unitVector(one), unitVector(other));
}

/** The dot product of two vectors of the same length. */
export function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  // A plain loop is five times as fast as an iterator, and a bulk compares all pairs of its texts.
  for (let i = 0; i < one.length; i += 1) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return sum;
}

/**
 * The vector with the length 1. A vector of zeros stays one, which is similar to none. A vector is compared several
 * times, so its unit vector is kept as long as the vector, which must not be changed.
 */
export const unitVector = memoizeByObject((vector: readonly number[]): Float32Array => {
  const unit = new Float32Array(vector);
  normalize(unit);
  return unit;
});

/** Scales a vector to the length 1. A vector of zeros stays one. */
export function normalize(values: Float32Array): void {
  const squares = dotProduct(values, values);
  if (squares === 0) return;
  const scale = 1 / Math.sqrt(squares);
  for (let i = 0; i < values.length; i += 1) values[i] = (values[i] ?? 0) * scale;
}
