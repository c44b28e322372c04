import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  lt,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { byId, type Slice } from '../db/page.ts';
import type { JobRow } from '../db/rows.ts';
import { isAmong } from '../db/statements.ts';
import { jobs } from '../db/tables.ts';

export type JobKind = JobRow['kind'];
export type Subject = { projectId: string; kind: JobKind; subject: string };

/**
 * Times are those of the database, since the clocks of processes can differ. A distributed database evaluates this
 * function once for all its nodes; it refuses it in CASE and in DO UPDATE SET.
 */
const now = sql<Date>`statement_timestamp()`;
const inSeconds = (seconds: number) => sql<Date>`${now} + ${seconds} * interval '1 second'`;

/**
 * Inserts a job that is due now. A QUEUED job of the kind and subject becomes due, a RUNNING one runs again, and one that
 * waits for its retry keeps the delay and its attempts, unless it `beginsAnew`. `claimJob` lets its last attempt begin anew.
 */
export async function insertJob(
  db: Database,
  { id, projectId, kind, subject, beginsAnew }: Subject & { id: string; beginsAnew: boolean },
): Promise<void> {
  const isQueued = sql`${jobs.status} = 'QUEUED'`;
  const waits = beginsAnew ? sql`false` : sql`(${isQueued} and ${jobs.attempts} > 0)`;
  const anew = sql`case when ${isQueued} then 0 else ${jobs.attempts} end`;
  await db
    .insert(jobs)
    .values({ projectId, id, kind, subject, status: 'QUEUED', runAt: now, createdAt: now })
    .onConflictDoUpdate({
      target: [jobs.projectId, jobs.kind, jobs.subject],
      targetWhere: sql`status in ('QUEUED', 'RUNNING')`,
      set: {
        runAt: sql`case when ${waits} then ${jobs.runAt} else excluded.run_at end`,
        again: true,
        ...(beginsAnew ? { attempts: anew } : {}),
      },
    });
}

/** The latest job of each subject. */
export function selectLatestJobs(
  db: Database,
  { projectId, kind, subjects }: { projectId: string; kind: JobKind; subjects: string[] },
): Promise<JobRow[]> {
  return db
    .selectDistinctOn([jobs.subject])
    .from(jobs)
    .where(and(eq(jobs.projectId, projectId), eq(jobs.kind, kind), inArray(jobs.subject, subjects)))
    .orderBy(jobs.subject, desc(jobs.id));
}

export type JobName = Pick<JobRow, 'projectId' | 'id'>;

/** Which jobs are looked for: not those of the kinds `except`, and only those of the projects `among` unless null. */
export type DueFilter = { except: readonly JobKind[]; among: readonly string[] | null };

/** The projects with due jobs, first the one whose job has been due longest. */
export async function selectProjectsWithDue(
  db: Database,
  { except, among, limit }: DueFilter & { limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ projectId: jobs.projectId })
    .from(jobs)
    .where(and(isDue(), isNoneOf(except), among ? isAmong(jobs.projectId, among) : undefined))
    .groupBy(jobs.projectId)
    .orderBy(sql`min(${jobs.runAt})`)
    .limit(limit);
  return rows.map(({ projectId }) => projectId);
}

export type DueJob = Pick<JobRow, 'projectId' | 'id' | 'kind' | 'attempts'> & {
  /** Whether its last attempt did not report its end. */
  isUnreported: boolean;
};

/** The jobs of a project that have been due longest. */
export function selectDue(
  db: Database,
  projectId: string,
  {
    except,
    maxAttempts,
    limit,
  }: Pick<DueFilter, 'except'> & { maxAttempts: number; limit: number },
): Promise<DueJob[]> {
  const { projectId: ofProject, id, kind, attempts } = jobs;
  return db
    .select({
      projectId: ofProject,
      id,
      kind,
      attempts,
      isUnreported: isUnreported(maxAttempts),
    })
    .from(jobs)
    .where(and(eq(jobs.projectId, projectId), isDue(), isNoneOf(except)))
    .orderBy(jobs.runAt)
    .limit(limit);
}

function isNoneOf(kinds: readonly JobKind[]): SQL | undefined {
  return kinds.length > 0 ? notInArray(jobs.kind, [...kinds]) : undefined;
}

/**
 * Claims a job for a new run, which reads what it was enqueued for so far. Null if it is no longer due. If it was enqueued
 * since its last run began, its attempts begin anew in place of the last one, which would be the only one for the new input.
 */
