import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { fromSql, toSql } from 'pgvector';

/**
 * All tables. Each primary, unique and foreign key begins with `project_id`, so that no reference can cross
 * projects and the schema can be sharded by project.
 */

/** Ids and cursors compare bytewise, in any locale of the database. */
const id = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** A vector of any dimension. Each space has an index on a cast to its dimension (`hnsw-index.ts`). */
const vector = customType<{ data: number[]; driverData: string }>({
  dataType: () => 'vector',
  toDriver: (value) => toSql(value) as string,
  fromDriver: (value) => fromSql(value) as number[],
});

/** The lexemes of a text, for full-text search. */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export type Metadata = Record<string, unknown>;

/** The learning rate of reviews: a constant alpha, or one that decreases with each review of an entry. */
export const LEARNING_RATE_SCHEDULES = ['CONSTANT', 'DECAYING'] as const;

/** The settings of a memory stream; schema.graphql describes them. */
export type StreamSettings = {
  importanceThreshold: number;
  minObservations: number;
  recentObservations: number;
  questionsPerCycle: number;
  maxDepth: number;
  insightImportance: number;
  decayFactor: number;
  candidates: number;
  limit: number;
  recencyWeight: number;
  importanceWeight: number;
  relevanceWeight: number;
  utilityWeight: number;
  /** Null for no retention. */
  maxEntries: number | null;
  ttlHours: number | null;
  graceDays: number;
};

/** The settings that a project or a memory overrides; the others are inherited (project → default). */
export type OwnStreamSettings = Partial<StreamSettings>;

