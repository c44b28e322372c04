import { sql } from 'drizzle-orm';
import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, time } from './columns.ts';
import { entries } from './entries.ts';
import { memories } from './memories.ts';

export const EVIDENCE_ROLES = ['CITED', 'CONSIDERED'] as const;

/** The evidence of insights: the entries that an insight cites or, without citations, those of the prompt. */
export const evidence = pgTable(
  'evidence',
  {
    projectId: id('project_id').notNull(),
    entryId: id('entry_id').notNull(),
    evidenceId: id('evidence_id').notNull(),
    role: text('role', { enum: EVIDENCE_ROLES }).notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.entryId, t.evidenceId] }),
    foreignKey({
      columns: [t.projectId, t.entryId],
      foreignColumns: [entries.projectId, entries.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.projectId, t.evidenceId],
      foreignColumns: [entries.projectId, entries.id],
    }).onDelete('cascade'),
    index('evidence_of').on(t.projectId, t.evidenceId),
  ],
);

/** A question of a cycle, with its insight or error. */
export type CycleQuestion = { question: string; entryId: string | null; error: string | null };

/**
 * The cycles of memory streams. The start of a cycle sets `startedAt` and fixes the part of the stream that
 * it covers: `importance`, `observationCount` and the last entry (`through`).
 */
export const cycles = pgTable(
  'cycles',
  {
    projectId: id('project_id').notNull(),
    id: id('id').notNull(),
    memoryId: id('memory_id').notNull(),
    importance: doublePrecision('importance').notNull().default(0),
    observationCount: integer('observation_count').notNull().default(0),
    through: id('through'),
    questions: jsonb('questions').$type<CycleQuestion[]>(),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    createdAt: time('created_at').notNull(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    foreignKey({
      columns: [t.projectId, t.memoryId],
      foreignColumns: [memories.projectId, memories.id],
    }).onDelete('cascade'),
    uniqueIndex('cycles_open').on(t.projectId, t.memoryId).where(sql`finished_at is null`),
    index('cycles_of_memory').on(t.projectId, t.memoryId, t.id),
  ],
);
