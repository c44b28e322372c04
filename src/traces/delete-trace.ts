import type { App } from '../app.ts';
import type { TraceRow } from '../db/rows.ts';
import { requireFound } from '../errors.ts';
import { type EventInput, REVIEWS, transact } from '../events/transact.ts';
import type { Caller } from '../projects/viewer.ts';
import { deleteTraceRow } from './queries.ts';

/**
 * Permanently deletes a trace with its messages and its review. The utilities that the review moved are
 * unchanged, and its reflection is kept. @throws NOT_FOUND
 */
export async function deleteTrace(app: App, caller: Caller, traceId: string): Promise<void> {
  await transact(app, caller, { locks: [REVIEWS] }, async ({ db, record }) => {
    const deleted = await deleteTraceRow(db, caller.project.id, traceId);
    record(deletionOf(requireFound(deleted, 'trace', traceId)));
  });
}

/** The event of a deleted trace. */
export function deletionOf({ id, task }: Pick<TraceRow, 'id' | 'task'>): EventInput {
  return {
    type: 'TRACE_DELETED',
    traceId: id,
    changes: [{ field: 'task', before: task, after: null }],
  };
}
