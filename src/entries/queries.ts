import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { isEntry as isEntryWithId } from '../db/entry-conditions.ts';
import { insertRows } from '../db/insert-rows.ts';
import { matchesMetadata } from '../db/metadata.ts';
import type { EntryRow, MemoryRow } from '../db/rows.ts';
import type { SelectedEntries } from '../db/selected-entries.ts';
import { isAmong, isAnyOf, prepared } from '../db/statements.ts';
import { cycles, entries, type Metadata, memories, revisions } from '../db/tables.ts';

export function selectEntriesByIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<EntryRow[]> {
  const query = prepared(db, 'entries_by_id', () =>
    db
      .select()
      .from(entries)
      .where(and(eq(entries.projectId, placeholder('projectId')), isAnyOf(entries.id, 'ids'))),
  );
  return query.execute({ projectId, ids });
}

/** The entries with these ids, and those that another query selects. */
export function selectEntriesAnd(
  db: Database,
  projectId: string,
  ids: readonly string[],
  { name, selectIds, parameters }: SelectedEntries,
): Promise<EntryRow[]> {
  const query = prepared(db, `entries_by_id and ${name}`, () =>
    db
      .select(getTableColumns(entries))
      .from(
        sql`(select unnest(${placeholder('ids')}::text[]) union (${selectIds(db)})) as named(id)`,
      )
      // The limit makes PostgreSQL look up each entry. For a join, it would read all entries of the project.
      .crossJoinLateral(
        db.select().from(entries).where(isEntryWithId(sql`named.id`)).limit(1).as('entries'),
      ),
  );
  return query.execute({ ...parameters, projectId, ids });
}

export function insertEntries(db: Database, rows: EntryRow[]): Promise<void> {
  return insertRows(db, entries, rows);
}

/** Stores the columns that a merge or a revision can change, in one statement. */
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
          "nextStatement" int, "lastStatedAt" timestamptz, lesson jsonb, metadata jsonb, kind text, importance float8, "importanceParts" jsonb, revision int,
          "occurredAt" timestamptz, "expiresAt" timestamptz, "purgeAt" timestamptz,
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
 * The last entry of a memory that a cycle of its stream covers, whether the cycle has ended or is running;
 * null if there is none.
 */
export async function selectCoveredThrough(
  db: Database,
  { projectId, id }: Pick<MemoryRow, 'projectId' | 'id'>,
): Promise<string | null> {
  const rows = await db
    .select({
      through: sql<string | null>`greatest(${memories.reflectedThrough}, ${cycles.through})`,
    })
    .from(memories)
    .leftJoin(
      cycles,
      and(
        eq(cycles.projectId, memories.projectId),
        eq(cycles.memoryId, memories.id),
        isNull(cycles.finishedAt),
      ),
    )
    .where(and(eq(memories.projectId, projectId), eq(memories.id, id)));
  return rows[0]?.through ?? null;
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

/** Sets utilities and review counts, in one statement. */
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
  return rows.length > 0;
}

/** Sets which entry replaces entries. */
export async function updateSuperseded(
  db: Database,
  projectId: string,
  { ids, ...values }: { ids: string[] } & Pick<EntryRow, 'supersededBy' | 'supersededAt'>,
): Promise<void> {
  await db
    .update(entries)
    .set(values)
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

/** The next facts of a memory that are to be checked for what they contradict, by id, without those that are superseded. */
export function selectContradictionPending(
  db: Database,
  { projectId, memoryId }: { projectId: string; memoryId: string },
  { after, limit }: { after: string; limit: number },
): Promise<EntryRow[]> {
  return db
    .select()
    .from(entries)
    .where(
      and(
        eq(entries.projectId, projectId),
        eq(entries.memoryId, memoryId),
        gt(entries.id, after),
        isNull(entries.supersededBy),
        sql`contradiction_pending`,
      ),
    )
    .orderBy(asc(entries.id))
    .limit(limit);
}

/** The entries that each of these entries replaces. */
export async function selectSuperseded(
  db: Database,
  projectId: string,
  by: readonly string[],
): Promise<EntryRow[]> {
  return db
    .select()
    .from(entries)
    .where(and(eq(entries.projectId, projectId), inArray(entries.supersededBy, [...by])))
    .orderBy(asc(entries.id));
}

/** Ids of all entries with a statement whose metadata matches now, or did before a change. */
export async function selectIdsWithMetadata(
  db: Database,
  projectId: string,
  metadata: Metadata,
): Promise<string[]> {
  const matches = matchesMetadata(metadata, sql`(statement.value->'metadata')`);
  const [now, before] = await Promise.all([
    db
      .select({ id: entries.id })
      .from(entries)
      .where(
        and(
          eq(entries.projectId, projectId),
          // The metadata of an entry has the keys of all statements, and an index.
          matchesMetadata(metadata),
          sql`exists (select 1 from jsonb_array_elements(${entries.statements}) as statement(value) where ${matches})`,
        ),
      ),
    db
      .selectDistinct({ id: revisions.entryId })
      .from(revisions)
      .where(
        and(
          eq(revisions.projectId, projectId),
          sql`exists (select 1 from jsonb_array_elements(${revisions.changed}) as statement(value) where ${matches})`,
        ),
      ),
  ]);
  return [...new Set([...now, ...before].map(({ id }) => id))];
}

/** Ids of the reflections on these traces, including deleted ones. */
export async function selectLessonsOf(
  db: Database,
  projectId: string,
  traceIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ id: entries.id })
    .from(entries)
    .where(
      and(
        eq(entries.projectId, projectId),
        isNotNull(entries.lesson),
        isAmong(sql`${entries.lesson} ->> 'traceId'`, traceIds),
      ),
    );
  return rows.map(({ id }) => id);
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

/** The number of the project's entries, and of their revisions; with ids, of these entries. */
export async function countForErasure(
  db: Database,
  projectId: string,
  ids: readonly string[] | null,
): Promise<{ entries: number; revisions: number }> {
  const [ofEntries, ofRevisions] = await Promise.all([
    db.$count(
      entries,
      and(eq(entries.projectId, projectId), ids ? isAmong(entries.id, ids) : undefined),
    ),
    db.$count(
      revisions,
      and(eq(revisions.projectId, projectId), ids ? isAmong(revisions.entryId, ids) : undefined),
    ),
  ]);
  return { entries: ofEntries, revisions: ofRevisions };
}

function isEntry({ projectId, id }: Pick<EntryRow, 'projectId' | 'id'>): SQL | undefined {
  return and(eq(entries.projectId, projectId), eq(entries.id, id));
}
