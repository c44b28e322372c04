import { randomBytes } from 'node:crypto';
import { TypeID } from 'typeid-js';
import { badInput } from '../errors.ts';

/**
 * A position in a project's event log: the number of an event, and the token that distinguishes it from the event with
 * the same number in another copy of the database.
 */
export type Position = { number: bigint; token: bigint };

/** The position before the first event of any log. */
export const START: Position = { number: 0n, token: 0n };

const MAX_BIGINT = 2n ** 63n - 1n;

/** A random token of 63 bits, which a bigint of PostgreSQL holds. */
export function newToken(): bigint {
  return randomBytes(8).readBigUInt64BE() & MAX_BIGINT;
}

/**
 * The id of an event, which is also its cursor: a TypeID whose 128 bits are the position. So the ids sort in the order
 * of the log, and need no column.
 */
export function encodePosition({ number, token }: Position): string {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64BE(number, 0);
  bytes.writeBigUInt64BE(token, 8);
  return TypeID.fromUUIDBytes('evt', bytes).toString();
}

/** The position of a cursor, or null for text that is not a cursor. */
export function decodePosition(cursor: string): Position | null {
  try {
    const bytes = Buffer.from(TypeID.fromString(cursor, 'evt').toUUIDBytes());
    const position = { number: bytes.readBigUInt64BE(0), token: bytes.readBigUInt64BE(8) };
    return position.number <= MAX_BIGINT && position.token <= MAX_BIGINT ? position : null;
  } catch {
    return null; // typeid-js reports malformed ids only by throwing
  }
}

/** True for a value with a position, such as an event. */
export function isPosition(value: unknown): value is Position {
  if (typeof value !== 'object' || value === null) return false;
  if (!('number' in value && 'token' in value)) return false;
  return typeof value.number === 'bigint' && typeof value.token === 'bigint';
}

/** @throws BAD_USER_INPUT for text that is not a cursor of an event log */
export function requirePosition(cursor: string, path: string): Position {
  const position = decodePosition(cursor);
  if (position === null) throw badInput(path, 'is not a cursor of the event log');
  return position;
}

export function isSamePosition(one: Position, other: Position): boolean {
  return one.number === other.number && one.token === other.token;
}
