// Generated from schema.graphql by `npm run generate`. Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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
  /** Reflections on runs with any of these results (`Lesson.outcome`). */
  outcomes?: Array<ReviewResult> | null | undefined;
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

/** An order of entries. */
export type EntryOrder = {
  /** What the list is ordered by. */
  field: EntryOrderField;
  /** Ascending when omitted. */
  direction?: OrderDirection | null | undefined;
};

/** What entries are ordered by. */
export type EntryOrderField =
  /** `Entry.createdAt`. */
  | 'CREATED_AT'
  /** `Entry.updatedAt`. */
  | 'UPDATED_AT'
  /** `occurredAt`, otherwise `createdAt`. */
  | 'OCCURRED_AT'
  /** `Entry.utility`. */
  | 'UTILITY'
  /** `Entry.importance`. */
  | 'IMPORTANCE'
  /** The length of the content, in bytes of UTF-8. */
  | 'SIZE';

/** When a write skips a text. */
export type DuplicatePolicy =
  /** Only a text that is equal, character by character, so that nothing is lost in any language. */
  | 'SAFE'
  /** Also a text whose cosine similarity to an entry is at least `duplicateThreshold` (SOAT). */
  | 'SIMILAR';

/** At least one field to change is required. An omitted field is unchanged. A revision keeps the content and the metadata; `Event.changes` has the other fields. */
export type UpdateEntryInput = {
  /** The entry to change. */
  entryId: string;
  /** The `version` that the caller has read. If the entry has another one, CONFLICT with it in `extensions.version`, and nothing is changed. */
  ifVersion?: number | null | undefined;
  /** The new text: not blank, at most 32 KiB. It replaces all statements by one. Of an entry with a lesson, it is the new text of the lesson, and the parts stay as they are. */
  content?: string | null | undefined;
  /** The new metadata of every statement, which replaces the old; at most 16 KiB. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The new parts of the lesson, for an entry that has one. An omitted part is unchanged. If the text is the summary and the guidance, as `createReflection` writes it, it changes with them. */
  lesson?: LessonInput | null | undefined;
  /** FACT, OBSERVATION or PLAN, for an entry of one of these kinds. CONFLICT if it becomes a FACT whose text the memory holds. */
  kind?: EntryKind | null | undefined;
  /** The new importance, 1 to 10. */
  importance?: number | null | undefined;
  /** When what the newest statement says happened; null clears it. */
  occurredAt?: string | null | undefined;
  /** When the entry expires; null removes the expiry. */
  expiresAt?: string | null | undefined;
};

/** The parts of a lesson to change; at most 8,000 characters each. */
export type LessonInput = {
  /** One sentence on what the task was; not blank. */
  summary?: string | null | undefined;
  /** The mistake that caused a FAIL, or an empty string. */
  keyMistake?: string | null | undefined;
  /** The right action for the task, or an empty string. */
  correctAction?: string | null | undefined;
  /** Names of the tools to which the lesson applies, at most 50. */
  applicableTools?: Array<string> | null | undefined;
  /** A general strategy for tasks of this kind; not blank. */
  guidance?: string | null | undefined;
};

/** How a search compares entries with a query. */
export type SearchMode =
  /** Cosine similarity of embeddings. */
  | 'SEMANTIC'
  /** A fused score: 0.4 × cosine similarity + 0.6 × word coverage². If the query has dates (`on 8 May 2023`, `in June 2023`, `last week`), these are compared with the times of the statements instead of with their words: (0.4 × cosine similarity + 0.6 × word coverage² + 0.3 × date match) / 1.3. */
  | 'HYBRID'
  /** Word coverage: the share of the query's words (English stems, without stop words) that a chunk contains, weighted by inverse document frequency; words of the context count 0.6. It does not use the embedding model. */
  | 'LEXICAL';

/** Conditions for traces. A condition that is omitted or null does not restrict. */
export type TraceFilter = {
  /** Traces with this review status. */
  reviewStatus?: ReviewStatus | null | undefined;
  /** `Trace.agentId`. */
  agentId?: string | null | undefined;
  /** Every key of the filter must match. A single value also matches a list that contains it; a list or an object matches a value that contains it. */
  metadata?: Record<string, unknown> | null | undefined;
  /** `Trace.model`. */
  model?: string | null | undefined;
  /** Traces whose task or final response contains every word of this text; the last word can be the beginning of a word. Of a final response, the first 100,000 characters count. */
  text?: string | null | undefined;
  /** Traces that were created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Traces that were created before this time. */
  createdBefore?: string | null | undefined;
  /** Reviewed traces with at least this reward, in 0..1. */
  minReward?: number | null | undefined;
  /** Reviewed traces with at most this reward, in 0..1. */
  maxReward?: number | null | undefined;
  /** `Trace.reflectionStatus`. */
  reflectionStatus?: JobStatus | null | undefined;
  /** Traces that retrieved this entry (`Trace.retrieved`). */
  retrievedEntryId?: string | null | undefined;
};

