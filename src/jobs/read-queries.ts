import { and, count, desc, eq, gt, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { byId, type Slice } from '../db/page.ts';
import { isAmong } from '../db/prepared-queries.ts';
import type { JobRow } from '../db/rows.ts';
import { jobs } from '../db/tables/jobs.ts';
import { isDue, isHeld, isJob, type JobKind, type JobName } from './queries.ts';

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

/** Selects jobs of other kinds than `except`, in the projects `among` or, if that is null, in all projects. */
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

/** The job, locked until the transaction ends, if its last attempt did not report its end; otherwise null. */
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

/** Whether this process holds the job. Locks the job until the transaction ends. */
export async function isLeased(db: Database, job: JobRow): Promise<boolean> {
  const rows = await db.select({ id: jobs.id }).from(jobs).where(isHeld(job)).for('update');
  return rows.length > 0;
}

/** The job, locked until the transaction ends; null if it does not exist. */
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

/** The jobs to list. A field that is null does not restrict them. */
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

export function isListed({ projectId, status, kind }: JobFilter): SQL | undefined {
  return and(
    eq(jobs.projectId, projectId),
    status ? eq(jobs.status, status) : undefined,
    kind ? eq(jobs.kind, kind) : undefined,
  );
}

/**
 * Condition for due jobs whose last attempt did not report its end: they are still RUNNING, and their lease has
 * expired.
 */
export function isUnreported(maxAttempts: number): SQL<boolean> {
  return sql<boolean>`(${jobs.status} = 'RUNNING' and ${jobs.attempts} >= ${maxAttempts})`;
}
