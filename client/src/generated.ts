// Generated from schema.graphql by `npm run generate`. Do not edit.
import type { Document } from './document.ts';

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

/** The codes of errors, in `extensions.code`; docs/errors.md says what to do about each. */
export type ErrorCode =
  /** An argument is missing, malformed or out of range; `extensions.path` names it. */
  | 'BAD_USER_INPUT'
  /** The request has no API key, or the key is unknown, revoked or expired. */
  | 'UNAUTHENTICATED'
  /** The caller may not do this: the role of the API key or token is too low, it is not a root key, or it gives no project. */
  | 'FORBIDDEN'
  /** The object does not exist in a project that the API key has access to. */
  | 'NOT_FOUND'
  /** The request conflicts with stored data, such as a name that is taken, an idempotency key that was used for another request, or an `ifVersion` that is no longer the version. */
  | 'CONFLICT'
  /** The log no longer holds the event of the cursor: it was purged, the database was restored to an earlier time, or the cursor is one of another log. Read the current state and subscribe without a cursor. */
  | 'CURSOR_EXPIRED'
  /** The embedding model did not return a usable answer, or this server has no endpoint for it. Nothing was stored, unless the mutation says otherwise. */
  | 'EMBEDDING_UNAVAILABLE'
  /** The operation requires a chat model and the server has none. */
  | 'CHAT_NOT_CONFIGURED'
  /** The chat model did not return a usable answer. */
  | 'CHAT_UNAVAILABLE'
  /** The API key or the server has reached its limit. Nothing was done; retry later. */
  | 'RATE_LIMITED'
  /** The project has reached one of its quotas; `extensions.quota` names it. Nothing was stored. */
  | 'QUOTA_EXCEEDED'
  /** The operation exceeds a limit of length, fragments, depth, aliases or cost, or too many operations run on its WebSocket at once. */
  | 'QUERY_TOO_COMPLEX'
  /** This server only reads: it was started with --read-only. Send the operation to one that writes. */
  | 'READ_ONLY'
  /** The database cannot be reached, or it cancelled a statement. A write may have been stored: retry it with the same idempotency key. */
  | 'DATABASE_UNAVAILABLE'
  /** The disk of the database is full. Nothing was stored. */
  | 'DISK_FULL'
  /** An error of the server, which is logged under `extensions.requestId`. */
  | 'INTERNAL_SERVER_ERROR'
  /** The document is not GraphQL. */
  | 'GRAPHQL_PARSE_FAILED'
  /** The document is not valid in this schema. */
  | 'GRAPHQL_VALIDATION_FAILED'
  /** The document has no operation of the given name, or several operations and no name is given. */
  | 'OPERATION_RESOLUTION_FAILURE'
  /** The request is not a GraphQL request over HTTP. */
  | 'BAD_REQUEST'
  /** Not in use: this server answers every persisted query with PERSISTED_QUERY_NOT_SUPPORTED. */
  | 'PERSISTED_QUERY_NOT_FOUND'
  /** The server does not support persisted queries. */
  | 'PERSISTED_QUERY_NOT_SUPPORTED';

/** The kind of an actor. */
export type ActorKind =
  /** An API key that is stored in the database, including the root key that the first start creates. */
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
  /** Ids of up to 500 memories. Entries of these memories and of the memories of `memoryTags` are in scope. The id of a deleted memory fails with NOT_FOUND, except in the scope of `events`. */
  memoryIds?: Array<string> | null | undefined;
  /** Entries of memories with a tag that matches one of the globs (as in `memories(tags:)`), and of `memoryIds`. */
  memoryTags?: Array<string> | null | undefined;
  /** Entries of any of these kinds. In a project with `requiredMetadataKey`, searches leave out REFLECTION unless `metadata` has the key, and fail with BAD_USER_INPUT if `kinds` has REFLECTION without it. `planningContext` never has reflections. */
  kinds?: Array<EntryKind> | null | undefined;
  /** Entries of any of these sources. */
  sources?: Array<EntrySource> | null | undefined;
  /** Entries with a statement whose metadata matches every key of the filter; a search covers only such statements. A single value also matches a list that contains it; a list or an object matches a value that contains it. At most 16 KiB. */
  metadata?: object | null | undefined;
  /** Entries with a statement that happened at this time or later: its `occurredAt`, otherwise its `firstStatedAt`. A search covers only such statements. */
  occurredAfter?: string | null | undefined;
  /** Entries with a statement that happened before this time. */
  occurredBefore?: string | null | undefined;
  /** Entries that were created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Entries that were created before this time. */
  createdBefore?: string | null | undefined;
  /** Entries whose `Entry.updatedAt` is this time or later. */
  updatedAfter?: string | null | undefined;
  /** Entries whose `Entry.updatedAt` is before this time. */
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

