import { isDeepStrictEqual } from 'node:util';
import type { App } from '../app.ts';
import type { EntryRow, RevisionRow } from '../db/rows.ts';
import type { Statement } from '../db/tables.ts';
import { conflict, DomainError } from '../errors.ts';
import { requireOfReflection } from '../projects/required-metadata.ts';
import type { Caller } from '../projects/viewer.ts';
import { requireNotDeleted } from './conflicts.ts';
import type { EntryPlan } from './embed-texts.ts';
import { draftOf } from './entries.ts';
import { findById } from './entries-by-memory.ts';
import { selectRevisionsFrom } from './queries.ts';
import { changedFrom, changeTogether, getLiveEntry } from './revise-entries.ts';
import { statementsBefore, withStatements } from './statements.ts';

/** The changes that `revertEntry` undoes. */
const CONTENT_CHANGES: readonly RevisionRow['change'][] = [
  'MERGED',
  'RESTATED',
  'EDITED',
  'REVERTED',
  'STATEMENT_DELETED',
  'SPLIT',
  'JOINED',
];

/**
 * Sets an entry to its state before a change of its statements: before the numbered change, or else the latest.
 * Splits and joins that are undone with it delete and restore their other entries.
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
    const undone = await findUndone(app, entry, revision);
    const { metadata } = withStatements(undone.reduce(statementsBefore, entry.statements));
    requireOfReflection(project, { kind: entry.kind, metadata }, 'input.revision');
    const related = await findRelated(app, entry, undone);
    return { read: [entry], plan: planOf(entry, { undone, related, now: app.clock() }) };
  });
  return changedFrom(changed, entryId);
}

/**
 * The changes to undo, newest first: from the numbered change on or, without a number, from the latest change
 * before which the content or the metadata was another. @throws NOT_FOUND
 */
async function findUndone(
  app: App,
  entry: EntryRow,
  number: number | null,
): Promise<RevisionRow[]> {
  const rows = await selectRevisionsFrom(app.db, entry, number ?? 1);
  let { statements } = entry;
  for (const [i, row] of rows.entries()) {
    statements = statementsBefore(statements, row);
    if (!CONTENT_CHANGES.includes(row.change)) continue;
    const isWanted = number === null ? isOther(entry, statements) : row.number === number;
    if (isWanted) return rows.slice(0, i + 1);
  }
  const which = number === null ? 'no change of its content' : `no change ${number} of its content`;
  throw new DomainError('NOT_FOUND', `The entry has ${which} to undo.`);
}

function isOther(entry: EntryRow, statements: Statement[]): boolean {
  const shown = (list: readonly Statement[]) => list.map(({ text, metadata }) => [text, metadata]);
  return !isDeepStrictEqual(shown(entry.statements), shown(statements));
}

/**
 * The other entries that the undone changes deleted or made exist, and that do so again. A change that is undone
 * twice leaves its entries as they are. @throws CONFLICT if such an entry was changed after the change
 */
async function findRelated(
  app: App,
  entry: EntryRow,
  undone: readonly RevisionRow[],
): Promise<EntryRow[]> {
  const ids = undone.flatMap(({ relatedIds }) => relatedIds);
  const toggled = [...new Set(ids)].filter(
    (id) => ids.filter((other) => other === id).length % 2 === 1,
  );
  const found = await findById(app, entry.projectId, toggled);
  return toggled.map((id) => {
    const other = found.get(id);
    const changedAt = undone.find(({ relatedIds }) => relatedIds.includes(id))?.createdAt;
    const isAsLeft =
      other?.memoryId === entry.memoryId && other.updatedAt.getTime() === changedAt?.getTime();
    if (isAsLeft) return other;
    throw conflict(`Entry ${id}, which the change made or joined, was changed since.`, {
      entryId: id,
    });
  });
}

type Undoing = { undone: readonly RevisionRow[]; related: readonly EntryRow[]; now: Date };

/** The order in which the memory never holds a text twice: deletions, the entry itself, restorations. */
function planOf(entry: EntryRow, { undone, related, now }: Undoing): EntryPlan {
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
      relatedIds: related.map(({ id }) => id),
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

/** A statement as the entry that a split created has it: it may have been said again there. */
function asSaidIn(entries: readonly EntryRow[], statement: Statement): Statement {
  const said = entries.flatMap(({ statements }) => statements);
  return (
    said.find(({ number, text }) => number === statement.number && text === statement.text) ??
    statement
  );
}
