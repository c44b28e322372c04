import { type SQLWrapper, sql } from 'drizzle-orm';
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
import { fromSql } from 'pgvector';
import { vectorParameter } from './vector-parameter.ts';

/**
 * All tables. Each primary, unique and foreign key begins with `project_id`, so that no reference can cross
 * projects and the schema can be sharded by project.
 */

/** Ids and cursors compare bytewise, in any locale of the database. */
const id = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** A vector of any dimension. Each space has an index on a cast to its dimension (`hnsw-index.ts`). */
const vector = customType<{ data: number[]; driverData: unknown }>({
  dataType: () => 'vector',
  toDriver: vectorParameter,
  fromDriver: (value) => fromSql(value) as number[],
});

/** The lexemes of a text, for full-text search. */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export type Metadata = Record<string, unknown>;

/**
 * The words of statements as they are written, without stemming, so that a prefix of a word can be found.
 * `lorebase_content` joins the texts of the statements. `lorebase_words` separates words at ASCII
 * punctuation: PostgreSQL would read `example.com` or `3.14` as one word.
 */
export const wordsOf = (statements: SQLWrapper) =>
  sql`lorebase_words(lorebase_content(${statements}))`;

/** The texts of statements, one per line. PostgreSQL reads the text of a single statement faster than it joins several. */
export const textsOf = (statements: SQLWrapper) =>
  sql<string>`case when ${statements} -> 1 is null then ${statements} -> 0 ->> 'text' else lorebase_content(${statements}) end`;

/**
 * The keys of a chunk's words in the index: numbers that are made of the project and the word, so that a search reads
 * the chunks of its project alone.
 */
export const projectWords = (of: { projectId: SQLWrapper; words: SQLWrapper }) =>
  sql`lorebase_project_words(${of.projectId}, ${of.words})`;

/** The learning rate of reviews: a constant alpha, or one that decreases with each review of an entry. */
export const LEARNING_RATE_SCHEDULES = ['CONSTANT', 'DECAYING'] as const;

export const STREAM_RANKINGS = ['MEASURED', 'GENERATIVE_AGENTS', 'PAPER_CODE'] as const;
export const NORMALIZATIONS = ['NONE', 'MIN_MAX'] as const;
export const SEARCH_MODES = ['SEMANTIC', 'HYBRID', 'LEXICAL'] as const;

