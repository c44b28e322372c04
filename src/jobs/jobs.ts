import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { JobRow } from '../db/rows.ts';
import { newId } from '../ids.ts';
import { daysBefore } from '../retention.ts';
import {
  countJobs,
  deleteFinished,
  insertJob,
  isLeased,
  markCompleted,
  requeue,
  type Subject,
  selectLatestJobs,
} from './queries.ts';

/**
 * Adds a job in a transaction. If a job of the same kind and subject is QUEUED, it becomes due instead; if it
 * is RUNNING, it runs once more afterwards, since it may have read the state too early. Call
 * `app.jobsSignal.notify()` after the commit; otherwise the worker finds the job at its next poll.
 */
export function enqueue(db: Database, subject: Subject): Promise<void> {
  return insertJob(db, { ...subject, id: newId('job') });
}

/** Another process has claimed the job, since the lease of this process expired. */
export class LeaseLost extends Error {}

/**
 * Completes a job in the transaction that stores its result, so that both are committed or neither.
 * @throws LeaseLost
 */
export async function complete(db: Database, job: JobRow): Promise<void> {
  if (!(await markCompleted(db, job)))
    throw new LeaseLost(`Job ${job.id} is run by another process`);
}

/**
 * Checks in the transaction of a step that this process still holds the job, and locks it.
 * @throws LeaseLost
 */
export async function requireLease(db: Database, job: JobRow): Promise<void> {
  if (!(await isLeased(db, job))) throw new LeaseLost(`Job ${job.id} is run by another process`);
}

/** Queues a job to run again after some seconds, with its attempts reset to 0. */
export function postpone(app: App, job: JobRow, seconds: number): Promise<void> {
  return requeue(app.db, job, { seconds, error: null, attempts: 0 });
}

/** The latest job of each subject. */
export async function findLatestJobs(
  app: App,
  options: Omit<Subject, 'subject'> & { subjects: string[] },
): Promise<Map<string, JobRow>> {
  if (options.subjects.length === 0) return new Map();
  const rows = await selectLatestJobs(app.db, options);
  return new Map(rows.map((row) => [row.subject, row]));
}

/** Sets the gauge of jobs to the current numbers of the queue. */
export async function countJobsNow({ db, metrics }: App): Promise<void> {
  const counts = await countJobs(db);
  metrics.jobsNow.reset();
  for (const { kind, status, total } of counts) metrics.jobsNow.set({ kind, status }, total);
}

export const KEPT_DAYS = 30;

/** Deletes jobs that finished more than `KEPT_DAYS` ago. */
export async function purgeJobs(app: App): Promise<void> {
  await deleteFinished(app.db, daysBefore(app.clock(), KEPT_DAYS));
}
