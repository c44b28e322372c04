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

/** The permissions of an API key. Each role includes the roles before it. */
export type Role =
  /** Permits queries, searches and subscriptions to events. */
  | 'READ'
  /** Also permits changing memories, entries, traces, reviews, agents and jobs, and generating answers. */
  | 'WRITE'
  /** Also permits changing the project, its settings and its keys, and erasing its data. */
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
  /** A whole number, 0 or more. */
  maxBytes?: number | null | undefined;
  /** 0 or more. */
  maxWritesPerDay?: number | null | undefined;
  /** 0 or more. */
  maxGenerationsPerDay?: number | null | undefined;
};

/** The settings to change; `ProjectSettings` says what each does. An omitted setting is unchanged; null resets it to the deployment's default. */
export type ProjectSettingsInput = {
  /** Name of the embedding model, 1 to 200 characters. `embeddingDimensions` is also required unless this is the default or the local model. */
  embeddingModel?: string | null | undefined;
  /** 1 to 16000. */
  embeddingDimensions?: number | null | undefined;
  /** A preset for `duplicatePolicy`, `duplicateThreshold`, `updateThreshold` and `maxStatements`. */
  writePreset?: WritePreset | null | undefined;
  /** When a write skips a text. */
  duplicatePolicy?: DuplicatePolicy | null | undefined;
  /** 0 to 1; only the policy SIMILAR uses it. */
  duplicateThreshold?: number | null | undefined;
  /** 0 to 1. With the policy SIMILAR, it must not be above `duplicateThreshold`. */
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
  /** 1 to 200 characters, unique among the calls of this mutation of the server. A repeated call with the same key and input returns the object that the first call created. With another input, it is a CONFLICT; if the object was deleted, NOT_FOUND. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
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

/** The input of `updateProject`. A field that is omitted or null is unchanged. */
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
  /** A time in the future, at the latest the end of the year 9999; when omitted, the key does not expire. */
  expiresAt?: string | null | undefined;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the object that the first call created. With another input, it is a CONFLICT; if the object was deleted, NOT_FOUND. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
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

/** The kind of change that a revision precedes. */
export type RevisionChange =
  /** A write added a similar text as a statement of the entry. */
  | 'STATEMENT_ADDED'
  /** A write repeated an earlier statement, which became the newest again unless its `occurredAt` was earlier, or added a metadata key to a statement. */
  | 'RESTATED'
  /** The entry was edited by `updateEntry`. */
  | 'EDITED'
  /** The entry was deleted by a mutation or by retention. */
  | 'DELETED'
  /** The entry was restored by `restoreEntry`, or by a `revertEntry` of a merge. */
  | 'RESTORED'
  /** The entry was reverted by `revertEntry`. */
  | 'REVERTED'
  /** A statement was deleted by `deleteStatement`. */
  | 'STATEMENT_DELETED'
  /** Statements became an entry of their own by `splitEntry`. */
  | 'SPLIT'
  /** Statements of other entries were added by `mergeEntries`. */
  | 'MERGED';

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

/** The rules of writes, by name. */
export type WritePreset =
  /** The values that were chosen by measuring: the policy SAFE, at most 8 statements, and the thresholds of the embedding model. */
  | 'MEASURED'
  /** The values of SOAT's documents: the policy SIMILAR, the thresholds 0.95 and 0.75, and at most 64 statements in an entry. */
  | 'SOAT';

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

/** The input of `deleteEntries`. */
export type DeleteEntriesInput = {
  /** 1 to 500. */
  entryIds: Array<string>;
};

/** The input of `moveEntries`. */
export type MoveEntriesInput = {
  /** 1 to 500. */
  entryIds: Array<string>;
  /** The memory to which the entries are moved. */
  memoryId: string;
};

/** The input of `copyEntries`. */
export type CopyEntriesInput = {
  /** 1 to 500, none of them deleted. */
  entryIds: Array<string>;
  /** The memory to which the entries are copied. */
  memoryId: string;
  /** As in `writeEntry`, applied to each position in `entryIds`. A copy that succeeded in an earlier call returns its first result; if the entry at that position or the memory is different now, it fails with CONFLICT. Copies that had failed are written. */
  idempotencyKey?: string | null | undefined;
};

/** The input of `restoreEntry`. */
export type RestoreEntryInput = {
  /** The entry to restore. */
  entryId: string;
};

/** The input of `revertEntry`. */
export type RevertEntryInput = {
  /** The entry to revert. */
  entryId: string;
  /**
   * `Revision.number` of the change to undo, of any kind but DELETED and RESTORED; the latest such change when omitted.
   * The statements return to their state before that change, with their metadata and times.
   *
   * - A REVERTED: what it undid is done again.
   * - A SPLIT: the entry that it created is deleted.
   * - A MERGED: the entries that it merged into this one are restored.
   * - A STATEMENT_ADDED or RESTATED: the entries that its write superseded become current, unless another entry has replaced them since.
   * - An edit of only the kind, importance, expiry or lesson is not undone: CONFLICT if it is the latest change. Set such
   *   fields with `updateEntry`; the event of the edit has the former values.
   */
  revision?: number | null | undefined;
};

/** The input of `deleteStatement`. */
export type DeleteStatementInput = {
  /** The entry that has the statement. */
  entryId: string;
  /** `Statement.number`. */
  number: number;
  /** As in `updateEntry`. */
  ifVersion?: number | null | undefined;
};

/** The input of `splitEntry`. */
export type SplitEntryInput = {
  /** The entry to split. */
  entryId: string;
  /** Numbers of the statements that become an entry of their own: at least one, but not all. */
  numbers: Array<number>;
  /** As in `updateEntry`. */
  ifVersion?: number | null | undefined;
};

/** The input of `mergeEntries`. */
export type MergeEntriesInput = {
  /** 2 to 50 entries of one memory and one kind, none of them deleted or replaced by another. The statements of all are added to the first, oldest first, and the others are deleted. Facts with the same text become one statement, with the sum of the counts. The first keeps its importance, utility and expiry. */
  entryIds: Array<string>;
};

/** The input of `supersedeEntries`. */
export type SupersedeEntriesInput = {
  /** 1 to 500. */
  entryIds: Array<string>;
  /** The entry, of the same memory, that replaces them, which must not be deleted or itself replaced; null makes them current again, also if other facts have their texts meanwhile. */
  by?: string | null | undefined;
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

/** The reward of one entry: how much it helped the run. */
export type EntryRewardInput = {
  /** An entry that the run retrieved. */
  entryId: string;
  /** 0 (it misled) to 1 (it helped). */
  reward: number;
};

/** How a review gives credit to the entries that the run retrieved. */
export type CreditRule =
  /**
   * The reward is compared with the mean reward of the agent's last 50 reviewed runs and of four more with 0.5, so
   * that an entry is not blamed for an agent that mostly fails: the target is 0.5 + (reward − baseline) / 2. The
   * entries of a run divide the learning rate among them. With `entryRewards`, each entry moves toward its own reward
   * by the whole rate, as with REWARD. If the final response
   * used some of them (`Retrieval.used` of at least 0.5), each other entry gets a fifth of the share of a used one. In rankings, the utility of an entry with n reviews counts
   * as 0.5 + (utility − 0.5) × n / (n + 3). Lessons learn and rank as with REWARD.
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

/** Whether a trace is reviewed, and with which result. */
export type ReviewStatus =
  /** The trace is not reviewed. */
  | 'PENDING'
  /** The trace is reviewed, with the result PASS. */
  | 'PASSED'
  /** The trace is reviewed, with the result FAIL. */
  | 'FAILED';

/** How the learning rate of a review depends on the entry's earlier reviews. */
export type LearningRateSchedule =
  /** The constant `learningRate` (Reflect). */
  | 'CONSTANT'
  /** 1 / (reviews + 2), at least `learningRateFloor`. With the rule REWARD, the utility is then the mean of 0.5 and all rewards, until the floor is reached, which is less sensitive to wrong reviews. */
  | 'DECAYING';

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

/** The input of `deleteTrace`. */
export type DeleteTraceInput = {
  /** The trace to delete. */
  traceId: string;
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

/** The origin of the base of an importance. */
export type ImportanceSource =
  /** The caller gave the importance. It is used without additions. */
  | 'CALLER'
  /** The chat model rated the entry. */
  | 'MODEL'
  /** No model has rated the entry: the rating is pending or switched off, there is no chat model, or the model did not answer with a number from 1 to 10. */
  | 'DEFAULT';

/** The role of an entry as evidence of an insight. */
export type EvidenceRole =
  /** The insight cites the entry. */
  | 'CITED'
  /** The insight has no valid citation; the entry was in the prompt. */
  | 'CONSIDERED';

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

/** The input of `startInsightCycle`. */
export type StartInsightCycleInput = {
  /** The memory of the stream. */
  memoryId: string;
  /** Starts a cycle even if the stream is below its thresholds. */
  force?: boolean | null | undefined;
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

/** The input of `deleteAgent`. */
export type DeleteAgentInput = {
  /** The agent to delete. */
  agentId: string;
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

/** Why an entry, or a statement of it, is not put into an agent's messages. */
export type OmissionReason =
  /** Its relevance is below `minScore`; the similarity of a lesson is below the project's `similarityThreshold`. */
  | 'MIN_SCORE'
  /** Its relevance is below the share `relativeScore` of the best one's, or too low to be about the question. */
  | 'RELATIVE_SCORE'
  /** It does not fit into `tokenBudget`. If it is also injected, some of its text did not fit. */
  | 'TOKEN_BUDGET'
  /** It comes after the first `limit` entries. */
  | 'LIMIT';

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

/** The kind of a background job. */
export type JobKind =
  /** Embeds the texts of a project with another model (`reembedProject`). The subject of the job is the project. */
  | 'PROJECT_REEMBEDDING'
  /** Writes the reflection on a reviewed trace; its subject is the trace. */
  | 'TRACE_REFLECTION'
  /** Rates the importance of recorded entries; its subject is the memory. */
  | 'IMPORTANCE_RATING'
  /** Runs the open cycle of a memory's stream; its subject is the memory. */
  | 'STREAM_INSIGHTS'
  /** Looks for facts that a new or changed fact contradicts, which it then supersedes (`Memory.contradictionCheck`); its subject is the memory. */
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

export type HeadCursorQueryVariables = Exact<{ [key: string]: never; }>;


export type HeadCursorQuery = { events: { headCursor: string } };

export type ProjectEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ProjectEventsSubscription = { events: { id: string, type: EventType, createdAt: string, memoryId: string | null, entryId: string | null, traceId: string | null, agentId: string | null, generationId: string | null, jobId: string | null, insightCycleId: string | null, actor: { id: string, kind: ActorKind, name: string }, memory: { id: string, name: string, description: string | null, tags: Array<string>, entryCount: number, contentBytes: number, version: number, updatedAt: string, deletedAt: string | null } | null, entry: { id: string, kind: EntryKind, source: EntrySource, content: string, metadata: Record<string, unknown>, importance: number, utility: number, reviewCount: number, version: number, updatedAt: string, deletedAt: string | null, supersededAt: string | null, memory: { id: string } } | null, trace: { id: string, reflectionStatus: JobStatus | null, review: { result: ReviewResult, reward: number, feedback: string | null, reviewedAt: string } | null } | null, agent: { id: string, name: string, updatedAt: string } | null, generation: { id: string, status: GenerationStatus } | null, job: { id: string, kind: JobKind, status: JobStatus, attempts: number, error: string | null, finishedAt: string | null } | null, insightCycle: { id: string, status: JobStatus, attempts: number, error: string | null, finishedAt: string | null } | null, changes: Array<{ field: string, before: unknown, after: unknown }> } };

export type LessonPartsFragment = { task: string, outcome: ReviewResult | null, summary: string, keyMistake: string, correctAction: string, applicableTools: Array<string>, guidance: string, toolsUsed: Array<string>, shortened: boolean, trace: { id: string } | null };

export type ScopeCountQueryVariables = Exact<{
  scope: KnowledgeScope;
}>;


export type ScopeCountQuery = { entries: { totalCount: number } };

export type ScopeMemoriesQueryVariables = Exact<{
  name?: string | null | undefined;
  chosen: Array<string> | string;
}>;


export type ScopeMemoriesQuery = { memories: { edges: Array<{ cursor: string, node: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, nodes: Array<
    | { id: string }
    | { id: string }
    | { name: string, deletedAt: string | null, id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null> };

export type ScopeTagsQueryVariables = Exact<{ [key: string]: never; }>;


export type ScopeTagsQuery = { tags: { edges: Array<{ cursor: string, node: { name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type StreamSettingsFieldsFragment = { importanceThreshold: number, minObservations: number, recentObservations: number, questionsPerCycle: number, maxDepth: number, insightImportance: number, ranking: StreamRanking, normalization: Normalization, mode: SearchMode, rating: boolean, insights: boolean, scoringModel: string | null, entityAddition: number, feelingAddition: number, goalAddition: number, decayFactor: number, accessShare: number, candidates: number, limit: number, recencyWeight: number, importanceWeight: number, relevanceWeight: number, utilityWeight: number, maxEntries: number | null, ttlHours: number | null, graceDays: number };

export type FindByNameQueryVariables = Exact<{
  name: string;
}>;


export type FindByNameQuery = { memories: { edges: Array<{ cursor: string, node: { id: string, name: string, entryCount: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, agents: { edges: Array<{ cursor: string, node: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ChatAgentQueryVariables = Exact<{
  id: string;
}>;


export type ChatAgentQuery = { agent: { id: string, name: string, model: string | null, instructions: string | null, knowledgeConfig: { scope: { memoryIds: Array<string>, memoryTags: Array<string> } } } | null };

export type ChatAnswerFragment = { id: string, status: GenerationStatus, text: string, messages: Array<Record<string, unknown>>, steps: number, error: string | null, injected: Array<ChatInjectedFragment>, memoryWrites: Array<ChatWriteFragment>, requiresAction: Array<{ id: string, name: string, arguments: string }>, usage: { inputTokens: number, outputTokens: number }, trace: { id: string } | null };

export type ChatCancelMutationVariables = Exact<{
  input: CancelGenerationInput;
}>;


export type ChatCancelMutation = { cancelGeneration: { generation: { id: string, status: GenerationStatus } } };

export type ChatContinueSubscriptionVariables = Exact<{
  input: ContinueGenerationInput;
}>;


export type ChatContinueSubscription = { event:
    | { __typename: 'GenerationStarted', id: string, injected: Array<ChatInjectedFragment> }
    | { __typename: 'TextDelta', text: string }
    | { __typename: 'ToolCall', name: string, arguments: string, callId: string }
    | (
      { __typename: 'MemoryWrite' }
      & ChatWriteFragment
    )
    | { __typename: 'GenerationEnded', generation: ChatAnswerFragment }
   };

export type ChatGenerateSubscriptionVariables = Exact<{
  input: GenerateInput;
}>;


export type ChatGenerateSubscription = { event:
    | { __typename: 'GenerationStarted', id: string, injected: Array<ChatInjectedFragment> }
    | { __typename: 'TextDelta', text: string }
    | { __typename: 'ToolCall', name: string, arguments: string, callId: string }
    | (
      { __typename: 'MemoryWrite' }
      & ChatWriteFragment
    )
    | { __typename: 'GenerationEnded', generation: ChatAnswerFragment }
   };

export type ChatGenerationQueryVariables = Exact<{
  id: string;
}>;


export type ChatGenerationQuery = { generation: ChatAnswerFragment | null };

export type ChatInjectedFragment = { entryId: string, content: string, rank: number, score: number | null, used: number | null };

export type ChatReviewMutationVariables = Exact<{
  input: ReviewTraceInput;
}>;


export type ChatReviewMutation = { reviewTrace: { trace: { id: string, reflectionStatus: JobStatus | null, review: { result: ReviewResult, reward: number, feedback: string | null, reviewedAt: string } | null }, changes: Array<{ before: number, after: number, entry: { id: string, utility: number, reviewCount: number } | null }> } };

export type ChatTraceQueryVariables = Exact<{
  id: string;
}>;


export type ChatTraceQuery = { trace: { id: string, review: { result: ReviewResult, reward: number } | null } | null };

export type ChatWriteFragment = { content: string, action: WriteAction | null, entry: { id: string, memory: { id: string, name: string } } | null, error: { code: ErrorCode, message: string } | null };

export type AgentsPageQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AgentsPageQuery = { agents: { totalCount: number, edges: Array<{ cursor: string, node: AgentRowFragment }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AgentDetailsFragment = { id: string, name: string, instructions: string | null, model: string | null, temperature: number | null, maxSteps: number, createdAt: string, updatedAt: string, knowledgeConfig: { mode: SearchMode, minScore: number | null, relativeScore: number, limit: number, tokenBudget: number, ranking: KnowledgeRanking, lambda: number, mmrLambda: number, reflections: boolean, writeMemoryId: string | null, injectAs: Injection, scope: { memoryIds: Array<string>, memoryTags: Array<string>, kinds: Array<EntryKind> | null, sources: Array<EntrySource> | null, metadata: Record<string, unknown> | null, occurredAfter: string | null, occurredBefore: string | null, createdAfter: string | null, createdBefore: string | null, updatedAfter: string | null, updatedBefore: string | null, minUtility: number | null, maxUtility: number | null, reviewed: boolean | null }, memories: Array<{ id: string, memory: { id: string, name: string, deletedAt: string | null } | null, warning: { code: KnowledgeWarningCode, message: string, memoryId: string | null } | null }> } };

export type AgentKnowledgePreviewQueryVariables = Exact<{
  input: AgentKnowledgeInput;
}>;


export type AgentKnowledgePreviewQuery = { agentKnowledge: { messages: Array<Record<string, unknown>>, tokens: number, results: Array<{ score: number, entry: { id: string, kind: EntryKind, utility: number, reviewCount: number }, chunk: { text: string } }>, omitted: Array<{ reason: OmissionReason, result: { score: number, entry: { id: string }, chunk: { text: string } } }>, warnings: Array<{ code: KnowledgeWarningCode, message: string, memoryId: string | null }> } };

export type AgentPageQueryVariables = Exact<{
  id: string;
}>;


export type AgentPageQuery = { agent: AgentDetailsFragment | null };

export type AgentRowFragment = { id: string, name: string, instructions: string | null, model: string | null, updatedAt: string, knowledgeConfig: { writeMemoryId: string | null, scope: { memoryIds: Array<string>, memoryTags: Array<string> }, memories: Array<{ id: string, memory: { id: string, name: string } | null, warning: { code: KnowledgeWarningCode } | null }> } };

export type AgentRunsQueryVariables = Exact<{
  agentId: string;
  after?: string | null | undefined;
}>;


export type AgentRunsQuery = { generations: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, status: GenerationStatus, text: string, error: string | null, steps: number, createdAt: string, usage: { inputTokens: number, outputTokens: number }, trace: { id: string, task: string, review: { result: ReviewResult } | null } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AgentScopeCountQueryVariables = Exact<{
  scope: KnowledgeScope;
}>;


export type AgentScopeCountQuery = { entries: { totalCount: number, facets: { memories: Array<{ count: number, memory: { id: string, name: string } }> } } };

export type AgentPageCreateMutationVariables = Exact<{
  input: CreateAgentInput;
}>;


export type AgentPageCreateMutation = { createAgent: { agent: AgentDetailsFragment } };

export type AgentPageDeleteMutationVariables = Exact<{
  input: DeleteAgentInput;
}>;


export type AgentPageDeleteMutation = { deleteAgent: { deletedAgentId: string } };

export type AgentPageSaveMutationVariables = Exact<{
  input: UpdateAgentInput;
}>;


export type AgentPageSaveMutation = { updateAgent: { agent: AgentDetailsFragment } };

export type DeleteOneEntryMutationVariables = Exact<{
  input: DeleteEntryInput;
}>;


export type DeleteOneEntryMutation = { deleteEntry: { entry: { id: string, deletedAt: string | null, version: number } } };

export type DeleteOneStatementMutationVariables = Exact<{
  input: DeleteStatementInput;
}>;


export type DeleteOneStatementMutation = { deleteStatement: { entry: EntryDetailsFragment } };

export type EntryDetailsFragment = { id: string, kind: EntryKind, source: EntrySource, content: string, metadata: Record<string, unknown>, importance: number, utility: number, reviewCount: number, depth: number, version: number, occurredAt: string | null, expiresAt: string | null, accessCount: number, lastAccessedAt: string | null, createdAt: string, updatedAt: string, deletedAt: string | null, supersededAt: string | null, createdBy: { id: string, kind: ActorKind, name: string } | null, updatedBy: { id: string, kind: ActorKind, name: string } | null, memory: { id: string, name: string, deletedAt: string | null, purgeAt: string | null }, statements: Array<{ number: number, text: string, source: EntrySource, metadata: Record<string, unknown>, context: string | null, occurredAt: string | null, firstStatedAt: string, lastStatedAt: string, statedCount: number, actor: { id: string, kind: ActorKind, name: string } | null }>, chunks: Array<{ position: number, text: string }>, lesson: LessonPartsFragment | null, importanceExplained: { source: ImportanceSource, base: number, entity: number, feeling: number, goal: number, pending: boolean, context: string | null } | null, evidence: Array<{ role: EvidenceRole, entry: { id: string, kind: EntryKind, content: string } }>, supports: Array<{ role: EvidenceRole, entry: { id: string, kind: EntryKind, content: string } }>, supersedes: Array<{ id: string, kind: EntryKind, content: string }>, supersededBy: { id: string, kind: EntryKind, content: string } | null };

export type EntryHistoryQueryVariables = Exact<{
  entryId: string;
  after?: string | null | undefined;
}>;


export type EntryHistoryQuery = { entry: { id: string, revisions: { totalCount: number, edges: Array<{ cursor: string, node: { number: number, change: RevisionChange, content: string, metadata: Record<string, unknown>, similarity: number | null, createdAt: string, actor: { id: string, kind: ActorKind, name: string }, statements: Array<{ number: number, text: string, statedCount: number }>, relatedEntries: Array<{ id: string, content: string }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type EntryLearningQueryVariables = Exact<{
  entryId: string;
}>;


export type EntryLearningQuery = { entry: { id: string, utilityHistory: { totalCount: number, edges: Array<{ cursor: string, node: { before: number, after: number, reward: number, alpha: number, createdAt: string, trace: { id: string, task: string } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type EntryPageQueryVariables = Exact<{
  entryId: string;
}>;


export type EntryPageQuery = { entry: EntryDetailsFragment | null };

export type EntryTracesQueryVariables = Exact<{
  filter?: TraceFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type EntryTracesQuery = { traces: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, task: string, createdAt: string, review: { result: ReviewResult, reward: number, feedback: string | null, reviewedAt: string } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type EntryVersionQueryVariables = Exact<{
  entryId: string;
}>;


export type EntryVersionQuery = { entry: { id: string, version: number } | null };

export type RestoreOneEntryMutationVariables = Exact<{
  input: RestoreEntryInput;
}>;


export type RestoreOneEntryMutation = { restoreEntry: { entry: { id: string, deletedAt: string | null, version: number } } };

export type RevertOneEntryMutationVariables = Exact<{
  input: RevertEntryInput;
}>;


export type RevertOneEntryMutation = { revertEntry: { entry: EntryDetailsFragment } };

export type SplitOneEntryMutationVariables = Exact<{
  input: SplitEntryInput;
}>;


export type SplitOneEntryMutation = { splitEntry: { entry: EntryDetailsFragment, newEntry: { id: string, content: string } } };

export type UpdateOneEntryMutationVariables = Exact<{
  input: UpdateEntryInput;
}>;


export type UpdateOneEntryMutation = { updateEntry: { entry: EntryDetailsFragment } };

export type EventsPageQueryVariables = Exact<{
  scope?: KnowledgeScope | null | undefined;
  types?: Array<EventType> | EventType | null | undefined;
  entryIds?: Array<string> | string | null | undefined;
  actorIds?: Array<string> | string | null | undefined;
  createdAfter?: string | null | undefined;
  createdBefore?: string | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  last?: number | null | undefined;
}>;


export type EventsPageQuery = { events: { headCursor: string, edges: Array<{ cursor: string, node: EventRowFragment }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type EventRowFragment = { id: string, cursor: string, type: EventType, createdAt: string, memoryId: string | null, entryId: string | null, traceId: string | null, agentId: string | null, generationId: string | null, jobId: string | null, insightCycleId: string | null, apiKeyId: string | null, actor: { id: string, kind: ActorKind, name: string }, memory: { id: string, name: string } | null, entry: { id: string, content: string, memory: { id: string, name: string } } | null, trace: { id: string, task: string } | null, agent: { id: string, name: string } | null, job: { id: string, kind: JobKind } | null, insightCycle: { id: string, memory: { id: string, name: string } } | null, apiKey: { id: string, name: string } | null, changes: Array<{ field: string, before: unknown, after: unknown }> };

export type CancelJobMutationVariables = Exact<{
  jobId: string;
}>;


export type CancelJobMutation = { cancelJob: { job: JobRowFragment } };

export type JobsQueryVariables = Exact<{
  status?: JobStatus | null | undefined;
  kind?: JobKind | null | undefined;
  after?: string | null | undefined;
}>;


export type JobsQuery = { jobs: { edges: Array<{ cursor: string, node: JobRowFragment }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type JobsCountsQueryVariables = Exact<{
  kind?: JobKind | null | undefined;
}>;


export type JobsCountsQuery = { project: { id: string, running: { totalCount: number }, queued: { totalCount: number }, failed: { totalCount: number } } | null };

export type JobRowFragment = { id: string, kind: JobKind, status: JobStatus, attempts: number, error: string | null, runAt: string, createdAt: string, finishedAt: string | null, subjectId: string, subject:
    | { __typename: 'Project', name: string, id: string }
    | { __typename: 'ApiKey', id: string }
    | { __typename: 'Memory', name: string, id: string }
    | { __typename: 'Entry', id: string }
    | { __typename: 'Trace', task: string, id: string }
    | { __typename: 'InsightCycle', id: string }
    | { __typename: 'Agent', id: string }
    | { __typename: 'Generation', id: string }
    | { __typename: 'Job', id: string }
    | { __typename: 'Event', id: string }
   | null };

export type RetryJobMutationVariables = Exact<{
  jobId: string;
}>;


export type RetryJobMutation = { retryJob: { job: JobRowFragment } };

export type CreateMemoryMutationVariables = Exact<{
  input: CreateMemoryInput;
}>;


export type CreateMemoryMutation = { createMemory: { memory: MemoryRowFragment } };

export type DeleteMemoryMutationVariables = Exact<{
  input: DeleteMemoryInput;
}>;


export type DeleteMemoryMutation = { deleteMemory: { memory: { id: string, deletedAt: string | null, purgeAt: string | null } } };

export type MemoriesQueryVariables = Exact<{
  tags?: Array<string> | string | null | undefined;
  name?: string | null | undefined;
  orderBy?: MemoryOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type MemoriesQuery = { memories: { totalCount: number, edges: Array<{ cursor: string, node: MemoryRowFragment }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type MemoryDetailsFragment = (
  { duplicateThreshold: number | null, updateThreshold: number | null, duplicatePolicy: DuplicatePolicy | null, maxStatements: number | null, contradictionCheck: boolean, createdAt: string, purgeAt: string | null, agents: Array<{ id: string, name: string }>, project: { id: string, settings: { duplicateThreshold: number, updateThreshold: number, duplicatePolicy: DuplicatePolicy, maxStatements: number } } }
  & MemoryRowFragment
);

export type MemoryPageQueryVariables = Exact<{
  memoryId: string;
}>;


export type MemoryPageQuery = { memory: MemoryDetailsFragment | null };

export type MemoryRowFragment = { id: string, name: string, description: string | null, tags: Array<string>, entryCount: number, contentBytes: number, version: number, updatedAt: string, deletedAt: string | null };

export type RestoreMemoryMutationVariables = Exact<{
  input: RestoreMemoryInput;
}>;


export type RestoreMemoryMutation = { restoreMemory: { memory: { id: string, deletedAt: string | null, purgeAt: string | null } } };

export type TrashedEntriesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type TrashedEntriesQuery = { entries: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, kind: EntryKind, content: string, deletedAt: string | null, memory: { id: string, name: string, deletedAt: string | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TrashedMemoriesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type TrashedMemoriesQuery = { memories: { totalCount: number, edges: Array<{ cursor: string, node: (
        { purgeAt: string | null }
        & MemoryRowFragment
      ) }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type UpdateMemoryMutationVariables = Exact<{
  input: UpdateMemoryInput;
}>;


export type UpdateMemoryMutation = { updateMemory: { memory: MemoryDetailsFragment } };

export type CopyListedEntriesMutationVariables = Exact<{
  input: CopyEntriesInput;
}>;


export type CopyListedEntriesMutation = { copyEntries: { results: Array<
      | { action: WriteAction, entry: { id: string, version: number } }
      | { code: ErrorCode, message: string }
    > } };

export type DeleteListedEntriesMutationVariables = Exact<{
  input: DeleteEntriesInput;
}>;


export type DeleteListedEntriesMutation = { deleteEntries: { results: Array<
      | { id: string, deletedAt: string | null }
      | { code: ErrorCode, message: string }
    > } };

export type ListedEntryFacetsQueryVariables = Exact<{
  scope?: KnowledgeScope | null | undefined;
  text?: string | null | undefined;
}>;


export type ListedEntryFacetsQuery = { entries: { facets: { kinds: Array<{ kind: EntryKind, count: number }>, sources: Array<{ source: EntrySource, count: number }> } } };

export type EntryRowFragment = { id: string, kind: EntryKind, source: EntrySource, content: string, importance: number, utility: number, reviewCount: number, occurredAt: string | null, createdAt: string, updatedAt: string, expiresAt: string | null, deletedAt: string | null, supersededAt: string | null, version: number, memory: { id: string }, statements: Array<{ number: number }> };

export type ListedEntryRowsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type ListedEntryRowsQuery = { nodes: Array<
    | EntryRowFragment
    | Record<PropertyKey, never>
   | null> };

export type MemoryEntriesQueryVariables = Exact<{
  memoryId: string;
  scope?: KnowledgeScope | null | undefined;
  text?: string | null | undefined;
  orderBy?: EntryOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type MemoryEntriesQuery = { memory: { id: string, entries: { totalCount: number, edges: Array<{ cursor: string, node: EntryRowFragment }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type MergeListedEntriesMutationVariables = Exact<{
  input: MergeEntriesInput;
}>;


export type MergeListedEntriesMutation = { mergeEntries: { entry: EntryRowFragment } };

export type MoveListedEntriesMutationVariables = Exact<{
  input: MoveEntriesInput;
}>;


export type MoveListedEntriesMutation = { moveEntries: { results: Array<
      | { id: string, memory: { id: string } }
      | { code: ErrorCode, message: string }
    > } };

export type NewestEntriesQueryVariables = Exact<{
  scope?: KnowledgeScope | null | undefined;
  text?: string | null | undefined;
}>;


export type NewestEntriesQuery = { entries: { nodes: Array<{ id: string }> } };

export type SupersedeListedEntriesMutationVariables = Exact<{
  input: SupersedeEntriesInput;
}>;


export type SupersedeListedEntriesMutation = { supersedeEntries: { results: Array<
      | { id: string, supersededAt: string | null }
      | { code: ErrorCode, message: string }
    > } };

export type MapAddMetadataMutationVariables = Exact<{
  input: UpdateEntryInput;
}>;


export type MapAddMetadataMutation = { updateEntry: { entry: { id: string, metadata: Record<string, unknown>, version: number } } };

export type MapDeleteMutationVariables = Exact<{
  input: DeleteEntriesInput;
}>;


export type MapDeleteMutation = { deleteEntries: { results: Array<
      | { id: string, deletedAt: string | null }
      | { code: ErrorCode, message: string }
    > } };

export type MapEntriesQueryVariables = Exact<{
  memoryId: string;
  orderBy?: EntryOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type MapEntriesQuery = { memory: { id: string, name: string, deletedAt: string | null, purgeAt: string | null, entries: { totalCount: number, edges: Array<{ cursor: string, node: MapEntryFragment }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type MapEntryFragment = { id: string, kind: EntryKind, content: string, metadata: Record<string, unknown>, utility: number, reviewCount: number, lastStatedAt: string, version: number, embedding: string | null, memory: { id: string } };

export type MapMoveMutationVariables = Exact<{
  input: MoveEntriesInput;
}>;


export type MapMoveMutation = { moveEntries: { results: Array<
      | { id: string, memory: { id: string } }
      | { code: ErrorCode, message: string }
    > } };

export type ExtractDocumentMutationVariables = Exact<{
  input: ExtractEntriesInput;
}>;


export type ExtractDocumentMutation = { extractEntries: { method: ExtractionMethod, dryRun: boolean, results: Array<{ content: string, result:
        | { action: WriteAction, similarity: number | null, entry: { id: string, version: number }, matchedEntry: { id: string, content: string } | null }
        | { code: ErrorCode, message: string }
       }> } };

export type PreviewWriteMutationVariables = Exact<{
  input: WriteEntryInput;
}>;


export type PreviewWriteMutation = { writeEntry: { action: WriteAction, similarity: number | null, duplicateThreshold: number, updateThreshold: number, duplicatePolicy: DuplicatePolicy, entry: { id: string, content: string, statements: Array<{ number: number, text: string }> }, matchedEntry: { id: string, kind: EntryKind, content: string, statements: Array<{ number: number, text: string, statedCount: number }> } | null } };

export type WriteOneEntryMutationVariables = Exact<{
  input: WriteEntryInput;
}>;


export type WriteOneEntryMutation = { writeEntry: { action: WriteAction, entry: EntryRowFragment } };

export type OverviewQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewQuery = { project: { id: string, name: string, usage: { entries: number, bytes: number }, learning: { tracesTotal: number, tracesPending: number, entriesMoved: number }, memories: { totalCount: number, nodes: Array<{ id: string, name: string, entryCount: number, contentBytes: number }> }, jobs: { totalCount: number }, events: { nodes: Array<EventRowFragment> } } | null };

export type OverviewFirstEntryMutationVariables = Exact<{
  memoryId: string;
  content: string;
}>;


export type OverviewFirstEntryMutation = { writeEntry: { action: WriteAction, entry: { id: string, content: string, memory: { id: string, entryCount: number } } } };

export type OverviewFirstMemoryMutationVariables = Exact<{
  name: string;
}>;


export type OverviewFirstMemoryMutation = { createMemory: { memory: { id: string, name: string } } };

export type OverviewKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type OverviewKeyMutation = { createApiKey: { secret: string | null, apiKey: { id: string, name: string } } };

export type OverviewOverTimeQueryVariables = Exact<{
  from: string;
  bucket: StatsBucketSize;
  points: number;
}>;


export type OverviewOverTimeQuery = { stats: Array<{ start: string, traces: number, passed: number, failed: number, entriesCreated: number, entriesUpdated: number, entriesSkipped: number, searches: number, generations: number, inputTokens: number, outputTokens: number, searchLatency: { p50: number, p95: number } | null, generationLatency: { p50: number, p95: number } | null }>, project: { id: string, learning: { utilityHistory: Array<{ at: string, classes: Array<number> }> } } | null };

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

export type ReflectionRowFragment = { id: string, kind: EntryKind, content: string, metadata: Record<string, unknown>, utility: number, reviewCount: number, version: number, createdAt: string, updatedAt: string, deletedAt: string | null, memory: { id: string, name: string, deletedAt: string | null }, lesson: LessonPartsFragment | null };

export type SearchAgentsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type SearchAgentsQuery = { agents: { edges: Array<{ cursor: string, node: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SearchAgentKnowledgeQueryVariables = Exact<{
  input: AgentKnowledgeInput;
}>;


export type SearchAgentKnowledgeQuery = { agentKnowledge: { messages: Array<Record<string, unknown>>, tokens: number, warnings: Array<{ code: KnowledgeWarningCode, message: string }>, knowledgeConfig: { mode: SearchMode, ranking: KnowledgeRanking, limit: number, tokenBudget: number, minScore: number | null, relativeScore: number, reflections: boolean, injectAs: Injection }, results: Array<SearchHitFragment>, omitted: Array<{ reason: OmissionReason, result: SearchHitFragment }> } };

export type SearchByKnowledgeQueryVariables = Exact<{
  input: SearchKnowledgeInput;
}>;


export type SearchByKnowledgeQuery = { searchKnowledge: { results: Array<SearchHitFragment>, explanation: SearchHowFragment | null } };

export type SearchByReflectionsQueryVariables = Exact<{
  input: QueryReflectionsInput;
}>;


export type SearchByReflectionsQuery = { queryReflections: { hint: string | null, results: Array<SearchHitFragment>, explanation: SearchHowFragment | null } };

export type SearchByStreamQueryVariables = Exact<{
  input: RetrieveEntriesInput;
}>;


export type SearchByStreamQuery = { retrieveEntries: { results: Array<SearchHitFragment>, explanation: SearchHowFragment | null } };

export type SearchDefaultsQueryVariables = Exact<{
  memoryId: string;
  hasMemory: boolean;
}>;


export type SearchDefaultsQuery = { project: { id: string, settings: { similarityThreshold: number, stream: SearchStreamDefaultsFragment } } | null, memory?: { id: string, stream: { settings: SearchStreamDefaultsFragment } } | null };

export type SearchHitFragment = { score: number, similarity: number | null, coverage: number | null, dateMatch: number | null, parts: { relevance: number, utility: number, recency: number, importance: number }, chunk: { text: string }, matchedWords: Array<{ start: number, end: number }>, matches: Array<{ relevance: number, occurredAt: string, statement: { number: number, text: string } }>, entry: { id: string, kind: EntryKind, content: string, utility: number, reviewCount: number, supersededAt: string | null, memory: { id: string, name: string } } };

export type SearchHowFragment = { candidates: number, minScore: number | null, weights: { relevance: number, utility: number, recency: number, importance: number }, nearMisses: Array<SearchHitFragment> };

export type SearchStreamDefaultsFragment = { ranking: StreamRanking, normalization: Normalization, mode: SearchMode, decayFactor: number, limit: number, recencyWeight: number, importanceWeight: number, relevanceWeight: number, utilityWeight: number };

export type SettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsQuery = { project: SettingsProjectFragment | null };

export type SettingsCreateProjectMutationVariables = Exact<{
  input: CreateProjectInput;
}>;


export type SettingsCreateProjectMutation = { createProject: { project: { id: string, name: string } } };

export type SettingsDeleteProjectMutationVariables = Exact<{
  confirmName: string;
}>;


export type SettingsDeleteProjectMutation = { deleteProject: { deletedProjectId: string } };

export type SettingsProjectFragment = { id: string, name: string, createdAt: string, ownSettings: Array<string>, settings: SettingValuesFragment, defaultSettings: SettingValuesFragment, usage: { entries: number, bytes: number, writesToday: number, generationsToday: number, quotas: { maxEntries: number | null, maxBytes: number | null, maxWritesPerDay: number | null, maxGenerationsPerDay: number | null } }, reembedding: { embeddingModel: string, embeddingDimensions: number, status: JobStatus, attempts: number, error: string | null, entriesDone: number, entriesTotal: number } | null };

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

export type SettingValuesFragment = { embeddingModel: string, embeddingDimensions: number, writePreset: WritePreset, duplicatePolicy: DuplicatePolicy, duplicateThreshold: number, updateThreshold: number, maxStatements: number, creditRule: CreditRule, requiredMetadataKey: string | null, learningRate: number, learningRateSchedule: LearningRateSchedule, learningRateFloor: number, similarityThreshold: number, traceRetentionDays: number | null, stream: StreamSettingsFieldsFragment };

export type KeysQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type KeysQuery = { project: { id: string, apiKeys: { edges: Array<{ cursor: string, node: KeyRowFragment }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type KeysCreateMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type KeysCreateMutation = { createApiKey: { secret: string | null, apiKey: KeyRowFragment } };

export type KeysOneQueryVariables = Exact<{
  apiKeyId: string;
}>;


export type KeysOneQuery = { node:
    | KeyRowFragment
    | Record<PropertyKey, never>
   | null };

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


export type KeysRotateMutation = { rotateApiKey: { secret: string, apiKey: KeyRowFragment } };

export type KeyRowFragment = { id: string, name: string, role: Role, prefix: string, createdAt: string, lastUsedAt: string | null, previousSecretExpiresAt: string | null, expiresAt: string | null, revokedAt: string | null, createdBy: { id: string, kind: ActorKind, name: string } | null };

export type StreamCyclesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type StreamCyclesQuery = { memory: { id: string, insightCycles: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, status: JobStatus, attempts: number, error: string | null, importance: number, observationCount: number, createdAt: string, finishedAt: string | null, questions: Array<{ question: string, error: string | null, insight: { id: string, content: string } | null }>, usage: { inputTokens: number, outputTokens: number } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type StreamEntryFragment = { id: string, kind: EntryKind, content: string, importance: number, depth: number, occurredAt: string | null, createdAt: string, lastStatedAt: string, lastAccessedAt: string | null, accessCount: number, expiresAt: string | null, deletedAt: string | null, importanceExplained: { source: ImportanceSource, pending: boolean } | null, memory: { id: string } };

export type StreamEvidenceQueryVariables = Exact<{
  id: string;
}>;


export type StreamEvidenceQuery = { entry: { id: string, evidence: Array<{ role: EvidenceRole, entry: StreamEntryFragment }> } | null };

export type StreamInsightsQueryVariables = Exact<{
  scope: KnowledgeScope;
  after?: string | null | undefined;
}>;


export type StreamInsightsQuery = { entries: { totalCount: number, edges: Array<{ cursor: string, node: (
        { supports: Array<{ role: EvidenceRole, entry: { id: string } }> }
        & StreamEntryFragment
      ) }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type StreamLatestQueryVariables = Exact<{ [key: string]: never; }>;


export type StreamLatestQuery = { entries: { edges: Array<{ cursor: string, node: { id: string, memory: { id: string } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, memories: { edges: Array<{ cursor: string, node: { id: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type StreamObservationsQueryVariables = Exact<{
  scope: KnowledgeScope;
  after?: string | null | undefined;
}>;


export type StreamObservationsQuery = { entries: { totalCount: number, edges: Array<{ cursor: string, node: StreamEntryFragment }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type StreamPageQueryVariables = Exact<{
  id: string;
}>;


export type StreamPageQuery = { memory: { id: string, name: string, version: number, deletedAt: string | null, purgeAt: string | null, stream: { cumulativeImportance: number, observationCount: number, lastCycleAt: string | null, importanceThreshold: number, minObservations: number, settings: StreamSettingsFieldsFragment } } | null, project: { id: string, settings: { stream: StreamSettingsFieldsFragment } } | null };

export type StreamRecordMutationVariables = Exact<{
  input: RecordObservationInput;
}>;


export type StreamRecordMutation = { recordObservation: { entry: StreamEntryFragment } };

export type StreamRunMutationVariables = Exact<{
  input: StartInsightCycleInput;
}>;


export type StreamRunMutation = { startInsightCycle: { insightCycle: { id: string, status: JobStatus } } };

export type StreamSaveSettingsMutationVariables = Exact<{
  input: UpdateMemoryInput;
}>;


export type StreamSaveSettingsMutation = { updateMemory: { memory: { id: string, version: number, stream: { importanceThreshold: number, minObservations: number, settings: StreamSettingsFieldsFragment } } } };

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

export type TraceDetailFragment = { id: string, task: string, finalResponse: string | null, agentId: string | null, model: string | null, durationMs: number | null, messageCount: number, toolsUsed: Array<string>, metadata: Record<string, unknown>, createdAt: string, reflectionStatus: JobStatus | null, reflectionAttempts: number, reflectionError: string | null, agent: { id: string, name: string } | null, usage: { inputTokens: number, outputTokens: number } | null, createdBy: { id: string, kind: ActorKind, name: string } | null, retrieved: Array<{ entryId: string, content: string, rank: number, score: number | null, used: number | null, entry: { id: string, kind: EntryKind, content: string, updatedAt: string, utility: number, reviewCount: number, deletedAt: string | null, supersededAt: string | null } | null }>, review: { result: ReviewResult, reward: number, feedback: string | null, alpha: number | null, baseline: number | null, reviewedAt: string, reviewedBy: { id: string, kind: ActorKind, name: string }, entryRewards: Array<{ entryId: string, reward: number }> } | null, reflection: { id: string, content: string, utility: number, reviewCount: number, deletedAt: string | null, lesson: LessonPartsFragment | null } | null };

export type TraceMessagesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type TraceMessagesQuery = { trace: { id: string, messages: { totalCount: number, edges: Array<{ cursor: string, node: Record<string, unknown> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type TraceNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type TraceNamesQuery = { traces: { edges: Array<{ cursor: string, node: { id: string, model: string | null, agentId: string | null, agent: { id: string, name: string } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TraceRowFragment = { id: string, task: string, agentId: string | null, model: string | null, durationMs: number | null, messageCount: number, toolsUsed: Array<string>, createdAt: string, reflectionStatus: JobStatus | null, agent: { id: string, name: string } | null, usage: { inputTokens: number, outputTokens: number } | null, review: { result: ReviewResult, reward: number, feedback: string | null, reviewedAt: string } | null };

export type TransferMemoriesQueryVariables = Exact<{
  name?: string | null | undefined;
}>;


export type TransferMemoriesQuery = { memories: { edges: Array<{ cursor: string, node: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TransferOpenMemoryMutationVariables = Exact<{
  name: string;
}>;


export type TransferOpenMemoryMutation = { createMemory: { memory: { id: string, name: string } } };

export type TransferWriteMutationVariables = Exact<{
  input: WriteEntriesInput;
}>;


export type TransferWriteMutation = { writeEntries: { results: Array<
      | { __typename: 'WriteEntryPayload', action: WriteAction }
      | { __typename: 'ItemError', code: ErrorCode, message: string }
    > } };

export type SessionQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionQuery = { viewer: { role: Role, isRoot: boolean, apiKey: { id: string, name: string } | null, project: { id: string, name: string } | null }, server: { version: string, chatModel: string | null, embeddingModel: string, features: Array<ServerFeature>, limits: { maxContentBytes: number, maxPageSize: number, maxBulkItems: number, eventRetentionDays: number } }, projects: { nodes: Array<{ id: string, name: string, createdAt: string }> } };