/** An order of traces. */
export type TraceOrder = {
  /** What the list is ordered by. */
  field: TraceOrderField;
  /** Ascending when omitted. */
  direction?: OrderDirection | null | undefined;
};

/** What traces are ordered by. */
export type TraceOrderField =
  /** `Trace.createdAt`. */
  | 'CREATED_AT'
  /** The duration; traces without one are first in ASC. */
  | 'DURATION'
  /** The reward of the review; traces without a review are first in ASC. */
  | 'REWARD';

/** The reward of one entry: how much it helped the run. */
export type EntryRewardInput = {
  /** An entry that the run retrieved. */
  entryId: string;
  /** 0 (it misled) to 1 (it helped). */
  reward: number;
};

/** The outcome of a run. */
export type ReviewResult =
  /** The run achieved its task. */
  | 'PASS'
  /** The run did not achieve its task. */
  | 'FAIL';

/** Whether a trace is reviewed, and with which result. */
export type ReviewStatus =
  /** The trace is not reviewed. */
  | 'PENDING'
  /** The trace is reviewed, with the result PASS. */
  | 'PASSED'
  /** The trace is reviewed, with the result FAIL. */
  | 'FAILED';

/** The input of `reviewTrace`. */
export type ReviewTraceInput = {
  /** The trace to review. */
  traceId: string;
  /** Required unless `reward` is given; by default PASS from a reward of 0.5. */
  result?: ReviewResult | null | undefined;
  /** 0 to 1; when omitted, 1 for PASS and 0 for FAIL. */
  reward?: number | null | undefined;
  /** At most 16,000 characters. It is part of the prompt for the reflection. */
  feedback?: string | null | undefined;
  /** The learning rate, in 0..1; the project's when omitted. */
  alpha?: number | null | undefined;
  /** Rewards of single entries that the run retrieved. If any is given, only these entries learn, each from its own reward. */
  entryRewards?: Array<EntryRewardInput> | null | undefined;
  /** Whether the chat model writes a reflection on the trace, in the background. */
  generateReflection?: boolean | null | undefined;
  /** The memory of the reflection; when omitted, the project's memory named `reflections`. */
  memoryId?: string | null | undefined;
  /** If true, replaces the trace's review: later reviews are replayed, so that every utility is what it would have been, and a new reflection replaces the old one. */
  replace?: boolean | null | undefined;
};

/** The input of `deleteTrace`. */
export type DeleteTraceInput = {
  /** The trace to delete. */
  traceId: string;
};

/** The input of `createReflection`. */
export type CreateReflectionInput = {
  /** The task of the run: not blank, at most 32 KiB. `queryReflections` compares queries with it. */
  task: string;
  /** One sentence on what the task was. Not blank, at most 8,000 characters. */
  summary: string;
  /** A general strategy for tasks of this kind. Not blank, at most 8,000 characters. */
  guidance: string;
  /** The result of the run, with which the trace is reviewed. */
  result: ReviewResult;
  /** The mistake that caused a FAIL, at most 8,000 characters. */
  keyMistake?: string | null | undefined;
  /** The right action for the task, at most 8,000 characters. */
  correctAction?: string | null | undefined;
  /** Names of the tools to which the lesson applies: at most 50, each not blank and of at most 8,000 characters. */
  applicableTools?: Array<string> | null | undefined;
  /** Metadata of the reflection and of the trace, at most 16 KiB. Must have the project's `requiredMetadataKey`, if it has one. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The entries that the run retrieved, best first; the review moves their utilities. At most 500. */
  retrievedEntryIds?: Array<string> | null | undefined;
  /** The reviewer's explanation, at most 16,000 characters. */
  feedback?: string | null | undefined;
  /** The learning rate, in 0..1; the project's when omitted. */
  alpha?: number | null | undefined;
  /** Rewards of single entries that the run retrieved. If any is given, only these entries learn, each from its own reward. */
  entryRewards?: Array<EntryRewardInput> | null | undefined;
  /** The memory of the reflection; when omitted, the project's memory named `reflections`. */
  memoryId?: string | null | undefined;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the object that the first call created. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: string | null | undefined;
};

