import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { byId, type Slice } from '../db/page.ts';
import { isAmong } from '../db/prepared-queries.ts';
import type { CycleRow, InMemory } from '../db/rows.ts';
import { entries } from '../db/tables/entries.ts';
import { cycles } from '../db/tables/stream.ts';

/** Inserts an open cycle. Returns false if the memory already has one. */
export async function insertCycle(db: Database, row: CycleRow): Promise<boolean> {
  const rows = await db
    .insert(cycles)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: cycles.id });
  return rows.length > 0;
}

export async function selectOpenCycle(
  db: Database,
  { projectId, memoryId }: InMemory,
): Promise<CycleRow | null> {
  const rows = await db
    .select()
    .from(cycles)
    .where(
      and(
        eq(cycles.projectId, projectId),
        eq(cycles.memoryId, memoryId),
        isNull(cycles.finishedAt),
      ),
    );
  return rows[0] ?? null;
}

export async function updateCycle(
  db: Database,
  { projectId, id }: CycleRow,
  values: Partial<CycleRow>,
): Promise<void> {
  await db
    .update(cycles)
    .set(values)
    .where(and(eq(cycles.projectId, projectId), eq(cycles.id, id)));
}

export function selectCyclesByIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<CycleRow[]> {
  return db
    .select()
    .from(cycles)
    .where(and(eq(cycles.projectId, projectId), inArray(cycles.id, [...ids])));
}

export const CYCLE_ORDER = byId<CycleRow>('insightCycles', cycles.id);

export function selectCycles(
  db: Database,
  { projectId, memoryId }: InMemory,
  { where, orderBy, limit }: Slice,
): Promise<CycleRow[]> {
  return db
    .select()
    .from(cycles)
    .where(and(eq(cycles.projectId, projectId), eq(cycles.memoryId, memoryId), where))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countCycles(
  db: Database,
  { projectId, memoryId }: InMemory,
): Promise<number> {
  const rows = await db
    .select({ total: count() })
    .from(cycles)
    .where(and(eq(cycles.projectId, projectId), eq(cycles.memoryId, memoryId)));
  return rows[0]?.total ?? 0;
}

/**
 * Deletes the questions whose insight is one of the entries and, in the cycles of the memories, the questions whose
 * insight does not exist. An open cycle without questions asks for new ones; with some, it ends with these.
 */
export async function deleteQuestionsOf(
  db: Database,
  projectId: string,
  { entryIds, memoryIds }: { entryIds: readonly string[]; memoryIds: readonly string[] },
): Promise<void> {
  const isWithout = sql`${isAmong(cycles.memoryId, memoryIds)} and not exists (
    select from ${entries} where ${entries.projectId} = ${projectId} and ${entries.id} = question ->> 'entryId')`;
  const isOfErased = sql`(${isAmong(sql`(question ->> 'entryId')`, entryIds)} or ${isWithout})`;
  const kept = sql`(
    select jsonb_agg(question order by place)
    from jsonb_array_elements(${cycles.questions}) with ordinality as asked(question, place)
    where ${isOfErased} is not true)`;
  await db
    .update(cycles)
    .set({ questions: kept })
    .where(
      and(
        eq(cycles.projectId, projectId),
        sql`exists (select 1 from jsonb_array_elements(${cycles.questions}) as question where ${isOfErased})`,
      ),
    );
}

/** Subtracts importance and observations from the part of the stream that an open cycle covers. */
export async function subtractFromCycle(
  db: Database,
  { projectId, id }: CycleRow,
  { importance, count: observations }: { importance: number; count: number },
): Promise<void> {
  await db
    .update(cycles)
    .set({
      importance: sql`greatest(0, ${cycles.importance} - ${importance}::float8)`,
      observationCount: sql`greatest(0, ${cycles.observationCount} - ${observations}::int)`,
    })
    .where(and(eq(cycles.projectId, projectId), eq(cycles.id, id)));
}
