import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { id, type Metadata, time } from './columns.ts';
import { memories } from './memories.ts';
import type { ReviewResult } from './traces.ts';

/**
 * The words of statements as they are written, without stemming, so that a prefix of a word can be found.
 * `lorebase_content` joins the texts of the statements. `lorebase_words` separates words at ASCII punctuation, because
 * PostgreSQL would treat `example.com` or `3.14` as one word.
 */
export const wordsOf = (statements: SQLWrapper) =>
  sql`lorebase_words(lorebase_content(${statements}))`;

/**
 * The texts of statements, one per line. PostgreSQL reads the text of a single statement faster than it joins several.
 */
export const textsOf = (statements: SQLWrapper) =>
  sql<string>`case when ${statements} -> 1 is null then ${statements} -> 0 ->> 'text' else lorebase_content(${statements}) end`;

export const ENTRY_KINDS = ['FACT', 'OBSERVATION', 'PLAN', 'INSIGHT', 'REFLECTION'] as const;
export const ENTRY_SOURCES = ['MANUAL', 'AGENT', 'EXTRACTION', 'REFLECTION'] as const;

/** The structured part of a reflection on a trace. The entry is embedded by its `task`. */
export type Lesson = {
  task: string;
  /** The text that queries are compared with in place of the task, if the trace has one. */
  embeddedText?: string | null;
  outcome: ReviewResult | null;
  summary: string;
  keyMistake: string;
  correctAction: string;
  applicableTools: string[];
  guidance: string;
  toolsUsed: string[];
  traceId: string;
  /** True if the prompt contained only the beginning and the end of the run. */
  shortened: boolean;
};

/** One of the texts of an entry. Times are ISO 8601; schema.graphql describes the fields. */
export type Statement = {
  /** Unique in the entry. The number of a deleted statement is never used again. */
  number: number;
  text: string;
  source: (typeof ENTRY_SOURCES)[number];
  metadata: Metadata;
  context: string | null;
  actor: string | null;
  occurredAt: string | null;
  firstStatedAt: string;
  lastStatedAt: string;
  statedCount: number;
};

/** The parts of an importance: the origin, the base and the additions. */
export type ImportanceParts = {
  source: 'CALLER' | 'MODEL' | 'DEFAULT';
  base: number;
  entity: number;
  feeling: number;
  goal: number;
  /** True until the chat model has rated the entry; the base is then the default. */
  pending: boolean;
  /** The caller's context for the rating. */
  context: string | null;
};

/** The utility of an entry that no review has changed (Reflect's initial `q_value`). */
export const INITIAL_UTILITY = 0.5;

/** The importance, in 1..10, of an entry that was not rated (Generative Agents). */
export const INITIAL_IMPORTANCE = 5;

/**
 * The entries. The content of an entry consists of the texts of its `statements`, the newest last. `metadata`,
 * `occurredAt` and `lastStatedAt` are derived from the statements (`entries/statements.ts`). `revision` is the number
 * of changes, each of which has a row in `revisions`.
 */
