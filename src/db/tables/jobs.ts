import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, time } from './columns.ts';
import { projects } from './projects.ts';

export const JOB_KINDS = [
  'PROJECT_REEMBEDDING',
  'TRACE_REFLECTION',
  'IMPORTANCE_RATING',
  'STREAM_INSIGHTS',
  'CONTRADICTION_CHECK',
] as const;
export const JOB_STATUSES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;

/**
 * Background jobs (docs/decisions/009-jobs.md). The process that runs a job renews its lease (`leasedUntil`);
 * a job with an expired lease is claimed by another process.
 */
export const jobs = pgTable(
  'jobs',
  {
    projectId: id('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    id: id('id').notNull(),
    kind: text('kind', { enum: JOB_KINDS }).notNull(),
    /** Id of the object of the job. At most one job of a kind and subject is QUEUED or RUNNING. */
    subject: text('subject').notNull(),
    status: text('status', { enum: JOB_STATUSES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The number of the latest run, which identifies it: unlike `attempts`, it never starts over. */
    run: integer('run').notNull().default(0),
    /** True if the job was enqueued again since its latest run began. A run that ends is then followed by another. */
    again: boolean('again').notNull().default(false),
    error: text('error'),
    runAt: time('run_at').notNull(),
    leasedUntil: time('leased_until'),
    createdAt: time('created_at').notNull(),
    finishedAt: time('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex('jobs_under_way')
      .on(t.projectId, t.kind, t.subject)
      .where(sql`status in ('QUEUED', 'RUNNING')`),
    index('jobs_due').on(t.runAt).where(sql`status in ('QUEUED', 'RUNNING')`),
    index('jobs_of_subject').on(t.projectId, t.kind, t.subject, t.id),
  ],
);
