import { purgeGenerations } from './agents/purge-generations.ts';
import type { App } from './app.ts';
import { HOUR_MS } from './durations.ts';
import { purgeHistory } from './entries/purge-history.ts';
import { purgeIdempotency } from './entries/purge-idempotency.ts';
import { purgeEvents } from './events/purge-events.ts';
import { every } from './every.ts';
import { purgeJobs } from './jobs/jobs.ts';
import { purgeMemories } from './memories/purge-memories.ts';
import { purgeCreates } from './projects/create-once.ts';
import { repeat } from './repeat.ts';
import { applyRetention } from './stream/apply-retention.ts';
import { purgeTraces } from './traces/purge-traces.ts';

const MINUTE_MS = 60_000;

/** The purges, by their names in the metric `lorebase_purges_total`. */
const PURGES: Readonly<Record<string, (app: App) => Promise<unknown>>> = {
  events: purgeEvents,
  jobs: purgeJobs,
  writes: purgeIdempotency,
  creates: purgeCreates,
  generations: purgeGenerations,
  traces: purgeTraces,
  memories: purgeMemories,
  history: purgeHistory,
};

/** Deletes data that is older than its retention time. A purge that fails does not stop the others. */
export async function purge(app: App): Promise<void> {
  const runs = Object.entries(PURGES).map(async ([name, run]) => {
    try {
      await run(app);
      app.metrics.purges.inc({ purge: name, outcome: 'ok' });
    } catch (error) {
      app.metrics.purges.inc({ purge: name, outcome: 'failed' });
      app.log.warn(
        { error, purge: name },
        'Expired data could not be deleted; trying again in an hour',
      );
    }
  });
  await Promise.all(runs);
}

/**
 * Starts the periodic tasks of a server: the purge, and retention of entries. Returns a function that stops them. The
 * function does not wait for a task in progress, which can take long and is repeated after the next start.
 */
export function startMaintenance(app: App): () => void {
  void purge(app);
  const purging = every(HOUR_MS, () => purge(app));
  const retention = repeat(app, {
    intervalMs: MINUTE_MS,
    work: () => applyRetention(app),
    message: 'Retention failed; trying again in a minute',
  });
  return () => {
    clearInterval(purging);
    void retention.stop();
  };
}
