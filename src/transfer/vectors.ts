import type { Space } from '../db/embedding-space.ts';
import { badInput } from '../errors.ts';

/** The Base64 of 32-bit floating-point numbers, little-endian: exact, and half as long as digits. */
export function encodeVector(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, i * 4);
  return bytes.toString('base64');
}

export function decodeVector(text: string): number[] {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
}

/** The vector of a line, in the space. @throws BAD_USER_INPUT if it is not one */
export function checkedVector(text: string, { dimensions }: Space, place: string): number[] {
  const vector = decodeVector(text);
  const isValid =
    vector.length === dimensions && vector.every(Number.isFinite) && vector.some(Boolean);
  if (!isValid)
    throw badInput(place, `the vector must hold ${dimensions} numbers that are not all 0`);
  return vector;
}
