import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { JobRow } from '../db/rows.ts';
import { newId } from '../ids.ts';
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
 * Adds a job in a transaction; one of its kind and subject that waits already is made due instead, and one
 * that runs is run once more, since it may have looked too early. Ring
 * `app.jobsSignal` after the commit, or it is found at the worker's next look.
 */
export function enqueue(db: Database, subject: Subject): Promise<void> {
  return insertJob(db, { ...subject, id: newId('job') });
}

/** The job was taken over by another process, which thinks that this one died. */
export class LeaseLost extends Error {}

/**
 * Ends a job in the transaction that stores what it made, so that both happen or neither.
 * @throws LeaseLost
 */
export async function complete(db: Database, job: JobRow): Promise<void> {
  if (!(await markCompleted(db, job)))
    throw new LeaseLost(`Job ${job.id} is run by another process`);
}

/** Sees to it, in a transaction that stores a step of a job, that the job is still this process's. @throws LeaseLost */
export async function requireLease(db: Database, job: JobRow): Promise<void> {
  if (!(await isLeased(db, job))) throw new LeaseLost(`Job ${job.id} is run by another process`);
}

/** Has a job run again later, as a new run and not as one that failed. */
export function postpone(app: App, job: JobRow, seconds: number): Promise<void> {
  return requeue(app.db, job, { seconds, error: null, attempts: 0 });
}

/** The latest job about each of the subjects. */
export async function findLatestJobs(
  app: App,
  options: Omit<Subject, 'subject'> & { subjects: string[] },
): Promise<Map<string, JobRow>> {
  if (options.subjects.length === 0) return new Map();
  const rows = await selectLatestJobs(app.db, options);
  return new Map(rows.map((row) => [row.subject, row]));
}

/** Brings the gauge of jobs to what the queue holds now. */
export async function countJobsNow({ db, metrics }: App): Promise<void> {
  const counts = await countJobs(db);
  metrics.jobsNow.reset();
  for (const { kind, status, total } of counts) metrics.jobsNow.set({ kind, status }, total);
}

const KEPT_DAYS = 30;
const MS_PER_DAY = 86_400_000;

/** Forgets jobs that ended long ago. */
export async function purgeJobs(app: App): Promise<void> {
  await deleteFinished(app.db, new Date(app.clock().getTime() - KEPT_DAYS * MS_PER_DAY));
}
