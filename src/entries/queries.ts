import { and, asc, eq, inArray, isNotNull, lte, placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { insertRows } from '../db/insert-rows.ts';
import { keepFirstTime } from '../db/keep-first-time.ts';
import { isAmong, isAnyOf, prepared } from '../db/prepared-queries.ts';
import type { EntryRow } from '../db/rows.ts';
import { entries } from '../db/tables/entries.ts';

export function insertEntries(db: Database, rows: EntryRow[]): Promise<void> {
  return insertRows(db, entries, rows);
}

/** Stores the columns that a write or a revision can change, in one statement. */
export async function updateEntryRows(
  db: Database,
  projectId: string,
  changed: readonly EntryRow[],
): Promise<void> {
  if (changed.length === 0) return;
  const query = prepared(db, 'update_entries', () =>
    db
      .update(entries)
      .set({
        statements: sql`changed.statements`,
        nextStatement: sql`changed."nextStatement"`,
        lastStatedAt: sql`changed."lastStatedAt"`,
        lesson: sql`nullif(changed.lesson, 'null'::jsonb)`,
        metadata: sql`changed.metadata`,
        kind: sql`changed.kind`,
        importance: sql`changed.importance`,
        importanceParts: sql`nullif(changed."importanceParts", 'null'::jsonb)`,
        revision: sql`changed.revision`,
        occurredAt: sql`changed."occurredAt"`,
        expiresAt: sql`changed."expiresAt"`,
        purgeAt: sql`changed."purgeAt"`,
        updatedAt: sql`changed."updatedAt"`,
        updatedBy: sql`changed."updatedBy"`,
        deletedAt: sql`changed."deletedAt"`,
      })
      .from(
        sql`jsonb_to_recordset(${placeholder('rows')}::jsonb) as changed(id text, statements jsonb,
          "nextStatement" int, "lastStatedAt" timestamptz, lesson jsonb, metadata jsonb, kind text,
          importance float8, "importanceParts" jsonb, revision int, "occurredAt" timestamptz, "expiresAt" timestamptz, "purgeAt" timestamptz,
          "updatedAt" timestamptz, "updatedBy" text, "deletedAt" timestamptz)`,
      )
      .where(
        and(
          eq(entries.projectId, placeholder('projectId')),
          sql`${entries.id} = changed.id`,
          // Without the ids as a parameter, all entries of a small project are read.
          isAnyOf(entries.id, 'ids'),
        ),
      ),
  );
  const ids = changed.map(({ id }) => id);
  await query.execute({ projectId, ids, rows: JSON.stringify(changed) });
}

/** Moves entries to another memory. */
export async function updateMemoryOfEntries(
  db: Database,
  projectId: string,
  { ids, ...moved }: { ids: string[] } & Pick<EntryRow, 'memoryId' | 'updatedAt' | 'updatedBy'>,
): Promise<void> {
  await db
    .update(entries)
    .set(moved)
    .where(and(eq(entries.projectId, projectId), inArray(entries.id, ids)));
}

/**
 * Stores a rating unless the entry already has one or was moved to another memory. Returns whether it was
 * stored.
 */
export async function updateImportance(
  db: Database,
  entry: Pick<EntryRow, 'projectId' | 'id' | 'memoryId'>,
  rated: Pick<EntryRow, 'importance' | 'importanceParts'>,
): Promise<boolean> {
  const rows = await db
    .update(entries)
    .set(rated)
    .where(
      and(
        isEntry(entry),
        eq(entries.memoryId, entry.memoryId),
        sql`(importance_parts->>'pending') = 'true'`,
      ),
    )
    .returning({ id: entries.id });
  return rows.length > 0;
}

/** Sets utilities and review counts, in one statement. Requires the lock `REVIEWS`. */
export async function updateUtilities(
  db: Database,
  projectId: string,
  changed: readonly Pick<EntryRow, 'id' | 'utility' | 'reviewCount'>[],
): Promise<void> {
  if (changed.length === 0) return;
  const rows = JSON.stringify(changed);
  const ids = changed.map(({ id }) => id);
  await db
    .update(entries)
    .set({ utility: sql`changed.utility`, reviewCount: sql`changed."reviewCount"` })
    .from(
      sql`jsonb_to_recordset(${rows}::jsonb) as changed(id text, utility float8, "reviewCount" int)`,
    )
    // Without the ids as a parameter, all entries of a small project are read.
    .where(
      and(
        eq(entries.projectId, projectId),
        isAmong(entries.id, ids),
        sql`${entries.id} = changed.id`,
      ),
    );
}

/** How often and when an entry was last retrieved. */
export type Accesses = Pick<EntryRow, 'id' | 'accessCount' | 'lastAccessedAt'>;

/**
 * Counts an access of each entry. Rows are locked in the order of their ids, so that two calls with common
 * entries cannot deadlock.
 */
export function addAccesses(
  db: Database,
  projectId: string,
  { ids, at }: { ids: string[]; at: Date },
): Promise<Accesses[]> {
  const locked = db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.projectId, projectId), inArray(entries.id, ids)))
    .orderBy(asc(entries.id))
    .for('no key update');
  const time = sql`${at.toISOString()}::timestamptz`;
  return db
    .update(entries)
    .set({
      accessCount: sql`${entries.accessCount} + 1`,
      lastAccessedAt: sql`greatest(coalesce(${entries.lastAccessedAt}, ${time}), ${time})`,
    })
    .where(and(eq(entries.projectId, projectId), inArray(entries.id, locked)))
    .returning({
      id: entries.id,
      accessCount: entries.accessCount,
      lastAccessedAt: entries.lastAccessedAt,
    });
}

