import { isDeepStrictEqual } from 'node:util';
import type { EntryRow, RevisionRow } from '../../db/rows.ts';
import { conflict, DomainError } from '../../errors.ts';

/** Finds which changes `revertEntry` undoes, and their effects on other entries. Pure. */

type UndoneChange = RevisionRow['change'];

const CONTENT_CHANGES: readonly UndoneChange[] = [
  'STATEMENT_ADDED',
  'RESTATED',
  'EDITED',
  'REVERTED',
  'STATEMENT_DELETED',
  'SPLIT',
  'MERGED',
];

/**
 * The changes to undo, newest first: from the numbered change on or, without a number, the latest one. A
 * deletion and the restoration after it leave nothing to undo. `rows` are all revisions, newest first.
 * @throws NOT_FOUND, CONFLICT (none of these changes is one of the statements)
 */
export function undoneChanges(
  { id }: Pick<EntryRow, 'id'>,
  rows: readonly RevisionRow[],
  number: number | null,
): RevisionRow[] {
  const at = rows.findIndex(
    (row) => CONTENT_CHANGES.includes(row.change) && (number === null || row.number === number),
  );
  const first = rows[at];
  if (first === undefined) {
    const which =
      number === null ? 'no change of its content' : `no change ${number} of its content`;
    throw new DomainError('NOT_FOUND', `The entry has ${which} to undo.`);
  }
  const undone = rows.slice(0, at + 1);
  if (!undone.some(hasChangedStatements)) {
    const earlier = rows.slice(at + 1).find(hasChangedStatements);
    const hint = earlier ? ` Give "revision: ${earlier.number}" to undo the change before it.` : '';
    const message = `Change ${first.number} set the kind, the importance, the expiry or parts of a lesson. Use updateEntry to set the former value.${hint}`;
    throw conflict(message, { entryId: id });
  }
  return undone;
}

/** Whether a change replaced, removed, added or reordered statements: an edit can change other fields alone. */
function hasChangedStatements({ change, changed }: RevisionRow): boolean {
  return CONTENT_CHANGES.includes(change) && (change !== 'EDITED' || changed.length > 0);
}

/** An effect of a change on another entry. An entry can have both. */
type Mark = 'DELETED' | 'SUPERSEDED';

/** Which other entries are deleted and which are superseded, each named by `markOf`. */
type Marks = ReadonlySet<string>;

const markOf = (mark: Mark, id: string) => `${mark} ${id}`;

const partsOf = (mark: string) => mark.split(' ') as [Mark, string];

const differing = (one: Marks, other: Marks) =>
  [...one, ...other].filter((mark) => one.has(mark) !== other.has(mark));

/**
 * The marks of other entries before each change of an entry and, at the end, after the last one. `rows` are all
 * changes, oldest first, and `numbers` are the numbers of the present statements.
 */
function marksOf(rows: readonly RevisionRow[], numbers: readonly number[]): Marks[] {
  const made = rows.flatMap(({ change, relatedIds }) => (change === 'SPLIT' ? relatedIds : []));
  let now = new Set(made.map((id) => markOf('DELETED', id)));
  const marks = [now];
  for (const [i, { change, relatedIds }] of rows.entries()) {
    // A merged entry is no longer marked as deleted by an earlier merge: it can have been restored since.
    if (change === 'MERGED') for (const id of relatedIds) now.delete(markOf('DELETED', id));
    const after = rows[i + 1]?.numbers ?? numbers;
    const isFormer = (_: Marks, at: number) =>
      at < i && isDeepStrictEqual(rows[at]?.numbers, after);
    now = new Set(
      change === 'REVERTED' ? revertedTo(marks.filter(isFormer), now, relatedIds) : now,
    );
    for (const id of relatedIds) {
      if (change === 'STATEMENT_ADDED' || change === 'RESTATED') now.add(markOf('SUPERSEDED', id));
      if (change === 'MERGED') now.add(markOf('DELETED', id));
      if (change === 'SPLIT') now.delete(markOf('DELETED', id));
    }
    marks.push(now);
  }
  return marks;
}

/**
 * The marks after a revert: those of the latest former state that had the same statements and differs in the related
 * entries alone.
 */
function revertedTo(former: readonly Marks[], now: Marks, relatedIds: readonly string[]): Marks {
  const named = new Set(relatedIds);
  const isNamed = (one: Marks) =>
    isDeepStrictEqual(new Set(differing(one, now).map((mark) => partsOf(mark)[1])), named);
  return former.findLast(isNamed) ?? former.at(-1) ?? now;
}

/**
 * A mark of a related entry that an undo sets (`before`: the entry had it before the undone changes) or removes, and
 * the time of the last change of the mark.
 */
export type Restoration = { id: string; mark: Mark; before: boolean; changedAt: Date };

/**
 * The marks of related entries that undoing changes of an entry sets or removes. `rows` are all its revisions, newest
 * first.
 */
export function restorationsOf(
  { statements }: Pick<EntryRow, 'statements'>,
  rows: readonly RevisionRow[],
  undone: readonly RevisionRow[],
): Restoration[] {
  const changes = [...rows].reverse();
  const marks = marksOf(
    changes,
    statements.map(({ number }) => number),
  );
  const is = (at: number, mark: string) => marks[at]?.has(mark) ?? false;
  const former = changes.length - undone.length;
  return differing(marks[former] ?? new Set(), marks.at(-1) ?? new Set()).flatMap((one) => {
    const last = changes.findLast((_, at) => is(at, one) !== is(at + 1, one));
    const [mark, id] = partsOf(one);
    return last ? [{ id, mark, before: is(former, one), changedAt: last.createdAt }] : [];
  });
}
