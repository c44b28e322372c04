import type { App } from '../app.ts';
import { mapPage, type Page, type PageRequest, readPage } from '../db/page.ts';
import type { EntryRow, RevisionRow } from '../db/rows.ts';
import type { Statement } from '../db/tables/entries.ts';
import { getEntry } from './entries.ts';
import {
  countRevisions,
  REVISION_ORDER,
  selectRevisions,
  selectRevisionsFrom,
} from './revision-queries.ts';
import { statementsBefore } from './statements.ts';

/** Reads what entries said before their changes. */

/** The statements that an entry had at a time. */
export async function statementsAt(app: App, entry: EntryRow, at: Date): Promise<Statement[]> {
  const rows = await selectRevisionsFrom(app.db, entry, 1);
  return rows
    .filter(({ number, createdAt }) => number <= entry.revision && createdAt > at)
    .reduce((statements, row) => statementsBefore(statements, row), entry.statements);
}

/** A change of an entry, with its statements before the change. */
export type RevisionWithStatements = RevisionRow & { statements: Statement[] };

export type RevisionPage = Page<RevisionWithStatements>;

/** The states of an entry before each of its changes, newest first. */
export async function listRevisions(
  app: App,
  entry: EntryRow,
  request: PageRequest,
): Promise<RevisionPage> {
  const page = await readPage({
    order: REVISION_ORDER,
    request,
    read: (slice) => selectRevisions(app.db, entry, slice),
    count: () => countRevisions(app.db, entry),
  });
  const oldest = Math.min(...page.nodes.map(({ number }) => number));
  const states = page.nodes.length > 0 ? await readStates(app, entry, oldest) : new Map();
  return mapPage(page, (row) => ({ ...row, statements: states.get(row.number) ?? [] }));
}

/** Attempts to read the revisions and the state of an entry without a change in between. */
const MAX_READS = 5;

/** The statements of an entry before each change from a number on, by the number. */
async function readStates(
  app: App,
  { projectId, id }: EntryRow,
  from: number,
): Promise<Map<number, Statement[]>> {
  for (let read = 1; read <= MAX_READS; read += 1) {
    const rows = await selectRevisionsFrom(app.db, { projectId, id }, from);
    const entry = await getEntry(app, projectId, id);
    // If the numbers differ, the entry was changed between the two reads, which are then repeated.
    if (entry.revision === rows[0]?.number) return statesBefore(entry, rows);
  }
  throw new Error(
    `The entry ${id} was changed during each of ${MAX_READS} attempts to read its revisions`,
  );
}

/** The statements of an entry before each of its changes, by the number of the change. */
function statesBefore(
  { statements: current }: EntryRow,
  rows: readonly RevisionRow[],
): Map<number, Statement[]> {
  const states = new Map<number, Statement[]>();
  let statements = current;
  for (const row of rows) {
    statements = statementsBefore(statements, row);
    states.set(row.number, statements);
  }
  return states;
}
