import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { id, type Metadata, time, vector } from './columns.ts';
import { projects } from './projects.ts';

export const REVIEW_RESULTS = ['PASS', 'FAIL'] as const;
export type ReviewResult = (typeof REVIEW_RESULTS)[number];

type TextsOfTrace = { task: SQLWrapper; finalResponse: SQLWrapper };

/**
 * The text by which traces are filtered: the task and the beginning of the final response. The rest is left out, because
 * a tsvector of PostgreSQL can have at most 1 MiB.
 */
export const traceText = ({ task, finalResponse }: TextsOfTrace) =>
  sql`${task} || ' ' || left(coalesce(${finalResponse}, ''), 100000)`;

/** The words of `traceText`, without stemming. */
export const traceWords = (of: TextsOfTrace) => sql`lorebase_words(${traceText(of)})`;

/** Runs of agents. `reviewOrder` is the position of the review among those of the project, for replays. */
export const traces = pgTable(
  'traces',
  {
    projectId: id('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    id: id('id').notNull(),
    agentId: text('agent_id'),
    model: text('model'),
    task: text('task').notNull(),
    /** The text that searches compare queries with; the task if it is null. */
    embeddedText: text('embedded_text'),
    trajectory: jsonb('trajectory').$type<unknown[]>().notNull(),
    finalResponse: text('final_response'),
    toolsUsed: text('tools_used').array().notNull(),
    metadata: jsonb('metadata').$type<Metadata>().notNull(),
    messageCount: integer('message_count').notNull().default(0),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    durationMs: integer('duration_ms'),
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    reviewResult: text('review_result', { enum: REVIEW_RESULTS }),
    reviewReward: doublePrecision('review_reward'),
    reviewFeedback: text('review_feedback'),
    /** The learning rate of the review; null for the rate DECAYING, which depends on each entry's reviews. */
    reviewAlpha: doublePrecision('review_alpha'),
    reviewOrder: bigint('review_order', { mode: 'number' }),
    /** The mean reward of the agent's earlier runs, with which the reward is compared; null for the rule REWARD. */
    reviewBaseline: doublePrecision('review_baseline'),
    /** Rewards of single entries, by entry id. */
    entryRewards: jsonb('entry_rewards').$type<Record<string, number>>(),
    reviewedAt: time('reviewed_at'),
    reviewedBy: text('reviewed_by'),
    reflectionMemoryId: id('reflection_memory_id'),
    reflectionEntryId: id('reflection_entry_id'),
    createdBy: text('created_by'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('traces_idempotency_key').on(t.projectId, t.idempotencyKey),
    index('traces_metadata').using('gin', sql`${t.metadata} jsonb_path_ops`),
    index('traces_review').on(t.projectId, t.reviewOrder),
    index('traces_reviews_of_agent')
      .on(t.projectId, t.agentId, t.reviewOrder)
      .where(sql`review_order is not null`),
    index('traces_result').on(t.projectId, t.reviewResult, t.id),
    index('traces_agent').on(t.projectId, t.agentId, t.id),
    index('traces_age').on(t.projectId, t.createdAt),
    index('traces_words').using('gin', traceWords(t)),
  ],
);

/** The vectors of traces' tasks, in each space in which they are searched. */
export const traceVectors = pgTable(
  'trace_vectors',
  {
    projectId: id('project_id').notNull(),
    traceId: id('trace_id').notNull(),
    space: text('space').notNull(),
    embedding: vector('embedding').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.traceId, t.space] }),
    foreignKey({
      columns: [t.projectId, t.traceId],
      foreignColumns: [traces.projectId, traces.id],
    }).onDelete('cascade'),
  ],
);

/**
 * The entries that a run retrieved, with their content at that time. `rank` counts from 1. The entry can be
 * gone; therefore `entryId` is not a foreign key.
 */
export const retrievals = pgTable(
  'retrievals',
  {
    projectId: id('project_id').notNull(),
    traceId: id('trace_id').notNull(),
    entryId: id('entry_id').notNull(),
    content: text('content').notNull().default(''),
    rank: integer('rank').notNull(),
    score: doublePrecision('score'),
    /** Share, in 0..1, of the shown words that the run's final response contains; null if it is not known. */
    used: doublePrecision('used'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.traceId, t.entryId] }),
    foreignKey({
      columns: [t.projectId, t.traceId],
      foreignColumns: [traces.projectId, traces.id],
    }).onDelete('cascade'),
    index('retrievals_of_entry').on(t.projectId, t.entryId),
  ],
);
