import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Connection } from '../db/database.ts';
import { HOUR_MS } from '../durations.ts';
import type { Metrics } from '../metrics.ts';
import {
  addCounts,
  type CountKey,
  type Counts,
  type HourCounts,
  noCounts,
} from './count-columns.ts';
import { addHourCounts, selectTransaction, selectTransactionStatus } from './queries.ts';

/**
 * Collects the counts of this process in memory, and adds them to the table every few seconds, so that no
 * request waits for it.
 */
export type Stats = {
  /** Adds counts to the present hour. Must be called after the commit of the counted changes. */
  add(of: CountedBy, counts: Partial<Counts>): void;
  /** Stores all counts so far. Rejects if the database is unavailable; the counts are then kept. */
  flush(): Promise<void>;
  /**
   * Runs `read` while no flush runs, with the counts of a project that are not stored yet, so that
   * stored and waiting counts together are complete and without duplicates.
   */
  withWaiting<T>(projectId: string, read: (waiting: HourCounts[]) => Promise<T>): Promise<T>;
  /** Drops the counts of a project that are not stored yet. */
  forget(projectId: string): Promise<void>;
  /** Stores the counts that are left, and ends. */
  close(): Promise<void>;
};

export type CountedBy = { projectId: string; memoryId?: string; agentId?: string | null };

const FLUSH_MS = 2000;

/**
 * A key is a combination of project, hour, memory and agent. At EARLY_KEYS waiting keys, the counts are stored before
 * the interval ends. From FULL_KEYS on, which is only reached while the database is unavailable, further counts are
 * kept without their memory and agent.
 */
const EARLY_KEYS = 2000;
const FULL_KEYS = 10_000;

type Waiting = Map<string, HourCounts>;

/** Counts whose flush failed, and the id of the transaction that should have stored them; null if none began. */
type Failed = { counts: HourCounts[]; transaction: string | null };

type OpenedStats = { connection: Connection; metrics: Metrics; log: Logger; clock: () => Date };

export function openStats({ connection, metrics, log, clock }: OpenedStats): Stats {
  const waiting: Waiting = new Map();
  let failed: Failed[] = [];
  /** Runs flushes and reads one after another. */
  const inTurn = pLimit(1);
  const store = async () => {
    failed = await resolveFailed(connection, waiting, failed);
    metrics.statsWaiting.set(keysOf(waiting, failed));
    const counts = [...waiting.values()];
    if (counts.length === 0) return;
    waiting.clear();
    let transaction: string | null = null;
    try {
      const delayed = await connection.transaction(async (db) => {
        transaction = await selectTransaction(db);
        return addHourCounts(db, counts);
      });
      for (const one of delayed) addTo(waiting, one, one);
    } catch (error) {
      failed.push({ counts, transaction });
      metrics.statsFlushFailures.inc();
      throw error;
    } finally {
      metrics.statsWaiting.set(keysOf(waiting, failed));
    }
  };
  const flush = () => inTurn(store);
  const flushLater = () => {
    flush().catch((error: unknown) =>
      log.warn({ error }, 'Statistics were not stored; trying again'),
    );
  };
  const timer = setInterval(() => {
    if (keysOf(waiting, failed) > 0) flushLater();
  }, FLUSH_MS);
  timer.unref();

  return {
    add: ({ projectId, memoryId, agentId }, counts) => {
      const isFull = keysOf(waiting, failed) >= FULL_KEYS;
      const key = {
        projectId,
        hour: hourOf(clock()),
        memoryId: isFull ? '' : (memoryId ?? ''),
        agentId: isFull ? '' : (agentId ?? ''),
      };
      addTo(waiting, key, counts);
      if (waiting.size === EARLY_KEYS) flushLater();
    },
    flush,
    withWaiting: (projectId, read) =>
      inTurn(async () => {
        failed = await resolveFailed(connection, waiting, failed);
        return read([...waiting.values()].filter((counts) => counts.projectId === projectId));
      }),
    forget: (projectId) =>
      inTurn(async () => {
        failed = await resolveFailed(connection, waiting, failed);
        for (const [name, counts] of waiting) {
          if (counts.projectId === projectId) waiting.delete(name);
        }
      }),
    close: async () => {
      clearInterval(timer);
      await flush().catch((error: unknown) =>
        log.warn({ error }, 'The last statistics could not be stored, and are lost'),
      );
    },
  };
}

function addTo(waiting: Waiting, key: CountKey, counts: Partial<Counts>): void {
  const { projectId, hour, memoryId, agentId } = key;
  const name = JSON.stringify([projectId, hour.getTime(), memoryId, agentId]);
  const known = waiting.get(name) ?? { projectId, hour, memoryId, agentId, ...noCounts() };
  addCounts(known, counts);
  waiting.set(name, known);
}

/** The number of keys whose counts are not known to be stored. */
function keysOf(waiting: Waiting, failed: readonly Failed[]): number {
  return failed.reduce((sum, { counts }) => sum + counts.length, waiting.size);
}

/**
 * Adds the counts of failed flushes to those that wait for the next one, unless their transaction was committed
 * although the connection was lost. Returns the flushes whose transaction is still in progress.
 */
async function resolveFailed(
  { db }: Connection,
  waiting: Waiting,
  failed: readonly Failed[],
): Promise<Failed[]> {
  const statusOf = async ({ transaction }: Failed) =>
    transaction === null ? null : selectTransactionStatus(db, transaction);
  const statuses = await Promise.all(failed.map(statusOf));
  for (const [i, { counts }] of failed.entries()) {
    if (statuses[i] !== null && statuses[i] !== 'aborted') continue;
    for (const one of counts) addTo(waiting, one, one);
  }
  return failed.filter((_, i) => statuses[i] === 'in progress');
}

/** The beginning of the UTC hour of a time. */
function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
}
