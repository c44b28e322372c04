import {
  and,
  count,
  desc,
  eq,
  isNotNull,
  isNull,
  lt,
  type Placeholder,
  placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { hasAnyTag } from '../db/match-tags.ts';
import {
  byField,
  type ListOrder,
  type Order,
  type Slice,
  type SortKey,
  startOf,
} from '../db/page.ts';
import { prepared, run } from '../db/prepared-queries.ts';
import type { MemoryRow } from '../db/rows.ts';
import { memories } from '../db/tables/memories.ts';
import type { MemoryColumns } from './memory-columns.ts';

/** Selects the memories of a project that have any of the tags, and a name that contains a text. */
export type MemoryFilter = {
  projectId: string;
  anyTag: string[] | null;
  name: string | null;
  isDeleted: boolean;
};

/** The schema's `MemoryOrder`. */
export type MemoryOrder = ListOrder<MemorySortField>;

type MemorySortField = 'NAME' | 'UPDATED_AT' | 'ENTRY_COUNT';

export function memoryOrder(order: MemoryOrder): Order<MemoryRow> {
  return byField('memories', memories.id, ORDER_KEYS, order);
}

const ORDER_KEYS: Record<MemorySortField, SortKey<MemoryRow>> = {
  NAME: { expression: sql`${memories.name} collate "C"`, type: 'text', of: ({ name }) => name },
  UPDATED_AT: {
    expression: memories.updatedAt,
    type: 'timestamptz',
    of: ({ updatedAt }) => updatedAt,
    fields: ['updatedAt'],
  },
  ENTRY_COUNT: {
    expression: memories.entryCount,
    type: 'bigint',
    of: ({ entryCount }) => entryCount,
  },
};

export function selectMemories(
  db: Database,
  filter: MemoryFilter,
  slice: Slice,
  { isNewestFirst, columns }: { isNewestFirst: boolean; columns: MemoryColumns },
): Promise<MemoryRow[]> {
  const { projectId } = filter;
  if (isUnfiltered(filter) && isNewestFirst && slice.following !== undefined) {
    const before = startOf(slice);
    return selectNewestMemories(db, columns, { projectId, before, limit: slice.limit });
  }
  return db
    .select(columns.columns)
    .from(memories)
    .where(and(isListed(filter), slice.where))
    .orderBy(...slice.orderBy)
    .limit(slice.limit);
}

function selectNewestMemories(
  db: Database,
  columns: MemoryColumns,
  parameters: { projectId: string; before: string; limit: number },
): Promise<MemoryRow[]> {
  const query = prepared(db, `memories ${columns.name}`, () =>
    db
      .select(columns.columns)
      .from(memories)
      .where(
        and(
          eq(memories.projectId, placeholder('projectId')),
          isNull(memories.deletedAt),
          lt(memories.id, placeholder('before')),
        ),
      )
      .orderBy(desc(memories.id))
      .limit(placeholder('limit')),
  );
  return query.execute(parameters);
}

export async function countMemories(db: Database, filter: MemoryFilter): Promise<number> {
  const projectId = placeholder('projectId');
  const build = () =>
    db
      .select({ total: count() })
      .from(memories)
      .where(isListed({ ...filter, projectId }));
  const name = isUnfiltered(filter) ? 'count_memories' : null;
  const [row] = await run(db, name, build, { projectId: filter.projectId });
  return row?.total ?? 0;
}

/** True if the filter selects all memories that are not deleted. */
function isUnfiltered({ anyTag, name, isDeleted }: MemoryFilter): boolean {
  return anyTag === null && name === null && !isDeleted;
}

type PreparedMemoryFilter = Omit<MemoryFilter, 'projectId'> & { projectId: string | Placeholder };

function isListed({ projectId, anyTag, name, isDeleted }: PreparedMemoryFilter): SQL | undefined {
  if (anyTag?.length === 0) return sql`false`;
  return and(
    eq(memories.projectId, projectId),
    isOfState(isDeleted),
    anyTag ? hasAnyTag(memories.tags, anyTag) : undefined,
    containsText(memories.name, name),
  );
}

/** Condition that a column contains a text, without regard to case. Undefined, which restricts nothing, for null. */
export function containsText(column: SQLWrapper, text: string | null): SQL | undefined {
  return text === null ? undefined : sql`position(lower(${text}) in lower(${column})) > 0`;
}

/** Condition for the deleted memories, or for those that are not deleted. */
export function isOfState(isDeleted: boolean): SQL {
  return isDeleted ? isNotNull(memories.deletedAt) : isNull(memories.deletedAt);
}
