// Generated from schema.graphql by `npm run generate`. Do not edit.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ProjectRow, ApiKeyRow, MemoryRow, EntryRow, RevisionRow, TraceRow, TracePage, TraceRow as ReviewedTrace, RetrievalRow, UtilityChange as KnownUtilityChange, UtilityChangePage, LessonOf, AgentRow, AgentPage, EvidenceRow, CycleRow, CyclePage, QuestionOf, EventRow, ProjectPage, ApiKeyPage, MemoryPage, EntryPage, RevisionPage } from '../db/rows.ts';
import type { Reembedding as FoundReembedding } from '../reembedding/reembed-project.ts';
import type { Generation as KnownGeneration } from '../agents/generate.ts';
import type { GenerationEvent as KnownGenerationEvent } from '../agents/stream-generation.ts';
import type { MemoryWrite as KnownMemoryWrite } from '../agents/write-memory-tool.ts';
import type { EventPage } from '../events/list-events.ts';
import type { Viewer as KnownViewer } from '../projects/viewer.ts';
import type { Context } from './context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A point in time, ISO 8601 with milliseconds, in UTC. */
  DateTime: { input: Date; output: Date; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A JSON object. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
};

/** An object with a global id, which `node` can fetch. */
export type Node = {
  /** An opaque id that sorts by creation time. Its prefix names the type: `prj_`, `key_`, `mem_`, `me_`, `agt_`, `trc_`, `evt_`. */
  id: Scalars['ID']['output'];
};

/** Information about one page of a connection (Relay). */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** True if there are more edges after `endCursor`. */
  hasNextPage: Scalars['Boolean']['output'];
  /** True if the page was requested with `after`. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first edge; null on an empty page. */
  startCursor?: Maybe<Scalars['String']['output']>;
  /** Cursor of the last edge, used as `after` to request the next page; null on an empty page. */
  endCursor?: Maybe<Scalars['String']['output']>;
};

export type Query = {
  __typename?: 'Query';
  /** The authenticated principal. */
  viewer: Viewer;
  /** The server: its version, models, limits and optional features. */
  server: Server;
  /** An object of any type by its id; null if it does not exist in the project. */
  node?: Maybe<Node>;
  /** Up to 100 objects by id, in the order of `ids`; null for each object that does not exist in the project. Errors: BAD_USER_INPUT. */
  nodes: Array<Maybe<Node>>;
  /** A project by id; without `id`, the project in which the request acts. Null if the key has no access to it. */
  project?: Maybe<Project>;
  /** The projects that the key has access to, newest first: all projects with a root key, otherwise the project that the key is bound to. */
  projects: ProjectConnection;
  /**
   * A memory by id or by name; null if the project has no such memory.
   * Errors: BAD_USER_INPUT (neither or both are given).
   */
  memory?: Maybe<Memory>;
  /**
   * The project's memories, newest first. With `tags`, only memories with at least one tag that matches at
   * least one of the globs (`crm`, `customer*`, `user-?refs`, `[ab]*`, `team/**`). Matching is
   * case-sensitive, `*` and `?` do not match `/`, and no other character is special. An empty list matches
   * no memory.
   * Errors: BAD_USER_INPUT (a glob of more than 128 characters, more than 32 globs).
   */
  memories: MemoryConnection;
  /** An entry by id, including a deleted entry; null if it does not exist in the project. */
  entry?: Maybe<Entry>;
  /**
   * The entries that match a query best, best first (SOAT's `searchKnowledge`).
   * Errors: BAD_USER_INPUT, NOT_FOUND (a memory id that is not in the project), EMBEDDING_UNAVAILABLE.
   */
  searchKnowledge: SearchKnowledgePayload;
  /** A trace by id; null if it does not exist in the project. */
  trace?: Maybe<Trace>;
  /** The project's traces, newest first. Errors: BAD_USER_INPUT. */
  traces: TraceConnection;
  /** The traces whose tasks are most similar to a text, best first. Errors: BAD_USER_INPUT, EMBEDDING_UNAVAILABLE. */
  searchTraces: SearchTracesPayload;
  /**
   * The reflections that are relevant to a task, best first (Reflect's `query_memories`). Reflections below
   * the similarity threshold are excluded. The others are ranked by
   * `(1 − lambda) × similarity + lambda × utility` and diversified by maximal marginal relevance.
   * Errors: BAD_USER_INPUT, NOT_FOUND (a memory id that is not in the project), EMBEDDING_UNAVAILABLE.
   */
  queryReflections: QueryReflectionsPayload;
  /**
   * The task followed by the reflections that `queryReflections` returns, as text for a model's prompt, in the
   * layout of Reflect's `augment_with_memories`. Without reflections the task is unchanged.
   * Errors: as `queryReflections`.
   */
  augmentTask: AugmentTaskPayload;
  /**
   * The entries that are most recent, important and relevant to a query, best first (Generative Agents). The
   * candidates nearest to the query are ranked by the weighted sum of recency, importance, relevance and
   * utility. Each returned entry counts as accessed, unless `touch` is false.
   * Errors: BAD_USER_INPUT, NOT_FOUND (a memory id that is not in the project), EMBEDDING_UNAVAILABLE.
   */
  retrieveEntries: RetrieveEntriesPayload;
  /** The entries that are relevant to a situation, as one text of at most `tokenBudget` tokens. Each returned entry counts as accessed. Errors: as `retrieveEntries`. */
  planningContext: PlanningContextPayload;
  /** An agent by id; null if it does not exist in the project. */
  agent?: Maybe<Agent>;
  /** The project's agents, newest first. */
  agents: AgentConnection;
  /**
   * The messages that `generate` would put in front of a conversation, without a call to a chat model: for
   * runtimes that call a model of their own. Errors: BAD_USER_INPUT, NOT_FOUND, EMBEDDING_UNAVAILABLE.
   */
  agentKnowledge: AgentKnowledgePayload;
  /** The project's event log, oldest first, within its retention period. `projectEvents` delivers the same events live. Errors: BAD_USER_INPUT, CURSOR_EXPIRED. */
  events: EventConnection;
};


export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


export type QueryProjectArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryProjectsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryMemoryArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
};


