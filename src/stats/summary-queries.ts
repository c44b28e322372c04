import { and, count, eq, inArray, isNull, max, min } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { entries } from '../db/tables/entries.ts';
import { memories } from '../db/tables/memories.ts';
import { traces } from '../db/tables/traces.ts';

/** The number of rows of one kind, and the times of the oldest and the newest; null without rows. */
export type Group = { kind: string; total: number; oldest: Date | null; newest: Date | null };

/** The entries of memories that are not deleted, by the id of the memory and by kind. */
export async function selectEntriesOfMemories(
  db: Database,
  projectId: string,
  memoryIds: string[],
): Promise<(Group & { ownerId: string })[]> {
  return db
    .select({ ownerId: entries.memoryId, kind: entries.kind, ...extentOf(entries.createdAt) })
    .from(entries)
    .where(
      and(
        eq(entries.projectId, projectId),
        inArray(entries.memoryId, memoryIds),
        isNull(entries.deletedAt),
      ),
    )
    .groupBy(entries.memoryId, entries.kind);
}

/** The memories and entries that are not deleted, and the traces, by the id of the project and by kind. */
export async function selectHeldByProjects(
  db: Database,
  projectIds: string[],
): Promise<(Group & { ownerId: string })[]> {
  const [ofMemories, ofEntries, ofTraces] = await Promise.all([
    db
      .select({ ownerId: memories.projectId, ...extentOf(memories.createdAt) })
      .from(memories)
      .where(and(inArray(memories.projectId, projectIds), isNull(memories.deletedAt)))
      .groupBy(memories.projectId),
    db
      .select({ ownerId: entries.projectId, kind: entries.kind, ...extentOf(entries.createdAt) })
      .from(entries)
      .innerJoin(
        memories,
        and(eq(memories.projectId, entries.projectId), eq(memories.id, entries.memoryId)),
      )
      .where(
        and(
          inArray(entries.projectId, projectIds),
          isNull(entries.deletedAt),
          isNull(memories.deletedAt),
        ),
      )
      .groupBy(entries.projectId, entries.kind),
    db
      .select({ ownerId: traces.projectId, ...extentOf(traces.createdAt) })
      .from(traces)
      .where(inArray(traces.projectId, projectIds))
      .groupBy(traces.projectId),
  ]);
  return [
    ...ofMemories.map((row) => ({ ...row, kind: 'MEMORY' })),
    ...ofEntries,
    ...ofTraces.map((row) => ({ ...row, kind: 'TRACE' })),
  ];
}

function extentOf(
  createdAt: typeof entries.createdAt | typeof memories.createdAt | typeof traces.createdAt,
) {
  return { total: count(), oldest: min(createdAt), newest: max(createdAt) };
}