export const projects = pgTable('projects', {
  id: id('project_id').primaryKey(),
  name: text('name').notNull(),
  embeddingModel: text('embedding_model').notNull(),
  embeddingDimensions: integer('embedding_dimensions').notNull(),
  /** The model to which the project is being moved; null if it is not being moved. */
  nextModel: text('next_model'),
  nextDimensions: integer('next_dimensions'),
  duplicateThreshold: doublePrecision('duplicate_threshold'),
  updateThreshold: doublePrecision('update_threshold'),
  learningRate: doublePrecision('learning_rate'),
  learningRateFloor: doublePrecision('learning_rate_floor'),
  streamSettings: jsonb('stream_settings').$type<OwnStreamSettings>(),
  learningRateSchedule: text('learning_rate_schedule', { enum: LEARNING_RATE_SCHEDULES })
    .notNull()
    .default('CONSTANT'),
  similarityThreshold: doublePrecision('similarity_threshold'),
  /** The position of the last purged event of the project; null if none was purged. */
  purgedTransaction: bigint('purged_transaction', { mode: 'bigint' }),
  purgedSequence: bigint('purged_sequence', { mode: 'bigint' }),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

/** `project_id` is `root` for root keys; therefore it is not a foreign key. */
export const apiKeys = pgTable(
  'api_keys',
  {
    projectId: id('project_id').notNull(),
    id: id('id').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: ['READ', 'WRITE', 'ADMIN'] }).notNull(),
    hash: text('hash').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at'),
    revokedAt: time('revoked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('api_keys_hash').on(t.projectId, t.hash),
  ],
);

/** The counters are updated in the transaction that changes the entries, under the memory's lock. */
export const memories = pgTable(
  'memories',
  {
    projectId: id('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    id: id('id').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    tags: text('tags').array().notNull(),
    duplicateThreshold: doublePrecision('duplicate_threshold'),
    updateThreshold: doublePrecision('update_threshold'),
    entryCount: integer('entry_count').notNull().default(0),
    chunkCount: integer('chunk_count').notNull().default(0),
    streamSettings: jsonb('stream_settings').$type<OwnStreamSettings>(),
    /** Sum of importance and number of observations since the stream's last cycle. */
    streamImportance: doublePrecision('stream_importance').notNull().default(0),
    streamCount: integer('stream_count').notNull().default(0),
    lastReflectionAt: time('last_reflection_at'),
    /** The last entry that a finished cycle covered. */
    reflectedThrough: id('reflected_through'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('memories_name').on(t.projectId, t.name),
    index('memories_tags').using('gin', t.tags),
  ],
);

export const ENTRY_KINDS = ['FACT', 'OBSERVATION', 'PLAN', 'INSIGHT', 'REFLECTION'] as const;
export const ENTRY_SOURCES = ['MANUAL', 'AGENT', 'EXTRACTION', 'REFLECTION'] as const;

export const REVIEW_RESULTS = ['PASS', 'FAIL'] as const;
export type ReviewResult = (typeof REVIEW_RESULTS)[number];

/** The structured part of a reflection on a trace. The entry is embedded by its `task`. */
export type Lesson = {
  task: string;
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

/**
 * `passages` are the lines of the content: the first text, and one for each merge. `revision` is the number
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
    passages: text('passages').array().notNull(),
    metadata: jsonb('metadata').$type<Metadata>().notNull(),
    lesson: jsonb('lesson').$type<Lesson>(),
    revision: integer('revision').notNull().default(0),
    utility: doublePrecision('utility').notNull().default(0.5),
    reviewCount: integer('review_count').notNull().default(0),
    importance: doublePrecision('importance').notNull().default(5),
    importanceParts: jsonb('importance_parts').$type<ImportanceParts>(),
    /** 0 for an observation; for an insight, one more than the greatest depth of its evidence. */
    depth: integer('depth').notNull().default(0),
    occurredAt: time('occurred_at'),
    expiresAt: time('expires_at'),
    /** When an entry that retention deleted is permanently deleted. */
    purgeAt: time('purge_at'),
    accessCount: integer('access_count').notNull().default(0),
    lastAccessedAt: time('last_accessed_at'),
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
    index('entries_of_memory').on(t.projectId, t.memoryId, t.id),
    index('entries_metadata').using('gin', sql`${t.metadata} jsonb_path_ops`),
    index('entries_unrated')
      .on(t.projectId, t.memoryId, t.id)
      .where(sql`(importance_parts->>'pending') = 'true'`),
    index('entries_expiry')
      .on(t.expiresAt)
      .where(sql`expires_at is not null and deleted_at is null`),
    index('entries_purge').on(t.purgeAt).where(sql`purge_at is not null`),
  ],
);

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
    trajectory: jsonb('trajectory').$type<unknown[]>().notNull(),
    finalResponse: text('final_response'),
    toolsUsed: text('tools_used').array().notNull(),
    metadata: jsonb('metadata').$type<Metadata>().notNull(),
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    reviewResult: text('review_result', { enum: REVIEW_RESULTS }),
    reviewReward: doublePrecision('review_reward'),
    reviewFeedback: text('review_feedback'),
    /** The learning rate of the review; null for the rate DECAYING, which depends on each entry's reviews. */
    reviewAlpha: doublePrecision('review_alpha'),
    reviewOrder: bigint('review_order', { mode: 'number' }),
    reviewedAt: time('reviewed_at'),
    reviewedBy: text('reviewed_by'),
    reflectionMemoryId: id('reflection_memory_id'),
    reflectionEntryId: id('reflection_entry_id'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('traces_idempotency_key').on(t.projectId, t.idempotencyKey),
    index('traces_metadata').using('gin', sql`${t.metadata} jsonb_path_ops`),
    index('traces_review').on(t.projectId, t.reviewOrder),
    index('traces_result').on(t.projectId, t.reviewResult, t.id),
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

/** The entries that a run retrieved. `rank` counts from 1. */
export const retrievals = pgTable(
  'retrievals',
  {
    projectId: id('project_id').notNull(),
    traceId: id('trace_id').notNull(),
    entryId: id('entry_id').notNull(),
    rank: integer('rank').notNull(),
    score: doublePrecision('score'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.traceId, t.entryId] }),
    foreignKey({
      columns: [t.projectId, t.traceId],
      foreignColumns: [traces.projectId, traces.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.projectId, t.entryId],
      foreignColumns: [entries.projectId, entries.id],
    }).onDelete('cascade'),
    index('retrievals_of_entry').on(t.projectId, t.entryId),
  ],
);

/**
 * The changes of utilities by reviews, append-only. The replacement of a review supersedes its changes and
 * all later changes of the same entries, and inserts new ones.
 */
export const utilityChanges = pgTable(
  'utility_changes',
  {
    projectId: id('project_id').notNull(),
    entryId: id('entry_id').notNull(),
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    traceId: id('trace_id').notNull(),
    reviewOrder: bigint('review_order', { mode: 'number' }).notNull(),
    before: doublePrecision('before').notNull(),
    after: doublePrecision('after').notNull(),
    reward: doublePrecision('reward').notNull(),
    alpha: doublePrecision('alpha').notNull(),
    createdAt: time('created_at').notNull(),
    supersededAt: time('superseded_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.entryId, t.number] }),
    foreignKey({
      columns: [t.projectId, t.entryId],
      foreignColumns: [entries.projectId, entries.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.projectId, t.traceId],
      foreignColumns: [traces.projectId, traces.id],
    }).onDelete('cascade'),
  ],
);

/**
 * The searchable texts with their vectors. Deleting an entry deletes its chunks; restoring it embeds them
 * again. `text_hash` is set on the first chunk of each passage of a FACT and makes a text unique in its
 * memory. Chunks that are not in the HNSW index of their space yet (`entries/index-chunks.ts`) are compared
 * exactly.
 */
export const chunks = pgTable(
  'chunks',
  {
    projectId: id('project_id').notNull(),
    entryId: id('entry_id').notNull(),
    space: text('space').notNull(),
    position: integer('position').notNull(),
    memoryId: id('memory_id').notNull(),
    kind: text('kind', { enum: ENTRY_KINDS }).notNull(),
    text: text('text').notNull(),
    textHash: text('text_hash'),
    words: tsvector('words').generatedAlwaysAs(sql`to_tsvector('english', "text")`),
    embedding: vector('embedding').notNull(),
    isIndexed: boolean('is_indexed').notNull().default(false),
    /** Copies of the entry's columns, so that a search can filter without reading the entry. */
    expiresAt: time('expires_at'),
    depth: integer('depth').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.entryId, t.space, t.position] }),
    foreignKey({
      columns: [t.projectId, t.entryId],
      foreignColumns: [entries.projectId, entries.id],
    }).onDelete('cascade'),
    unique('chunks_text').on(t.projectId, t.memoryId, t.space, t.textHash),
    index('chunks_words').using('gin', t.words),
    index('chunks_pending').on(t.projectId, t.memoryId).where(sql`not is_indexed`),
  ],
);