export type QueryMemoriesArgs = {
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryEntryArgs = {
  id: Scalars['ID']['input'];
};


export type QuerySearchKnowledgeArgs = {
  input: SearchKnowledgeInput;
};


export type QueryTraceArgs = {
  id: Scalars['ID']['input'];
};


export type QueryTracesArgs = {
  reviewStatus?: InputMaybe<ReviewStatus>;
  agentId?: InputMaybe<Scalars['String']['input']>;
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QuerySearchTracesArgs = {
  query: Scalars['String']['input'];
  limit: Scalars['Int']['input'];
};


export type QueryQueryReflectionsArgs = {
  input: QueryReflectionsInput;
};


export type QueryAugmentTaskArgs = {
  input: QueryReflectionsInput;
};


export type QueryRetrieveEntriesArgs = {
  input: RetrieveEntriesInput;
};


export type QueryPlanningContextArgs = {
  input: PlanningContextInput;
};


export type QueryAgentArgs = {
  id: Scalars['ID']['input'];
};


export type QueryAgentsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryAgentKnowledgeArgs = {
  input: AgentKnowledgeInput;
};


export type QueryEventsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

export type Mutation = {
  __typename?: 'Mutation';
  /** Creates a project. Requires a root key of role ADMIN. Errors: BAD_USER_INPUT, EMBEDDING_UNAVAILABLE (no endpoint for its model). */
  createProject: CreateProjectPayload;
  /** Changes a project's name or settings. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (another embedding model while the project holds entries or is being moved), EMBEDDING_UNAVAILABLE (no endpoint for the model). */
  updateProject: UpdateProjectPayload;
  /** Permanently deletes a project with all its content and keys. Errors: NOT_FOUND, BAD_USER_INPUT (`confirmName` is not its name). */
  deleteProject: DeleteProjectPayload;
  /**
   * Moves a project to another embedding model in the background. Searches use the existing vectors until
   * every entry has vectors of the new model; the project then switches in one transaction. Entries that are
   * written during the move get vectors of both models. `Project.reembedding` reports the progress.
   * Requesting the project's current model cancels a move. Errors: NOT_FOUND, BAD_USER_INPUT, FORBIDDEN (a
   * model that only a root key may choose), EMBEDDING_UNAVAILABLE (no endpoint for the model).
   */
  reembedProject: ReembedProjectPayload;
  /** Creates an API key that is bound to one project. The secret is returned only in this response. Errors: BAD_USER_INPUT, NOT_FOUND. */
  createApiKey: CreateApiKeyPayload;
  /** Revokes an API key. New requests with it are rejected at once; its open subscriptions end within seconds. Errors: NOT_FOUND. */
  revokeApiKey: RevokeApiKeyPayload;
  /** Creates a memory. Errors: BAD_USER_INPUT, CONFLICT (the name is taken in the project). */
  createMemory: CreateMemoryPayload;
  /** Changes the given fields of a memory. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (the name is taken). */
  updateMemory: UpdateMemoryPayload;
  /** Permanently deletes a memory and its entries. Errors: NOT_FOUND. */
  deleteMemory: DeleteMemoryPayload;
  /**
   * Writes a text to a memory without duplicating its entries. A FACT is compared with the facts of the
   * memory and is then stored as a new entry (CREATED), merged into a similar entry (UPDATED) or not stored
   * (SKIPPED). A text is SKIPPED only if the memory holds it word for word, so no value is lost. Entries of
   * other kinds are always CREATED.
   * Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (the idempotency key was used for another write),
   * EMBEDDING_UNAVAILABLE (nothing was stored).
   */
  writeEntry: WriteEntryPayload;
  /**
   * Writes up to 500 texts to one memory, with the same outcome as consecutive calls of `writeEntry`, and
   * returns one result per item, in order. An invalid item fails alone. All others are stored in one
   * transaction or, if the embedding model fails, not at all. Errors: as `writeEntry`.
   */
  writeEntries: WriteEntriesPayload;
  /**
   * Creates entries with source EXTRACTION from a document: the facts that the chat model extracts or, if the
   * server has no chat model, the sentences of the document. Each text is written as by `writeEntry`, so a
   * text that the memory holds word for word is SKIPPED. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (nothing
   * could be extracted), CHAT_UNAVAILABLE, EMBEDDING_UNAVAILABLE (texts that were written before the error
   * are kept).
   */
  extractEntries: ExtractEntriesPayload;
  /** Replaces an entry's content, its metadata or both. New content is embedded. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (another entry has this text, or the entry is deleted), EMBEDDING_UNAVAILABLE. */
  updateEntry: UpdateEntryPayload;
  /** Deletes an entry: it is excluded from searches and lists until `restoreEntry` restores it. Deleting a deleted entry is not an error. Errors: NOT_FOUND. */
  deleteEntry: DeleteEntryPayload;
  /** Restores a deleted entry. Errors: NOT_FOUND, CONFLICT (another entry now has its text), EMBEDDING_UNAVAILABLE. */
  restoreEntry: RestoreEntryPayload;
  /** Undoes a merge or an edit: sets the entry's content and metadata to those of one of its `revisions`. Errors: NOT_FOUND (no such revision), CONFLICT (another entry has the text, or the entry is deleted), EMBEDDING_UNAVAILABLE. */
  revertEntry: RevertEntryPayload;
  /**
   * Stores the trace of an agent's run: its messages and the entries that it retrieved. With `review`, the
   * trace is also reviewed in the same transaction, as by `reviewTrace`. Errors: BAD_USER_INPUT (`path` names
   * the malformed message), NOT_FOUND (a retrieved entry or the memory), CONFLICT (the idempotency key was
   * used for another trace), EMBEDDING_UNAVAILABLE.
   */
  createTrace: CreateTracePayload;
  /**
   * Reviews a trace: records its result and moves the utility of the retrieved entries, and of no others,
   * toward the reward. Unless `generateReflection` is false, the chat model writes a reflection in the
   * background. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (already reviewed, without `replace`).
   */
  reviewTrace: ReviewTracePayload;
  /**
   * Stores a reflection that the agent wrote, together with a reviewed trace of the run. It does not use a
   * chat model. Errors: BAD_USER_INPUT, NOT_FOUND (the memory, a retrieved entry), CONFLICT (the project
   * changed its embedding model during the call), EMBEDDING_UNAVAILABLE.
   */
  createReflection: CreateReflectionPayload;
  /** Queues the reflection of a trace if it failed, was never requested, or belongs to a review that was replaced. Errors: NOT_FOUND, CONFLICT (the trace is not reviewed, or already has its reflection). */
  retryReflection: RetryReflectionPayload;
  /**
   * Records an observation or a plan as a new entry; it is never merged. If `importance` is omitted, the chat
   * model rates it in the background. Errors: BAD_USER_INPUT, NOT_FOUND, CONFLICT (the idempotency key was
   * used for another observation), EMBEDDING_UNAVAILABLE.
   */
  recordObservation: RecordObservationPayload;
  /** Records up to 500 observations, in order. An invalid observation fails alone. Errors: as `recordObservation`. */
  recordObservations: RecordObservationsPayload;
  /**
   * Starts a cycle of a memory's stream in the background, or returns the cycle that is already open. Errors:
   * NOT_FOUND, CONFLICT (the stream is below its thresholds, without `force`; or it is empty),
   * CHAT_NOT_CONFIGURED.
   */
  startInsightCycle: StartInsightCyclePayload;
  /** Creates an agent. Errors: BAD_USER_INPUT, NOT_FOUND (a memory that is not in the project), CONFLICT (the name is taken). */
  createAgent: CreateAgentPayload;
  /** Changes the given fields of an agent. Errors: as `createAgent`. */
  updateAgent: UpdateAgentPayload;
  /** Deletes an agent and its generations. Its traces are kept. Errors: NOT_FOUND. */
  deleteAgent: DeleteAgentPayload;
  /**
   * Generates an agent's answer to a conversation: puts knowledge in front of the conversation, calls the chat
   * model and its tools, and records the run as a trace with the injected entries.
   * Errors: BAD_USER_INPUT, NOT_FOUND, CONFLICT (the idempotency key was used for another call, or its
   * generation is still running), EMBEDDING_UNAVAILABLE, CHAT_NOT_CONFIGURED, CHAT_UNAVAILABLE.
   */
  generate: GeneratePayload;
  /**
   * Continues a generation whose status is REQUIRES_ACTION with the results of the caller's tools. Errors:
   * NOT_FOUND, BAD_USER_INPUT (a call without a result), CONFLICT (the generation requires no action),
   * CHAT_UNAVAILABLE (the generation still requires action and can be continued again).
   */
  continueGeneration: ContinueGenerationPayload;
};


export type MutationCreateProjectArgs = {
  input: CreateProjectInput;
};


export type MutationUpdateProjectArgs = {
  input: UpdateProjectInput;
};


export type MutationDeleteProjectArgs = {
  input: DeleteProjectInput;
};


export type MutationReembedProjectArgs = {
  input: ReembedProjectInput;
};


export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


export type MutationRevokeApiKeyArgs = {
  input: RevokeApiKeyInput;
};


export type MutationCreateMemoryArgs = {
  input: CreateMemoryInput;
};


export type MutationUpdateMemoryArgs = {
  input: UpdateMemoryInput;
};


export type MutationDeleteMemoryArgs = {
  input: DeleteMemoryInput;
};


export type MutationWriteEntryArgs = {
  input: WriteEntryInput;
};


export type MutationWriteEntriesArgs = {
  input: WriteEntriesInput;
};


export type MutationExtractEntriesArgs = {
  input: ExtractEntriesInput;
};


export type MutationUpdateEntryArgs = {
  input: UpdateEntryInput;
};


export type MutationDeleteEntryArgs = {
  input: DeleteEntryInput;
};


export type MutationRestoreEntryArgs = {
  input: RestoreEntryInput;
};


export type MutationRevertEntryArgs = {
  input: RevertEntryInput;
};


export type MutationCreateTraceArgs = {
  input: CreateTraceInput;
};


export type MutationReviewTraceArgs = {
  input: ReviewTraceInput;
};


export type MutationCreateReflectionArgs = {
  input: CreateReflectionInput;
};


export type MutationRetryReflectionArgs = {
  input: RetryReflectionInput;
};


export type MutationRecordObservationArgs = {
  input: RecordObservationInput;
};


export type MutationRecordObservationsArgs = {
  input: RecordObservationsInput;
};


export type MutationStartInsightCycleArgs = {
  input: StartInsightCycleInput;
};


export type MutationCreateAgentArgs = {
  input: CreateAgentInput;
};


export type MutationUpdateAgentArgs = {
  input: UpdateAgentInput;
};


export type MutationDeleteAgentArgs = {
  input: DeleteAgentInput;
};


export type MutationGenerateArgs = {
  input: GenerateInput;
};


export type MutationContinueGenerationArgs = {
  input: ContinueGenerationInput;
};

export type Subscription = {
  __typename?: 'Subscription';
  /** Runs `generate` and streams its text, tool calls, memory writes and final result. Ending the subscription aborts the generation. Errors: as `generate`. */
  generation: GenerationEvent;
  /**
   * The events of the project as they are committed: of memories, entries, utilities, traces and reviews.
   * Delivery and cursors are as for `memoryEvents`, which omits the events of traces.
   * Errors: BAD_USER_INPUT (not a cursor of this log), CURSOR_EXPIRED (events after the cursor were purged).
   */
  projectEvents: Event;
  /**
   * The events of the project's memories as they are committed, by any process, each exactly once and in the
   * order of the log. To resume without a gap, pass the last received cursor as `after`.
   * Errors: BAD_USER_INPUT (not a cursor of this log), CURSOR_EXPIRED (events after the cursor were purged),
   * NOT_FOUND (a memory that the project never had).
   */
  memoryEvents: Event;
};


export type SubscriptionGenerationArgs = {
  input: GenerateInput;
};


export type SubscriptionProjectEventsArgs = {
  input: ProjectEventsInput;
};


export type SubscriptionMemoryEventsArgs = {
  input: MemoryEventsInput;
};

/** The permissions of an API key. Each role includes the roles before it. */
export type Role =
  /** Permits queries, searches and subscriptions to events. */
  | 'READ'
  /** Also permits to change memories, entries, traces, reviews and agents, and to generate. */
  | 'WRITE'
  /** Also permits to change the project, its settings and its keys. */
  | 'ADMIN';

/** The authenticated principal: the API key of the request and its permissions. */
export type Viewer = {
  __typename?: 'Viewer';
  /** The API key; null for the root key of the configuration. */
  apiKey?: Maybe<ApiKey>;
  role: Role;
  /** The project the key is bound to; null for a root key. */
  project?: Maybe<Project>;
  /** True for a root key, which has access to all projects. */
  isRoot: Scalars['Boolean']['output'];
};

/** The server that answers the request. Its values change only when it is restarted. */
export type Server = {
  __typename?: 'Server';
  /** Version of Lorebase, such as `0.1.0`. */
  version: Scalars['String']['output'];
  /** The embedding model of new projects. `ProjectSettings.embeddingModel` is the model of an existing project. */
  embeddingModel: Scalars['String']['output'];
  /** Length of the vectors of `embeddingModel`. */
  embeddingDimensions: Scalars['Int']['output'];
  /** The chat model of agents that name none, and of background jobs; null if operations without a model of their own fail with CHAT_NOT_CONFIGURED. */
  chatModel?: Maybe<Scalars['String']['output']>;
  limits: ServerLimits;
  /** The optional features that this server has, in the order of the enum. */
  features: Array<ServerFeature>;
};

/** The limits of the server; docs/limits.md lists all limits, with their error codes. Sizes of text are bytes of UTF-8, and those of JSON are bytes of its compact form. */
export type ServerLimits = {
  __typename?: 'ServerLimits';
  /** Greatest `first` of a page, greatest number of results of a search, and of ids of `nodes`. */
  maxPageSize: Scalars['Int']['output'];
  /** Greatest size of the content of an entry, and of a query. */
  maxContentBytes: Scalars['Int']['output'];
  /** Greatest size of metadata. */
  maxMetadataBytes: Scalars['Int']['output'];
  /** Greatest number of items of `writeEntries` and of `recordObservations`. */
  maxBulkItems: Scalars['Int']['output'];
  /** Greatest size of the content of all items of a bulk write. */
  maxBulkBytes: Scalars['Int']['output'];
  /** Greatest size of the text of `extractEntries`. */
  maxExtractedBytes: Scalars['Int']['output'];
  /** Greatest size of the messages of a trace or of a conversation. */
  maxTrajectoryBytes: Scalars['Int']['output'];
  /** Greatest number of tags of a memory. */
  maxTags: Scalars['Int']['output'];
  /** Greatest number of globs in `memoryTags` and `tags`. */
  maxGlobs: Scalars['Int']['output'];
  /** Greatest number of memory ids in a search. */
  maxMemoryIds: Scalars['Int']['output'];
  /** Greatest number of the caller's tools in a generation. */
  maxTools: Scalars['Int']['output'];
  /** Greatest size of the body of a request, and of a message over WebSocket. */
  maxBodyBytes: Scalars['Int']['output'];
  /** Greatest cost of an operation. The response has its cost in `extensions.cost`. */
  maxCost: Scalars['Int']['output'];
  /** Greatest depth of selections in an operation. */
  maxDepth: Scalars['Int']['output'];
  /** Greatest number of aliases in a document. */
  maxAliases: Scalars['Int']['output'];
  /** Greatest number of fragments in a document. */
  maxFragments: Scalars['Int']['output'];
  /** Greatest number of lexical tokens in a document. */
  maxTokens: Scalars['Int']['output'];
  /** Greatest number of operations, including subscriptions, that one WebSocket runs at once. */
  maxWebSocketOperations: Scalars['Int']['output'];
  /** Operations that each API key may begin in a minute in one process; null for no limit. */
  operationsPerMinute?: Maybe<Scalars['Int']['output']>;
  /** Days for which the event log keeps an event. */
  eventRetentionDays: Scalars['Int']['output'];
  /** Days for which a repeated idempotency key of a write, an observation or a generation returns the first result. */
  idempotencyRetentionDays: Scalars['Int']['output'];
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

/** A tenant. No operation or reference crosses the boundary of a project. */
export type Project = Node & {
  __typename?: 'Project';
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  settings: ProjectSettings;
  /** The move to another embedding model that is in progress; null if there is none. */
  reembedding?: Maybe<Reembedding>;
  /** Statistics of learning from reviews. */
  learning: Learning;
  /** As the query `memory`, in this project. Errors: BAD_USER_INPUT. */
  memory?: Maybe<Memory>;
  /** As the query `memories`, in this project. Errors: BAD_USER_INPUT. */
  memories: MemoryConnection;
  /** As the query `entry`, in this project. */
  entry?: Maybe<Entry>;
  /** As the query `agent`, in this project. */
  agent?: Maybe<Agent>;
  /** As the query `agents`, in this project. */
  agents: AgentConnection;
  /** As the query `trace`, in this project. */
  trace?: Maybe<Trace>;
  /** As the query `traces`, in this project. Errors: BAD_USER_INPUT. */
  traces: TraceConnection;
  /** As the query `events`, in this project. Errors: BAD_USER_INPUT, CURSOR_EXPIRED. */
  events: EventConnection;
  /** The project's API keys, newest first, including revoked keys. Requires role ADMIN. */
  apiKeys: ApiKeyConnection;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectMemoryArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectMemoriesArgs = {
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectEntryArgs = {
  id: Scalars['ID']['input'];
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectAgentArgs = {
  id: Scalars['ID']['input'];
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectAgentsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectTraceArgs = {
  id: Scalars['ID']['input'];
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectTracesArgs = {
  reviewStatus?: InputMaybe<ReviewStatus>;
  agentId?: InputMaybe<Scalars['String']['input']>;
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectEventsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectApiKeysArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

/** The effective settings: the project's own, otherwise the deployment's. */
export type ProjectSettings = {
  __typename?: 'ProjectSettings';
  /** Name of the embedding model; `all-MiniLM-L6-v2` runs inside the server. */
  embeddingModel: Scalars['String']['output'];
  /** Length of the model's vectors. */
  embeddingDimensions: Scalars['Int']['output'];
  /** Lowest cosine similarity, in 0..1, at which a text with the same words as an entry is SKIPPED (SOAT: 0.95). */
  duplicateThreshold: Scalars['Float']['output'];
  /** Lowest cosine similarity, in 0..1, at which a text is merged into its nearest entry (SOAT: 0.75). */
  updateThreshold: Scalars['Float']['output'];
  /** Learning rate of utilities, in 0..1: q ← q + alpha (reward − q) (Reflect: 0.3). */
  learningRate: Scalars['Float']['output'];
  /** How the learning rate depends on the number of an entry's reviews. */
  learningRateSchedule: LearningRateSchedule;
  /** Lower limit of the learning rate DECAYING, in 0..1; default 0.05. */
  learningRateFloor: Scalars['Float']['output'];
  /** Lowest cosine similarity, in 0..1, of a reflection that `queryReflections` returns (Reflect: 0.5). */
  similarityThreshold: Scalars['Float']['output'];
  /** Settings of memory streams, which a memory can override. */
  stream: StreamSettings;
};

/** The settings to change. An omitted setting is unchanged; null resets it to the deployment's default. */
export type ProjectSettingsInput = {
  /** Name of the embedding model. `embeddingDimensions` is also required unless this is the default or the local model. */
  embeddingModel?: InputMaybe<Scalars['String']['input']>;
  /** 1 to 16000. */
  embeddingDimensions?: InputMaybe<Scalars['Int']['input']>;
  /** 0 to 1, not below `updateThreshold`. */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1. */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1. */
  learningRate?: InputMaybe<Scalars['Float']['input']>;
  learningRateSchedule?: InputMaybe<LearningRateSchedule>;
  /** 0 to 1. */
  learningRateFloor?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1. */
  similarityThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Null leaves the stream settings unchanged; null for one of them resets it to its default. */
  stream?: InputMaybe<StreamSettingsInput>;
};

/** An API key. Only a hash of its secret is stored. */
export type ApiKey = Node & {
  __typename?: 'ApiKey';
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  role: Role;
  /** The project that the key is bound to; null for a root key. */
  project?: Maybe<Project>;
  createdAt: Scalars['DateTime']['output'];
  /** When the key expires; null if it does not expire. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the key was revoked; null if it was not. */
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type ProjectConnection = {
  __typename?: 'ProjectConnection';
  edges: Array<ProjectEdge>;
  nodes: Array<Project>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type ProjectEdge = {
  __typename?: 'ProjectEdge';
  cursor: Scalars['String']['output'];
  node: Project;
};

export type ApiKeyConnection = {
  __typename?: 'ApiKeyConnection';
  edges: Array<ApiKeyEdge>;
  nodes: Array<ApiKey>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type ApiKeyEdge = {
  __typename?: 'ApiKeyEdge';
  cursor: Scalars['String']['output'];
  node: ApiKey;
};

export type CreateProjectInput = {
  /** 1 to 200 characters; it need not be unique. */
  name: Scalars['String']['input'];
  settings?: InputMaybe<ProjectSettingsInput>;
};

export type CreateProjectPayload = {
  __typename?: 'CreateProjectPayload';
  project: Project;
};

export type ReembedProjectInput = {
  /** Name of the embedding model: `all-MiniLM-L6-v2` (local), or a model of the server's endpoint. 1 to 200 characters. */
  embeddingModel: Scalars['String']['input'];
  /** Length of the model's vectors, 1 to 16000; optional for the local model and the server's default model. */
  embeddingDimensions?: InputMaybe<Scalars['Int']['input']>;
};

export type ReembedProjectPayload = {
  __typename?: 'ReembedProjectPayload';
  project: Project;
};

/** A project's move to another embedding model. */
export type Reembedding = {
  __typename?: 'Reembedding';
  embeddingModel: Scalars['String']['output'];
  embeddingDimensions: Scalars['Int']['output'];
  status: JobStatus;
  /** Attempts since the last successful run, from 0. */
  attempts: Scalars['Int']['output'];
  /** Code and message of the last failed attempt; null if the last attempt did not fail. */
  error?: Maybe<Scalars['String']['output']>;
  /** Number of entries that have vectors of the new model. */
  entriesDone: Scalars['Int']['output'];
  /** Number of entries that are not deleted. */
  entriesTotal: Scalars['Int']['output'];
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
  | 'FAILED';

export type UpdateProjectInput = {
  /** 1 to 200 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  settings?: InputMaybe<ProjectSettingsInput>;
};

export type UpdateProjectPayload = {
  __typename?: 'UpdateProjectPayload';
  project: Project;
};

export type DeleteProjectInput = {
  /** The exact name of the project, as a confirmation. */
  confirmName: Scalars['String']['input'];
};

export type DeleteProjectPayload = {
  __typename?: 'DeleteProjectPayload';
  deletedProjectId: Scalars['ID']['output'];
};

export type CreateApiKeyInput = {
  /** 1 to 200 characters. */
  name: Scalars['String']['input'];
  role: Role;
  /** A time in the future; when omitted, the key does not expire. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
};

export type CreateApiKeyPayload = {
  __typename?: 'CreateApiKeyPayload';
  apiKey: ApiKey;
  /** The secret, sent with each request. It cannot be retrieved again. */
  secret: Scalars['String']['output'];
};

export type RevokeApiKeyInput = {
  apiKeyId: Scalars['ID']['input'];
};

export type RevokeApiKeyPayload = {
  __typename?: 'RevokeApiKeyPayload';
  apiKey: ApiKey;
};

/** A named collection of entries, with tags (SOAT). */
export type Memory = Node & {
  __typename?: 'Memory';
  id: Scalars['ID']['output'];
  project: Project;
  /** Unique in the project. */
  name: Scalars['String']['output'];
  description?: Maybe<Scalars['String']['output']>;
  /** Free-form labels, sorted and without duplicates. */
  tags: Array<Scalars['String']['output']>;
  /** The memory's own threshold; null if the project's threshold applies. */
  duplicateThreshold?: Maybe<Scalars['Float']['output']>;
  /** The memory's own threshold; null if the project's threshold applies. */
  updateThreshold?: Maybe<Scalars['Float']['output']>;
  /** Number of entries that are not deleted. */
  entryCount: Scalars['Int']['output'];
  /** The state of the memory's stream since its last cycle. */
  stream: Stream;
  /** The cycles of the memory's stream, newest first. */
  insightCycles: InsightCycleConnection;
  /** The memory's entries, newest first. */
  entries: EntryConnection;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};


/** A named collection of entries, with tags (SOAT). */
export type MemoryInsightCyclesArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A named collection of entries, with tags (SOAT). */
export type MemoryEntriesArgs = {
  kinds?: InputMaybe<Array<EntryKind>>;
  sources?: InputMaybe<Array<EntrySource>>;
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  deleted: Scalars['Boolean']['input'];
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

export type MemoryConnection = {
  __typename?: 'MemoryConnection';
  edges: Array<MemoryEdge>;
  nodes: Array<Memory>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

export type MemoryEdge = {
  __typename?: 'MemoryEdge';
  cursor: Scalars['String']['output'];
  node: Memory;
};

/** What `createMemory` does if the project has a memory of the name. */
export type IfExists =
  /** Fails with CONFLICT. */
  | 'FAIL'
  /** Returns that memory, without changing it to the rest of the input. */
  | 'RETURN';

export type CreateMemoryInput = {
  /** 1 to 200 characters, unique in the project. */
  name: Scalars['String']['input'];
  /** If a memory of the name exists. */
  ifExists?: InputMaybe<IfExists>;
  /** At most 4,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** At most 64, each of 1 to 128 characters. */
  tags: Array<Scalars['String']['input']>;
  /** 0 to 1, not below `updateThreshold`; the project's when omitted. */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1; the project's when omitted. */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** An omitted setting inherits the project's value. */
  streamSettings?: InputMaybe<StreamSettingsInput>;
};

export type CreateMemoryPayload = {
  __typename?: 'CreateMemoryPayload';
  memory: Memory;
};

/** An omitted field is unchanged. Null clears the description, and resets a threshold to the project's. */
export type UpdateMemoryInput = {
  memoryId: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  /** Replaces all tags; null leaves them unchanged. Not together with `addTags` or `removeTags`. */
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Tags to add; those that the memory has stay. It has at most 64 afterwards. */
  addTags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Tags to remove, after `addTags` were added; those that it does not have are ignored. */
  removeTags?: InputMaybe<Array<Scalars['String']['input']>>;
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Changes the given settings; null for one of them resets it to the inherited value (project → default). */
  streamSettings?: InputMaybe<StreamSettingsInput>;
};

export type UpdateMemoryPayload = {
  __typename?: 'UpdateMemoryPayload';
  memory: Memory;
};

export type DeleteMemoryInput = {
  memoryId: Scalars['ID']['input'];
};

export type DeleteMemoryPayload = {
  __typename?: 'DeleteMemoryPayload';
  deletedMemoryId: Scalars['ID']['output'];
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

/** A piece of knowledge: a text with metadata. */
export type Entry = Node & {
  __typename?: 'Entry';
  id: Scalars['ID']['output'];
  memory: Memory;
  kind: EntryKind;
  source: EntrySource;
  /** The text. Each merge appends the written text on a new line. */
  content: Scalars['String']['output'];
  metadata: Scalars['JSONObject']['output'];
  /** The utility learned from reviews, in 0..1; initially 0.5 (Reflect's `q_value`). */
  utility: Scalars['Float']['output'];
  /** Number of reviews that have changed the utility. */
  reviewCount: Scalars['Int']['output'];
  /** The changes of the utility by reviews, newest first; with `superseded`, also the changes of replaced reviews. */
  utilityHistory: UtilityChangeConnection;
  /** The structured part of a reflection on a trace; null for any other entry. */
  lesson?: Maybe<Lesson>;
  /** 1 to 10; 5 if it was not rated (Generative Agents). */
  importance: Scalars['Float']['output'];
  /** The parts of the importance; null for an entry that is neither recorded by `recordObservation` nor an insight. */
  importanceExplained?: Maybe<ImportanceExplained>;
  /** The evidence of an insight, in the order of its citations. */
  evidence: Array<Evidence>;
  /** The insights that have this entry as evidence. */
  supports: Array<Support>;
  /** 0 for an observation; for an insight, one more than the greatest depth of its evidence. */
  depth: Scalars['Int']['output'];
  /** When the observed event happened; recency is computed from it until the first access. If null, `createdAt` is used. */
  occurredAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the entry expires; null if it does not expire. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** How often `retrieveEntries`, `planningContext` and the stream's cycles retrieved the entry; other searches do not count. */
  accessCount: Scalars['Int']['output'];
  lastAccessedAt?: Maybe<Scalars['DateTime']['output']>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  /** When the entry was deleted; null if it is not deleted. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The number of changes of the content, metadata or deletion; 0 for a new entry. Reviews and retrievals do not count. */
  version: Scalars['Int']['output'];
  /** The state of the entry before each of its changes, newest first. */
  revisions: RevisionConnection;
};


/** A piece of knowledge: a text with metadata. */
export type EntryUtilityHistoryArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  superseded: Scalars['Boolean']['input'];
};


/** A piece of knowledge: a text with metadata. */
export type EntryRevisionsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

export type EntryConnection = {
  __typename?: 'EntryConnection';
  edges: Array<EntryEdge>;
  nodes: Array<Entry>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

export type EntryEdge = {
  __typename?: 'EntryEdge';
  cursor: Scalars['String']['output'];
  node: Entry;
};

/** The kind of change that a revision precedes. */
export type RevisionChange =
  /** A similar text was merged into the entry. */
  | 'MERGED'
  /** The entry was edited by `updateEntry`. */
  | 'EDITED'
  /** The entry was deleted by `deleteEntry` or by retention. */
  | 'DELETED'
  /** The entry was restored by `restoreEntry`. */
  | 'RESTORED'
  /** The entry was reverted by `revertEntry`. */
  | 'REVERTED';

/** The state of an entry before a change, with the kind of change and its actor. */
export type Revision = {
  __typename?: 'Revision';
  /** The number of the change, from 1. */
  number: Scalars['Int']['output'];
  /** The content before the change. */
  content: Scalars['String']['output'];
  /** The metadata before the change. */
  metadata: Scalars['JSONObject']['output'];
  change: RevisionChange;
  /** Cosine similarity, in 0..1, of a merged text to the entry; null for other changes. */
  similarity?: Maybe<Scalars['Float']['output']>;
  /** Id of the API key that made the change; `root` for the configuration's root key; `reflection`, `stream` or `retention` for a background job. */
  actor: Scalars['String']['output'];
  createdAt: Scalars['DateTime']['output'];
};

export type RevisionConnection = {
  __typename?: 'RevisionConnection';
  edges: Array<RevisionEdge>;
  nodes: Array<Revision>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type RevisionEdge = {
  __typename?: 'RevisionEdge';
  cursor: Scalars['String']['output'];
  node: Revision;
};

/** The outcome of a write (SOAT). */
export type WriteAction =
  /** The text was new and is stored as a new entry. */
  | 'CREATED'
  /** The text was similar to an entry and was merged into it as a new line. */
  | 'UPDATED'
  /** An entry holds the text word for word; nothing was stored. */
  | 'SKIPPED';

export type WriteEntryInput = {
  memoryId: Scalars['ID']['input'];
  /** Not blank, at most 32 KiB of UTF-8. A text longer than the model's input is embedded in chunks. */
  content: Scalars['String']['input'];
  source: EntrySource;
  kind: EntryKind;
  /** At most 16 KiB; empty when omitted. On UPDATED it is merged into the entry's metadata, where new values replace old ones. On SKIPPED it is recorded only in the ENTRY_SKIPPED event. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** 0 to 1; when omitted, the inherited value (memory → project → deployment). */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1, not above `duplicateThreshold`; when omitted, the inherited value (memory → project → deployment). */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** If true, returns the outcome without storing it. The id of an entry that would be created is not reserved. */
  dryRun: Scalars['Boolean']['input'];
  /** 1 to 200 characters, unique in the project. A repeated call with the same key and input returns the first result and writes nothing. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type WriteEntryPayload = {
  __typename?: 'WriteEntryPayload';
  action: WriteAction;
  /** The entry that holds the text after the write. */
  entry: Entry;
  /** Cosine similarity, in −1..1, to `matchedEntry`; 1 for an identical text, null without a `matchedEntry`. */
  similarity?: Maybe<Scalars['Float']['output']>;
  /** The nearest entry of the memory before the write, for any action; null if there was none to compare with. */
  matchedEntry?: Maybe<Entry>;
  /** The threshold that applied to the write. */
  duplicateThreshold: Scalars['Float']['output'];
  /** The threshold that applied to the write. */
  updateThreshold: Scalars['Float']['output'];
  /** True if the write was a dry run and nothing was stored. */
  dryRun: Scalars['Boolean']['output'];
};

export type WriteEntriesItem = {
  /** As in `writeEntry`. */
  content: Scalars['String']['input'];
  /** When omitted, the value of the call. */
  source?: InputMaybe<EntrySource>;
  /** When omitted, the value of the call. */
  kind?: InputMaybe<EntryKind>;
  /** As in `writeEntry`. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** As in `writeEntry`, and unique in the call. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type WriteEntriesInput = {
  memoryId: Scalars['ID']['input'];
  /** 1 to 500, with at most 2 MiB of content in total. */
  items: Array<WriteEntriesItem>;
  source: EntrySource;
  kind: EntryKind;
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  dryRun: Scalars['Boolean']['input'];
};

/** The result of one item: the fields of `WriteEntryPayload`, or an error. */
export type WriteEntriesResult = {
  __typename?: 'WriteEntriesResult';
  /** Null if the item failed. */
  action?: Maybe<WriteAction>;
  entry?: Maybe<Entry>;
  similarity?: Maybe<Scalars['Float']['output']>;
  matchedEntry?: Maybe<Entry>;
  /** Why the item was not written; null if it was. */
  error?: Maybe<ItemError>;
};

/** The error of one item of a bulk call. */
export type ItemError = {
  __typename?: 'ItemError';
  /** The error code, as in `extensions.code`. */
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
  /** Path of the invalid argument, such as `input.items[3].content`; null for other errors. */
  path?: Maybe<Scalars['String']['output']>;
};

export type ExtractEntriesInput = {
  memoryId: Scalars['ID']['input'];
  /** The document, at most 256 KiB of UTF-8. A chat model receives it in parts of at most 8,000 characters. */
  text: Scalars['String']['input'];
  /** Metadata of every created entry. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** 0 to 1; when omitted, the inherited value (memory → project → deployment). */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1; when omitted, the inherited value (memory → project → deployment). */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** If true, returns the outcome without storing it. */
  dryRun: Scalars['Boolean']['input'];
};

/** How texts are extracted from a document. */
export type ExtractionMethod =
  /** The chat model extracts facts, at most 50 from each part of 8,000 characters. */
  | 'CHAT'
  /** Each sentence is an entry. */
  | 'SENTENCES';

export type ExtractEntriesPayload = {
  __typename?: 'ExtractEntriesPayload';
  method: ExtractionMethod;
  /** One for each extracted text, in the order of the document. */
  results: Array<ExtractEntriesResult>;
  duplicateThreshold: Scalars['Float']['output'];
  updateThreshold: Scalars['Float']['output'];
  dryRun: Scalars['Boolean']['output'];
};

/** A text that was extracted from a document, with the outcome of its write. */
export type ExtractEntriesResult = {
  __typename?: 'ExtractEntriesResult';
  /** The extracted text. */
  content: Scalars['String']['output'];
  /** The outcome of the write. */
  result: WriteEntriesResult;
};

export type WriteEntriesPayload = {
  __typename?: 'WriteEntriesPayload';
  /** One per item, in order. */
  results: Array<WriteEntriesResult>;
  duplicateThreshold: Scalars['Float']['output'];
  updateThreshold: Scalars['Float']['output'];
  dryRun: Scalars['Boolean']['output'];
};

/** `content`, `metadata` or both are required. An omitted field is unchanged. */
export type UpdateEntryInput = {
  entryId: Scalars['ID']['input'];
  /** The `version` that the caller has read. If the entry has another one, CONFLICT with it in `extensions.version`, and nothing is changed. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
  /** Not blank, at most 32 KiB. */
  content?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the metadata; at most 16 KiB. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type UpdateEntryPayload = {
  __typename?: 'UpdateEntryPayload';
  entry: Entry;
};

export type DeleteEntryInput = {
  entryId: Scalars['ID']['input'];
};

export type DeleteEntryPayload = {
  __typename?: 'DeleteEntryPayload';
  entry: Entry;
};

export type RestoreEntryInput = {
  entryId: Scalars['ID']['input'];
};

export type RestoreEntryPayload = {
  __typename?: 'RestoreEntryPayload';
  entry: Entry;
};

export type RevertEntryInput = {
  entryId: Scalars['ID']['input'];
  /** `Revision.number` of a MERGED, EDITED or REVERTED change. The entry returns to its state before that change. When omitted, the latest such change is undone; reverting twice therefore restores it. */
  revision?: InputMaybe<Scalars['Int']['input']>;
};

export type RevertEntryPayload = {
  __typename?: 'RevertEntryPayload';
  entry: Entry;
};

/** How a search compares entries with a query. */
export type SearchMode =
  /** Cosine similarity of embeddings. */
  | 'SEMANTIC'
  /** A fused score: 0.4 × cosine similarity + 0.6 × word coverage. */
  | 'HYBRID'
  /** Word coverage: the share of the query's words (English stems, without stop words) that a chunk contains, weighted by inverse document frequency. It does not use the embedding model. */
  | 'LEXICAL';

export type SearchKnowledgeInput = {
  /** Not blank, at most 32 KiB. */
  query: Scalars['String']['input'];
  /** Searches these memories and those of `memoryTags`; the whole project if both are omitted. An empty list matches no memory. At most 500. */
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Globs, as in `memories(tags:)`. */
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Any of these; all when omitted, none when the list is empty. */
  kinds?: InputMaybe<Array<EntryKind>>;
  /** Every key of the filter must match. A single value also matches a list that contains it; a list or an object matches a value that contains it. */
  metadataFilter?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Excludes results with a lower `score`. Scores of different modes are not comparable. */
  minScore?: InputMaybe<Scalars['Float']['input']>;
  /** 1 to 100. */
  limit: Scalars['Int']['input'];
  mode: SearchMode;
};

export type SearchKnowledgePayload = {
  __typename?: 'SearchKnowledgePayload';
  /** Best first. */
  results: Array<SearchResult>;
};

/** A ranked entry, with its score and the values from which scores are computed. */
export type SearchResult = {
  __typename?: 'SearchResult';
  entry: Entry;
  /** The value by which the results are ranked. In `searchKnowledge`: the similarity (SEMANTIC), the fused score (HYBRID) or the word coverage (LEXICAL), in 0..1. The descriptions of the other queries define theirs. */
  score: Scalars['Float']['output'];
  /** Cosine similarity, in 0..1, of the entry's best chunk to the query; a negative similarity is 0. Null in LEXICAL mode. */
  similarity?: Maybe<Scalars['Float']['output']>;
  /** Share, in 0..1, of the query's words that the entry's best chunk contains, weighted by inverse document frequency; null in SEMANTIC mode. */
  coverage?: Maybe<Scalars['Float']['output']>;
  /** The entry's utility, in 0..1. */
  utility: Scalars['Float']['output'];
  /** The decay factor (0.99 by default) to the power of the hours since the entry was last accessed, else happened, else was created; in 0..1 (Generative Agents). */
  recency: Scalars['Float']['output'];
  /** The entry's importance divided by 10, in 0..1 (Generative Agents). */
  importance: Scalars['Float']['output'];
  /** The chunk of the entry that matched best. */
  chunk: Chunk;
};

/** A part of an entry's text that has its own vector. */
export type Chunk = {
  __typename?: 'Chunk';
  /** Position among the entry's chunks, from 0. */
  position: Scalars['Int']['output'];
  text: Scalars['String']['output'];
};

/** A recorded run of an agent. */
export type Trace = Node & {
  __typename?: 'Trace';
  id: Scalars['ID']['output'];
  /** The task of the run. `searchTraces` compares queries with it. */
  task: Scalars['String']['output'];
  /** The messages of the run, in the format of the OpenAI API. */
  trajectory: Array<Scalars['JSONObject']['output']>;
  finalResponse?: Maybe<Scalars['String']['output']>;
  agentId?: Maybe<Scalars['String']['output']>;
  model?: Maybe<Scalars['String']['output']>;
  /** Names of the tools that were called in the run, in the order of their first call. */
  toolsUsed: Array<Scalars['String']['output']>;
  metadata: Scalars['JSONObject']['output'];
  /** The entries that the run retrieved, best first. */
  retrieved: Array<Retrieval>;
  /** The review; null until the trace is reviewed. */
  review?: Maybe<Review>;
  /** The reflection on the trace; null if there is none. */
  reflection?: Maybe<Entry>;
  /** Status of the job that writes the reflection; null if none was requested. */
  reflectionStatus?: Maybe<JobStatus>;
  /** Attempts of that job. */
  reflectionAttempts: Scalars['Int']['output'];
  /** Code and message of the last failed attempt; null if the last attempt did not fail. */
  reflectionError?: Maybe<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
};

/** An entry that a run retrieved. */
export type Retrieval = {
  __typename?: 'Retrieval';
  entry: Entry;
  /** Position among the retrieved entries, from 1 (best). */
  rank: Scalars['Int']['output'];
  /** The score of the retrieval; null if the caller reported the retrieval in `createTrace`. */
  score?: Maybe<Scalars['Float']['output']>;
};

/** The review of a trace. */
export type Review = {
  __typename?: 'Review';
  result: ReviewResult;
  /** The reward, in 0..1, toward which the utilities of the retrieved entries moved. */
  reward: Scalars['Float']['output'];
  feedback?: Maybe<Scalars['String']['output']>;
  /** The learning rate, in 0..1; null for the rate DECAYING, which depends on each entry's reviews. */
  alpha?: Maybe<Scalars['Float']['output']>;
  reviewedAt: Scalars['DateTime']['output'];
  /** Id of the API key that reviewed the trace; `root` for the configuration's root key. */
  reviewedBy: Scalars['String']['output'];
};

/** The outcome of a run. */
export type ReviewResult =
  | 'PASS'
  | 'FAIL';

/** Whether a trace is reviewed, and with which result. */
export type ReviewStatus =
  | 'PENDING'
  | 'PASSED'
  | 'FAILED';

/** How the learning rate of a review depends on the entry's earlier reviews. */
export type LearningRateSchedule =
  /** The constant `learningRate` (Reflect). */
  | 'CONSTANT'
  /** 1 / (reviews + 2), at least `learningRateFloor`. The utility is then the mean of all rewards, which is less sensitive to wrong reviews. */
  | 'DECAYING';

/** Statistics of a project's learning. Without reviews, every utility is 0.5. */
export type Learning = {
  __typename?: 'Learning';
  /** Number of traces. */
  tracesTotal: Scalars['Int']['output'];
  /** Number of traces that are not reviewed. */
  tracesPending: Scalars['Int']['output'];
  /** Number of entries that are not deleted. */
  entriesTotal: Scalars['Int']['output'];
  /** Number of entries whose utility reviews have changed from 0.5. */
  entriesMoved: Scalars['Int']['output'];
  /** Standard deviation of the entries' utilities, from 0 (all equal) to 0.5. */
  utilitySpread: Scalars['Float']['output'];
  learningRateSchedule: LearningRateSchedule;
  learningRate: Scalars['Float']['output'];
};

/** The change of one entry's utility by one review. */
export type UtilityChange = {
  __typename?: 'UtilityChange';
  entry?: Maybe<Entry>;
  trace: Trace;
  before: Scalars['Float']['output'];
  after: Scalars['Float']['output'];
  reward: Scalars['Float']['output'];
  alpha: Scalars['Float']['output'];
  createdAt: Scalars['DateTime']['output'];
  /** When the replacement of a review superseded this change; null while it is in force. */
  supersededAt?: Maybe<Scalars['DateTime']['output']>;
};

export type UtilityChangeConnection = {
  __typename?: 'UtilityChangeConnection';
  edges: Array<UtilityChangeEdge>;
  nodes: Array<UtilityChange>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type UtilityChangeEdge = {
  __typename?: 'UtilityChangeEdge';
  cursor: Scalars['String']['output'];
  node: UtilityChange;
};

export type TraceConnection = {
  __typename?: 'TraceConnection';
  edges: Array<TraceEdge>;
  nodes: Array<Trace>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

export type TraceEdge = {
  __typename?: 'TraceEdge';
  cursor: Scalars['String']['output'];
  node: Trace;
};

export type SearchTracesPayload = {
  __typename?: 'SearchTracesPayload';
  /** Best first. */
  results: Array<TraceResult>;
};

/** A trace, with the similarity of its task to the query. */
export type TraceResult = {
  __typename?: 'TraceResult';
  trace: Trace;
  /** Cosine similarity, in 0..1, of the trace's task to the query; a negative similarity is 0. */
  similarity: Scalars['Float']['output'];
};

/** The review of a trace. */
export type ReviewInput = {
  /** Required unless `reward` is given; by default PASS from a reward of 0.5. */
  result?: InputMaybe<ReviewResult>;
  /** 0 to 1; when omitted, 1 for PASS and 0 for FAIL. */
  reward?: InputMaybe<Scalars['Float']['input']>;
  /** At most 16,000 characters. It is part of the prompt for the reflection. */
  feedback?: InputMaybe<Scalars['String']['input']>;
  /** The learning rate, in 0..1; the project's when omitted. */
  alpha?: InputMaybe<Scalars['Float']['input']>;
  /** Whether the chat model writes a reflection on the trace, in the background. */
  generateReflection: Scalars['Boolean']['input'];
  /** The memory of the reflection; when omitted, the project's memory named `reflections`. */
  memoryId?: InputMaybe<Scalars['ID']['input']>;
};

export type CreateTraceInput = {
  /** The task of the run: not blank, at most 32 KiB. Searches for traces and reflections compare queries with it. */
  task: Scalars['String']['input'];
  /**
   * The messages of the run in the format of the OpenAI API, including tool calls. The roles are system,
   * developer, user, assistant, tool and function. At most 4 MiB as JSON.
   */
  trajectory: Array<Scalars['JSONObject']['input']>;
  finalResponse?: InputMaybe<Scalars['String']['input']>;
  /** The entries that the run retrieved, best first; a review changes only their utilities. At most 500. */
  retrievedEntryIds: Array<Scalars['ID']['input']>;
  /** At most 16 KiB. The reflection has the same metadata. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Name or id of the agent, 1 to 200 characters. */
  agentId?: InputMaybe<Scalars['String']['input']>;
  /** Name of the model, 1 to 200 characters. */
  model?: InputMaybe<Scalars['String']['input']>;
  review?: InputMaybe<ReviewInput>;
  /** 1 to 200 characters, unique among the project's traces. A repeated call with the same key and input returns the first trace, as long as the trace exists. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateTracePayload = {
  __typename?: 'CreateTracePayload';
  trace: Trace;
};

export type ReviewTraceInput = {
  traceId: Scalars['ID']['input'];
  /** Required unless `reward` is given; by default PASS from a reward of 0.5. */
  result?: InputMaybe<ReviewResult>;
  /** 0 to 1; when omitted, 1 for PASS and 0 for FAIL. */
  reward?: InputMaybe<Scalars['Float']['input']>;
  /** At most 16,000 characters. It is part of the prompt for the reflection. */
  feedback?: InputMaybe<Scalars['String']['input']>;
  /** The learning rate, in 0..1; the project's when omitted. */
  alpha?: InputMaybe<Scalars['Float']['input']>;
  /** Whether the chat model writes a reflection on the trace, in the background. */
  generateReflection: Scalars['Boolean']['input'];
  /** The memory of the reflection; when omitted, the project's memory named `reflections`. */
  memoryId?: InputMaybe<Scalars['ID']['input']>;
  /** If true, replaces the trace's review: later reviews are replayed, so that every utility is what it would have been, and a new reflection replaces the old one. */
  replace: Scalars['Boolean']['input'];
};

export type ReviewTracePayload = {
  __typename?: 'ReviewTracePayload';
  trace: Trace;
  /** The changes by this review, one for each entry that the trace retrieved. */
  changes: Array<UtilityChange>;
};

/** The structured part of a reflection on a trace (Reflect's Memory object). */
export type Lesson = {
  __typename?: 'Lesson';
  /** The task of the run. `queryReflections` compares queries with it. */
  task: Scalars['String']['output'];
  /** The result of the run; null if it is unknown. */
  outcome?: Maybe<ReviewResult>;
  summary: Scalars['String']['output'];
  /** The mistake that caused a FAIL, or an empty string. */
  keyMistake: Scalars['String']['output'];
  correctAction: Scalars['String']['output'];
  /** Names of the tools to which the lesson applies. */
  applicableTools: Array<Scalars['String']['output']>;
  guidance: Scalars['String']['output'];
  /** Names of the tools that were called in the run. */
  toolsUsed: Array<Scalars['String']['output']>;
  /** True if the run was too long for the prompt and the chat model received only its beginning and end. */
  shortened: Scalars['Boolean']['output'];
  /** The trace of the run; null if it no longer exists. */
  trace?: Maybe<Trace>;
};

export type QueryReflectionsInput = {
  /** The task: not blank, at most 32 KiB. */
  task: Scalars['String']['input'];
  /** 1 to 100. */
  limit: Scalars['Int']['input'];
  /** Weight of the utility in the score, 0 to 1. */
  lambda: Scalars['Float']['input'];
  /** Weight of the score in maximal marginal relevance, 0 to 1. 1 ranks by score only, 0 by dissimilarity only. */
  mmrLambda: Scalars['Float']['input'];
  /** Every key of the filter must match. A single value also matches a list that contains it; a list or an object matches a value that contains it. */
  metadataFilter?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Lowest cosine similarity, 0 to 1; 0 disables the threshold. The project's when omitted. */
  similarityThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Searches these memories and those of `memoryTags`; the whole project if both are omitted. */
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Globs, as in `memories(tags:)`. */
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type QueryReflectionsPayload = {
  __typename?: 'QueryReflectionsPayload';
  /** Best first; each `entry` has a `lesson`. */
  results: Array<SearchResult>;
  /** Number of candidates below the similarity threshold. If it is above 0 and there are no results, lower the threshold. */
  filteredByThreshold: Scalars['Int']['output'];
};

export type AugmentTaskPayload = {
  __typename?: 'AugmentTaskPayload';
  augmentedTask: Scalars['String']['output'];
  /** The reflections in the text, best first. Pass the ids of their entries as `retrievedEntryIds` of the trace. */
  results: Array<SearchResult>;
  /** Number of candidates below the similarity threshold. */
  filteredByThreshold: Scalars['Int']['output'];
};

export type CreateReflectionInput = {
  /** The task of the run: not blank, at most 32 KiB. `queryReflections` compares queries with it. */
  task: Scalars['String']['input'];
  /** Not blank, at most 8,000 characters. */
  summary: Scalars['String']['input'];
  /** Not blank, at most 8,000 characters. */
  guidance: Scalars['String']['input'];
  result: ReviewResult;
  /** At most 8,000 characters. */
  keyMistake?: InputMaybe<Scalars['String']['input']>;
  /** At most 8,000 characters. */
  correctAction?: InputMaybe<Scalars['String']['input']>;
  /** Names of tools, at most 50. */
  applicableTools?: InputMaybe<Array<Scalars['String']['input']>>;
  /** A JSON object of at most 16 KiB. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** The entries that the run retrieved, best first; the review moves their utilities. At most 500. */
  retrievedEntryIds: Array<Scalars['ID']['input']>;
  /** At most 16,000 characters. */
  feedback?: InputMaybe<Scalars['String']['input']>;
  /** The learning rate, in 0..1; the project's when omitted. */
  alpha?: InputMaybe<Scalars['Float']['input']>;
  /** The memory of the reflection; when omitted, the project's memory named `reflections`. */
  memoryId?: InputMaybe<Scalars['ID']['input']>;
};

export type CreateReflectionPayload = {
  __typename?: 'CreateReflectionPayload';
  entry: Entry;
  /** The trace that was stored with the reflection. */
  trace: Trace;
};

export type RetryReflectionInput = {
  traceId: Scalars['ID']['input'];
};

export type RetryReflectionPayload = {
  __typename?: 'RetryReflectionPayload';
  trace: Trace;
};

/** The effective settings of a memory stream, with their defaults in parentheses (Generative Agents, except for retention and utility). */
export type StreamSettings = {
  __typename?: 'StreamSettings';
  /** Sum of importance since the last cycle at which a new cycle starts (150). */
  importanceThreshold: Scalars['Float']['output'];
  /** Lowest number of observations since the last cycle at which a new cycle starts (10). */
  minObservations: Scalars['Int']['output'];
  /** Number of most recent observations from which a cycle derives its questions, 1 to 500 (100). */
  recentObservations: Scalars['Int']['output'];
  /** Number of questions in a cycle, 1 to 9 (3). Each question yields at most one insight. */
  questionsPerCycle: Scalars['Int']['output'];
  /** Greatest depth of an insight, 1 to 10 (3). */
  maxDepth: Scalars['Int']['output'];
  /** Lowest importance of an insight, 1 to 10 (7). A lower rating is raised to it. */
  insightImportance: Scalars['Float']['output'];
  /** Base of the recency: `decayFactor` ^ hours since the last access. Above 0, at most 1 (0.99). */
  decayFactor: Scalars['Float']['output'];
  /** Number of candidates by cosine similarity that are ranked, 1 to 1000 (100). */
  candidates: Scalars['Int']['output'];
  /** Number of results, 1 to 100 (10). */
  limit: Scalars['Int']['output'];
  /** 0 to 100 (1). */
  recencyWeight: Scalars['Float']['output'];
  /** 0 to 100 (1). */
  importanceWeight: Scalars['Float']['output'];
  /** 0 to 100 (1). */
  relevanceWeight: Scalars['Float']['output'];
  /** 0 to 100 (0). */
  utilityWeight: Scalars['Float']['output'];
  /** Greatest number of entries in a memory. Retention deletes the entries with the lowest weighted sum of recency, importance and utility. No limit by default. */
  maxEntries?: Maybe<Scalars['Int']['output']>;
  /** Hours after which a recorded entry expires. No expiry by default. */
  ttlHours?: Maybe<Scalars['Float']['output']>;
  /** Days after which an entry that retention deleted is permanently deleted (7). */
  graceDays: Scalars['Float']['output'];
};

/** The settings of a memory stream to change. An omitted setting is unchanged; null resets it to the inherited value (memory → project → default). */
export type StreamSettingsInput = {
  /** Sum of importance since the last cycle at which a new cycle starts (150). */
  importanceThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Lowest number of observations since the last cycle at which a new cycle starts (10). */
  minObservations?: InputMaybe<Scalars['Int']['input']>;
  /** Number of most recent observations from which a cycle derives its questions, 1 to 500 (100). */
  recentObservations?: InputMaybe<Scalars['Int']['input']>;
  /** Number of questions in a cycle, 1 to 9 (3). Each question yields at most one insight. */
  questionsPerCycle?: InputMaybe<Scalars['Int']['input']>;
  /** Greatest depth of an insight, 1 to 10 (3). */
  maxDepth?: InputMaybe<Scalars['Int']['input']>;
  /** Lowest importance of an insight, 1 to 10 (7). A lower rating is raised to it. */
  insightImportance?: InputMaybe<Scalars['Float']['input']>;
  /** Base of the recency: `decayFactor` ^ hours since the last access. Above 0, at most 1 (0.99). */
  decayFactor?: InputMaybe<Scalars['Float']['input']>;
  /** Number of candidates by cosine similarity that are ranked, 1 to 1000 (100). */
  candidates?: InputMaybe<Scalars['Int']['input']>;
  /** Number of results, 1 to 100 (10). */
  limit?: InputMaybe<Scalars['Int']['input']>;
  /** 0 to 100 (1). */
  recencyWeight?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 100 (1). */
  importanceWeight?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 100 (1). */
  relevanceWeight?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 100 (0). */
  utilityWeight?: InputMaybe<Scalars['Float']['input']>;
  /** Greatest number of entries in a memory. Retention deletes the entries with the lowest weighted sum of recency, importance and utility. No limit by default. */
  maxEntries?: InputMaybe<Scalars['Int']['input']>;
  /** Hours after which a recorded entry expires. No expiry by default. */
  ttlHours?: InputMaybe<Scalars['Float']['input']>;
  /** Days after which an entry that retention deleted is permanently deleted (7). */
  graceDays?: InputMaybe<Scalars['Float']['input']>;
};

/** The state of a memory's stream since its last cycle. */
export type Stream = {
  __typename?: 'Stream';
  /** Sum of the importance of observations and insights since the last cycle. */
  cumulativeImportance: Scalars['Float']['output'];
  /** Number of observations since the last cycle. */
  observationCount: Scalars['Int']['output'];
  /** When the last cycle ended; null if there was none. */
  lastReflectionAt?: Maybe<Scalars['DateTime']['output']>;
  /** Sum of importance at which a new cycle starts. */
  importanceThreshold: Scalars['Float']['output'];
  /** Lowest number of observations at which a new cycle starts. */
  minObservations: Scalars['Int']['output'];
  /** The effective settings (memory → project → default). */
  settings: StreamSettings;
};

/** The parts of an importance. */
export type ImportanceExplained = {
  __typename?: 'ImportanceExplained';
  /** The importance, 1 to 10: the base plus the additions, at most 10. The importance of an insight is at least `insightImportance`. */
  importance: Scalars['Float']['output'];
  source: ImportanceSource;
  /** The rating of the caller or the chat model, or 5. */
  base: Scalars['Float']['output'];
  /** 1 if the text names an entity, else 0. */
  entity: Scalars['Int']['output'];
  /** 1 if the text expresses a preference or an emotion, else 0. */
  feeling: Scalars['Int']['output'];
  /** 2 if the text states a goal, else 0. */
  goal: Scalars['Int']['output'];
  /** True until the chat model has rated the entry; the base is then 5. */
  pending: Scalars['Boolean']['output'];
  context?: Maybe<Scalars['String']['output']>;
};

/** The origin of the base of an importance. */
export type ImportanceSource =
  /** The caller gave the importance. It is used without additions. */
  | 'CALLER'
  | 'MODEL'
  /** There is no chat model, or its answer was not a number from 1 to 10. */
  | 'DEFAULT';

/** An entry that is evidence of an insight. */
export type Evidence = {
  __typename?: 'Evidence';
  entry: Entry;
  role: EvidenceRole;
};

/** An insight that has an entry as evidence. */
export type Support = {
  __typename?: 'Support';
  /** The insight. */
  entry: Entry;
  role: EvidenceRole;
};

/** The role of an entry as evidence of an insight. */
export type EvidenceRole =
  /** The insight cites the entry. */
  | 'CITED'
  /** The insight has no valid citation; the entry was in the prompt. */
  | 'CONSIDERED';

/** A cycle of a memory's stream: questions about recent observations, and an insight for each. */
export type InsightCycle = {
  __typename?: 'InsightCycle';
  id: Scalars['ID']['output'];
  status: JobStatus;
  attempts: Scalars['Int']['output'];
  /** Code and message of the last failed attempt; null if the last attempt did not fail. */
  error?: Maybe<Scalars['String']['output']>;
  /** Sum of importance that the cycle covers; 0 until it starts. */
  importance: Scalars['Float']['output'];
  /** Number of observations that the cycle covers; 0 until it starts. */
  observationCount: Scalars['Int']['output'];
  questions: Array<CycleQuestion>;
  usage: TokenUsage;
  createdAt: Scalars['DateTime']['output'];
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A question of a cycle, with its insight or error. */
export type CycleQuestion = {
  __typename?: 'CycleQuestion';
  question: Scalars['String']['output'];
  /** The insight; null if there is none, or none yet. */
  insight?: Maybe<Entry>;
  /** Why the question has no insight; null if it has one, or is not answered yet. */
  error?: Maybe<Scalars['String']['output']>;
};

export type InsightCycleConnection = {
  __typename?: 'InsightCycleConnection';
  edges: Array<InsightCycleEdge>;
  nodes: Array<InsightCycle>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type InsightCycleEdge = {
  __typename?: 'InsightCycleEdge';
  cursor: Scalars['String']['output'];
  node: InsightCycle;
};

/** The kinds of entries that a caller can record. */
export type ObservationKind =
  | 'OBSERVATION'
  | 'PLAN';

export type RecordObservationInput = {
  memoryId: Scalars['ID']['input'];
  /** Not blank, at most 32 KiB. */
  content: Scalars['String']['input'];
  kind: ObservationKind;
  source: EntrySource;
  /** 1 to 10; rated by the chat model when omitted. */
  importance?: InputMaybe<Scalars['Float']['input']>;
  /** When the observed event happened; now when omitted. */
  occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the entry expires; according to the memory's `ttlHours` when omitted. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Context for the rating of importance, such as the observer; at most 4,000 characters. */
  context?: InputMaybe<Scalars['String']['input']>;
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** 1 to 200 characters, unique in the project. A repeated call with the same key and input returns the first entry. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RecordObservationPayload = {
  __typename?: 'RecordObservationPayload';
  entry: Entry;
};

export type RecordObservationsInput = {
  memoryId: Scalars['ID']['input'];
  /** 1 to 500, with at most 2 MiB of content in total. */
  observations: Array<ObservationInput>;
  source: EntrySource;
};

/** One observation of `recordObservations`; the fields are those of `RecordObservationInput`. */
export type ObservationInput = {
  content: Scalars['String']['input'];
  kind: ObservationKind;
  importance?: InputMaybe<Scalars['Float']['input']>;
  occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  context?: InputMaybe<Scalars['String']['input']>;
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RecordObservationsPayload = {
  __typename?: 'RecordObservationsPayload';
  /** One per observation, in order. */
  results: Array<WriteEntriesResult>;
};

export type StartInsightCycleInput = {
  memoryId: Scalars['ID']['input'];
  /** Starts a cycle even if the stream is below its thresholds. */
  force: Scalars['Boolean']['input'];
};

export type StartInsightCyclePayload = {
  __typename?: 'StartInsightCyclePayload';
  insightCycle: InsightCycle;
};

/** The weights of a score's parts, 0 to 100 each; the stream's settings when omitted. */
export type WeightsInput = {
  recency?: InputMaybe<Scalars['Float']['input']>;
  importance?: InputMaybe<Scalars['Float']['input']>;
  relevance?: InputMaybe<Scalars['Float']['input']>;
  utility?: InputMaybe<Scalars['Float']['input']>;
};

/** How the parts of a score are normalized before they are weighted. */
export type Normalization =
  /** No normalization; each part is already in 0..1. */
  | 'NONE'
  /** Each part is scaled to 0..1 over the candidates, or is 0.5 if it is equal for all (as in the paper's code). */
  | 'MIN_MAX';

export type RetrieveEntriesInput = {
  /** Searches these memories and those of `memoryTags`; the whole project if both are omitted. */
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Globs, as in `memories(tags:)`. */
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
  kinds?: InputMaybe<Array<EntryKind>>;
  /** Not blank, at most 32 KiB. */
  query: Scalars['String']['input'];
  weights?: InputMaybe<WeightsInput>;
  /** Above 0, at most 1; the stream's setting when omitted. */
  decayFactor?: InputMaybe<Scalars['Float']['input']>;
  /** 1 to 100; the stream's setting when omitted. */
  limit?: InputMaybe<Scalars['Int']['input']>;
  normalization: Normalization;
  /** The time at which recency is computed, and the time of the access unless it is in the future; now when omitted. */
  now?: InputMaybe<Scalars['DateTime']['input']>;
  /** Whether each returned entry counts as accessed. */
  touch: Scalars['Boolean']['input'];
};

export type RetrieveEntriesPayload = {
  __typename?: 'RetrieveEntriesPayload';
  /** Best first. `score` is the weighted sum of recency, importance, relevance and utility. */
  results: Array<SearchResult>;
};

export type PlanningContextInput = {
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Not blank, at most 32 KiB. */
  situation: Scalars['String']['input'];
  /** 1 to 100. */
  limit: Scalars['Int']['input'];
  /** 1 to 100,000. A token is counted as four bytes of UTF-8. */
  tokenBudget: Scalars['Int']['input'];
};

export type PlanningContextPayload = {
  __typename?: 'PlanningContextPayload';
  /** Insights, observations and plans, in this order and each best first, as many as fit. */
  text: Scalars['String']['output'];
  /** Number of tokens of the text, counted as four bytes each. */
  tokens: Scalars['Int']['output'];
  /** The entries in the text, best first. */
  results: Array<SearchResult>;
};

/** An agent: instructions, a chat model, and the knowledge that is injected into its conversations. */
export type Agent = Node & {
  __typename?: 'Agent';
  id: Scalars['ID']['output'];
  /** Unique in the project. */
  name: Scalars['String']['output'];
  instructions?: Maybe<Scalars['String']['output']>;
  /** The chat model; the server's default when null. */
  model?: Maybe<Scalars['String']['output']>;
  /** 0 to 2; the model's default when null. */
  temperature?: Maybe<Scalars['Float']['output']>;
  /** Greatest number of calls to the model in one generation. */
  maxSteps: Scalars['Int']['output'];
  knowledgeConfig: KnowledgeConfig;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};

export type AgentConnection = {
  __typename?: 'AgentConnection';
  edges: Array<AgentEdge>;
  nodes: Array<Agent>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type AgentEdge = {
  __typename?: 'AgentEdge';
  cursor: Scalars['String']['output'];
  node: Agent;
};

/** Which knowledge is injected into an agent's conversations, and how (SOAT's `knowledge_config`). */
export type KnowledgeConfig = {
  __typename?: 'KnowledgeConfig';
  /** The memories to search, together with those of `memoryTags`. If both are empty, nothing is searched. */
  memoryIds: Array<Scalars['ID']['output']>;
  /** Globs, as in `memories(tags:)`. */
  memoryTags: Array<Scalars['String']['output']>;
  /** Only entries of these kinds; all kinds when empty. */
  kinds: Array<EntryKind>;
  /** Lowest cosine similarity, in 0..1, of an injected entry. */
  minScore: Scalars['Float']['output'];
  /** Greatest number of injected entries; lessons are counted separately, with the same limit. */
  limit: Scalars['Int']['output'];
  ranking: KnowledgeRanking;
  /** Weight of the utility, in 0..1, for the ranking UTILITY and for lessons. */
  lambda: Scalars['Float']['output'];
  /** Weight of the score, in 0..1, in maximal marginal relevance, for the ranking UTILITY and for lessons. 1 ranks by score only. */
  mmrLambda: Scalars['Float']['output'];
  /** Whether lessons of past runs are also injected, as found by `queryReflections`. */
  reflections: Scalars['Boolean']['output'];
  /** The memory to which the tool `write_memory` writes; without one the agent does not have the tool. */
  writeMemoryId?: Maybe<Scalars['ID']['output']>;
  injectAs: Injection;
};

/** How knowledge is ranked before it is injected. */
export type KnowledgeRanking =
  /** Cosine similarity (SOAT). */
  | 'SIMILARITY'
  /** (1 − lambda) × similarity + lambda × utility (Reflect). */
  | 'UTILITY'
  /** The weighted sum of recency, importance, relevance and utility, with the weights of the project's stream settings (Generative Agents). */
  | 'WEIGHTED';

/** How knowledge is injected into a conversation. */
export type Injection =
  /** One system message for each entry. */
  | 'SYSTEM'
  /** One user message with delimited entries, so that text of users is not in the system role. */
  | 'USER';

/** The knowledge configuration of an agent. An omitted field has its default in `createAgent` and is unchanged in `updateAgent`. */
export type KnowledgeConfigInput = {
  /** At most 500, all in the project. */
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Globs, as in `memories(tags:)`. */
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
  kinds?: InputMaybe<Array<EntryKind>>;
  /** 0 to 1; default 0.5. */
  minScore?: InputMaybe<Scalars['Float']['input']>;
  /** 1 to 50; default 5. */
  limit?: InputMaybe<Scalars['Int']['input']>;
  /** Default SIMILARITY. */
  ranking?: InputMaybe<KnowledgeRanking>;
  /** 0 to 1; default 0.5. */
  lambda?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1; default 0.7. */
  mmrLambda?: InputMaybe<Scalars['Float']['input']>;
  /** Default false. */
  reflections?: InputMaybe<Scalars['Boolean']['input']>;
  /** Null removes the tool `write_memory`. */
  writeMemoryId?: InputMaybe<Scalars['ID']['input']>;
  /** Default SYSTEM. */
  injectAs?: InputMaybe<Injection>;
};

/** The knowledge configuration of one call. Its lists are added to the agent's lists, and its other values replace the agent's. A call cannot change the memory to which the agent writes. */
export type CallKnowledgeInput = {
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
  kinds?: InputMaybe<Array<EntryKind>>;
  minScore?: InputMaybe<Scalars['Float']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  ranking?: InputMaybe<KnowledgeRanking>;
  lambda?: InputMaybe<Scalars['Float']['input']>;
  mmrLambda?: InputMaybe<Scalars['Float']['input']>;
  reflections?: InputMaybe<Scalars['Boolean']['input']>;
  injectAs?: InputMaybe<Injection>;
};

export type CreateAgentInput = {
  /** 1 to 200 characters, unique in the project. */
  name: Scalars['String']['input'];
  /** At most 100,000 characters. */
  instructions?: InputMaybe<Scalars['String']['input']>;
  /** The chat model; the server's default when omitted. */
  model?: InputMaybe<Scalars['String']['input']>;
  /** 0 to 2. */
  temperature?: InputMaybe<Scalars['Float']['input']>;
  /** 1 to 100; default 20. */
  maxSteps?: InputMaybe<Scalars['Int']['input']>;
  knowledgeConfig?: InputMaybe<KnowledgeConfigInput>;
};

export type CreateAgentPayload = {
  __typename?: 'CreateAgentPayload';
  agent: Agent;
};

export type UpdateAgentInput = {
  agentId: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  /** Null clears it. */
  instructions?: InputMaybe<Scalars['String']['input']>;
  /** Null resets to the server's default. */
  model?: InputMaybe<Scalars['String']['input']>;
  temperature?: InputMaybe<Scalars['Float']['input']>;
  maxSteps?: InputMaybe<Scalars['Int']['input']>;
  /** Each given field replaces the agent's. */
  knowledgeConfig?: InputMaybe<KnowledgeConfigInput>;
};

export type UpdateAgentPayload = {
  __typename?: 'UpdateAgentPayload';
  agent: Agent;
};

export type DeleteAgentInput = {
  agentId: Scalars['ID']['input'];
};

export type DeleteAgentPayload = {
  __typename?: 'DeleteAgentPayload';
  deletedAgentId: Scalars['ID']['output'];
};

export type AgentKnowledgeInput = {
  agentId: Scalars['ID']['input'];
  /** The conversation, in the format of the OpenAI API. The text of the last user message is the query. */
  messages: Array<Scalars['JSONObject']['input']>;
  knowledgeConfig?: InputMaybe<CallKnowledgeInput>;
};

export type AgentKnowledgePayload = {
  __typename?: 'AgentKnowledgePayload';
  /** The messages to put in front of the conversation, in the format of the OpenAI API. */
  messages: Array<Scalars['JSONObject']['output']>;
  /** The entries in the messages, knowledge before lessons, each best first. */
  results: Array<SearchResult>;
  /** The effective configuration: the agent's, combined with the call's. */
  knowledgeConfig: KnowledgeConfig;
};

export type GenerateInput = {
  agentId: Scalars['ID']['input'];
  /** The conversation, in the format of the OpenAI API. At most 4 MiB as JSON. */
  messages: Array<Scalars['JSONObject']['input']>;
  knowledgeConfig?: InputMaybe<CallKnowledgeInput>;
  /** The caller's tools, in the format of the OpenAI API; their calls are returned in `requiresAction`. At most 128. */
  tools?: InputMaybe<Array<Scalars['JSONObject']['input']>>;
  /** Metadata of the trace. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** 1 to 200 characters, unique among the project's generations. A repeated call with the same key and input returns the first generation. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type GeneratePayload = {
  __typename?: 'GeneratePayload';
  generation: Generation;
};

export type ContinueGenerationInput = {
  generationId: Scalars['ID']['input'];
  /** One result for each call in `requiresAction`. */
  toolResults: Array<ToolResultInput>;
};

/** The result of a call of one of the caller's tools. */
export type ToolResultInput = {
  toolCallId: Scalars['ID']['input'];
  /** At most 1,000,000 characters. */
  content: Scalars['String']['input'];
};

export type ContinueGenerationPayload = {
  __typename?: 'ContinueGenerationPayload';
  generation: Generation;
};

/** The generation of an agent's answer, in its current state. */
export type Generation = {
  __typename?: 'Generation';
  id: Scalars['ID']['output'];
  agent: Agent;
  status: GenerationStatus;
  /** The text of the model's last message; empty if it only called tools. */
  text: Scalars['String']['output'];
  /** The messages of the model and the tools in this generation, in the format of the OpenAI API. */
  messages: Array<Scalars['JSONObject']['output']>;
  /** The messages of knowledge that were put in front of the conversation. */
  injectedMessages: Array<Scalars['JSONObject']['output']>;
  /** The entries in the injected messages, knowledge before lessons, each best first. */
  injected: Array<Retrieval>;
  /** The agent's calls of `write_memory`. */
  memoryWrites: Array<MemoryWrite>;
  /** Calls of the caller's tools, whose results `continueGeneration` requires. */
  requiresAction: Array<ToolCall>;
  usage: TokenUsage;
  /** Number of calls to the model so far. */
  steps: Scalars['Int']['output'];
  /** The trace of the run; null until the generation has ended. */
  trace?: Maybe<Trace>;
};

/** The status of a generation. */
export type GenerationStatus =
  | 'RUNNING'
  /** The caller must call the tools in `requiresAction` and pass their results to `continueGeneration`. */
  | 'REQUIRES_ACTION'
  | 'COMPLETED'
  /** The model had not finished after the agent's `maxSteps` calls. */
  | 'MAX_STEPS_REACHED';

/** A call of a tool by the model. */
export type ToolCall = {
  __typename?: 'ToolCall';
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  /** The arguments as generated by the model; normally JSON, but not validated. */
  arguments: Scalars['String']['output'];
};

/** The outcome of one call of `write_memory`. */
export type MemoryWrite = {
  __typename?: 'MemoryWrite';
  content: Scalars['String']['output'];
  /** Null if the write failed. */
  action?: Maybe<WriteAction>;
  /** Null if the write failed. */
  entry?: Maybe<Entry>;
  /** Null unless the write failed. */
  error?: Maybe<MemoryWriteError>;
};

/** The error of an agent's write, which the model also receives. */
export type MemoryWriteError = {
  __typename?: 'MemoryWriteError';
  /** A code of docs/errors.md. */
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

/** Number of tokens, as counted by the model. */
export type TokenUsage = {
  __typename?: 'TokenUsage';
  inputTokens: Scalars['Int']['output'];
  outputTokens: Scalars['Int']['output'];
};

/** An event of a streamed generation. Only the field that belongs to its type is not null. */
export type GenerationEvent = {
  __typename?: 'GenerationEvent';
  type: GenerationEventType;
  text?: Maybe<Scalars['String']['output']>;
  toolCall?: Maybe<ToolCall>;
  memoryWrite?: Maybe<MemoryWrite>;
  generation?: Maybe<Generation>;
};

/** The type of an event of a streamed generation. */
export type GenerationEventType =
  /** `text` is the next part of the text. */
  | 'TEXT_DELTA'
  /** `toolCall` is a call of a tool by the model. */
  | 'TOOL_CALL'
  /** `memoryWrite` is the outcome of a call of `write_memory`. */
  | 'MEMORY_WRITE'
  /** `generation` is the final state; no event follows. */
  | 'END';

export type EventType =
  | 'MEMORY_CREATED'
  | 'MEMORY_UPDATED'
  /** The memory and its entries were permanently deleted; there are no events for the entries. */
  | 'MEMORY_DELETED'
  | 'ENTRY_CREATED'
  /** A write was merged into the entry. */
  | 'ENTRY_MERGED'
  /** A write was skipped; `changes` contains the text and metadata that were not stored. */
  | 'ENTRY_SKIPPED'
  /** The entry was edited or reverted. */
  | 'ENTRY_EDITED'
  | 'ENTRY_DELETED'
  | 'ENTRY_RESTORED'
  /** Retention permanently deleted the entry. */
  | 'ENTRY_PURGED'
  /** A review changed the entry's utility. */
  | 'UTILITY_CHANGED'
  | 'TRACE_CREATED'
  /** The trace was reviewed, or its review replaced. */
  | 'TRACE_REVIEWED';

/** A change in a project, as recorded in its event log. */
export type Event = Node & {
  __typename?: 'Event';
  id: Scalars['ID']['output'];
  /** The position of the event in the log. Pass it as `after` to read the events after it. */
  cursor: Scalars['String']['output'];
  type: EventType;
  /** Null for the events of a trace. */
  memoryId?: Maybe<Scalars['ID']['output']>;
  /** The memory in its current state; null if it no longer exists, and for the events of a trace. */
  memory?: Maybe<Memory>;
  /** Null for the events of a memory. */
  entryId?: Maybe<Scalars['ID']['output']>;
  /** The entry in its current state; null if it no longer exists, and for the events of a memory. */
  entry?: Maybe<Entry>;
  /** The trace of a trace event, or the trace whose review changed a utility; null for other events. */
  traceId?: Maybe<Scalars['ID']['output']>;
  /** The trace in its current state; null if there is none. */
  trace?: Maybe<Trace>;
  /** The changed fields. */
  changes: Array<FieldChange>;
  /** Id of the API key that made the change; `root` for the configuration's root key; `reflection`, `stream` or `retention` for a background job. */
  actor: Scalars['String']['output'];
  createdAt: Scalars['DateTime']['output'];
};

/** The change of one field. */
export type FieldChange = {
  __typename?: 'FieldChange';
  field: Scalars['String']['output'];
  /** The old value; null if there was none. */
  before?: Maybe<Scalars['JSON']['output']>;
  /** The new value; null if there is none. In ENTRY_SKIPPED: the value that was not stored. */
  after?: Maybe<Scalars['JSON']['output']>;
};

export type EventConnection = {
  __typename?: 'EventConnection';
  edges: Array<EventEdge>;
  nodes: Array<Event>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
  /** The cursor of the current end of the log, on any page. A subscription with this cursor as `after` delivers all later events. */
  headCursor: Scalars['String']['output'];
};

export type EventEdge = {
  __typename?: 'EventEdge';
  cursor: Scalars['String']['output'];
  node: Event;
};

export type ProjectEventsInput = {
  /** Any of these; all when omitted, none when the list is empty. */
  types?: InputMaybe<Array<EventType>>;
  /** Delivers the events after this cursor: an `Event.cursor`, `pageInfo.endCursor` or `headCursor`. When omitted, only new events are delivered. */
  after?: InputMaybe<Scalars['String']['input']>;
};

export type MemoryEventsInput = {
  /** Events of these memories and of those of `memoryTags`; of all memories if both are omitted. An empty list matches no memory. At most 500. */
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Events of memories of which a tag matched one of the globs at the time of the event. An empty list matches no memory. */
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Any of these; all when omitted, none when the list is empty. */
  types?: InputMaybe<Array<EventType>>;
  /** Delivers the events after this cursor: an `Event.cursor`, `pageInfo.endCursor` or `headCursor`. When omitted, only new events are delivered. */
  after?: InputMaybe<Scalars['String']['input']>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;




/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( ProjectRow )
    | ( ApiKeyRow )
    | ( MemoryRow )
    | ( EntryRow )
    | ( TraceRow )
    | ( AgentRow )
    | ( EventRow )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Role: Role;
  Viewer: ResolverTypeWrapper<KnownViewer>;
  Server: ResolverTypeWrapper<Server>;
  ServerLimits: ResolverTypeWrapper<ServerLimits>;
  ServerFeature: ServerFeature;
  Project: ResolverTypeWrapper<ProjectRow>;
  ProjectSettings: ResolverTypeWrapper<ProjectSettings>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  ProjectSettingsInput: ProjectSettingsInput;
  ApiKey: ResolverTypeWrapper<ApiKeyRow>;
  ProjectConnection: ResolverTypeWrapper<ProjectPage>;
  ProjectEdge: ResolverTypeWrapper<Omit<ProjectEdge, 'node'> & { node: ResolversTypes['Project'] }>;
  ApiKeyConnection: ResolverTypeWrapper<ApiKeyPage>;
  ApiKeyEdge: ResolverTypeWrapper<Omit<ApiKeyEdge, 'node'> & { node: ResolversTypes['ApiKey'] }>;
  CreateProjectInput: CreateProjectInput;
  CreateProjectPayload: ResolverTypeWrapper<Omit<CreateProjectPayload, 'project'> & { project: ResolversTypes['Project'] }>;
  ReembedProjectInput: ReembedProjectInput;
  ReembedProjectPayload: ResolverTypeWrapper<Omit<ReembedProjectPayload, 'project'> & { project: ResolversTypes['Project'] }>;
  Reembedding: ResolverTypeWrapper<FoundReembedding>;
  JobStatus: JobStatus;
  UpdateProjectInput: UpdateProjectInput;
  UpdateProjectPayload: ResolverTypeWrapper<Omit<UpdateProjectPayload, 'project'> & { project: ResolversTypes['Project'] }>;
  DeleteProjectInput: DeleteProjectInput;
  DeleteProjectPayload: ResolverTypeWrapper<DeleteProjectPayload>;
  CreateApiKeyInput: CreateApiKeyInput;
  CreateApiKeyPayload: ResolverTypeWrapper<Omit<CreateApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>;
  RevokeApiKeyInput: RevokeApiKeyInput;
  RevokeApiKeyPayload: ResolverTypeWrapper<Omit<RevokeApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>;
  Memory: ResolverTypeWrapper<MemoryRow>;
  MemoryConnection: ResolverTypeWrapper<MemoryPage>;
  MemoryEdge: ResolverTypeWrapper<Omit<MemoryEdge, 'node'> & { node: ResolversTypes['Memory'] }>;
  IfExists: IfExists;
  CreateMemoryInput: CreateMemoryInput;
  CreateMemoryPayload: ResolverTypeWrapper<Omit<CreateMemoryPayload, 'memory'> & { memory: ResolversTypes['Memory'] }>;
  UpdateMemoryInput: UpdateMemoryInput;
  UpdateMemoryPayload: ResolverTypeWrapper<Omit<UpdateMemoryPayload, 'memory'> & { memory: ResolversTypes['Memory'] }>;
  DeleteMemoryInput: DeleteMemoryInput;
  DeleteMemoryPayload: ResolverTypeWrapper<DeleteMemoryPayload>;
  EntryKind: EntryKind;
  EntrySource: EntrySource;
  Entry: ResolverTypeWrapper<EntryRow>;
  EntryConnection: ResolverTypeWrapper<EntryPage>;
  EntryEdge: ResolverTypeWrapper<Omit<EntryEdge, 'node'> & { node: ResolversTypes['Entry'] }>;
  RevisionChange: RevisionChange;
  Revision: ResolverTypeWrapper<RevisionRow>;
  RevisionConnection: ResolverTypeWrapper<RevisionPage>;
  RevisionEdge: ResolverTypeWrapper<Omit<RevisionEdge, 'node'> & { node: ResolversTypes['Revision'] }>;
  WriteAction: WriteAction;
  WriteEntryInput: WriteEntryInput;
  WriteEntryPayload: ResolverTypeWrapper<Omit<WriteEntryPayload, 'entry' | 'matchedEntry'> & { entry: ResolversTypes['Entry'], matchedEntry?: Maybe<ResolversTypes['Entry']> }>;
  WriteEntriesItem: WriteEntriesItem;
  WriteEntriesInput: WriteEntriesInput;
  WriteEntriesResult: ResolverTypeWrapper<Omit<WriteEntriesResult, 'entry' | 'matchedEntry'> & { entry?: Maybe<ResolversTypes['Entry']>, matchedEntry?: Maybe<ResolversTypes['Entry']> }>;
  ItemError: ResolverTypeWrapper<ItemError>;
  ExtractEntriesInput: ExtractEntriesInput;
  ExtractionMethod: ExtractionMethod;
  ExtractEntriesPayload: ResolverTypeWrapper<Omit<ExtractEntriesPayload, 'results'> & { results: Array<ResolversTypes['ExtractEntriesResult']> }>;
  ExtractEntriesResult: ResolverTypeWrapper<Omit<ExtractEntriesResult, 'result'> & { result: ResolversTypes['WriteEntriesResult'] }>;
  WriteEntriesPayload: ResolverTypeWrapper<Omit<WriteEntriesPayload, 'results'> & { results: Array<ResolversTypes['WriteEntriesResult']> }>;
  UpdateEntryInput: UpdateEntryInput;
  UpdateEntryPayload: ResolverTypeWrapper<Omit<UpdateEntryPayload, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  DeleteEntryInput: DeleteEntryInput;
  DeleteEntryPayload: ResolverTypeWrapper<Omit<DeleteEntryPayload, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  RestoreEntryInput: RestoreEntryInput;
  RestoreEntryPayload: ResolverTypeWrapper<Omit<RestoreEntryPayload, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  RevertEntryInput: RevertEntryInput;
  RevertEntryPayload: ResolverTypeWrapper<Omit<RevertEntryPayload, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  SearchMode: SearchMode;
  SearchKnowledgeInput: SearchKnowledgeInput;
  SearchKnowledgePayload: ResolverTypeWrapper<Omit<SearchKnowledgePayload, 'results'> & { results: Array<ResolversTypes['SearchResult']> }>;
  SearchResult: ResolverTypeWrapper<Omit<SearchResult, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  Chunk: ResolverTypeWrapper<Chunk>;
  Trace: ResolverTypeWrapper<TraceRow>;
  Retrieval: ResolverTypeWrapper<RetrievalRow>;
  Review: ResolverTypeWrapper<ReviewedTrace>;
  ReviewResult: ReviewResult;
  ReviewStatus: ReviewStatus;
  LearningRateSchedule: LearningRateSchedule;
  Learning: ResolverTypeWrapper<Learning>;
  UtilityChange: ResolverTypeWrapper<KnownUtilityChange>;
  UtilityChangeConnection: ResolverTypeWrapper<UtilityChangePage>;
  UtilityChangeEdge: ResolverTypeWrapper<Omit<UtilityChangeEdge, 'node'> & { node: ResolversTypes['UtilityChange'] }>;
  TraceConnection: ResolverTypeWrapper<TracePage>;
  TraceEdge: ResolverTypeWrapper<Omit<TraceEdge, 'node'> & { node: ResolversTypes['Trace'] }>;
  SearchTracesPayload: ResolverTypeWrapper<Omit<SearchTracesPayload, 'results'> & { results: Array<ResolversTypes['TraceResult']> }>;
  TraceResult: ResolverTypeWrapper<Omit<TraceResult, 'trace'> & { trace: ResolversTypes['Trace'] }>;
  ReviewInput: ReviewInput;
  CreateTraceInput: CreateTraceInput;
  CreateTracePayload: ResolverTypeWrapper<Omit<CreateTracePayload, 'trace'> & { trace: ResolversTypes['Trace'] }>;
  ReviewTraceInput: ReviewTraceInput;
  ReviewTracePayload: ResolverTypeWrapper<Omit<ReviewTracePayload, 'trace' | 'changes'> & { trace: ResolversTypes['Trace'], changes: Array<ResolversTypes['UtilityChange']> }>;
  Lesson: ResolverTypeWrapper<LessonOf>;
  QueryReflectionsInput: QueryReflectionsInput;
  QueryReflectionsPayload: ResolverTypeWrapper<Omit<QueryReflectionsPayload, 'results'> & { results: Array<ResolversTypes['SearchResult']> }>;
  AugmentTaskPayload: ResolverTypeWrapper<Omit<AugmentTaskPayload, 'results'> & { results: Array<ResolversTypes['SearchResult']> }>;
  CreateReflectionInput: CreateReflectionInput;
  CreateReflectionPayload: ResolverTypeWrapper<Omit<CreateReflectionPayload, 'entry' | 'trace'> & { entry: ResolversTypes['Entry'], trace: ResolversTypes['Trace'] }>;
  RetryReflectionInput: RetryReflectionInput;
  RetryReflectionPayload: ResolverTypeWrapper<Omit<RetryReflectionPayload, 'trace'> & { trace: ResolversTypes['Trace'] }>;
  StreamSettings: ResolverTypeWrapper<StreamSettings>;
  StreamSettingsInput: StreamSettingsInput;
  Stream: ResolverTypeWrapper<Stream>;
  ImportanceExplained: ResolverTypeWrapper<ImportanceExplained>;
  ImportanceSource: ImportanceSource;
  Evidence: ResolverTypeWrapper<EvidenceRow>;
  Support: ResolverTypeWrapper<EvidenceRow>;
  EvidenceRole: EvidenceRole;
  InsightCycle: ResolverTypeWrapper<CycleRow>;
  CycleQuestion: ResolverTypeWrapper<QuestionOf>;
  InsightCycleConnection: ResolverTypeWrapper<CyclePage>;
  InsightCycleEdge: ResolverTypeWrapper<Omit<InsightCycleEdge, 'node'> & { node: ResolversTypes['InsightCycle'] }>;
  ObservationKind: ObservationKind;
  RecordObservationInput: RecordObservationInput;
  RecordObservationPayload: ResolverTypeWrapper<Omit<RecordObservationPayload, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  RecordObservationsInput: RecordObservationsInput;
  ObservationInput: ObservationInput;
  RecordObservationsPayload: ResolverTypeWrapper<Omit<RecordObservationsPayload, 'results'> & { results: Array<ResolversTypes['WriteEntriesResult']> }>;
  StartInsightCycleInput: StartInsightCycleInput;
  StartInsightCyclePayload: ResolverTypeWrapper<Omit<StartInsightCyclePayload, 'insightCycle'> & { insightCycle: ResolversTypes['InsightCycle'] }>;
  WeightsInput: WeightsInput;
  Normalization: Normalization;
  RetrieveEntriesInput: RetrieveEntriesInput;
  RetrieveEntriesPayload: ResolverTypeWrapper<Omit<RetrieveEntriesPayload, 'results'> & { results: Array<ResolversTypes['SearchResult']> }>;
  PlanningContextInput: PlanningContextInput;
  PlanningContextPayload: ResolverTypeWrapper<Omit<PlanningContextPayload, 'results'> & { results: Array<ResolversTypes['SearchResult']> }>;
  Agent: ResolverTypeWrapper<AgentRow>;
  AgentConnection: ResolverTypeWrapper<AgentPage>;
  AgentEdge: ResolverTypeWrapper<Omit<AgentEdge, 'node'> & { node: ResolversTypes['Agent'] }>;
  KnowledgeConfig: ResolverTypeWrapper<KnowledgeConfig>;
  KnowledgeRanking: KnowledgeRanking;
  Injection: Injection;
  KnowledgeConfigInput: KnowledgeConfigInput;
  CallKnowledgeInput: CallKnowledgeInput;
  CreateAgentInput: CreateAgentInput;
  CreateAgentPayload: ResolverTypeWrapper<Omit<CreateAgentPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>;
  UpdateAgentInput: UpdateAgentInput;
  UpdateAgentPayload: ResolverTypeWrapper<Omit<UpdateAgentPayload, 'agent'> & { agent: ResolversTypes['Agent'] }>;
  DeleteAgentInput: DeleteAgentInput;
  DeleteAgentPayload: ResolverTypeWrapper<DeleteAgentPayload>;
  AgentKnowledgeInput: AgentKnowledgeInput;
  AgentKnowledgePayload: ResolverTypeWrapper<Omit<AgentKnowledgePayload, 'results'> & { results: Array<ResolversTypes['SearchResult']> }>;
  GenerateInput: GenerateInput;
  GeneratePayload: ResolverTypeWrapper<Omit<GeneratePayload, 'generation'> & { generation: ResolversTypes['Generation'] }>;
  ContinueGenerationInput: ContinueGenerationInput;
  ToolResultInput: ToolResultInput;
  ContinueGenerationPayload: ResolverTypeWrapper<Omit<ContinueGenerationPayload, 'generation'> & { generation: ResolversTypes['Generation'] }>;
  Generation: ResolverTypeWrapper<KnownGeneration>;
  GenerationStatus: GenerationStatus;
  ToolCall: ResolverTypeWrapper<ToolCall>;
  MemoryWrite: ResolverTypeWrapper<KnownMemoryWrite>;
  MemoryWriteError: ResolverTypeWrapper<MemoryWriteError>;
  TokenUsage: ResolverTypeWrapper<TokenUsage>;
  GenerationEvent: ResolverTypeWrapper<KnownGenerationEvent>;
  GenerationEventType: GenerationEventType;
  EventType: EventType;
  Event: ResolverTypeWrapper<EventRow>;
  FieldChange: ResolverTypeWrapper<FieldChange>;
  EventConnection: ResolverTypeWrapper<EventPage>;
  EventEdge: ResolverTypeWrapper<Omit<EventEdge, 'node'> & { node: ResolversTypes['Event'] }>;
  ProjectEventsInput: ProjectEventsInput;
  MemoryEventsInput: MemoryEventsInput;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  ID: Scalars['ID']['output'];
  PageInfo: PageInfo;
  Boolean: Scalars['Boolean']['output'];
  String: Scalars['String']['output'];
  Query: Record<PropertyKey, never>;
  Int: Scalars['Int']['output'];
  Mutation: Record<PropertyKey, never>;
  Subscription: Record<PropertyKey, never>;
  Viewer: KnownViewer;
  Server: Server;
  ServerLimits: ServerLimits;
  Project: ProjectRow;
  ProjectSettings: ProjectSettings;
  Float: Scalars['Float']['output'];
  ProjectSettingsInput: ProjectSettingsInput;
  ApiKey: ApiKeyRow;
  ProjectConnection: ProjectPage;
  ProjectEdge: Omit<ProjectEdge, 'node'> & { node: ResolversParentTypes['Project'] };
  ApiKeyConnection: ApiKeyPage;
  ApiKeyEdge: Omit<ApiKeyEdge, 'node'> & { node: ResolversParentTypes['ApiKey'] };
  CreateProjectInput: CreateProjectInput;
  CreateProjectPayload: Omit<CreateProjectPayload, 'project'> & { project: ResolversParentTypes['Project'] };
  ReembedProjectInput: ReembedProjectInput;
  ReembedProjectPayload: Omit<ReembedProjectPayload, 'project'> & { project: ResolversParentTypes['Project'] };
  Reembedding: FoundReembedding;
  UpdateProjectInput: UpdateProjectInput;
  UpdateProjectPayload: Omit<UpdateProjectPayload, 'project'> & { project: ResolversParentTypes['Project'] };
  DeleteProjectInput: DeleteProjectInput;
  DeleteProjectPayload: DeleteProjectPayload;
  CreateApiKeyInput: CreateApiKeyInput;
  CreateApiKeyPayload: Omit<CreateApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] };
  RevokeApiKeyInput: RevokeApiKeyInput;
  RevokeApiKeyPayload: Omit<RevokeApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] };
  Memory: MemoryRow;
  MemoryConnection: MemoryPage;
  MemoryEdge: Omit<MemoryEdge, 'node'> & { node: ResolversParentTypes['Memory'] };
  CreateMemoryInput: CreateMemoryInput;
  CreateMemoryPayload: Omit<CreateMemoryPayload, 'memory'> & { memory: ResolversParentTypes['Memory'] };
  UpdateMemoryInput: UpdateMemoryInput;
  UpdateMemoryPayload: Omit<UpdateMemoryPayload, 'memory'> & { memory: ResolversParentTypes['Memory'] };
  DeleteMemoryInput: DeleteMemoryInput;
  DeleteMemoryPayload: DeleteMemoryPayload;
  Entry: EntryRow;
  EntryConnection: EntryPage;
  EntryEdge: Omit<EntryEdge, 'node'> & { node: ResolversParentTypes['Entry'] };
  Revision: RevisionRow;
  RevisionConnection: RevisionPage;
  RevisionEdge: Omit<RevisionEdge, 'node'> & { node: ResolversParentTypes['Revision'] };
  WriteEntryInput: WriteEntryInput;
  WriteEntryPayload: Omit<WriteEntryPayload, 'entry' | 'matchedEntry'> & { entry: ResolversParentTypes['Entry'], matchedEntry?: Maybe<ResolversParentTypes['Entry']> };
  WriteEntriesItem: WriteEntriesItem;
  WriteEntriesInput: WriteEntriesInput;
  WriteEntriesResult: Omit<WriteEntriesResult, 'entry' | 'matchedEntry'> & { entry?: Maybe<ResolversParentTypes['Entry']>, matchedEntry?: Maybe<ResolversParentTypes['Entry']> };
  ItemError: ItemError;
  ExtractEntriesInput: ExtractEntriesInput;
  ExtractEntriesPayload: Omit<ExtractEntriesPayload, 'results'> & { results: Array<ResolversParentTypes['ExtractEntriesResult']> };
  ExtractEntriesResult: Omit<ExtractEntriesResult, 'result'> & { result: ResolversParentTypes['WriteEntriesResult'] };
  WriteEntriesPayload: Omit<WriteEntriesPayload, 'results'> & { results: Array<ResolversParentTypes['WriteEntriesResult']> };
  UpdateEntryInput: UpdateEntryInput;
  UpdateEntryPayload: Omit<UpdateEntryPayload, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  DeleteEntryInput: DeleteEntryInput;
  DeleteEntryPayload: Omit<DeleteEntryPayload, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  RestoreEntryInput: RestoreEntryInput;
  RestoreEntryPayload: Omit<RestoreEntryPayload, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  RevertEntryInput: RevertEntryInput;
  RevertEntryPayload: Omit<RevertEntryPayload, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  SearchKnowledgeInput: SearchKnowledgeInput;
  SearchKnowledgePayload: Omit<SearchKnowledgePayload, 'results'> & { results: Array<ResolversParentTypes['SearchResult']> };
  SearchResult: Omit<SearchResult, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  Chunk: Chunk;
  Trace: TraceRow;
  Retrieval: RetrievalRow;
  Review: ReviewedTrace;
  Learning: Learning;
  UtilityChange: KnownUtilityChange;
  UtilityChangeConnection: UtilityChangePage;
  UtilityChangeEdge: Omit<UtilityChangeEdge, 'node'> & { node: ResolversParentTypes['UtilityChange'] };
  TraceConnection: TracePage;
  TraceEdge: Omit<TraceEdge, 'node'> & { node: ResolversParentTypes['Trace'] };
  SearchTracesPayload: Omit<SearchTracesPayload, 'results'> & { results: Array<ResolversParentTypes['TraceResult']> };
  TraceResult: Omit<TraceResult, 'trace'> & { trace: ResolversParentTypes['Trace'] };
  ReviewInput: ReviewInput;
  CreateTraceInput: CreateTraceInput;
  CreateTracePayload: Omit<CreateTracePayload, 'trace'> & { trace: ResolversParentTypes['Trace'] };
  ReviewTraceInput: ReviewTraceInput;
  ReviewTracePayload: Omit<ReviewTracePayload, 'trace' | 'changes'> & { trace: ResolversParentTypes['Trace'], changes: Array<ResolversParentTypes['UtilityChange']> };
  Lesson: LessonOf;
  QueryReflectionsInput: QueryReflectionsInput;
  QueryReflectionsPayload: Omit<QueryReflectionsPayload, 'results'> & { results: Array<ResolversParentTypes['SearchResult']> };
  AugmentTaskPayload: Omit<AugmentTaskPayload, 'results'> & { results: Array<ResolversParentTypes['SearchResult']> };
  CreateReflectionInput: CreateReflectionInput;
  CreateReflectionPayload: Omit<CreateReflectionPayload, 'entry' | 'trace'> & { entry: ResolversParentTypes['Entry'], trace: ResolversParentTypes['Trace'] };
  RetryReflectionInput: RetryReflectionInput;
  RetryReflectionPayload: Omit<RetryReflectionPayload, 'trace'> & { trace: ResolversParentTypes['Trace'] };
  StreamSettings: StreamSettings;
  StreamSettingsInput: StreamSettingsInput;
  Stream: Stream;
  ImportanceExplained: ImportanceExplained;
  Evidence: EvidenceRow;
  Support: EvidenceRow;
  InsightCycle: CycleRow;
  CycleQuestion: QuestionOf;
  InsightCycleConnection: CyclePage;
  InsightCycleEdge: Omit<InsightCycleEdge, 'node'> & { node: ResolversParentTypes['InsightCycle'] };
  RecordObservationInput: RecordObservationInput;
  RecordObservationPayload: Omit<RecordObservationPayload, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  RecordObservationsInput: RecordObservationsInput;
  ObservationInput: ObservationInput;
  RecordObservationsPayload: Omit<RecordObservationsPayload, 'results'> & { results: Array<ResolversParentTypes['WriteEntriesResult']> };
  StartInsightCycleInput: StartInsightCycleInput;
  StartInsightCyclePayload: Omit<StartInsightCyclePayload, 'insightCycle'> & { insightCycle: ResolversParentTypes['InsightCycle'] };
  WeightsInput: WeightsInput;
  RetrieveEntriesInput: RetrieveEntriesInput;
  RetrieveEntriesPayload: Omit<RetrieveEntriesPayload, 'results'> & { results: Array<ResolversParentTypes['SearchResult']> };
  PlanningContextInput: PlanningContextInput;
  PlanningContextPayload: Omit<PlanningContextPayload, 'results'> & { results: Array<ResolversParentTypes['SearchResult']> };
  Agent: AgentRow;
  AgentConnection: AgentPage;
  AgentEdge: Omit<AgentEdge, 'node'> & { node: ResolversParentTypes['Agent'] };
  KnowledgeConfig: KnowledgeConfig;
  KnowledgeConfigInput: KnowledgeConfigInput;
  CallKnowledgeInput: CallKnowledgeInput;
  CreateAgentInput: CreateAgentInput;
  CreateAgentPayload: Omit<CreateAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] };
  UpdateAgentInput: UpdateAgentInput;
  UpdateAgentPayload: Omit<UpdateAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] };
  DeleteAgentInput: DeleteAgentInput;
  DeleteAgentPayload: DeleteAgentPayload;
  AgentKnowledgeInput: AgentKnowledgeInput;
  AgentKnowledgePayload: Omit<AgentKnowledgePayload, 'results'> & { results: Array<ResolversParentTypes['SearchResult']> };
  GenerateInput: GenerateInput;
  GeneratePayload: Omit<GeneratePayload, 'generation'> & { generation: ResolversParentTypes['Generation'] };
  ContinueGenerationInput: ContinueGenerationInput;
  ToolResultInput: ToolResultInput;
  ContinueGenerationPayload: Omit<ContinueGenerationPayload, 'generation'> & { generation: ResolversParentTypes['Generation'] };
  Generation: KnownGeneration;
  ToolCall: ToolCall;
  MemoryWrite: KnownMemoryWrite;
  MemoryWriteError: MemoryWriteError;
  TokenUsage: TokenUsage;
  GenerationEvent: KnownGenerationEvent;
  Event: EventRow;
  FieldChange: FieldChange;
  EventConnection: EventPage;
  EventEdge: Omit<EventEdge, 'node'> & { node: ResolversParentTypes['Event'] };
  ProjectEventsInput: ProjectEventsInput;
  MemoryEventsInput: MemoryEventsInput;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export type NodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Project' | 'ApiKey' | 'Memory' | 'Entry' | 'Trace' | 'Agent' | 'Event', ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
  server?: Resolver<ResolversTypes['Server'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Node']>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType, Partial<QueryProjectArgs>>;
  projects?: Resolver<ResolversTypes['ProjectConnection'], ParentType, ContextType, RequireFields<QueryProjectsArgs, 'first'>>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType, Partial<QueryMemoryArgs>>;
  memories?: Resolver<ResolversTypes['MemoryConnection'], ParentType, ContextType, RequireFields<QueryMemoriesArgs, 'first'>>;
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType, RequireFields<QueryEntryArgs, 'id'>>;
  searchKnowledge?: Resolver<ResolversTypes['SearchKnowledgePayload'], ParentType, ContextType, RequireFields<QuerySearchKnowledgeArgs, 'input'>>;
  trace?: Resolver<Maybe<ResolversTypes['Trace']>, ParentType, ContextType, RequireFields<QueryTraceArgs, 'id'>>;
  traces?: Resolver<ResolversTypes['TraceConnection'], ParentType, ContextType, RequireFields<QueryTracesArgs, 'first'>>;
  searchTraces?: Resolver<ResolversTypes['SearchTracesPayload'], ParentType, ContextType, RequireFields<QuerySearchTracesArgs, 'query' | 'limit'>>;
  queryReflections?: Resolver<ResolversTypes['QueryReflectionsPayload'], ParentType, ContextType, RequireFields<QueryQueryReflectionsArgs, 'input'>>;
  augmentTask?: Resolver<ResolversTypes['AugmentTaskPayload'], ParentType, ContextType, RequireFields<QueryAugmentTaskArgs, 'input'>>;
  retrieveEntries?: Resolver<ResolversTypes['RetrieveEntriesPayload'], ParentType, ContextType, RequireFields<QueryRetrieveEntriesArgs, 'input'>>;
  planningContext?: Resolver<ResolversTypes['PlanningContextPayload'], ParentType, ContextType, RequireFields<QueryPlanningContextArgs, 'input'>>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType, RequireFields<QueryAgentArgs, 'id'>>;
  agents?: Resolver<ResolversTypes['AgentConnection'], ParentType, ContextType, RequireFields<QueryAgentsArgs, 'first'>>;
  agentKnowledge?: Resolver<ResolversTypes['AgentKnowledgePayload'], ParentType, ContextType, RequireFields<QueryAgentKnowledgeArgs, 'input'>>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<QueryEventsArgs, 'first'>>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createProject?: Resolver<ResolversTypes['CreateProjectPayload'], ParentType, ContextType, RequireFields<MutationCreateProjectArgs, 'input'>>;
  updateProject?: Resolver<ResolversTypes['UpdateProjectPayload'], ParentType, ContextType, RequireFields<MutationUpdateProjectArgs, 'input'>>;
  deleteProject?: Resolver<ResolversTypes['DeleteProjectPayload'], ParentType, ContextType, RequireFields<MutationDeleteProjectArgs, 'input'>>;
  reembedProject?: Resolver<ResolversTypes['ReembedProjectPayload'], ParentType, ContextType, RequireFields<MutationReembedProjectArgs, 'input'>>;
  createApiKey?: Resolver<ResolversTypes['CreateApiKeyPayload'], ParentType, ContextType, RequireFields<MutationCreateApiKeyArgs, 'input'>>;
  revokeApiKey?: Resolver<ResolversTypes['RevokeApiKeyPayload'], ParentType, ContextType, RequireFields<MutationRevokeApiKeyArgs, 'input'>>;
  createMemory?: Resolver<ResolversTypes['CreateMemoryPayload'], ParentType, ContextType, RequireFields<MutationCreateMemoryArgs, 'input'>>;
  updateMemory?: Resolver<ResolversTypes['UpdateMemoryPayload'], ParentType, ContextType, RequireFields<MutationUpdateMemoryArgs, 'input'>>;
  deleteMemory?: Resolver<ResolversTypes['DeleteMemoryPayload'], ParentType, ContextType, RequireFields<MutationDeleteMemoryArgs, 'input'>>;
  writeEntry?: Resolver<ResolversTypes['WriteEntryPayload'], ParentType, ContextType, RequireFields<MutationWriteEntryArgs, 'input'>>;
  writeEntries?: Resolver<ResolversTypes['WriteEntriesPayload'], ParentType, ContextType, RequireFields<MutationWriteEntriesArgs, 'input'>>;
  extractEntries?: Resolver<ResolversTypes['ExtractEntriesPayload'], ParentType, ContextType, RequireFields<MutationExtractEntriesArgs, 'input'>>;
  updateEntry?: Resolver<ResolversTypes['UpdateEntryPayload'], ParentType, ContextType, RequireFields<MutationUpdateEntryArgs, 'input'>>;
  deleteEntry?: Resolver<ResolversTypes['DeleteEntryPayload'], ParentType, ContextType, RequireFields<MutationDeleteEntryArgs, 'input'>>;
  restoreEntry?: Resolver<ResolversTypes['RestoreEntryPayload'], ParentType, ContextType, RequireFields<MutationRestoreEntryArgs, 'input'>>;
  revertEntry?: Resolver<ResolversTypes['RevertEntryPayload'], ParentType, ContextType, RequireFields<MutationRevertEntryArgs, 'input'>>;
  createTrace?: Resolver<ResolversTypes['CreateTracePayload'], ParentType, ContextType, RequireFields<MutationCreateTraceArgs, 'input'>>;
  reviewTrace?: Resolver<ResolversTypes['ReviewTracePayload'], ParentType, ContextType, RequireFields<MutationReviewTraceArgs, 'input'>>;
  createReflection?: Resolver<ResolversTypes['CreateReflectionPayload'], ParentType, ContextType, RequireFields<MutationCreateReflectionArgs, 'input'>>;
  retryReflection?: Resolver<ResolversTypes['RetryReflectionPayload'], ParentType, ContextType, RequireFields<MutationRetryReflectionArgs, 'input'>>;
  recordObservation?: Resolver<ResolversTypes['RecordObservationPayload'], ParentType, ContextType, RequireFields<MutationRecordObservationArgs, 'input'>>;
  recordObservations?: Resolver<ResolversTypes['RecordObservationsPayload'], ParentType, ContextType, RequireFields<MutationRecordObservationsArgs, 'input'>>;
  startInsightCycle?: Resolver<ResolversTypes['StartInsightCyclePayload'], ParentType, ContextType, RequireFields<MutationStartInsightCycleArgs, 'input'>>;
  createAgent?: Resolver<ResolversTypes['CreateAgentPayload'], ParentType, ContextType, RequireFields<MutationCreateAgentArgs, 'input'>>;
  updateAgent?: Resolver<ResolversTypes['UpdateAgentPayload'], ParentType, ContextType, RequireFields<MutationUpdateAgentArgs, 'input'>>;
  deleteAgent?: Resolver<ResolversTypes['DeleteAgentPayload'], ParentType, ContextType, RequireFields<MutationDeleteAgentArgs, 'input'>>;
  generate?: Resolver<ResolversTypes['GeneratePayload'], ParentType, ContextType, RequireFields<MutationGenerateArgs, 'input'>>;
  continueGeneration?: Resolver<ResolversTypes['ContinueGenerationPayload'], ParentType, ContextType, RequireFields<MutationContinueGenerationArgs, 'input'>>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  generation?: SubscriptionResolver<ResolversTypes['GenerationEvent'], "generation", ParentType, ContextType, RequireFields<SubscriptionGenerationArgs, 'input'>>;
  projectEvents?: SubscriptionResolver<ResolversTypes['Event'], "projectEvents", ParentType, ContextType, RequireFields<SubscriptionProjectEventsArgs, 'input'>>;
  memoryEvents?: SubscriptionResolver<ResolversTypes['Event'], "memoryEvents", ParentType, ContextType, RequireFields<SubscriptionMemoryEventsArgs, 'input'>>;
};

export type ViewerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  apiKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  isRoot?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ServerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Server'] = ResolversParentTypes['Server']> = {
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  embeddingModel?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  embeddingDimensions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  chatModel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  limits?: Resolver<ResolversTypes['ServerLimits'], ParentType, ContextType>;
  features?: Resolver<Array<ResolversTypes['ServerFeature']>, ParentType, ContextType>;
};

export type ServerLimitsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ServerLimits'] = ResolversParentTypes['ServerLimits']> = {
  maxPageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxContentBytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxMetadataBytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxBulkItems?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxBulkBytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxExtractedBytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxTrajectoryBytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxTags?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxGlobs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxMemoryIds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxTools?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxBodyBytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxCost?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxDepth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxAliases?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxFragments?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxWebSocketOperations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  operationsPerMinute?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  eventRetentionDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  idempotencyRetentionDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ProjectResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Project'] = ResolversParentTypes['Project']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  settings?: Resolver<ResolversTypes['ProjectSettings'], ParentType, ContextType>;
  reembedding?: Resolver<Maybe<ResolversTypes['Reembedding']>, ParentType, ContextType>;
  learning?: Resolver<ResolversTypes['Learning'], ParentType, ContextType>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType, Partial<ProjectMemoryArgs>>;
  memories?: Resolver<ResolversTypes['MemoryConnection'], ParentType, ContextType, RequireFields<ProjectMemoriesArgs, 'first'>>;
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType, RequireFields<ProjectEntryArgs, 'id'>>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType, RequireFields<ProjectAgentArgs, 'id'>>;
  agents?: Resolver<ResolversTypes['AgentConnection'], ParentType, ContextType, RequireFields<ProjectAgentsArgs, 'first'>>;
  trace?: Resolver<Maybe<ResolversTypes['Trace']>, ParentType, ContextType, RequireFields<ProjectTraceArgs, 'id'>>;
  traces?: Resolver<ResolversTypes['TraceConnection'], ParentType, ContextType, RequireFields<ProjectTracesArgs, 'first'>>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<ProjectEventsArgs, 'first'>>;
  apiKeys?: Resolver<ResolversTypes['ApiKeyConnection'], ParentType, ContextType, RequireFields<ProjectApiKeysArgs, 'first'>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProjectSettingsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProjectSettings'] = ResolversParentTypes['ProjectSettings']> = {
  embeddingModel?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  embeddingDimensions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  duplicateThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  updateThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  learningRate?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  learningRateSchedule?: Resolver<ResolversTypes['LearningRateSchedule'], ParentType, ContextType>;
  learningRateFloor?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  similarityThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  stream?: Resolver<ResolversTypes['StreamSettings'], ParentType, ContextType>;
};

export type ApiKeyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProjectConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProjectConnection'] = ResolversParentTypes['ProjectConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ProjectEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Project']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ProjectEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProjectEdge'] = ResolversParentTypes['ProjectEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Project'], ParentType, ContextType>;
};

export type ApiKeyConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApiKeyConnection'] = ResolversParentTypes['ApiKeyConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ApiKeyEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ApiKeyEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApiKeyEdge'] = ResolversParentTypes['ApiKeyEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
};

export type CreateProjectPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateProjectPayload'] = ResolversParentTypes['CreateProjectPayload']> = {
  project?: Resolver<ResolversTypes['Project'], ParentType, ContextType>;
};

export type ReembedProjectPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReembedProjectPayload'] = ResolversParentTypes['ReembedProjectPayload']> = {
  project?: Resolver<ResolversTypes['Project'], ParentType, ContextType>;
};

export type ReembeddingResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Reembedding'] = ResolversParentTypes['Reembedding']> = {
  embeddingModel?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  embeddingDimensions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['JobStatus'], ParentType, ContextType>;
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  entriesDone?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entriesTotal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type UpdateProjectPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateProjectPayload'] = ResolversParentTypes['UpdateProjectPayload']> = {
  project?: Resolver<ResolversTypes['Project'], ParentType, ContextType>;
};

export type DeleteProjectPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteProjectPayload'] = ResolversParentTypes['DeleteProjectPayload']> = {
  deletedProjectId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type CreateApiKeyPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateApiKeyPayload'] = ResolversParentTypes['CreateApiKeyPayload']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RevokeApiKeyPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RevokeApiKeyPayload'] = ResolversParentTypes['RevokeApiKeyPayload']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
};

export type MemoryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Memory'] = ResolversParentTypes['Memory']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  project?: Resolver<ResolversTypes['Project'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  duplicateThreshold?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  updateThreshold?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  entryCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  stream?: Resolver<ResolversTypes['Stream'], ParentType, ContextType>;
  insightCycles?: Resolver<ResolversTypes['InsightCycleConnection'], ParentType, ContextType, RequireFields<MemoryInsightCyclesArgs, 'first'>>;
  entries?: Resolver<ResolversTypes['EntryConnection'], ParentType, ContextType, RequireFields<MemoryEntriesArgs, 'deleted' | 'first'>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MemoryConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MemoryConnection'] = ResolversParentTypes['MemoryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['MemoryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MemoryEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MemoryEdge'] = ResolversParentTypes['MemoryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
};

export type CreateMemoryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateMemoryPayload'] = ResolversParentTypes['CreateMemoryPayload']> = {
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
};

export type UpdateMemoryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateMemoryPayload'] = ResolversParentTypes['UpdateMemoryPayload']> = {
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
};

export type DeleteMemoryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteMemoryPayload'] = ResolversParentTypes['DeleteMemoryPayload']> = {
  deletedMemoryId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type EntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Entry'] = ResolversParentTypes['Entry']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['EntryKind'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['EntrySource'], ParentType, ContextType>;
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  utility?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  reviewCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  utilityHistory?: Resolver<ResolversTypes['UtilityChangeConnection'], ParentType, ContextType, RequireFields<EntryUtilityHistoryArgs, 'first' | 'superseded'>>;
  lesson?: Resolver<Maybe<ResolversTypes['Lesson']>, ParentType, ContextType>;
  importance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  importanceExplained?: Resolver<Maybe<ResolversTypes['ImportanceExplained']>, ParentType, ContextType>;
  evidence?: Resolver<Array<ResolversTypes['Evidence']>, ParentType, ContextType>;
  supports?: Resolver<Array<ResolversTypes['Support']>, ParentType, ContextType>;
  depth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  occurredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  accessCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastAccessedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  revisions?: Resolver<ResolversTypes['RevisionConnection'], ParentType, ContextType, RequireFields<EntryRevisionsArgs, 'first'>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EntryConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntryConnection'] = ResolversParentTypes['EntryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['EntryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Entry']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EntryEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntryEdge'] = ResolversParentTypes['EntryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type RevisionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Revision'] = ResolversParentTypes['Revision']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  change?: Resolver<ResolversTypes['RevisionChange'], ParentType, ContextType>;
  similarity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RevisionConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RevisionConnection'] = ResolversParentTypes['RevisionConnection']> = {
  edges?: Resolver<Array<ResolversTypes['RevisionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Revision']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RevisionEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RevisionEdge'] = ResolversParentTypes['RevisionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Revision'], ParentType, ContextType>;
};

export type WriteEntryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WriteEntryPayload'] = ResolversParentTypes['WriteEntryPayload']> = {
  action?: Resolver<ResolversTypes['WriteAction'], ParentType, ContextType>;
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
  similarity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  matchedEntry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  duplicateThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  updateThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type WriteEntriesResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WriteEntriesResult'] = ResolversParentTypes['WriteEntriesResult']> = {
  action?: Resolver<Maybe<ResolversTypes['WriteAction']>, ParentType, ContextType>;
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  similarity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  matchedEntry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['ItemError']>, ParentType, ContextType>;
};

export type ItemErrorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ItemError'] = ResolversParentTypes['ItemError']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ExtractEntriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ExtractEntriesPayload'] = ResolversParentTypes['ExtractEntriesPayload']> = {
  method?: Resolver<ResolversTypes['ExtractionMethod'], ParentType, ContextType>;
  results?: Resolver<Array<ResolversTypes['ExtractEntriesResult']>, ParentType, ContextType>;
  duplicateThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  updateThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ExtractEntriesResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ExtractEntriesResult'] = ResolversParentTypes['ExtractEntriesResult']> = {
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  result?: Resolver<ResolversTypes['WriteEntriesResult'], ParentType, ContextType>;
};

export type WriteEntriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WriteEntriesPayload'] = ResolversParentTypes['WriteEntriesPayload']> = {
  results?: Resolver<Array<ResolversTypes['WriteEntriesResult']>, ParentType, ContextType>;
  duplicateThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  updateThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UpdateEntryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateEntryPayload'] = ResolversParentTypes['UpdateEntryPayload']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type DeleteEntryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteEntryPayload'] = ResolversParentTypes['DeleteEntryPayload']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type RestoreEntryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RestoreEntryPayload'] = ResolversParentTypes['RestoreEntryPayload']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type RevertEntryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RevertEntryPayload'] = ResolversParentTypes['RevertEntryPayload']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type SearchKnowledgePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchKnowledgePayload'] = ResolversParentTypes['SearchKnowledgePayload']> = {
  results?: Resolver<Array<ResolversTypes['SearchResult']>, ParentType, ContextType>;
};

export type SearchResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchResult'] = ResolversParentTypes['SearchResult']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  similarity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  coverage?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  utility?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  recency?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  importance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  chunk?: Resolver<ResolversTypes['Chunk'], ParentType, ContextType>;
};

export type ChunkResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Chunk'] = ResolversParentTypes['Chunk']> = {
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TraceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Trace'] = ResolversParentTypes['Trace']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  task?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  trajectory?: Resolver<Array<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  finalResponse?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  toolsUsed?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  retrieved?: Resolver<Array<ResolversTypes['Retrieval']>, ParentType, ContextType>;
  review?: Resolver<Maybe<ResolversTypes['Review']>, ParentType, ContextType>;
  reflection?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  reflectionStatus?: Resolver<Maybe<ResolversTypes['JobStatus']>, ParentType, ContextType>;
  reflectionAttempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reflectionError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RetrievalResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Retrieval'] = ResolversParentTypes['Retrieval']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
  rank?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type ReviewResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Review'] = ResolversParentTypes['Review']> = {
  result?: Resolver<ResolversTypes['ReviewResult'], ParentType, ContextType>;
  reward?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  feedback?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  alpha?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  reviewedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reviewedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type LearningResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Learning'] = ResolversParentTypes['Learning']> = {
  tracesTotal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tracesPending?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entriesTotal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entriesMoved?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  utilitySpread?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  learningRateSchedule?: Resolver<ResolversTypes['LearningRateSchedule'], ParentType, ContextType>;
  learningRate?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type UtilityChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UtilityChange'] = ResolversParentTypes['UtilityChange']> = {
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  trace?: Resolver<ResolversTypes['Trace'], ParentType, ContextType>;
  before?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  after?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  reward?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  alpha?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  supersededAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type UtilityChangeConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UtilityChangeConnection'] = ResolversParentTypes['UtilityChangeConnection']> = {
  edges?: Resolver<Array<ResolversTypes['UtilityChangeEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['UtilityChange']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type UtilityChangeEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UtilityChangeEdge'] = ResolversParentTypes['UtilityChangeEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['UtilityChange'], ParentType, ContextType>;
};

export type TraceConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TraceConnection'] = ResolversParentTypes['TraceConnection']> = {
  edges?: Resolver<Array<ResolversTypes['TraceEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Trace']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TraceEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TraceEdge'] = ResolversParentTypes['TraceEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Trace'], ParentType, ContextType>;
};

