import { and, cosineDistance, count, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import type { WordLookup } from '../db/match-words.ts';
import { byField, type ListOrder, type Order, type Slice, type SortKey } from '../db/page.ts';
import { readByWords } from '../db/pages-by-words.ts';
import type { TraceRow } from '../db/rows.ts';
import { traces, traceVectors } from '../db/tables/traces.ts';
import { isAnyTrace, type TraceConditions, traceMeets } from '../db/trace-conditions.ts';
import { withoutTrajectory } from './queries.ts';

/** The schema's `TraceOrder`. */
export type TraceOrder = ListOrder<TraceSortField>;

type TraceSortField = 'DURATION' | 'REWARD';

/** The sort value of traces without one. All other values are at least 0. */
const NONE = -1;

const ORDER_KEYS: Record<TraceSortField, SortKey<TraceRow>> = {
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

export function traceOrder(order: TraceOrder): Order<TraceRow> {
  return byField('traces', traces.id, ORDER_KEYS, order);
}

type Listed = { projectId: string; conditions: TraceConditions };

/** Fewer than for entries, since up to 100,000 characters of a response are searched for the words. */
const CHECKED_TRACES = 2;

export function selectTraces(
  db: Database,
  listed: Listed,
  { slice, order }: { slice: Slice; order: TraceOrder },
): Promise<TraceRow[]> {
  const read = ({ where, orderBy, limit }: Slice, lookup?: WordLookup) =>
    db
      .select(withoutTrajectory)
      .from(traces)
      .where(and(isListed(db, listed, lookup), where))
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

function isListed(
  db: Database,
  { projectId, conditions }: Listed,
  lookup?: WordLookup,
): SQL | undefined {
  return and(eq(traces.projectId, projectId), traceMeets(db, conditions, lookup));
}
