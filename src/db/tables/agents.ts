import {
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
import type { EntryConditions } from '../entry-conditions.ts';
import { id, time } from './columns.ts';
import { projects } from './projects.ts';
import type { SEARCH_MODES } from './stream-settings.ts';

export const KNOWLEDGE_RANKINGS = ['RELEVANCE', 'UTILITY', 'WEIGHTED'] as const;
export const INJECTIONS = ['SYSTEM', 'USER'] as const;

/**
 * The entries that an agent's searches cover. Times are ISO 8601. A condition is absent if the agent was stored by a
 * version without this condition.
 */
export type StoredScope = Partial<EntryConditions<string>> & {
  memoryIds: string[];
  memoryTags: string[];
};

/** Which knowledge is injected into an agent's conversations. The schema describes the fields. */
export type KnowledgeConfig = {
  scope: StoredScope;
  mode: (typeof SEARCH_MODES)[number];
  /** Lowest score of an injected entry; null for no limit. */
  minScore: number | null;
  /** Lowest score of an injected entry, as a share of the best entry's score. */
  relativeScore: number;
  limit: number;
  tokenBudget: number;
  ranking: (typeof KNOWLEDGE_RANKINGS)[number];
  lambda: number;
  mmrLambda: number;
  reflections: boolean;
  writeMemoryId: string | null;
  injectAs: (typeof INJECTIONS)[number];
};

export const agents = pgTable(
  'agents',
  {
    projectId: id('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    id: id('id').notNull(),
    name: text('name').notNull(),
    instructions: text('instructions'),
    model: text('model'),
    temperature: doublePrecision('temperature'),
    maxSteps: integer('max_steps').notNull(),
    knowledgeConfig: jsonb('knowledge_config').$type<KnowledgeConfig>().notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('agents_name').on(t.projectId, t.name),
  ],
);

export const GENERATION_STATUSES = [
  'RUNNING',
  'REQUIRES_ACTION',
  'COMPLETED',
  'MAX_STEPS_REACHED',
  'FAILED',
  'CANCELLED',
] as const;

/** Generations. `state` contains what is needed to continue one. */
export const generations = pgTable(
  'generations',
  {
    projectId: id('project_id').notNull(),
    id: id('id').notNull(),
    agentId: id('agent_id').notNull(),
    status: text('status', { enum: GENERATION_STATUSES }).notNull(),
    state: jsonb('state').$type<unknown>().notNull(),
    traceId: id('trace_id'),
    /** Code and message of the error of a FAILED generation. */
    error: text('error'),
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    createdBy: text('created_by'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    foreignKey({
      columns: [t.projectId, t.agentId],
      foreignColumns: [agents.projectId, agents.id],
    }).onDelete('cascade'),
    unique('generations_idempotency_key').on(t.projectId, t.idempotencyKey),
    index('generations_of_agent').on(t.projectId, t.agentId, t.id),
    index('generations_age').on(t.updatedAt),
  ],
);