export type SearchTracesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchTracesPayload'] = ResolversParentTypes['SearchTracesPayload']> = {
  results?: Resolver<Array<ResolversTypes['TraceResult']>, ParentType, ContextType>;
};

export type TraceResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TraceResult'] = ResolversParentTypes['TraceResult']> = {
  trace?: Resolver<ResolversTypes['Trace'], ParentType, ContextType>;
  similarity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type CreateTracePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateTracePayload'] = ResolversParentTypes['CreateTracePayload']> = {
  trace?: Resolver<ResolversTypes['Trace'], ParentType, ContextType>;
};

export type ReviewTracePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReviewTracePayload'] = ResolversParentTypes['ReviewTracePayload']> = {
  trace?: Resolver<ResolversTypes['Trace'], ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['UtilityChange']>, ParentType, ContextType>;
};

export type LessonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Lesson'] = ResolversParentTypes['Lesson']> = {
  task?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['ReviewResult']>, ParentType, ContextType>;
  summary?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  keyMistake?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  correctAction?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  applicableTools?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  guidance?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  toolsUsed?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  shortened?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  trace?: Resolver<Maybe<ResolversTypes['Trace']>, ParentType, ContextType>;
};

export type QueryReflectionsPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['QueryReflectionsPayload'] = ResolversParentTypes['QueryReflectionsPayload']> = {
  results?: Resolver<Array<ResolversTypes['SearchResult']>, ParentType, ContextType>;
  filteredByThreshold?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AugmentTaskPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AugmentTaskPayload'] = ResolversParentTypes['AugmentTaskPayload']> = {
  augmentedTask?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  results?: Resolver<Array<ResolversTypes['SearchResult']>, ParentType, ContextType>;
  filteredByThreshold?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CreateReflectionPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateReflectionPayload'] = ResolversParentTypes['CreateReflectionPayload']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
  trace?: Resolver<ResolversTypes['Trace'], ParentType, ContextType>;
};