export const entries = pgTable(
  'entries',
  {
    projectId: id('project_id').notNull(),
    id: id('id').notNull(),
    memoryId: id('memory_id').notNull(),
    kind: text('kind', { enum: ENTRY_KINDS }).notNull(),
    source: text('source', { enum: ENTRY_SOURCES }).notNull(),
    statements: jsonb('statements').$type<Statement[]>().notNull(),
    /** The number of the next statement. */
    nextStatement: integer('next_statement').notNull().default(2),
    metadata: jsonb('metadata').$type<Metadata>().notNull(),
    lesson: jsonb('lesson').$type<Lesson>(),
    revision: integer('revision').notNull().default(0),
    utility: doublePrecision('utility').notNull().default(INITIAL_UTILITY),
    reviewCount: integer('review_count').notNull().default(0),
    importance: doublePrecision('importance').notNull().default(INITIAL_IMPORTANCE),
    importanceParts: jsonb('importance_parts').$type<ImportanceParts>(),
    /** 0 for an observation; for an insight, one more than the greatest depth of its evidence. */
    depth: integer('depth').notNull().default(0),
    occurredAt: time('occurred_at'),
    /** When a statement was last said: recency is computed from it and from the latest access. */
    lastStatedAt: time('last_stated_at').notNull(),
    /** The entry that replaces this one. Searches then leave this one out. */
    supersededBy: id('superseded_by'),
    supersededAt: time('superseded_at'),
    /** Whether the job CONTRADICTION_CHECK has yet to look for what the newest statement contradicts. */
    contradictionPending: boolean('contradiction_pending').notNull().default(false),
    expiresAt: time('expires_at'),
    /** When an entry that retention deleted is permanently deleted. */
    purgeAt: time('purge_at'),
    accessCount: integer('access_count').notNull().default(0),
    lastAccessedAt: time('last_accessed_at'),
    createdBy: text('created_by'),
    updatedBy: text('updated_by'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    deletedAt: time('deleted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    foreignKey({
      columns: [t.projectId, t.memoryId],
      foreignColumns: [memories.projectId, memories.id],
    }).onDelete('cascade'),
    // The index does not begin with `project_id`. If it did, PostgreSQL would use it instead of the primary key for
    // foreign key checks while the table has no statistics, and scan all index entries of the project in each check.
    index('entries_of_memory').on(t.memoryId, t.id),
    index('entries_metadata').using('gin', sql`${t.metadata} jsonb_path_ops`),
    index('entries_words').using('gin', wordsOf(t.statements)),
    index('entries_superseded')
      .on(t.projectId, t.supersededBy)
      .where(sql`superseded_by is not null`),
    // There is no index for lists by utility or importance: each review or rating would then change all indexes of the
    // entry. This index has a condition, so that PostgreSQL does not use it to check foreign keys, which would be slow.
    index('entries_updated').on(t.projectId, t.updatedAt, t.id).where(sql`deleted_at is null`),
    // For lists of the kinds that are rarer than facts.
    index('entries_kind').on(t.projectId, t.kind, t.id).where(sql`kind <> 'FACT'`),
    index('entries_unchecked').on(t.projectId, t.memoryId, t.id).where(sql`contradiction_pending`),
    index('entries_unrated')
      .on(t.projectId, t.memoryId, t.id)
      .where(sql`(importance_parts->>'pending') = 'true'`),
    index('entries_expiry')
      .on(t.expiresAt)
      .where(sql`expires_at is not null and deleted_at is null`),
    index('entries_purge').on(t.purgeAt).where(sql`purge_at is not null`),
    index('entries_deleted').on(t.projectId, t.id).where(sql`deleted_at is not null`),
  ],
);

export const REVISION_CHANGES = [
  'STATEMENT_ADDED',
  'RESTATED',
  'EDITED',
  'DELETED',
  'RESTORED',
  'REVERTED',
  'STATEMENT_DELETED',
  'SPLIT',
  'MERGED',
] as const;

/**
 * The changes of entries. The state before a change has the statements with these `numbers`, in this order. A statement
 * that is in `changed` had that value before the change; any other was the same as after it.
 */
export const revisions = pgTable(
  'revisions',
  {
    projectId: id('project_id').notNull(),
    entryId: id('entry_id').notNull(),
    number: integer('number').notNull(),
    numbers: integer('numbers').array().notNull(),
    changed: jsonb('changed').$type<Statement[]>().notNull(),
    /** The other entries that the change created, merged, superseded or reverted. */
    relatedIds: text('related_ids').array().notNull().default([]),
    change: text('change', { enum: REVISION_CHANGES }).notNull(),
    similarity: doublePrecision('similarity'),
    actor: text('actor').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.entryId, t.number] }),
    foreignKey({
      columns: [t.projectId, t.entryId],
      foreignColumns: [entries.projectId, entries.id],
    }).onDelete('cascade'),
  ],
);
