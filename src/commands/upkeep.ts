import type { App } from '../app.ts';
import { purgeEvents } from '../events/purge-events.ts';
import { purgeJobs } from '../jobs/jobs.ts';

const HOUR_MS = 3_600_000;

/** What a server does now and then besides answering; stops when told. */
export function startUpkeep(app: App): () => void {
  const run = () => {
    Promise.all([purgeEvents(app), purgeJobs(app)]).catch((error: unknown) => {
      app.log.warn({ error }, 'What is old could not be purged; trying again in an hour');
    });
  };
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