export type RetryReflectionPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RetryReflectionPayload'] = ResolversParentTypes['RetryReflectionPayload']> = {
  trace?: Resolver<ResolversTypes['Trace'], ParentType, ContextType>;
};

export type StreamSettingsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StreamSettings'] = ResolversParentTypes['StreamSettings']> = {
  importanceThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  minObservations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  recentObservations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  questionsPerCycle?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxDepth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  insightImportance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  decayFactor?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  candidates?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  recencyWeight?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  importanceWeight?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  relevanceWeight?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  utilityWeight?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  maxEntries?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  ttlHours?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  graceDays?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type StreamResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Stream'] = ResolversParentTypes['Stream']> = {
  cumulativeImportance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  observationCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastReflectionAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  importanceThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  minObservations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  settings?: Resolver<ResolversTypes['StreamSettings'], ParentType, ContextType>;
};

export type ImportanceExplainedResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ImportanceExplained'] = ResolversParentTypes['ImportanceExplained']> = {
  importance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['ImportanceSource'], ParentType, ContextType>;
  base?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  entity?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  feeling?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  goal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pending?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  context?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type EvidenceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Evidence'] = ResolversParentTypes['Evidence']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['EvidenceRole'], ParentType, ContextType>;
};

export type SupportResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Support'] = ResolversParentTypes['Support']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['EvidenceRole'], ParentType, ContextType>;
};

