import type { App } from '../app.ts';
import { deleteInBatches } from '../batches.ts';
import { daysBefore } from '../durations.ts';
import { endAbandoned } from './end-abandoned.ts';
import { deleteEnded } from './generation-queries.ts';

/** Generations in one DELETE. Their number is small, because the state of a generation can have several megabytes. */
const BATCH = 100;

/** Deletes generations that ended before the retention time, and ends abandoned ones. Traces are kept. */
export async function purgeGenerations(app: App): Promise<void> {
  const before = daysBefore(app.clock(), app.config.idempotencyRetentionDays);
  await deleteInBatches(BATCH, (limit) => deleteEnded(app.db, { before, limit }));
  await endAbandoned(app);
}
