import { and, count, desc, eq, gte, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { insertRows } from '../db/insert-rows.ts';
import type { Order, Slice } from '../db/page.ts';
import type { EntryRow, NewRevision, RevisionRow } from '../db/rows.ts';
import { revisions } from '../db/tables/entries.ts';

export function insertRevisions(db: Database, rows: NewRevision[]): Promise<void> {
  return insertRows(db, revisions, rows);
}

/** Revisions of an entry, newest first. */
export function selectRevisions(
  db: Database,
  entry: EntryRow,
  { where, orderBy, limit }: Slice,
): Promise<RevisionRow[]> {
  return db
    .select()
    .from(revisions)
    .where(and(isRevisionOf(entry), where))
    .orderBy(...orderBy)
    .limit(limit);
}

export const REVISION_ORDER: Order<RevisionRow> = {
  name: 'revisions',
  direction: 'DESC',
  keys: [{ expression: revisions.number, type: 'bigint', of: ({ number }) => number }],
};

export async function countRevisions(db: Database, entry: EntryRow): Promise<number> {
  const rows = await db.select({ total: count() }).from(revisions).where(isRevisionOf(entry));
  return rows[0]?.total ?? 0;
}

/** Revisions of an entry from a number on, newest first. */
export function selectRevisionsFrom(
  db: Database,
  entry: Pick<EntryRow, 'projectId' | 'id'>,
  from: number,
): Promise<RevisionRow[]> {
  return db
    .select()
    .from(revisions)
    .where(and(isRevisionOf(entry), gte(revisions.number, from)))
    .orderBy(desc(revisions.number));
}

function isRevisionOf({ projectId, id }: Pick<EntryRow, 'projectId' | 'id'>): SQL | undefined {
  return and(eq(revisions.projectId, projectId), eq(revisions.entryId, id));
}
