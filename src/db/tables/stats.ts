import { bigint, doublePrecision, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { id, time } from './columns.ts';
import { projects } from './projects.ts';

/**
 * Counts of events in an hour, for each memory and agent that they concern (empty text for none). Each process adds its
 * counts every few seconds (`stats/collector.ts`).
 */
export const hourlyStats = pgTable(
  'hourly_stats',
  {
    projectId: id('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    hour: time('hour').notNull(),
    memoryId: id('memory_id').notNull(),
    agentId: id('agent_id').notNull(),
    traces: integer('traces').notNull().default(0),
    passed: integer('passed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    rewardSum: doublePrecision('reward_sum').notNull().default(0),
    created: integer('created').notNull().default(0),
    updated: integer('merged').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    searches: integer('searches').notNull().default(0),
    generations: integer('generations').notNull().default(0),
    inputTokens: bigint('input_tokens', { mode: 'number' }).notNull().default(0),
    outputTokens: bigint('output_tokens', { mode: 'number' }).notNull().default(0),
    /** Numbers of searches and generations, by the class of their latency (`stats/latency.ts`). */
    searchLatencies: integer('search_latencies').array().notNull(),
    generationLatencies: integer('generation_latencies').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.hour, t.memoryId, t.agentId] })],
);
