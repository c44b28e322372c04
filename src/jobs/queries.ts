import { and, eq, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { isAmong } from '../db/prepared-queries.ts';
import type { JobRow } from '../db/rows.ts';
import { jobs } from '../db/tables/jobs.ts';

export type JobKind = JobRow['kind'];
export type Subject = { projectId: string; kind: JobKind; subject: string };

/**
 * The time of the database, since the clocks of processes can differ. Citus evaluates this function once for all its
 * nodes, and refuses it in CASE and in DO UPDATE SET.
 */
const now = sql<Date>`statement_timestamp()`;
const inSeconds = (seconds: number) => sql<Date>`${now} + ${seconds} * interval '1 second'`;

/**
 * Inserts a job that is due now. A QUEUED job of the kind and subject becomes due, a RUNNING one runs again, and one
 * that waits for its retry keeps the delay and its attempts, unless `resetsAttempts` is true. `claimJob` resets the
 * attempts before the last one.
 */
export async function insertJob(
  db: Database,
  {
    id,
    projectId,
    kind,
    subject,
    resetsAttempts,
  }: Subject & { id: string; resetsAttempts: boolean },
): Promise<void> {
  const isQueued = sql`${jobs.status} = 'QUEUED'`;
  const waits = resetsAttempts ? sql`false` : sql`(${isQueued} and ${jobs.attempts} > 0)`;
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
        ...(resetsAttempts ? { attempts: anew } : {}),
      },
    });
}

export type JobName = Pick<JobRow, 'projectId' | 'id'>;

/**
 * Claims a job for a new run. Returns null if the job is no longer due. If it was enqueued again since its last run
 * began, and only the last attempt is left, its attempts are reset: the new input would otherwise have one attempt.
 */
export async function claimJob(
  db: Database,
  job: JobName,
  { leaseSeconds, maxAttempts }: { leaseSeconds: number; maxAttempts: number },
): Promise<JobRow | null> {
  const isRenewed = sql`${jobs.again} and ${jobs.attempts} + 1 >= ${maxAttempts}`;
  const rows = await db
    .update(jobs)
    .set({
      status: 'RUNNING',
      attempts: sql`case when ${isRenewed} then 1 else ${jobs.attempts} + 1 end`,
      run: sql`${jobs.run} + 1`,
      again: false,
      leasedUntil: inSeconds(leaseSeconds),
    })
    .where(and(isJob(job), isDue()))
    .returning();
  return rows[0] ?? null;
}

/** Ends the leases of all running jobs, so that they are due. No other process may have the database open. */
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

/** Counts the present attempt of a running job as its first one. */
export async function markFirstAttempt(db: Database, job: JobRow): Promise<void> {
  await db.update(jobs).set({ attempts: 1 }).where(isHeld(job));
}

/** Queues a job that has ended, with the values of a new job. */
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

export async function deleteFinished(db: Database, before: Date): Promise<void> {
  await db.delete(jobs).where(lt(jobs.finishedAt, before));
}

/**
 * Deletes the jobs of these subjects; without them, all jobs of the project. Returns their ids. A job that runs then
 * loses its lease, and stores nothing more.
 */
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

/** Deletes the QUEUED and RUNNING jobs of a kind with these subjects. A running handler loses its lease and stops. */
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

/**
 * Queues the RUNNING jobs of these subjects to run again, so that they read the present data. Their results so far are
 * discarded, and the attempt that this ends does not count.
 */
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

/** The columns of a job whose run has ended: the status, or QUEUED if the job was enqueued again during the run. */
function ended(status: 'COMPLETED' | 'FAILED') {
  return {
    status: sql`case when ${jobs.again} then 'QUEUED' else ${status} end`,
    attempts: sql`case when ${jobs.again} then 0 else ${jobs.attempts} end`,
    finishedAt: sql`nullif(greatest(${now}, case when ${jobs.again} then 'infinity'::timestamptz end), 'infinity')`,
    again: false,
    leasedUntil: null,
  };
}

export function isJob({ projectId, id }: JobName): SQL | undefined {
  return and(eq(jobs.projectId, projectId), eq(jobs.id, id));
}

/** Condition for jobs that are QUEUED and due, or RUNNING with an expired lease. */
export function isDue(): SQL | undefined {
  return or(
    and(eq(jobs.status, 'QUEUED'), lte(jobs.runAt, now)),
    and(eq(jobs.status, 'RUNNING'), lt(jobs.leasedUntil, now)),
  );
}

/** Condition that the job is still RUNNING in the run in which this process claimed it. */
export function isHeld(job: JobRow): SQL | undefined {
  return and(isJob(job), eq(jobs.run, job.run), eq(jobs.status, 'RUNNING'));
}
