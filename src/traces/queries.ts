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
import { byId, type Order, type Slice, type SortKey } from '../db/page.ts';
import { readByWords } from '../db/pages-by-words.ts';
import type {
  MemoryRow,
  NewUtilityChange,
  ProjectRow,
  RetrievalRow,
  TraceRow,
  UtilityChangeRow,
} from '../db/rows.ts';
import { isAmong } from '../db/statements.ts';
import {
  entries,
  type Metadata,
  memories,
  projects,
  retrievals,
  traces,
  traceVectors,
  utilityChanges,
} from '../db/tables.ts';
import { isAnyTrace, type TraceConditions, traceMeets } from '../db/trace-conditions.ts';
import { BASELINE_RUNS } from './credit.ts';

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

/** A message of a trace. `position` counts from 1. */
export type MessageRow = { position: number; message: Record<string, unknown> };

const messagePosition = sql<number>`"messages"."position"`;

export const MESSAGE_ORDER: Order<MessageRow> = {
  name: 'messages',
  direction: 'ASC',
  keys: [{ expression: messagePosition, type: 'bigint', of: ({ position }) => position }],
};

/** Messages of a trace. Only these leave the database. */
export function selectMessages(
  db: Database,
  { projectId, id }: Pick<TraceRow, 'projectId' | 'id'>,
  { where, orderBy, limit }: Slice,
): Promise<MessageRow[]> {
  const messages = sql`jsonb_array_elements(${traces.trajectory}) with ordinality as "messages" ("message", "position")`;
  return db
    .select({
      position: sql<number>`${messagePosition}::int`,
      message: sql`"messages"."message"`.mapWith(traces.metadata),
    })
    .from(traces)
    .crossJoinLateral(messages)
    .where(and(isTrace(projectId, id), where))
    .orderBy(...orderBy)
    .limit(limit);
}

/** The schema's `TraceOrder`. */
export type TraceOrder = {
  field: 'CREATED_AT' | 'DURATION' | 'REWARD';
  direction: Order<unknown>['direction'];
};

/** Sorts traces without a value below all others, which are at least 0. */
const NONE = -1;

const ORDER_KEYS: Record<Exclude<TraceOrder['field'], 'CREATED_AT'>, SortKey<TraceRow>> = {
  DURATION: {
    expression: sql`coalesce(${traces.durationMs}, ${sql.raw(`${NONE}`)})`,
    type: 'bigint',
    of: ({ durationMs }) => durationMs ?? NONE,
  },
  REWARD: {
    expression: sql`coalesce(${traces.reviewReward}, ${sql.raw(`${NONE}`)})`,
    type: 'float8',
    of: ({ reviewReward }) => reviewReward ?? NONE,
  },
};

export function traceOrder({ field, direction }: TraceOrder): Order<TraceRow> {
  const last = byId<TraceRow>('traces', traces.id, direction);
  if (field === 'CREATED_AT') return last;
  return { ...last, name: `traces by ${field}`, keys: [ORDER_KEYS[field], ...last.keys] };
}

type Listed = { projectId: string; conditions: TraceConditions };

/** Fewer than for entries, since up to 100,000 characters of a response are checked for the words. */
const CHECKED_TRACES = 2;

export function selectTraces(
  db: Database,
  listed: Listed,
  { slice, order }: { slice: Slice; order: TraceOrder },
): Promise<TraceRow[]> {
  const read = ({ where, orderBy, limit }: Slice) =>
    db
      .select(withoutTrajectory)
      .from(traces)
      .where(and(isListed(db, listed), where))
      .orderBy(...orderBy)
      .limit(limit);
  if (listed.conditions.text === null || order.field !== 'CREATED_AT') return read(slice);
  const rows = eq(traces.projectId, listed.projectId);
  return readByWords(slice, { id: traces.id, rows, checkedPerRow: CHECKED_TRACES }, read);
}

export async function countTraces(db: Database, listed: Listed): Promise<number> {
  const rows = await db.select({ total: count() }).from(traces).where(isListed(db, listed));
  return rows[0]?.total ?? 0;
}

/** The traces that meet the conditions and whose tasks are nearest to a vector, nearest first. */
export function selectNearestTraces(
  db: Database,
  listed: Listed,
  near: { space: Space; embedding: number[]; minScore: number | null; limit: number },
): Promise<{ id: string; similarity: number }[]> {
  const { space, embedding, minScore, limit } = near;
  const distance = sql<number>`(${cosineDistance(traceVectors.embedding, embedding)})`;
  const similarity = sql<number>`least(1, greatest(0, 1 - ${distance}))`;
  const ids = db.select({ id: traces.id }).from(traces).where(isListed(db, listed));
  return db
    .select({ id: traceVectors.traceId, similarity })
    .from(traceVectors)
    .where(
      and(
        eq(traceVectors.projectId, listed.projectId),
        eq(traceVectors.space, spaceName(space)),
        minScore === null ? undefined : gte(similarity, minScore),
        isAnyTrace(listed.conditions) ? undefined : inArray(traceVectors.traceId, ids),
      ),
    )
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

/** The ids of the traces that exist, which cannot be deleted until the transaction ends. */
export async function lockExisting(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ id: traces.id })
    .from(traces)
    .where(and(eq(traces.projectId, projectId), inArray(traces.id, [...ids])))
    .orderBy(asc(traces.id))
    .for('key share');
  return new Set(rows.map((row) => row.id));
}

