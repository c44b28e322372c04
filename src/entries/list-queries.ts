import {
  and,
  count,
  eq,
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
import {
  contains,
  type EntryConditions,
  isUnrestricted,
  meets,
  occurredAt,
} from '../db/entry-conditions.ts';
import type { WordLookup } from '../db/match-words.ts';
import {
  byField,
  type ListOrder,
  type Order,
  type Slice,
  type SortKey,
  startOf,
} from '../db/page.ts';
import { readByWords, readEachByWords } from '../db/pages-by-words.ts';
import { isAmong, isAnyOf, prepared, run } from '../db/prepared-queries.ts';
import type { EntryRow } from '../db/rows.ts';
import { entries, textsOf } from '../db/tables/entries.ts';
import { memories } from '../db/tables/memories.ts';
import type { EntryColumns } from './entry-columns.ts';
import { contentBytesOf } from './statements.ts';

/** Which entries are listed. */
export type EntryFilter = {
  conditions: EntryConditions;
  /** Words that the content contains. */
  text: string | null;
  isDeleted: boolean;
  /** Null lists current and superseded entries. */
  isSuperseded: boolean | null;
};

/** The schema's `EntryOrder`. */
export type EntryOrder = ListOrder<EntrySortField>;

type EntrySortField = 'UPDATED_AT' | 'OCCURRED_AT' | 'UTILITY' | 'IMPORTANCE' | 'SIZE';

export function entryOrder(order: EntryOrder): Order<EntryRow> {
  return byField('entries', entries.id, ORDER_KEYS, order);
}

const ORDER_KEYS: Record<EntrySortField, SortKey<EntryRow>> = {
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

/** With a text filter, this many entries for each row of the page are checked before the index of words is used. */
const CHECKED_ENTRIES = 5;

function isByWords({ text }: EntryFilter, { field }: EntryOrder): boolean {
  return text !== null && field === 'CREATED_AT';
}

/** True for a page of all entries, newest first, from the first one or from a cursor on. Its statement is prepared. */
function isPrepared(filter: EntryFilter, { slice, order }: ReadPage): boolean {
  return isUnfiltered(filter) && isNewestFirst(order) && slice.following !== undefined;
}

type InMemories = { projectId: string; memoryIds: string[] };

/** The condition of a prepared page. */
const IS_BEFORE = lt(entries.id, placeholder('before'));

/**
 * Condition for the entries of a row of the table `memory`. The second comparison is always true. It makes PostgreSQL
 * expect few entries in each memory, and use the index of memories. Otherwise, where one memory has most entries of a
 * project, it expects as many in each other one, and reads all entries of the project by id to find the first few of
 * each.
 */
const IN_MEMORY = and(
  eq(entries.projectId, placeholder('projectId')),
  sql`${entries.memoryId} = memory.id and ${entries.memoryId} between memory.id and memory.id`,
);

/**
 * The same page of the entries of each memory. One statement reads the pages of all memories; with a text filter, up to
 * three statements do.
 */
export async function selectEntriesOfMemories(
  db: Database,
  { projectId, memoryIds }: InMemories,
  filter: EntryFilter,
  page: ReadPage,
): Promise<Map<string, EntryRow[]>> {
  const { slice, order, columns } = page;
  const name = isPrepared(filter, page) ? `entries_of_memories ${columns.name}` : null;
  const read = async ({ where, orderBy }: Slice, ids: string[], lookup?: WordLookup) => {
    const build = () => {
      const rows = db
        .select(columns.columns)
        .from(entries)
        .where(and(IN_MEMORY, matches(filter, lookup), name === null ? where : IS_BEFORE))
        .orderBy(...orderBy)
        .limit(placeholder('limit'))
        .as('page');
      return db
        .select(rows._.selectedFields)
        .from(sql`unnest(${placeholder('memoryIds')}::text[]) as memory(id)`)
        .crossJoinLateral(rows);
    };
    const given = { projectId, memoryIds: ids, before: startOf(slice), limit: slice.limit };
    const rows = await run(db, name, build, given);
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
export type MemoriesOfList = { projectId: string; memoryIds: string[] | null };

type ReadPage = { slice: Slice; order: EntryOrder; columns: EntryColumns };

export async function selectEntries(
  db: Database,
  listed: MemoriesOfList,
  filter: EntryFilter,
  page: ReadPage,
): Promise<EntryRow[]> {
  const { slice, order, columns } = page;
  const { projectId, memoryIds } = listed;
  const name = memoryIds === null && isPrepared(filter, page) ? `entries ${columns.name}` : null;
  const read = ({ where, orderBy, limit }: Slice, lookup?: WordLookup) => {
    const build = () =>
      db
        .select(columns.columns)
        .from(entries)
        .where(
          and(
            isListed({ projectId: placeholder('projectId'), memoryIds }, filter, lookup),
            name === null ? where : IS_BEFORE,
          ),
        )
        .orderBy(...orderBy)
        .limit(placeholder('limit'));
    return run(db, name, build, { projectId, before: startOf(slice), limit });
  };
  if (!isByWords(filter, order)) return read(slice);
  const rows = eq(entries.projectId, projectId);
  return readByWords(slice, { id: entries.id, rows, checkedPerRow: CHECKED_ENTRIES }, read);
}

export async function countEntries(
  db: Database,
  listed: MemoriesOfList,
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
          memoryIds ? isAmong(memories.id, memoryIds) : isNull(memories.deletedAt),
        ),
      );
  const name = memoryIds === null ? 'count_entries' : null;
  const [row] = await run(db, name, build, { projectId });
  return row?.total ?? 0;
}

/** Condition for the entries of a list. Without `memoryIds`, entries of deleted memories are left out. */
export function isListed(
  { projectId, memoryIds }: { projectId: string | Placeholder; memoryIds: string[] | null },
  filter: EntryFilter,
  lookup?: WordLookup,
): SQL | undefined {
  return and(
    eq(entries.projectId, projectId),
    memoryIds ? isInMemories(memoryIds) : isOutsideDeletedMemories(projectId),
    matches(filter, lookup),
  );
}

/**
 * Condition for the entries of the memories. A single memory is compared without an array, so that PostgreSQL can read
 * its entries from an index in their order.
 */
function isInMemories(memoryIds: string[]): SQL {
  const { memoryId } = entries;
  return memoryIds.length === 1 ? inArray(memoryId, memoryIds) : isAmong(memoryId, memoryIds);
}

/**
 * Condition for entries whose memory is not deleted. PostgreSQL looks up the memory of each entry in a hash table. With
 * an array of the deleted memories, it would compare each entry with each of them, which takes several times as long as
 * reading the entries. With `<> all` it would also, if most entries are in one memory, estimate that no entry matches,
 * and read and sort all entries for each page.
 */
function isOutsideDeletedMemories(projectId: string | Placeholder): SQL {
  const isDeleted = and(eq(memories.projectId, projectId), isNotNull(memories.deletedAt));
  return sql`${entries.memoryId} not in (select ${memories.id} from ${memories} where ${isDeleted})`;
}

/** True if the filter leaves out deleted entries only. */
function isUnfiltered({ conditions, text, isDeleted, isSuperseded }: EntryFilter): boolean {
  return isUnrestricted(conditions) && text === null && !isDeleted && isSuperseded === null;
}

function matches(
  { isDeleted, isSuperseded, conditions, text }: EntryFilter,
  lookup?: WordLookup,
): SQL | undefined {
  return and(
    isDeleted ? isNotNull(entries.deletedAt) : isNull(entries.deletedAt),
    isSuperseded === true ? isNotNull(entries.supersededBy) : undefined,
    isSuperseded === false ? isNull(entries.supersededBy) : undefined,
    meets(conditions),
    text === null ? undefined : contains(text, lookup),
  );
}
