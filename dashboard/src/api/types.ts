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

/** How a search compares entries with a query. */
export type SearchMode =
  /** Cosine similarity of embeddings. */
  | 'SEMANTIC'
  /** A fused score: 0.4 × cosine similarity + 0.6 × word coverage². If the query has dates (`on 8 May 2023`, `in June 2023`, `last week`), these are compared with the times of the statements instead of with their words: (0.4 × cosine similarity + 0.6 × word coverage² + 0.3 × date match) / 1.3. */
  | 'HYBRID'
  /** Word coverage: the share of the query's words (English stems, without stop words) that a chunk contains, weighted by inverse document frequency; words of the context count 0.6. It does not use the embedding model. */
  | 'LEXICAL';

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

/** The origin of the base of an importance. */
export type ImportanceSource =
  /** The caller gave the importance. It is used without additions. */
  | 'CALLER'
  /** The chat model rated the entry. */
  | 'MODEL'
  /** There is no chat model, rating is switched off, or the answer was not a number from 1 to 10. */
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
  /** When the observed event happened; now when omitted. */
  occurredAt?: string | null | undefined;
  /** When the entry expires; according to the memory's `ttlHours` when omitted. */
  expiresAt?: string | null | undefined;
  /** Context for the rating of importance, such as the observer; at most 4,000 characters. */
  context?: string | null | undefined;
  /** At most 16 KiB as JSON; empty when omitted. */
  metadata?: Record<string, unknown> | null | undefined;
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

/** How the parts of a score are normalized before they are weighted. */
export type Normalization =
  /** No normalization; each part is already in 0..1. */
  | 'NONE'
  /** Each part is scaled to 0..1 over the candidates, or is 0.5 if it is equal for all (as in the paper's code). */
  | 'MIN_MAX';

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
  /** The relevance, by which the mode compares (SOAT). */
  | 'SIMILARITY'
  /** (1 − lambda) × relevance + lambda × utility (Reflect), where a utility counts less the fewer its reviews. */
  | 'UTILITY'
  /** The weighted sum of recency, importance, relevance and utility, with the stream settings of the memory, or of the project if there are several (Generative Agents). `generate` counts an access of each injected entry. */
  | 'WEIGHTED';

/** How knowledge is injected into a conversation. */
export type Injection =
  /** One system message for each entry. */
  | 'SYSTEM'
  /** One user message with delimited entries, so that text of users is not in the system role. */
  | 'USER';

/** The knowledge configuration of an agent. An omitted field has its default in `createAgent` and is unchanged in `updateAgent`. */
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
  /** Default SIMILARITY. */
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

/** The knowledge configuration of one call. The memories, tags and kinds of its scope are added to the agent's, and all other values replace the agent's. A call cannot change the memory to which the agent writes. */
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
  /** Greatest number of calls to the model in one generation, 1 to 100; default 20. */
  maxSteps?: number | null | undefined;
  /** Which knowledge is injected into its conversations; without it, none. */
  knowledgeConfig?: KnowledgeConfigInput | null | undefined;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the object that the first call created. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: string | null | undefined;
};

/** The input of `updateAgent`. */
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
  messages: Array<Record<string, unknown>>;
  /** Changes of the agent's configuration for this call. */
  knowledgeConfig?: CallKnowledgeInput | null | undefined;
};

/** Why an entry is not put into an agent's messages. */
export type OmissionReason =
  /** Its relevance is below `minScore`. */
  | 'MIN_SCORE'
  /** Its relevance is below the share `relativeScore` of the best one's, or too low to be about the question. */
  | 'RELATIVE_SCORE'
  /** It does not fit into `tokenBudget`. */
  | 'TOKEN_BUDGET'
  /** It comes after the first `limit` entries. */
  | 'LIMIT';

