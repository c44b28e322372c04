import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { insertRows } from '../db/insert-rows.ts';
import type { Order, Slice } from '../db/page.ts';
import type { MemoryRow, NewUtilityChange, UtilityChangeRow } from '../db/rows.ts';
import { isAmong } from '../db/statements.ts';
import { entries, memories, retrievals, traces, utilityChanges } from '../db/tables.ts';
import { INITIAL_UTILITY } from '../entries/write-set.ts';
import { BASELINE_RUNS } from './credit.ts';

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

/**
 * Removes deleted traces from the utility changes of their reviews; without ids, all traces. A review locks its
 * trace, so that no change of a deleted trace can follow.
 */
export async function unlinkUtilityChanges(
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

export type RetrievedEntry = {
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
): Promise<RetrievedEntry[]> {
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
        moved: sql<number>`count(*) filter (where ${entries.reviewCount} > 0 and ${entries.utility} <> ${INITIAL_UTILITY})::int`,
        spread: sql<number>`coalesce(stddev_pop(${entries.utility}), 0)::float8`,
      })
      .from(entries)
      .where(and(eq(entries.projectId, projectId), isNull(entries.deletedAt))),
  ]);
  return { traces: ofTraces[0], entries: ofEntries[0] };
}

/** Entries whose utility went from a class to another (null without a change in force), by the number of the span. */
export type UtilityMoves = {
  span: number;
  from: number | null;
  to: number | null;
  total: number;
};

type Spans = { from: Date; until: Date; spanMs: number; classes: number };

/**
 * The moves of utilities before `until` in equal spans from `from` on; earlier ones count in the first span. A change
 * moves its entry when it is made, and back when it is superseded.
 */
export async function selectUtilityMoves(
  db: Database,
  projectId: string,
  { from, until, spanMs, classes }: Spans,
): Promise<UtilityMoves[]> {
  const { before, after, createdAt, supersededAt } = utilityChanges;
  const times = sql`lateral (values (${createdAt}, false), (${supersededAt}, true)) as times(at, is_undone)`;
  const at = sql`times.at`;
  const seconds = sql`extract(epoch from ${at} - ${from.toISOString()}::timestamptz)`;
  const steps = db.$with('steps').as(
    db
      .select({
        span: sql<number>`greatest(0, floor(${seconds} / ${spanMs / 1000}::float8))::int`.as(
          'span',
        ),
        from: sql<number | null>`case when exists ${earlierInForce(db, projectId)}
          then ${classOf(before, classes)} end`.as('from_class'),
        to: classOf(after, classes).as('to_class'),
        isUndone: sql<boolean>`times.is_undone`.as('is_undone'),
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
      .innerJoin(times, sql`true`)
      .where(and(eq(utilityChanges.projectId, projectId), lt(at, until.toISOString()))),
  );
  const { span, from: fromClass, to: toClass, isUndone } = steps;
  const rows = await db
    .with(steps)
    .select({
      span,
      from: fromClass,
      to: toClass,
      isUndone,
      total: sql<number>`count(*)::int`,
    })
    .from(steps)
    .groupBy(span, fromClass, toClass, isUndone);
  return rows.map(({ isUndone: isBack, ...move }) =>
    isBack ? { ...move, from: move.to, to: move.from } : move,
  );
}

/** The earlier changes of an entry that were in force when a change was made. They stay as long as this one does. */
function earlierInForce(db: Database, projectId: string) {
  const earlier = alias(utilityChanges, 'earlier');
  return db
    .select({ one: sql`1` })
    .from(earlier)
    .where(
      and(
        eq(earlier.projectId, projectId),
        eq(earlier.entryId, utilityChanges.entryId),
        lt(earlier.number, utilityChanges.number),
        or(isNull(earlier.supersededAt), gt(earlier.supersededAt, utilityChanges.createdAt)),
      ),
    );
}

function classOf(utility: AnyPgColumn, classes: number): SQL<number> {
  return sql<number>`least(${classes - 1}::int, floor(${utility} * ${classes}::int)::int)`;
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