export async function claimJob(
  db: Database,
  job: JobName,
  { leaseSeconds, maxAttempts }: { leaseSeconds: number; maxAttempts: number },
): Promise<JobRow | null> {
  const beginsAnew = sql`${jobs.again} and ${jobs.attempts} + 1 >= ${maxAttempts}`;
  const rows = await db
    .update(jobs)
    .set({
      status: 'RUNNING',
      attempts: sql`case when ${beginsAnew} then 1 else ${jobs.attempts} + 1 end`,
      run: sql`${jobs.run} + 1`,
      again: false,
      leasedUntil: inSeconds(leaseSeconds),
    })
    .where(and(isJob(job), isDue()))
    .returning();
  return rows[0] ?? null;
}

/** A job whose last attempt did not report its end, with a lock until the transaction ends; null if it is none. */
export async function selectUnreported(
  db: Database,
  job: JobName,
  maxAttempts: number,
): Promise<JobRow | null> {
  const rows = await db
    .select()
    .from(jobs)
    .where(and(isJob(job), isDue(), isUnreported(maxAttempts)))
    .for('update');
  return rows[0] ?? null;
}

/** Ends the leases of all running jobs, so that they are due. For a database that no other process has open. */
export async function endLeases(db: Database): Promise<void> {
  await db.update(jobs).set({ leasedUntil: now }).where(eq(jobs.status, 'RUNNING'));
}

