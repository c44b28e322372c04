import { and, asc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { isDistributed } from '../db/distributed.ts';
import { ONE_ROW } from '../db/prepared-queries.ts';
import { projects } from '../db/tables/projects.ts';
import { hourlyStats } from '../db/tables/stats.ts';
import { type Counts, type HourCounts, NUMBERS, noCounts } from './count-columns.ts';

/** The id of this transaction, by which `selectTransactionStatus` later tells whether it was committed. */
export async function selectTransaction(db: Database): Promise<string> {
  const rows = await db
    .select({ transaction: sql<string>`pg_current_xact_id()::text` })
    .from(ONE_ROW);
  return rows[0]?.transaction ?? '0';
}

export type TransactionStatus = 'committed' | 'aborted' | 'in progress';

/** The status of a transaction. Null if the database does not know it, as after a failover that lost it. */
export async function selectTransactionStatus(
  db: Database,
  transaction: string,
): Promise<TransactionStatus | null> {
  const number = sql`${transaction}::text::xid8`;
  const rows = await db
    .select({
      status: sql<TransactionStatus | null>`case
        when ${number} < pg_current_xact_id() then pg_xact_status(${number})
      end`,
    })
    .from(ONE_ROW);
  return rows[0]?.status ?? null;
}

/**
 * Adds counts to the stored ones, element by element for latencies. The counts of projects that no longer
 * exist are dropped. Returns the counts of projects that another transaction has locked; the caller stores them later.
 * Projects and rows are locked in a fixed order, so that two processes cannot deadlock.
 */
export async function addHourCounts(
  db: Database,
  counts: readonly HourCounts[],
): Promise<HourCounts[]> {
  const ids = [...new Set(counts.map(({ projectId }) => projectId))];
  const free = await selectFreeProjects(db, ids);
  const existing = await selectExistingProjects(db, ids);
  const rows = counts.filter(({ projectId }) => free.has(projectId)).toSorted(byKey);
  if (rows.length > 0) await upsert(db, rows);
  return counts.filter(({ projectId }) => existing.has(projectId) && !free.has(projectId));
}

/** Returns the projects that are not being erased or deleted, and locks them against it. */
async function selectFreeProjects(db: Database, ids: string[]): Promise<Set<string>> {
  // On Citus, a statement can only lock rows of one shard.
  const groups = isDistributed(db) ? ids.toSorted().map((id) => [id]) : [ids];
  const locked = groups.map((group) =>
    db
      .select({ id: projects.id })
      .from(projects)
      .where(inArray(projects.id, group))
      .orderBy(asc(projects.id))
      .for('key share', { skipLocked: true }),
  );
  return new Set((await Promise.all(locked)).flat().map(({ id }) => id));
}

async function selectExistingProjects(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await db.select({ id: projects.id }).from(projects).where(inArray(projects.id, ids));
  return new Set(rows.map(({ id }) => id));
}

function byKey(one: HourCounts, other: HourCounts): number {
  const [first, second] = [one, other].map(({ projectId, hour, memoryId, agentId }) =>
    [projectId, hour.toISOString(), memoryId, agentId].join(' '),
  );
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

/** Maximum number of rows in one statement, which can have at most 65,535 parameters. */
const BATCH = 500;

async function upsert(db: Database, rows: HourCounts[]): Promise<void> {
  const { projectId, hour, memoryId, agentId, searchLatencies, generationLatencies } = hourlyStats;
  const added = (column: PgColumn) => sql.raw(`excluded.${column.name}`);
  const sums = NUMBERS.map((name) => {
    const column = hourlyStats[name];
    return [name, sql`${column} + ${added(column)}`] as const;
  });
  const sumOfArrays = (column: PgColumn) => sql`lorebase_sums(${column}, ${added(column)})`;
  for (let start = 0; start < rows.length; start += BATCH) {
    await db
      .insert(hourlyStats)
      .values(rows.slice(start, start + BATCH))
      .onConflictDoUpdate({
        target: [projectId, hour, memoryId, agentId],
        set: {
          ...Object.fromEntries(sums),
          searchLatencies: sumOfArrays(searchLatencies),
          generationLatencies: sumOfArrays(generationLatencies),
        },
      });
  }
}

/** Selects the counts of hours from `from` and before `to`. Null selects every memory or agent. */
export type Range = {
  projectId: string;
  from: Date;
  to: Date;
  memoryId: string | null;
  agentId: string | null;
};

/** The sums of the buckets that have counts, by the number of the bucket, from 0. A bucket has `lengthMs`. */
export async function selectSums(
  db: Database,
  range: Range,
  lengthMs: number,
): Promise<Map<number, Counts>> {
  const bucket = bucketOf(range.from, lengthMs);
  const total = (column: PgColumn) => sql<number>`sum(${column})::float8`;
  const totals = Object.fromEntries(NUMBERS.map((name) => [name, total(hourlyStats[name])]));
  const latency = sql`unnest(${hourlyStats.searchLatencies}, ${hourlyStats.generationLatencies})
    with ordinality as latency(search, generation, class)`;
  const [sums, latencies] = await Promise.all([
    db
      .select({ bucket, ...(totals as Record<(typeof NUMBERS)[number], SQL<number>>) })
      .from(hourlyStats)
      .where(isIn(range))
      .groupBy(sql`1`),
    db
      .select({
        bucket,
        class: sql<number>`class::int`,
        search: sql<number>`coalesce(sum(search), 0)::float8`,
        generation: sql<number>`coalesce(sum(generation), 0)::float8`,
      })
      .from(hourlyStats)
      .crossJoinLateral(latency)
      .where(isIn(range))
      .groupBy(sql`1`, sql`2`)
      .orderBy(sql`1`, sql`2`),
  ]);
  const found = new Map(
    sums.map(({ bucket: number, ...numbers }) => [number, { ...noCounts(), ...numbers }]),
  );
  for (const { bucket: number, search, generation } of latencies) {
    // The classes of a bucket follow each other from the first one on.
    found.get(number)?.searchLatencies.push(search);
    found.get(number)?.generationLatencies.push(generation);
  }
  return found;
}

function bucketOf(from: Date, lengthMs: number): SQL<number> {
  const seconds = sql`extract(epoch from ${hourlyStats.hour} - ${from.toISOString()}::timestamptz)`;
  return sql<number>`floor(${seconds} / ${lengthMs / 1000}::float8)::int`;
}

/** The writes and generations of a project since a time, with and without a memory or an agent. */
export async function selectUse(
  db: Database,
  projectId: string,
  since: Date,
): Promise<{ writes: number; generations: number }> {
  const { created, updated, skipped, generations } = hourlyStats;
  const rows = await db
    .select({
      writes: sql<number>`coalesce(sum(${created} + ${updated} + ${skipped}), 0)::float8`,
      generations: sql<number>`coalesce(sum(${generations}), 0)::float8`,
    })
    .from(hourlyStats)
    .where(and(eq(hourlyStats.projectId, projectId), gte(hourlyStats.hour, since)));
  return rows[0] ?? { writes: 0, generations: 0 };
}

/** Deletes all counts of a project. */
export async function deleteStats(db: Database, projectId: string): Promise<void> {
  await db.delete(hourlyStats).where(eq(hourlyStats.projectId, projectId));
}

function isIn({ projectId, from, to, memoryId, agentId }: Range): SQL | undefined {
  return and(
    eq(hourlyStats.projectId, projectId),
    gte(hourlyStats.hour, from),
    lt(hourlyStats.hour, to),
    memoryId === null ? undefined : eq(hourlyStats.memoryId, memoryId),
    agentId === null ? undefined : eq(hourlyStats.agentId, agentId),
  );
}
