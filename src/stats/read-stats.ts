import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { badInput } from '../errors.ts';
import { checkInput, timeInput } from '../input.ts';
import { primaryApp } from '../standby/app-variants.ts';
import { type Counts, noCounts } from './count-columns.ts';
import { type Percentiles, percentilesOf } from './latency.ts';
import { deleteStats, selectSums, selectUse } from './queries.ts';

/** The length of each kind of bucket, and a time at which one begins: 1970-01-05 was a Monday. */
const BUCKETS = {
  HOUR: { lengthMs: HOUR_MS, originMs: 0 },
  DAY: { lengthMs: DAY_MS, originMs: 0 },
  WEEK: { lengthMs: 7 * DAY_MS, originMs: 4 * DAY_MS },
} as const;

export const MAX_BUCKETS = 1000;

/** The arguments of the query `stats`. */
export type StatsRequest = {
  from: Date;
  to?: Date | null;
  bucket: keyof typeof BUCKETS;
  memoryId?: string | null;
  agentId?: string | null;
};

/** The schema's `StatsBucket`. */
export type Bucket = {
  start: Date;
  traces: number;
  passed: number;
  failed: number;
  meanReward: number | null;
  entriesCreated: number;
  entriesUpdated: number;
  entriesSkipped: number;
  searches: number;
  generations: number;
  inputTokens: number;
  outputTokens: number;
  searchLatency: Percentiles | null;
  generationLatency: Percentiles | null;
};

/**
 * The counts of a project in buckets of UTC, oldest first, including those without counts, and including the
 * counts of this process that were not stored yet. @throws BAD_USER_INPUT
 */
export async function readStats(
  app: App,
  projectId: string,
  asked: StatsRequest,
): Promise<Bucket[]> {
  const { memoryId = null, agentId = null } = asked;
  const from = checkInput(timeInput, asked.from, 'from');
  const to = checkInput(timeInput, asked.to ?? app.clock(), 'to');
  const { lengthMs, originMs } = BUCKETS[asked.bucket];
  if (to <= from) throw badInput('to', 'must be after from');
  const bucketsBefore = Math.floor((from.getTime() - originMs) / lengthMs);
  const startMs = originMs + bucketsBefore * lengthMs;
  const size = Math.ceil((to.getTime() - startMs) / lengthMs);
  if (size > MAX_BUCKETS) throw badInput('from', `must give at most ${MAX_BUCKETS} buckets`);
  // The counts are stored on the primary.
  const latest = primaryApp(app);
  await latest.stats.flush();
  const range = { projectId, from: new Date(startMs), to, memoryId, agentId };
  // No id is empty; the counts without a memory or an agent are stored with empty text.
  const isEmptyId = memoryId === '' || agentId === '';
  const sums = isEmptyId ? new Map<number, Counts>() : await selectSums(latest.db, range, lengthMs);
  return Array.from({ length: size }, (_, i) =>
    toBucket(new Date(startMs + i * lengthMs), sums.get(i) ?? noCounts()),
  );
}

function toBucket(start: Date, counts: Counts): Bucket {
  const { created, updated, skipped, rewardSum, searchLatencies, generationLatencies } = counts;
  const { traces, passed, failed, searches, generations, inputTokens, outputTokens } = counts;
  const reviews = passed + failed;
  return {
    start,
    traces,
    passed,
    failed,
    meanReward: reviews === 0 ? null : rewardSum / reviews,
    entriesCreated: created,
    entriesUpdated: updated,
    entriesSkipped: skipped,
    searches,
    generations,
    inputTokens,
    outputTokens,
    searchLatency: percentilesOf(searchLatencies),
    generationLatency: percentilesOf(generationLatencies),
  };
}

export type DayUse = { writes: number; generations: number };

/** A project's writes and generations today (UTC): those that are stored, and those of this process. */
export function readUseOfToday(app: App, projectId: string): Promise<DayUse> {
  const midnight = new Date(Math.floor(app.clock().getTime() / DAY_MS) * DAY_MS);
  const { stats, db } = app;
  return stats.withWaiting(projectId, async (waiting) => {
    const use = await selectUse(db, projectId, midnight);
    for (const counts of waiting) {
      if (counts.hour < midnight) continue;
      use.writes += counts.created + counts.updated + counts.skipped;
      use.generations += counts.generations;
    }
    return use;
  });
}

/** Erases all counts of a project. Requires the lock of the project. */
export function eraseStats(db: Database, projectId: string): Promise<void> {
  return deleteStats(db, projectId);
}
