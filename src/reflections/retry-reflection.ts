import type { App } from '../app.ts';
import type { TraceRow } from '../db/rows.ts';
import { conflict } from '../errors.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { Caller } from '../projects/viewer.ts';
import { REFLECT } from '../traces/apply-review.ts';
import { findReflectionJobs, getTrace } from '../traces/find-traces.ts';
import { findReflection } from './find-reflection.ts';

/**
 * Has a reflection written that failed, that was not asked for, or that is on a review since replaced.
 * @throws NOT_FOUND, CONFLICT (the trace is not reviewed, or has its reflection)
 */
export async function retryReflection(
  app: App,
  { project }: Caller,
  traceId: string,
): Promise<TraceRow> {
  const trace = await getTrace(app, project.id, traceId);
  if (trace.reviewedAt === null) throw conflict('The trace waits for its review.', { traceId });
  const jobs = await findReflectionJobs(app, project.id, [traceId]);
  const status = jobs.get(traceId)?.status;
  if (status === 'QUEUED' || status === 'RUNNING') return trace;
  const reflection = await findReflection(app, trace);
  const isOfThisReview = reflection?.lesson?.outcome === trace.reviewResult;
  const isDone = reflection?.deletedAt === null && isOfThisReview && status !== 'FAILED';
  if (isDone) throw conflict('The trace has its reflection.', { traceId });
  await enqueue(app.db, { projectId: project.id, kind: REFLECT, subject: traceId });
  app.jobsBell.ring();
  return trace;
}
