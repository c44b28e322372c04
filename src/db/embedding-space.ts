import { eq, placeholder, type SQL, sql } from 'drizzle-orm';
import { chunks } from './tables.ts';

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

/** Cosine similarity in −1..1 of two vectors of the same length. */
export function cosineSimilarity(one: readonly number[], other: readonly number[]): number {
  let dot = 0;
  let oneSquared = 0;
  let otherSquared = 0;
  // A plain loop is five times as fast as an iterator, and a bulk write compares all pairs of its texts.
  for (let i = 0; i < one.length; i += 1) {
    const a = one[i] ?? 0;
    const b = other[i] ?? 0;
    dot += a * b;
    oneSquared += a * a;
    otherSquared += b * b;
  }
  return dot / Math.sqrt(oneSquared * otherSquared);
}
