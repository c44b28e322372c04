import type { App } from '../app.ts';
import { deleteInBatches } from '../batches.ts';
import { deletePastChunks } from '../db/chunks.ts';
import { daysBefore } from '../durations.ts';

const BATCH = 500;

/** Deletes the texts and vectors of statements that were edited or deleted before the retention time. */
export async function purgeHistory(app: App): Promise<void> {
  const before = daysBefore(app.clock(), app.config.historyRetentionDays);
  await deleteInBatches(BATCH, (limit) => deletePastChunks(app.db, { before, limit }));
}
