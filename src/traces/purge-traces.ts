import type { App } from '../app.ts';
import { deleteInBatches } from '../batches.ts';
import type { ProjectRow } from '../db/rows.ts';
import { daysBefore } from '../durations.ts';
import { REVIEWS, transact } from '../events/transact.ts';
import { findProjects } from '../projects/projects.ts';
import { RETENTION_ACTOR } from '../projects/viewer.ts';
import { deleteTraces } from './delete-trace.ts';
import { selectProjectsWithRetention, selectTraceIdsBefore } from './queries.ts';

/** Number of traces that are deleted together. It is small, since the messages of a trace can have megabytes. */
const BATCH = 100;

/** Deletes the traces that are older than the retention time of their project, as `deleteTrace` does. */
export async function purgeTraces(app: App): Promise<void> {
  for (const project of await selectProjectsWithRetention(app.db)) {
    await deleteInBatches(BATCH, (limit) => deleteSome(app, project, limit));
  }
}

/** Deletes at most `limit` traces by the current retention time of the project. Returns their number. */
function deleteSome(app: App, { id }: ProjectRow, limit: number): Promise<number> {
  const recorder = { project: { id }, actor: RETENTION_ACTOR };
  return transact(app, recorder, { locks: [REVIEWS] }, async (transaction) => {
    const { db } = transaction;
    const [project] = await findProjects({ ...app, db }, [id]);
    const days = project?.traceRetentionDays ?? null;
    if (days === null) return 0;
    const before = daysBefore(app.clock(), days);
    const ids = await selectTraceIdsBefore(db, id, { before, limit });
    return (await deleteTraces(transaction, id, ids)).length;
  });
}
