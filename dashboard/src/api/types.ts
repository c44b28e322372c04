// Generated from schema.graphql by `npm run generate`. Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> =
  | T
  | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The direction of an order. */
export type OrderDirection =
  /** Smallest, oldest or alphabetically first. */
  | 'ASC'
  /** Greatest, newest or alphabetically last. */
  | 'DESC';

/** The kind of an actor. */
export type ActorKind =
  /** An API key that was created by `createApiKey` or on the command line. */
  | 'API_KEY'
  /** The root key of the configuration, which has no name. */
  | 'ROOT_KEY'
  /** A user or a service that an OAuth token names, over MCP. */
  | 'TOKEN'
  /** A background job of the server. */
  | 'JOB';

/**
 * The entries that a search, a list, a subscription or an agent's configuration covers: those that meet every
 * given condition. A condition that is omitted or null does not restrict; an empty list matches nothing. Without
 * any condition, the scope is the whole project. Entries of deleted memories are never in scope.
 */
export type KnowledgeScope = {
  /** Entries of these memories and of those of `memoryTags`. At most 500. */
  memoryIds?: Array<string> | null | undefined;
  /** Entries of memories with a tag that matches one of the globs (as in `memories(tags:)`), and of `memoryIds`. */
  memoryTags?: Array<string> | null | undefined;
  /** Entries of any of these kinds. In a project with `requiredMetadataKey`, searches leave out REFLECTION unless `metadata` has the key, and fail with BAD_USER_INPUT if `kinds` has REFLECTION without it. */
  kinds?: Array<EntryKind> | null | undefined;
  /** Entries of any of these sources. */
  sources?: Array<EntrySource> | null | undefined;
  /** Entries with a statement whose metadata matches every key of the filter; a search covers only such statements. A single value also matches a list that contains it; a list or an object matches a value that contains it. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Entries with a statement that happened at this time or later: its `occurredAt`, otherwise when it was first said. A search covers only such statements. */
  occurredAfter?: string | null | undefined;
  /** Entries with a statement that happened before this time. */
  occurredBefore?: string | null | undefined;
  /** Entries that were created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Entries that were created before this time. */
  createdBefore?: string | null | undefined;
  /** Entries that were last changed at this time or later. */
  updatedAfter?: string | null | undefined;
  /** Entries that were last changed before this time. */
  updatedBefore?: string | null | undefined;
  /** Entries with at least this utility, in 0..1. */
  minUtility?: number | null | undefined;
  /** Entries with at most this utility, in 0..1. */
  maxUtility?: number | null | undefined;
  /** True for entries whose utility a review has changed; false for the others. */
  reviewed?: boolean | null | undefined;
};

/** The permissions of an API key. Each role includes the roles before it. */
export type Role =
  /** Permits queries, searches and subscriptions to events. */
  | 'READ'
  /** Also permits to change memories, entries, traces, reviews and agents, and to generate. */
  | 'WRITE'
  /** Also permits to change the project, its settings and its keys. */
  | 'ADMIN';

/** An optional feature of a server. */
export type ServerFeature =
  /** The server has a chat model: `chatModel` is not null. */
  | 'CHAT'
  /** GraphiQL is served at `/graphiql`. */
  | 'GRAPHIQL'
  /** The embedding model of new projects runs inside the server. */
  | 'LOCAL_EMBEDDER'
  /** The operations of each API key are limited: `limits.operationsPerMinute` is not null. */
  | 'RATE_LIMIT';

/** An omitted quota is unchanged; null removes it. */
export type SetQuotasInput = {
  /** 0 or more. */
  maxEntries?: number | null | undefined;
  /** 0 or more. */
  maxBytes?: number | null | undefined;
  /** 0 or more. */
  maxWritesPerDay?: number | null | undefined;
  /** 0 or more. */
  maxGenerationsPerDay?: number | null | undefined;
};

/** The settings to change; `ProjectSettings` says what each does. An omitted setting is unchanged; null resets it to the deployment's default. */
export type ProjectSettingsInput = {
  /** Name of the embedding model. `embeddingDimensions` is also required unless this is the default or the local model. */
  embeddingModel?: string | null | undefined;
  /** 1 to 16000. */
  embeddingDimensions?: number | null | undefined;
  /** The named values of the next four settings. */
  writePreset?: WritePreset | null | undefined;
  /** When a write skips a text. */
  duplicatePolicy?: DuplicatePolicy | null | undefined;
  /** 0 to 1, with the policy SIMILAR not below `updateThreshold`. */
  duplicateThreshold?: number | null | undefined;
  /** 0 to 1. */
  updateThreshold?: number | null | undefined;
  /** 1 to 64. */
  maxStatements?: number | null | undefined;
  /** How a review gives credit to the entries that the run retrieved. */
  creditRule?: CreditRule | null | undefined;
  /** 1 to 200 characters; null for none. */
  requiredMetadataKey?: string | null | undefined;
  /** 0 to 1. */
  learningRate?: number | null | undefined;
  /** How the learning rate depends on the number of an entry's reviews. */
  learningRateSchedule?: LearningRateSchedule | null | undefined;
  /** 0 to 1. */
  learningRateFloor?: number | null | undefined;
  /** 0 to 1. */
  similarityThreshold?: number | null | undefined;
  /** 1 to 36500; null for no limit. */
  traceRetentionDays?: number | null | undefined;
  /** Null leaves the stream settings unchanged; null for one of them resets it to its default. */
  stream?: StreamSettingsInput | null | undefined;
};

