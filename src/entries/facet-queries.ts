import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { EntryRow, MemoryRow } from '../db/rows.ts';
import { entries } from '../db/tables/entries.ts';
import { memories } from '../db/tables/memories.ts';
import { type EntryFilter, isListed, type MemoriesOfList } from './list-queries.ts';

/** Maximum number of memories and of tags of a facet. */
export const MAX_FACET_ROWS = 100;

export type EntryFacets = {
  kinds: { kind: EntryRow['kind']; count: number }[];
  sources: { source: EntryRow['source']; count: number }[];
  memories: { memory: MemoryRow; count: number }[];
  tags: { tag: string; count: number }[];
};

/** The numbers of the listed entries by their properties, the greatest first. */
export async function selectFacets(
  db: Database,
  listed: MemoriesOfList,
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
