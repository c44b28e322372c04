import type { App } from '../app.ts';
import { daysBefore, deleteInBatches } from '../retention.ts';
import { deleteAnswers } from './answer-queries.ts';
import { deleteOldExtractions } from './extraction-queries.ts';

const BATCH = 500;

/** Deletes the answers to idempotency keys, and the texts of extractions, that exceed the retention time. */
export async function purgeAnswers(app: App): Promise<void> {
  const before = daysBefore(app.clock(), app.config.idempotencyRetentionDays);
  await deleteInBatches(BATCH, (limit) => deleteOldExtractions(app.db, { before, limit }));
  await deleteInBatches(BATCH, (limit) => deleteAnswers(app.db, { before, limit }));
}