/** The input of `generate`. */
export type GenerateInput = {
  /** The agent that answers. */
  agentId: string;
  /** The conversation, in the format of the OpenAI API. At most 4 MiB as JSON. */
  messages: Array<Record<string, unknown>>;
  /** Changes of the agent's configuration for this call. */
  knowledgeConfig?: CallKnowledgeInput | null | undefined;
  /** The caller's tools, in the format of the OpenAI API; their calls are returned in `requiresAction`. At most 128. */
  tools?: Array<Record<string, unknown>> | null | undefined;
  /** Metadata of the trace, at most 16 KiB. */
  metadata?: Record<string, unknown> | null | undefined;
  /** 1 to 200 characters, unique among the project's generations. A repeated call with the same key and input returns the first generation. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
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

export type ScopeCountQueryVariables = Exact<{
  scope: KnowledgeScope;
}>;

export type ScopeCountQuery = { entries: { totalCount: number } };

export type ScopeMemoriesQueryVariables = Exact<{
  name?: string | null | undefined;
  chosen: Array<string> | string;
}>;

export type ScopeMemoriesQuery = {
  memories: {
    edges: Array<{ cursor: string; node: { id: string; name: string } }>;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
  nodes: Array<
    | { id: string }
    | { id: string }
    | { name: string; deletedAt: string | null; id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | null
  >;
};

export type ScopeTagsQueryVariables = Exact<{ [key: string]: never }>;

export type ScopeTagsQuery = {
  tags: {
    edges: Array<{ cursor: string; node: { name: string } }>;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
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

export type ChatAgentQueryVariables = Exact<{
  id: string;
}>;

export type ChatAgentQuery = {
  agent: { id: string; name: string; model: string | null; instructions: string | null } | null;
};

export type ChatAnswerFragment = {
  id: string;
  status: GenerationStatus;
  text: string;
  messages: Array<Record<string, unknown>>;
  steps: number;
  error: string | null;
  injected: Array<ChatInjectedFragment>;
  memoryWrites: Array<ChatWriteFragment>;
  requiresAction: Array<{ id: string; name: string; arguments: string }>;
  usage: { inputTokens: number; outputTokens: number };
  trace: { id: string } | null;
};

export type ChatCancelMutationVariables = Exact<{
  input: CancelGenerationInput;
}>;

export type ChatCancelMutation = {
  cancelGeneration: { generation: { id: string; status: GenerationStatus } };
};

export type ChatContinueSubscriptionVariables = Exact<{
  input: ContinueGenerationInput;
}>;

export type ChatContinueSubscription = {
  event:
    | { __typename: 'GenerationStarted'; id: string; injected: Array<ChatInjectedFragment> }
    | { __typename: 'TextDelta'; text: string }
    | { __typename: 'ToolCall'; name: string; arguments: string; callId: string }
    | ({ __typename: 'MemoryWrite' } & ChatWriteFragment)
    | { __typename: 'GenerationEnded'; generation: ChatAnswerFragment };
};

export type ChatGenerateSubscriptionVariables = Exact<{
  input: GenerateInput;
}>;

export type ChatGenerateSubscription = {
  event:
    | { __typename: 'GenerationStarted'; id: string; injected: Array<ChatInjectedFragment> }
    | { __typename: 'TextDelta'; text: string }
    | { __typename: 'ToolCall'; name: string; arguments: string; callId: string }
    | ({ __typename: 'MemoryWrite' } & ChatWriteFragment)
    | { __typename: 'GenerationEnded'; generation: ChatAnswerFragment };
};

export type ChatGenerationQueryVariables = Exact<{
  id: string;
}>;

export type ChatGenerationQuery = { generation: ChatAnswerFragment | null };

export type ChatInjectedFragment = {
  entryId: string;
  content: string;
  rank: number;
  score: number | null;
  used: number | null;
};

export type ChatReviewMutationVariables = Exact<{
  input: ReviewTraceInput;
}>;

export type ChatReviewMutation = {
  reviewTrace: {
    trace: {
      id: string;
      reflectionStatus: JobStatus | null;
      review: {
        result: ReviewResult;
        reward: number;
        feedback: string | null;
        reviewedAt: string;
      } | null;
    };
    changes: Array<{
      before: number;
      after: number;
      entry: { id: string; utility: number; reviewCount: number } | null;
    }>;
  };
};

export type ChatTraceQueryVariables = Exact<{
  id: string;
}>;

export type ChatTraceQuery = {
  trace: { id: string; review: { result: ReviewResult; reward: number } | null } | null;
};

export type ChatWriteFragment = {
  content: string;
  action: WriteAction | null;
  entry: { id: string; memory: { id: string; name: string } } | null;
  error: { code: ErrorCode; message: string } | null;
};

export type AgentsPageQueryVariables = Exact<{
  after?: string | null | undefined;
}>;

export type AgentsPageQuery = {
  agents: {
    totalCount: number;
    edges: Array<{ cursor: string; node: AgentRowFragment }>;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type AgentDetailsFragment = {
  id: string;
  name: string;
  instructions: string | null;
  model: string | null;
  temperature: number | null;
  maxSteps: number;
  createdAt: string;
  updatedAt: string;
  knowledgeConfig: {
    mode: SearchMode;
    minScore: number | null;
    relativeScore: number;
    limit: number;
    tokenBudget: number;
    ranking: KnowledgeRanking;
    lambda: number;
    mmrLambda: number;
    reflections: boolean;
    writeMemoryId: string | null;
    injectAs: Injection;
    scope: {
      memoryIds: Array<string>;
      memoryTags: Array<string>;
      kinds: Array<EntryKind> | null;
      sources: Array<EntrySource> | null;
      metadata: Record<string, unknown> | null;
      occurredAfter: string | null;
      occurredBefore: string | null;
      createdAfter: string | null;
      createdBefore: string | null;
      updatedAfter: string | null;
      updatedBefore: string | null;
      minUtility: number | null;
      maxUtility: number | null;
      reviewed: boolean | null;
    };
    memories: Array<{
      id: string;
      memory: { id: string; name: string; deletedAt: string | null } | null;
      warning: { code: KnowledgeWarningCode; message: string; memoryId: string | null } | null;
    }>;
  };
};

export type AgentKnowledgePreviewQueryVariables = Exact<{
  input: AgentKnowledgeInput;
}>;

export type AgentKnowledgePreviewQuery = {
  agentKnowledge: {
    messages: Array<Record<string, unknown>>;
    tokens: number;
    results: Array<{
      score: number;
      entry: { id: string; kind: EntryKind; utility: number; reviewCount: number };
      chunk: { text: string };
    }>;
    omitted: Array<{
      reason: OmissionReason;
      result: { score: number; entry: { id: string }; chunk: { text: string } };
    }>;
    warnings: Array<{ code: KnowledgeWarningCode; message: string; memoryId: string | null }>;
  };
};

export type AgentPageQueryVariables = Exact<{
  id: string;
}>;

export type AgentPageQuery = { agent: AgentDetailsFragment | null };

export type AgentRowFragment = {
  id: string;
  name: string;
  instructions: string | null;
  model: string | null;
  updatedAt: string;
  knowledgeConfig: {
    writeMemoryId: string | null;
    scope: { memoryIds: Array<string>; memoryTags: Array<string> };
    memories: Array<{
      id: string;
      memory: { id: string; name: string } | null;
      warning: { code: KnowledgeWarningCode } | null;
    }>;
  };
};

export type AgentRunsQueryVariables = Exact<{
  agentId: string;
  after?: string | null | undefined;
}>;

export type AgentRunsQuery = {
  generations: {
    totalCount: number;
    edges: Array<{
      cursor: string;
      node: {
        id: string;
        status: GenerationStatus;
        text: string;
        error: string | null;
        steps: number;
        createdAt: string;
        usage: { inputTokens: number; outputTokens: number };
        trace: { id: string; task: string; review: { result: ReviewResult } | null } | null;
      };
    }>;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type AgentScopeCountQueryVariables = Exact<{
  scope: KnowledgeScope;
}>;

export type AgentScopeCountQuery = {
  entries: {
    totalCount: number;
    facets: { memories: Array<{ count: number; memory: { id: string; name: string } }> };
  };
};

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

export type StreamCyclesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;

export type StreamCyclesQuery = {
  memory: {
    id: string;
    insightCycles: {
      totalCount: number;
      edges: Array<{
        cursor: string;
        node: {
          id: string;
          status: JobStatus;
          attempts: number;
          error: string | null;
          importance: number;
          observationCount: number;
          createdAt: string;
          finishedAt: string | null;
          questions: Array<{
            question: string;
            error: string | null;
            insight: { id: string; content: string } | null;
          }>;
          usage: { inputTokens: number; outputTokens: number };
        };
      }>;
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type StreamEntryFragment = {
  id: string;
  kind: EntryKind;
  content: string;
  importance: number;
  depth: number;
  occurredAt: string | null;
  createdAt: string;
  lastStatedAt: string;
  lastAccessedAt: string | null;
  accessCount: number;
  expiresAt: string | null;
  importanceExplained: { source: ImportanceSource; pending: boolean } | null;
};

export type StreamEvidenceQueryVariables = Exact<{
  id: string;
}>;

export type StreamEvidenceQuery = {
  entry: { id: string; evidence: Array<{ role: EvidenceRole; entry: StreamEntryFragment }> } | null;
};

export type StreamInsightsQueryVariables = Exact<{
  scope: KnowledgeScope;
  after?: string | null | undefined;
}>;

export type StreamInsightsQuery = {
  entries: {
    totalCount: number;
    edges: Array<{
      cursor: string;
      node: {
        supports: Array<{ role: EvidenceRole; entry: { id: string } }>;
      } & StreamEntryFragment;
    }>;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type StreamLatestQueryVariables = Exact<{ [key: string]: never }>;

export type StreamLatestQuery = {
  entries: {
    edges: Array<{ cursor: string; node: { id: string; memory: { id: string } } }>;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
  memories: {
    edges: Array<{ cursor: string; node: { id: string } }>;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type StreamObservationsQueryVariables = Exact<{
  scope: KnowledgeScope;
  after?: string | null | undefined;
}>;

export type StreamObservationsQuery = {
  entries: {
    totalCount: number;
    edges: Array<{ cursor: string; node: StreamEntryFragment }>;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type StreamPageQueryVariables = Exact<{
  id: string;
}>;

export type StreamPageQuery = {
  memory: {
    id: string;
    name: string;
    version: number;
    deletedAt: string | null;
    stream: {
      cumulativeImportance: number;
      observationCount: number;
      lastCycleAt: string | null;
      importanceThreshold: number;
      minObservations: number;
      settings: StreamSettingsFieldsFragment;
    };
  } | null;
  project: { id: string; settings: { stream: StreamSettingsFieldsFragment } } | null;
};

export type StreamRecordMutationVariables = Exact<{
  input: RecordObservationInput;
}>;

export type StreamRecordMutation = { recordObservation: { entry: StreamEntryFragment } };

export type StreamRunMutationVariables = Exact<{
  input: StartInsightCycleInput;
}>;

export type StreamRunMutation = {
  startInsightCycle: { insightCycle: { id: string; status: JobStatus } };
};

export type StreamSaveSettingsMutationVariables = Exact<{
  input: UpdateMemoryInput;
}>;

export type StreamSaveSettingsMutation = {
  updateMemory: {
    memory: {
      id: string;
      version: number;
      stream: {
        importanceThreshold: number;
        minObservations: number;
        settings: StreamSettingsFieldsFragment;
      };
    };
  };
};

export type StreamSettingsFieldsFragment = {
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