/** Exactly one of `metadata` and `everything` is required. */
export type EraseDataInput = {
  /** Erases the entries, traces and generations whose metadata has every one of these keys and values, such as a person's id; matched as in `KnowledgeScope.metadata`. An entry also matches if its metadata did before one of its changes (`Entry.revisions`). Not empty, at most 16 KiB. */
  metadata?: object | null | undefined;
  /** If true, erases all memories, entries, traces, agents, generations, events, jobs and statistics of the project. Its settings and keys stay. */
  everything?: boolean | null | undefined;
  /** The exact name of the project, as a confirmation of `everything`. */
  confirmName?: string | null | undefined;
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

/** An order of memories. */
export type MemoryOrder = {
  /** What the list is ordered by. */
  field: MemoryOrderField;
  /** Ascending when omitted. */
  direction?: OrderDirection | null | undefined;
};

/** What memories are ordered by. */
export type MemoryOrderField =
  /** The name, by Unicode code point. */
  | 'NAME'
  /** `Memory.createdAt`. */
  | 'CREATED_AT'
  /** `Memory.updatedAt`. */
  | 'UPDATED_AT'
  /** The number of entries that are not deleted. */
  | 'ENTRY_COUNT';

/** What `createMemory` does if the project already has a memory with this name. */
export type IfExists =
  /** Fails with CONFLICT. */
  | 'FAIL'
  /** Returns the existing memory unchanged and ignores the other fields of the input. */
  | 'RETURN';

/** The input of `createMemory`. */
export type CreateMemoryInput = {
  /** 1 to 200 characters, unique in the project. */
  name: string;
  /** What happens if the project already has a memory with this name. */
  ifExists?: IfExists | null | undefined;
  /** A description for people, at most 4,000 characters. */
  description?: string | null | undefined;
  /** The tags: at most 64, each of 1 to 128 characters. */
  tags?: Array<string> | null | undefined;
  /** The memory's own threshold, 0 to 1; only the policy SIMILAR uses it. The project's applies when omitted. */
  duplicateThreshold?: number | null | undefined;
  /** The memory's own threshold, 0 to 1; the project's applies when omitted. With the policy SIMILAR, it must not be above `duplicateThreshold`. */
  updateThreshold?: number | null | undefined;
  /** The memory's own policy; the project's applies when omitted. */
  duplicatePolicy?: DuplicatePolicy | null | undefined;
  /** The memory's own limit, 1 to 64; the project's applies when omitted. */
  maxStatements?: number | null | undefined;
  /** Whether the chat model looks for facts that a new or changed fact contradicts. */
  contradictionCheck?: boolean | null | undefined;
  /** An omitted setting inherits the project's value. */
  streamSettings?: StreamSettingsInput | null | undefined;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the object that the first call created. With another input, it is a CONFLICT; if the object was deleted, NOT_FOUND. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: string | null | undefined;
};

/** An omitted field is unchanged; an input without fields changes nothing. Null clears the description, resets a threshold, the policy and the limit to those of the project, and leaves every other field unchanged. */
export type UpdateMemoryInput = {
  /** The memory to change. */
  memoryId: string;
  /** The `version` that the caller has read. If the memory has another version, the call fails with CONFLICT, changes nothing, and returns the current version in `extensions.version`. */
  ifVersion?: number | null | undefined;
  /** 1 to 200 characters, unique in the project. */
  name?: string | null | undefined;
  /** At most 4,000 characters. */
  description?: string | null | undefined;
  /** Replaces all tags; null leaves them unchanged. Not together with `addTags` or `removeTags`. */
  tags?: Array<string> | null | undefined;
  /** Tags to add to those of the memory. A memory can have at most 64. */
  addTags?: Array<string> | null | undefined;
  /** Tags to remove, after `addTags` are added. Tags that the memory does not have are ignored. */
  removeTags?: Array<string> | null | undefined;
  /** 0 to 1; only the policy SIMILAR uses it. */
  duplicateThreshold?: number | null | undefined;
  /** 0 to 1. With the policy SIMILAR, it must not be above `duplicateThreshold`. */
  updateThreshold?: number | null | undefined;
  /** Null resets it to the project's policy. */
  duplicatePolicy?: DuplicatePolicy | null | undefined;
  /** 1 to 64. */
  maxStatements?: number | null | undefined;
  /** Whether the chat model looks for facts that a new or changed fact contradicts; null leaves it unchanged. */
  contradictionCheck?: boolean | null | undefined;
  /** Changes the given settings; null for one of them resets it to the inherited value (project → default). */
  streamSettings?: StreamSettingsInput | null | undefined;
};

/** The input of `deleteMemory`. */
export type DeleteMemoryInput = {
  /** The memory to delete. */
  memoryId: string;
  /** If true, deletes the memory even if an agent writes to it; the agent's `write_memory` then fails until the memory is restored. */
  force?: boolean | null | undefined;
};

/** The input of `restoreMemory`. */
export type RestoreMemoryInput = {
  /** The memory to restore. */
  memoryId: string;
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
  /** Extracted from a document, or imported from another program. */
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

/** The outcome of a write (SOAT). */
export type WriteAction =
  /** The text was new and is stored as a new entry. */
  | 'CREATED'
  /** The text became a statement of an entry, the newest unless its `occurredAt` is before that of another; or its metadata added a key to the statement with the same text. */
  | 'UPDATED'
  /** The text is identical to the newest statement of an entry, and its metadata adds no key: only the count and the time of the statement changed. With the policy SIMILAR, the text can also be similar to an entry. */
  | 'SKIPPED';

/** When a write skips a text. */
export type DuplicatePolicy =
  /** Only a text that is equal, character by character, so that nothing is lost in any language. */
  | 'SAFE'
  /**
   * Also a text whose cosine similarity to an entry is at least `duplicateThreshold` (SOAT), if its metadata has no other value
   * for a key of the entry. A text below it is added to an entry from `updateThreshold` on, by its similarity to the nearest
   * statement alone, and also if names have changed places.
   */
  | 'SIMILAR';

/** The input of `writeEntry`. */
export type WriteEntryInput = {
  /** The memory to write to. */
  memoryId: string;
  /** Not blank, at most 32 KiB of UTF-8. A text longer than the model's input is embedded in chunks. */
  content: string;
  /** The origin of the text. */
  source?: EntrySource | null | undefined;
  /** The kind of knowledge. Only a FACT is compared with the facts of the memory; any other kind is CREATED. An OBSERVATION or a PLAN enters the memory's stream, as by `recordObservation`. A REFLECTION has no lesson, so `queryReflections` does not find it; use `createReflection` for a lesson. */
  kind?: EntryKind | null | undefined;
  /** The metadata of the statement, at most 16 KiB; empty when omitted. A text never becomes a statement of an entry that has another value for one of the keys. */
  metadata?: object | null | undefined;
  /** What the text follows or belongs to, such as the turn before it or a title; at most 4,000 characters. It is embedded with the text where the model has room for both, and its words count for searches. It is not part of the content. For an observation or a plan, the rating of importance considers it. */
  context?: string | null | undefined;
  /** When what the text says happened; when omitted, searches use the time of the write. */
  occurredAt?: string | null | undefined;
  /** When the entry expires; for an observation or a plan, according to the memory's `ttlHours` when omitted. A text is compared only with entries that expire at the same time, or like it do not expire. An entry whose time is past is deleted within a minute. */
  expiresAt?: string | null | undefined;
  /** 1 to 10, if the text creates an entry. When omitted, the chat model rates an observation or a plan; a fact has 5. */
  importance?: number | null | undefined;
  /** Ids of entries of the memory that the text replaces, at most 50. Searches leave them out, and the text is not added to them. `supersedeEntries` reverses this, and so does `revertEntry` if the text became a statement of an entry. */
  supersedes?: Array<string> | null | undefined;
  /** 0 to 1; only the policy SIMILAR uses it. When omitted, the inherited value (memory → project → deployment). */
  duplicateThreshold?: number | null | undefined;
  /** 0 to 1. With the policy SIMILAR, it must not be above `duplicateThreshold`. 1 switches merging off, except for texts with the same vector. When omitted, the inherited value (memory → project → deployment). */
  updateThreshold?: number | null | undefined;
  /** When omitted, the inherited value (memory → project). */
  duplicatePolicy?: DuplicatePolicy | null | undefined;
  /** If true, returns the outcome without storing it. The id of an entry that would be created is not reserved. `supersedes`, `chunks` and `revisions` of the entry show the state before the write. */
  dryRun?: boolean | null | undefined;
  /** 1 to 200 characters, unique in the project. A repeated call with the same key and input returns the first result and writes nothing. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: string | null | undefined;
};

/** One text of `writeEntries`. */
export type WriteEntriesItem = {
  /** As in `writeEntry`. */
  content: string;
  /** When omitted, the value of the call. */
  source?: EntrySource | null | undefined;
  /** When omitted, the value of the call. */
  kind?: EntryKind | null | undefined;
  /** As in `writeEntry`. */
  metadata?: object | null | undefined;
  /** As in `writeEntry`. */
  context?: string | null | undefined;
  /** As in `writeEntry`. */
  occurredAt?: string | null | undefined;
  /** As in `writeEntry`. */
  expiresAt?: string | null | undefined;
  /** As in `writeEntry`. */
  importance?: number | null | undefined;
  /** As in `writeEntry`. */
  supersedes?: Array<string> | null | undefined;
  /** As in `writeEntry`, and unique in the call. */
  idempotencyKey?: string | null | undefined;
};

/** The input of `writeEntries`. */
export type WriteEntriesInput = {
  /** The memory to write to. */
  memoryId: string;
  /** 1 to 500, with at most 2 MiB of content in total. */
  items: Array<WriteEntriesItem>;
  /** The source of items that name none. */
  source?: EntrySource | null | undefined;
  /** The kind of items that name none. */
  kind?: EntryKind | null | undefined;
  /** 0 to 1; only the policy SIMILAR uses it. When omitted, the inherited value (memory → project → deployment). */
  duplicateThreshold?: number | null | undefined;
  /** 0 to 1. With the policy SIMILAR, it must not be above `duplicateThreshold`. 1 switches merging off, except for texts with the same vector. When omitted, the inherited value (memory → project → deployment). */
  updateThreshold?: number | null | undefined;
  /** When omitted, the inherited value (memory → project). */
  duplicatePolicy?: DuplicatePolicy | null | undefined;
  /** If true, returns the outcomes without storing them. `supersedes`, `chunks` and `revisions` of the entries show the state before the write. */
  dryRun?: boolean | null | undefined;
};

/** The input of `extractEntries`. */
export type ExtractEntriesInput = {
  /** The memory to write to. */
  memoryId: string;
  /** The document, at most 256 KiB of UTF-8. A chat model receives it in parts of at most 8,000 characters. */
  text: string;
  /** Metadata of every extracted text, at most 16 KiB; empty when omitted. */
  metadata?: object | null | undefined;
  /** 0 to 1; only the policy SIMILAR uses it. When omitted, the inherited value (memory → project → deployment). */
  duplicateThreshold?: number | null | undefined;
  /** 0 to 1. With the policy SIMILAR, it must not be above `duplicateThreshold`. 1 switches merging off, except for texts with the same vector. When omitted, the inherited value (memory → project → deployment). */
  updateThreshold?: number | null | undefined;
  /** When omitted, the inherited value (memory → project). */
  duplicatePolicy?: DuplicatePolicy | null | undefined;
  /** If true, returns the outcome without storing it. A document of more than 400 texts or 1 MiB is written in parts; a dry run does not compare a text with those of earlier parts. It can therefore answer CREATED for a text that the write would skip or merge. */
  dryRun?: boolean | null | undefined;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the first texts with the results of their writes, without asking the chat model, and writes those that an interrupted call had not written. With another input, it is a CONFLICT. The texts are stored with the key for the days of `Server.limits.idempotencyRetentionDays`. A call in which nothing was extracted leaves the key free. */
  idempotencyKey?: string | null | undefined;
};

/** How texts are extracted from a document. */
export type ExtractionMethod =
  /** The chat model extracts facts, at most 50 from each part of 8,000 characters. */
  | 'CHAT'
  /** Each sentence is a text, and so is each fenced block of code and each table. */
  | 'SENTENCES';

/** At least one field to change is required. A field that is omitted is unchanged, and so is one that is null, except for `occurredAt` and `expiresAt`. A revision keeps the content and the metadata; `Event.changes` has the other fields. */
export type UpdateEntryInput = {
  /** The entry to change. */
  entryId: string;
  /** The `version` that the caller has read. If the entry has another version, the call fails with CONFLICT, changes nothing, and returns the current version in `extensions.version`. */
  ifVersion?: number | null | undefined;
  /** The new text: not blank, at most 32 KiB. It replaces all statements by one. Of an entry with a lesson, it is the new text of the lesson, and the parts stay as they are. */
  content?: string | null | undefined;
  /** The new metadata of every statement, which replaces the old; at most 16 KiB. */
  metadata?: object | null | undefined;
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

/** The input of `deleteEntry`. */
export type DeleteEntryInput = {
  /** The entry to delete. */
  entryId: string;
};

/** The input of `touchEntries`. */
export type TouchEntriesInput = {
  /** 1 to 500. */
  entryIds: Array<string>;
  /** The time of the access; now when omitted, or if it is in the future. */
  at?: string | null | undefined;
};

/** The parts of a lesson to change; at most 8,000 characters each. A part that is omitted or null is unchanged. */
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

/** How a search computes the relevance of an entry to a query, a number in 0..1. */
export type SearchMode =
  /** Cosine similarity of embeddings. */
  | 'SEMANTIC'
  /**
   * A fused score: 0.4 × cosine similarity + 0.6 × word coverage². If the query has dates (`on 8 May 2023`, `in June
   * 2023`, `last week`), these are compared with the times of the statements instead of with their words:
   * (0.4 × cosine similarity + 0.6 × word coverage² + 0.3 × date match) / 1.3. A query for nothing but a time (`What
   * happened last week?`) has (0.4 × cosine similarity + 0.6 × word coverage² + 5 × date match) / 6.
   */
  | 'HYBRID'
  /** Word coverage: the share of the query's words (English stems, without stop words) that a chunk contains, weighted by inverse document frequency; words of the context count 0.6. It does not use the embedding model. Words are separated by blanks and punctuation: in a text without blanks between words, such as Chinese or Japanese, only whole phrases are found. */
  | 'LEXICAL';

/** The input of `searchKnowledge`. */
export type SearchKnowledgeInput = {
  /** The text with which entries are compared: not blank, at most 32 KiB. */
  query: string;
  /** The entries to search; the whole project when omitted. */
  scope?: KnowledgeScope | null | undefined;
  /** Excludes results with a lower `score`, 0 to 1. Scores of different modes are not comparable. */
  minScore?: number | null | undefined;
  /** Maximum number of results, 1 to 100. */
  limit?: number | null | undefined;
  /** How entries are compared with the query. */
  mode?: SearchMode | null | undefined;
  /** Searches what was known at this time: statements that were edited or deleted since are searched, within the days of `Server.limits.historyRetentionDays`, and those written since are not. Relative dates in the query are read from it. Now when omitted. */
  asOf?: string | null | undefined;
  /** Whether entries that others replaced are searched too. */
  includeSuperseded?: boolean | null | undefined;
  /** Whether the answer has an `explanation`. */
  explain?: boolean | null | undefined;
};

/** Conditions for traces. A condition that is omitted or null does not restrict. */
export type TraceFilter = {
  /** Traces with this review status. */
  reviewStatus?: ReviewStatus | null | undefined;
  /** Traces with this `Trace.agentId`. */
  agentId?: string | null | undefined;
  /** Traces whose metadata matches every key of the filter. A single value also matches a list that contains it; a list or an object matches a value that contains it. At most 16 KiB. */
  metadata?: object | null | undefined;
  /** Traces with this `Trace.model`. */
  model?: string | null | undefined;
  /** Traces whose task or final response contains every word of this text; the last word can be the beginning of a word. A text without a letter or digit matches nothing, and only its first 32 words count. At most 32 KiB. Of a final response, the first 100,000 characters count. */
  text?: string | null | undefined;
  /** Traces that were created at this time or later. */
  createdAfter?: string | null | undefined;
  /** Traces that were created before this time. */
  createdBefore?: string | null | undefined;
  /** Reviewed traces with at least this reward, in 0..1. */
  minReward?: number | null | undefined;
  /** Reviewed traces with at most this reward, in 0..1. */
  maxReward?: number | null | undefined;
  /** Traces with this `Trace.reflectionStatus`, which is null from 30 days after the job ended: COMPLETED finds only traces with a recent reflection. */
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

/** The input of `searchTraces`. */
export type SearchTracesInput = {
  /** The text with which the tasks of traces, or the texts in their place, are compared: not blank, at most 32 KiB. */
  query: string;
  /** Only traces that meet these conditions; all when omitted. */
  filter?: TraceFilter | null | undefined;
  /** Excludes traces with a lower similarity, 0 to 1. */
  minScore?: number | null | undefined;
  /** Maximum number of results, 1 to 100. */
  limit?: number | null | undefined;
};

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

/** The review of a trace. */
export type ReviewInput = {
  /** Required unless `reward` is given; by default PASS from a reward of 0.5. */
  result?: ReviewResult | null | undefined;
  /** 0 to 1; when omitted, 1 for PASS and 0 for FAIL. */
  reward?: number | null | undefined;
  /** At most 16,000 characters. It is part of the prompt for the reflection. */
  feedback?: string | null | undefined;
  /** The learning rate, in 0..1; the project's when omitted. */
  alpha?: number | null | undefined;
  /** Rewards of single entries that the run retrieved. If any is given, only these entries learn: each moves toward its own reward, under both credit rules. */
  entryRewards?: Array<EntryRewardInput> | null | undefined;
  /** Whether the chat model writes a reflection on the trace, in the background. */
  generateReflection?: boolean | null | undefined;
  /** The memory of the reflection; when omitted, the project's memory named `reflections`. */
  memoryId?: string | null | undefined;
};

/** The input of `createTrace`. */
export type CreateTraceInput = {
  /** The task of the run: not blank, at most 32 KiB. Searches for traces and reflections compare queries with it, unless `embeddedText` is given. */
  task: string;
  /** A text to compare queries with in place of the task: not blank, at most 32 KiB. */
  embeddedText?: string | null | undefined;
  /**
   * The messages of the run in the format of the OpenAI API, including tool calls; content parts `tool_use` and `tool_result` of the Anthropic API are read as well. The roles are system,
   * developer, user, assistant, tool and function. At most 4 MiB as JSON.
   */
  trajectory?: Array<object> | null | undefined;
  /** The last answer of the agent, at most 1,000,000 characters. */
  finalResponse?: string | null | undefined;
  /** The entries that the run retrieved, best first; a review changes only their utilities. At most 500. */
  retrievedEntryIds?: Array<string> | null | undefined;
  /** At most 16 KiB. The reflection has the same metadata. Must have the project's `requiredMetadataKey`, if it has one. */
  metadata?: object | null | undefined;
  /** Name or id of the agent, 1 to 200 characters. */
  agentId?: string | null | undefined;
  /** Name of the model, 1 to 200 characters. */
  model?: string | null | undefined;
  /** Tokens of the run, as counted by the model. */
  usage?: TokenUsageInput | null | undefined;
  /** Duration of the run in milliseconds, 0 or more. */
  durationMs?: number | null | undefined;
  /** The review of the run, if its result is known. */
  review?: ReviewInput | null | undefined;
  /** 1 to 200 characters, unique among the project's traces. A repeated call with the same key and input returns the first trace, as long as the trace exists. */
  idempotencyKey?: string | null | undefined;
};

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
  /** Rewards of single entries that the run retrieved. If any is given, only these entries learn: each moves toward its own reward, under both credit rules. */
  entryRewards?: Array<EntryRewardInput> | null | undefined;
  /** Whether the chat model writes a reflection on the trace, in the background. */
  generateReflection?: boolean | null | undefined;
  /** The memory of the reflection; when omitted, the project's memory named `reflections`. */
  memoryId?: string | null | undefined;
  /** If true, replaces the trace's review: later reviews are replayed, so that every utility is what it would have been, and a new reflection replaces the old one. */
  replace?: boolean | null | undefined;
};

/** The input of `queryReflections` and of `augmentTask`. */
export type QueryReflectionsInput = {
  /** The task: not blank, at most 32 KiB. */
  task: string;
  /** Maximum number of results, 1 to 100. */
  limit?: number | null | undefined;
  /** Weight of the utility in the score, 0 to 1. */
  lambda?: number | null | undefined;
  /** Weight of the score in maximal marginal relevance, 0 to 1. 1 ranks by score only, 0 by dissimilarity only. */
  mmrLambda?: number | null | undefined;
  /** Lowest cosine similarity, 0 to 1, of the most similar chunk of a reflection; 0 disables the threshold. The project's `similarityThreshold` when omitted. */
  minScore?: number | null | undefined;
  /** The reflections to search; all of the project when omitted. Must have `metadata` with the project's `requiredMetadataKey`, if it has one. */
  scope?: KnowledgeScope | null | undefined;
  /** How the relevance is computed. SEMANTIC ranks by the cosine similarity, as Reflect does. `minScore` is compared with the cosine similarity, and has no effect in LEXICAL mode, which compares words alone. */
  mode?: SearchMode | null | undefined;
  /** Maximum number of tokens of the reflections as `augmentTask` shows them, 1 to 100,000; no maximum when omitted. A token is counted as four bytes of UTF-8. The best reflections that fit are in the results. If the best one does not fit, it is the only result, and `augmentTask` cuts it and ends with `…`. */
  tokenBudget?: number | null | undefined;
  /** Whether the answer has an `explanation`. */
  explain?: boolean | null | undefined;
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
  metadata?: object | null | undefined;
  /** The entries that the run retrieved, best first; the review moves their utilities. At most 500. */
  retrievedEntryIds?: Array<string> | null | undefined;
  /** The reviewer's explanation, at most 16,000 characters. */
  feedback?: string | null | undefined;
  /** The learning rate, in 0..1; the project's when omitted. */
  alpha?: number | null | undefined;
  /** Rewards of single entries that the run retrieved. If any is given, only these entries learn: each moves toward its own reward, under both credit rules. */
  entryRewards?: Array<EntryRewardInput> | null | undefined;
  /** The memory of the reflection; when omitted, the project's memory named `reflections`. */
  memoryId?: string | null | undefined;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the object that the first call created. With another input, it is a CONFLICT; if the object was deleted, NOT_FOUND. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: string | null | undefined;
};

/** How a memory stream ranks entries, by name. */
export type StreamRanking =
  /** The values that were chosen by measuring on public data. */
  | 'MEASURED'
  /** The weights of the paper's text: recency, importance and relevance 1 each, no normalization, cosine similarity (Generative Agents). */
  | 'GENERATIVE_AGENTS'
  /** The weights of the paper's code: recency 0.5, importance 2, relevance 3, each part scaled over the candidates, cosine similarity. */
  | 'PAPER_CODE'
  /** Cosine similarity alone (SOAT), as `searchKnowledge` with the mode SEMANTIC. */
  | 'SOAT'
  /** Cosine similarity and utility 0.5 each (Reflect with its `lambda` of 0.5), as `queryReflections` with the mode SEMANTIC, without its lowest similarity and its diversification. */
  | 'REFLECT';

/** The settings of a memory stream to change. An omitted setting is unchanged; null resets it to the inherited value (memory → project → default). A `ranking` replaces the inherited values of all settings of the preset. Single settings of the same project or memory override its values. */
export type StreamSettingsInput = {
  /** Sum of importance since the last cycle at which a new cycle starts, 1 to 1,000,000 (150). */
  importanceThreshold?: number | null | undefined;
  /** Lowest number of observations since the last cycle at which a new cycle starts, 1 to 100,000 (10). */
  minObservations?: number | null | undefined;
  /** Maximum number of entries (observations, plans and insights) recorded since the last cycle from which a cycle derives its questions, the most recent ones; 1 to 500 (100). */
  recentObservations?: number | null | undefined;
  /** Number of questions in a cycle, 1 to 9 (3). Each question yields at most one insight. */
  questionsPerCycle?: number | null | undefined;
  /** Maximum depth of an insight, 1 to 10 (3). */
  maxDepth?: number | null | undefined;
  /** Lowest importance of an insight, 1 to 10 (7). A lower rating is raised to it. */
  insightImportance?: number | null | undefined;
  /** A preset for `normalization`, `mode`, `decayFactor`, `accessShare` and the four weights (MEASURED). */
  ranking?: StreamRanking | null | undefined;
  /** How the parts of a score are normalized before they are weighted. */
  normalization?: Normalization | null | undefined;
  /** How entries are compared with a query. */
  mode?: SearchMode | null | undefined;
  /** Whether the chat model rates the importance of observations, plans and insights (true). */
  rating?: boolean | null | undefined;
  /** Whether the stream starts cycles by itself (true). */
  insights?: boolean | null | undefined;
  /** The chat model of ratings and insights, 1 to 200 characters; null for the inherited one. */
  scoringModel?: string | null | undefined;
  /** Addition to the importance of a text that names an entity, 0 to 9 (1). */
  entityAddition?: number | null | undefined;
  /** Addition to the importance of a text that expresses a preference or an emotion, 0 to 9 (1). */
  feelingAddition?: number | null | undefined;
  /** Addition to the importance of a text that states a goal, 0 to 9 (2). */
  goalAddition?: number | null | undefined;
  /** Base of the recency: `decayFactor` ^ hours since `Entry.lastStatedAt`. 0.0001 to 1 (0.999). */
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
  /** Maximum number of entries in a memory, 1 to 10,000,000. Retention deletes superseded entries first, and then the entries with the lowest weighted sum of recency, importance and utility. No limit by default. */
  maxEntries?: number | null | undefined;
  /** Hours after which a recorded entry expires, 0.001 to 1,000,000. No expiry by default. */
  ttlHours?: number | null | undefined;
  /** Days after which an entry that retention deleted is permanently deleted, 0 to 3650 (7). */
  graceDays?: number | null | undefined;
};

/** The kinds of entries that a caller can record. */
export type ObservationKind =
  /** An observed event. */
  | 'OBSERVATION'
  /** An intention. */
  | 'PLAN';

/** The input of `recordObservation`. */
export type RecordObservationInput = {
  /** The memory to which the observation is added. */
  memoryId: string;
  /** Not blank, at most 32 KiB. */
  content: string;
  /** Whether the text is an observed event or an intention. */
  kind?: ObservationKind | null | undefined;
  /** The origin of the text. */
  source?: EntrySource | null | undefined;
  /** 1 to 10; rated by the chat model when omitted. */
  importance?: number | null | undefined;
  /** When the observed event happened; when omitted, searches use the time of the write. */
  occurredAt?: string | null | undefined;
  /** When the entry expires; according to the memory's `ttlHours` when omitted. */
  expiresAt?: string | null | undefined;
  /** Context of the text, such as the observer; at most 4,000 characters. The rating considers it, and it is embedded and searched with the text. */
  context?: string | null | undefined;
  /** At most 16 KiB as JSON; empty when omitted. */
  metadata?: object | null | undefined;
  /** 1 to 200 characters, unique in the project. A repeated call with the same key and input returns the first entry. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: string | null | undefined;
};

/** The input of `recordObservations`. */
export type RecordObservationsInput = {
  /** The memory to which the observations are added. */
  memoryId: string;
  /** 1 to 500, with at most 2 MiB of content in total. */
  observations: Array<ObservationInput>;
  /** The origin of the texts. */
  source?: EntrySource | null | undefined;
};

/** One observation of `recordObservations`; the fields are those of `RecordObservationInput`. */
export type ObservationInput = {
  content: string;
  kind?: ObservationKind | null | undefined;
  importance?: number | null | undefined;
  occurredAt?: string | null | undefined;
  expiresAt?: string | null | undefined;
  context?: string | null | undefined;
  metadata?: object | null | undefined;
  idempotencyKey?: string | null | undefined;
};

/** The weights of a score's parts, 0 to 100 each; the stream's settings when omitted. */
export type WeightsInput = {
  /** 0 to 100. */
  recency?: number | null | undefined;
  /** 0 to 100. */
  importance?: number | null | undefined;
  /** 0 to 100. How the relevance is computed depends on the search mode (`SearchMode`). */
  relevance?: number | null | undefined;
  /** 0 to 100. */
  utility?: number | null | undefined;
};

/** How the parts of a score are normalized before they are weighted. */
export type Normalization =
  /** No normalization; each part is already in 0..1. */
  | 'NONE'
  /** Each part is scaled to 0..1 over the candidates, or is 0.5 if it is equal for all (as in the paper's code). */
  | 'MIN_MAX';

/** The input of `retrieveEntries`. An omitted value is the stream setting of the memory if `scope` has one id in `memoryIds` and no `memoryTags`, otherwise that of the project. */
export type RetrieveEntriesInput = {
  /** The entries to search; the whole project when omitted. */
  scope?: KnowledgeScope | null | undefined;
  /** The text with which entries are compared: not blank, at most 32 KiB. */
  query: string;
  /** The weights of the score; the stream's settings when omitted. */
  weights?: WeightsInput | null | undefined;
  /** Base of the recency, above 0 and at most 1; the stream's setting when omitted. */
  decayFactor?: number | null | undefined;
  /** Maximum number of results, 1 to 100; the stream's setting when omitted. */
  limit?: number | null | undefined;
  /** A preset for the normalization, the mode, the decay factor, the access share and the weights; the stream's settings when omitted. */
  ranking?: StreamRanking | null | undefined;
  /** How the parts are normalized before they are weighted; the stream's setting when omitted. */
  normalization?: Normalization | null | undefined;
  /** How entries are compared with the query; the stream's setting when omitted. */
  mode?: SearchMode | null | undefined;
  /** The time at which recency is computed, and from which relative dates in the text are read unless `asOf` is given; now when omitted. */
  now?: string | null | undefined;
  /** As in `searchKnowledge`. */
  asOf?: string | null | undefined;
  /** Whether entries that others replaced are searched too. */
  includeSuperseded?: boolean | null | undefined;
  /** Excludes results with a lower `score`. */
  minScore?: number | null | undefined;
  /** Whether the answer has an `explanation`. */
  explain?: boolean | null | undefined;
};

/** The input of `planningContext`. */
export type PlanningContextInput = {
  /** The entries to search; the whole project when omitted. */
  scope?: KnowledgeScope | null | undefined;
  /** The situation, with which entries are compared: not blank, at most 32 KiB. */
  situation: string;
  /** Maximum number of entries, 1 to 100. */
  limit?: number | null | undefined;
  /** Maximum number of tokens of the text, 1 to 100,000. A token is counted as four bytes of UTF-8. Of a statement that does not fit, the text has the chunk that matches best, with an ellipsis (…) where text is left out. */
  tokenBudget?: number | null | undefined;
  /** The weights of the score; the stream's settings when omitted. */
  weights?: WeightsInput | null | undefined;
  /** Base of the recency, above 0 and at most 1; the stream's setting when omitted. */
  decayFactor?: number | null | undefined;
  /** A preset as in `retrieveEntries`; the stream's settings when omitted. */
  ranking?: StreamRanking | null | undefined;
  /** The time at which recency is computed, and from which relative dates in the text are read unless `asOf` is given; now when omitted. */
  now?: string | null | undefined;
  /** As in `searchKnowledge`. */
  asOf?: string | null | undefined;
};

/** An order of agents. */
export type AgentOrder = {
  /** What the list is ordered by. */
  field: AgentOrderField;
  /** Ascending when omitted. */
  direction?: OrderDirection | null | undefined;
};

/** What agents are ordered by. */
export type AgentOrderField =
  /** The name, by Unicode code point. */
  | 'NAME'
  /** `Agent.createdAt`. */
  | 'CREATED_AT'
  /** `Agent.updatedAt`. */
  | 'UPDATED_AT';

/** The reasons of a `KnowledgeWarning`. */
export type KnowledgeWarningCode =
  /** The agent reads a memory that is deleted or no longer exists; it is left out. */
  | 'MEMORY_DELETED'
  /** The agent writes to a memory that is deleted or no longer exists; its writes fail. */
  | 'WRITE_MEMORY_DELETED'
  /** The agent is to get lessons of past runs, but its scope has neither memories nor tags of memories to search. */
  | 'REFLECTIONS_WITHOUT_SCOPE';

/** How knowledge is ranked before it is injected. */
export type KnowledgeRanking =
  /** By relevance, which `mode` defines (SOAT). */
  | 'RELEVANCE'
  /** (1 − lambda) × relevance + lambda × utility (Reflect), where a utility counts less the fewer its reviews. */
  | 'UTILITY'
  /** The weighted sum of recency, importance, relevance and utility, with the stream settings of the memory, or of the project if there are several (Generative Agents). */
  | 'WEIGHTED';

/** How knowledge is injected into a conversation. */
export type Injection =
  /** One system message for each entry. */
  | 'SYSTEM'
  /** One user message with delimited entries, so that text of users is not in the system role. */
  | 'USER';

/** The knowledge configuration of an agent. A field that is omitted or null has its default in `createAgent` and is unchanged in `updateAgent`, unless its description says what null does. */
export type KnowledgeConfigInput = {
  /** Replaces the whole scope. Its memories must be in the project. Without memories and tags of memories, nothing is searched. */
  scope?: KnowledgeScope | null | undefined;
  /** Default HYBRID. */
  mode?: SearchMode | null | undefined;
  /** 0 to 1; null, the default, for no such limit. */
  minScore?: number | null | undefined;
  /** 0 to 1; default 0.3. */
  relativeScore?: number | null | undefined;
  /** 1 to 50; default 20. */
  limit?: number | null | undefined;
  /** 1 to 100,000; default 500. */
  tokenBudget?: number | null | undefined;
  /** Default RELEVANCE. */
  ranking?: KnowledgeRanking | null | undefined;
  /** 0 to 1; default 0.4. */
  lambda?: number | null | undefined;
  /** 0 to 1; default 0.7. */
  mmrLambda?: number | null | undefined;
  /** Default false. */
  reflections?: boolean | null | undefined;
  /** Null removes the tool `write_memory`. */
  writeMemoryId?: string | null | undefined;
  /** Default SYSTEM. */
  injectAs?: Injection | null | undefined;
};

/** The knowledge configuration of one call, with the fields of `KnowledgeConfigInput` except `writeMemoryId`. The memories and tags of its scope are added to the memories and tags of the agent; its kinds are added if the agent's scope has kinds. Any other value replaces the value of the agent. A field that is omitted or null leaves the value of the agent unchanged, except that null for `minScore` removes the limit. A call cannot change the memory to which the agent writes. */
export type CallKnowledgeInput = {
  scope?: KnowledgeScope | null | undefined;
  mode?: SearchMode | null | undefined;
  minScore?: number | null | undefined;
  relativeScore?: number | null | undefined;
  limit?: number | null | undefined;
  tokenBudget?: number | null | undefined;
  ranking?: KnowledgeRanking | null | undefined;
  lambda?: number | null | undefined;
  mmrLambda?: number | null | undefined;
  reflections?: boolean | null | undefined;
  injectAs?: Injection | null | undefined;
};

/** The input of `createAgent`. */
export type CreateAgentInput = {
  /** 1 to 200 characters, unique in the project. */
  name: string;
  /** The system message of every conversation, at most 100,000 characters. */
  instructions?: string | null | undefined;
  /** Name of the chat model, 1 to 200 characters; the server's default when omitted. */
  model?: string | null | undefined;
  /** The sampling temperature, 0 to 2; the model's default when omitted. */
  temperature?: number | null | undefined;
  /** Maximum number of calls to the model in one generation, 1 to 100; default 20. */
  maxSteps?: number | null | undefined;
  /** Which knowledge is injected into its conversations; without it, none. */
  knowledgeConfig?: KnowledgeConfigInput | null | undefined;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the object that the first call created. With another input, it is a CONFLICT; if the object was deleted, NOT_FOUND. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: string | null | undefined;
};

/** The input of `updateAgent`. An omitted field is unchanged, and so is one that is null unless its description says otherwise. */
export type UpdateAgentInput = {
  /** The agent to change. */
  agentId: string;
  /** 1 to 200 characters, unique in the project. */
  name?: string | null | undefined;
  /** At most 100,000 characters; null clears it. */
  instructions?: string | null | undefined;
  /** Null resets to the server's default. */
  model?: string | null | undefined;
  /** 0 to 2; null resets to the model's default. */
  temperature?: number | null | undefined;
  /** 1 to 100. */
  maxSteps?: number | null | undefined;
  /** Each given field replaces the agent's. */
  knowledgeConfig?: KnowledgeConfigInput | null | undefined;
};

/** The input of `agentKnowledge`. */
export type AgentKnowledgeInput = {
  /** The agent whose knowledge is found. */
  agentId: string;
  /** The conversation, in the format of the OpenAI API. The text of the last user message is the query. At most 4 MiB as JSON. */
  messages: Array<object>;
  /** Changes of the agent's configuration for this call. */
  knowledgeConfig?: CallKnowledgeInput | null | undefined;
};

/** The input of `generate`. */
export type GenerateInput = {
  /** The agent that answers. */
  agentId: string;
  /** The conversation, in the format of the OpenAI API. At most 4 MiB as JSON. */
  messages: Array<object>;
  /** Changes of the agent's configuration for this call. */
  knowledgeConfig?: CallKnowledgeInput | null | undefined;
  /** The caller's tools, in the format of the OpenAI API; their calls are returned in `requiresAction`. At most 128, together at most 1 MiB as JSON. */
  tools?: Array<object> | null | undefined;
  /** Metadata of the trace, at most 16 KiB. For an agent with `reflections`, it must have the project's `requiredMetadataKey`, unless the scope has it. */
  metadata?: object | null | undefined;
  /** 1 to 200 characters, unique among the project's generations. A repeated call with the same key and input returns the first generation. A generation that failed or was cancelled loses its key, so that a repeated call generates again. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: string | null | undefined;
};

/** The input of `continueGeneration`. */
export type ContinueGenerationInput = {
  /** The generation to continue. */
  generationId: string;
  /** One result for each call in `requiresAction`. */
  toolResults: Array<ToolResultInput>;
};

/** The result of a call of one of the caller's tools. */
export type ToolResultInput = {
  /** `ToolCall.id` of the call. */
  toolCallId: string;
  /** At most 1,000,000 characters. */
  content: string;
};

/** The input of `cancelGeneration`. */
export type CancelGenerationInput = {
  /** The generation to cancel. */
  generationId: string;
};

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

/** Number of tokens, as counted by the model. */
export type TokenUsageInput = {
  /** 0 or more. */
  inputTokens: number;
  /** 0 or more. */
  outputTokens: number;
};

/** The type of an event. */
export type EventType =
  /** The memory was created. */
  | 'MEMORY_CREATED'
  /** A field of the memory that `updateMemory` or `renameTag` sets was changed. */
  | 'MEMORY_UPDATED'
  /** The memory was deleted and can be restored; there are no events for its entries. */
  | 'MEMORY_DELETED'
  /** The deleted memory was restored with its entries. */
  | 'MEMORY_RESTORED'
  /** The memory and its entries were permanently deleted; there are no events for the entries. */
  | 'MEMORY_PURGED'
  /** The entry was created. */
  | 'ENTRY_CREATED'
  /** A written text became a statement of the entry, made an earlier one the newest again, or added metadata to one. */
  | 'ENTRY_STATEMENT_ADDED'
  /** A write was skipped, because its text is the newest statement of the entry or, with the policy SIMILAR, is very similar to a statement: the `statedCount` of that statement rises by one. `changes` contains the text and its metadata. */
  | 'ENTRY_SKIPPED'
  /** The entry was edited or reverted, or one of its statements was deleted. */
  | 'ENTRY_EDITED'
  /** The entry was moved to another memory; `memory` is the new one. */
  | 'ENTRY_MOVED'
  /** Statements of the entry became an entry of their own. */
  | 'ENTRY_SPLIT'
  /** Statements of other entries were added to the entry by `mergeEntries`. */
  | 'ENTRY_MERGED'
  /** The entry was replaced by another, or became current again. */
  | 'ENTRY_SUPERSEDED'
  /** The chat model has rated the importance of the entry. */
  | 'ENTRY_RATED'
  /** The entry was deleted, by a mutation or by retention, and can be restored. */
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

export type MemoryFragment = { id: string, name: string, description: string | null, tags: Array<string>, entryCount: number, version: number, createdAt: string, updatedAt: string, deletedAt: string | null };

export type LessonFragment = { task: string, outcome: ReviewResult | null, summary: string, keyMistake: string, correctAction: string, applicableTools: Array<string>, guidance: string, toolsUsed: Array<string> };

export type EntryFragment = { id: string, kind: EntryKind, source: EntrySource, content: string, metadata: Record<string, unknown>, utility: number, reviewCount: number, importance: number, occurredAt: string | null, expiresAt: string | null, supersededAt: string | null, createdAt: string, updatedAt: string, deletedAt: string | null, version: number, memory: { id: string, name: string }, lesson: LessonFragment | null };

export type SearchResultFragment = { score: number, similarity: number | null, coverage: number | null, dateMatch: number | null, utility: number, recency: number, importance: number, entry: EntryFragment, matches: Array<{ occurredAt: string, relevance: number, statement: { number: number, text: string, context: string | null, metadata: Record<string, unknown>, occurredAt: string | null, lastStatedAt: string } }> };

export type ItemErrorFragment = { code: ErrorCode, message: string, path: string | null };

export type WriteResultFragment = { action: WriteAction, similarity: number | null, dryRun: boolean, entry: EntryFragment, matchedEntry: { id: string, content: string } | null };

export type ReviewFragment = { result: ReviewResult, reward: number, feedback: string | null, alpha: number | null, reviewedAt: string };

export type TraceFragment = { id: string, task: string, finalResponse: string | null, agentId: string | null, model: string | null, messageCount: number, durationMs: number | null, toolsUsed: Array<string>, metadata: Record<string, unknown>, reflectionStatus: JobStatus | null, createdAt: string, usage: { inputTokens: number, outputTokens: number } | null, retrieved: Array<{ entryId: string, rank: number, score: number | null, used: number | null }>, review: ReviewFragment | null, reflection: { id: string, content: string } | null };

export type ErasureReportFragment = { memories: number, entries: number, derivedEntries: number, revisions: number, traces: number, generations: number, agents: number, events: number, quotingTraceIds: Array<string> };

export type AgentFragment = { id: string, name: string, instructions: string | null, model: string | null, temperature: number | null, maxSteps: number, createdAt: string, updatedAt: string };

export type ToolCallFragment = { id: string, name: string, arguments: string };

export type MemoryWriteFragment = { content: string, action: WriteAction | null, entry: { id: string, content: string } | null, error: { code: ErrorCode, message: string } | null };

export type GenerationFragment = { id: string, status: GenerationStatus, text: string, messages: Array<Record<string, unknown>>, steps: number, error: string | null, createdAt: string, usage: { inputTokens: number, outputTokens: number }, injected: Array<{ entryId: string, content: string, rank: number, score: number | null }>, memoryWrites: Array<MemoryWriteFragment>, requiresAction: Array<ToolCallFragment>, trace: { id: string } | null };

export type EventFragment = { id: string, cursor: string, type: EventType, memoryId: string | null, entryId: string | null, traceId: string | null, agentId: string | null, generationId: string | null, jobId: string | null, createdAt: string, entry: EntryFragment | null, changes: Array<{ field: string, before: unknown, after: unknown }>, actor: { id: string, kind: ActorKind, name: string } };

export type EpisodeFragment = { id: string, task: string, trajectory: Array<Record<string, unknown>>, finalResponse: string | null, metadata: Record<string, unknown>, createdAt: string };

export type ServerQueryVariables = Exact<{ [key: string]: never; }>;


export type ServerQuery = { server: { version: string, embeddingModel: string, embeddingDimensions: number, chatModel: string | null, features: Array<ServerFeature> } };

export type MemoryQueryVariables = Exact<{
  id?: string | null | undefined;
  name?: string | null | undefined;
}>;


export type MemoryQuery = { memory: MemoryFragment | null };

export type MemoriesQueryVariables = Exact<{
  tags?: Array<string> | string | null | undefined;
  name?: string | null | undefined;
  deleted?: boolean | null | undefined;
  orderBy?: MemoryOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MemoriesQuery = { memories: { totalCount: number, nodes: Array<MemoryFragment>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CreateMemoryMutationVariables = Exact<{
  input: CreateMemoryInput;
}>;


export type CreateMemoryMutation = { createMemory: { memory: MemoryFragment } };

export type UpdateMemoryMutationVariables = Exact<{
  input: UpdateMemoryInput;
}>;


export type UpdateMemoryMutation = { updateMemory: { memory: MemoryFragment } };

export type DeleteMemoryMutationVariables = Exact<{
  input: DeleteMemoryInput;
}>;


export type DeleteMemoryMutation = { deleteMemory: { memory: MemoryFragment } };

export type RestoreMemoryMutationVariables = Exact<{
  input: RestoreMemoryInput;
}>;


export type RestoreMemoryMutation = { restoreMemory: { memory: MemoryFragment } };

export type EntryQueryVariables = Exact<{
  id: string;
}>;


export type EntryQuery = { entry: EntryFragment | null };

export type EntriesQueryVariables = Exact<{
  scope?: KnowledgeScope | null | undefined;
  text?: string | null | undefined;
  deleted?: boolean | null | undefined;
  superseded?: boolean | null | undefined;
  orderBy?: EntryOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EntriesQuery = { entries: { totalCount: number, nodes: Array<EntryFragment>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type WriteEntryMutationVariables = Exact<{
  input: WriteEntryInput;
}>;


export type WriteEntryMutation = { writeEntry: WriteResultFragment };

export type WriteEntriesMutationVariables = Exact<{
  input: WriteEntriesInput;
}>;


export type WriteEntriesMutation = { writeEntries: { results: Array<
      | (
        { __typename: 'WriteEntryPayload' }
        & WriteResultFragment
      )
      | (
        { __typename: 'ItemError' }
        & ItemErrorFragment
      )
    > } };

export type ExtractEntriesMutationVariables = Exact<{
  input: ExtractEntriesInput;
}>;


export type ExtractEntriesMutation = { extractEntries: { method: ExtractionMethod, results: Array<{ content: string, result:
        | (
          { __typename: 'WriteEntryPayload' }
          & WriteResultFragment
        )
        | (
          { __typename: 'ItemError' }
          & ItemErrorFragment
        )
       }> } };

export type UpdateEntryMutationVariables = Exact<{
  input: UpdateEntryInput;
}>;


export type UpdateEntryMutation = { updateEntry: { entry: EntryFragment } };

export type DeleteEntryMutationVariables = Exact<{
  input: DeleteEntryInput;
}>;


export type DeleteEntryMutation = { deleteEntry: { entry: EntryFragment } };

export type TouchEntriesMutationVariables = Exact<{
  input: TouchEntriesInput;
}>;


export type TouchEntriesMutation = { touchEntries: { results: Array<
      | { __typename: 'Entry', id: string }
      | (
        { __typename: 'ItemError' }
        & ItemErrorFragment
      )
    > } };

export type SearchKnowledgeQueryVariables = Exact<{
  input: SearchKnowledgeInput;
}>;


export type SearchKnowledgeQuery = { searchKnowledge: { results: Array<SearchResultFragment> } };

export type QueryReflectionsQueryVariables = Exact<{
  input: QueryReflectionsInput;
}>;


export type QueryReflectionsQuery = { queryReflections: { filteredByThreshold: number, hint: string | null, results: Array<SearchResultFragment> } };

export type AugmentTaskQueryVariables = Exact<{
  input: QueryReflectionsInput;
}>;


export type AugmentTaskQuery = { augmentTask: { augmentedTask: string, filteredByThreshold: number, hint: string | null, results: Array<SearchResultFragment> } };

export type RetrieveEntriesQueryVariables = Exact<{
  input: RetrieveEntriesInput;
}>;


export type RetrieveEntriesQuery = { retrieveEntries: { results: Array<SearchResultFragment> } };

export type PlanningContextQueryVariables = Exact<{
  input: PlanningContextInput;
}>;


export type PlanningContextQuery = { planningContext: { text: string, tokens: number, results: Array<SearchResultFragment> } };

export type RecordObservationMutationVariables = Exact<{
  input: RecordObservationInput;
}>;


export type RecordObservationMutation = { recordObservation: { entry: EntryFragment } };

export type RecordObservationsMutationVariables = Exact<{
  input: RecordObservationsInput;
}>;


export type RecordObservationsMutation = { recordObservations: { results: Array<
      | { __typename: 'RecordObservationPayload', entry: EntryFragment }
      | (
        { __typename: 'ItemError' }
        & ItemErrorFragment
      )
    > } };

export type TraceQueryVariables = Exact<{
  id: string;
}>;


export type TraceQuery = { trace: TraceFragment | null };

export type TracesQueryVariables = Exact<{
  filter?: TraceFilter | null | undefined;
  orderBy?: TraceOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TracesQuery = { traces: { totalCount: number, nodes: Array<TraceFragment>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CreateTraceMutationVariables = Exact<{
  input: CreateTraceInput;
}>;


export type CreateTraceMutation = { createTrace: { trace: TraceFragment } };

export type ReviewTraceMutationVariables = Exact<{
  input: ReviewTraceInput;
}>;


export type ReviewTraceMutation = { reviewTrace: { trace: TraceFragment, changes: Array<{ before: number, after: number, entry: { id: string } | null }> } };

export type CreateReflectionMutationVariables = Exact<{
  input: CreateReflectionInput;
}>;


export type CreateReflectionMutation = { createReflection: { entry: EntryFragment, trace: TraceFragment } };

export type LearningQueryVariables = Exact<{ [key: string]: never; }>;


export type LearningQuery = { project: { learning: { tracesTotal: number, tracesPending: number, entriesTotal: number, entriesMoved: number, utilitySpread: number } } | null };

export type EraseDataMutationVariables = Exact<{
  input: EraseDataInput;
}>;


export type EraseDataMutation = { eraseData: { erased: ErasureReportFragment } };

export type AgentQueryVariables = Exact<{
  id: string;
}>;


export type AgentQuery = { agent: AgentFragment | null };

export type AgentsQueryVariables = Exact<{
  orderBy?: AgentOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AgentsQuery = { agents: { totalCount: number, nodes: Array<AgentFragment>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AgentKnowledgeQueryVariables = Exact<{
  input: AgentKnowledgeInput;
}>;


export type AgentKnowledgeQuery = { agentKnowledge: { messages: Array<Record<string, unknown>>, tokens: number, results: Array<SearchResultFragment>, warnings: Array<{ code: KnowledgeWarningCode, message: string, memoryId: string | null }> } };

export type CreateAgentMutationVariables = Exact<{
  input: CreateAgentInput;
}>;


export type CreateAgentMutation = { createAgent: { agent: AgentFragment } };

export type UpdateAgentMutationVariables = Exact<{
  input: UpdateAgentInput;
}>;


export type UpdateAgentMutation = { updateAgent: { agent: AgentFragment } };

export type GenerateMutationVariables = Exact<{
  input: GenerateInput;
}>;


export type GenerateMutation = { generate: { generation: GenerationFragment } };

export type ContinueGenerationMutationVariables = Exact<{
  input: ContinueGenerationInput;
}>;


export type ContinueGenerationMutation = { continueGeneration: { generation: GenerationFragment } };

export type CancelGenerationMutationVariables = Exact<{
  input: CancelGenerationInput;
}>;


export type CancelGenerationMutation = { cancelGeneration: { generation: GenerationFragment } };

type GenerationEvent_GenerationStarted_Fragment = { __typename: 'GenerationStarted', id: string, injected: Array<{ entryId: string, content: string, rank: number, score: number | null }> };

type GenerationEvent_TextDelta_Fragment = { __typename: 'TextDelta', text: string };

type GenerationEvent_ToolCall_Fragment = (
  { __typename: 'ToolCall' }
  & ToolCallFragment
);

type GenerationEvent_MemoryWrite_Fragment = (
  { __typename: 'MemoryWrite' }
  & MemoryWriteFragment
);

type GenerationEvent_GenerationEnded_Fragment = { __typename: 'GenerationEnded', generation: GenerationFragment };

export type GenerationEventFragment =
  | GenerationEvent_GenerationStarted_Fragment
  | GenerationEvent_TextDelta_Fragment
  | GenerationEvent_ToolCall_Fragment
  | GenerationEvent_MemoryWrite_Fragment
  | GenerationEvent_GenerationEnded_Fragment
;

export type StreamGenerationSubscriptionVariables = Exact<{
  input: GenerateInput;
}>;


export type StreamGenerationSubscription = { generate:
    | GenerationEvent_GenerationStarted_Fragment
    | GenerationEvent_TextDelta_Fragment
    | GenerationEvent_ToolCall_Fragment
    | GenerationEvent_MemoryWrite_Fragment
    | GenerationEvent_GenerationEnded_Fragment
   };

export type StreamContinuedGenerationSubscriptionVariables = Exact<{
  input: ContinueGenerationInput;
}>;


export type StreamContinuedGenerationSubscription = { continueGeneration:
    | GenerationEvent_GenerationStarted_Fragment
    | GenerationEvent_TextDelta_Fragment
    | GenerationEvent_ToolCall_Fragment
    | GenerationEvent_MemoryWrite_Fragment
    | GenerationEvent_GenerationEnded_Fragment
   };

export type EventsHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type EventsHeadQuery = { events: { headCursor: string } };

export type EventsSubscriptionVariables = Exact<{
  scope?: KnowledgeScope | null | undefined;
  types?: Array<EventType> | EventType | null | undefined;
  entryIds?: Array<string> | string | null | undefined;
  agentIds?: Array<string> | string | null | undefined;
  traceIds?: Array<string> | string | null | undefined;
  actorIds?: Array<string> | string | null | undefined;
  after?: string | null | undefined;
}>;


export type EventsSubscription = { events: EventFragment };

export type SearchTracesQueryVariables = Exact<{
  input: SearchTracesInput;
}>;


export type SearchTracesQuery = { searchTraces: { results: Array<{ similarity: number, trace: TraceFragment }> } };

export type EpisodesQueryVariables = Exact<{
  filter?: TraceFilter | null | undefined;
  orderBy?: TraceOrder | null | undefined;
  first?: number | null | undefined;
}>;


export type EpisodesQuery = { traces: { totalCount: number, nodes: Array<EpisodeFragment> } };

export type SearchEpisodesQueryVariables = Exact<{
  input: SearchTracesInput;
}>;


export type SearchEpisodesQuery = { searchTraces: { results: Array<{ trace: EpisodeFragment }> } };

export const ServerDocument = 'query Server{server{version embeddingModel embeddingDimensions chatModel features}}' as Document<ServerQuery, ServerQueryVariables>;
export const MemoryDocument = 'query Memory($id:ID$name:String){memory(id:$id name:$name){...Memory}}fragment Memory on Memory{id name description tags entryCount version createdAt updatedAt deletedAt}' as Document<MemoryQuery, MemoryQueryVariables>;
export const MemoriesDocument = 'query Memories($tags:[String!]$name:String$deleted:Boolean$orderBy:MemoryOrder$first:Int$after:String){memories(tags:$tags name:$name deleted:$deleted orderBy:$orderBy first:$first after:$after){totalCount nodes{...Memory}pageInfo{hasNextPage endCursor}}}fragment Memory on Memory{id name description tags entryCount version createdAt updatedAt deletedAt}' as Document<MemoriesQuery, MemoriesQueryVariables>;
export const CreateMemoryDocument = 'mutation CreateMemory($input:CreateMemoryInput!){createMemory(input:$input){memory{...Memory}}}fragment Memory on Memory{id name description tags entryCount version createdAt updatedAt deletedAt}' as Document<CreateMemoryMutation, CreateMemoryMutationVariables>;
export const UpdateMemoryDocument = 'mutation UpdateMemory($input:UpdateMemoryInput!){updateMemory(input:$input){memory{...Memory}}}fragment Memory on Memory{id name description tags entryCount version createdAt updatedAt deletedAt}' as Document<UpdateMemoryMutation, UpdateMemoryMutationVariables>;
export const DeleteMemoryDocument = 'mutation DeleteMemory($input:DeleteMemoryInput!){deleteMemory(input:$input){memory{...Memory}}}fragment Memory on Memory{id name description tags entryCount version createdAt updatedAt deletedAt}' as Document<DeleteMemoryMutation, DeleteMemoryMutationVariables>;
export const RestoreMemoryDocument = 'mutation RestoreMemory($input:RestoreMemoryInput!){restoreMemory(input:$input){memory{...Memory}}}fragment Memory on Memory{id name description tags entryCount version createdAt updatedAt deletedAt}' as Document<RestoreMemoryMutation, RestoreMemoryMutationVariables>;
export const EntryDocument = 'query Entry($id:ID!){entry(id:$id){...Entry}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<EntryQuery, EntryQueryVariables>;
export const EntriesDocument = 'query Entries($scope:KnowledgeScope$text:String$deleted:Boolean$superseded:Boolean$orderBy:EntryOrder$first:Int$after:String){entries(scope:$scope text:$text deleted:$deleted superseded:$superseded orderBy:$orderBy first:$first after:$after){totalCount nodes{...Entry}pageInfo{hasNextPage endCursor}}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<EntriesQuery, EntriesQueryVariables>;
export const WriteEntryDocument = 'mutation WriteEntry($input:WriteEntryInput!){writeEntry(input:$input){...WriteResult}}fragment WriteResult on WriteEntryPayload{action similarity dryRun entry{...Entry}matchedEntry{id content}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<WriteEntryMutation, WriteEntryMutationVariables>;
export const WriteEntriesDocument = 'mutation WriteEntries($input:WriteEntriesInput!){writeEntries(input:$input){results{__typename ...WriteResult ...ItemError}}}fragment WriteResult on WriteEntryPayload{action similarity dryRun entry{...Entry}matchedEntry{id content}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}fragment ItemError on ItemError{code message path}' as Document<WriteEntriesMutation, WriteEntriesMutationVariables>;
export const ExtractEntriesDocument = 'mutation ExtractEntries($input:ExtractEntriesInput!){extractEntries(input:$input){method results{content result{__typename ...WriteResult ...ItemError}}}}fragment WriteResult on WriteEntryPayload{action similarity dryRun entry{...Entry}matchedEntry{id content}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}fragment ItemError on ItemError{code message path}' as Document<ExtractEntriesMutation, ExtractEntriesMutationVariables>;
export const UpdateEntryDocument = 'mutation UpdateEntry($input:UpdateEntryInput!){updateEntry(input:$input){entry{...Entry}}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<UpdateEntryMutation, UpdateEntryMutationVariables>;
export const DeleteEntryDocument = 'mutation DeleteEntry($input:DeleteEntryInput!){deleteEntry(input:$input){entry{...Entry}}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<DeleteEntryMutation, DeleteEntryMutationVariables>;
export const TouchEntriesDocument = 'mutation TouchEntries($input:TouchEntriesInput!){touchEntries(input:$input){results{__typename ...on Entry{id}...ItemError}}}fragment ItemError on ItemError{code message path}' as Document<TouchEntriesMutation, TouchEntriesMutationVariables>;
export const SearchKnowledgeDocument = 'query SearchKnowledge($input:SearchKnowledgeInput!){searchKnowledge(input:$input){results{...SearchResult}}}fragment SearchResult on SearchResult{score similarity coverage dateMatch utility recency importance entry{...Entry}matches{occurredAt relevance statement{number text context metadata occurredAt lastStatedAt}}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<SearchKnowledgeQuery, SearchKnowledgeQueryVariables>;
export const QueryReflectionsDocument = 'query QueryReflections($input:QueryReflectionsInput!){queryReflections(input:$input){filteredByThreshold hint results{...SearchResult}}}fragment SearchResult on SearchResult{score similarity coverage dateMatch utility recency importance entry{...Entry}matches{occurredAt relevance statement{number text context metadata occurredAt lastStatedAt}}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<QueryReflectionsQuery, QueryReflectionsQueryVariables>;
export const AugmentTaskDocument = 'query AugmentTask($input:QueryReflectionsInput!){augmentTask(input:$input){augmentedTask filteredByThreshold hint results{...SearchResult}}}fragment SearchResult on SearchResult{score similarity coverage dateMatch utility recency importance entry{...Entry}matches{occurredAt relevance statement{number text context metadata occurredAt lastStatedAt}}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<AugmentTaskQuery, AugmentTaskQueryVariables>;
export const RetrieveEntriesDocument = 'query RetrieveEntries($input:RetrieveEntriesInput!){retrieveEntries(input:$input){results{...SearchResult}}}fragment SearchResult on SearchResult{score similarity coverage dateMatch utility recency importance entry{...Entry}matches{occurredAt relevance statement{number text context metadata occurredAt lastStatedAt}}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<RetrieveEntriesQuery, RetrieveEntriesQueryVariables>;
export const PlanningContextDocument = 'query PlanningContext($input:PlanningContextInput!){planningContext(input:$input){text tokens results{...SearchResult}}}fragment SearchResult on SearchResult{score similarity coverage dateMatch utility recency importance entry{...Entry}matches{occurredAt relevance statement{number text context metadata occurredAt lastStatedAt}}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<PlanningContextQuery, PlanningContextQueryVariables>;
export const RecordObservationDocument = 'mutation RecordObservation($input:RecordObservationInput!){recordObservation(input:$input){entry{...Entry}}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<RecordObservationMutation, RecordObservationMutationVariables>;
export const RecordObservationsDocument = 'mutation RecordObservations($input:RecordObservationsInput!){recordObservations(input:$input){results{__typename ...on RecordObservationPayload{entry{...Entry}}...ItemError}}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}fragment ItemError on ItemError{code message path}' as Document<RecordObservationsMutation, RecordObservationsMutationVariables>;
export const TraceDocument = 'query Trace($id:ID!){trace(id:$id){...Trace}}fragment Trace on Trace{id task finalResponse agentId model messageCount durationMs toolsUsed metadata usage{inputTokens outputTokens}retrieved{entryId rank score used}review{...Review}reflectionStatus reflection{id content}createdAt}fragment Review on Review{result reward feedback alpha reviewedAt}' as Document<TraceQuery, TraceQueryVariables>;
export const TracesDocument = 'query Traces($filter:TraceFilter$orderBy:TraceOrder$first:Int$after:String){traces(filter:$filter orderBy:$orderBy first:$first after:$after){totalCount nodes{...Trace}pageInfo{hasNextPage endCursor}}}fragment Trace on Trace{id task finalResponse agentId model messageCount durationMs toolsUsed metadata usage{inputTokens outputTokens}retrieved{entryId rank score used}review{...Review}reflectionStatus reflection{id content}createdAt}fragment Review on Review{result reward feedback alpha reviewedAt}' as Document<TracesQuery, TracesQueryVariables>;
export const CreateTraceDocument = 'mutation CreateTrace($input:CreateTraceInput!){createTrace(input:$input){trace{...Trace}}}fragment Trace on Trace{id task finalResponse agentId model messageCount durationMs toolsUsed metadata usage{inputTokens outputTokens}retrieved{entryId rank score used}review{...Review}reflectionStatus reflection{id content}createdAt}fragment Review on Review{result reward feedback alpha reviewedAt}' as Document<CreateTraceMutation, CreateTraceMutationVariables>;
export const ReviewTraceDocument = 'mutation ReviewTrace($input:ReviewTraceInput!){reviewTrace(input:$input){trace{...Trace}changes{before after entry{id}}}}fragment Trace on Trace{id task finalResponse agentId model messageCount durationMs toolsUsed metadata usage{inputTokens outputTokens}retrieved{entryId rank score used}review{...Review}reflectionStatus reflection{id content}createdAt}fragment Review on Review{result reward feedback alpha reviewedAt}' as Document<ReviewTraceMutation, ReviewTraceMutationVariables>;
export const CreateReflectionDocument = 'mutation CreateReflection($input:CreateReflectionInput!){createReflection(input:$input){entry{...Entry}trace{...Trace}}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}fragment Trace on Trace{id task finalResponse agentId model messageCount durationMs toolsUsed metadata usage{inputTokens outputTokens}retrieved{entryId rank score used}review{...Review}reflectionStatus reflection{id content}createdAt}fragment Review on Review{result reward feedback alpha reviewedAt}' as Document<CreateReflectionMutation, CreateReflectionMutationVariables>;
export const LearningDocument = 'query Learning{project{learning{tracesTotal tracesPending entriesTotal entriesMoved utilitySpread}}}' as Document<LearningQuery, LearningQueryVariables>;
export const EraseDataDocument = 'mutation EraseData($input:EraseDataInput!){eraseData(input:$input){erased{...ErasureReport}}}fragment ErasureReport on ErasureReport{memories entries derivedEntries revisions traces generations agents events quotingTraceIds}' as Document<EraseDataMutation, EraseDataMutationVariables>;
export const AgentDocument = 'query Agent($id:ID!){agent(id:$id){...Agent}}fragment Agent on Agent{id name instructions model temperature maxSteps createdAt updatedAt}' as Document<AgentQuery, AgentQueryVariables>;
export const AgentsDocument = 'query Agents($orderBy:AgentOrder$first:Int$after:String){agents(orderBy:$orderBy first:$first after:$after){totalCount nodes{...Agent}pageInfo{hasNextPage endCursor}}}fragment Agent on Agent{id name instructions model temperature maxSteps createdAt updatedAt}' as Document<AgentsQuery, AgentsQueryVariables>;
export const AgentKnowledgeDocument = 'query AgentKnowledge($input:AgentKnowledgeInput!){agentKnowledge(input:$input){messages tokens results{...SearchResult}warnings{code message memoryId}}}fragment SearchResult on SearchResult{score similarity coverage dateMatch utility recency importance entry{...Entry}matches{occurredAt relevance statement{number text context metadata occurredAt lastStatedAt}}}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<AgentKnowledgeQuery, AgentKnowledgeQueryVariables>;
export const CreateAgentDocument = 'mutation CreateAgent($input:CreateAgentInput!){createAgent(input:$input){agent{...Agent}}}fragment Agent on Agent{id name instructions model temperature maxSteps createdAt updatedAt}' as Document<CreateAgentMutation, CreateAgentMutationVariables>;
export const UpdateAgentDocument = 'mutation UpdateAgent($input:UpdateAgentInput!){updateAgent(input:$input){agent{...Agent}}}fragment Agent on Agent{id name instructions model temperature maxSteps createdAt updatedAt}' as Document<UpdateAgentMutation, UpdateAgentMutationVariables>;
export const GenerateDocument = 'mutation Generate($input:GenerateInput!){generate(input:$input){generation{...Generation}}}fragment Generation on Generation{id status text messages steps error usage{inputTokens outputTokens}injected{entryId content rank score}memoryWrites{...MemoryWrite}requiresAction{...ToolCall}trace{id}createdAt}fragment MemoryWrite on MemoryWrite{content action entry{id content}error{code message}}fragment ToolCall on ToolCall{id name arguments}' as Document<GenerateMutation, GenerateMutationVariables>;
export const ContinueGenerationDocument = 'mutation ContinueGeneration($input:ContinueGenerationInput!){continueGeneration(input:$input){generation{...Generation}}}fragment Generation on Generation{id status text messages steps error usage{inputTokens outputTokens}injected{entryId content rank score}memoryWrites{...MemoryWrite}requiresAction{...ToolCall}trace{id}createdAt}fragment MemoryWrite on MemoryWrite{content action entry{id content}error{code message}}fragment ToolCall on ToolCall{id name arguments}' as Document<ContinueGenerationMutation, ContinueGenerationMutationVariables>;
export const CancelGenerationDocument = 'mutation CancelGeneration($input:CancelGenerationInput!){cancelGeneration(input:$input){generation{...Generation}}}fragment Generation on Generation{id status text messages steps error usage{inputTokens outputTokens}injected{entryId content rank score}memoryWrites{...MemoryWrite}requiresAction{...ToolCall}trace{id}createdAt}fragment MemoryWrite on MemoryWrite{content action entry{id content}error{code message}}fragment ToolCall on ToolCall{id name arguments}' as Document<CancelGenerationMutation, CancelGenerationMutationVariables>;
export const StreamGenerationDocument = 'subscription StreamGeneration($input:GenerateInput!){generate(input:$input){...GenerationEvent}}fragment GenerationEvent on GenerationEvent{__typename ...on GenerationStarted{id injected{entryId content rank score}}...on TextDelta{text}...ToolCall ...MemoryWrite ...on GenerationEnded{generation{...Generation}}}fragment ToolCall on ToolCall{id name arguments}fragment MemoryWrite on MemoryWrite{content action entry{id content}error{code message}}fragment Generation on Generation{id status text messages steps error usage{inputTokens outputTokens}injected{entryId content rank score}memoryWrites{...MemoryWrite}requiresAction{...ToolCall}trace{id}createdAt}' as Document<StreamGenerationSubscription, StreamGenerationSubscriptionVariables>;
export const StreamContinuedGenerationDocument = 'subscription StreamContinuedGeneration($input:ContinueGenerationInput!){continueGeneration(input:$input){...GenerationEvent}}fragment GenerationEvent on GenerationEvent{__typename ...on GenerationStarted{id injected{entryId content rank score}}...on TextDelta{text}...ToolCall ...MemoryWrite ...on GenerationEnded{generation{...Generation}}}fragment ToolCall on ToolCall{id name arguments}fragment MemoryWrite on MemoryWrite{content action entry{id content}error{code message}}fragment Generation on Generation{id status text messages steps error usage{inputTokens outputTokens}injected{entryId content rank score}memoryWrites{...MemoryWrite}requiresAction{...ToolCall}trace{id}createdAt}' as Document<StreamContinuedGenerationSubscription, StreamContinuedGenerationSubscriptionVariables>;
export const EventsHeadDocument = 'query EventsHead{events(first:0){headCursor}}' as Document<EventsHeadQuery, EventsHeadQueryVariables>;
export const EventsDocument = 'subscription Events($scope:KnowledgeScope$types:[EventType!]$entryIds:[ID!]$agentIds:[ID!]$traceIds:[ID!]$actorIds:[ID!]$after:String){events(scope:$scope types:$types entryIds:$entryIds agentIds:$agentIds traceIds:$traceIds actorIds:$actorIds after:$after){...Event}}fragment Event on Event{id cursor type memoryId entryId traceId agentId generationId jobId entry{...Entry}changes{field before after}actor{id kind name}createdAt}fragment Entry on Entry{id kind source content metadata utility reviewCount importance occurredAt expiresAt supersededAt createdAt updatedAt deletedAt version memory{id name}lesson{...Lesson}}fragment Lesson on Lesson{task outcome summary keyMistake correctAction applicableTools guidance toolsUsed}' as Document<EventsSubscription, EventsSubscriptionVariables>;
export const SearchTracesDocument = 'query SearchTraces($input:SearchTracesInput!){searchTraces(input:$input){results{similarity trace{...Trace}}}}fragment Trace on Trace{id task finalResponse agentId model messageCount durationMs toolsUsed metadata usage{inputTokens outputTokens}retrieved{entryId rank score used}review{...Review}reflectionStatus reflection{id content}createdAt}fragment Review on Review{result reward feedback alpha reviewedAt}' as Document<SearchTracesQuery, SearchTracesQueryVariables>;
export const EpisodesDocument = 'query Episodes($filter:TraceFilter$orderBy:TraceOrder$first:Int){traces(filter:$filter orderBy:$orderBy first:$first){totalCount nodes{...Episode}}}fragment Episode on Trace{id task trajectory finalResponse metadata createdAt}' as Document<EpisodesQuery, EpisodesQueryVariables>;
export const SearchEpisodesDocument = 'query SearchEpisodes($input:SearchTracesInput!){searchTraces(input:$input){results{trace{...Episode}}}}fragment Episode on Trace{id task trajectory finalResponse metadata createdAt}' as Document<SearchEpisodesQuery, SearchEpisodesQueryVariables>;
