import type { App } from '../app.ts';
import { deleteAnswers } from './queries.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;

/** Deletes the answers to idempotency keys that exceed the retention time. */
export async function purgeAnswers(app: App): Promise<void> {
  const before = new Date(app.clock().getTime() - app.config.idempotencyRetentionDays * DAY_MS);
  let deleted: number;
  do deleted = await deleteAnswers(app.db, { before, limit: BATCH });
  while (deleted === BATCH);
}
