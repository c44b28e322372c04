import type { App } from '../app.ts';
import { daysBefore, deleteInBatches } from '../retention.ts';
import { deleteAnswers } from './answer-queries.ts';

const BATCH = 500;

/** Deletes the answers to idempotency keys that exceed the retention time. */
export async function purgeAnswers(app: App): Promise<void> {
  const before = daysBefore(app.clock(), app.config.idempotencyRetentionDays);
  await deleteInBatches(BATCH, (limit) => deleteAnswers(app.db, { before, limit }));
}
