import { TypeID } from 'typeid-js';
import { badInput } from '../errors.ts';

/** A position in a project's event log, ordered by transaction, then sequence. */
export type Position = { transaction: bigint; sequence: bigint };

const MAX_SEQUENCE = 2n ** 63n - 1n;

/**
 * The id of an event, which is also its cursor: a TypeID whose 128 bits are the position. Ids therefore sort
 * in the order of the log and need no column.
 */
export function encodePosition({ transaction, sequence }: Position): string {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64BE(transaction, 0);
  bytes.writeBigUInt64BE(sequence, 8);
  return TypeID.fromUUIDBytes('evt', bytes).toString();
}

/** The position of a cursor, or null for text that is not a cursor. */
export function decodePosition(cursor: string): Position | null {
  try {
    const bytes = Buffer.from(TypeID.fromString(cursor, 'evt').toUUIDBytes());
    const position = { transaction: bytes.readBigUInt64BE(0), sequence: bytes.readBigUInt64BE(8) };
    return position.transaction <= MAX_SEQUENCE && position.sequence <= MAX_SEQUENCE
      ? position
      : null;
  } catch {
    return null; // typeid-js reports malformed ids only by throwing
  }
}

/** True for a value with a position, such as an event. */
export function isPosition(value: unknown): value is Position {
  if (typeof value !== 'object' || value === null) return false;
  if (!('transaction' in value && 'sequence' in value)) return false;
  return typeof value.transaction === 'bigint' && typeof value.sequence === 'bigint';
}

/** @throws BAD_USER_INPUT for text that is not a cursor of an event log */
export function requirePosition(cursor: string, path: string): Position {
  const position = decodePosition(cursor);
  if (position === null) throw badInput(path, 'is not a cursor of the event log');
  return position;
}

/** The last position that an event of this transaction can have. */
export function endOfTransaction(transaction: bigint): Position {
  return { transaction, sequence: MAX_SEQUENCE };
}

/** True if the first position precedes the second. */
export function isBefore(one: Position, other: Position): boolean {
  return one.transaction === other.transaction
    ? one.sequence < other.sequence
    : one.transaction < other.transaction;
}
