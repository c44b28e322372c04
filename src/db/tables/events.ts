import { bigint, boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, time } from './columns.ts';
import { projects } from './projects.ts';

/** The types of events, as in the schema's `EventType`. */
export const EVENT_TYPES = [
  'MEMORY_CREATED',
  'MEMORY_UPDATED',
  'MEMORY_DELETED',
  'MEMORY_RESTORED',
  'MEMORY_PURGED',
  'ENTRY_CREATED',
  'ENTRY_STATEMENT_ADDED',
  'ENTRY_SKIPPED',
  'ENTRY_EDITED',
  'ENTRY_MOVED',
  'ENTRY_SPLIT',
  'ENTRY_MERGED',
  'ENTRY_SUPERSEDED',
  'ENTRY_RATED',
  'ENTRY_DELETED',
  'ENTRY_RESTORED',
  'ENTRY_PURGED',
  'UTILITY_CHANGED',
  'TRACE_CREATED',
  'TRACE_REVIEWED',
  'TRACE_DELETED',
  'AGENT_CREATED',
  'AGENT_UPDATED',
  'AGENT_DELETED',
  'GENERATION_STARTED',
  'GENERATION_ENDED',
  'INSIGHT_CYCLE_STARTED',
  'INSIGHT_CYCLE_ENDED',
  'JOB_STARTED',
  'JOB_COMPLETED',
  'JOB_FAILED',
  'JOB_CANCELLED',
  'API_KEY_CREATED',
  'API_KEY_UPDATED',
  'API_KEY_REVOKED',
  'PROJECT_UPDATED',
  'DATA_ERASED',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** A changed field with its old and new value; null for no value. */
export type FieldChange = { field: string; before: unknown; after: unknown };

/**
 * One row for each event log: the number and token of its last event, and of the last event that was purged (null if
 * none was). A transaction takes the numbers of its events from this row, with its last statement, so that the order of
 * the numbers is the order of the commits (docs/decisions/027-numbered-log.md). A project without a row has had no
 * event.
 */
export const eventLogs = pgTable('event_logs', {
  projectId: id('project_id')
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  lastNumber: bigint('last_number', { mode: 'bigint' }).notNull(),
  lastToken: bigint('last_token', { mode: 'bigint' }).notNull(),
  purgedNumber: bigint('purged_number', { mode: 'bigint' }),
  purgedToken: bigint('purged_token', { mode: 'bigint' }),
});

/** The event log. Its numbers begin at 1 in each project, and have no gaps. */
export const events = pgTable(
  'events',
  {
    projectId: id('project_id')
      .notNull()
      .references(() => eventLogs.projectId, { onDelete: 'cascade' }),
    number: bigint('number', { mode: 'bigint' }).notNull(),
    /** A random number that distinguishes events with the same `number` in different copies of the database. */
    token: bigint('token', { mode: 'bigint' }).notNull(),
    /** True for an erased event, which keeps only its number, token and time, and is shown to no reader. */
    isErased: boolean('is_erased').notNull().default(false),
    type: text('type', { enum: EVENT_TYPES }).notNull(),
    memoryId: id('memory_id'),
    memoryTags: text('memory_tags').array().notNull(),
    entryId: id('entry_id'),
    traceId: id('trace_id'),
    agentId: id('agent_id'),
    /** The generation, job, insight cycle or API key of the event; the prefix of the id tells which. */
    subjectId: id('subject_id'),
    changes: jsonb('changes').$type<FieldChange[]>().notNull(),
    actor: text('actor').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.number] })],
);