/** The input of `retryReflection`. */
export type RetryReflectionInput = {
  /** The trace whose reflection is queued. */
  traceId: string;
};

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

export type HeadCursorQueryVariables = Exact<{ [key: string]: never; }>;


export type HeadCursorQuery = { events: { headCursor: string } };

export type ProjectEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ProjectEventsSubscription = { events: { id: string, type: EventType, createdAt: string, memoryId: string | null, entryId: string | null, traceId: string | null, agentId: string | null, generationId: string | null, jobId: string | null, insightCycleId: string | null, actor: { id: string, kind: ActorKind, name: string }, memory: { id: string, name: string, description: string | null, tags: Array<string>, entryCount: number, contentBytes: number, version: number, updatedAt: string, deletedAt: string | null } | null, entry: { id: string, kind: EntryKind, source: EntrySource, content: string, metadata: Record<string, unknown>, importance: number, utility: number, reviewCount: number, version: number, updatedAt: string, deletedAt: string | null, supersededAt: string | null, memory: { id: string } } | null, trace: { id: string, reflectionStatus: JobStatus | null, review: { result: ReviewResult, reward: number, feedback: string | null, reviewedAt: string } | null } | null, agent: { id: string, name: string, updatedAt: string } | null, generation: { id: string, status: GenerationStatus } | null, job: { id: string, kind: JobKind, status: JobStatus, attempts: number, error: string | null, finishedAt: string | null } | null, insightCycle: { id: string, status: JobStatus, attempts: number, error: string | null, finishedAt: string | null } | null, changes: Array<{ field: string, before: unknown, after: unknown }> } };

export type FindByNameQueryVariables = Exact<{
  name: string;
}>;


