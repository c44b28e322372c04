import type { EntryRow } from '../db/rows.ts';
import { conflict, DomainError } from '../errors.ts';

/** The CONFLICT error for a change of a deleted entry. */
export function entryDeleted(entryId: string): DomainError {
  return conflict('The entry is deleted; restore it first.', { entryId });
}

/** The CONFLICT error for a fact whose text another entry of the memory holds. */
export function textTaken(entryId: string): DomainError {
  return conflict(
    `Entry ${entryId} of the memory already has this text; delete or change that entry first.`,
    { entryId },
  );
}

/** Requires that no entry replaces this one. @throws CONFLICT */
export function requireCurrent({ id, supersededBy }: EntryRow): void {
  if (supersededBy === null) return;
  const message = `Entry ${id} is replaced by entry ${supersededBy}; make it current first with supersedeEntries.`;
  throw conflict(message, { entryId: id });
}

/** Requires that the entry is not deleted. @throws CONFLICT */
export function requireNotDeleted(entry: EntryRow): void {
  if (entry.deletedAt !== null) throw entryDeleted(entry.id);
}

/** Requires that the entry has this version. @throws CONFLICT with the entry's version */
export function requireVersion({ id, revision: version }: EntryRow, expected: number): void {
  if (version === expected) return;
  const message = `The entry has version ${version}, not ${expected}; read it again.`;
  throw conflict(message, { entryId: id, version });
}

/** Requires that the entry has statements with these numbers. @throws NOT_FOUND */
export function requireStatements({ id, statements }: EntryRow, numbers: readonly number[]): void {
  const missing = numbers.find((number) => !statements.some((one) => one.number === number));
  if (missing === undefined) return;
  throw new DomainError('NOT_FOUND', `Entry ${id} has no statement ${missing}.`);
}
