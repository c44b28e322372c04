import type { Space } from '../db/embedding-space.ts';
import { badInput } from '../errors.ts';
import { decodeVector } from '../models/encode-vector.ts';

/** Decodes the vector of a line. @throws BAD_USER_INPUT if it does not have the dimensions of the space, or is all 0 */
export function checkedVector(text: string, { dimensions }: Space, place: string): number[] {
  const vector = decodeVector(text);
  const isValid =
    vector.length === dimensions && vector.every(Number.isFinite) && vector.some(Boolean);
  if (!isValid)
    throw badInput(place, `the vector must hold ${dimensions} numbers that are not all 0`);
  return vector;
}