export type InsightCycleResolvers<ContextType = Context, ParentType extends ResolversParentTypes['InsightCycle'] = ResolversParentTypes['InsightCycle']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['JobStatus'], ParentType, ContextType>;
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  importance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  observationCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  questions?: Resolver<Array<ResolversTypes['CycleQuestion']>, ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['TokenUsage'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type CycleQuestionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CycleQuestion'] = ResolversParentTypes['CycleQuestion']> = {
  question?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  insight?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type InsightCycleConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['InsightCycleConnection'] = ResolversParentTypes['InsightCycleConnection']> = {
  edges?: Resolver<Array<ResolversTypes['InsightCycleEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['InsightCycle']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type InsightCycleEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['InsightCycleEdge'] = ResolversParentTypes['InsightCycleEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['InsightCycle'], ParentType, ContextType>;
};

export type RecordObservationPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RecordObservationPayload'] = ResolversParentTypes['RecordObservationPayload']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type RecordObservationsPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RecordObservationsPayload'] = ResolversParentTypes['RecordObservationsPayload']> = {
  results?: Resolver<Array<ResolversTypes['WriteEntriesResult']>, ParentType, ContextType>;
};

export type StartInsightCyclePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StartInsightCyclePayload'] = ResolversParentTypes['StartInsightCyclePayload']> = {
  insightCycle?: Resolver<ResolversTypes['InsightCycle'], ParentType, ContextType>;
};

