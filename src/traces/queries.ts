import {
  and,
  asc,
  cosineDistance,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import { insertRows } from '../db/insert-rows.ts';
import { matchesMetadata } from '../db/metadata.ts';
import type {
  MemoryRow,
  NewUtilityChange,
  RetrievalRow,
  TraceRow,
  UtilityChangeRow,
} from '../db/rows.ts';
import {
  entries,
  type Metadata,
  memories,
  retrievals,
  traces,
  traceVectors,
  utilityChanges,
} from '../db/tables.ts';

/** All columns without the messages, which can have megabytes and are read only on demand. */
const { trajectory: _, ...withoutTrajectory } = getTableColumns(traces);

export async function insertTrace(
  db: Database,
  row: TraceRow & { trajectory: unknown[] },
): Promise<void> {
  await insertRows(db, traces, [row]);
}

export async function insertTraceVectors(
  db: Database,
  rows: (typeof traceVectors.$inferInsert)[],
): Promise<void> {
  await db.insert(traceVectors).values(rows).onConflictDoNothing();
}

/** Deletes the project's vectors of tasks outside the space. */
export async function deleteVectorsOutside(
  db: Database,
  { projectId, space }: { projectId: string; space: Space },
): Promise<void> {
  await db
    .delete(traceVectors)
    .where(and(eq(traceVectors.projectId, projectId), ne(traceVectors.space, spaceName(space))));
}

export function insertRetrievals(db: Database, rows: RetrievalRow[]): Promise<void> {
  return insertRows(db, retrievals, rows);
}

export function selectTracesByIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<TraceRow[]> {
  return db
    .select(withoutTrajectory)
    .from(traces)
    .where(and(eq(traces.projectId, projectId), inArray(traces.id, [...ids])));
}

export async function selectTraceByKey(
  db: Database,
  projectId: string,
  key: string,
): Promise<TraceRow | null> {
  const rows = await db
    .select(withoutTrajectory)
    .from(traces)
    .where(and(eq(traces.projectId, projectId), eq(traces.idempotencyKey, key)));
  return rows[0] ?? null;
}

export async function selectTrajectory(
  db: Database,
  projectId: string,
  id: string,
): Promise<unknown[]> {
  const rows = await db
    .select({ trajectory: traces.trajectory })
    .from(traces)
    .where(isTrace(projectId, id));
  return rows[0]?.trajectory ?? [];
}

/** Null means no condition. */
export type TraceFilter = {
  isReviewed: boolean | null;
  result: TraceRow['reviewResult'];
  agentId: string | null;
  metadata: Metadata | null;
};

export function selectTraces(
  db: Database,
  projectId: string,
  { before, limit, ...filter }: TraceFilter & { before: string | null; limit: number },
): Promise<TraceRow[]> {
  return db
    .select(withoutTrajectory)
    .from(traces)
    .where(and(matches(projectId, filter), before ? lt(traces.id, before) : undefined))
    .orderBy(desc(traces.id))
    .limit(limit);
}

export async function countTraces(
  db: Database,
  projectId: string,
  filter: TraceFilter,
): Promise<number> {
  const rows = await db.select({ total: count() }).from(traces).where(matches(projectId, filter));
  return rows[0]?.total ?? 0;
}

/** The traces whose tasks are nearest to a vector, nearest first. */
export function selectNearestTraces(
  db: Database,
  projectId: string,
  { space, embedding, limit }: { space: Space; embedding: number[]; limit: number },
): Promise<{ id: string; similarity: number }[]> {
  const distance = sql<number>`(${cosineDistance(traceVectors.embedding, embedding)})`;
  return db
    .select({ id: traceVectors.traceId, similarity: sql<number>`(1 - ${distance})` })
    .from(traceVectors)
    .where(and(eq(traceVectors.projectId, projectId), eq(traceVectors.space, spaceName(space))))
    .orderBy(distance)
    .limit(limit);
}

/** The retrievals of the traces, best first. */
export function selectRetrievals(
  db: Database,
  projectId: string,
  traceIds: readonly string[],
): Promise<RetrievalRow[]> {
  return db
    .select()
    .from(retrievals)
    .where(and(eq(retrievals.projectId, projectId), inArray(retrievals.traceId, [...traceIds])))
    .orderBy(asc(retrievals.rank));
}

/** The trace, locked until the transaction ends. */
export async function lockTrace(
  db: Database,
  projectId: string,
  id: string,
): Promise<TraceRow | null> {
  const rows = await db
    .select(withoutTrajectory)
    .from(traces)
    .where(isTrace(projectId, id))
    .for('update');
  return rows[0] ?? null;
}

export async function nextReviewOrder(db: Database, projectId: string): Promise<number> {
  const rows = await db
    .select({ last: sql<string | null>`max(${traces.reviewOrder})` })
    .from(traces)
    .where(eq(traces.projectId, projectId));
  return Number(rows[0]?.last ?? 0) + 1;
}

export async function updateTrace(
  db: Database,
  { projectId, id }: Pick<TraceRow, 'projectId' | 'id'>,
  values: Partial<TraceRow>,
): Promise<void> {
  await db.update(traces).set(values).where(isTrace(projectId, id));
}

export type Learner = {
  id: string;
  utility: number;
  reviewCount: number;
  memory: Pick<MemoryRow, 'id' | 'tags'>;
};

/** Locks the entries that a trace retrieved, in the order of their ids, so that there is no deadlock. */
export function lockRetrieved(
  db: Database,
  projectId: string,
  traceId: string,
): Promise<Learner[]> {
  return db
    .select({
      id: entries.id,
      utility: entries.utility,
      reviewCount: entries.reviewCount,
      memory: { id: memories.id, tags: memories.tags },
    })
    .from(retrievals)
    .innerJoin(
      entries,
      and(eq(entries.projectId, retrievals.projectId), eq(entries.id, retrievals.entryId)),
    )
    .innerJoin(
      memories,
      and(eq(memories.projectId, entries.projectId), eq(memories.id, entries.memoryId)),
    )
    .where(and(eq(retrievals.projectId, projectId), eq(retrievals.traceId, traceId)))
    .orderBy(asc(entries.id))
    .for('no key update', { of: entries });
}

export function insertUtilityChanges(db: Database, rows: NewUtilityChange[]): Promise<void> {
  return insertRows(db, utilityChanges, rows);
}

/** The changes of the entries that are in force, from a review on, in the order of the reviews. */
export function selectChangesFrom(
  db: Database,
  projectId: string,
  { entryIds, from }: { entryIds: string[]; from: number },
): Promise<UtilityChangeRow[]> {
  return db
    .select()
    .from(utilityChanges)
    .where(isFrom(projectId, entryIds, from))
    .orderBy(asc(utilityChanges.entryId), asc(utilityChanges.reviewOrder));
}

export async function supersedeChangesFrom(
  db: Database,
  projectId: string,
  { entryIds, from, now }: { entryIds: string[]; from: number; now: Date },
): Promise<void> {
  await db
    .update(utilityChanges)
    .set({ supersededAt: now })
    .where(isFrom(projectId, entryIds, from));
}

type OfEntry = { projectId: string; id: string };

/** Changes of an entry's utility, newest first. */
export function selectUtilityChanges(
  db: Database,
  entry: OfEntry,
  options: { superseded: boolean; before: number | null; limit: number },
): Promise<UtilityChangeRow[]> {
  const { before } = options;
  return db
    .select()
    .from(utilityChanges)
    .where(
      and(
        isChangeOf(entry, options.superseded),
        before === null ? undefined : lt(utilityChanges.number, before),
      ),
    )
    .orderBy(desc(utilityChanges.number))
    .limit(options.limit);
}

export async function countUtilityChanges(
  db: Database,
  entry: OfEntry,
  superseded: boolean,
): Promise<number> {
  const rows = await db
    .select({ total: count() })
    .from(utilityChanges)
    .where(isChangeOf(entry, superseded));
  return rows[0]?.total ?? 0;
}

/** Statistics of a project's learning. */
export async function selectLearning(db: Database, projectId: string) {
  const [ofTraces, ofEntries] = await Promise.all([
    db
      .select({
        pending: sql<number>`count(*) filter (where ${isNull(traces.reviewedAt)})::int`,
        total: sql<number>`count(*)::int`,
      })
      .from(traces)
      .where(eq(traces.projectId, projectId)),
    db
      .select({
        total: sql<number>`count(*)::int`,
        moved: sql<number>`count(*) filter (where ${entries.reviewCount} > 0 and ${entries.utility} <> 0.5)::int`,
        spread: sql<number>`coalesce(stddev_pop(${entries.utility}), 0)::float8`,
      })
      .from(entries)
      .where(and(eq(entries.projectId, projectId), isNull(entries.deletedAt))),
  ]);
  return { traces: ofTraces[0], entries: ofEntries[0] };
}

function isTrace(projectId: string, id: string): SQL | undefined {
  return and(eq(traces.projectId, projectId), eq(traces.id, id));
}

function isFrom(projectId: string, entryIds: string[], from: number): SQL | undefined {
  return and(
    eq(utilityChanges.projectId, projectId),
    inArray(utilityChanges.entryId, entryIds),
    gte(utilityChanges.reviewOrder, from),
    isNull(utilityChanges.supersededAt),
  );
}

function isChangeOf({ projectId, id }: OfEntry, superseded: boolean): SQL | undefined {
  return and(
    eq(utilityChanges.projectId, projectId),
    eq(utilityChanges.entryId, id),
    superseded ? undefined : isNull(utilityChanges.supersededAt),
  );
}

function matches(projectId: string, filter: TraceFilter): SQL | undefined {
  const { isReviewed } = filter;
  const reviewed = isReviewed ? isNotNull(traces.reviewedAt) : isNull(traces.reviewedAt);
  return and(
    eq(traces.projectId, projectId),
    isReviewed === null ? undefined : reviewed,
    filter.result ? eq(traces.reviewResult, filter.result) : undefined,
    filter.agentId ? eq(traces.agentId, filter.agentId) : undefined,
    filter.metadata ? matchesMetadata(filter.metadata, traces.metadata) : undefined,
  );
}
