import type { EntryRow } from '../db/rows.ts';
import { conflict, DomainError } from '../errors.ts';

/** CONFLICT for a change of a deleted entry. */
export function entryDeleted(entryId: string): DomainError {
  return conflict('The entry is deleted; restore it first.', { entryId });
}

/** CONFLICT for a fact whose text another entry of the memory holds. */
export function textTaken(entryId: string): DomainError {
  return conflict(
    `Entry ${entryId} of the memory already has this text; delete or change that entry first.`,
    { entryId },
  );
}

/** @throws CONFLICT for an entry that another one replaces */
export function requireCurrent({ id, supersededBy }: EntryRow): void {
  if (supersededBy === null) return;
  const message = `Entry ${id} is replaced by entry ${supersededBy}; make it current first, with supersedeEntries.`;
  throw conflict(message, { entryId: id });
}

/** @throws CONFLICT for a deleted entry */
export function requireNotDeleted(entry: EntryRow): void {
  if (entry.deletedAt !== null) throw entryDeleted(entry.id);
}

/** @throws CONFLICT with the entry's version if it is another */
export function requireVersion({ id, revision: version }: EntryRow, expected: number): void {
  if (version === expected) return;
  const message = `The entry has version ${version}, not ${expected}; read it again.`;
  throw conflict(message, { entryId: id, version });
}

/** @throws NOT_FOUND if the entry does not say a statement with one of the numbers */
export function requireStatements({ id, statements }: EntryRow, numbers: readonly number[]): void {
  const missing = numbers.find((number) => !statements.some((one) => one.number === number));
  if (missing === undefined) return;
  throw new DomainError('NOT_FOUND', `Entry ${id} has no statement ${missing}.`);
}
