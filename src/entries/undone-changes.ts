import { isDeepStrictEqual } from 'node:util';
import type { EntryRow, RevisionRow } from '../db/rows.ts';
import { conflict, DomainError } from '../errors.ts';

/** Which changes `revertEntry` undoes, and what they did with other entries. Pure. */

type Change = RevisionRow['change'];

const CONTENT_CHANGES: readonly Change[] = [
  'MERGED',
  'RESTATED',
  'EDITED',
  'REVERTED',
  'STATEMENT_DELETED',
  'SPLIT',
  'JOINED',
];

/**
 * The changes to undo, newest first: from the numbered change on or, without a number, the latest one. A
 * deletion and the restoration after it leave nothing to undo. `rows` are all revisions, newest first.
 * @throws NOT_FOUND, CONFLICT (the latest change is none of the statements)
 */
export function undoneChanges(
  { id }: Pick<EntryRow, 'id'>,
  rows: readonly RevisionRow[],
  number: number | null,
): RevisionRow[] {
  const at = rows.findIndex(
    (row) => CONTENT_CHANGES.includes(row.change) && (number === null || row.number === number),
  );
  const latest = rows[at];
  if (latest === undefined) {
    const which =
      number === null ? 'no change of its content' : `no change ${number} of its content`;
    throw new DomainError('NOT_FOUND', `The entry has ${which} to undo.`);
  }
  if (number === null && !hasChangedStatements(latest)) {
    const earlier = rows.slice(at + 1).find(hasChangedStatements);
    const hint = earlier ? ` Give "revision: ${earlier.number}" to undo the change before it.` : '';
    const message = `Change ${latest.number} set the kind, the importance, the expiry or parts of a lesson, which updateEntry sets back.${hint}`;
    throw conflict(message, { entryId: id });
  }
  return rows.slice(0, at + 1);
}

/** Whether a change replaced, removed, added or reordered statements: an edit can change other fields alone. */
function hasChangedStatements({ change, changed }: RevisionRow): boolean {
  return CONTENT_CHANGES.includes(change) && (change !== 'EDITED' || changed.length > 0);
}

/** What a change can do to another entry. One is independent of the other: a deleted entry can be superseded, too. */
type Fact = 'DELETED' | 'SUPERSEDED';

/** What is true of other entries, as texts of `factOf`. */
type Facts = ReadonlySet<string>;

const factOf = (fact: Fact, id: string) => `${fact} ${id}`;

const differing = (one: Facts, other: Facts) =>
  [...one, ...other].filter((fact) => one.has(fact) !== other.has(fact));

/**
 * What was true of other entries before each change and, last, what is true after all. `rows` are all changes, oldest first, and
 * `numbers` those of the entry's statements.
 */
function factsOf(rows: readonly RevisionRow[], numbers: readonly number[]): Facts[] {
  const made = rows.flatMap(({ change, relatedIds }) => (change === 'SPLIT' ? relatedIds : []));
  let now = new Set(made.map((id) => factOf('DELETED', id)));
  const facts = [now];
  for (const [i, { change, relatedIds }] of rows.entries()) {
    // What is joined is not deleted: it can have been restored since an earlier join.
    if (change === 'JOINED') for (const id of relatedIds) now.delete(factOf('DELETED', id));
    const after = rows[i + 1]?.numbers ?? numbers;
    const isFormer = (_: Facts, at: number) =>
      at < i && isDeepStrictEqual(rows[at]?.numbers, after);
    now = new Set(
      change === 'REVERTED' ? revertedTo(facts.filter(isFormer), now, relatedIds) : now,
    );
    for (const id of relatedIds) {
      if (change === 'MERGED' || change === 'RESTATED') now.add(factOf('SUPERSEDED', id));
      if (change === 'JOINED') now.add(factOf('DELETED', id));
      if (change === 'SPLIT') now.delete(factOf('DELETED', id));
    }
    facts.push(now);
  }
  return facts;
}

/** What is true after a revert: what was true at a former time with the same statements, and differs for the named entries. */
function revertedTo(former: readonly Facts[], now: Facts, relatedIds: readonly string[]): Facts {
  const named = new Set(relatedIds);
  const isNamed = (one: Facts) =>
    isDeepStrictEqual(new Set(differing(one, now).map((fact) => fact.split(' ')[1])), named);
  return former.findLast(isNamed) ?? former.at(-1) ?? now;
}

/** A fact about a related entry that is set back to what it was before, and when it was last changed. */
export type Restoration = { id: string; fact: Fact; before: boolean; changedAt: Date };

/** What undoing changes of an entry sets back in related entries. `rows` are all its revisions, newest first. */
export function restorationsOf(
  { statements }: Pick<EntryRow, 'statements'>,
  rows: readonly RevisionRow[],
  undone: readonly RevisionRow[],
): Restoration[] {
  const changes = [...rows].reverse();
  const facts = factsOf(
    changes,
    statements.map(({ number }) => number),
  );
  const is = (at: number, fact: string) => facts[at]?.has(fact) ?? false;
  const former = changes.length - undone.length;
  return differing(facts[former] ?? new Set(), facts.at(-1) ?? new Set()).flatMap((one) => {
    const last = changes.findLast((_, at) => is(at, one) !== is(at + 1, one));
    const [fact, id] = one.split(' ') as [Fact, string];
    return last ? [{ id, fact, before: is(former, one), changedAt: last.createdAt }] : [];
  });
}
