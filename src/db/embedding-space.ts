import { eq, placeholder, type SQL, sql } from 'drizzle-orm';
import { chunks } from './tables.ts';

/** An embedding space: vectors of one model and dimension, which alone can be compared. */
export type Space = { model: string; dimensions: number };

/** The name under which a space stands in the tables. */
export function spaceName(space: Space): string {
  return `${space.model}/${space.dimensions}`;
}

export function isSameSpace(one: Space, other: Space | null): boolean {
  return other !== null && spaceName(one) === spaceName(other);
}

/** True for the chunks of the space, written so that the space's partial index applies: with a literal. */
export function inSpace(space: Space): SQL {
  return sql`${chunks.space} = ${sql.raw(quoteLiteral(spaceName(space)))}`;
}

/** True for the chunks of the space that a prepared query is run with, as `space`. */
export const inPlacedSpace = eq(chunks.space, placeholder('space'));

export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Cosine similarity in −1..1 of two vectors of the same length. */
export function cosineSimilarity(one: readonly number[], other: readonly number[]): number {
  let dot = 0;
  let oneSquared = 0;
  let otherSquared = 0;
  // A plain loop: an iterator takes five times as long, and a bulk write compares each text with each other.
  for (let i = 0; i < one.length; i += 1) {
    const a = one[i] ?? 0;
    const b = other[i] ?? 0;
    dot += a * b;
    oneSquared += a * a;
    otherSquared += b * b;
  }
  return dot / Math.sqrt(oneSquared * otherSquared);
}
