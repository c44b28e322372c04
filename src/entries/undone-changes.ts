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

/** The state of an entry that was split off from another one, merged into it, or replaced by it. */
export type Presence = 'CURRENT' | 'DELETED' | 'SUPERSEDED';

type Step = { before: Presence; after: Presence };

/** What a change did to the entries of its `relatedIds`. */
const STEPS: Partial<Record<Change, Step>> = {
  MERGED: { before: 'CURRENT', after: 'SUPERSEDED' },
  RESTATED: { before: 'CURRENT', after: 'SUPERSEDED' },
  SPLIT: { before: 'DELETED', after: 'CURRENT' },
  JOINED: { before: 'CURRENT', after: 'DELETED' },
};

/** The last step of each related entry. A revert takes the step before it back. */
function stepsOf(rows: readonly RevisionRow[]): Map<string, Step> {
  const steps = new Map<string, Step>();
  for (const { change, relatedIds } of [...rows].reverse()) {
    for (const id of relatedIds) {
      const known = steps.get(id);
      const step = STEPS[change] ?? (known && { before: known.after, after: known.before });
      if (step) steps.set(id, step);
    }
  }
  return steps;
}

/** A related entry, how the undone changes left it, and how it was before them. */
export type Restoration = { id: string; from: Presence; to: Presence; changedAt: Date };

/** The related entries that undoing changes sets back. `rows` are all revisions, newest first. */
export function restorationsOf(
  rows: readonly RevisionRow[],
  undone: readonly RevisionRow[],
): Restoration[] {
  const now = stepsOf(rows);
  const former = stepsOf(rows.slice(undone.length));
  const ids = [...new Set(undone.flatMap(({ relatedIds }) => relatedIds))];
  return ids.flatMap((id) => {
    const naming = undone.filter(({ relatedIds }) => relatedIds.includes(id));
    const [last, first] = [naming.at(0), naming.at(-1)];
    const from = now.get(id)?.after;
    const to = (first && STEPS[first.change]?.before) ?? former.get(id)?.after;
    if (!last || !from || !to || from === to) return [];
    return [{ id, from, to, changedAt: last.createdAt }];
  });
}
