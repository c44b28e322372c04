import type { App } from '../app.ts';
import type { ProjectRow } from '../db/rows.ts';
import { REVIEWS, transact } from '../events/transact.ts';
import { daysBefore, deleteInBatches } from '../retention.ts';
import { deletionOf } from './delete-trace.ts';
import { deleteTracesBefore, selectProjectsWithRetention } from './queries.ts';

/** The messages of a trace can have megabytes. */
const BATCH = 100;

/** The actor of deletions by retention. */
const ACTOR = 'retention';

/** Deletes the traces that are older than the retention time of their project, as `deleteTrace` does. */
export async function purgeTraces(app: App): Promise<void> {
  for (const project of await selectProjectsWithRetention(app.db)) {
    const { traceRetentionDays } = project;
    if (traceRetentionDays === null) continue;
    const before = daysBefore(app.clock(), traceRetentionDays);
    await deleteInBatches(BATCH, (limit) => deleteSome(app, project, { before, limit }));
  }
}

/** Deletes at most `limit` traces that were created before a time. Returns their number. */
function deleteSome(
  app: App,
  project: ProjectRow,
  older: { before: Date; limit: number },
): Promise<number> {
  const caller = { project, actor: ACTOR, isRoot: false };
  return transact(app, caller, { locks: [REVIEWS] }, async ({ db, record }) => {
    const deleted = await deleteTracesBefore(db, project.id, older);
    record(...deleted.map(deletionOf));
    return deleted.length;
  });
}
