import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { insertRows } from '../db/insert-rows.ts';
import { matchesMetadata } from '../db/metadata.ts';
import { AFTER_ALL_IDS } from '../db/page.ts';
import type { EntryRow, NewRevision, RevisionRow } from '../db/rows.ts';
import { isAnyOf, prepared } from '../db/statements.ts';
import {
  entries,
  idempotentWrites,
  type Metadata,
  revisions,
  type StoredAnswer,
} from '../db/tables.ts';
import { run } from '../db/vector-search.ts';

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

export type EntryFilter = {
  kinds: EntryRow['kind'][] | null;
  sources: EntryRow['source'][] | null;
  metadata: Metadata | null;
  isDeleted: boolean;
};

type InMemories = { projectId: string; memoryIds: string[] };

/** A page of entries of each memory, newest first, in one statement for all memories. */
export async function selectEntriesOfMemories(
  db: Database,
  { projectId, memoryIds }: InMemories,
  filter: EntryFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<Map<string, EntryRow[]>> {
  const build = () => {
    const page = db
      .select()
      .from(entries)
      .where(
        and(
          eq(entries.projectId, placeholder('projectId')),
          sql`${entries.memoryId} = memory.id`,
          matches(filter),
          lt(entries.id, placeholder('before')),
        ),
      )
      .orderBy(desc(entries.id))
      .limit(placeholder('limit'))
      .as('page');
    return db
      .select(page._.selectedFields)
      .from(sql`unnest(${placeholder('memoryIds')}::text[]) as memory(id)`)
      .crossJoinLateral(page);
  };
  const { kinds, sources, metadata, isDeleted } = filter;
  const isPlain = !kinds && !sources && !metadata && !isDeleted;
  const rows = await run(db, isPlain ? 'entries_of_memories' : null, build, {
    projectId,
    memoryIds,
    before: before ?? AFTER_ALL_IDS,
    limit,
  });
  rows.sort((one, other) => (one.id < other.id ? 1 : -1));
  const pages = new Map<string, EntryRow[]>(memoryIds.map((id) => [id, []]));
  for (const row of rows) pages.get(row.memoryId)?.push(row);
  return pages;
}

/** The number of entries of each memory. */
export async function countEntriesOfMemories(
  db: Database,
  { projectId, memoryIds }: InMemories,
  filter: EntryFilter,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ memoryId: entries.memoryId, total: count() })
    .from(entries)
    .where(
      and(eq(entries.projectId, projectId), inArray(entries.memoryId, memoryIds), matches(filter)),
    )
    .groupBy(entries.memoryId);
  return new Map(rows.map((row) => [row.memoryId, row.total]));
}

export function insertEntries(db: Database, rows: EntryRow[]): Promise<void> {
  return insertRows(db, entries, rows);
}

/** Stores the columns that a merge or a revision can change. */
export async function updateEntryRow(db: Database, entry: EntryRow): Promise<void> {
  const time = (name: string) => sql`${placeholder(name)}::timestamptz`;
  const query = prepared(db, 'update_entry', () =>
    db
      .update(entries)
      .set({
        passages: sql`${placeholder('passages')}::text[]`,
        metadata: sql`${placeholder('metadata')}::jsonb`,
        revision: sql`${placeholder('revision')}::int`,
        updatedAt: time('updatedAt'),
        deletedAt: time('deletedAt'),
        expiresAt: time('expiresAt'),
        purgeAt: time('purgeAt'),
      })
      .where(
        and(eq(entries.projectId, placeholder('projectId')), eq(entries.id, placeholder('id'))),
      ),
  );
  await query.execute({
    ...entry,
    metadata: JSON.stringify(entry.metadata),
    updatedAt: entry.updatedAt.toISOString(),
    deletedAt: entry.deletedAt?.toISOString() ?? null,
    expiresAt: entry.expiresAt?.toISOString() ?? null,
    purgeAt: entry.purgeAt?.toISOString() ?? null,
  });
}

