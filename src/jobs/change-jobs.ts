import type { App } from '../app.ts';
import { breaksUnique } from '../db/failures.ts';
import type { JobRow } from '../db/rows.ts';
import { conflict, DomainError, requireFound } from '../errors.ts';
import { transact } from '../events/transact.ts';
import type { Caller } from '../projects/viewer.ts';
import { jobEvent, REEMBED } from './jobs.ts';
import { markCancelled, markQueued } from './queries.ts';
import { existsNewer, selectForChange } from './read-queries.ts';

type JobChange = { jobId: string; isAdmin: boolean };

/**
 * Queues a FAILED or CANCELLED job to run again, with its attempts reset.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT (any other status, or a newer job of the kind and subject)
 */
export async function retryJob(
  app: App,
  caller: Caller,
  { jobId, isAdmin }: JobChange,
): Promise<JobRow> {
  const named = { projectId: caller.project.id, id: jobId };
  const isReplaced = () => conflict('A newer job has the same subject.', { jobId });
  const job = await transact(app, caller, { locks: [] }, async ({ db }) => {
    const found = requireFound(await selectForChange(db, named), 'job', jobId);
    requireRight(found, isAdmin);
    if (found.status !== 'FAILED' && found.status !== 'CANCELLED') {
      throw conflict(`The job is ${found.status}.`, { jobId });
    }
    if (await existsNewer(db, found)) throw isReplaced();
    return markQueued(db, named);
  }).catch((error: unknown) => {
    throw breaksUnique(error, 'jobs_under_way') ? isReplaced() : error;
  });
  app.jobsSignal.notify();
  app.changes.wake(caller.project.id);
  return requireFound(job, 'job', jobId);
}

/**
 * Cancels a QUEUED or RUNNING job. Its running handler can store nothing more, and the handler's signal is aborted
 * at the next renewal of the lease.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT (the job has ended)
 */
export async function cancelJob(
  app: App,
  caller: Caller,
  { jobId, isAdmin }: JobChange,
): Promise<JobRow> {
  const named = { projectId: caller.project.id, id: jobId };
  const job = await transact(app, caller, { locks: [] }, async ({ db, record }) => {
    const found = requireFound(await selectForChange(db, named), 'job', jobId);
    requireRight(found, isAdmin);
    if (found.status !== 'QUEUED' && found.status !== 'RUNNING') {
      throw conflict(`The job is ${found.status}.`, { jobId });
    }
    const cancelled = requireFound(await markCancelled(db, named), 'job', jobId);
    record(jobEvent('JOB_CANCELLED', cancelled, []));
    return cancelled;
  });
  app.metrics.jobs.inc({ kind: job.kind, outcome: 'cancelled' });
  return job;
}

/** Cancelling or retrying a re-embedding requires role ADMIN, as starting one does. @throws FORBIDDEN */
function requireRight({ kind }: JobRow, isAdmin: boolean): void {
  if (kind !== REEMBED.kind || isAdmin) return;
  throw new DomainError('FORBIDDEN', 'Re-embedding a project requires role ADMIN.');
}