/** The order of the latest review of the project's traces; 0 without one. */
export async function lastReviewOrder(db: Database, projectId: string): Promise<number> {
  const rows = await db
    .select({ last: sql<string | null>`max(${traces.reviewOrder})` })
    .from(traces)
    .where(eq(traces.projectId, projectId));
  return Number(rows[0]?.last ?? 0);
}

/** The rewards of an agent's last `BASELINE_RUNS` runs that were reviewed before a review. */
export async function sumRewardsBefore(
  db: Database,
  projectId: string,
  { agentId, before }: { agentId: string | null; before: number },
): Promise<{ sum: number; count: number }> {
  const earlier = db
    .select({ reward: traces.reviewReward })
    .from(traces)
    .where(
      and(
        eq(traces.projectId, projectId),
        agentId === null ? isNull(traces.agentId) : eq(traces.agentId, agentId),
        lt(traces.reviewOrder, before),
      ),
    )
    .orderBy(desc(traces.reviewOrder))
    .limit(BASELINE_RUNS)
    .as('earlier');
  const rows = await db
    .select({
      sum: sql<number>`coalesce(sum(${earlier.reward}), 0)::float8`,
      count: sql<number>`count(*)::int`,
    })
    .from(earlier);
  return rows[0] ?? { sum: 0, count: 0 };
}

/** The ids of the entries that a trace retrieved, including those that no longer exist. */
export async function selectRetrievedIds(
  db: Database,
  projectId: string,
  traceId: string,
): Promise<string[]> {
  const rows = await db
    .select({ id: retrievals.entryId })
    .from(retrievals)
    .where(and(eq(retrievals.projectId, projectId), eq(retrievals.traceId, traceId)));
  return rows.map(({ id }) => id);
}

/** Returns false if the trace no longer exists. */
export async function updateTrace(
  db: Database,
  { projectId, id }: Pick<TraceRow, 'projectId' | 'id'>,
  values: Partial<Omit<TraceRow, 'projectId' | 'id'>>,
): Promise<boolean> {
  const rows = await db
    .update(traces)
    .set(values)
    .where(isTrace(projectId, id))
    .returning({ id: traces.id });
  return rows.length > 0;
}

type Deleted = Pick<TraceRow, 'id' | 'task'>;

/** Deletes a trace with its vectors and retrievals; null if there is none. */
export async function deleteTraceRow(
  db: Database,
  projectId: string,
  id: string,
): Promise<Deleted | null> {
  const rows = await db
    .delete(traces)
    .where(isTrace(projectId, id))
    .returning({ id: traces.id, task: traces.task });
  await unlinkUtilityChanges(db, projectId, [id]);
  return rows[0] ?? null;
}