export type RetrieveEntriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RetrieveEntriesPayload'] = ResolversParentTypes['RetrieveEntriesPayload']> = {
  results?: Resolver<Array<ResolversTypes['SearchResult']>, ParentType, ContextType>;
};

export type PlanningContextPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PlanningContextPayload'] = ResolversParentTypes['PlanningContextPayload']> = {
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  results?: Resolver<Array<ResolversTypes['SearchResult']>, ParentType, ContextType>;
};

export type AgentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  instructions?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  temperature?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  maxSteps?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  knowledgeConfig?: Resolver<ResolversTypes['KnowledgeConfig'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgentConnection'] = ResolversParentTypes['AgentConnection']> = {
  edges?: Resolver<Array<ResolversTypes['AgentEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Agent']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AgentEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgentEdge'] = ResolversParentTypes['AgentEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
};

export type KnowledgeConfigResolvers<ContextType = Context, ParentType extends ResolversParentTypes['KnowledgeConfig'] = ResolversParentTypes['KnowledgeConfig']> = {
  memoryIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  memoryTags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  kinds?: Resolver<Array<ResolversTypes['EntryKind']>, ParentType, ContextType>;
  minScore?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  ranking?: Resolver<ResolversTypes['KnowledgeRanking'], ParentType, ContextType>;
  lambda?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  mmrLambda?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  reflections?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  writeMemoryId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  injectAs?: Resolver<ResolversTypes['Injection'], ParentType, ContextType>;
};

