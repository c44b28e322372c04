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
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { insertRows } from '../db/insert-rows.ts';
import type { Order, Slice } from '../db/page.ts';
import { isAmong } from '../db/prepared-queries.ts';
import type { MemoryRow, NewUtilityChange, UtilityChangeRow } from '../db/rows.ts';
import { entries } from '../db/tables/entries.ts';
import { memories } from '../db/tables/memories.ts';
import { retrievals, traces } from '../db/tables/traces.ts';
import { utilityChanges } from '../db/tables/utility-changes.ts';
import { BASELINE_RUNS } from './credit.ts';

/** The order of the latest review of the project's traces; 0 without one. */
export async function lastReviewOrder(db: Database, projectId: string): Promise<number> {
  const rows = await db
    .select({ last: sql<string | null>`max(${traces.reviewOrder})` })
    .from(traces)
    .where(eq(traces.projectId, projectId));
  return Number(rows[0]?.last ?? 0);
}

/** The sum and number of the rewards of an agent's last `BASELINE_RUNS` runs before the review order `before`. */
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

/** Locks the entries that a trace retrieved, in the order of their ids, so that transactions cannot deadlock. */
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

/** The review order of the latest change of an entry in force. Changes in force are numbered in this order. */
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

/** The earlier changes of an entry that were in force when a change was made. They stay in force as long as it does. */
export function earlierInForce(db: Database, projectId: string) {
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
