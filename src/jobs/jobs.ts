import type { App } from '../app.ts';
import { hasEndpoint } from '../config.ts';
import type { Connection, Database } from '../db/database.ts';
import type { JobRow, ProjectRow } from '../db/rows.ts';
import type { EventType, FieldChange } from '../db/tables/events.ts';
import { daysBefore } from '../durations.ts';
import { type EventInput, type Recorder, type Transaction, transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import type { Caller } from '../projects/viewer.ts';
import {
  claimJob,
  deleteFinished,
  endLeases,
  insertJob,
  type JobKind,
  markCompleted,
  markFailed,
  markFirstAttempt,
  requeue,
  type Subject,
} from './queries.ts';
import {
  countJobs,
  type DueJob,
  isLeased,
  selectDue,
  selectLatestJobs,
  selectProjectsWithDue,
  selectUnreported,
} from './read-queries.ts';

export { deleteJobsOf, deleteUnfinished, restartJobs } from './queries.ts';

/**
 * Adds a job in a transaction, unless a job of the same kind and subject is under way:
 * - A QUEUED job becomes due.
 * - A RUNNING job runs once more afterwards, since it may have read the state too early.
 * - A job that waits for its retry keeps its delay, so that frequent writes do not use up its attempts while a model
 *   fails. With `resetsAttempts`, for a caller who asks for the job itself, it becomes due and its attempts are reset.
 *
 * After the commit, call `app.jobsSignal.notify()`. Events wake the workers of all processes, so a transaction without
 * events also needs `app.changes.wake(projectId)`.
 */
export function enqueue(
  db: Database,
  subject: Subject,
  { resetsAttempts = false }: { resetsAttempts?: boolean } = {},
): Promise<void> {
  return insertJob(db, { ...subject, id: newId('job'), resetsAttempts });
}

/** The job that re-embeds a project with another model. A project has at most one. */
export const REEMBED = { kind: 'PROJECT_REEMBEDDING', subject: 'project' } as const;

/** This process no longer holds the job: its lease expired, or the job was cancelled. */
export class LeaseLost extends Error {
  constructor({ id }: JobRow) {
    super(`Job ${id} was cancelled, or is run by another process`);
  }
}

/** Kinds whose jobs wait, without using up attempts, until a server with a chat model runs them. */
const WAITING_FOR_CHAT: readonly JobKind[] = ['TRACE_REFLECTION'];

function hasChat({ chat, config }: App): boolean {
  return chat.defaultModel !== null && hasEndpoint(config.chat);
}

/**
 * Makes the running jobs of an embedded database due. Its data folder has one process at a time, so the process that
 * ran them has ended. Those of a server are due when their leases expire.
 */
export async function takeOverJobs({ kind, db }: Connection): Promise<void> {
  if (kind === 'embedded') await endLeases(db);
}

/** Maximum number of projects that one query selects, and of jobs that are tried in one project. */
const PROJECTS = 50;
const TRIES = 8;

/**
 * Claims a due job for a new run. Returns null if no job is due in the projects `among`, or in any project if `among`
 * is null. The search begins at a random project, so that one with many jobs does not delay another. In a project, the
 * job that has been due longest comes first. The row of the job is locked before the first event of the run, so that
 * the events of a job are in the order of its changes.
 */
export async function claimNext(
  app: App,
  leaseSeconds: number,
  among: readonly string[] | null,
): Promise<JobRow | null> {
  const except = hasChat(app) ? [] : WAITING_FOR_CHAT;
  for (;;) {
    const wanted = { except, among, limit: PROJECTS };
    const projectIds = await selectProjectsWithDue(app.db, wanted);
    if (projectIds.length === 0) return null;
    const first = Math.floor(Math.random() * projectIds.length);
    for (const projectId of [...projectIds.slice(first), ...projectIds.slice(0, first)]) {
      const job = await claimIn(app, projectId, { except, leaseSeconds });
      if (job !== null) return job;
    }
  }
}

/** The error of a job whose last attempt ended without reporting an error. */
const NOT_REPORTED =
  'INTERNAL_SERVER_ERROR: The last attempt did not report its end: its process ended, or the database could not be reached.';

/** Claims the job of a project that has been due longest, or the next one if another process has claimed that. */
async function claimIn(
  app: App,
  projectId: string,
  { except, leaseSeconds }: { except: readonly JobKind[]; leaseSeconds: number },
): Promise<JobRow | null> {
  const { maxAttempts } = app.config.jobs;
  for (const due of await selectDue(app.db, projectId, { except, maxAttempts, limit: TRIES })) {
    if (due.isUnreported) {
      await failUnreported(app, due);
      continue;
    }
    const claimed = await transact(app, recorderOf(due), { locks: [] }, async ({ db, record }) => {
      const job = await claimJob(db, due, { leaseSeconds, maxAttempts });
      if (job === null) return null;
      const changes = [{ field: 'attempts', before: due.attempts, after: job.attempts }];
      record(jobEvent('JOB_STARTED', job, changes));
      return job;
    });
    if (claimed !== null) return claimed;
  }
  return null;
}

/** Ends a job whose last attempt did not report its end. It is queued again if it was enqueued during that attempt. */
async function failUnreported(app: App, due: DueJob): Promise<void> {
  const { maxAttempts } = app.config.jobs;
  const isFailed = await transact(app, recorderOf(due), { locks: [] }, async (transaction) => {
    const job = await selectUnreported(transaction.db, due, maxAttempts);
    return job !== null && failIn(transaction, job, NOT_REPORTED);
  });
  if (isFailed) app.metrics.jobs.inc({ kind: due.kind, outcome: 'failed' });
}

/**
 * Completes a job in the transaction that stores its result, so that both are committed or neither.
 * @throws LeaseLost
 */
export async function complete({ db, record }: Transaction, job: JobRow): Promise<void> {
  if (!(await markCompleted(db, job))) throw new LeaseLost(job);
  record(jobEvent('JOB_COMPLETED', job, []));
}

/** Completes a job, whose results are stored already, in a transaction of its own. @throws LeaseLost */
export function completeAlone(app: App, job: JobRow): Promise<void> {
  return transact(app, recorderOf(job), { locks: [] }, (transaction) => complete(transaction, job));
}

/** Marks a job FAILED with an error that is not retried. */
export async function fail(app: App, job: JobRow, error: string): Promise<void> {
  await transact(app, recorderOf(job), { locks: [] }, (transaction) =>
    failIn(transaction, job, error),
  );
}

/** Returns whether the job is FAILED. */
async function failIn({ db, record }: Transaction, job: JobRow, error: string): Promise<boolean> {
  const isFailed = await markFailed(db, job, error);
  const changes = [{ field: 'error', before: job.error, after: error }];
  if (isFailed) record(jobEvent('JOB_FAILED', job, changes));
  return isFailed;
}

/** The actor of the changes by jobs of each kind. */
const JOB_ACTORS: Readonly<Record<JobKind, string>> = {
  PROJECT_REEMBEDDING: 'reembedding',
  TRACE_REFLECTION: 'reflection',
  IMPORTANCE_RATING: 'stream',
  STREAM_INSIGHTS: 'stream',
  CONTRADICTION_CHECK: 'contradiction',
};

/** The caller of the changes that a job makes. */
export function callerOf({ kind }: Pick<JobRow, 'kind'>, project: ProjectRow): Caller {
  return { project, actor: JOB_ACTORS[kind], isRoot: false };
}

function recorderOf({ projectId, kind }: Pick<JobRow, 'projectId' | 'kind'>): Recorder {
  return { project: { id: projectId }, actor: JOB_ACTORS[kind] };
}

/** An event of a job. The event of a reflection job also names the trace. */
export function jobEvent(
  type: EventType,
  { id, kind, subject }: JobRow,
  changes: FieldChange[],
): EventInput {
  const trace = kind === 'TRACE_REFLECTION' ? { traceId: subject } : {};
  return { type, subjectId: id, ...trace, changes };
}

/**
 * Checks in the transaction of a step that this process still holds the job, and locks it.
 * @throws LeaseLost
 */
export async function requireLease(db: Database, job: JobRow): Promise<void> {
  if (!(await isLeased(db, job))) throw new LeaseLost(job);
}

/** Runs a step in a transaction in which this process holds the job. @throws LeaseLost */
export function whileHeld(
  app: App,
  job: JobRow,
  step: (db: Database) => Promise<void>,
): Promise<void> {
  return app.connection.transaction(async (db) => {
    await requireLease(db, job);
    await step(db);
  });
}

/**
 * Makes the present attempt the first one, after it has stored a part of the result. Otherwise, a job that takes hours
 * would be FAILED after a few interruptions, although each attempt has made progress.
 */
export async function forgetEarlierAttempts(app: App, job: JobRow): Promise<void> {
  if (job.attempts === 1) return;
  await markFirstAttempt(app.db, job);
  job.attempts = 1;
}

/** Queues a job to run again after some seconds, with its attempts reset to 0. */
export function postpone(app: App, job: JobRow, seconds: number): Promise<void> {
  return runLater(app, job, { seconds, error: null, attempts: 0 });
}

/** Added to the time after which this process searches for a job, so that the job is due by then. */
const MARGIN_MS = 50;

/** Queues a job to run again after some seconds, when this process, if it still runs, searches for due jobs. */
export async function runLater(
  app: App,
  job: JobRow,
  options: { seconds: number; error: string | null; attempts: number },
): Promise<void> {
  await requeue(app.db, job, options);
  setTimeout(app.jobsSignal.notify, options.seconds * 1000 + MARGIN_MS).unref();
}

/** The latest job of each subject. */
export async function findLatestJobs(
  app: Pick<App, 'db'>,
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
