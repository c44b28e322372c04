import { and, desc, eq, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { JobRow } from '../db/rows.ts';
import { jobs } from '../db/tables.ts';

export type JobKind = JobRow['kind'];
export type Subject = { projectId: string; kind: JobKind; subject: string };

/** Times are those of the database, since the clocks of processes can differ. */
const now = sql<Date>`clock_timestamp()`;
const inSeconds = (seconds: number) =>
  sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`;

/**
 * Inserts a job that is due now. A QUEUED job of the kind and subject becomes due; a RUNNING one runs again.
 */
export async function insertJob(
  db: Database,
  { id, projectId, kind, subject }: Subject & { id: string },
): Promise<void> {
  await db
    .insert(jobs)
    .values({ projectId, id, kind, subject, status: 'QUEUED', runAt: now, createdAt: now })
    .onConflictDoUpdate({
      target: [jobs.projectId, jobs.kind, jobs.subject],
      targetWhere: sql`status in ('QUEUED', 'RUNNING')`,
      set: { runAt: now, again: sql`${jobs.status} = 'RUNNING'` },
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

/** Claims the job that has been due longest, if any: QUEUED, or RUNNING with an expired lease. */
export async function claimJob(db: Database, leaseSeconds: number): Promise<JobRow | null> {
  const due = db
    .select({ projectId: jobs.projectId, id: jobs.id })
    .from(jobs)
    .where(
      or(
        and(eq(jobs.status, 'QUEUED'), lte(jobs.runAt, now)),
        and(eq(jobs.status, 'RUNNING'), lt(jobs.leasedUntil, now)),
      ),
    )
    .orderBy(jobs.runAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(jobs)
    .set({
      status: 'RUNNING',
      attempts: sql`${jobs.attempts} + 1`,
      leasedUntil: inSeconds(leaseSeconds),
    })
    .where(sql`(${jobs.projectId}, ${jobs.id}) = (${due})`)
    .returning();
  return rows[0] ?? null;
}

export async function renewLease(db: Database, job: JobRow, seconds: number): Promise<void> {
  await db
    .update(jobs)
    .set({ leasedUntil: inSeconds(seconds) })
    .where(isHeld(job));
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

/** Marks a job FAILED, or queues it again if it was enqueued meanwhile, since its input may have changed. */
export async function markFailed(db: Database, job: JobRow, error: string): Promise<void> {
  await db
    .update(jobs)
    .set({ ...ended('FAILED'), error })
    .where(isHeld(job));
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

/** The columns of a job that ended: its status, or QUEUED if it was enqueued again while it ran. */
function ended(status: 'COMPLETED' | 'FAILED') {
  return {
    status: sql`case when ${jobs.again} then 'QUEUED' else ${status} end`,
    attempts: sql`case when ${jobs.again} then 0 else ${jobs.attempts} end`,
    finishedAt: sql`case when ${jobs.again} then null else ${now} end`,
    again: false,
    leasedUntil: null,
  };
}

/** Condition that the job is in the same attempt, which the number of attempts identifies. */
function isHeld({ projectId, id, attempts }: JobRow): SQL | undefined {
  return and(
    eq(jobs.projectId, projectId),
    eq(jobs.id, id),
    eq(jobs.attempts, attempts),
    eq(jobs.status, 'RUNNING'),
  );
}