/** Stores a rating unless the entry already has one. Returns whether it was stored. */
export async function updateImportance(
  db: Database,
  entry: Pick<EntryRow, 'projectId' | 'id'>,
  rated: Pick<EntryRow, 'importance' | 'importanceParts'>,
): Promise<boolean> {
  const rows = await db
    .update(entries)
    .set(rated)
    .where(and(isEntry(entry), sql`(importance_parts->>'pending') = 'true'`))
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
  await db
    .update(entries)
    .set({ utility: sql`changed.utility`, reviewCount: sql`changed."reviewCount"` })
    .from(
      sql`jsonb_to_recordset(${rows}::jsonb) as changed(id text, utility float8, "reviewCount" int)`,
    )
    .where(and(eq(entries.projectId, projectId), sql`${entries.id} = changed.id`));
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

/** Sets the time at which a deleted entry is permanently deleted. */
export async function updatePurgeTime(
  db: Database,
  entry: Pick<EntryRow, 'projectId' | 'id'>,
  purgeAt: Date,
): Promise<void> {
  await db
    .update(entries)
    .set({ purgeAt })
    .where(and(isEntry(entry), isNotNull(entries.deletedAt)));
}

/** Permanently deletes an entry unless it has been restored. Returns whether it was deleted. */
export async function deleteEntryRow(
  db: Database,
  entry: Pick<EntryRow, 'projectId' | 'id'>,
): Promise<boolean> {
  const rows = await db
    .delete(entries)
    .where(and(isEntry(entry), isNotNull(entries.deletedAt)))
    .returning({ id: entries.id });
  return rows.length > 0;
}

export function insertRevisions(db: Database, rows: NewRevision[]): Promise<void> {
  return insertRows(db, revisions, rows);
}

/** Revisions of an entry, newest first. */
export function selectRevisions(
  db: Database,
  entry: EntryRow,
  { before, limit }: { before: number | null; limit: number },
): Promise<RevisionRow[]> {
  return db
    .select()
    .from(revisions)
    .where(and(isRevisionOf(entry), before === null ? undefined : lt(revisions.number, before)))
    .orderBy(desc(revisions.number))
    .limit(limit);
}

export async function countRevisions(db: Database, entry: EntryRow): Promise<number> {
  const rows = await db.select({ total: count() }).from(revisions).where(isRevisionOf(entry));
  return rows[0]?.total ?? 0;
}

/** The revision with this number, or the latest, if it is of a change of content or metadata. */
export async function selectContentRevision(
  db: Database,
  entry: EntryRow,
  number: number | null,
): Promise<RevisionRow | null> {
  const rows = await db
    .select()
    .from(revisions)
    .where(
      and(
        isRevisionOf(entry),
        inArray(revisions.change, ['MERGED', 'EDITED', 'REVERTED']),
        number === null ? undefined : eq(revisions.number, number),
      ),
    )
    .orderBy(desc(revisions.number))
    .limit(1);
  return rows[0] ?? null;
}

export type IdempotentWrite = { key: string; requestHash: string; answer: StoredAnswer };

/** The stored answers of these idempotency keys. */
export function selectAnswers(
  db: Database,
  projectId: string,
  keys: string[],
): Promise<IdempotentWrite[]> {
  if (keys.length === 0) return Promise.resolve([]);
  const { key, requestHash, answer } = idempotentWrites;
  const query = prepared(db, 'answers', () =>
    db
      .select({ key, requestHash, answer })
      .from(idempotentWrites)
      .where(and(eq(idempotentWrites.projectId, placeholder('projectId')), isAnyOf(key, 'keys'))),
  );
  return query.execute({ projectId, keys });
}

export function insertAnswers(
  db: Database,
  rows: (typeof idempotentWrites.$inferInsert)[],
): Promise<void> {
  return insertRows(db, idempotentWrites, rows);
}

/** Deletes up to `limit` answers that were stored before a time, and returns their number. */
export async function deleteAnswers(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { projectId, key, createdAt } = idempotentWrites;
  const old = db
    .select({ projectId, key })
    .from(idempotentWrites)
    .where(lt(createdAt, before))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .delete(idempotentWrites)
    .where(sql`(${projectId}, ${key}) in (${old})`)
    .returning({ key });
  return rows.length;
}

function matches(filter: EntryFilter): SQL | undefined {
  return and(
    filter.isDeleted ? isNotNull(entries.deletedAt) : isNull(entries.deletedAt),
    filter.kinds ? inArray(entries.kind, filter.kinds) : undefined,
    filter.sources ? inArray(entries.source, filter.sources) : undefined,
    filter.metadata ? matchesMetadata(filter.metadata) : undefined,
  );
}

function isEntry({ projectId, id }: Pick<EntryRow, 'projectId' | 'id'>): SQL | undefined {
  return and(eq(entries.projectId, projectId), eq(entries.id, id));
}

function isRevisionOf({ projectId, id }: EntryRow): SQL | undefined {
  return and(eq(revisions.projectId, projectId), eq(revisions.entryId, id));
}
