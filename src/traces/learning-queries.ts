import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { entries, INITIAL_UTILITY } from '../db/tables/entries.ts';
import { traces } from '../db/tables/traces.ts';
import { utilityChanges } from '../db/tables/utility-changes.ts';
import { earlierInForce } from './ledger-queries.ts';

/** The numbers of a project's traces and of those not reviewed, and of its entries and those with a moved utility. */
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

/** The number of entries whose utility moved between two classes in a span; null is no change in force. */
export type UtilityClassMove = {
  span: number;
  from: number | null;
  to: number | null;
  total: number;
};

type Spans = { from: Date; until: Date; spanMs: number; classes: number };

/**
 * The moves of utilities before `until` in equal spans from `from` on. Moves before `from` count in the first
 * span. A change moves its entry when it is made, and moves it back when it is superseded.
 */
export async function selectUtilityMoves(
  db: Database,
  projectId: string,
  { from, until, spanMs, classes }: Spans,
): Promise<UtilityClassMove[]> {
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

export function classOf(utility: AnyPgColumn, classes: number): SQL<number> {
  return sql<number>`least(${classes - 1}::int, floor(${utility} * ${classes}::int)::int)`;
}
