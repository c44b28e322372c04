import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  type Placeholder,
  placeholder,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { deleteOld } from '../db/delete-old.ts';
import {
  contains,
  type EntryConditions,
  isEntry as isEntryWithId,
  isUnrestricted,
  meets,
  occurredAt,
} from '../db/entry-conditions.ts';
import { insertRows } from '../db/insert-rows.ts';
import { matchesMetadata } from '../db/metadata.ts';
import { byId, type Order, type Slice, type SortKey, startOf } from '../db/page.ts';
import { readByWords, readEachByWords } from '../db/pages-by-words.ts';
import type { EntryRow, MemoryRow, NewRevision, RevisionRow } from '../db/rows.ts';
import type { SelectedEntries } from '../db/selected-entries.ts';
import { isAmong, isAnyOf, prepared, run } from '../db/statements.ts';
import {
  cycles,
  entries,
  idempotentWrites,
  type Metadata,
  memories,
  revisions,
  type StoredAnswer,
  textsOf,
} from '../db/tables.ts';
import type { EntryColumns } from './entry-columns.ts';
import { contentBytesOf } from './statements.ts';

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

/** Which entries are listed. */
export type EntryFilter = {
  conditions: EntryConditions;
  /** Words that the content contains. */
  text: string | null;
  isDeleted: boolean;
};

/** The schema's `EntryOrder`. */
export type EntryOrder = {
  field: 'CREATED_AT' | 'UPDATED_AT' | 'OCCURRED_AT' | 'UTILITY' | 'IMPORTANCE' | 'SIZE';
  direction: Order<unknown>['direction'];
};

export function entryOrder({ field, direction }: EntryOrder): Order<EntryRow> {
  const last = byId<EntryRow>('entries', entries.id, direction);
  if (field === 'CREATED_AT') return last;
  return { ...last, name: `entries by ${field}`, keys: [ORDER_KEYS[field], ...last.keys] };
}

const ORDER_KEYS: Record<Exclude<EntryOrder['field'], 'CREATED_AT'>, SortKey<EntryRow>> = {
  UPDATED_AT: {
    expression: entries.updatedAt,
    type: 'timestamptz',
    of: ({ updatedAt }) => updatedAt,
    fields: ['updatedAt'],
  },
  OCCURRED_AT: {
    expression: occurredAt,
    type: 'timestamptz',
    of: (entry) => entry.occurredAt ?? entry.createdAt,
    fields: ['occurredAt', 'createdAt'],
  },
  UTILITY: {
    expression: entries.utility,
    type: 'float8',
    of: ({ utility }) => utility,
    fields: ['utility'],
  },
  IMPORTANCE: {
    expression: entries.importance,
    type: 'float8',
    of: ({ importance }) => importance,
    fields: ['importance'],
  },
  SIZE: {
    expression: sql`octet_length(${textsOf(entries.statements)})`,
    type: 'bigint',
    of: contentBytesOf,
    fields: ['statements'],
  },
};

export function isNewestFirst({ field, direction }: EntryOrder): boolean {
  return field === 'CREATED_AT' && direction === 'DESC';
}

/** With a text filter, so many entries for each row of the page are checked before the index of words is used. */
const CHECKED_ENTRIES = 5;

function isByWords({ text }: EntryFilter, { field }: EntryOrder): boolean {
  return text !== null && field === 'CREATED_AT';
}

/** True for a page of all entries, newest first, that ends before no cursor. Its statement is prepared. */
function isPrepared(filter: EntryFilter, { slice, order }: ReadPage): boolean {
  return isUnfiltered(filter) && isNewestFirst(order) && slice.following !== undefined;
}

type InMemories = { projectId: string; memoryIds: string[] };

/** The condition of a prepared page. */
const IS_BEFORE = lt(entries.id, placeholder('before'));

/**
 * Condition for the entries of a row of the table `memory`. The second comparison is always true. It makes PostgreSQL expect few
 * entries in each memory, and use the index of memories. Otherwise, where one memory has most entries of a project, it expects as many
 * in each other one, and reads all entries of the project by id to find the first few of each.
 */
const IN_MEMORY = and(
  eq(entries.projectId, placeholder('projectId')),
  sql`${entries.memoryId} = memory.id and ${entries.memoryId} between memory.id and memory.id`,
);

/**
 * The same page of the entries of each memory. One statement reads the pages of all memories; with a text filter, up to three
 * statements do.
 */