/** Entries that are permanently deleted no longer replace others, which stay superseded. */
async function unlinkReplaced(db: Database, projectId: string, ids: readonly string[]) {
  await db
    .update(entries)
    .set({ supersededBy: null })
    .where(and(eq(entries.projectId, projectId), isAmong(entries.supersededBy, ids)));
}

/** Permanently deletes an entry whose grace period is over. Returns whether it was deleted. */
export async function deleteEntryRow(
  db: Database,
  entry: Pick<EntryRow, 'projectId' | 'id'>,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .delete(entries)
    .where(and(isEntry(entry), isNotNull(entries.deletedAt), lte(entries.purgeAt, now)))
    .returning({ id: entries.id });
  if (rows.length === 0) return false;
  await unlinkReplaced(db, entry.projectId, [entry.id]);
  return true;
}

/** Sets which entry replaces entries, and since when, unless they have a time already; null makes them current. */
export async function updateSuperseded(
  db: Database,
  projectId: string,
  {
    ids,
    supersededBy,
    supersededAt: at,
  }: { ids: string[] } & Pick<EntryRow, 'supersededBy' | 'supersededAt'>,
): Promise<void> {
  await db
    .update(entries)
    .set({ supersededBy, supersededAt: keepFirstTime(entries.supersededAt, at) })
    .where(and(eq(entries.projectId, projectId), inArray(entries.id, ids)));
}

/** Sets whether facts are yet to be checked for what they contradict. */
export async function updateContradictionPending(
  db: Database,
  projectId: string,
  { ids, ...values }: { ids: string[] } & Pick<EntryRow, 'contradictionPending'>,
): Promise<void> {
  await db
    .update(entries)
    .set(values)
    .where(and(eq(entries.projectId, projectId), inArray(entries.id, ids)));
}

export type ErasedEntry = Pick<EntryRow, 'id' | 'memoryId' | 'importance' | 'kind'> & {
  /** True if the entry was recorded in its memory's stream. */
  isRecorded: boolean;
};

/** Deletes entries with all that belongs to them. */
export async function deleteEntriesByIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<ErasedEntry[]> {
  const { id, memoryId, importance, kind } = entries;
  await unlinkReplaced(db, projectId, ids);
  return db
    .delete(entries)
    .where(and(eq(entries.projectId, projectId), isAmong(id, ids)))
    .returning({
      id,
      memoryId,
      importance,
      kind,
      isRecorded: sql<boolean>`${entries.importanceParts} is not null`,
    });
}

function isEntry({ projectId, id }: Pick<EntryRow, 'projectId' | 'id'>): SQL | undefined {
  return and(eq(entries.projectId, projectId), eq(entries.id, id));
}
