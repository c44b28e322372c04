import { purgeGenerations } from '../agents/purge-generations.ts';
import type { App } from '../app.ts';
import { HOUR_MS } from '../durations.ts';
import { purgeAnswers } from '../entries/purge-answers.ts';
import { purgeHistory } from '../entries/purge-history.ts';
import { purgeEvents } from '../events/purge-events.ts';
import { every } from '../every.ts';
import { purgeJobs } from '../jobs/jobs.ts';
import { purgeMemories } from '../memories/purge-memories.ts';
import { purgeCreates } from '../projects/create-once.ts';
import { repeat } from '../repeat.ts';
import { applyRetention } from '../stream/apply-retention.ts';
import { purgeTraces } from '../traces/purge-traces.ts';

const MINUTE_MS = 60_000;

const PURGES = [
  purgeEvents,
  purgeJobs,
  purgeAnswers,
  purgeCreates,
  purgeGenerations,
  purgeTraces,
  purgeMemories,
  purgeHistory,
];

/** Deletes what exceeds its retention time. One purge that fails does not stop the others. */
export async function purge(app: App): Promise<void> {
  const done = await Promise.allSettled(PURGES.map((run) => run(app)));
  for (const [i, result] of done.entries()) {
    const outcome = result.status === 'fulfilled' ? 'ok' : 'failed';
    app.metrics.purges.inc({ purge: PURGES[i]?.name ?? '', outcome });
    if (result.status === 'fulfilled') continue;
    app.log.warn(
      { error: result.reason },
      'Expired data could not be deleted; trying again in an hour',
    );
  }
}

/**
 * Starts the periodic tasks of a server: the purge, and retention of entries. Returns a function that stops them. It
 * does not wait for one in progress, which can take long, and which the next start repeats.
 */
export function startUpkeep(app: App): () => void {
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