/** The input of `createProject`. */
export type CreateProjectInput = {
  /** 1 to 200 characters; it need not be unique. */
  name: string;
  /** The project's own settings; the deployment's defaults apply to omitted ones. */
  settings?: ProjectSettingsInput | null | undefined;
  /** 1 to 200 characters, unique among the calls of this mutation of the server. A repeated call with the same key and input returns the object that the first call created. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: string | null | undefined;
};

/** The input of `reembedProject`. */
export type ReembedProjectInput = {
  /** Name of the embedding model: `all-MiniLM-L6-v2` (local), or a model of the server's endpoint. 1 to 200 characters. */
  embeddingModel: string;
  /** Length of the model's vectors, 1 to 16000; optional for the local model and the server's default model. */
  embeddingDimensions?: number | null | undefined;
};

/** The status of a background job. */
export type JobStatus =
  /** Waiting for its first attempt or for a retry. */
  | 'QUEUED'
  /** In progress. If its process ends, another process continues the job within a minute. */
  | 'RUNNING'
  /** Finished successfully. */
  | 'COMPLETED'
  /** Failed: after the maximum number of attempts, or with an error that a retry cannot resolve. */
  | 'FAILED'
  /** Cancelled by `cancelJob`. */
  | 'CANCELLED';

/** The input of `updateProject`. */
export type UpdateProjectInput = {
  /** 1 to 200 characters. */
  name?: string | null | undefined;
  /** Settings to change. */
  settings?: ProjectSettingsInput | null | undefined;
};

/** The input of `createApiKey`. */
export type CreateApiKeyInput = {
  /** 1 to 200 characters. */
  name: string;
  /** The permissions of the key. */
  role?: Role | null | undefined;
  /** A time in the future; when omitted, the key does not expire. */
  expiresAt?: string | null | undefined;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the object that the first call created. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: string | null | undefined;
};

/** An order of memories. */
export type MemoryOrder = {
  /** What the list is ordered by. */
  field: MemoryOrderField;
  /** Ascending when omitted. */
  direction?: OrderDirection | null | undefined;
};

/** What memories are ordered by. */
export type MemoryOrderField =
  /** The name, by the numbers of its characters in Unicode. */
  | 'NAME'
  /** `Memory.createdAt`. */
  | 'CREATED_AT'
  /** `Memory.updatedAt`. */
  | 'UPDATED_AT'
  /** The number of entries that are not deleted. */
  | 'ENTRY_COUNT';

/** What `createMemory` does if the project has a memory of the name. */
export type IfExists =
  /** Fails with CONFLICT. */
  | 'FAIL'
  /** Returns that memory, without changing it to the rest of the input. */
  | 'RETURN';

/** The input of `createMemory`. */
export type CreateMemoryInput = {
  /** 1 to 200 characters, unique in the project. */
  name: string;
  /** What happens if the project has a memory of the name. */
  ifExists?: IfExists | null | undefined;
  /** A description for people, at most 4,000 characters. */
  description?: string | null | undefined;
  /** The tags: at most 64, each of 1 to 128 characters. */
  tags?: Array<string> | null | undefined;
  /** The memory's own threshold, 0 to 1, not below `updateThreshold`; the project's applies when omitted. */
  duplicateThreshold?: number | null | undefined;
  /** The memory's own threshold, 0 to 1; the project's applies when omitted. */
  updateThreshold?: number | null | undefined;
  /** The memory's own policy; the project's applies when omitted. */
  duplicatePolicy?: DuplicatePolicy | null | undefined;
  /** The memory's own limit, 1 to 64; the project's applies when omitted. */
  maxStatements?: number | null | undefined;
  /** Whether the chat model looks for facts that a new fact contradicts. */
  contradictionCheck?: boolean | null | undefined;
  /** An omitted setting inherits the project's value. */
  streamSettings?: StreamSettingsInput | null | undefined;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the object that the first call created. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: string | null | undefined;
};

/** An omitted field is unchanged, and so is a memory for which no field is given. Null clears the description, and resets a threshold to the project's. */
export type UpdateMemoryInput = {
  /** The memory to change. */
  memoryId: string;
  /** The `version` that the caller has read. If the memory has another one, CONFLICT with it in `extensions.version`, and nothing is changed. */
  ifVersion?: number | null | undefined;
  /** 1 to 200 characters, unique in the project. */
  name?: string | null | undefined;
  /** At most 4,000 characters. */
  description?: string | null | undefined;
  /** Replaces all tags; null leaves them unchanged. Not together with `addTags` or `removeTags`. */
  tags?: Array<string> | null | undefined;
  /** Tags to add; those that the memory has stay. It has at most 64 afterwards. */
  addTags?: Array<string> | null | undefined;
  /** Tags to remove, after `addTags` were added; those that it does not have are ignored. */
  removeTags?: Array<string> | null | undefined;
  /** 0 to 1, with the policy SIMILAR not below `updateThreshold`. */
  duplicateThreshold?: number | null | undefined;
  /** 0 to 1. */
  updateThreshold?: number | null | undefined;
  /** Null resets it to the project's policy. */
  duplicatePolicy?: DuplicatePolicy | null | undefined;
  /** 1 to 64. */
  maxStatements?: number | null | undefined;
  /** Whether the chat model looks for facts that a new fact contradicts; null leaves it unchanged. */
  contradictionCheck?: boolean | null | undefined;
  /** Changes the given settings; null for one of them resets it to the inherited value (project → default). */
  streamSettings?: StreamSettingsInput | null | undefined;
};

/** The kind of an entry. Only facts are deduplicated; entries of other kinds are always created. */
export type EntryKind =
  /** Knowledge that is regarded as true. */
  | 'FACT'
  /** An observed event (Generative Agents). */
  | 'OBSERVATION'
  /** An intention (Generative Agents). */
  | 'PLAN'
  /** A conclusion that a memory's stream formed from its entries, which it cites as evidence (Generative Agents' reflection). */
  | 'INSIGHT'
  /** The lesson of a reviewed run (Reflect). */
  | 'REFLECTION';

/** The origin of an entry (SOAT). */
export type EntrySource =
  /** A person or another caller of the API. */
  | 'MANUAL'
  /** An agent, during a run. */
  | 'AGENT'
  /** Extracted from a document. */
  | 'EXTRACTION'
  /** Generated by the server from other entries or from a trace. */
  | 'REFLECTION';

/** The outcome of a write (SOAT). */
export type WriteAction =
  /** The text was new and is stored as a new entry. */
  | 'CREATED'
  /** An entry changed: the text became its newest statement, or the metadata added a key to a statement with the very text. */
  | 'UPDATED'
  /** The newest statement of an entry is the very text, and the metadata adds nothing: only its count and time changed. With the policy SIMILAR, also a text that is similar to an entry. */
  | 'SKIPPED';

/** When a write skips a text. */
export type DuplicatePolicy =
  /** Only a text that is equal, character by character, so that nothing is lost in any language. */
  | 'SAFE'
  /** Also a text whose cosine similarity to an entry is at least `duplicateThreshold` (SOAT). */
  | 'SIMILAR';

/** The rules of writes, by name. */
export type WritePreset =
  /** The values that were chosen by measuring: the policy SAFE, at most 8 statements, and the thresholds of the embedding model. */
  | 'MEASURED'
  /** The values of SOAT's documents: the policy SIMILAR and the thresholds 0.95 and 0.75. */
  | 'SOAT';

/** How a search compares entries with a query. */
export type SearchMode =
  /** Cosine similarity of embeddings. */
  | 'SEMANTIC'
  /** A fused score: 0.4 × cosine similarity + 0.6 × word coverage². If the query has dates (`on 8 May 2023`, `in June 2023`, `last week`), these are compared with the times of the statements instead of with their words: (0.4 × cosine similarity + 0.6 × word coverage² + 0.3 × date match) / 1.3. */
  | 'HYBRID'
  /** Word coverage: the share of the query's words (English stems, without stop words) that a chunk contains, weighted by inverse document frequency; words of the context count 0.6. It does not use the embedding model. */
  | 'LEXICAL';

/** How a review gives credit to the entries that the run retrieved. */
export type CreditRule =
  /**
   * The reward is compared with the mean reward of the agent's last 50 runs, so that an entry is not blamed for an
   * agent that mostly fails: the target is 0.5 + (reward − baseline) / 2. The entries of a run divide the learning
   * rate among them; if the run recorded which it used, the others get a fifth of their share. In rankings, the
   * utility of an entry with n reviews counts as 0.5 + (utility − 0.5) × n / (n + 3). Lessons learn and rank as
   * with REWARD.
   */
  | 'BASELINE'
  /** The target is the reward itself, for every entry, and utilities rank as they are (Reflect). */
  | 'REWARD';

/** The outcome of a run. */
export type ReviewResult =
  /** The run achieved its task. */
  | 'PASS'
  /** The run did not achieve its task. */
  | 'FAIL';

/** How the learning rate of a review depends on the entry's earlier reviews. */
export type LearningRateSchedule =
  /** The constant `learningRate` (Reflect). */
  | 'CONSTANT'
  /** 1 / (reviews + 2), at least `learningRateFloor`. The utility is then the mean of all rewards, which is less sensitive to wrong reviews. */
  | 'DECAYING';

/** How a memory stream ranks entries, by name. */
export type StreamRanking =
  /** The values that were chosen by measuring on public data. */
  | 'MEASURED'
  /** The weights of the paper's text: recency, importance and relevance 1 each, no normalization, cosine similarity (Generative Agents). */
  | 'GENERATIVE_AGENTS'
  /** The weights of the paper's code: recency 0.5, importance 2, relevance 3, each part scaled over the candidates, cosine similarity. */
  | 'PAPER_CODE';

/** The settings of a memory stream to change. An omitted setting is unchanged; null resets it to the inherited value (memory → project → default). A `ranking` replaces all inherited values that it names; those that the same project or memory sets on its own replace its values. */
export type StreamSettingsInput = {
  /** Sum of importance since the last cycle at which a new cycle starts, 1 to 1,000,000 (150). */
  importanceThreshold?: number | null | undefined;
  /** Lowest number of observations since the last cycle at which a new cycle starts, 1 to 100,000 (10). */
  minObservations?: number | null | undefined;
  /** Number of most recent observations from which a cycle derives its questions, 1 to 500 (100). */
  recentObservations?: number | null | undefined;
  /** Number of questions in a cycle, 1 to 9 (3). Each question yields at most one insight. */
  questionsPerCycle?: number | null | undefined;
  /** Greatest depth of an insight, 1 to 10 (3). */
  maxDepth?: number | null | undefined;
  /** Lowest importance of an insight, 1 to 10 (7). A lower rating is raised to it. */
  insightImportance?: number | null | undefined;
  /** The named values of the normalization, the mode, the decay factor and the weights (MEASURED). */
  ranking?: StreamRanking | null | undefined;
  /** How the parts of a score are normalized before they are weighted. */
  normalization?: Normalization | null | undefined;
  /** How entries are compared with a query. */
  mode?: SearchMode | null | undefined;
  /** Whether the chat model rates the importance of observations, plans and insights (true). */
  rating?: boolean | null | undefined;
  /** Whether the stream starts cycles by itself (true). */
  insights?: boolean | null | undefined;
  /** The chat model of ratings and insights. */
  scoringModel?: string | null | undefined;
  /** Addition to the importance of a text that names an entity, 0 to 9 (1). */
  entityAddition?: number | null | undefined;
  /** Addition to the importance of a text that expresses a preference or an emotion, 0 to 9 (1). */
  feelingAddition?: number | null | undefined;
  /** Addition to the importance of a text that states a goal, 0 to 9 (2). */
  goalAddition?: number | null | undefined;
  /** Base of the recency: `decayFactor` ^ hours since the entry was last said. 0.0001 to 1 (0.999). */
  decayFactor?: number | null | undefined;
  /** How much an access counts for the recency, 0 to 1 (0.5). */
  accessShare?: number | null | undefined;
  /** Number of entries most relevant to a query that `retrieveEntries` ranks, 1 to 1000 (100). */
  candidates?: number | null | undefined;
  /** Number of results of `retrieveEntries`, 1 to 100 (10). */
  limit?: number | null | undefined;
  /** Weight of the recency in scores, 0 to 100 (0.05). */
  recencyWeight?: number | null | undefined;
  /** Weight of the importance in scores, 0 to 100 (0.1). */
  importanceWeight?: number | null | undefined;
  /** Weight of the relevance in scores, 0 to 100 (1). */
  relevanceWeight?: number | null | undefined;
  /** Weight of the utility in scores, 0 to 100 (0). */
  utilityWeight?: number | null | undefined;
  /** Greatest number of entries in a memory, 1 to 10,000,000. Retention deletes the entries with the lowest weighted sum of recency, importance and utility. No limit by default. */
  maxEntries?: number | null | undefined;
  /** Hours after which a recorded entry expires, 0.001 to 1,000,000. No expiry by default. */
  ttlHours?: number | null | undefined;
  /** Days after which an entry that retention deleted is permanently deleted, 0 to 3650 (7). */
  graceDays?: number | null | undefined;
};

/** How the parts of a score are normalized before they are weighted. */
export type Normalization =
  /** No normalization; each part is already in 0..1. */
  | 'NONE'
  /** Each part is scaled to 0..1 over the candidates, or is 0.5 if it is equal for all (as in the paper's code). */
  | 'MIN_MAX';

/** The status of a generation. */
export type GenerationStatus =
  /** In progress, in any process. */
  | 'RUNNING'
  /** The caller must call the tools in `requiresAction` and pass their results to `continueGeneration`. */
  | 'REQUIRES_ACTION'
  /** The model has answered. */
  | 'COMPLETED'
  /** The model had not finished after the agent's `maxSteps` calls. */
  | 'MAX_STEPS_REACHED'
  /** The model, the embedding model or the database failed, or the process of the server ended; `error` says which. */
  | 'FAILED'
  /** Cancelled by `cancelGeneration`, or because the caller ended the stream. */
  | 'CANCELLED';

/** The kind of a background job. */
export type JobKind =
  /** Moves a project to another embedding model (`reembedProject`); its subject is the project. */
  | 'PROJECT_REEMBEDDING'
  /** Writes the reflection on a reviewed trace; its subject is the trace. */
  | 'TRACE_REFLECTION'
  /** Rates the importance of recorded entries; its subject is the memory. */
  | 'IMPORTANCE_RATING'
  /** Runs the open cycle of a memory's stream; its subject is the memory. */
  | 'STREAM_INSIGHTS'
  /** Looks for facts that a new fact contradicts, which it then supersedes (`Memory.contradictionCheck`); its subject is the memory. */
  | 'CONTRADICTION_CHECK';

/** The length of a bucket of `stats`. */
export type StatsBucketSize =
  /** An hour of UTC. */
  | 'HOUR'
  /** A day of UTC. */
  | 'DAY'
  /** Seven days from Monday. */
  | 'WEEK';

/** The type of an event. */
export type EventType =
  /** The memory was created. */
  | 'MEMORY_CREATED'
  /** The name, description, tags, thresholds or stream settings of the memory were changed. */
  | 'MEMORY_UPDATED'
  /** The memory was deleted and can be restored; there are no events for its entries. */
  | 'MEMORY_DELETED'
  /** The deleted memory was restored with its entries. */
  | 'MEMORY_RESTORED'
  /** The memory and its entries were permanently deleted; there are no events for the entries. */
  | 'MEMORY_PURGED'
  /** The entry was created. */
  | 'ENTRY_CREATED'
  /** A written text became the newest statement of the entry, or added metadata to a statement. */
  | 'ENTRY_MERGED'
  /** A write was skipped: the entry's newest statement was counted once more. `changes` contains its text and metadata. */
  | 'ENTRY_SKIPPED'
  /** The entry was edited or reverted. */
  | 'ENTRY_EDITED'
  /** The entry was moved to another memory; `memory` is the new one. */
  | 'ENTRY_MOVED'
  /** Statements of the entry became an entry of their own. */
  | 'ENTRY_SPLIT'
  /** Statements of other entries were added to the entry by `mergeEntries`. */
  | 'ENTRY_JOINED'
  /** The entry was replaced by another, or became current again. */
  | 'ENTRY_SUPERSEDED'
  /** The chat model has rated the importance of the entry. */
  | 'ENTRY_RATED'
  /** The entry was deleted, by `deleteEntry` or by retention, and can be restored. */
  | 'ENTRY_DELETED'
  /** The deleted entry was restored. */
  | 'ENTRY_RESTORED'
  /** Retention permanently deleted the entry. */
  | 'ENTRY_PURGED'
  /** A review changed the entry's utility. */
  | 'UTILITY_CHANGED'
  /** The trace was stored. */
  | 'TRACE_CREATED'
  /** The trace was reviewed, or its review replaced. */
  | 'TRACE_REVIEWED'
  /** The trace was permanently deleted. */
  | 'TRACE_DELETED'
  /** The agent was created. */
  | 'AGENT_CREATED'
  /** The agent was changed. */
  | 'AGENT_UPDATED'
  /** The agent and its generations were permanently deleted. */
  | 'AGENT_DELETED'
  /** The generation began. */
  | 'GENERATION_STARTED'
  /** The generation has ended or requires action; `changes` contains the status. */
  | 'GENERATION_ENDED'
  /** The cycle began. */
  | 'INSIGHT_CYCLE_STARTED'
  /** The cycle has ended; its insights have their own events. */
  | 'INSIGHT_CYCLE_ENDED'
  /** An attempt of a background job began. */
  | 'JOB_STARTED'
  /** The job finished successfully. */
  | 'JOB_COMPLETED'
  /** The job failed and will not be retried; `changes` contains the error. */
  | 'JOB_FAILED'
  /** The job was cancelled by `cancelJob`. */
  | 'JOB_CANCELLED'
  /** The API key was created. */
  | 'API_KEY_CREATED'
  /** The API key was renamed or rotated. */
  | 'API_KEY_UPDATED'
  /** The API key was revoked. */
  | 'API_KEY_REVOKED'
  /** The name, settings or quotas of the project were changed. */
  | 'PROJECT_UPDATED'
  /** Data was erased by `eraseData`; `changes` contains the numbers. The events of the erased objects are erased too. */
  | 'DATA_ERASED';

export type HeadCursorQueryVariables = Exact<{ [key: string]: never }>;

export type HeadCursorQuery = { events: { headCursor: string } };

export type ProjectEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;

export type ProjectEventsSubscription = {
  events: {
    id: string;
    type: EventType;
    createdAt: string;
    memoryId: string | null;
    entryId: string | null;
    traceId: string | null;
    agentId: string | null;
    generationId: string | null;
    jobId: string | null;
    insightCycleId: string | null;
    actor: { id: string; kind: ActorKind; name: string };
    memory: {
      id: string;
      name: string;
      description: string | null;
      tags: Array<string>;
      entryCount: number;
      contentBytes: number;
      version: number;
      updatedAt: string;
      deletedAt: string | null;
    } | null;
    entry: {
      id: string;
      kind: EntryKind;
      source: EntrySource;
      content: string;
      metadata: Record<string, unknown>;
      importance: number;
      utility: number;
      reviewCount: number;
      version: number;
      updatedAt: string;
      deletedAt: string | null;
      supersededAt: string | null;
      memory: { id: string };
    } | null;
    trace: {
      id: string;
      reflectionStatus: JobStatus | null;
      review: {
        result: ReviewResult;
        reward: number;
        feedback: string | null;
        reviewedAt: string;
      } | null;
    } | null;
    agent: { id: string; name: string; updatedAt: string } | null;
    generation: { id: string; status: GenerationStatus } | null;
    job: {
      id: string;
      kind: JobKind;
      status: JobStatus;
      attempts: number;
      error: string | null;
      finishedAt: string | null;
    } | null;
    insightCycle: {
      id: string;
      status: JobStatus;
      attempts: number;
      error: string | null;
      finishedAt: string | null;
    } | null;
    changes: Array<{ field: string; before: unknown; after: unknown }>;
  };
};

export type FindByNameQueryVariables = Exact<{
  name: string;
}>;

export type FindByNameQuery = {
  memories: {
    edges: Array<{ cursor: string; node: { id: string; name: string; entryCount: number } }>;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
  agents: {
    edges: Array<{ cursor: string; node: { id: string; name: string } }>;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type EventsMemoriesQueryVariables = Exact<{
  name?: string | null | undefined;
  chosen: string;
  isChosen: boolean;
}>;

export type EventsMemoriesQuery = {
  project: { id: string; memories: { nodes: Array<{ id: string; name: string }> } } | null;
  memory?: { id: string; name: string } | null;
};

export type EventsPageQueryVariables = Exact<{
  scope?: KnowledgeScope | null | undefined;
  types?: Array<EventType> | EventType | null | undefined;
  actorIds?: Array<string> | string | null | undefined;
  createdAfter?: string | null | undefined;
  createdBefore?: string | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  last?: number | null | undefined;
}>;

export type EventsPageQuery = {
  events: {
    headCursor: string;
    edges: Array<{ cursor: string; node: EventRowFragment }>;
    pageInfo: {
      hasNextPage: boolean;
      hasPreviousPage: boolean;
      startCursor: string | null;
      endCursor: string | null;
    };
  };
};

export type EventRowFragment = {
  id: string;
  cursor: string;
  type: EventType;
  createdAt: string;
  memoryId: string | null;
  entryId: string | null;
  traceId: string | null;
  agentId: string | null;
  generationId: string | null;
  jobId: string | null;
  insightCycleId: string | null;
  apiKeyId: string | null;
  actor: { id: string; kind: ActorKind; name: string };
  memory: { id: string; name: string } | null;
  entry: { id: string; content: string; memory: { id: string; name: string } } | null;
  trace: { id: string; task: string } | null;
  agent: { id: string; name: string } | null;
  job: { id: string; kind: JobKind } | null;
  insightCycle: { id: string; memory: { id: string; name: string } } | null;
  changes: Array<{ field: string; before: unknown; after: unknown }>;
};

export type CancelJobMutationVariables = Exact<{
  jobId: string;
}>;

export type CancelJobMutation = { cancelJob: { job: JobRowFragment } };

export type JobsQueryVariables = Exact<{
  status?: JobStatus | null | undefined;
  kind?: JobKind | null | undefined;
  after?: string | null | undefined;
}>;

export type JobsQuery = {
  jobs: {
    edges: Array<{ cursor: string; node: JobRowFragment }>;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type JobsCountsQueryVariables = Exact<{
  kind?: JobKind | null | undefined;
}>;

export type JobsCountsQuery = {
  project: {
    id: string;
    running: { totalCount: number };
    queued: { totalCount: number };
    failed: { totalCount: number };
  } | null;
};

export type JobRowFragment = {
  id: string;
  kind: JobKind;
  status: JobStatus;
  attempts: number;
  error: string | null;
  runAt: string;
  createdAt: string;
  finishedAt: string | null;
  subjectId: string;
  subject:
    | { __typename: 'Project'; name: string; id: string }
    | { __typename: 'ApiKey'; id: string }
    | { __typename: 'Memory'; name: string; id: string }
    | { __typename: 'Entry'; id: string }
    | { __typename: 'Trace'; task: string; id: string }
    | { __typename: 'InsightCycle'; id: string }
    | { __typename: 'Agent'; id: string }
    | { __typename: 'Generation'; id: string }
    | { __typename: 'Job'; id: string }
    | { __typename: 'Event'; id: string }
    | null;
};

export type RetryJobMutationVariables = Exact<{
  jobId: string;
}>;

export type RetryJobMutation = { retryJob: { job: JobRowFragment } };

export type CreateMemoryMutationVariables = Exact<{
  input: CreateMemoryInput;
}>;

export type CreateMemoryMutation = { createMemory: { memory: MemoryRowFragment } };

export type MemoriesQueryVariables = Exact<{
  tags?: Array<string> | string | null | undefined;
  name?: string | null | undefined;
  orderBy?: MemoryOrder | null | undefined;
  after?: string | null | undefined;
}>;

export type MemoriesQuery = {
  memories: {
    totalCount: number;
    edges: Array<{ cursor: string; node: MemoryRowFragment }>;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type MemoryRowFragment = {
  id: string;
  name: string;
  description: string | null;
  tags: Array<string>;
  entryCount: number;
  contentBytes: number;
  version: number;
  updatedAt: string;
};

export type UpdateMemoryMutationVariables = Exact<{
  input: UpdateMemoryInput;
}>;

export type UpdateMemoryMutation = { updateMemory: { memory: MemoryRowFragment } };

export type OverviewQueryVariables = Exact<{ [key: string]: never }>;

export type OverviewQuery = {
  project: {
    id: string;
    name: string;
    usage: { entries: number; bytes: number };
    learning: { tracesTotal: number; tracesPending: number; entriesMoved: number };
    memories: {
      totalCount: number;
      nodes: Array<{ id: string; name: string; entryCount: number; contentBytes: number }>;
    };
    jobs: { totalCount: number };
    events: { nodes: Array<EventRowFragment> };
  } | null;
};

export type OverviewFirstEntryMutationVariables = Exact<{
  memoryId: string;
  content: string;
}>;

export type OverviewFirstEntryMutation = {
  writeEntry: {
    action: WriteAction;
    entry: { id: string; content: string; memory: { id: string; entryCount: number } };
  };
};

export type OverviewFirstMemoryMutationVariables = Exact<{
  name: string;
}>;

export type OverviewFirstMemoryMutation = {
  createMemory: { memory: { id: string; name: string } };
};

export type OverviewKeyMutationVariables = Exact<{
  name: string;
}>;

export type OverviewKeyMutation = {
  createApiKey: { secret: string | null; apiKey: { id: string; name: string } };
};

export type OverviewOverTimeQueryVariables = Exact<{
  from: string;
  bucket: StatsBucketSize;
  points: number;
}>;

export type OverviewOverTimeQuery = {
  stats: Array<{
    start: string;
    traces: number;
    passed: number;
    failed: number;
    entriesCreated: number;
    entriesMerged: number;
    entriesSkipped: number;
    searches: number;
    generations: number;
    inputTokens: number;
    outputTokens: number;
    searchLatency: { p50: number; p95: number } | null;
    generationLatency: { p50: number; p95: number } | null;
  }>;
  project: {
    id: string;
    learning: { utilityHistory: Array<{ at: string; classes: Array<number> }> };
  } | null;
};

export type SettingsQueryVariables = Exact<{ [key: string]: never }>;

export type SettingsQuery = { project: SettingsProjectFragment | null };

export type SettingsCreateProjectMutationVariables = Exact<{
  input: CreateProjectInput;
}>;

export type SettingsCreateProjectMutation = {
  createProject: { project: { id: string; name: string } };
};

export type SettingsDeleteProjectMutationVariables = Exact<{
  confirmName: string;
}>;

export type SettingsDeleteProjectMutation = { deleteProject: { deletedProjectId: string } };

export type SettingsProjectFragment = {
  id: string;
  name: string;
  createdAt: string;
  ownSettings: Array<string>;
  settings: SettingValuesFragment;
  defaultSettings: SettingValuesFragment;
  usage: {
    entries: number;
    bytes: number;
    writesToday: number;
    generationsToday: number;
    quotas: {
      maxEntries: number | null;
      maxBytes: number | null;
      maxWritesPerDay: number | null;
      maxGenerationsPerDay: number | null;
    };
  };
  reembedding: {
    embeddingModel: string;
    embeddingDimensions: number;
    status: JobStatus;
    attempts: number;
    error: string | null;
    entriesDone: number;
    entriesTotal: number;
  } | null;
};

export type SettingsReembedMutationVariables = Exact<{
  input: ReembedProjectInput;
}>;

export type SettingsReembedMutation = { reembedProject: { project: SettingsProjectFragment } };

export type SettingsSetQuotasMutationVariables = Exact<{
  input: SetQuotasInput;
}>;

export type SettingsSetQuotasMutation = { setQuotas: { project: SettingsProjectFragment } };

export type SettingsUpdateProjectMutationVariables = Exact<{
  input: UpdateProjectInput;
}>;

export type SettingsUpdateProjectMutation = { updateProject: { project: SettingsProjectFragment } };

export type SettingValuesFragment = {
  embeddingModel: string;
  embeddingDimensions: number;
  writePreset: WritePreset;
  duplicatePolicy: DuplicatePolicy;
  duplicateThreshold: number;
  updateThreshold: number;
  maxStatements: number;
  creditRule: CreditRule;
  requiredMetadataKey: string | null;
  learningRate: number;
  learningRateSchedule: LearningRateSchedule;
  learningRateFloor: number;
  similarityThreshold: number;
  traceRetentionDays: number | null;
  stream: {
    importanceThreshold: number;
    minObservations: number;
    recentObservations: number;
    questionsPerCycle: number;
    maxDepth: number;
    insightImportance: number;
    ranking: StreamRanking;
    normalization: Normalization;
    mode: SearchMode;
    rating: boolean;
    insights: boolean;
    scoringModel: string | null;
    entityAddition: number;
    feelingAddition: number;
    goalAddition: number;
    decayFactor: number;
    accessShare: number;
    candidates: number;
    limit: number;
    recencyWeight: number;
    importanceWeight: number;
    relevanceWeight: number;
    utilityWeight: number;
    maxEntries: number | null;
    ttlHours: number | null;
    graceDays: number;
  };
};

export type KeysQueryVariables = Exact<{
  after?: string | null | undefined;
}>;

export type KeysQuery = {
  project: {
    id: string;
    apiKeys: {
      edges: Array<{ cursor: string; node: KeyRowFragment }>;
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type KeysCreateMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;

export type KeysCreateMutation = {
  createApiKey: { secret: string | null; apiKey: KeyRowFragment };
};

export type KeysRenameMutationVariables = Exact<{
  apiKeyId: string;
  name: string;
}>;

export type KeysRenameMutation = { renameApiKey: { apiKey: KeyRowFragment } };

export type KeysRevokeMutationVariables = Exact<{
  apiKeyId: string;
}>;

export type KeysRevokeMutation = { revokeApiKey: { apiKey: KeyRowFragment } };

export type KeysRotateMutationVariables = Exact<{
  apiKeyId: string;
  overlapMinutes: number;
}>;

export type KeysRotateMutation = { rotateApiKey: { secret: string; apiKey: KeyRowFragment } };

export type KeyRowFragment = {
  id: string;
  name: string;
  role: Role;
  prefix: string;
  createdAt: string;
  lastUsedAt: string | null;
  previousSecretExpiresAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  createdBy: { id: string; kind: ActorKind; name: string } | null;
};

export type SessionQueryVariables = Exact<{ [key: string]: never }>;

export type SessionQuery = {
  viewer: {
    role: Role;
    isRoot: boolean;
    apiKey: { id: string; name: string } | null;
    project: { id: string; name: string } | null;
  };
  server: {
    version: string;
    chatModel: string | null;
    embeddingModel: string;
    features: Array<ServerFeature>;
    limits: {
      maxContentBytes: number;
      maxPageSize: number;
      maxBulkItems: number;
      eventRetentionDays: number;
    };
  };
  projects: { nodes: Array<{ id: string; name: string; createdAt: string }> };
};