export const REVISION_CHANGES = ['MERGED', 'EDITED', 'DELETED', 'RESTORED', 'REVERTED'] as const;

/** The states of entries before the change with this `number`. */
export const revisions = pgTable(
  'revisions',
  {
    projectId: id('project_id').notNull(),
    entryId: id('entry_id').notNull(),
    number: integer('number').notNull(),
    passages: text('passages').array().notNull(),
    metadata: jsonb('metadata').$type<Metadata>().notNull(),
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

/** The first answer to each idempotency key, with a hash of the request. */
export const idempotentWrites = pgTable(
  'idempotent_writes',
  {
    projectId: id('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    answer: jsonb('answer').$type<StoredAnswer>().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.key] }),
    index('idempotent_writes_age').on(t.createdAt),
  ],
);

export const KNOWLEDGE_RANKINGS = ['SIMILARITY', 'UTILITY', 'WEIGHTED'] as const;
export const INJECTIONS = ['SYSTEM', 'USER'] as const;

/** Which knowledge is injected into an agent's conversations. The schema describes the fields. */
export type KnowledgeConfig = {
  memoryIds: string[];
  memoryTags: string[];
  kinds: (typeof ENTRY_KINDS)[number][];
  minScore: number;
  limit: number;
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
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
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
    index('generations_age').on(t.updatedAt),
  ],
);

export const JOB_KINDS = [
  'PROJECT_REEMBEDDING',
  'TRACE_REFLECTION',
  'IMPORTANCE_RATING',
  'STREAM_INSIGHTS',
] as const;
export const JOB_STATUSES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED'] as const;

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
    /** True if the job was enqueued again while it ran; it then runs once more. */
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

export type StoredAnswer = {
  action: 'CREATED' | 'UPDATED' | 'SKIPPED';
  entryId: string;
  similarity: number | null;
  matchedEntryId: string | null;
  duplicateThreshold: number;
  updateThreshold: number;
};

/** The types of events, as in the schema's `EventType`. */
export const EVENT_TYPES = [
  'MEMORY_CREATED',
  'MEMORY_UPDATED',
  'MEMORY_DELETED',
  'ENTRY_CREATED',
  'ENTRY_MERGED',
  'ENTRY_SKIPPED',
  'ENTRY_EDITED',
  'ENTRY_DELETED',
  'ENTRY_RESTORED',
  'ENTRY_PURGED',
  'UTILITY_CHANGED',
  'TRACE_CREATED',
  'TRACE_REVIEWED',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** A changed field with its old and new value; null for no value. */
export type FieldChange = { field: string; before: unknown; after: unknown };

/**
 * The event log, ordered by (`transaction`, `sequence`). A reader that stays below the oldest running
 * transaction misses no event (docs/decisions/001-event-order.md).
 */
export const events = pgTable(
  'events',
  {
    projectId: id('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    transaction: bigint('transaction', { mode: 'bigint' })
      .notNull()
      .default(sql`(pg_current_xact_id()::text::bigint)`),
    sequence: bigint('sequence', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    type: text('type', { enum: EVENT_TYPES }).notNull(),
    memoryId: id('memory_id'),
    memoryTags: text('memory_tags').array().notNull(),
    entryId: id('entry_id'),
    traceId: id('trace_id'),
    changes: jsonb('changes').$type<FieldChange[]>().notNull(),
    actor: text('actor').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.transaction, t.sequence] })],
);