export async function selectEntriesOfMemories(
  db: Database,
  { projectId, memoryIds }: InMemories,
  filter: EntryFilter,
  page: ReadPage,
): Promise<Map<string, EntryRow[]>> {
  const { slice, order, columns } = page;
  const isPlain = isPrepared(filter, page);
  const read = async ({ where, orderBy }: Slice, ids: string[]) => {
    const build = () => {
      const rows = db
        .select(columns.columns)
        .from(entries)
        .where(and(IN_MEMORY, matches(filter), isPlain ? IS_BEFORE : where))
        .orderBy(...orderBy)
        .limit(placeholder('limit'))
        .as('page');
      return db
        .select(rows._.selectedFields)
        .from(sql`unnest(${placeholder('memoryIds')}::text[]) as memory(id)`)
        .crossJoinLateral(rows);
    };
    const rows = await run(db, isPlain ? `entries_of_memories ${columns.name}` : null, build, {
      projectId,
      memoryIds: ids,
      before: startOf(slice),
      limit: slice.limit,
    });
    const pages = new Map<string, EntryRow[]>(ids.map((id) => [id, []]));
    for (const row of rows) pages.get(row.memoryId)?.push(row);
    return pages;
  };
  if (!isByWords(filter, order)) return read(slice, memoryIds);
  const list = { id: entries.id, rows: IN_MEMORY, checkedPerRow: CHECKED_ENTRIES };
  return readEachByWords(slice, list, memoryIds, read);
}

/** The number of entries of each memory. Without a filter, it is the memory's own number. */
export async function countEntriesOfMemories(
  db: Database,
  { projectId, memoryIds }: InMemories,
  filter: EntryFilter,
): Promise<Map<string, number>> {
  const ofMemories = () =>
    db
      .select({ memoryId: memories.id, total: memories.entryCount })
      .from(memories)
      .where(
        and(eq(memories.projectId, placeholder('projectId')), isAnyOf(memories.id, 'memoryIds')),
      );
  const rows = isUnfiltered(filter)
    ? await prepared(db, 'count_entries_of_memories', ofMemories).execute({ projectId, memoryIds })
    : await db
        .select({ memoryId: entries.memoryId, total: count() })
        .from(entries)
        .where(
          and(
            eq(entries.projectId, projectId),
            inArray(entries.memoryId, memoryIds),
            matches(filter),
          ),
        )
        .groupBy(entries.memoryId);
  return new Map(rows.map((row) => [row.memoryId, row.total]));
}

/** The memories of a list of entries; null for the whole project without deleted memories. */
export type ListedMemories = { projectId: string; memoryIds: string[] | null };

type ReadPage = { slice: Slice; order: EntryOrder; columns: EntryColumns };

export async function selectEntries(
  db: Database,
  listed: ListedMemories,
  filter: EntryFilter,
  page: ReadPage,
): Promise<EntryRow[]> {
  const { slice, order, columns } = page;
  const { projectId, memoryIds } = listed;
  const isPlain = memoryIds === null && isPrepared(filter, page);
  const read = ({ where, orderBy, limit }: Slice) => {
    const build = () =>
      db
        .select(columns.columns)
        .from(entries)
        .where(
          and(
            isListed({ projectId: placeholder('projectId'), memoryIds }, filter),
            isPlain ? IS_BEFORE : where,
          ),
        )
        .orderBy(...orderBy)
        .limit(placeholder('limit'));
    return run(db, isPlain ? `entries ${columns.name}` : null, build, {
      projectId,
      before: startOf(slice),
      limit,
    });
  };
  if (!isByWords(filter, order)) return read(slice);
  const rows = eq(entries.projectId, projectId);
  return readByWords(slice, { id: entries.id, rows, checkedPerRow: CHECKED_ENTRIES }, read);
}

export async function countEntries(
  db: Database,
  listed: ListedMemories,
  filter: EntryFilter,
): Promise<number> {
  const { projectId, memoryIds } = listed;
  if (!isUnfiltered(filter)) {
    const [row] = await db.select({ total: count() }).from(entries).where(isListed(listed, filter));
    return row?.total ?? 0;
  }
  const build = () =>
    db
      .select({ total: sum(memories.entryCount).mapWith(Number) })
      .from(memories)
      .where(
        and(
          eq(memories.projectId, placeholder('projectId')),
          memoryIds ? inArray(memories.id, memoryIds) : isNull(memories.deletedAt),
        ),
      );
  const name = memoryIds === null ? 'count_entries' : null;
  const [row] = await run(db, name, build, { projectId });
  return row?.total ?? 0;
}

/** Greatest number of memories and of tags of a facet. */
export const MAX_FACET_ROWS = 100;