export type CreateAgentPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateAgentPayload'] = ResolversParentTypes['CreateAgentPayload']> = {
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
};

export type UpdateAgentPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateAgentPayload'] = ResolversParentTypes['UpdateAgentPayload']> = {
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
};

export type DeleteAgentPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteAgentPayload'] = ResolversParentTypes['DeleteAgentPayload']> = {
  deletedAgentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type AgentKnowledgePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AgentKnowledgePayload'] = ResolversParentTypes['AgentKnowledgePayload']> = {
  messages?: Resolver<Array<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  results?: Resolver<Array<ResolversTypes['SearchResult']>, ParentType, ContextType>;
  knowledgeConfig?: Resolver<ResolversTypes['KnowledgeConfig'], ParentType, ContextType>;
};

export type GeneratePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['GeneratePayload'] = ResolversParentTypes['GeneratePayload']> = {
  generation?: Resolver<ResolversTypes['Generation'], ParentType, ContextType>;
};

export type ContinueGenerationPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ContinueGenerationPayload'] = ResolversParentTypes['ContinueGenerationPayload']> = {
  generation?: Resolver<ResolversTypes['Generation'], ParentType, ContextType>;
};

export type GenerationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Generation'] = ResolversParentTypes['Generation']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  agent?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['GenerationStatus'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  messages?: Resolver<Array<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  injectedMessages?: Resolver<Array<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  injected?: Resolver<Array<ResolversTypes['Retrieval']>, ParentType, ContextType>;
  memoryWrites?: Resolver<Array<ResolversTypes['MemoryWrite']>, ParentType, ContextType>;
  requiresAction?: Resolver<Array<ResolversTypes['ToolCall']>, ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['TokenUsage'], ParentType, ContextType>;
  steps?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  trace?: Resolver<Maybe<ResolversTypes['Trace']>, ParentType, ContextType>;
};