/** The settings of a memory stream; schema.graphql describes them. */
export type StreamSettings = {
  ranking: (typeof STREAM_RANKINGS)[number];
  normalization: (typeof NORMALIZATIONS)[number];
  mode: (typeof SEARCH_MODES)[number];
  rating: boolean;
  insights: boolean;
  /** The chat model of ratings and insights; null for the server's. */
  scoringModel: string | null;
  entityAddition: number;
  feelingAddition: number;
  goalAddition: number;
  importanceThreshold: number;
  minObservations: number;
  recentObservations: number;
  questionsPerCycle: number;
  maxDepth: number;
  insightImportance: number;
  decayFactor: number;
  accessShare: number;
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

/** The settings that a project or a memory overrides; the others are inherited (memory → project → default). */
export type OwnStreamSettings = Partial<StreamSettings>;

export const WRITE_PRESETS = ['MEASURED', 'SOAT'] as const;
export const DUPLICATE_POLICIES = ['SAFE', 'SIMILAR'] as const;
export const CREDIT_RULES = ['BASELINE', 'REWARD'] as const;

/** The quotas of a project; null for no limit. */
export type Quotas = {
  maxEntries: number | null;
  maxBytes: number | null;
  maxWritesPerDay: number | null;
  maxGenerationsPerDay: number | null;
};

export const projects = pgTable('projects', {
  id: id('project_id').primaryKey(),
  name: text('name').notNull(),
  embeddingModel: text('embedding_model').notNull(),
  embeddingDimensions: integer('embedding_dimensions').notNull(),
  /** The model to which the project is being moved; null if it is not being moved. */
  nextModel: text('next_model'),
  nextDimensions: integer('next_dimensions'),
  writePreset: text('write_preset', { enum: WRITE_PRESETS }),
  duplicatePolicy: text('duplicate_policy', { enum: DUPLICATE_POLICIES }),
  duplicateThreshold: doublePrecision('duplicate_threshold'),
  updateThreshold: doublePrecision('update_threshold'),
  maxStatements: integer('max_statements'),
  creditRule: text('credit_rule', { enum: CREDIT_RULES }),
  /** A metadata key that traces and reflections must have, and searches for reflections must filter by. */
  requiredMetadataKey: text('required_metadata_key'),
  learningRate: doublePrecision('learning_rate'),
  learningRateFloor: doublePrecision('learning_rate_floor'),
  streamSettings: jsonb('stream_settings').$type<OwnStreamSettings>(),
  learningRateSchedule: text('learning_rate_schedule', { enum: LEARNING_RATE_SCHEDULES })
    .notNull()
    .default('CONSTANT'),
  similarityThreshold: doublePrecision('similarity_threshold'),
  /** Days after which traces are deleted; null for no limit. */
  traceRetentionDays: integer('trace_retention_days'),
  quotas: jsonb('quotas').$type<Quotas>(),
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
    /** The first characters of the secret, by which a person recognizes it. */
    prefix: text('prefix').notNull().default(''),
    /** The secret before the last rotation, which is accepted until `previousUntil`. */
    previousHash: text('previous_hash'),
    previousUntil: time('previous_until'),
    createdBy: text('created_by'),
    createdAt: time('created_at').notNull(),
    /** Stored at most once in a while for each process, not for each request. */
    lastUsedAt: time('last_used_at'),
    expiresAt: time('expires_at'),
    revokedAt: time('revoked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('api_keys_hash').on(t.projectId, t.hash),
    index('api_keys_previous_hash')
      .on(t.projectId, t.previousHash)
      .where(sql`previous_hash is not null`),
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
    duplicatePolicy: text('duplicate_policy', { enum: DUPLICATE_POLICIES }),
    duplicateThreshold: doublePrecision('duplicate_threshold'),
    updateThreshold: doublePrecision('update_threshold'),
    maxStatements: integer('max_statements'),
    /** Whether the chat model looks for facts that a new fact contradicts. */
    contradictionCheck: boolean('contradiction_check').notNull().default(false),
    entryCount: integer('entry_count').notNull().default(0),
    chunkCount: integer('chunk_count').notNull().default(0),
    /** Bytes of content of the entries that are not deleted. */
    contentBytes: bigint('content_bytes', { mode: 'number' }).notNull().default(0),
    /** Number of changes of the memory itself. */
    version: integer('version').notNull().default(0),
    streamSettings: jsonb('stream_settings').$type<OwnStreamSettings>(),
    /** Sum of importance and number of observations since the stream's last cycle. */
    streamImportance: doublePrecision('stream_importance').notNull().default(0),
    streamCount: integer('stream_count').notNull().default(0),
    lastReflectionAt: time('last_reflection_at'),
    /** The last entry that a finished cycle covered. */
    reflectedThrough: id('reflected_through'),
    createdBy: text('created_by'),
    updatedBy: text('updated_by'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    deletedAt: time('deleted_at'),
    /** When a deleted memory is permanently deleted. */
    purgeAt: time('purge_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex('memories_name').on(t.projectId, t.name).where(sql`deleted_at is null`),
    index('memories_tags').using('gin', t.tags),
    index('memories_purge').on(t.purgeAt).where(sql`purge_at is not null`),
  ],
);

export const ENTRY_KINDS = ['FACT', 'OBSERVATION', 'PLAN', 'INSIGHT', 'REFLECTION'] as const;
export const ENTRY_SOURCES = ['MANUAL', 'AGENT', 'EXTRACTION', 'REFLECTION'] as const;

export const REVIEW_RESULTS = ['PASS', 'FAIL'] as const;
export type ReviewResult = (typeof REVIEW_RESULTS)[number];

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

/** One text that an entry says. Times are ISO 8601; schema.graphql describes the fields. */
export type Statement = {
  /** Unique in the entry, and never used again. */
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

/**
 * The content of an entry are the texts of its `statements`, the newest last. `metadata`, `occurredAt` and
 * `lastStatedAt` are derived from the statements (`entries/statements.ts`). `revision` is the number of
 * changes, each of which has a row in `revisions`.
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
    utility: doublePrecision('utility').notNull().default(0.5),
    reviewCount: integer('review_count').notNull().default(0),
    importance: doublePrecision('importance').notNull().default(5),
    importanceParts: jsonb('importance_parts').$type<ImportanceParts>(),
    /** 0 for an observation; for an insight, one more than the greatest depth of its evidence. */
    depth: integer('depth').notNull().default(0),
    occurredAt: time('occurred_at'),
    /** When the newest statement was last said: recency is computed from it and from the latest access. */
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
    // The index does not begin with `project_id`. If it did, PostgreSQL would use it instead of the primary key for foreign key checks
    // while the table has no statistics, and scan all index entries of the project in each check.
    index('entries_of_memory').on(t.memoryId, t.id),
    index('entries_metadata').using('gin', sql`${t.metadata} jsonb_path_ops`),
    index('entries_words').using('gin', wordsOf(t.statements)),
    index('entries_superseded')
      .on(t.projectId, t.supersededBy)
      .where(sql`superseded_by is not null`),
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

/**
 * The words of a trace's task and of the beginning of its final response, as they are written. PostgreSQL
 * rejects the words of a text of more than 1 MiB.
 */
export const traceWords = (of: { task: SQLWrapper; finalResponse: SQLWrapper }) =>
  sql`lorebase_words(${of.task} || ' ' || left(coalesce(${of.finalResponse}, ''), 100000))`;

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
    /**
     * Null if the trace was deleted. The row is kept, so that other reviews can be replayed exactly. It is no
     * foreign key: Citus supports no ON DELETE SET NULL.
     */
    traceId: id('trace_id'),
    reviewOrder: bigint('review_order', { mode: 'number' }).notNull(),
    before: doublePrecision('before').notNull(),
    after: doublePrecision('after').notNull(),
    reward: doublePrecision('reward').notNull(),
    /** The mean reward with which the reward was compared; null for lessons and for the rule REWARD. */
    baseline: doublePrecision('baseline'),
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
    index('utility_changes_of_trace').on(t.projectId, t.traceId),
  ],
);

/**
 * The searchable texts with their vectors: the chunks of statements. The chunks of an edited or deleted
 * statement remain with `knownUntil` until their retention ends, outside the index, so that a search can ask
 * what was known at a time. `text_hash` is set on the first chunk of each statement of a FACT, by which a
 * write finds the holders of its text. Chunks that are not in the HNSW index of their space yet
 * (`entries/index-chunks.ts`) are compared exactly.
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
    /** `Statement.number`. */
    statement: integer('statement').notNull(),
    text: text('text').notNull(),
    /** The context, whose words count less than those of the text; null without one. */
    context: text('context'),
    textHash: text('text_hash'),
    words: tsvector('words').generatedAlwaysAs(
      sql`setweight(to_tsvector('english', "text"), 'A') || setweight(to_tsvector('english', coalesce("context", '')), 'D')`,
    ),
    embedding: vector('embedding').notNull(),
    isIndexed: boolean('is_indexed').notNull().default(false),
    /** Copies of the entry's columns, so that a search can filter without reading the entry. */
    expiresAt: time('expires_at'),
    depth: integer('depth').notNull().default(0),
    supersededAt: time('superseded_at'),
    /** When the statement happened or, if that is not known, when it was first said. */
    occurredAt: time('occurred_at').notNull(),
    knownFrom: time('known_from').notNull(),
    /** When the statement was edited or deleted; null while the entry says it. */
    knownUntil: time('known_until'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.entryId, t.space, t.position] }),
    foreignKey({
      columns: [t.projectId, t.entryId],
      foreignColumns: [entries.projectId, entries.id],
    }).onDelete('cascade'),
    // Serves exact scans of a memory as well as looking for texts by their hashes.
    index('chunks_text')
      .on(t.projectId, t.memoryId, t.space, t.textHash)
      .where(sql`known_until is null`),
    // Without GIN's pending list, all of which each look-up of a word would read.
    index('chunks_words').using('gin', projectWords(t)).with({ fastupdate: false }),
    index('chunks_pending')
      .on(t.projectId, t.memoryId)
      .where(sql`not is_indexed and known_until is null`),
    index('chunks_past').on(t.projectId, t.memoryId).where(sql`known_until is not null`),
  ],
);

