import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  placeholder,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { isEntry as isEntryWithId } from '../db/entry-conditions.ts';
import { matchesMetadata } from '../db/metadata.ts';
import { isAmong, isAnyOf, prepared } from '../db/prepared-queries.ts';
import type { EntryRow, MemoryRow } from '../db/rows.ts';
import type { SelectedEntries } from '../db/selected-entries.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { entries, revisions } from '../db/tables/entries.ts';
import { memories } from '../db/tables/memories.ts';
import { cycles } from '../db/tables/stream.ts';

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
      // The limit makes PostgreSQL look up each entry. With a join, it would read all entries of the project.
      .crossJoinLateral(
        db.select().from(entries).where(isEntryWithId(sql`named.id`)).limit(1).as('entries'),
      ),
  );
  return query.execute({ ...parameters, projectId, ids });
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
      through: sql<string | null>`greatest(${memories.coveredThrough}, ${cycles.through})`,
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
 * The next facts of a memory that are to be checked for what they contradict, by id, without those that are superseded.
 */
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
          // The first condition only makes PostgreSQL use the index: the metadata of an entry has the keys of all its
          // statements.
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