export type ToolCallResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ToolCall'] = ResolversParentTypes['ToolCall']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  arguments?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MemoryWriteResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MemoryWrite'] = ResolversParentTypes['MemoryWrite']> = {
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  action?: Resolver<Maybe<ResolversTypes['WriteAction']>, ParentType, ContextType>;
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['MemoryWriteError']>, ParentType, ContextType>;
};

export type MemoryWriteErrorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MemoryWriteError'] = ResolversParentTypes['MemoryWriteError']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TokenUsageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TokenUsage'] = ResolversParentTypes['TokenUsage']> = {
  inputTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type GenerationEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['GenerationEvent'] = ResolversParentTypes['GenerationEvent']> = {
  type?: Resolver<ResolversTypes['GenerationEventType'], ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  toolCall?: Resolver<Maybe<ResolversTypes['ToolCall']>, ParentType, ContextType>;
  memoryWrite?: Resolver<Maybe<ResolversTypes['MemoryWrite']>, ParentType, ContextType>;
  generation?: Resolver<Maybe<ResolversTypes['Generation']>, ParentType, ContextType>;
};

export type EventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  memoryId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  entryId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  traceId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  trace?: Resolver<Maybe<ResolversTypes['Trace']>, ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['FieldChange']>, ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type FieldChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FieldChange'] = ResolversParentTypes['FieldChange']> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type EventConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection']> = {
  edges?: Resolver<Array<ResolversTypes['EventEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  headCursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EventEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EventEdge'] = ResolversParentTypes['EventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Event'], ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  Node?: NodeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  Server?: ServerResolvers<ContextType>;
  ServerLimits?: ServerLimitsResolvers<ContextType>;
  Project?: ProjectResolvers<ContextType>;
  ProjectSettings?: ProjectSettingsResolvers<ContextType>;
  ApiKey?: ApiKeyResolvers<ContextType>;
  ProjectConnection?: ProjectConnectionResolvers<ContextType>;
  ProjectEdge?: ProjectEdgeResolvers<ContextType>;
  ApiKeyConnection?: ApiKeyConnectionResolvers<ContextType>;
  ApiKeyEdge?: ApiKeyEdgeResolvers<ContextType>;
  CreateProjectPayload?: CreateProjectPayloadResolvers<ContextType>;
  ReembedProjectPayload?: ReembedProjectPayloadResolvers<ContextType>;
  Reembedding?: ReembeddingResolvers<ContextType>;
  UpdateProjectPayload?: UpdateProjectPayloadResolvers<ContextType>;
  DeleteProjectPayload?: DeleteProjectPayloadResolvers<ContextType>;
  CreateApiKeyPayload?: CreateApiKeyPayloadResolvers<ContextType>;
  RevokeApiKeyPayload?: RevokeApiKeyPayloadResolvers<ContextType>;
  Memory?: MemoryResolvers<ContextType>;
  MemoryConnection?: MemoryConnectionResolvers<ContextType>;
  MemoryEdge?: MemoryEdgeResolvers<ContextType>;
  CreateMemoryPayload?: CreateMemoryPayloadResolvers<ContextType>;
  UpdateMemoryPayload?: UpdateMemoryPayloadResolvers<ContextType>;
  DeleteMemoryPayload?: DeleteMemoryPayloadResolvers<ContextType>;
  Entry?: EntryResolvers<ContextType>;
  EntryConnection?: EntryConnectionResolvers<ContextType>;
  EntryEdge?: EntryEdgeResolvers<ContextType>;
  Revision?: RevisionResolvers<ContextType>;
  RevisionConnection?: RevisionConnectionResolvers<ContextType>;
  RevisionEdge?: RevisionEdgeResolvers<ContextType>;
  WriteEntryPayload?: WriteEntryPayloadResolvers<ContextType>;
  WriteEntriesResult?: WriteEntriesResultResolvers<ContextType>;
  ItemError?: ItemErrorResolvers<ContextType>;
  ExtractEntriesPayload?: ExtractEntriesPayloadResolvers<ContextType>;
  ExtractEntriesResult?: ExtractEntriesResultResolvers<ContextType>;
  WriteEntriesPayload?: WriteEntriesPayloadResolvers<ContextType>;
  UpdateEntryPayload?: UpdateEntryPayloadResolvers<ContextType>;
  DeleteEntryPayload?: DeleteEntryPayloadResolvers<ContextType>;
  RestoreEntryPayload?: RestoreEntryPayloadResolvers<ContextType>;
  RevertEntryPayload?: RevertEntryPayloadResolvers<ContextType>;
  SearchKnowledgePayload?: SearchKnowledgePayloadResolvers<ContextType>;
  SearchResult?: SearchResultResolvers<ContextType>;
  Chunk?: ChunkResolvers<ContextType>;
  Trace?: TraceResolvers<ContextType>;
  Retrieval?: RetrievalResolvers<ContextType>;
  Review?: ReviewResolvers<ContextType>;
  Learning?: LearningResolvers<ContextType>;
  UtilityChange?: UtilityChangeResolvers<ContextType>;
  UtilityChangeConnection?: UtilityChangeConnectionResolvers<ContextType>;
  UtilityChangeEdge?: UtilityChangeEdgeResolvers<ContextType>;
  TraceConnection?: TraceConnectionResolvers<ContextType>;
  TraceEdge?: TraceEdgeResolvers<ContextType>;
  SearchTracesPayload?: SearchTracesPayloadResolvers<ContextType>;
  TraceResult?: TraceResultResolvers<ContextType>;
  CreateTracePayload?: CreateTracePayloadResolvers<ContextType>;
  ReviewTracePayload?: ReviewTracePayloadResolvers<ContextType>;
  Lesson?: LessonResolvers<ContextType>;
  QueryReflectionsPayload?: QueryReflectionsPayloadResolvers<ContextType>;
  AugmentTaskPayload?: AugmentTaskPayloadResolvers<ContextType>;
  CreateReflectionPayload?: CreateReflectionPayloadResolvers<ContextType>;
  RetryReflectionPayload?: RetryReflectionPayloadResolvers<ContextType>;
  StreamSettings?: StreamSettingsResolvers<ContextType>;
  Stream?: StreamResolvers<ContextType>;
  ImportanceExplained?: ImportanceExplainedResolvers<ContextType>;
  Evidence?: EvidenceResolvers<ContextType>;
  Support?: SupportResolvers<ContextType>;
  InsightCycle?: InsightCycleResolvers<ContextType>;
  CycleQuestion?: CycleQuestionResolvers<ContextType>;
  InsightCycleConnection?: InsightCycleConnectionResolvers<ContextType>;
  InsightCycleEdge?: InsightCycleEdgeResolvers<ContextType>;
  RecordObservationPayload?: RecordObservationPayloadResolvers<ContextType>;
  RecordObservationsPayload?: RecordObservationsPayloadResolvers<ContextType>;
  StartInsightCyclePayload?: StartInsightCyclePayloadResolvers<ContextType>;
  RetrieveEntriesPayload?: RetrieveEntriesPayloadResolvers<ContextType>;
  PlanningContextPayload?: PlanningContextPayloadResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  AgentConnection?: AgentConnectionResolvers<ContextType>;
  AgentEdge?: AgentEdgeResolvers<ContextType>;
  KnowledgeConfig?: KnowledgeConfigResolvers<ContextType>;
  CreateAgentPayload?: CreateAgentPayloadResolvers<ContextType>;
  UpdateAgentPayload?: UpdateAgentPayloadResolvers<ContextType>;
  DeleteAgentPayload?: DeleteAgentPayloadResolvers<ContextType>;
  AgentKnowledgePayload?: AgentKnowledgePayloadResolvers<ContextType>;
  GeneratePayload?: GeneratePayloadResolvers<ContextType>;
  ContinueGenerationPayload?: ContinueGenerationPayloadResolvers<ContextType>;
  Generation?: GenerationResolvers<ContextType>;
  ToolCall?: ToolCallResolvers<ContextType>;
  MemoryWrite?: MemoryWriteResolvers<ContextType>;
  MemoryWriteError?: MemoryWriteErrorResolvers<ContextType>;
  TokenUsage?: TokenUsageResolvers<ContextType>;
  GenerationEvent?: GenerationEventResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  FieldChange?: FieldChangeResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventEdge?: EventEdgeResolvers<ContextType>;
};

