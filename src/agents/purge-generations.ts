import type { App } from '../app.ts';
import { deleteEnded } from './queries.ts';

const DAY_MS = 86_400_000;
/** The state of a generation can have megabytes. */
const BATCH = 100;

/** Deletes generations that ended before the retention time. Their traces are kept. */
export async function purgeGenerations(app: App): Promise<void> {
  const before = new Date(app.clock().getTime() - app.config.idempotencyRetentionDays * DAY_MS);
  let deleted: number;
  do deleted = await deleteEnded(app.db, { before, limit: BATCH });
  while (deleted === BATCH);
}
