import type { App } from '../../app.ts';
import type { EntryRow, RevisionRow } from '../../db/rows.ts';
import type { Statement } from '../../db/tables/entries.ts';
import { conflict } from '../../errors.ts';
import type { Transaction } from '../../events/transact.ts';
import { readForWrite } from '../../memories/memories.ts';
import { requireOfReflection } from '../../projects/required-metadata.ts';
import type { Caller } from '../../projects/viewer.ts';
import { requireNotDeleted } from '../conflicts.ts';
import { findById } from '../entries-by-memory.ts';
import { draftOf } from '../entry-draft.ts';
import { selectEntriesByIds } from '../read-queries.ts';
import { selectRevisionsFrom } from '../revision-queries.ts';
import { statementsBefore, withStatements } from '../statements.ts';
import type { EntryPlan } from '../write/prepare-writes.ts';
import { changedFrom, changeTogether, getLiveEntry } from './revise-entries.ts';
import { supersede } from './supersede.ts';
import { type Restoration, restorationsOf, undoneChanges } from './undone-changes.ts';

/**
 * Sets an entry to its state before a change of its statements: before the change with the given number or, without a
 * number, before the latest one. If this undoes a split, the new entry is deleted; if it undoes a merge, the merged
 * entries are restored; if it undoes a text that superseded entries, these become current.
 * @throws NOT_FOUND, BAD_USER_INPUT (a reflection would lose the metadata that the project requires), CONFLICT,
 * EMBEDDING_UNAVAILABLE
 */
export async function revertEntry(
  app: App,
  caller: Caller,
  { entryId, revision }: { entryId: string; revision: number | null },
): Promise<EntryRow> {
  const changed = await changeTogether(app, caller, async (project) => {
    const entry = await getLiveEntry(app, project, entryId);
    requireNotDeleted(entry);
    const rows = await selectRevisionsFrom(app.db, entry, 1);
    const undone = undoneChanges(entry, rows, revision);
    const { metadata } = withStatements(undone.reduce(statementsBefore, entry.statements));
    requireOfReflection(project, { kind: entry.kind, metadata }, 'input.revision');
    const restorations = [
      ...restorationsOf(entry, rows, undone),
      ...(await supersededAgain(app, entry, undone)),
    ];
    const replaced = restorations.filter(({ mark }) => mark === 'SUPERSEDED');
    const related = await findRelated(app, entry, restorations);
    return {
      read: [entry],
      plan: revertPlanOf(entry, { undone, related, replaced, now: app.clock() }),
      alongside: (transaction) => setBack(app, transaction, { entry, replaced }),
    };
  });
  return changedFrom(changed, entryId);
}

/**
 * The entries that an undone change superseded for the second time. In between, `supersedeEntries` made them current,
 * which the history of this entry does not record.
 */
async function supersededAgain(
  app: App,
  { id, projectId }: EntryRow,
  undone: readonly RevisionRow[],
): Promise<Restoration[]> {
  const named = undone.filter(
    ({ change }) => change === 'STATEMENT_ADDED' || change === 'RESTATED',
  );
  const since = undone.at(-1)?.createdAt ?? app.clock();
  const found = await findById(
    app,
    projectId,
    named.flatMap(({ relatedIds }) => relatedIds),
  );
  return [...found.values()].flatMap(({ id: otherId, supersededBy, supersededAt: at }) =>
    supersededBy === id && at !== null && at >= since
      ? [{ id: otherId, mark: 'SUPERSEDED', before: false, changedAt: at }]
      : [],
  );
}

/**
 * Makes the entries that the undone changes superseded current, or superseded again, unless they were moved or replaced
 * since.
 */
