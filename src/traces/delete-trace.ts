import type { App } from '../app.ts';
import type { TraceRow } from '../db/rows.ts';
import { requireFound } from '../errors.ts';
import { REVIEWS, type Transaction, transact } from '../events/transact.ts';
import { deleteUnfinished } from '../jobs/jobs.ts';
import type { Caller } from '../projects/viewer.ts';
import { TRACE_REFLECTION } from './apply-review.ts';
import { deleteTraceRows } from './queries.ts';

/**
 * Permanently deletes a trace with its messages and its review. The utilities that the review moved stay as they are,
 * and the reflection is kept. @throws NOT_FOUND
 */
export async function deleteTrace(app: App, caller: Caller, traceId: string): Promise<void> {
  await transact(app, caller, { locks: [REVIEWS] }, async (transaction) => {
    const [deleted] = await deleteTraces(transaction, caller.project.id, [traceId]);
    requireFound(deleted, 'trace', traceId);
  });
}

/**
 * Deletes traces, and the jobs that would write their reflections. Otherwise such a job would wait for ever if no
 * server has a chat model. Returns the traces that existed. Requires the lock `REVIEWS`.
 */
export async function deleteTraces(
  { db, record }: Transaction,
  projectId: string,
  ids: readonly string[],
): Promise<Pick<TraceRow, 'id' | 'task'>[]> {
  await deleteUnfinished(db, { projectId, kind: TRACE_REFLECTION }, ids);
  const deleted = await deleteTraceRows(db, projectId, ids);
  for (const { id, task } of deleted) {
    const changes = [{ field: 'task', before: task, after: null }];
    record({ type: 'TRACE_DELETED', traceId: id, changes });
  }
  return deleted;
}