export type EntryFacets = {
  kinds: { kind: EntryRow['kind']; count: number }[];
  sources: { source: EntryRow['source']; count: number }[];
  memories: { memory: MemoryRow; count: number }[];
  tags: { tag: string; count: number }[];
};

/** Numbers of the listed entries by their properties, each greatest first. */
export async function selectFacets(
  db: Database,
  listed: ListedMemories,
  filter: EntryFilter,
): Promise<EntryFacets> {
  const total = count();
  const condition = isListed(listed, filter);
  const ofMemory = and(
    eq(memories.projectId, entries.projectId),
    eq(memories.id, entries.memoryId),
  );
  const tag = sql<string>`tag.name`;
  const largest = db
    .select({ memoryId: entries.memoryId, total: count().as('total') })
    .from(entries)
    .where(condition)
    .groupBy(entries.memoryId)
    .orderBy(desc(total), entries.memoryId)
    .limit(MAX_FACET_ROWS)
    .as('largest');
  const [kinds, sources, inMemories, tags] = await Promise.all([
    db
      .select({ kind: entries.kind, count: total })
      .from(entries)
      .where(condition)
      .groupBy(entries.kind)
      .orderBy(desc(total), entries.kind),
    db
      .select({ source: entries.source, count: total })
      .from(entries)
      .where(condition)
      .groupBy(entries.source)
      .orderBy(desc(total), entries.source),
    db
      .select({ memory: memories, count: largest.total })
      .from(largest)
      .innerJoin(
        memories,
        and(eq(memories.projectId, listed.projectId), eq(memories.id, largest.memoryId)),
      )
      .orderBy(desc(largest.total), memories.id),
    db
      .select({ tag, count: total })
      .from(entries)
      .innerJoin(memories, ofMemory)
      .crossJoinLateral(sql`unnest(${memories.tags}) as tag(name)`)
      .where(condition)
      .groupBy(tag)
      .orderBy(desc(total), tag)
      .limit(MAX_FACET_ROWS),
  ]);
  return { kinds, sources, memories: inMemories, tags };
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

/** The next facts of a memory that are to be checked for what they contradict, by id. */
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
export function deleteAnswers(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { key, createdAt } = idempotentWrites;
  const isOld = lt(createdAt, before);
  return deleteOld(db, { table: idempotentWrites, key: [key], isOld }, limit);
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

/** Deletes the answers to idempotency keys that name any of the entries; without ids, all answers. */
export async function deleteAnswersOf(
  db: Database,
  projectId: string,
  ids: readonly string[] | null,
): Promise<void> {
  const names = (key: string) => isAmong(sql`${idempotentWrites.answer} ->> ${key}`, ids ?? []);
  await db
    .delete(idempotentWrites)
    .where(
      and(
        eq(idempotentWrites.projectId, projectId),
        ids ? sql`(${names('entryId')} or ${names('matchedEntryId')})` : undefined,
      ),
    );
}

function isListed(
  { projectId, memoryIds }: { projectId: string | Placeholder; memoryIds: string[] | null },
  filter: EntryFilter,
): SQL | undefined {
  return and(
    eq(entries.projectId, projectId),
    memoryIds ? inArray(entries.memoryId, memoryIds) : isOutsideDeletedMemories(projectId),
    matches(filter),
  );
}

/**
 * Condition for entries whose memory is not deleted. `<> all` would be shorter. But if most entries are in one memory, PostgreSQL
 * estimates that it matches none, and then reads and sorts all entries for each page.
 */
function isOutsideDeletedMemories(projectId: string | Placeholder): SQL {
  const isDeleted = and(eq(memories.projectId, projectId), isNotNull(memories.deletedAt));
  const deleted = sql`array(select ${memories.id} from ${memories} where ${isDeleted})`;
  return sql`not (${deleted} @> array[${entries.memoryId}])`;
}

/** True if the filter leaves out deleted entries only. */
function isUnfiltered({ conditions, text, isDeleted }: EntryFilter): boolean {
  return isUnrestricted(conditions) && text === null && !isDeleted;
}

function matches({ isDeleted, conditions, text }: EntryFilter): SQL | undefined {
  return and(
    isDeleted ? isNotNull(entries.deletedAt) : isNull(entries.deletedAt),
    meets(conditions),
    text === null ? undefined : contains(text),
  );
}

function isEntry({ projectId, id }: Pick<EntryRow, 'projectId' | 'id'>): SQL | undefined {
  return and(eq(entries.projectId, projectId), eq(entries.id, id));
}

function isRevisionOf({ projectId, id }: Pick<EntryRow, 'projectId' | 'id'>): SQL | undefined {
  return and(eq(revisions.projectId, projectId), eq(revisions.entryId, id));
}