export type FindByNameQuery = { memories: { edges: Array<{ cursor: string, node: { id: string, name: string, entryCount: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, agents: { edges: Array<{ cursor: string, node: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

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


export type MemoriesQuery = { memories: { totalCount: number, edges: Array<{ cursor: string, node: MemoryRowFragment }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type MemoryRowFragment = { id: string, name: string, description: string | null, tags: Array<string>, entryCount: number, contentBytes: number, version: number, updatedAt: string };

export type UpdateMemoryMutationVariables = Exact<{
  input: UpdateMemoryInput;
}>;


export type UpdateMemoryMutation = { updateMemory: { memory: MemoryRowFragment } };

export type CreateReflectionMutationVariables = Exact<{
  input: CreateReflectionInput;
}>;


export type CreateReflectionMutation = { createReflection: { entry: ReflectionRowFragment } };

export type ReflectionEditMutationVariables = Exact<{
  input: UpdateEntryInput;
}>;


export type ReflectionEditMutation = { updateEntry: { entry: ReflectionRowFragment } };

export type ReflectionsQueryVariables = Exact<{
  scope?: KnowledgeScope | null | undefined;
  text?: string | null | undefined;
  orderBy?: EntryOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type ReflectionsQuery = { entries: { totalCount: number, edges: Array<{ cursor: string, node: ReflectionRowFragment }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReflectionByIdQueryVariables = Exact<{
  id: string;
  all: TraceFilter;
  passed: TraceFilter;
  failed: TraceFilter;
  after?: string | null | undefined;
}>;


export type ReflectionByIdQuery = { entry: ReflectionRowFragment | null, passed: { totalCount: number }, failed: { totalCount: number }, runs: { totalCount: number, edges: Array<{ cursor: string, node: TraceRowFragment }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReflectionMemoriesQueryVariables = Exact<{ [key: string]: never; }>;


export type ReflectionMemoriesQuery = { memories: { edges: Array<{ cursor: string, node: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReflectionRowFragment = { id: string, kind: EntryKind, content: string, metadata: Record<string, unknown>, utility: number, reviewCount: number, version: number, createdAt: string, updatedAt: string, deletedAt: string | null, memory: { id: string, name: string }, lesson: { task: string, outcome: ReviewResult | null, summary: string, keyMistake: string, correctAction: string, applicableTools: Array<string>, guidance: string, toolsUsed: Array<string>, shortened: boolean, trace: { id: string } | null } | null };

export type DeleteTraceMutationVariables = Exact<{
  input: DeleteTraceInput;
}>;


export type DeleteTraceMutation = { deleteTrace: { deletedTraceId: string } };

export type RetryTraceReflectionMutationVariables = Exact<{
  input: RetryReflectionInput;
}>;


export type RetryTraceReflectionMutation = { retryReflection: { trace: { id: string, reflectionStatus: JobStatus | null, reflectionAttempts: number, reflectionError: string | null } } };

export type ReviewQueueQueryVariables = Exact<{
  filter: TraceFilter;
  after?: string | null | undefined;
}>;


export type ReviewQueueQuery = { traces: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, review: { result: ReviewResult, reward: number, feedback: string | null, reviewedAt: string } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReviewTraceMutationVariables = Exact<{
  input: ReviewTraceInput;
}>;


export type ReviewTraceMutation = { reviewTrace: { trace: TraceDetailFragment, changes: Array<{ before: number, after: number, reward: number, entry: { id: string, kind: EntryKind, content: string, utility: number, reviewCount: number } | null }> } };

export type TracesQueryVariables = Exact<{
  filter?: TraceFilter | null | undefined;
  orderBy?: TraceOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type TracesQuery = { traces: { totalCount: number, edges: Array<{ cursor: string, node: TraceRowFragment }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TracesByMeaningQueryVariables = Exact<{
  query: string;
  filter?: TraceFilter | null | undefined;
}>;


export type TracesByMeaningQuery = { searchTraces: { results: Array<{ similarity: number, trace: TraceRowFragment }> } };

export type TracesPendingQueryVariables = Exact<{
  filter: TraceFilter;
}>;


export type TracesPendingQuery = { traces: { totalCount: number } };

export type TraceByIdQueryVariables = Exact<{
  id: string;
}>;


export type TraceByIdQuery = { trace: TraceDetailFragment | null };

export type TraceDetailFragment = { id: string, task: string, finalResponse: string | null, agentId: string | null, model: string | null, durationMs: number | null, messageCount: number, toolsUsed: Array<string>, metadata: Record<string, unknown>, createdAt: string, reflectionStatus: JobStatus | null, reflectionAttempts: number, reflectionError: string | null, agent: { id: string, name: string } | null, usage: { inputTokens: number, outputTokens: number } | null, createdBy: { id: string, kind: ActorKind, name: string } | null, retrieved: Array<{ entryId: string, content: string, rank: number, score: number | null, used: number | null, entry: { id: string, kind: EntryKind, content: string, utility: number, reviewCount: number, deletedAt: string | null, supersededAt: string | null } | null }>, review: { result: ReviewResult, reward: number, feedback: string | null, alpha: number | null, baseline: number | null, reviewedAt: string, reviewedBy: { id: string, kind: ActorKind, name: string }, entryRewards: Array<{ entryId: string, reward: number }> } | null, reflection: { id: string, content: string, utility: number, reviewCount: number, deletedAt: string | null, lesson: { task: string, outcome: ReviewResult | null, summary: string, keyMistake: string, correctAction: string, applicableTools: Array<string>, guidance: string, toolsUsed: Array<string>, shortened: boolean, trace: { id: string } | null } | null } | null };

export type TraceMessagesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type TraceMessagesQuery = { trace: { id: string, messages: { totalCount: number, edges: Array<{ cursor: string, node: Record<string, unknown> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type TraceNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type TraceNamesQuery = { traces: { edges: Array<{ cursor: string, node: { id: string, model: string | null, agentId: string | null, agent: { id: string, name: string } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TraceRowFragment = { id: string, task: string, agentId: string | null, model: string | null, durationMs: number | null, messageCount: number, toolsUsed: Array<string>, createdAt: string, reflectionStatus: JobStatus | null, agent: { id: string, name: string } | null, usage: { inputTokens: number, outputTokens: number } | null, review: { result: ReviewResult, reward: number, feedback: string | null, reviewedAt: string } | null };

export type SessionQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionQuery = { viewer: { role: Role, isRoot: boolean, apiKey: { id: string, name: string } | null, project: { id: string, name: string } | null }, server: { version: string, chatModel: string | null, embeddingModel: string, features: Array<ServerFeature>, limits: { maxContentBytes: number, maxPageSize: number, maxBulkItems: number, eventRetentionDays: number } }, projects: { nodes: Array<{ id: string, name: string, createdAt: string }> } };