/** Deletes up to `limit` of the project's traces that were created before a time, the oldest first. */
export async function deleteTracesBefore(
  db: Database,
  projectId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<Deleted[]> {
  const oldest = db
    .select({ id: traces.id })
    .from(traces)
    .where(and(eq(traces.projectId, projectId), lt(traces.createdAt, before)))
    .orderBy(asc(traces.createdAt))
    .limit(limit);
  const rows = await db
    .delete(traces)
    .where(and(eq(traces.projectId, projectId), inArray(traces.id, oldest)))
    .returning({ id: traces.id, task: traces.task });
  const ids = rows.map(({ id }) => id);
  await unlinkUtilityChanges(db, projectId, ids);
  return rows;
}

/**
 * Removes deleted traces from the utility changes of their reviews; without ids, all traces. A review locks its
 * trace, so that no change of a deleted trace can follow.
 */
async function unlinkUtilityChanges(
  db: Database,
  projectId: string,
  traceIds: readonly string[] | null,
): Promise<void> {
  if (traceIds?.length === 0) return;
  await db
    .update(utilityChanges)
    .set({ traceId: null })
    .where(
      and(
        eq(utilityChanges.projectId, projectId),
        traceIds ? isAmong(utilityChanges.traceId, traceIds) : isNotNull(utilityChanges.traceId),
      ),
    );
}

export function selectProjectsWithRetention(db: Database): Promise<ProjectRow[]> {
  return db.select().from(projects).where(isNotNull(projects.traceRetentionDays));
}

export type Learner = {
  id: string;
  utility: number;
  reviewCount: number;
  hasLesson: boolean;
  /** `Retrieval.used`. */
  used: number | null;
  /** The order of the latest review in the entry's ledger; 0 without one. */
  lastOrder: number;
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
      hasLesson: sql<boolean>`${entries.lesson} is not null`,
      used: retrievals.used,
      lastOrder: lastOrder(db, projectId).mapWith(Number),
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

/** The order of the latest change in force of an entry. The changes in force are numbered in their order. */
function lastOrder(db: Database, projectId: string): SQL<number> {
  const last = db
    .select({ reviewOrder: utilityChanges.reviewOrder })
    .from(utilityChanges)
    .where(
      and(
        eq(utilityChanges.projectId, projectId),
        eq(utilityChanges.entryId, entries.id),
        isNull(utilityChanges.supersededAt),
      ),
    )
    .orderBy(desc(utilityChanges.number))
    .limit(1);
  return sql<number>`coalesce((${last}), 0)`;
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

/** Changes of an entry's utility by the reviews of traces that exist, newest first. */
export function selectUtilityChanges(
  db: Database,
  entry: OfEntry,
  superseded: boolean,
  { where, orderBy, limit }: Slice,
): Promise<UtilityChangeRow[]> {
  return db
    .select()
    .from(utilityChanges)
    .where(and(isChangeOf(entry, superseded), where))
    .orderBy(...orderBy)
    .limit(limit);
}

export const UTILITY_CHANGE_ORDER: Order<UtilityChangeRow> = {
  name: 'utilityHistory',
  direction: 'DESC',
  keys: [{ expression: utilityChanges.number, type: 'bigint', of: ({ number }) => number }],
};

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

/** Entries whose utility went from a class to another (null before its first change), by the number of the span. */
export type UtilityMoves = { span: number; from: number | null; to: number; total: number };

/** The moves of utilities before `until` in equal spans from `from` on; earlier ones count in the first span. */
export async function selectUtilityMoves(
  db: Database,
  projectId: string,
  { from, until, spanMs, classes }: { from: Date; until: Date; spanMs: number; classes: number },
): Promise<UtilityMoves[]> {
  const seconds = sql`extract(epoch from ${utilityChanges.createdAt} - ${from.toISOString()}::timestamptz)`;
  const steps = db.$with('steps').as(
    db
      .select({
        span: sql<number>`greatest(0, floor(${seconds} / ${spanMs / 1000}::float8))::int`.as(
          'span',
        ),
        from: sql<number | null>`lag(${classOf(classes)}) over (
          partition by ${utilityChanges.entryId} order by ${utilityChanges.number})`.as(
          'from_class',
        ),
        to: classOf(classes).as('to_class'),
      })
      .from(utilityChanges)
      .innerJoin(
        entries,
        and(
          eq(entries.projectId, utilityChanges.projectId),
          eq(entries.id, utilityChanges.entryId),
          isNull(entries.deletedAt),
        ),
      )
      .where(and(eq(utilityChanges.projectId, projectId), lt(utilityChanges.createdAt, until))),
  );
  return db
    .with(steps)
    .select({ span: steps.span, from: steps.from, to: steps.to, total: sql<number>`count(*)::int` })
    .from(steps)
    .groupBy(steps.span, steps.from, steps.to);
}

function classOf(classes: number): SQL<number> {
  return sql<number>`least(${classes - 1}::int, floor(${utilityChanges.after} * ${classes}::int)::int)`;
}

/** Ids of the traces whose metadata matches. */
export async function selectTraceIdsWithMetadata(
  db: Database,
  projectId: string,
  metadata: Metadata,
): Promise<string[]> {
  const rows = await db
    .select({ id: traces.id })
    .from(traces)
    .where(and(eq(traces.projectId, projectId), matchesMetadata(metadata, traces.metadata)));
  return rows.map(({ id }) => id);
}

/** Deletes traces with all that belongs to them; without ids, all traces. Returns their number. */
export async function deleteTracesForErasure(
  db: Database,
  projectId: string,
  ids: readonly string[] | null,
): Promise<number> {
  const erased = and(eq(traces.projectId, projectId), ids ? isAmong(traces.id, ids) : undefined);
  const total = await db.$count(traces, erased);
  await db.delete(traces).where(erased);
  await unlinkUtilityChanges(db, projectId, ids);
  return total;
}

/** Deletes entries from what traces retrieved, and returns the ids of these traces. */
export async function deleteRetrievalsOf(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .delete(retrievals)
    .where(and(eq(retrievals.projectId, projectId), isAmong(retrievals.entryId, entryIds)))
    .returning({ traceId: retrievals.traceId });
  return [...new Set(rows.map(({ traceId }) => traceId))].sort();
}

/** Removes entries as the reflections of traces. */
export async function unlinkReflections(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<void> {
  await db
    .update(traces)
    .set({ reflectionEntryId: null })
    .where(and(eq(traces.projectId, projectId), isAmong(traces.reflectionEntryId, entryIds)));
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
    isNotNull(utilityChanges.traceId),
    superseded ? undefined : isNull(utilityChanges.supersededAt),
  );
}

function isListed(db: Database, { projectId, conditions }: Listed): SQL | undefined {
  return and(eq(traces.projectId, projectId), traceMeets(db, conditions));
}
