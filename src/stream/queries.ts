import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { byId, type Slice } from '../db/page.ts';
import type { CycleRow, EntryRow, EvidenceRow, InMemory, MemoryRow } from '../db/rows.ts';
import { isAmong } from '../db/statements.ts';
import { cycles, entries, evidence, memories, projects } from '../db/tables.ts';

/** Entries of a stream after one entry and up to another, newest first. */
export function selectRecent(
  db: Database,
  inMemory: InMemory,
  { after, through, limit }: { after: string | null; through: string | null; limit: number },
): Promise<EntryRow[]> {
  return db
    .select()
    .from(entries)
    .where(
      and(
        isInStream(inMemory),
        after === null ? undefined : gt(entries.id, after),
        through === null ? undefined : lte(entries.id, through),
      ),
    )
    .orderBy(desc(entries.id))
    .limit(limit);
}

export async function selectLastInStream(db: Database, inMemory: InMemory): Promise<string | null> {
  const rows = await db
    .select({ id: entries.id })
    .from(entries)
    .where(isInStream(inMemory))
    .orderBy(desc(entries.id))
    .limit(1);
  return rows[0]?.id ?? null;
}

/** Entries that the chat model has not rated yet, oldest first. */
export function selectUnrated(
  db: Database,
  { projectId, memoryId }: InMemory,
  { after, limit }: { after: string; limit: number },
): Promise<EntryRow[]> {
  return db
    .select()
    .from(entries)
    .where(
      and(
        eq(entries.projectId, projectId),
        eq(entries.memoryId, memoryId),
        isNull(entries.deletedAt),
        gt(entries.id, after),
        sql`(importance_parts->>'pending') = 'true'`,
      ),
    )
    .orderBy(asc(entries.id))
    .limit(limit);
}

export async function insertEvidence(db: Database, rows: EvidenceRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(evidence).values(rows);
}

/** The evidence of entries (`entryId`), or the insights that cite them (`evidenceId`). */
export function selectEvidence(
  db: Database,
  projectId: string,
  { entryIds, side }: { entryIds: string[]; side: 'entryId' | 'evidenceId' },
): Promise<EvidenceRow[]> {
  return db
    .select()
    .from(evidence)
    .where(and(eq(evidence.projectId, projectId), inArray(evidence[side], entryIds)))
    .orderBy(asc(evidence.entryId), asc(evidence.position));
}

/** Returns false if the memory already has an open cycle. */
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

export type ExpiredEntry = Pick<EntryRow, 'projectId' | 'memoryId' | 'id' | 'expiresAt'>;

/** Expired entries that are not deleted, of memories that are not deleted: those after an entry, in the order of their expiry. */
export function selectExpired(
  db: Database,
  { now, after, limit }: { now: Date; after: ExpiredEntry | null; limit: number },
): Promise<ExpiredEntry[]> {
  const { projectId, memoryId, id, expiresAt } = entries;
  return db
    .select({ projectId, memoryId, id, expiresAt })
    .from(entries)
    .where(
      and(
        lte(expiresAt, now),
        isNotNull(expiresAt),
        isNull(entries.deletedAt),
        isInLiveMemory(db),
        after
          ? sql`(${expiresAt}, ${id}) > (${after.expiresAt?.toISOString()}, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(asc(expiresAt), asc(id))
    .limit(limit);
}

/** Memories that are not deleted, with more entries than the `maxEntries` of their own or of their project. */
export function selectOverfull(db: Database): Promise<MemoryRow[]> {
  const [own, ofProject] = [memories, projects].map(
    ({ streamSettings }) => sql`${streamSettings}->>'maxEntries'`,
  );
  return db
    .select(getTableColumns(memories))
    .from(memories)
    .innerJoin(projects, eq(projects.id, memories.projectId))
    .where(
      and(
        isNull(memories.deletedAt),
        gt(memories.entryCount, sql`coalesce(${own}, ${ofProject})::integer`),
      ),
    );
}

/**
 * The entries of a memory beyond its `best` ones, by the weighted sum of recency, importance and utility.
 * Concurrent deletions cannot make one of the best entries part of the result.
 */
export function selectBeyond(
  db: Database,
  { projectId, memoryId }: InMemory,
  options: {
    now: Date;
    decay: number;
    accessShare: number;
    recency: number;
    importance: number;
    utility: number;
    best: number;
  },
): Promise<{ id: string }[]> {
  const { now, decay, best } = options;
  const decayed = (since: SQL) => {
    const hours = sql`greatest(0, extract(epoch from (${now.toISOString()}::timestamptz - ${since})) / 3600)`;
    return sql`exp(greatest(-700, ${hours} * ln(${decay}::float8)))`;
  };
  const accessed = sql`case when ${entries.lastAccessedAt} is null then 0
    else ${options.accessShare}::float8 * ${decayed(sql`${entries.lastAccessedAt}`)} end`;
  // The recency of `recencyOf`.
  const recency = sql`greatest(${decayed(sql`${entries.lastStatedAt}`)}, ${accessed})`;
  const worth = sql`${options.recency}::float8 * ${recency}
    + ${options.importance}::float8 * ${entries.importance} / 10 + ${options.utility}::float8 * ${entries.utility}`;
  return db
    .select({ id: entries.id })
    .from(entries)
    .where(
      and(
        eq(entries.projectId, projectId),
        eq(entries.memoryId, memoryId),
        isNull(entries.deletedAt),
      ),
    )
    .orderBy(desc(worth), desc(entries.id))
    .offset(best);
}

/** Deleted entries whose grace period is over, of memories that are not deleted. */
export function selectToPurge(
  db: Database,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<EntryRow[]> {
  return db
    .select()
    .from(entries)
    .where(
      and(
        isNotNull(entries.deletedAt),
        lte(entries.purgeAt, now),
        gt(entries.id, after),
        isInLiveMemory(db),
      ),
    )
    .orderBy(asc(entries.id))
    .limit(limit);
}

function isInLiveMemory(db: Database): SQL {
  const live = db
    .select({ one: sql`1` })
    .from(memories)
    .where(
      and(
        eq(memories.projectId, entries.projectId),
        eq(memories.id, entries.memoryId),
        isNull(memories.deletedAt),
      ),
    );
  return exists(live);
}

/** Ids of the insights that rest on any of the entries. */
export async function selectInsightsOn(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: evidence.entryId })
    .from(evidence)
    .where(and(eq(evidence.projectId, projectId), isAmong(evidence.evidenceId, entryIds)));
  return rows.map(({ id }) => id);
}

/**
 * Deletes the questions of cycles whose insight is one of the entries, and in the memories those whose insight does not
 * exist. If none is left, an open cycle asks again; otherwise it ends with the insights that it has.
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

/** Subtracts from the part of the stream that the open cycle of a memory covers. */
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

/** The kinds of entries of a stream: neither facts nor reflections. */
export const STREAM_KINDS: EntryRow['kind'][] = ['OBSERVATION', 'PLAN', 'INSIGHT'];

/** Condition for the entries of a stream. */
function isInStream({ projectId, memoryId }: InMemory): SQL | undefined {
  return and(
    eq(entries.projectId, projectId),
    eq(entries.memoryId, memoryId),
    inArray(entries.kind, STREAM_KINDS),
    isNull(entries.lesson),
    isNull(entries.deletedAt),
  );
}