async function setBack(
  app: App,
  transaction: Transaction,
  { entry, replaced }: { entry: EntryRow; replaced: readonly Restoration[] },
): Promise<void> {
  if (replaced.length === 0) return;
  const { projectId, memoryId } = entry;
  const { db } = transaction;
  const { memory } = await readForWrite(db, projectId, memoryId);
  const ids = replaced.map(({ id }) => id);
  const current = await selectEntriesByIds(db, projectId, ids);
  const idsOf = (wasSuperseded: boolean, supersededBy: string | null) =>
    current
      .filter((one) => one.memoryId === memoryId && one.supersededBy === supersededBy)
      .map(({ id }) => id)
      .filter((id) => replaced.some((one) => one.id === id && one.before === wasSuperseded));
  const at = app.clock();
  await supersede(transaction, memory, { entryIds: idsOf(false, entry.id), by: null, at });
  // If the entry itself was replaced since, it is unknown whether its successor replaces these entries, so they stay
  // current.
  if (entry.supersededBy !== null) return;
  await supersede(transaction, memory, { entryIds: idsOf(true, null), by: entry.id, at });
}

/**
 * The other entries that the undone changes deleted or created, and that are now restored or deleted.
 * @throws CONFLICT if such an entry was changed afterwards
 */
async function findRelated(
  app: App,
  entry: EntryRow,
  restorations: readonly Restoration[],
): Promise<EntryRow[]> {
  const deletions = restorations.filter(({ mark }) => mark === 'DELETED');
  const ids = deletions.map(({ id }) => id);
  const found = await findById(app, entry.projectId, ids);
  return deletions.map(({ id, changedAt }) => {
    const other = found.get(id);
    const isSetBack = restorations.some((one) => one.id === id && one.mark === 'SUPERSEDED');
    const isAsLeft =
      other?.memoryId === entry.memoryId &&
      other.updatedAt.getTime() === changedAt.getTime() &&
      // Both entries are replaced by the same entry or by none, so that no outdated entry becomes current.
      (other.supersededBy === entry.supersededBy || (isSetBack && other.supersededBy === entry.id));
    if (isAsLeft) return other;
    throw conflict(
      `Entry ${id}, which the change to undo created or deleted, was changed since, so the change cannot be undone.`,
      {
        entryId: id,
      },
    );
  });
}

type Undoing = {
  undone: readonly RevisionRow[];
  related: readonly EntryRow[];
  replaced: readonly Restoration[];
  now: Date;
};

/** The changes of a revert. Deletions come first and restorations last, so that the memory never holds a text twice. */
function revertPlanOf(entry: EntryRow, { undone, related, replaced, now }: Undoing): EntryPlan {
  const former = undone.reduce(statementsBefore, entry.statements);
  const present = related.filter(({ deletedAt }) => deletedAt === null);
  const gone = related.filter(({ deletedAt }) => deletedAt !== null);
  return [
    ...present.map((other) => ({
      type: 'REVISION' as const,
      entry: other,
      draft: { ...draftOf(other), deletedAt: now },
      change: 'DELETED' as const,
      event: 'ENTRY_DELETED' as const,
    })),
    {
      type: 'REVISION',
      entry,
      draft: { ...draftOf(entry), statements: former.map((one) => asSaidIn(present, one)) },
      change: 'REVERTED',
      event: 'ENTRY_EDITED',
      relatedIds: [...new Set([...related, ...replaced].map(({ id }) => id))],
    },
    ...gone.map((other) => ({
      type: 'REVISION' as const,
      entry: other,
      draft: { ...draftOf(other), deletedAt: null },
      change: 'RESTORED' as const,
      event: 'ENTRY_RESTORED' as const,
    })),
  ];
}

/** A statement with the counts and times that it has in the entries that splits created. */
function asSaidIn(entries: readonly EntryRow[], statement: Statement): Statement {
  const again = entries
    .flatMap(({ statements }) => statements)
    .find(
      ({ number, text, firstStatedAt, statedCount }) =>
        number === statement.number &&
        text === statement.text &&
        firstStatedAt === statement.firstStatedAt &&
        statedCount > statement.statedCount,
    );
  return again ?? statement;
}