export const REVISION_CHANGES = [
  'MERGED',
  'RESTATED',
  'EDITED',
  'DELETED',
  'RESTORED',
  'REVERTED',
  'STATEMENT_DELETED',
  'SPLIT',
  'JOINED',
] as const;

/**
 * The changes of entries. The state before a change has the statements `numbers`, in this order: each as in
 * `changed` or, if it is not there, as after the change.
 */
export const revisions = pgTable(
  'revisions',
  {
    projectId: id('project_id').notNull(),
    entryId: id('entry_id').notNull(),
    number: integer('number').notNull(),
    numbers: integer('numbers').array().notNull(),
    changed: jsonb('changed').$type<Statement[]>().notNull(),
    /** The other entries that the change created, joined, superseded or set back. */
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

/** The object that the first call with an idempotency key created, with a hash of the request. */
export const idempotentCreates = pgTable(
  'idempotent_creates',
  {
    /** The project, or `root` for the creation of projects; therefore it is not a foreign key. */
    projectId: id('project_id').notNull(),
    /** The mutation, such as `createMemory`. */
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    objectId: id('object_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.operation, t.key] }),
    index('idempotent_creates_age').on(t.createdAt),
  ],
);

export const KNOWLEDGE_RANKINGS = ['SIMILARITY', 'UTILITY', 'WEIGHTED'] as const;
export const INJECTIONS = ['SYSTEM', 'USER'] as const;

/** The entries that an agent's searches cover. Times are ISO 8601. Null does not restrict. */
export type StoredScope = {
  memoryIds: string[];
  memoryTags: string[];
  kinds: (typeof ENTRY_KINDS)[number][] | null;
  sources: (typeof ENTRY_SOURCES)[number][] | null;
  metadata: Metadata | null;
  occurredAfter: string | null;
  occurredBefore: string | null;
  createdAfter: string | null;
  createdBefore: string | null;
  updatedAfter: string | null;
  updatedBefore: string | null;
  minUtility: number | null;
  maxUtility: number | null;
  reviewed: boolean | null;
  /** Absent if the agent was stored before there was this condition. */
  outcomes?: ReviewResult[] | null;
};

/** Which knowledge is injected into an agent's conversations. The schema describes the fields. */
export type KnowledgeConfig = {
  scope: StoredScope;
  mode: (typeof SEARCH_MODES)[number];
  /** Null for no cut. */
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

export type StoredAnswer = {
  action: 'CREATED' | 'UPDATED' | 'SKIPPED';
  entryId: string;
  similarity: number | null;
  matchedEntryId: string | null;
  duplicateThreshold: number;
  updateThreshold: number;
  duplicatePolicy: (typeof DUPLICATE_POLICIES)[number];
  maxStatements: number;
};

/** The types of events, as in the schema's `EventType`. */
export const EVENT_TYPES = [
  'MEMORY_CREATED',
  'MEMORY_UPDATED',
  'MEMORY_DELETED',
  'MEMORY_RESTORED',
  'MEMORY_PURGED',
  'ENTRY_CREATED',
  'ENTRY_MERGED',
  'ENTRY_SKIPPED',
  'ENTRY_EDITED',
  'ENTRY_MOVED',
  'ENTRY_SPLIT',
  'ENTRY_JOINED',
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
 * the numbers is the order of the commits
 * (docs/decisions/027-numbered-log.md). A project without a row has had no event.
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
    /** A random number, which tells the event from that of the same number in another copy of the database. */
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

/**
 * Counts of what happened in an hour, for each memory and agent that it concerns (empty text for none). Each
 * process adds its counts every few seconds (`stats/collector.ts`).
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
    merged: integer('merged').notNull().default(0),
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
