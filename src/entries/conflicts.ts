import { conflict, type DomainError } from '../errors.ts';

/** CONFLICT for a change of a deleted entry. */
export function notDeleted(entryId: string): DomainError {
  return conflict('The entry is deleted; restore it first.', { entryId });
}

/** CONFLICT for a fact whose text another entry of the memory holds. */
export function textTaken(entryId: string): DomainError {
  return conflict(
    `Entry ${entryId} of the memory holds this very text; delete or change that one first.`,
    { entryId },
  );
}
