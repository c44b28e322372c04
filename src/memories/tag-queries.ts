import {
  and,
  arrayContains,
  asc,
  countDistinct,
  eq,
  gt,
  isNull,
  placeholder,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Order, Slice } from '../db/page.ts';
import { prepared } from '../db/prepared-queries.ts';
import type { MemoryRow, TagRow } from '../db/rows.ts';
import { memories } from '../db/tables/memories.ts';
import { containsText, isOfState } from './list-queries.ts';

/** The distinct tags of the project's deleted memories, or of those that are not deleted. */
export async function selectDistinctTags(
  db: Database,
  projectId: string,
  { isDeleted }: { isDeleted: boolean },
): Promise<string[]> {
  const query = prepared(db, isDeleted ? 'deleted_tags' : 'distinct_tags', () =>
    db
      .selectDistinct({ tag: sql<string>`unnest(${memories.tags})` })
      .from(memories)
      .where(and(eq(memories.projectId, placeholder('projectId')), isOfState(isDeleted))),
  );
  const rows = await query.execute({ projectId });
  return rows.map((row) => row.tag);
}

/** The tags of memories that are not deleted, each as a row beside the entry count of its memory. */
function taggedOf(db: Database, projectId: string) {
  return db
    .select({
      name: sql<string>`unnest(${memories.tags})`.as('name'),
      entryCount: memories.entryCount,
    })
    .from(memories)
    .where(and(eq(memories.projectId, projectId), isNull(memories.deletedAt)))
    .as('tagged');
}

/** By name, in the order of the Unicode code points of its characters. */
export const TAG_ORDER: Order<TagRow> = {
  name: 'tags',
  direction: 'ASC',
  keys: [{ expression: sql`tagged.name collate "C"`, type: 'text', of: ({ name }) => name }],
};

/** Selects the tags of a project that contain a text; null does not restrict them. */
export type TagFilter = { projectId: string; search: string | null };

/** A page of tags, with the numbers of their memories and entries. */
export function selectTags(
  db: Database,
  { projectId, search }: TagFilter,
  { where, orderBy, limit }: Pick<Slice, 'where' | 'orderBy' | 'limit'>,
): Promise<TagRow[]> {
  const tagged = taggedOf(db, projectId);
  return db
    .select({
      name: tagged.name,
      memoryCount: sql<number>`count(*)::int`,
      entryCount: sql<number>`sum(${tagged.entryCount})::int`,
    })
    .from(tagged)
    .where(and(containsText(tagged.name, search), where))
    .groupBy(tagged.name)
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countTags(db: Database, { projectId, search }: TagFilter): Promise<number> {
  const tagged = taggedOf(db, projectId);
  const rows = await db
    .select({ total: countDistinct(tagged.name) })
    .from(tagged)
    .where(containsText(tagged.name, search));
  return rows[0]?.total ?? 0;
}

/** A tag with its numbers; null if no memory has it. */
export async function selectTag(
  db: Database,
  projectId: string,
  name: string,
): Promise<TagRow | null> {
  const where = sql`tagged.name = ${name}::text`;
  const filter = { projectId, search: null };
  const [tag] = await selectTags(db, filter, { where, orderBy: [], limit: 1 });
  return tag ?? null;
}

/** Memories that are not deleted and have a tag, in the order of their ids, after the id `after`. */
export function selectTagged(
  db: Database,
  projectId: string,
  { tag, after, limit }: { tag: string; after: string; limit: number },
): Promise<MemoryRow[]> {
  return db
    .select()
    .from(memories)
    .where(
      and(
        eq(memories.projectId, projectId),
        isNull(memories.deletedAt),
        arrayContains(memories.tags, [tag]),
        gt(memories.id, after),
      ),
    )
    .orderBy(asc(memories.id))
    .limit(limit);
}
