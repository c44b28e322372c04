import type { App } from '../app.ts';
import { deleteInBatches } from '../batches.ts';
import { daysBefore } from '../durations.ts';
import { deleteOldExtractions } from './extraction-queries.ts';
import { deleteAnswers } from './idempotency-queries.ts';

const BATCH = 500;

/** Deletes the answers to idempotency keys, and the texts of extractions, that are older than the retention time. */
export async function purgeIdempotency(app: App): Promise<void> {
  const before = daysBefore(app.clock(), app.config.idempotencyRetentionDays);
  await deleteInBatches(BATCH, (limit) => deleteOldExtractions(app.db, { before, limit }));
  await deleteInBatches(BATCH, (limit) => deleteAnswers(app.db, { before, limit }));
}
