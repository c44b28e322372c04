import { isDeepStrictEqual } from 'node:util';
import type { EntryRow } from '../db/rows.ts';

/** The next state of an entry. What follows from its statements is derived from them. */
export type EntryDraft = Pick<
  EntryRow,
  | 'statements'
  | 'nextStatement'
  | 'lesson'
  | 'kind'
  | 'importance'
  | 'importanceParts'
  | 'expiresAt'
  | 'purgeAt'
  | 'deletedAt'
>;

/** The current state of an entry, as a draft. */
export function draftOf(entry: EntryDraft): EntryDraft {
  const { statements, nextStatement, lesson, kind, importance, importanceParts } = entry;
  const { expiresAt, purgeAt, deletedAt } = entry;
  return {
    statements,
    nextStatement,
    lesson,
    kind,
    importance,
    importanceParts,
    expiresAt,
    purgeAt,
    deletedAt,
  };
}

/** True if a draft equals the current state of its entry. */
export function isUnchanged(entry: EntryRow, draft: EntryDraft): boolean {
  return isDeepStrictEqual(draftOf(entry), draftOf(draft));
}
