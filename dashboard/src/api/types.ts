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
  /** The role of the API key does not permit the operation. */
  | 'FORBIDDEN'
  /** The object does not exist in a project that the API key has access to. */
  | 'NOT_FOUND'
  /** The request conflicts with stored data, such as a name that is taken, or an `ifVersion` that is no longer the version. */
  | 'CONFLICT'
  /** The log no longer holds the event of the cursor: it was purged, the database was restored to an earlier time, or the cursor is one of another log. Read the current state and subscribe without a cursor. */
  | 'CURSOR_EXPIRED'
  /** The embedding model did not return a usable answer. Nothing was stored. */
  | 'EMBEDDING_UNAVAILABLE'
  /** The operation requires a chat model and the server has none. */
  | 'CHAT_NOT_CONFIGURED'
  /** The chat model did not return a usable answer. */
  | 'CHAT_UNAVAILABLE'
  /** The API key or the server has reached its limit. Nothing was done; retry later. */
  | 'RATE_LIMITED'
  /** The project has reached one of its quotas; `extensions.quota` names it. Nothing was stored. */
  | 'QUOTA_EXCEEDED'
  /** The operation exceeds a limit of length, depth, aliases or cost. */
  | 'QUERY_TOO_COMPLEX'
  /** This server only reads: it was started with --read-only. Send the operation to one that writes. */
  | 'READ_ONLY'
  /** The database cannot be reached. The request can be retried. */
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
  /** The server does not know the persisted query. */
  | 'PERSISTED_QUERY_NOT_FOUND'
  /** The server does not support persisted queries. */
  | 'PERSISTED_QUERY_NOT_SUPPORTED';

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

/** One text of `writeEntries`. */
export type WriteEntriesItem = {
  /** As in `writeEntry`. */
  content: string;
  /** When omitted, the value of the call. */
  source?: EntrySource | null | undefined;
  /** When omitted, the value of the call. */
  kind?: EntryKind | null | undefined;
  /** As in `writeEntry`. */
  metadata?: Record<string, unknown> | null | undefined;
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
  /** 0 to 1; when omitted, the inherited value (memory → project → deployment). */
  duplicateThreshold?: number | null | undefined;
  /** 0 to 1; with the policy SIMILAR not above `duplicateThreshold`. 1 switches merging off. When omitted, the inherited value (memory → project → deployment). */
  updateThreshold?: number | null | undefined;
  /** When omitted, the inherited value (memory → project). */
  duplicatePolicy?: DuplicatePolicy | null | undefined;
  /** If true, returns the outcomes without storing them. */
  dryRun?: boolean | null | undefined;
};

/** How a search compares entries with a query. */
export type SearchMode =
  /** Cosine similarity of embeddings. */
  | 'SEMANTIC'
  /** A fused score: 0.4 × cosine similarity + 0.6 × word coverage². If the query has dates (`on 8 May 2023`, `in June 2023`, `last week`), these are compared with the times of the statements instead of with their words: (0.4 × cosine similarity + 0.6 × word coverage² + 0.3 × date match) / 1.3. */
  | 'HYBRID'
  /** Word coverage: the share of the query's words (English stems, without stop words) that a chunk contains, weighted by inverse document frequency; words of the context count 0.6. It does not use the embedding model. */
  | 'LEXICAL';

/** The outcome of a run. */
export type ReviewResult =
  /** The run achieved its task. */
  | 'PASS'
  /** The run did not achieve its task. */
  | 'FAIL';

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