/** Renews the lease. Returns false if this process no longer holds the job. */
export async function renewLease(db: Database, job: JobRow, seconds: number): Promise<boolean> {
  const rows = await db
    .update(jobs)
    .set({ leasedUntil: inSeconds(seconds) })
    .where(isHeld(job))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

/** Completes a job, or queues it again if it was enqueued meanwhile. Returns false if the lease was lost. */
export async function markCompleted(db: Database, job: JobRow): Promise<boolean> {
  const rows = await db
    .update(jobs)
    .set({ ...ended('COMPLETED'), error: null })
    .where(isHeld(job))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

/** Whether this process holds the job. Locks the job until the transaction ends. */
export async function isLeased(db: Database, job: JobRow): Promise<boolean> {
  const rows = await db.select({ id: jobs.id }).from(jobs).where(isHeld(job)).for('update');
  return rows.length > 0;
}

/**
 * Marks a job FAILED, or queues it again if it was enqueued meanwhile, since its input may have changed. Returns
 * whether it is FAILED.
 */
export async function markFailed(db: Database, job: JobRow, error: string): Promise<boolean> {
  const rows = await db
    .update(jobs)
    .set({ ...ended('FAILED'), error })
    .where(isHeld(job))
    .returning({ status: jobs.status });
  return rows[0]?.status === 'FAILED';
}

/** Queues a job to run again after some seconds. */
export async function requeue(
  db: Database,
  job: JobRow,
  { seconds, error, attempts }: { seconds: number; error: string | null; attempts: number },
): Promise<void> {
  await db
    .update(jobs)
    .set({ status: 'QUEUED', error, attempts, leasedUntil: null, runAt: inSeconds(seconds) })
    .where(isHeld(job));
}

/** A job with a lock until the transaction ends. */
export async function selectForChange(db: Database, job: JobName): Promise<JobRow | null> {
  const rows = await db.select().from(jobs).where(isJob(job)).for('update');
  return rows[0] ?? null;
}

/** Whether a job of the same kind and subject was created after this one. */
export async function existsNewer(db: Database, job: JobRow): Promise<boolean> {
  const { projectId, kind, subject, id } = job;
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.projectId, projectId),
        eq(jobs.kind, kind),
        eq(jobs.subject, subject),
        gt(jobs.id, id),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Queues a job that has ended, as if it were new. */
export async function markQueued(db: Database, job: JobName): Promise<JobRow | null> {
  const rows = await db
    .update(jobs)
    .set({ status: 'QUEUED', attempts: 0, error: null, runAt: now, finishedAt: null })
    .where(isJob(job))
    .returning();
  return rows[0] ?? null;
}

export async function markCancelled(db: Database, job: JobName): Promise<JobRow | null> {
  const rows = await db
    .update(jobs)
    .set({ status: 'CANCELLED', again: false, leasedUntil: null, finishedAt: now })
    .where(isJob(job))
    .returning();
  return rows[0] ?? null;
}

export function selectJobsByIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<JobRow[]> {
  return db
    .select()
    .from(jobs)
    .where(and(eq(jobs.projectId, projectId), inArray(jobs.id, [...ids])));
}

export const JOB_ORDER = byId<JobRow>('jobs', jobs.id);

/** Null does not restrict. */
export type JobFilter = {
  projectId: string;
  status: JobRow['status'] | null;
  kind: JobKind | null;
};

export function selectJobs(
  db: Database,
  filter: JobFilter,
  { where, orderBy, limit }: Slice,
): Promise<JobRow[]> {
  return db
    .select()
    .from(jobs)
    .where(and(isListed(filter), where))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countListed(db: Database, filter: JobFilter): Promise<number> {
  const rows = await db.select({ total: count() }).from(jobs).where(isListed(filter));
  return rows[0]?.total ?? 0;
}

/** The numbers of QUEUED, RUNNING and FAILED jobs of each kind. */
export async function countJobs(
  db: Database,
): Promise<{ kind: JobKind; status: JobRow['status']; total: number }[]> {
  return db
    .select({ kind: jobs.kind, status: jobs.status, total: sql<number>`count(*)::int` })
    .from(jobs)
    .where(inArray(jobs.status, ['QUEUED', 'RUNNING', 'FAILED']))
    .groupBy(jobs.kind, jobs.status);
}

export async function deleteFinished(db: Database, before: Date): Promise<void> {
  await db.delete(jobs).where(lt(jobs.finishedAt, before));
}

/** Deletes the jobs of these subjects; without them, all jobs of the project. Returns their ids. */
export async function deleteJobsOf(
  db: Database,
  projectId: string,
  subjects: readonly string[] | null,
): Promise<string[]> {
  const rows = await db
    .delete(jobs)
    .where(
      and(eq(jobs.projectId, projectId), subjects ? isAmong(jobs.subject, subjects) : undefined),
    )
    .returning({ id: jobs.id });
  return rows.map(({ id }) => id);
}

/** Deletes the QUEUED and RUNNING jobs of a kind with these subjects. */
export async function deleteUnfinished(
  db: Database,
  { projectId, kind }: Omit<Subject, 'subject'>,
  subjects: readonly string[],
): Promise<void> {
  await db
    .delete(jobs)
    .where(
      and(
        eq(jobs.projectId, projectId),
        eq(jobs.kind, kind),
        isAmong(jobs.subject, subjects),
        inArray(jobs.status, ['QUEUED', 'RUNNING']),
      ),
    );
}

/** Queues the RUNNING jobs of these subjects to run again. The attempt that this ends does not count. */
export async function restartJobs(
  db: Database,
  projectId: string,
  subjects: readonly string[],
): Promise<void> {
  await db
    .update(jobs)
    .set({
      status: 'QUEUED',
      attempts: sql`greatest(0, ${jobs.attempts} - 1)`,
      leasedUntil: null,
      runAt: now,
    })
    .where(
      and(
        eq(jobs.projectId, projectId),
        eq(jobs.status, 'RUNNING'),
        isAmong(jobs.subject, subjects),
      ),
    );
}

/** The columns of a job that ended: its status, or QUEUED if it was enqueued again while it ran. */
function ended(status: 'COMPLETED' | 'FAILED') {
  return {
    status: sql`case when ${jobs.again} then 'QUEUED' else ${status} end`,
    attempts: sql`case when ${jobs.again} then 0 else ${jobs.attempts} end`,
    finishedAt: sql`nullif(greatest(${now}, case when ${jobs.again} then 'infinity'::timestamptz end), 'infinity')`,
    again: false,
    leasedUntil: null,
  };
}

function isListed({ projectId, status, kind }: JobFilter): SQL | undefined {
  return and(
    eq(jobs.projectId, projectId),
    status ? eq(jobs.status, status) : undefined,
    kind ? eq(jobs.kind, kind) : undefined,
  );
}

function isJob({ projectId, id }: JobName): SQL | undefined {
  return and(eq(jobs.projectId, projectId), eq(jobs.id, id));
}

/** Condition for jobs that are QUEUED and due, or RUNNING with an expired lease. */
function isDue(): SQL | undefined {
  return or(
    and(eq(jobs.status, 'QUEUED'), lte(jobs.runAt, now)),
    and(eq(jobs.status, 'RUNNING'), lt(jobs.leasedUntil, now)),
  );
}

/** Condition for due jobs whose last attempt did not report its end: they are still RUNNING, and their lease has expired. */
function isUnreported(maxAttempts: number): SQL<boolean> {
  return sql<boolean>`(${jobs.status} = 'RUNNING' and ${jobs.attempts} >= ${maxAttempts})`;
}

/** Condition that the job is still RUNNING in the run in which this process claimed it. */
function isHeld(job: JobRow): SQL | undefined {
  return and(isJob(job), eq(jobs.run, job.run), eq(jobs.status, 'RUNNING'));
}
