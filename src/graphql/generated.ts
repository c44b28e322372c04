// Generated from schema.graphql by `npm run generate`. Do not edit.
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ProjectRow, ApiKeyRow, MemoryRow, ListedEntry, StatementOf, EntryRewardOf, TraceRow, TracePage, MessagePage, TraceRow as ReviewedTrace, RetrievalRow, UtilityChange as KnownUtilityChange, UtilityChangePage, LessonOf, AgentRow, AgentPage, GenerationPage, EvidenceRow, CycleRow, CyclePage, QuestionOf, EventRow, ProjectPage, ApiKeyPage, MemoryPage, TagRow, TagPage, ActorOf, JobRow, KnowledgeConfigOf, JobPage } from '../db/rows.ts';
import type { Match as KnownMatch } from '../retrieval/matches.ts';
import type { RevisionWithStatements, RevisionPage } from '../entries/revisions.ts';
import type { Reembedding as FoundReembedding } from '../reembedding/reembed-project.ts';
import type { LearningOf } from '../traces/traces.ts';
import type { Generation as KnownGeneration } from '../agents/generation-state.ts';
import type { MemoryWrite as KnownMemoryWrite } from '../agents/write-memory-tool.ts';
import type { EntryPage } from '../entries/entries.ts';
import type { RetrievedResult as KnownResult } from '../retrieval/retrieve.ts';
import type { EventPage } from '../event-feed/list-events.ts';
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

/** An object that `node` can fetch by its id. */
export type Node = {
  /** An opaque id that sorts by creation time, unique in its project. Its prefix names the type: `prj_`, `key_`, `mem_`, `me_`, `agt_`, `trc_`, `gen_`, `cyc_`, `job_`, `evt_`. */
  id: Scalars['ID']['output'];
};

/**
 * Information about one page of a connection (Relay). `first` requests a page from the beginning of the list or
 * after the cursor `after`; `last` requests a page from the end of the list or before the cursor `before`, in the
 * same order, and `first` is then ignored. Both are 0 to 100. A cursor is a place in the order of a list,
 * and is also valid with other filters and in the other direction.
 * Errors: BAD_USER_INPUT (`first` or `last` out of range, a malformed cursor, or one of another list or another field of `orderBy`).
 */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** True if there are more edges after `endCursor`; in a page that was requested with `last`, true if it was requested with `before`. */
  hasNextPage: Scalars['Boolean']['output'];
  /** True if there are more edges before `startCursor`; in a page that was requested with `first`, true if it was requested with `after`. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first edge; null on an empty page. */
  startCursor?: Maybe<Scalars['String']['output']>;
  /** Cursor of the last edge, used as `after` to request the next page; null on an empty page. */
  endCursor?: Maybe<Scalars['String']['output']>;
};

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

/** Who made a change. */
export type Actor = {
  __typename?: 'Actor';
  /** The id of the API key, also of the root key that the first start creates; `root` for the root key of the configuration (`LOREBASE_ROOT_KEY`); `oauth:` and the subject for an OAuth token; `reembedding`, `reflection`, `stream`, `contradiction` or `retention` for a background job. */
  id: Scalars['ID']['output'];
  /** Whether an API key, the root key of the configuration, an OAuth token or a background job made the change. */
  kind: ActorKind;
  /** The name of the API key; otherwise the same as `id`. */
  name: Scalars['String']['output'];
};

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
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Entries of memories with a tag that matches one of the globs (as in `memories(tags:)`), and of `memoryIds`. */
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Entries of any of these kinds. In a project with `requiredMetadataKey`, searches leave out REFLECTION unless `metadata` has the key, and fail with BAD_USER_INPUT if `kinds` has REFLECTION without it. `planningContext` never has reflections. */
  kinds?: InputMaybe<Array<EntryKind>>;
  /** Entries of any of these sources. */
  sources?: InputMaybe<Array<EntrySource>>;
  /** Entries with a statement whose metadata matches every key of the filter; a search covers only such statements. A single value also matches a list that contains it; a list or an object matches a value that contains it. At most 16 KiB. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Entries with a statement that happened at this time or later: its `occurredAt`, otherwise its `firstStatedAt`. A search covers only such statements. */
  occurredAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Entries with a statement that happened before this time. */
  occurredBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Entries that were created at this time or later. */
  createdAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Entries that were created before this time. */
  createdBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Entries whose `Entry.updatedAt` is this time or later. */
  updatedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Entries whose `Entry.updatedAt` is before this time. */
  updatedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Entries with at least this utility, in 0..1. */
  minUtility?: InputMaybe<Scalars['Float']['input']>;
  /** Entries with at most this utility, in 0..1. */
  maxUtility?: InputMaybe<Scalars['Float']['input']>;
  /** True for entries whose utility a review has changed; false for the others. */
  reviewed?: InputMaybe<Scalars['Boolean']['input']>;
  /** Reflections on runs with any of these results (`Lesson.outcome`). */
  outcomes?: InputMaybe<Array<ReviewResult>>;
};

/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type Query = {
  __typename?: 'Query';
  /** The authenticated principal. */
  viewer: Viewer;
  /** The server: its version, models, limits and optional features. */
  server: Server;
  /** An object of any type by its id; null if it does not exist in the project, or if it is an API key and the caller does not have role ADMIN. */
  node?: Maybe<Node>;
  /** Up to 100 objects by id, each as by `node`, in the order of `ids`. Errors: BAD_USER_INPUT (more than 100 ids). */
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
   * The project's memories, newest first unless `orderBy` says otherwise. With `tags`, only memories with at least
   * one tag that matches at least one of the globs (`crm`, `customer*`, `user-?refs`, `[ab]*`, `team/**`). Matching
   * is case-sensitive; `*` and `?` do not match `/`, `**` matches any parts, `[…]` matches one of its characters, and
   * `\` makes the next character plain. A glob also matches the tag that is equal to it. A final or repeated `/` of a
   * tag does not count, and `*`, `?` and `**` do not match a part `.` or `..`. An empty list matches no memory. Errors: BAD_USER_INPUT (a glob of more than 128 characters, more than 32 globs).
   */
  memories: MemoryConnection;
  /** The tags of the project's memories, ordered by Unicode code point. */
  tags: TagConnection;
  /** An entry by id, including a deleted entry; null if it does not exist in the project. */
  entry?: Maybe<Entry>;
  /** The project's entries, newest first unless `orderBy` says otherwise. Errors: BAD_USER_INPUT, NOT_FOUND (a memory of the scope). */
  entries: EntryConnection;
  /**
   * The entries that match a query best, best first (SOAT's `searchKnowledge`).
   * Errors: BAD_USER_INPUT, NOT_FOUND (a memory id that is not in the project), EMBEDDING_UNAVAILABLE.
   */
  searchKnowledge: SearchKnowledgePayload;
  /** A trace by id; null if it does not exist in the project. */
  trace?: Maybe<Trace>;
  /** The project's traces, newest first unless `orderBy` says otherwise. Errors: BAD_USER_INPUT. */
  traces: TraceConnection;
  /** The traces whose tasks are most similar to a text, best first. Errors: BAD_USER_INPUT, EMBEDDING_UNAVAILABLE. */
  searchTraces: SearchTracesPayload;
  /**
   * The reflections that are relevant to a task, best first (Reflect's `query_memories`). The candidates are the 200
   * most relevant reflections, or five times `limit` if that is more. Those below the similarity threshold are
   * excluded. The others are ranked by
   * `(1 − lambda) × relevance + lambda × utility` and diversified by maximal marginal relevance. `mode` says how the
   * relevance is computed; with SEMANTIC it is the cosine similarity (Reflect).
   * Errors: BAD_USER_INPUT, NOT_FOUND (a memory id that is not in the project), EMBEDDING_UNAVAILABLE.
   */
  queryReflections: QueryReflectionsPayload;
  /**
   * The task followed by the reflections that `queryReflections` returns, as text for a model's prompt, in the
   * layout of Reflect's `augment_with_memories`. Without reflections the task is unchanged. A line of a reflection
   * that is equal to a line of the layout is quoted with `> `.
   * Errors: as `queryReflections`.
   */
  augmentTask: AugmentTaskPayload;
  /**
   * The entries that are most recent, important and relevant to a query, best first (Generative Agents). The
   * candidates most relevant to the query are ranked by the weighted sum of recency, importance, relevance and
   * utility. To count an access of the entries that are shown, call `touchEntries`.
   * Errors: BAD_USER_INPUT, NOT_FOUND (a memory id that is not in the project), EMBEDDING_UNAVAILABLE.
   */
  retrieveEntries: RetrieveEntriesPayload;
  /** The entries that are relevant to a situation, as one text of at most `tokenBudget` tokens. Errors: as `retrieveEntries`. */
  planningContext: PlanningContextPayload;
  /** An agent by id; null if it does not exist in the project. */
  agent?: Maybe<Agent>;
  /** The project's agents, newest first unless `orderBy` says otherwise. */
  agents: AgentConnection;
  /**
   * The messages that `generate` would put in front of a conversation, without a call to a chat model: for
   * runtimes that call a model of their own. Errors: BAD_USER_INPUT, NOT_FOUND, EMBEDDING_UNAVAILABLE.
   */
  agentKnowledge: AgentKnowledgePayload;
  /** A generation by id; null if it does not exist in the project, or was deleted after its retention time. */
  generation?: Maybe<Generation>;
  /** The project's generations, newest first, within the days of `Server.limits.idempotencyRetentionDays`. Errors: NOT_FOUND (the agent). */
  generations: GenerationConnection;
  /**
   * The project's event log, within its retention period, in the order in which the events were committed. The
   * subscription `events` delivers the same events live, and its arguments have the same meaning here. Errors:
   * BAD_USER_INPUT, NOT_FOUND (an object that the project never had), CURSOR_EXPIRED (the log does not hold the
   * event of a cursor).
   */
  events: EventConnection;
  /**
   * Counts of what happened in the project between two times, in hours, days or weeks, oldest first. The counts of
   * each process are stored every few seconds, so the latest ones can be missing for a moment, and those of a
   * process that crashes are lost. Errors: BAD_USER_INPUT (more than 1,000 buckets).
   */
  stats: Array<StatsBucket>;
  /** The project's background jobs, newest first. Finished jobs are kept for 30 days. */
  jobs: JobConnection;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryProjectArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryProjectsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryMemoryArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryMemoriesArgs = {
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  name?: InputMaybe<Scalars['String']['input']>;
  deleted: Scalars['Boolean']['input'];
  orderBy: MemoryOrder;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryTagsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryEntryArgs = {
  id: Scalars['ID']['input'];
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryEntriesArgs = {
  scope?: InputMaybe<KnowledgeScope>;
  text?: InputMaybe<Scalars['String']['input']>;
  deleted: Scalars['Boolean']['input'];
  superseded?: InputMaybe<Scalars['Boolean']['input']>;
  orderBy: EntryOrder;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QuerySearchKnowledgeArgs = {
  input: SearchKnowledgeInput;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryTraceArgs = {
  id: Scalars['ID']['input'];
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryTracesArgs = {
  filter?: InputMaybe<TraceFilter>;
  orderBy: TraceOrder;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QuerySearchTracesArgs = {
  input: SearchTracesInput;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryQueryReflectionsArgs = {
  input: QueryReflectionsInput;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryAugmentTaskArgs = {
  input: QueryReflectionsInput;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryRetrieveEntriesArgs = {
  input: RetrieveEntriesInput;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryPlanningContextArgs = {
  input: PlanningContextInput;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryAgentArgs = {
  id: Scalars['ID']['input'];
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryAgentsArgs = {
  orderBy: AgentOrder;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryAgentKnowledgeArgs = {
  input: AgentKnowledgeInput;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryGenerationArgs = {
  id: Scalars['ID']['input'];
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryGenerationsArgs = {
  agentId?: InputMaybe<Scalars['ID']['input']>;
  status?: InputMaybe<GenerationStatus>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryEventsArgs = {
  scope?: InputMaybe<KnowledgeScope>;
  types?: InputMaybe<Array<EventType>>;
  entryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  agentIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  traceIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  actorIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  createdAfter?: InputMaybe<Scalars['DateTime']['input']>;
  createdBefore?: InputMaybe<Scalars['DateTime']['input']>;
  direction: OrderDirection;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryStatsArgs = {
  from: Scalars['DateTime']['input'];
  to?: InputMaybe<Scalars['DateTime']['input']>;
  bucket: StatsBucketSize;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  memoryId?: InputMaybe<Scalars['ID']['input']>;
};


/** The queries. A query requires the role READ. Reading API keys, by `Project.apiKeys`, `node` or `nodes`, requires ADMIN. */
export type QueryJobsArgs = {
  status?: InputMaybe<JobStatus>;
  kind?: InputMaybe<JobKind>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};

/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type Mutation = {
  __typename?: 'Mutation';
  /** Creates a project. Requires a root key of role ADMIN. Errors: BAD_USER_INPUT, EMBEDDING_UNAVAILABLE (no endpoint for its model), CONFLICT (the idempotency key was used with another input), NOT_FOUND (the object of the idempotency key was deleted). */
  createProject: CreateProjectPayload;
  /** Changes the name or settings of the project in which the request acts. Errors: NOT_FOUND, BAD_USER_INPUT, FORBIDDEN (an embedding model that only a root key may choose), CONFLICT (another embedding model while the project holds entries or traces, or is being moved), EMBEDDING_UNAVAILABLE (no endpoint for the model). */
  updateProject: UpdateProjectPayload;
  /** Permanently deletes the project in which the request acts, with all its content and keys. Errors: NOT_FOUND, BAD_USER_INPUT (`confirmName` is not its name). */
  deleteProject: DeleteProjectPayload;
  /**
   * Embeds a project with another model in the background. Searches use the existing vectors until
   * every entry has vectors of the new model; the project then switches in one transaction. Entries that are
   * written meanwhile get vectors of both models. `Project.reembedding` reports the progress.
   * Requesting the project's current model cancels it. Errors: NOT_FOUND, BAD_USER_INPUT, FORBIDDEN (a
   * model that only a root key may choose), EMBEDDING_UNAVAILABLE (no endpoint for the model).
   */
  reembedProject: ReembedProjectPayload;
  /** Creates an API key that is bound to one project. The secret is returned only in this response. Errors: BAD_USER_INPUT, NOT_FOUND, CONFLICT (the idempotency key was used with another input). */
  createApiKey: CreateApiKeyPayload;
  /** Changes the name of an API key. Errors: NOT_FOUND, BAD_USER_INPUT. */
  renameApiKey: RenameApiKeyPayload;
  /** Gives an API key a new secret, which is returned only in this response. A further rotation ends the overlap of the one before. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (the key is revoked or expired). */
  rotateApiKey: RotateApiKeyPayload;
  /** Revokes an API key. Requests with it are rejected at once by the process that answers, by all others within milliseconds, and within a second by one whose connection to the database hangs. Its open subscriptions end within a second without any event that came after the revocation. Errors: NOT_FOUND. */
  revokeApiKey: RevokeApiKeyPayload;
  /** Sets the quotas of the project in which the request acts. Requires a root key of role ADMIN. Errors: NOT_FOUND, BAD_USER_INPUT. */
  setQuotas: SetQuotasPayload;
  /**
   * Permanently erases entries, traces and generations with everything that was made from them: revisions,
   * events, reflections on the traces, and insights that have erased entries as evidence. Nothing of it can be
   * restored; docs/erasure.md says what backups keep. Errors: BAD_USER_INPUT.
   */
  eraseData: EraseDataPayload;
  /** Makes a failed or cancelled job run again, with its attempts reset. Errors: NOT_FOUND, FORBIDDEN (a job of kind PROJECT_REEMBEDDING, without role ADMIN), CONFLICT (the job is queued, running or completed, or a newer job has the same subject). */
  retryJob: RetryJobPayload;
  /** Cancels a job that is queued or running. What a running job has stored so far is kept. Errors: NOT_FOUND, FORBIDDEN (a job of kind PROJECT_REEMBEDDING, without role ADMIN), CONFLICT (the job has ended). */
  cancelJob: CancelJobPayload;
  /** Creates a memory. Errors: BAD_USER_INPUT, CONFLICT (the name is taken in the project, or the idempotency key was used with another input), NOT_FOUND (the object of the idempotency key was deleted). */
  createMemory: CreateMemoryPayload;
  /** Changes the given fields of a memory. Agents and streams of other processes use the change within milliseconds, and within a second if the connection of one to the database hangs. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (the name is taken, or `ifVersion` is not the version). */
  updateMemory: UpdateMemoryPayload;
  /**
   * Deletes a memory with its entries: it is excluded from searches and lists, and nothing can be written to it.
   * `restoreMemory` restores it until `Memory.purgeAt`, when it is permanently deleted. Deleting a deleted memory is
   * not an error. Errors: NOT_FOUND, CONFLICT (an agent writes to the memory, without `force`).
   */
  deleteMemory: DeleteMemoryPayload;
  /** Restores a deleted memory with its entries. Restoring a memory that is not deleted is not an error. Errors: NOT_FOUND, CONFLICT (another memory now has its name). */
  restoreMemory: RestoreMemoryPayload;
  /** Replaces a tag by another in all memories that are not deleted. More than 500 memories are changed in several transactions; a call that failed can be repeated. Errors: BAD_USER_INPUT, NOT_FOUND (no memory has the tag). */
  renameTag: RenameTagPayload;
  /**
   * Writes a text to a memory without duplicating its entries. A FACT is compared with the facts of the
   * memory and is then stored as a new entry (CREATED), added to an entry (UPDATED) or not stored (SKIPPED). With the policy
   * SAFE, the default, a text is SKIPPED only if it is already the newest statement of an entry, so no value is lost. Entries
   * of other kinds are always CREATED.
   * Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (the idempotency key was used for another write),
   * EMBEDDING_UNAVAILABLE (nothing was stored).
   */
  writeEntry: WriteEntryPayload;
  /**
   * Writes up to 500 texts to one memory, with the same outcome as consecutive calls of `writeEntry`, and
   * returns one result per item, in order. An invalid item fails alone. If the embedding model fails, none of the
   * others is stored. Many texts are stored in several transactions: after DATABASE_UNAVAILABLE, the first can be
   * stored, which the repeated call skips. Errors: as `writeEntry`.
   */
  writeEntries: WriteEntriesPayload;
  /**
   * Creates entries with source EXTRACTION from a document: the facts that the chat model extracts or, if the
   * server has no chat model, the sentences of the document. Each text is written as by `writeEntry`, so a
   * text that is already the newest statement of an entry is SKIPPED. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (nothing
   * could be extracted, or the idempotency key was used with another input), CHAT_UNAVAILABLE,
   * EMBEDDING_UNAVAILABLE (texts that were written before the error are kept).
   */
  extractEntries: ExtractEntriesPayload;
  /** Changes the given fields of an entry. New content is embedded. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (another entry has one of its texts, expires at the same time and has no other value for a metadata key; the entry is deleted; or `ifVersion` is not the version), EMBEDDING_UNAVAILABLE. */
  updateEntry: UpdateEntryPayload;
  /** Deletes an entry: it is excluded from searches and lists until `restoreEntry` restores it. Entries that it replaced do not become current. Deleting a deleted entry is not an error. Errors: NOT_FOUND. */
  deleteEntry: DeleteEntryPayload;
  /** Deletes up to 500 entries, each as by `deleteEntry`. An item that fails does not affect the others. Errors: BAD_USER_INPUT (no entry, or more than 500); of an item: NOT_FOUND. */
  deleteEntries: DeleteEntriesPayload;
  /** Moves up to 500 entries to another memory. They keep their ids, revisions and utilities. An item that fails does not affect the others. Errors: BAD_USER_INPUT, NOT_FOUND (the memory); of an item: NOT_FOUND, CONFLICT (the entry is a current fact, and a current fact of the memory has its text, expires at the same time, and has no other value for a metadata key; the entry is deleted; or it replaces, or is replaced by, an entry that is not moved with it: move both). */
  moveEntries: MoveEntriesPayload;
  /** Writes the contents of up to 500 entries, together at most 2 MiB, to another memory, each as by `writeEntry`. A copy keeps the kind, source, metadata, importance, lesson, `occurredAt` and `expiresAt` of its entry; an observation, plan or insight without `occurredAt` gets the time at which its entry was created. It has one statement, and its utility starts at 0.5. A fact that is merged becomes a statement of another entry, whose importance stays as it is. An item that fails does not affect the others. Errors: as `writeEntry`. */
  copyEntries: CopyEntriesPayload;
  /** Restores a deleted entry, which then no longer expires. Errors: NOT_FOUND, CONFLICT (another entry now has its text), EMBEDDING_UNAVAILABLE. */
  restoreEntry: RestoreEntryPayload;
  /** Undoes changes of an entry's statements: sets them to those of one of its `revisions`. The kind, importance, expiry and lesson stay as they are. Errors: NOT_FOUND (no such change), BAD_USER_INPUT (a reflection would lose the required metadata), CONFLICT (another entry has the text; the entry is deleted; an entry that the split or merge created or deleted has been changed, moved or replaced since; or `revision` is omitted and the latest change did not change statements), EMBEDDING_UNAVAILABLE. */
  revertEntry: RevertEntryPayload;
  /** Deletes one statement of an entry; with its only statement, the entry is deleted. `revertEntry` undoes it, or `restoreEntry` if the entry was deleted. Errors: NOT_FOUND (the entry or the statement), CONFLICT (the entry is deleted, or `ifVersion` is not the version), EMBEDDING_UNAVAILABLE. */
  deleteStatement: DeleteStatementPayload;
  /** Makes statements of an entry an entry of their own. `revertEntry` undoes it. Errors: NOT_FOUND (the entry or a statement), BAD_USER_INPUT (no or all statements), CONFLICT (as `deleteStatement`), EMBEDDING_UNAVAILABLE. */
  splitEntry: SplitEntryPayload;
  /** Adds the statements of entries to the first of them, and deletes the others. `revertEntry` undoes it. Errors: NOT_FOUND, BAD_USER_INPUT (other memories or kinds, too large, or an entry with a lesson), CONFLICT (an entry is deleted or replaced by another, metadata has different values for a key, or another entry has one of the texts), EMBEDDING_UNAVAILABLE. */
  mergeEntries: MergeEntriesPayload;
  /** Sets which entry replaces up to 500 entries, so that searches leave them out; or makes them current again. An item that fails does not affect the others. Errors: BAD_USER_INPUT, NOT_FOUND (`by`); of an item: NOT_FOUND, BAD_USER_INPUT (`by` is in another memory, or the entry itself), CONFLICT (`by` is deleted or itself replaced). */
  supersedeEntries: SupersedeEntriesPayload;
  /** Counts one access of each of up to 500 entries, so that their recency rises (`accessShare`). An item that fails does not affect the others. Errors: BAD_USER_INPUT; of an item: NOT_FOUND, CONFLICT (the entry is deleted). */
  touchEntries: TouchEntriesPayload;
  /**
   * Stores the trace of an agent's run: its messages and the entries that it retrieved. With `review`, the
   * trace is also reviewed in the same transaction, as by `reviewTrace`. Errors: BAD_USER_INPUT (`path` names
   * the malformed message), NOT_FOUND (a retrieved entry or the memory), CONFLICT (the idempotency key was
   * used for another trace), EMBEDDING_UNAVAILABLE.
   */
  createTrace: CreateTracePayload;
  /**
   * Reviews a trace: records its result and moves the utilities of the retrieved entries, and of no others, as
   * the project's `creditRule` says. Unless `generateReflection` is false, the chat model writes a reflection in the
   * background. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (already reviewed, without `replace`).
   */
  reviewTrace: ReviewTracePayload;
  /** Reviews up to 100 traces, in order, each as by `reviewTrace`. An item that fails does not affect the others. Errors: BAD_USER_INPUT (no review, or more than 100); of an item: as `reviewTrace`. */
  reviewTraces: ReviewTracesPayload;
  /** Permanently deletes a trace with its messages and its review. The utilities that the review moved are unchanged, and its reflection is kept. Errors: NOT_FOUND. */
  deleteTrace: DeleteTracePayload;
  /**
   * Stores a reflection that the agent wrote, together with a reviewed trace of the run. It does not use a
   * chat model. Errors: BAD_USER_INPUT, NOT_FOUND (the memory, a retrieved entry, or the object of the idempotency key,
   * if it was deleted), CONFLICT (the project changed its embedding model during the call, or the idempotency key was
   * used with another input), EMBEDDING_UNAVAILABLE.
   */
  createReflection: CreateReflectionPayload;
  /** Queues the reflection of a trace if it failed, was cancelled, deleted or never requested, or is on a review with another result. If it is queued already, nothing changes. Errors: NOT_FOUND, CONFLICT (the trace is not reviewed, or already has its reflection). */
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
   * NOT_FOUND, CONFLICT (the stream is below its thresholds or does not form insights, without `force`; or it is
   * empty), CHAT_NOT_CONFIGURED.
   */
  startInsightCycle: StartInsightCyclePayload;
  /** Creates an agent. Errors: BAD_USER_INPUT, NOT_FOUND (a memory that is not in the project), CONFLICT (the name is taken, by the agent in `extensions.agentId`; or the idempotency key was used with another input). */
  createAgent: CreateAgentPayload;
  /** Changes the given fields of an agent. Other processes use the change within milliseconds, and within a second if the connection of one to the database hangs. Errors: as `createAgent`, and NOT_FOUND (the agent). */
  updateAgent: UpdateAgentPayload;
  /** Deletes an agent and its generations. Its traces are kept. Errors: NOT_FOUND. */
  deleteAgent: DeleteAgentPayload;
  /**
   * Generates an agent's answer to a conversation: puts knowledge in front of the conversation, calls the chat
   * model and its tools, and records the run as a trace with the injected entries. Counts an access of each of them.
   * Errors: BAD_USER_INPUT, NOT_FOUND, CONFLICT (the idempotency key was used for another call, its generation is
   * still running, or the generation was cancelled), EMBEDDING_UNAVAILABLE, CHAT_NOT_CONFIGURED, CHAT_UNAVAILABLE.
   */
  generate: GeneratePayload;
  /**
   * Continues a generation whose status is REQUIRES_ACTION with the results of the caller's tools. Errors:
   * NOT_FOUND, BAD_USER_INPUT (a tool call has no result, or a result names an unknown tool call), CONFLICT (the
   * generation requires no action, or was cancelled), CHAT_NOT_CONFIGURED, CHAT_UNAVAILABLE, EMBEDDING_UNAVAILABLE.
   * After the last three, the generation still requires action and can be continued again.
   */
  continueGeneration: ContinueGenerationPayload;
  /** Cancels a generation that is running, in any process, or requires action. Errors: NOT_FOUND, CONFLICT (the generation has ended). */
  cancelGeneration: CancelGenerationPayload;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationCreateProjectArgs = {
  input: CreateProjectInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationUpdateProjectArgs = {
  input: UpdateProjectInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationDeleteProjectArgs = {
  input: DeleteProjectInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationReembedProjectArgs = {
  input: ReembedProjectInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationRenameApiKeyArgs = {
  input: RenameApiKeyInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationRotateApiKeyArgs = {
  input: RotateApiKeyInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationRevokeApiKeyArgs = {
  input: RevokeApiKeyInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationSetQuotasArgs = {
  input: SetQuotasInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationEraseDataArgs = {
  input: EraseDataInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationRetryJobArgs = {
  input: RetryJobInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationCancelJobArgs = {
  input: CancelJobInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationCreateMemoryArgs = {
  input: CreateMemoryInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationUpdateMemoryArgs = {
  input: UpdateMemoryInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationDeleteMemoryArgs = {
  input: DeleteMemoryInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationRestoreMemoryArgs = {
  input: RestoreMemoryInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationRenameTagArgs = {
  input: RenameTagInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationWriteEntryArgs = {
  input: WriteEntryInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationWriteEntriesArgs = {
  input: WriteEntriesInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationExtractEntriesArgs = {
  input: ExtractEntriesInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationUpdateEntryArgs = {
  input: UpdateEntryInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationDeleteEntryArgs = {
  input: DeleteEntryInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationDeleteEntriesArgs = {
  input: DeleteEntriesInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationMoveEntriesArgs = {
  input: MoveEntriesInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationCopyEntriesArgs = {
  input: CopyEntriesInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationRestoreEntryArgs = {
  input: RestoreEntryInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationRevertEntryArgs = {
  input: RevertEntryInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationDeleteStatementArgs = {
  input: DeleteStatementInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationSplitEntryArgs = {
  input: SplitEntryInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationMergeEntriesArgs = {
  input: MergeEntriesInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationSupersedeEntriesArgs = {
  input: SupersedeEntriesInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationTouchEntriesArgs = {
  input: TouchEntriesInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationCreateTraceArgs = {
  input: CreateTraceInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationReviewTraceArgs = {
  input: ReviewTraceInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationReviewTracesArgs = {
  input: ReviewTracesInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationDeleteTraceArgs = {
  input: DeleteTraceInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationCreateReflectionArgs = {
  input: CreateReflectionInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationRetryReflectionArgs = {
  input: RetryReflectionInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationRecordObservationArgs = {
  input: RecordObservationInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationRecordObservationsArgs = {
  input: RecordObservationsInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationStartInsightCycleArgs = {
  input: StartInsightCycleInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationCreateAgentArgs = {
  input: CreateAgentInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationUpdateAgentArgs = {
  input: UpdateAgentInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationDeleteAgentArgs = {
  input: DeleteAgentInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationGenerateArgs = {
  input: GenerateInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationContinueGenerationArgs = {
  input: ContinueGenerationInput;
};


/** The mutations. A mutation requires the role WRITE, or ADMIN if it changes projects, API keys or quotas, or erases data. A mutation takes one `input`, and is stored entirely or not at all unless it says otherwise. Several mutations of one operation run one after the other. */
export type MutationCancelGenerationArgs = {
  input: CancelGenerationInput;
};

/** The subscriptions, over WebSocket (graphql-ws) or server-sent events (graphql-sse): docs/subscriptions.md. */
export type Subscription = {
  __typename?: 'Subscription';
  /** Runs `generate` and streams what happens. Ending the subscription cancels the generation, unless it is `detached`. Errors: as the mutation `generate`. */
  generate: GenerationEvent;
  /** Runs `continueGeneration` and streams what happens. Errors: as the mutation `continueGeneration`. */
  continueGeneration: GenerationEvent;
  /**
   * The events of the project as they are committed, by any process, each exactly once and in the order of the
   * log. To resume without a gap, pass the last received cursor as `after`, or as `resumeAfter` in the parameters
   * of the connection (docs/subscriptions.md).
   * Errors: BAD_USER_INPUT (not a cursor), CURSOR_EXPIRED (the log does not hold the event of the cursor, or no
   * longer holds that of the last event delivered, because the database was restored), NOT_FOUND (an object that
   * the project never had).
   */
  events: Event;
};


/** The subscriptions, over WebSocket (graphql-ws) or server-sent events (graphql-sse): docs/subscriptions.md. */
export type SubscriptionGenerateArgs = {
  input: GenerateInput;
  detached: Scalars['Boolean']['input'];
};


/** The subscriptions, over WebSocket (graphql-ws) or server-sent events (graphql-sse): docs/subscriptions.md. */
export type SubscriptionContinueGenerationArgs = {
  input: ContinueGenerationInput;
  detached: Scalars['Boolean']['input'];
};


/** The subscriptions, over WebSocket (graphql-ws) or server-sent events (graphql-sse): docs/subscriptions.md. */
export type SubscriptionEventsArgs = {
  scope?: InputMaybe<KnowledgeScope>;
  types?: InputMaybe<Array<EventType>>;
  entryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  agentIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  traceIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  actorIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** The permissions of an API key. Each role includes the roles before it. */
export type Role =
  /** Permits queries, searches and subscriptions to events. */
  | 'READ'
  /** Also permits changing memories, entries, traces, reviews, agents and jobs, and generating answers. */
  | 'WRITE'
  /** Also permits changing the project, its settings and its keys, and erasing its data. */
  | 'ADMIN';

/** The authenticated principal: the API key of the request and its permissions. */
export type Viewer = {
  __typename?: 'Viewer';
  /** The API key; null for the root key of the configuration. */
  apiKey?: Maybe<ApiKey>;
  /** The role of the key; ADMIN for the root key of the configuration. */
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
  /** The limits of this server. */
  limits: ServerLimits;
  /** The optional features that this server has, in the order of the enum. */
  features: Array<ServerFeature>;
};

/** The limits of the server; docs/limits.md lists all limits, with their error codes. Sizes of text are bytes of UTF-8, and those of JSON are bytes of its compact form. */
export type ServerLimits = {
  __typename?: 'ServerLimits';
  /** Maximum `first` of a page, maximum number of results of a search, and of ids of `nodes`. */
  maxPageSize: Scalars['Int']['output'];
  /** Maximum size of the content of an entry, and of a query. */
  maxContentBytes: Scalars['Int']['output'];
  /** Maximum size of metadata. */
  maxMetadataBytes: Scalars['Int']['output'];
  /** Maximum number of items of `writeEntries` and of `recordObservations`. */
  maxBulkItems: Scalars['Int']['output'];
  /** Maximum size of the content of all items of a bulk write. */
  maxBulkBytes: Scalars['Int']['output'];
  /** Maximum size of the text of `extractEntries`. */
  maxExtractedBytes: Scalars['Int']['output'];
  /** Maximum size of the messages of a trace or of a conversation. */
  maxTrajectoryBytes: Scalars['Int']['output'];
  /** Maximum number of tags of a memory. */
  maxTags: Scalars['Int']['output'];
  /** Maximum number of globs in `memoryTags` and `tags`. */
  maxGlobs: Scalars['Int']['output'];
  /** Maximum number of memory ids in a search. */
  maxMemoryIds: Scalars['Int']['output'];
  /** Maximum number of the caller's tools in a generation. */
  maxTools: Scalars['Int']['output'];
  /** Maximum size of the body of a request, and of a message over WebSocket. */
  maxBodyBytes: Scalars['Int']['output'];
  /** Maximum cost of an operation. The response has its cost in `extensions.cost`. */
  maxCost: Scalars['Int']['output'];
  /** Maximum depth of selections in an operation. */
  maxDepth: Scalars['Int']['output'];
  /** Maximum number of aliases in a document. */
  maxAliases: Scalars['Int']['output'];
  /** Maximum number of fragments in a document. */
  maxFragments: Scalars['Int']['output'];
  /** Maximum number of lexical tokens in a document. */
  maxTokens: Scalars['Int']['output'];
  /** Maximum number of operations, including subscriptions, that one WebSocket runs at once. */
  maxWebSocketOperations: Scalars['Int']['output'];
  /** Operations that each API key may begin in a minute on one server, all of its workers together; null for no limit. */
  operationsPerMinute?: Maybe<Scalars['Int']['output']>;
  /** Days for which the event log keeps an event. */
  eventRetentionDays: Scalars['Int']['output'];
  /** Days for which a call that repeats an idempotency key returns the result of the first call. It holds for writes, observations, extractions, created objects and generations. */
  idempotencyRetentionDays: Scalars['Int']['output'];
  /** Days for which searches with `asOf` find statements that were edited or deleted. */
  historyRetentionDays: Scalars['Int']['output'];
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
  /** The global id, which begins with `prj_`. */
  id: Scalars['ID']['output'];
  /** The name, which need not be unique. */
  name: Scalars['String']['output'];
  /** The effective settings. */
  settings: ProjectSettings;
  /** Names of the settings that the project sets itself, as in `ProjectSettings`; those of `stream` with `stream.` before them; without the embedding model, which every project stores. */
  ownSettings: Array<Scalars['String']['output']>;
  /** What each setting would be if it alone were reset with null. */
  defaultSettings: ProjectSettings;
  /** The re-embedding in progress; null if there is none. */
  reembedding?: Maybe<Reembedding>;
  /** Statistics of learning from reviews. */
  learning: Learning;
  /** What the project holds and has used today, beside its quotas. */
  usage: ProjectUsage;
  /** One line of text on what the project holds: the number of memories, of entries by kind and of traces, and the times of the oldest and the newest. */
  summary: Scalars['String']['output'];
  /** As the query `memory`, in this project. Errors: BAD_USER_INPUT. */
  memory?: Maybe<Memory>;
  /** As the query `memories`, in this project. Errors: BAD_USER_INPUT. */
  memories: MemoryConnection;
  /** As the query `tags`, in this project. */
  tags: TagConnection;
  /** As the query `entry`, in this project. */
  entry?: Maybe<Entry>;
  /** As the query `entries`, in this project. Errors: BAD_USER_INPUT, NOT_FOUND. */
  entries: EntryConnection;
  /** As the query `agent`, in this project. */
  agent?: Maybe<Agent>;
  /** As the query `agents`, in this project. */
  agents: AgentConnection;
  /** As the query `trace`, in this project. */
  trace?: Maybe<Trace>;
  /** As the query `traces`, in this project. Errors: BAD_USER_INPUT. */
  traces: TraceConnection;
  /** As the query `generation`, in this project. */
  generation?: Maybe<Generation>;
  /** As the query `generations`, in this project. */
  generations: GenerationConnection;
  /** As the query `events`, in this project. Errors: BAD_USER_INPUT, NOT_FOUND, CURSOR_EXPIRED. */
  events: EventConnection;
  /** As the query `stats`, in this project. Errors: BAD_USER_INPUT. */
  stats: Array<StatsBucket>;
  /** As the query `jobs`, in this project. */
  jobs: JobConnection;
  /** The project's API keys, newest first, including revoked keys. Requires role ADMIN. */
  apiKeys: ApiKeyConnection;
  /** When the project was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the project was last changed. */
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
  name?: InputMaybe<Scalars['String']['input']>;
  deleted: Scalars['Boolean']['input'];
  orderBy: MemoryOrder;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectTagsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectEntryArgs = {
  id: Scalars['ID']['input'];
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectEntriesArgs = {
  scope?: InputMaybe<KnowledgeScope>;
  text?: InputMaybe<Scalars['String']['input']>;
  deleted: Scalars['Boolean']['input'];
  superseded?: InputMaybe<Scalars['Boolean']['input']>;
  orderBy: EntryOrder;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectAgentArgs = {
  id: Scalars['ID']['input'];
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectAgentsArgs = {
  orderBy: AgentOrder;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectTraceArgs = {
  id: Scalars['ID']['input'];
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectTracesArgs = {
  filter?: InputMaybe<TraceFilter>;
  orderBy: TraceOrder;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectGenerationArgs = {
  id: Scalars['ID']['input'];
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectGenerationsArgs = {
  agentId?: InputMaybe<Scalars['ID']['input']>;
  status?: InputMaybe<GenerationStatus>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectEventsArgs = {
  scope?: InputMaybe<KnowledgeScope>;
  types?: InputMaybe<Array<EventType>>;
  entryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  agentIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  traceIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  actorIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  createdAfter?: InputMaybe<Scalars['DateTime']['input']>;
  createdBefore?: InputMaybe<Scalars['DateTime']['input']>;
  direction: OrderDirection;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectStatsArgs = {
  from: Scalars['DateTime']['input'];
  to?: InputMaybe<Scalars['DateTime']['input']>;
  bucket: StatsBucketSize;
  agentId?: InputMaybe<Scalars['ID']['input']>;
  memoryId?: InputMaybe<Scalars['ID']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectJobsArgs = {
  status?: InputMaybe<JobStatus>;
  kind?: InputMaybe<JobKind>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A tenant. No operation or reference crosses the boundary of a project. */
export type ProjectApiKeysArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};

/** The effective settings: the project's own, otherwise the deployment's. */
export type ProjectSettings = {
  __typename?: 'ProjectSettings';
  /** Name of the embedding model; `all-MiniLM-L6-v2` runs inside the server. */
  embeddingModel: Scalars['String']['output'];
  /** Length of the model's vectors. */
  embeddingDimensions: Scalars['Int']['output'];
  /** A preset for `duplicatePolicy`, `duplicateThreshold`, `updateThreshold` and `maxStatements`. Each of them can also be set on its own. */
  writePreset: WritePreset;
  /** When a write skips a text. */
  duplicatePolicy: DuplicatePolicy;
  /** Lowest cosine similarity, in 0..1, at which a text is SKIPPED with the policy SIMILAR (SOAT: 0.95). */
  duplicateThreshold: Scalars['Float']['output'];
  /** Lowest cosine similarity, in 0..1, to every statement of an entry at which a text becomes a statement of it (SOAT: 0.75; the local model: 0.825). */
  updateThreshold: Scalars['Float']['output'];
  /** Maximum number of statements that writes collect in one entry, 1 to 64. */
  maxStatements: Scalars['Int']['output'];
  /** How a review gives credit to the entries that the run retrieved. */
  creditRule: CreditRule;
  /** A metadata key, such as `user_id`, that keeps the reflections of users apart; null for none. The metadata of `createTrace` and of written reflections, and the metadata filter of searches for reflections, must have it. `generate` does not require it unless the agent has `reflections`. */
  requiredMetadataKey?: Maybe<Scalars['String']['output']>;
  /** Learning rate of utilities, in 0..1: q ← q + alpha (reward − q) (Reflect: 0.3). */
  learningRate: Scalars['Float']['output'];
  /** How the learning rate depends on the number of an entry's reviews. */
  learningRateSchedule: LearningRateSchedule;
  /** Lower limit of the learning rate DECAYING, in 0..1; default 0.05. */
  learningRateFloor: Scalars['Float']['output'];
  /** Lowest cosine similarity, in 0..1, of a reflection that `queryReflections` returns (Reflect: 0.5; the local model: 0.25). */
  similarityThreshold: Scalars['Float']['output'];
  /** Days after which a trace is permanently deleted, as by `deleteTrace`; null for no limit. */
  traceRetentionDays?: Maybe<Scalars['Int']['output']>;
  /** Settings of memory streams, which a memory can override. */
  stream: StreamSettings;
};

/** The limits of a project, set by the operator of the server. Null for no limit. */
export type Quotas = {
  __typename?: 'Quotas';
  /** Maximum number of entries, without deleted ones. */
  maxEntries?: Maybe<Scalars['Int']['output']>;
  /** Maximum size of the content of these entries, in bytes of UTF-8. */
  maxBytes?: Maybe<Scalars['Float']['output']>;
  /** Maximum number of writes in a day of UTC: entries that are created, updated or skipped. */
  maxWritesPerDay?: Maybe<Scalars['Int']['output']>;
  /** Maximum number of generations in a day of UTC. Those that have ended since midnight UTC are counted, and those that still run in the server process that receives the call. */
  maxGenerationsPerDay?: Maybe<Scalars['Int']['output']>;
};

/**
 * What a project holds, and what it has used since midnight UTC. The numbers of the day are collected as those of
 * `stats`, so a project can exceed a quota of the day by what happens in a few seconds.
 */
export type ProjectUsage = {
  __typename?: 'ProjectUsage';
  /** Number of entries that are not deleted, without those of deleted memories. */
  entries: Scalars['Int']['output'];
  /** Size of the content of the entries, in bytes of UTF-8. */
  bytes: Scalars['Float']['output'];
  /** Writes since midnight UTC: entries that were created, updated or skipped. */
  writesToday: Scalars['Int']['output'];
  /** Generations that ended since midnight UTC. */
  generationsToday: Scalars['Int']['output'];
  /** The quotas of the project. */
  quotas: Quotas;
};

/** An omitted quota is unchanged; null removes it. */
export type SetQuotasInput = {
  /** 0 or more. */
  maxEntries?: InputMaybe<Scalars['Int']['input']>;
  /** A whole number, 0 or more. */
  maxBytes?: InputMaybe<Scalars['Float']['input']>;
  /** 0 or more. */
  maxWritesPerDay?: InputMaybe<Scalars['Int']['input']>;
  /** 0 or more. */
  maxGenerationsPerDay?: InputMaybe<Scalars['Int']['input']>;
};

/** The result of `setQuotas`. */
export type SetQuotasPayload = {
  __typename?: 'SetQuotasPayload';
  /** The project, with its new quotas in `usage`. */
  project: Project;
};

/** Exactly one of `metadata` and `everything` is required. */
export type EraseDataInput = {
  /** Erases the entries, traces and generations whose metadata has every one of these keys and values, such as a person's id; matched as in `KnowledgeScope.metadata`. An entry also matches if its metadata did before one of its changes (`Entry.revisions`). Not empty, at most 16 KiB. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** If true, erases all memories, entries, traces, agents, generations, events, jobs and statistics of the project. Its settings and keys stay. */
  everything?: InputMaybe<Scalars['Boolean']['input']>;
  /** The exact name of the project, as a confirmation of `everything`. */
  confirmName?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `eraseData`. */
export type EraseDataPayload = {
  __typename?: 'EraseDataPayload';
  /** What was erased. */
  erased: ErasureReport;
};

/** How many objects of each kind were erased. */
export type ErasureReport = {
  __typename?: 'ErasureReport';
  /** Memories; 0 unless `everything` was erased. */
  memories: Scalars['Int']['output'];
  /** Entries that matched, and entries that were made from them: reflections and insights. */
  entries: Scalars['Int']['output'];
  /** Entries among these that did not match themselves: reflections on erased traces, and insights that have erased entries as evidence. */
  derivedEntries: Scalars['Int']['output'];
  /** Revisions of the erased entries. */
  revisions: Scalars['Int']['output'];
  /** Traces that matched. */
  traces: Scalars['Int']['output'];
  /** Number of generations that matched, or whose trace was erased. With `everything`, all generations of the project. */
  generations: Scalars['Int']['output'];
  /** Agents; 0 unless `everything` was erased. */
  agents: Scalars['Int']['output'];
  /** Events that concerned the erased objects. */
  events: Scalars['Int']['output'];
  /** The ids of the remaining traces that had retrieved an erased entry, or whose generation had written one. The retrieved entries are removed from these traces, but their messages can still quote an erased entry. */
  quotingTraceIds: Array<Scalars['ID']['output']>;
};

/** The settings to change; `ProjectSettings` says what each does. An omitted setting is unchanged; null resets it to the deployment's default. */
export type ProjectSettingsInput = {
  /** Name of the embedding model, 1 to 200 characters. `embeddingDimensions` is also required unless this is the default or the local model. */
  embeddingModel?: InputMaybe<Scalars['String']['input']>;
  /** 1 to 16000. */
  embeddingDimensions?: InputMaybe<Scalars['Int']['input']>;
  /** A preset for `duplicatePolicy`, `duplicateThreshold`, `updateThreshold` and `maxStatements`. */
  writePreset?: InputMaybe<WritePreset>;
  /** When a write skips a text. */
  duplicatePolicy?: InputMaybe<DuplicatePolicy>;
  /** 0 to 1; only the policy SIMILAR uses it. */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1. With the policy SIMILAR, it must not be above `duplicateThreshold`. */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 1 to 64. */
  maxStatements?: InputMaybe<Scalars['Int']['input']>;
  /** How a review gives credit to the entries that the run retrieved. */
  creditRule?: InputMaybe<CreditRule>;
  /** 1 to 200 characters; null for none. */
  requiredMetadataKey?: InputMaybe<Scalars['String']['input']>;
  /** 0 to 1. */
  learningRate?: InputMaybe<Scalars['Float']['input']>;
  /** How the learning rate depends on the number of an entry's reviews. */
  learningRateSchedule?: InputMaybe<LearningRateSchedule>;
  /** 0 to 1. */
  learningRateFloor?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1. */
  similarityThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 1 to 36500; null for no limit. */
  traceRetentionDays?: InputMaybe<Scalars['Int']['input']>;
  /** Null leaves the stream settings unchanged; null for one of them resets it to its default. */
  stream?: InputMaybe<StreamSettingsInput>;
};

/** An API key. Only a hash of its secret is stored. */
export type ApiKey = Node & {
  __typename?: 'ApiKey';
  /** The global id, which begins with `key_`. */
  id: Scalars['ID']['output'];
  /** The name, by which people tell keys apart; it need not be unique. */
  name: Scalars['String']['output'];
  /** The permissions of the key. */
  role: Role;
  /** The project that the key is bound to; null for a root key. */
  project?: Maybe<Project>;
  /** The first six characters of the random part of the secret, by which a person recognizes it; empty for a key of an older version. */
  prefix: Scalars['String']['output'];
  /** Who created the key; null if that is not known. */
  createdBy?: Maybe<Actor>;
  /** When the API key was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the key was last used, to within a minute; null if it was not. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the secret before the last rotation ends; null if it has ended. */
  previousSecretExpiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the key expires; null if it does not expire. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the key was revoked; null if it was not. */
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A page of projects (Relay). */
export type ProjectConnection = {
  __typename?: 'ProjectConnection';
  edges: Array<ProjectEdge>;
  nodes: Array<Project>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A project in a page, with its cursor. */
export type ProjectEdge = {
  __typename?: 'ProjectEdge';
  cursor: Scalars['String']['output'];
  node: Project;
};

/** A page of API keys (Relay). */
export type ApiKeyConnection = {
  __typename?: 'ApiKeyConnection';
  edges: Array<ApiKeyEdge>;
  nodes: Array<ApiKey>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An API key in a page, with its cursor. */
export type ApiKeyEdge = {
  __typename?: 'ApiKeyEdge';
  cursor: Scalars['String']['output'];
  node: ApiKey;
};

/** The input of `createProject`. */
export type CreateProjectInput = {
  /** 1 to 200 characters; it need not be unique. */
  name: Scalars['String']['input'];
  /** The project's own settings; the deployment's defaults apply to omitted ones. */
  settings?: InputMaybe<ProjectSettingsInput>;
  /** 1 to 200 characters, unique among the calls of this mutation of the server. A repeated call with the same key and input returns the object that the first call created. With another input, it is a CONFLICT; if the object was deleted, NOT_FOUND. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `createProject`. */
export type CreateProjectPayload = {
  __typename?: 'CreateProjectPayload';
  /** The created project. */
  project: Project;
};

/** The input of `reembedProject`. */
export type ReembedProjectInput = {
  /** Name of the embedding model: `all-MiniLM-L6-v2` (local), or a model of the server's endpoint. 1 to 200 characters. */
  embeddingModel: Scalars['String']['input'];
  /** Length of the model's vectors, 1 to 16000; optional for the local model and the server's default model. */
  embeddingDimensions?: InputMaybe<Scalars['Int']['input']>;
};

/** The result of `reembedProject`. */
export type ReembedProjectPayload = {
  __typename?: 'ReembedProjectPayload';
  /** The project; its field `reembedding` has the progress. */
  project: Project;
};

/** The re-embedding of a project with another model. */
export type Reembedding = {
  __typename?: 'Reembedding';
  /** Name of the new model. */
  embeddingModel: Scalars['String']['output'];
  /** Length of the vectors of that model. */
  embeddingDimensions: Scalars['Int']['output'];
  /** Status of the job that embeds the entries. */
  status: JobStatus;
  /** Number of attempts so far, from 0. An attempt that stores vectors counts as the first one again. */
  attempts: Scalars['Int']['output'];
  /** Code and message of the last failed attempt; null if the last attempt did not fail. */
  error?: Maybe<Scalars['String']['output']>;
  /** Number of entries that have vectors of the new model. */
  entriesDone: Scalars['Int']['output'];
  /** Number of entries that are not deleted themselves. The entries of deleted memories count. */
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
  | 'FAILED'
  /** Cancelled by `cancelJob`. */
  | 'CANCELLED';

/** The input of `updateProject`. A field that is omitted or null is unchanged. */
export type UpdateProjectInput = {
  /** 1 to 200 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Settings to change. */
  settings?: InputMaybe<ProjectSettingsInput>;
};

/** The result of `updateProject`. */
export type UpdateProjectPayload = {
  __typename?: 'UpdateProjectPayload';
  /** The changed project. */
  project: Project;
};

/** The input of `deleteProject`. */
export type DeleteProjectInput = {
  /** The exact name of the project, as a confirmation. */
  confirmName: Scalars['String']['input'];
};

/** The result of `deleteProject`. */
export type DeleteProjectPayload = {
  __typename?: 'DeleteProjectPayload';
  /** The id of the deleted project. */
  deletedProjectId: Scalars['ID']['output'];
};

/** The input of `createApiKey`. */
export type CreateApiKeyInput = {
  /** 1 to 200 characters. */
  name: Scalars['String']['input'];
  /** The permissions of the key. */
  role: Role;
  /** A time in the future, at the latest the end of the year 9999; when omitted, the key does not expire. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the object that the first call created. With another input, it is a CONFLICT; if the object was deleted, NOT_FOUND. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `createApiKey`. */
export type CreateApiKeyPayload = {
  __typename?: 'CreateApiKeyPayload';
  /** The created API key, without its secret. */
  apiKey: ApiKey;
  /** The secret, sent with each request. It cannot be retrieved again, so it is null in a repeated call with the same idempotency key; `rotateApiKey` makes a new one. */
  secret?: Maybe<Scalars['String']['output']>;
};

/** The input of `renameApiKey`. */
export type RenameApiKeyInput = {
  /** The API key to rename. */
  apiKeyId: Scalars['ID']['input'];
  /** 1 to 200 characters. */
  name: Scalars['String']['input'];
};

/** The result of `renameApiKey`. */
export type RenameApiKeyPayload = {
  __typename?: 'RenameApiKeyPayload';
  /** The renamed API key. */
  apiKey: ApiKey;
};

/** The input of `rotateApiKey`. */
export type RotateApiKeyInput = {
  /** The API key that gets a new secret. */
  apiKeyId: Scalars['ID']['input'];
  /** Minutes for which the old secret is still accepted, 0 to 10,080 (a week). By default it ends at once. */
  overlapMinutes: Scalars['Int']['input'];
};

/** The result of `rotateApiKey`. */
export type RotateApiKeyPayload = {
  __typename?: 'RotateApiKeyPayload';
  /** The API key, with the `prefix` of the new secret. */
  apiKey: ApiKey;
  /** The new secret. It cannot be retrieved again. */
  secret: Scalars['String']['output'];
};

/** The input of `revokeApiKey`. */
export type RevokeApiKeyInput = {
  /** The API key to revoke. */
  apiKeyId: Scalars['ID']['input'];
};

/** The result of `revokeApiKey`. */
export type RevokeApiKeyPayload = {
  __typename?: 'RevokeApiKeyPayload';
  /** The revoked API key. */
  apiKey: ApiKey;
};

/** A named collection of entries, with tags (SOAT). */
export type Memory = Node & {
  __typename?: 'Memory';
  /** The global id, which begins with `mem_`. */
  id: Scalars['ID']['output'];
  /** The project of the memory. */
  project: Project;
  /** Unique among the memories of the project that are not deleted. */
  name: Scalars['String']['output'];
  /** A description for people; null without one. */
  description?: Maybe<Scalars['String']['output']>;
  /** Free-form labels, sorted and without duplicates. */
  tags: Array<Scalars['String']['output']>;
  /** The memory's own threshold; null if the project's threshold applies. Only the policy SIMILAR uses it. */
  duplicateThreshold?: Maybe<Scalars['Float']['output']>;
  /** The memory's own threshold; null if the project's threshold applies. */
  updateThreshold?: Maybe<Scalars['Float']['output']>;
  /** The memory's own policy; null if the project's applies. */
  duplicatePolicy?: Maybe<DuplicatePolicy>;
  /** The memory's own limit; null if the project's applies. */
  maxStatements?: Maybe<Scalars['Int']['output']>;
  /** Whether the chat model looks, in the background, for facts of the memory that a new or changed fact contradicts, and supersedes them. A fact whose metadata has another value for a key is not superseded. The check is off unless it is switched on. */
  contradictionCheck: Scalars['Boolean']['output'];
  /** One line of text on what the memory holds: the number of entries by kind, and the times of the oldest and the newest. */
  summary: Scalars['String']['output'];
  /** Number of entries that are not deleted. */
  entryCount: Scalars['Int']['output'];
  /** Size of the content of these entries, in bytes of UTF-8. */
  contentBytes: Scalars['Float']['output'];
  /** The number of changes of the memory itself; 0 for a new memory. Changes of its entries do not count. */
  version: Scalars['Int']['output'];
  /** The agents that read the memory by its id, or write to it. */
  agents: Array<Agent>;
  /** The state of the memory's stream since its last cycle. */
  stream: Stream;
  /** The cycles of the memory's stream, newest first. */
  insightCycles: InsightCycleConnection;
  /** As the query `entries`, within this memory. Errors: BAD_USER_INPUT, NOT_FOUND. */
  entries: EntryConnection;
  /** Who created the memory; null if that is not known. */
  createdBy?: Maybe<Actor>;
  /** Who last changed the memory itself; null if that is not known. */
  updatedBy?: Maybe<Actor>;
  /** When the memory was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the memory itself was last changed. Changes of its entries do not count. */
  updatedAt: Scalars['DateTime']['output'];
  /** When the memory was deleted; null if it is not deleted. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When a deleted memory is permanently deleted; null if it is not deleted. */
  purgeAt?: Maybe<Scalars['DateTime']['output']>;
};


/** A named collection of entries, with tags (SOAT). */
export type MemoryInsightCyclesArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A named collection of entries, with tags (SOAT). */
export type MemoryEntriesArgs = {
  scope?: InputMaybe<KnowledgeScope>;
  text?: InputMaybe<Scalars['String']['input']>;
  deleted: Scalars['Boolean']['input'];
  superseded?: InputMaybe<Scalars['Boolean']['input']>;
  orderBy: EntryOrder;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};

/** An order of memories. */
export type MemoryOrder = {
  /** What the list is ordered by. */
  field: MemoryOrderField;
  /** Ascending when omitted. */
  direction: OrderDirection;
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

/** A tag of the project's memories. */
export type Tag = {
  __typename?: 'Tag';
  /** The tag, 1 to 128 characters. */
  name: Scalars['String']['output'];
  /** Number of memories with the tag that are not deleted. */
  memoryCount: Scalars['Int']['output'];
  /** Number of entries of these memories that are not deleted. */
  entryCount: Scalars['Int']['output'];
};

/** A page of tags (Relay). */
export type TagConnection = {
  __typename?: 'TagConnection';
  edges: Array<TagEdge>;
  nodes: Array<Tag>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A tag in a page, with its cursor. */
export type TagEdge = {
  __typename?: 'TagEdge';
  cursor: Scalars['String']['output'];
  node: Tag;
};

/** The input of `renameTag`. */
export type RenameTagInput = {
  /** The tag to replace. */
  from: Scalars['String']['input'];
  /** The new tag, 1 to 128 characters. A memory that already has it keeps it once. */
  to: Scalars['String']['input'];
};

/** The result of `renameTag`. */
export type RenameTagPayload = {
  __typename?: 'RenameTagPayload';
  /** The new tag. */
  tag: Tag;
  /** Number of memories that were changed. */
  changedMemories: Scalars['Int']['output'];
};

/** A page of memories (Relay). */
export type MemoryConnection = {
  __typename?: 'MemoryConnection';
  edges: Array<MemoryEdge>;
  nodes: Array<Memory>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A memory in a page, with its cursor. */
export type MemoryEdge = {
  __typename?: 'MemoryEdge';
  cursor: Scalars['String']['output'];
  node: Memory;
};

/** What `createMemory` does if the project already has a memory with this name. */
export type IfExists =
  /** Fails with CONFLICT. */
  | 'FAIL'
  /** Returns the existing memory unchanged and ignores the other fields of the input. */
  | 'RETURN';

/** The input of `createMemory`. */
export type CreateMemoryInput = {
  /** 1 to 200 characters, unique in the project. */
  name: Scalars['String']['input'];
  /** What happens if the project already has a memory with this name. */
  ifExists: IfExists;
  /** A description for people, at most 4,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The tags: at most 64, each of 1 to 128 characters. */
  tags: Array<Scalars['String']['input']>;
  /** The memory's own threshold, 0 to 1; only the policy SIMILAR uses it. The project's applies when omitted. */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** The memory's own threshold, 0 to 1; the project's applies when omitted. With the policy SIMILAR, it must not be above `duplicateThreshold`. */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** The memory's own policy; the project's applies when omitted. */
  duplicatePolicy?: InputMaybe<DuplicatePolicy>;
  /** The memory's own limit, 1 to 64; the project's applies when omitted. */
  maxStatements?: InputMaybe<Scalars['Int']['input']>;
  /** Whether the chat model looks for facts that a new or changed fact contradicts. */
  contradictionCheck: Scalars['Boolean']['input'];
  /** An omitted setting inherits the project's value. */
  streamSettings?: InputMaybe<StreamSettingsInput>;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the object that the first call created. With another input, it is a CONFLICT; if the object was deleted, NOT_FOUND. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `createMemory`. */
export type CreateMemoryPayload = {
  __typename?: 'CreateMemoryPayload';
  /** The created memory, or the memory of the name with `ifExists: RETURN`. */
  memory: Memory;
};

/** An omitted field is unchanged; an input without fields changes nothing. Null clears the description, resets a threshold, the policy and the limit to those of the project, and leaves every other field unchanged. */
export type UpdateMemoryInput = {
  /** The memory to change. */
  memoryId: Scalars['ID']['input'];
  /** The `version` that the caller has read. If the memory has another version, the call fails with CONFLICT, changes nothing, and returns the current version in `extensions.version`. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
  /** 1 to 200 characters, unique in the project. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** At most 4,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Replaces all tags; null leaves them unchanged. Not together with `addTags` or `removeTags`. */
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Tags to add to those of the memory. A memory can have at most 64. */
  addTags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Tags to remove, after `addTags` are added. Tags that the memory does not have are ignored. */
  removeTags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** 0 to 1; only the policy SIMILAR uses it. */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1. With the policy SIMILAR, it must not be above `duplicateThreshold`. */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Null resets it to the project's policy. */
  duplicatePolicy?: InputMaybe<DuplicatePolicy>;
  /** 1 to 64. */
  maxStatements?: InputMaybe<Scalars['Int']['input']>;
  /** Whether the chat model looks for facts that a new or changed fact contradicts; null leaves it unchanged. */
  contradictionCheck?: InputMaybe<Scalars['Boolean']['input']>;
  /** Changes the given settings; null for one of them resets it to the inherited value (project → default). */
  streamSettings?: InputMaybe<StreamSettingsInput>;
};

/** The result of `updateMemory`. */
export type UpdateMemoryPayload = {
  __typename?: 'UpdateMemoryPayload';
  /** The changed memory. */
  memory: Memory;
};

/** The input of `deleteMemory`. */
export type DeleteMemoryInput = {
  /** The memory to delete. */
  memoryId: Scalars['ID']['input'];
  /** If true, deletes the memory even if an agent writes to it; the agent's `write_memory` then fails until the memory is restored. */
  force: Scalars['Boolean']['input'];
};

/** The result of `deleteMemory`. */
export type DeleteMemoryPayload = {
  __typename?: 'DeleteMemoryPayload';
  /** The deleted memory, with `deletedAt` and `purgeAt`. */
  memory: Memory;
};

/** The input of `restoreMemory`. */
export type RestoreMemoryInput = {
  /** The memory to restore. */
  memoryId: Scalars['ID']['input'];
};

/** The result of `restoreMemory`. */
export type RestoreMemoryPayload = {
  __typename?: 'RestoreMemoryPayload';
  /** The restored memory. */
  memory: Memory;
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

/** A piece of knowledge: a list of statements, each a text with its metadata and times. */
export type Entry = Node & {
  __typename?: 'Entry';
  /** The global id, which begins with `me_`. */
  id: Scalars['ID']['output'];
  /** The memory that holds the entry. */
  memory: Memory;
  /** The kind of knowledge. */
  kind: EntryKind;
  /** Where the text that created the entry came from. An entry that was split off has the source of the newest statement that was split off. */
  source: EntrySource;
  /** The texts of the statements, one per line, the newest last. */
  content: Scalars['String']['output'];
  /** The statements of the entry, oldest first. */
  statements: Array<Statement>;
  /** The vector of the entry's first chunk in the project's embedding model, for maps and clusters: the Base64 of its 32-bit floating-point numbers, little-endian. Null while there is none. */
  embedding?: Maybe<Scalars['String']['output']>;
  /** The caller's own keys and values: those of all statements together, which never have different values for a key. */
  metadata: Scalars['JSONObject']['output'];
  /** The utility learned from reviews, in 0..1; initially 0.5 (Reflect's `q_value`). */
  utility: Scalars['Float']['output'];
  /** Number of reviews that have changed the utility. */
  reviewCount: Scalars['Int']['output'];
  /** The changes of the utility by reviews of traces that still exist, newest first; with `superseded`, also the changes of replaced reviews. */
  utilityHistory: UtilityChangeConnection;
  /** The parts of the text that searches compare, in their order; empty for a deleted entry. */
  chunks: Array<Chunk>;
  /** The structured part of a reflection on a trace; null for any other entry. */
  lesson?: Maybe<Lesson>;
  /** 1 to 10 (Generative Agents). If it was neither given nor rated: 5, and for an observation or a plan 5 plus the additions (`importanceExplained`). */
  importance: Scalars['Float']['output'];
  /** The parts of the importance; null for an entry that was not written as an observation or a plan, and is not an insight of a stream. */
  importanceExplained?: Maybe<ImportanceExplained>;
  /** The evidence of an insight, in the order of its citations. */
  evidence: Array<Evidence>;
  /** The insights that have this entry as evidence. */
  supports: Array<Support>;
  /** For an insight that a stream formed, one more than the greatest depth of its evidence; a copy of it has the same depth. 0 for any other entry. */
  depth: Scalars['Int']['output'];
  /** When what the newest statement says happened; null if it was not given. */
  occurredAt?: Maybe<Scalars['DateTime']['output']>;
  /** The latest `lastStatedAt` of the statements. `SearchResult.recency` is computed from it. */
  lastStatedAt: Scalars['DateTime']['output'];
  /** The entry that replaced this one, so that searches leave it out; null if it is current, or if that entry was permanently deleted. */
  supersededBy?: Maybe<Entry>;
  /** When the entry was replaced; null if it is current. */
  supersededAt?: Maybe<Scalars['DateTime']['output']>;
  /** The entries that this entry replaced. */
  supersedes: Array<Entry>;
  /** When the entry expires; null if it does not expire. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** How often the entry was accessed: by `touchEntries`, by `generate` (each injected entry), and by the stream's cycles. Queries do not count. */
  accessCount: Scalars['Int']['output'];
  /** Time of the latest access; null if `accessCount` is 0. `touchEntries` can count an access at an earlier time than now. */
  lastAccessedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who created the entry; null if that is not known. */
  createdBy?: Maybe<Actor>;
  /** Who made the change at `updatedAt`; null if that is not known. */
  updatedBy?: Maybe<Actor>;
  /** When the entry was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the entry last had a change that `version` counts, or was moved. It is `createdAt` before that. */
  updatedAt: Scalars['DateTime']['output'];
  /** When the entry was deleted; null if it is not deleted. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The number of added and repeated statements, merges, edits, reversions, splits, deletions and restorations; 0 for a new entry. Skipped writes, moves, replacements (`supersededBy`), ratings, reviews and retrievals do not count. */
  version: Scalars['Int']['output'];
  /** The state of the entry before each of its changes, newest first. */
  revisions: RevisionConnection;
};


/** A piece of knowledge: a list of statements, each a text with its metadata and times. */
export type EntryUtilityHistoryArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  superseded: Scalars['Boolean']['input'];
};


/** A piece of knowledge: a list of statements, each a text with its metadata and times. */
export type EntryRevisionsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};

/** One text of an entry, with its source, its actor, its metadata and its times. */
export type Statement = {
  __typename?: 'Statement';
  /** Identifies the statement in its entry. A number is never used again. */
  number: Scalars['Int']['output'];
  /** The text. */
  text: Scalars['String']['output'];
  /** Where the text comes from. */
  source: EntrySource;
  /** The caller's own keys and values, as they were given with the text, with the keys that later writes of the same text added; or as `updateEntry` set them. At most 16 KiB as JSON. */
  metadata: Scalars['JSONObject']['output'];
  /** The context that was given with the text; null without one. */
  context?: Maybe<Scalars['String']['output']>;
  /** Who wrote the statement first; null if that is not known. */
  actor?: Maybe<Actor>;
  /** When what the text says happened; null if it was not given. */
  occurredAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the text was written first. */
  firstStatedAt: Scalars['DateTime']['output'];
  /** The latest time of the writes of the text. The time of a write is its `occurredAt`, or the time of the call without one. It can therefore be earlier than `firstStatedAt`. */
  lastStatedAt: Scalars['DateTime']['output'];
  /** How often the text was written, from 1. */
  statedCount: Scalars['Int']['output'];
};

/** A page of entries (Relay). */
export type EntryConnection = {
  __typename?: 'EntryConnection';
  edges: Array<EntryEdge>;
  nodes: Array<Entry>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
  /** Counts of the matches on all pages, by their properties. */
  facets: EntryFacets;
};

/** Numbers of entries by kind, source, memory and tag of the memory, each greatest first. */
export type EntryFacets = {
  __typename?: 'EntryFacets';
  /** One for each kind that occurs. */
  kinds: Array<KindCount>;
  /** One for each source that occurs. */
  sources: Array<SourceCount>;
  /** The 100 memories with the most matches. */
  memories: Array<MemoryCount>;
  /** The 100 tags with the most matches. */
  tags: Array<TagCount>;
};

/** The number of entries of a kind. */
export type KindCount = {
  __typename?: 'KindCount';
  /** The kind. */
  kind: EntryKind;
  /** Number of entries. */
  count: Scalars['Int']['output'];
};

/** The number of entries of a source. */
export type SourceCount = {
  __typename?: 'SourceCount';
  /** The source. */
  source: EntrySource;
  /** Number of entries. */
  count: Scalars['Int']['output'];
};

/** The number of entries of a memory. */
export type MemoryCount = {
  __typename?: 'MemoryCount';
  /** The memory. */
  memory: Memory;
  /** Number of entries. */
  count: Scalars['Int']['output'];
};

/** The number of entries of memories with a tag. */
export type TagCount = {
  __typename?: 'TagCount';
  /** The tag. */
  tag: Scalars['String']['output'];
  /** Number of entries. */
  count: Scalars['Int']['output'];
};

/** An order of entries. */
export type EntryOrder = {
  /** What the list is ordered by. */
  field: EntryOrderField;
  /** Ascending when omitted. */
  direction: OrderDirection;
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

/** An entry in a page, with its cursor. */
export type EntryEdge = {
  __typename?: 'EntryEdge';
  cursor: Scalars['String']['output'];
  node: Entry;
};

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

/** The state of an entry before a change, with the kind of change and its actor. */
export type Revision = {
  __typename?: 'Revision';
  /** The number of the change, from 1. */
  number: Scalars['Int']['output'];
  /** The content before the change. */
  content: Scalars['String']['output'];
  /** The metadata before the change. */
  metadata: Scalars['JSONObject']['output'];
  /** The statements before the change. */
  statements: Array<Statement>;
  /** Other entries that the change affected. SPLIT: the entry that it created. MERGED: the entries that were merged into this one. STATEMENT_ADDED and RESTATED: the entries that were current until the write superseded them. REVERTED: the entries that it restored, deleted, superseded or made current. Permanently deleted entries are omitted. */
  relatedEntries: Array<Entry>;
  /** The kind of change that followed. */
  change: RevisionChange;
  /** STATEMENT_ADDED: the cosine similarity, in 0..1, of the text to the entry. 1 for RESTATED; null for other changes. */
  similarity?: Maybe<Scalars['Float']['output']>;
  /** Who made the change. */
  actor: Actor;
  /** When the change was made. */
  createdAt: Scalars['DateTime']['output'];
};

/** A page of revisions (Relay). */
export type RevisionConnection = {
  __typename?: 'RevisionConnection';
  edges: Array<RevisionEdge>;
  nodes: Array<Revision>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A revision in a page, with its cursor. */
export type RevisionEdge = {
  __typename?: 'RevisionEdge';
  cursor: Scalars['String']['output'];
  node: Revision;
};

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
  memoryId: Scalars['ID']['input'];
  /** Not blank, at most 32 KiB of UTF-8. A text longer than the model's input is embedded in chunks. */
  content: Scalars['String']['input'];
  /** The origin of the text. */
  source: EntrySource;
  /** The kind of knowledge. Only a FACT is compared with the facts of the memory; any other kind is CREATED. An OBSERVATION or a PLAN enters the memory's stream, as by `recordObservation`. A REFLECTION has no lesson, so `queryReflections` does not find it; use `createReflection` for a lesson. */
  kind: EntryKind;
  /** The metadata of the statement, at most 16 KiB; empty when omitted. A text never becomes a statement of an entry that has another value for one of the keys. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** What the text follows or belongs to, such as the turn before it or a title; at most 4,000 characters. It is embedded with the text where the model has room for both, and its words count for searches. It is not part of the content. For an observation or a plan, the rating of importance considers it. */
  context?: InputMaybe<Scalars['String']['input']>;
  /** When what the text says happened; when omitted, searches use the time of the write. */
  occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the entry expires; for an observation or a plan, according to the memory's `ttlHours` when omitted. A text is compared only with entries that expire at the same time, or like it do not expire. An entry whose time is past is deleted within a minute. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** 1 to 10, if the text creates an entry. When omitted, the chat model rates an observation or a plan; a fact has 5. */
  importance?: InputMaybe<Scalars['Float']['input']>;
  /** Ids of entries of the memory that the text replaces, at most 50. Searches leave them out, and the text is not added to them. `supersedeEntries` reverses this, and so does `revertEntry` if the text became a statement of an entry. */
  supersedes?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** 0 to 1; only the policy SIMILAR uses it. When omitted, the inherited value (memory → project → deployment). */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1. With the policy SIMILAR, it must not be above `duplicateThreshold`. 1 switches merging off, except for texts with the same vector. When omitted, the inherited value (memory → project → deployment). */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** When omitted, the inherited value (memory → project). */
  duplicatePolicy?: InputMaybe<DuplicatePolicy>;
  /** If true, returns the outcome without storing it. The id of an entry that would be created is not reserved. `supersedes`, `chunks` and `revisions` of the entry show the state before the write. */
  dryRun: Scalars['Boolean']['input'];
  /** 1 to 200 characters, unique in the project. A repeated call with the same key and input returns the first result and writes nothing. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `writeEntry`. */
export type WriteEntryPayload = {
  __typename?: 'WriteEntryPayload';
  /** What happened to the text. */
  action: WriteAction;
  /** The entry that holds the text after the write. */
  entry: Entry;
  /** Cosine similarity, in −1..1, to `matchedEntry`; 1 for an identical text, null without a `matchedEntry`. */
  similarity?: Maybe<Scalars['Float']['output']>;
  /** The entry that changed, or the nearest entry of the memory, in its state before the write; null if there was none to compare with. If it is the entry that changed, it has the same id as `entry`: a client with a normalized cache selects only its `id`. */
  matchedEntry?: Maybe<Entry>;
  /** The threshold that applied to the write. Only the policy SIMILAR uses it. */
  duplicateThreshold: Scalars['Float']['output'];
  /** The threshold that applied to the write. */
  updateThreshold: Scalars['Float']['output'];
  /** The policy that applied to the write. */
  duplicatePolicy: DuplicatePolicy;
  /** True if the write was a dry run and nothing was stored. */
  dryRun: Scalars['Boolean']['output'];
};

/** One text of `writeEntries`. */
export type WriteEntriesItem = {
  /** As in `writeEntry`. */
  content: Scalars['String']['input'];
  /** When omitted, the value of the call. */
  source?: InputMaybe<EntrySource>;
  /** When omitted, the value of the call. */
  kind?: InputMaybe<EntryKind>;
  /** As in `writeEntry`. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** As in `writeEntry`. */
  context?: InputMaybe<Scalars['String']['input']>;
  /** As in `writeEntry`. */
  occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** As in `writeEntry`. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** As in `writeEntry`. */
  importance?: InputMaybe<Scalars['Float']['input']>;
  /** As in `writeEntry`. */
  supersedes?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** As in `writeEntry`, and unique in the call. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The input of `writeEntries`. */
export type WriteEntriesInput = {
  /** The memory to write to. */
  memoryId: Scalars['ID']['input'];
  /** 1 to 500, with at most 2 MiB of content in total. */
  items: Array<WriteEntriesItem>;
  /** The source of items that name none. */
  source: EntrySource;
  /** The kind of items that name none. */
  kind: EntryKind;
  /** 0 to 1; only the policy SIMILAR uses it. When omitted, the inherited value (memory → project → deployment). */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1. With the policy SIMILAR, it must not be above `duplicateThreshold`. 1 switches merging off, except for texts with the same vector. When omitted, the inherited value (memory → project → deployment). */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** When omitted, the inherited value (memory → project). */
  duplicatePolicy?: InputMaybe<DuplicatePolicy>;
  /** If true, returns the outcomes without storing them. `supersedes`, `chunks` and `revisions` of the entries show the state before the write. */
  dryRun: Scalars['Boolean']['input'];
};

/** The outcome of one item of a bulk write. */
export type WriteEntryResult = WriteEntryPayload | ItemError;

/** The outcome of one item of a bulk change: the changed entry, or an error. */
export type EntryResult = Entry | ItemError;

/** The error of one item of a bulk call. */
export type ItemError = {
  __typename?: 'ItemError';
  /** The code, as in `extensions.code`. */
  code: ErrorCode;
  /** The message, as in an error of the response. Branch on the code, not on the message. */
  message: Scalars['String']['output'];
  /** Path of the invalid argument, such as `input.items[3].content`; null for other errors. */
  path?: Maybe<Scalars['String']['output']>;
};

/** The input of `extractEntries`. */
export type ExtractEntriesInput = {
  /** The memory to write to. */
  memoryId: Scalars['ID']['input'];
  /** The document, at most 256 KiB of UTF-8. A chat model receives it in parts of at most 8,000 characters. */
  text: Scalars['String']['input'];
  /** Metadata of every extracted text, at most 16 KiB; empty when omitted. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** 0 to 1; only the policy SIMILAR uses it. When omitted, the inherited value (memory → project → deployment). */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1. With the policy SIMILAR, it must not be above `duplicateThreshold`. 1 switches merging off, except for texts with the same vector. When omitted, the inherited value (memory → project → deployment). */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** When omitted, the inherited value (memory → project). */
  duplicatePolicy?: InputMaybe<DuplicatePolicy>;
  /** If true, returns the outcome without storing it. A document of more than 400 texts or 1 MiB is written in parts; a dry run does not compare a text with those of earlier parts. It can therefore answer CREATED for a text that the write would skip or merge. */
  dryRun: Scalars['Boolean']['input'];
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the first texts with the results of their writes, without asking the chat model, and writes those that an interrupted call had not written. With another input, it is a CONFLICT. The texts are stored with the key for the days of `Server.limits.idempotencyRetentionDays`. A call in which nothing was extracted leaves the key free. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** How texts are extracted from a document. */
export type ExtractionMethod =
  /** The chat model extracts facts, at most 50 from each part of 8,000 characters. */
  | 'CHAT'
  /** Each sentence is a text, and so is each fenced block of code and each table. */
  | 'SENTENCES';

/** The result of `extractEntries`. */
export type ExtractEntriesPayload = {
  __typename?: 'ExtractEntriesPayload';
  /** How the texts were extracted. */
  method: ExtractionMethod;
  /** One for each extracted text, in the order of the document. */
  results: Array<ExtractEntriesResult>;
  /** The threshold that applied to the writes. Only the policy SIMILAR uses it. */
  duplicateThreshold: Scalars['Float']['output'];
  /** The threshold that applied to the writes. */
  updateThreshold: Scalars['Float']['output'];
  /** True if the call was a dry run and nothing was stored. */
  dryRun: Scalars['Boolean']['output'];
};

/** A text that was extracted from a document, with the outcome of its write. */
export type ExtractEntriesResult = {
  __typename?: 'ExtractEntriesResult';
  /** The extracted text. */
  content: Scalars['String']['output'];
  /** The outcome of the write. */
  result: WriteEntryResult;
};

/** The result of `writeEntries`. */
export type WriteEntriesPayload = {
  __typename?: 'WriteEntriesPayload';
  /** One per item, in order. */
  results: Array<WriteEntryResult>;
  /** The threshold that applied to the writes. Only the policy SIMILAR uses it. */
  duplicateThreshold: Scalars['Float']['output'];
  /** The threshold that applied to the writes. */
  updateThreshold: Scalars['Float']['output'];
  /** True if the call was a dry run and nothing was stored. */
  dryRun: Scalars['Boolean']['output'];
};

/** At least one field to change is required. A field that is omitted is unchanged, and so is one that is null, except for `occurredAt` and `expiresAt`. A revision keeps the content and the metadata; `Event.changes` has the other fields. */
export type UpdateEntryInput = {
  /** The entry to change. */
  entryId: Scalars['ID']['input'];
  /** The `version` that the caller has read. If the entry has another version, the call fails with CONFLICT, changes nothing, and returns the current version in `extensions.version`. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
  /** The new text: not blank, at most 32 KiB. It replaces all statements by one. Of an entry with a lesson, it is the new text of the lesson, and the parts stay as they are. */
  content?: InputMaybe<Scalars['String']['input']>;
  /** The new metadata of every statement, which replaces the old; at most 16 KiB. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** The new parts of the lesson, for an entry that has one. An omitted part is unchanged. If the text is the summary and the guidance, as `createReflection` writes it, it changes with them. */
  lesson?: InputMaybe<LessonInput>;
  /** FACT, OBSERVATION or PLAN, for an entry of one of these kinds. CONFLICT if it becomes a FACT whose text the memory holds. */
  kind?: InputMaybe<EntryKind>;
  /** The new importance, 1 to 10. */
  importance?: InputMaybe<Scalars['Float']['input']>;
  /** When what the newest statement says happened; null clears it. */
  occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the entry expires; null removes the expiry. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
};

/** The result of `updateEntry`. */
export type UpdateEntryPayload = {
  __typename?: 'UpdateEntryPayload';
  /** The changed entry. */
  entry: Entry;
};

/** The input of `deleteEntry`. */
export type DeleteEntryInput = {
  /** The entry to delete. */
  entryId: Scalars['ID']['input'];
};

/** The result of `deleteEntry`. */
export type DeleteEntryPayload = {
  __typename?: 'DeleteEntryPayload';
  /** The deleted entry, with `deletedAt`. */
  entry: Entry;
};

/** The input of `deleteEntries`. */
export type DeleteEntriesInput = {
  /** 1 to 500. */
  entryIds: Array<Scalars['ID']['input']>;
};

/** The result of `deleteEntries`. */
export type DeleteEntriesPayload = {
  __typename?: 'DeleteEntriesPayload';
  /** One per id, in order. */
  results: Array<EntryResult>;
};

/** The input of `moveEntries`. */
export type MoveEntriesInput = {
  /** 1 to 500. */
  entryIds: Array<Scalars['ID']['input']>;
  /** The memory to which the entries are moved. */
  memoryId: Scalars['ID']['input'];
};

/** The result of `moveEntries`. */
export type MoveEntriesPayload = {
  __typename?: 'MoveEntriesPayload';
  /** One per id, in order. */
  results: Array<EntryResult>;
};

/** The input of `copyEntries`. */
export type CopyEntriesInput = {
  /** 1 to 500, none of them deleted. */
  entryIds: Array<Scalars['ID']['input']>;
  /** The memory to which the entries are copied. */
  memoryId: Scalars['ID']['input'];
  /** As in `writeEntry`, applied to each position in `entryIds`. A copy that succeeded in an earlier call returns its first result; if the entry at that position or the memory is different now, it fails with CONFLICT. Copies that had failed are written. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `copyEntries`. */
export type CopyEntriesPayload = {
  __typename?: 'CopyEntriesPayload';
  /** One per id, in order. */
  results: Array<WriteEntryResult>;
};

/** The input of `restoreEntry`. */
export type RestoreEntryInput = {
  /** The entry to restore. */
  entryId: Scalars['ID']['input'];
};

/** The result of `restoreEntry`. */
export type RestoreEntryPayload = {
  __typename?: 'RestoreEntryPayload';
  /** The restored entry. */
  entry: Entry;
};

/** The input of `revertEntry`. */
export type RevertEntryInput = {
  /** The entry to revert. */
  entryId: Scalars['ID']['input'];
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
  revision?: InputMaybe<Scalars['Int']['input']>;
};

/** The result of `revertEntry`. */
export type RevertEntryPayload = {
  __typename?: 'RevertEntryPayload';
  /** The reverted entry. */
  entry: Entry;
};

/** The input of `deleteStatement`. */
export type DeleteStatementInput = {
  /** The entry that has the statement. */
  entryId: Scalars['ID']['input'];
  /** `Statement.number`. */
  number: Scalars['Int']['input'];
  /** As in `updateEntry`. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
};

/** The result of `deleteStatement`. */
export type DeleteStatementPayload = {
  __typename?: 'DeleteStatementPayload';
  /** The entry without the statement; deleted, if it was its only statement. */
  entry: Entry;
};

/** The input of `splitEntry`. */
export type SplitEntryInput = {
  /** The entry to split. */
  entryId: Scalars['ID']['input'];
  /** Numbers of the statements that become an entry of their own: at least one, but not all. */
  numbers: Array<Scalars['Int']['input']>;
  /** As in `updateEntry`. */
  ifVersion?: InputMaybe<Scalars['Int']['input']>;
};

/** The result of `splitEntry`. */
export type SplitEntryPayload = {
  __typename?: 'SplitEntryPayload';
  /** The entry with the remaining statements. */
  entry: Entry;
  /** The new entry with the given statements. It has the kind, importance and utility of the other. */
  newEntry: Entry;
};

/** The input of `mergeEntries`. */
export type MergeEntriesInput = {
  /** 2 to 50 entries of one memory and one kind, none of them deleted or replaced by another. The statements of all are added to the first, oldest first, and the others are deleted. Facts with the same text become one statement, with the sum of the counts. The first keeps its importance, utility and expiry. */
  entryIds: Array<Scalars['ID']['input']>;
};

/** The result of `mergeEntries`. */
export type MergeEntriesPayload = {
  __typename?: 'MergeEntriesPayload';
  /** The first entry, with all statements. */
  entry: Entry;
};

/** The input of `supersedeEntries`. */
export type SupersedeEntriesInput = {
  /** 1 to 500. */
  entryIds: Array<Scalars['ID']['input']>;
  /** The entry, of the same memory, that replaces them, which must not be deleted or itself replaced; null makes them current again, also if other facts have their texts meanwhile. */
  by?: InputMaybe<Scalars['ID']['input']>;
};

/** The result of `supersedeEntries`. */
export type SupersedeEntriesPayload = {
  __typename?: 'SupersedeEntriesPayload';
  /** One per id, in order. */
  results: Array<EntryResult>;
};

/** The input of `touchEntries`. */
export type TouchEntriesInput = {
  /** 1 to 500. */
  entryIds: Array<Scalars['ID']['input']>;
  /** The time of the access; now when omitted, or if it is in the future. */
  at?: InputMaybe<Scalars['DateTime']['input']>;
};

/** The result of `touchEntries`. */
export type TouchEntriesPayload = {
  __typename?: 'TouchEntriesPayload';
  /** One per id, in order. */
  results: Array<EntryResult>;
};

/** The parts of a lesson to change; at most 8,000 characters each. A part that is omitted or null is unchanged. */
export type LessonInput = {
  /** One sentence on what the task was; not blank. */
  summary?: InputMaybe<Scalars['String']['input']>;
  /** The mistake that caused a FAIL, or an empty string. */
  keyMistake?: InputMaybe<Scalars['String']['input']>;
  /** The right action for the task, or an empty string. */
  correctAction?: InputMaybe<Scalars['String']['input']>;
  /** Names of the tools to which the lesson applies, at most 50. */
  applicableTools?: InputMaybe<Array<Scalars['String']['input']>>;
  /** A general strategy for tasks of this kind; not blank. */
  guidance?: InputMaybe<Scalars['String']['input']>;
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
  query: Scalars['String']['input'];
  /** The entries to search; the whole project when omitted. */
  scope?: InputMaybe<KnowledgeScope>;
  /** Excludes results with a lower `score`, 0 to 1. Scores of different modes are not comparable. */
  minScore?: InputMaybe<Scalars['Float']['input']>;
  /** Maximum number of results, 1 to 100. */
  limit: Scalars['Int']['input'];
  /** How entries are compared with the query. */
  mode: SearchMode;
  /** Searches what was known at this time: statements that were edited or deleted since are searched, within the days of `Server.limits.historyRetentionDays`, and those written since are not. Relative dates in the query are read from it. Now when omitted. */
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  /** Whether entries that others replaced are searched too. */
  includeSuperseded: Scalars['Boolean']['input'];
  /** Whether the answer has an `explanation`. */
  explain: Scalars['Boolean']['input'];
};

/** The result of `searchKnowledge`. */
export type SearchKnowledgePayload = {
  __typename?: 'SearchKnowledgePayload';
  /** Best first. */
  results: Array<SearchResult>;
  /** How the results were found; null without `explain`. */
  explanation?: Maybe<SearchExplanation>;
};

/** How the results of a search were found. */
export type SearchExplanation = {
  __typename?: 'SearchExplanation';
  /** The weights of the parts in each score. */
  weights: Weights;
  /** Number of entries that were ranked. */
  candidates: Scalars['Int']['output'];
  /** The `minScore` that applied: a score, or a similarity in `queryReflections`; null if there is none. */
  minScore?: Maybe<Scalars['Float']['output']>;
  /** The best entries that are not among the results, best first, at most 10: below `minScore`, or after the limit. */
  nearMisses: Array<SearchResult>;
};

/** The weights of the parts of a score. */
export type Weights = {
  __typename?: 'Weights';
  /** Weight of the relevance, which the search mode defines. */
  relevance: Scalars['Float']['output'];
  /** Weight of the utility. */
  utility: Scalars['Float']['output'];
  /** Weight of the recency. */
  recency: Scalars['Float']['output'];
  /** Weight of the importance. */
  importance: Scalars['Float']['output'];
};

/** A ranked entry, with its score and the values from which scores are computed. */
export type SearchResult = {
  __typename?: 'SearchResult';
  /** The entry, in its current state. */
  entry: Entry;
  /** The value by which the results are ranked. In `searchKnowledge`: the similarity (SEMANTIC), the fused score (HYBRID) or the word coverage (LEXICAL), in 0..1. The descriptions of the other queries define theirs. */
  score: Scalars['Float']['output'];
  /** Cosine similarity, in 0..1, of the entry's best chunk to the query; a negative similarity is 0. Null in LEXICAL mode. */
  similarity?: Maybe<Scalars['Float']['output']>;
  /** Share, in 0..1, of the query's words that the entry's best chunk contains, weighted by inverse document frequency; words of the context count 0.6. In HYBRID mode, the words of the query count together as at least two rare words, so that a query of one word has at most 0.5. Null in SEMANTIC mode. */
  coverage?: Maybe<Scalars['Float']['output']>;
  /** How near the time of the entry's best chunk is to a date in the query: 1 within the time that the query names; outside at most 0.9, and 0 from 8 days away. Null if the query has no date, and in the other modes than HYBRID. */
  dateMatch?: Maybe<Scalars['Float']['output']>;
  /** The relevance by which agents leave entries out, in 0..1: the relevance of the search mode without the date match, unless the query asks for nothing but a time. In HYBRID mode, an entry below 0.15 is hardly about the query. */
  topicRelevance: Scalars['Float']['output'];
  /** The utility as it counts in the score, in 0..1. Under the credit rule BASELINE it is nearer to 0.5 than `Entry.utility` the fewer reviews the entry has; that of a lesson is not. */
  utility: Scalars['Float']['output'];
  /** The greater of `decayFactor` ^ hours since `Entry.lastStatedAt` and `accessShare` × `decayFactor` ^ hours since the last access; in 0..1 (Generative Agents). `retrieveEntries` and `planningContext` use the settings of the stream, the other searches those of the paper (0.99 and 1). */
  recency: Scalars['Float']['output'];
  /** The entry's importance divided by 10, in 0..1 (Generative Agents). */
  importance: Scalars['Float']['output'];
  /** What each part adds to the score, which is their sum. */
  parts: ScoreParts;
  /** The statements of the entry that match: the best one, and those that are nearly as relevant, best first. */
  matches: Array<StatementMatch>;
  /** The chunk of the entry that matched best. */
  chunk: Chunk;
  /** The words of the chunk that are words of the query, by their English stems, in the order of the text. */
  matchedWords: Array<MatchedWord>;
};

/** What the parts of a score add to it: the value of each, normalized if the query asks for that, times its weight. */
export type ScoreParts = {
  __typename?: 'ScoreParts';
  /** Of the relevance. */
  relevance: Scalars['Float']['output'];
  /** Of the utility. */
  utility: Scalars['Float']['output'];
  /** Of the recency. */
  recency: Scalars['Float']['output'];
  /** Of the importance. */
  importance: Scalars['Float']['output'];
};

/** A statement that matches a query. */
export type StatementMatch = {
  __typename?: 'StatementMatch';
  /** The statement. With `asOf`, in its state at that time. */
  statement: Statement;
  /** When it happened: `Statement.occurredAt`, otherwise `Statement.firstStatedAt`. */
  occurredAt: Scalars['DateTime']['output'];
  /** Cosine similarity, in 0..1, of its best chunk to the query; null in LEXICAL mode. */
  similarity?: Maybe<Scalars['Float']['output']>;
  /** Share, in 0..1, of the query's words that its best chunk contains, as in `SearchResult.coverage`; null in SEMANTIC mode. */
  coverage?: Maybe<Scalars['Float']['output']>;
  /** How near its time is to a date in the query, as in `SearchResult.dateMatch`. */
  dateMatch?: Maybe<Scalars['Float']['output']>;
  /** The relevance of the statement, in 0..1, as the search mode defines it. */
  relevance: Scalars['Float']['output'];
};

/** A word of a chunk that is a word of the query. Offsets count UTF-16 code units, as JavaScript does. */
export type MatchedWord = {
  __typename?: 'MatchedWord';
  /** Offset of the first character of the word in `Chunk.text`. */
  start: Scalars['Int']['output'];
  /** Offset after the last character of the word. */
  end: Scalars['Int']['output'];
};

/** A part of an entry's text that has its own vector. */
export type Chunk = {
  __typename?: 'Chunk';
  /** Position among the entry's chunks, from 0. */
  position: Scalars['Int']['output'];
  /** The text of the chunk. It is a part of the entry's content; for an entry with a lesson, a part of the task of the run or of `embeddedText`. */
  text: Scalars['String']['output'];
};

/** A recorded run of an agent. */
export type Trace = Node & {
  __typename?: 'Trace';
  /** The global id, which begins with `trc_`. */
  id: Scalars['ID']['output'];
  /** The task of the run. */
  task: Scalars['String']['output'];
  /** The text with which `searchTraces` and `queryReflections` compare queries; null if it is the task. */
  embeddedText?: Maybe<Scalars['String']['output']>;
  /** The messages of the run, in the format of the OpenAI API. */
  trajectory: Array<Scalars['JSONObject']['output']>;
  /** The same messages in pages, in order. */
  messages: MessageConnection;
  /** Number of messages. */
  messageCount: Scalars['Int']['output'];
  /** The last answer of the agent; null if it was not recorded. */
  finalResponse?: Maybe<Scalars['String']['output']>;
  /** Name or id of the agent, as recorded. */
  agentId?: Maybe<Scalars['String']['output']>;
  /** The agent whose id is `agentId`; null if there is none. */
  agent?: Maybe<Agent>;
  /** Name of the model, as recorded; null if it was not. */
  model?: Maybe<Scalars['String']['output']>;
  /** Tokens of the run; null if they were not recorded. */
  usage?: Maybe<TokenUsage>;
  /** Duration of the run in milliseconds; null if it was not recorded. */
  durationMs?: Maybe<Scalars['Int']['output']>;
  /** Names of the tools that were called in the run, in the order of their first call. */
  toolsUsed: Array<Scalars['String']['output']>;
  /** The caller's own keys and values, at most 16 KiB as JSON; empty if none were given. */
  metadata: Scalars['JSONObject']['output'];
  /** The entries that the run retrieved, best first. */
  retrieved: Array<Retrieval>;
  /** The review; null until the trace is reviewed. */
  review?: Maybe<Review>;
  /** The reflection on the trace; null if there is none. */
  reflection?: Maybe<Entry>;
  /** Status of the job that writes the reflection; null if none was requested, and from 30 days after the job ended. */
  reflectionStatus?: Maybe<JobStatus>;
  /** Attempts of that job. */
  reflectionAttempts: Scalars['Int']['output'];
  /** Code and message of the last failed attempt; null if the last attempt did not fail. */
  reflectionError?: Maybe<Scalars['String']['output']>;
  /** Who created the trace; null if that is not known. */
  createdBy?: Maybe<Actor>;
  /** Who last changed the trace, by a review or its creation; null if that is not known. */
  updatedBy?: Maybe<Actor>;
  /** When the trace was created. */
  createdAt: Scalars['DateTime']['output'];
};


/** A recorded run of an agent. */
export type TraceMessagesArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};

/** A page of messages (Relay). */
export type MessageConnection = {
  __typename?: 'MessageConnection';
  edges: Array<MessageEdge>;
  nodes: Array<Scalars['JSONObject']['output']>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A message in a page, with its cursor. */
export type MessageEdge = {
  __typename?: 'MessageEdge';
  cursor: Scalars['String']['output'];
  node: Scalars['JSONObject']['output'];
};

/** Conditions for traces. A condition that is omitted or null does not restrict. */
export type TraceFilter = {
  /** Traces with this review status. */
  reviewStatus?: InputMaybe<ReviewStatus>;
  /** Traces with this `Trace.agentId`. */
  agentId?: InputMaybe<Scalars['String']['input']>;
  /** Traces whose metadata matches every key of the filter. A single value also matches a list that contains it; a list or an object matches a value that contains it. At most 16 KiB. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Traces with this `Trace.model`. */
  model?: InputMaybe<Scalars['String']['input']>;
  /** Traces whose task or final response contains every word of this text; the last word can be the beginning of a word. A text without a letter or digit matches nothing, and only its first 32 words count. At most 32 KiB. Of a final response, the first 100,000 characters count. */
  text?: InputMaybe<Scalars['String']['input']>;
  /** Traces that were created at this time or later. */
  createdAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Traces that were created before this time. */
  createdBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Reviewed traces with at least this reward, in 0..1. */
  minReward?: InputMaybe<Scalars['Float']['input']>;
  /** Reviewed traces with at most this reward, in 0..1. */
  maxReward?: InputMaybe<Scalars['Float']['input']>;
  /** Traces with this `Trace.reflectionStatus`, which is null from 30 days after the job ended: COMPLETED finds only traces with a recent reflection. */
  reflectionStatus?: InputMaybe<JobStatus>;
  /** Traces that retrieved this entry (`Trace.retrieved`). */
  retrievedEntryId?: InputMaybe<Scalars['ID']['input']>;
};

/** An order of traces. */
export type TraceOrder = {
  /** What the list is ordered by. */
  field: TraceOrderField;
  /** Ascending when omitted. */
  direction: OrderDirection;
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
  query: Scalars['String']['input'];
  /** Only traces that meet these conditions; all when omitted. */
  filter?: InputMaybe<TraceFilter>;
  /** Excludes traces with a lower similarity, 0 to 1. */
  minScore?: InputMaybe<Scalars['Float']['input']>;
  /** Maximum number of results, 1 to 100. */
  limit: Scalars['Int']['input'];
};

/** An entry that a run retrieved. */
export type Retrieval = {
  __typename?: 'Retrieval';
  /** The id of the entry, which may no longer exist. */
  entryId: Scalars['ID']['output'];
  /** What the run was shown of the entry: in a generation its matching statements; otherwise its content when the trace was created. */
  content: Scalars['String']['output'];
  /** The entry in its current state; null if it was permanently deleted. */
  entry?: Maybe<Entry>;
  /** Position among the retrieved entries, from 1 (best). */
  rank: Scalars['Int']['output'];
  /** The score of the retrieval; null if the caller reported the retrieval in `createTrace`. */
  score?: Maybe<Scalars['Float']['output']>;
  /** Share, in 0..1, of the distinct words of the shown text with more than three letters, without stop words, that the final response contains; null if it is not known. */
  used?: Maybe<Scalars['Float']['output']>;
};

/** The review of a trace. */
export type Review = {
  __typename?: 'Review';
  /** The result of the run. */
  result: ReviewResult;
  /** The reward of the run, in 0..1. */
  reward: Scalars['Float']['output'];
  /** The reviewer's explanation; null without one. */
  feedback?: Maybe<Scalars['String']['output']>;
  /** The learning rate, in 0..1, before it is divided among entries; null for the rate DECAYING, which depends on each entry's reviews. */
  alpha?: Maybe<Scalars['Float']['output']>;
  /** The mean reward of the agent's earlier runs, with which the reward is compared, in 0..1; null for the rule REWARD. The rewards of single entries are not compared with it. */
  baseline?: Maybe<Scalars['Float']['output']>;
  /** The rewards that the reviewer gave to single entries. */
  entryRewards: Array<EntryReward>;
  /** When the trace was reviewed. */
  reviewedAt: Scalars['DateTime']['output'];
  /** Who reviewed the trace. */
  reviewedBy: Actor;
};

/** The reward of one entry. */
export type EntryReward = {
  __typename?: 'EntryReward';
  /** The entry; null if it was permanently deleted. */
  entry?: Maybe<Entry>;
  /** The id of the entry. */
  entryId: Scalars['ID']['output'];
  /** In 0..1. */
  reward: Scalars['Float']['output'];
};

/** The reward of one entry: how much it helped the run. */
export type EntryRewardInput = {
  /** An entry that the run retrieved. */
  entryId: Scalars['ID']['input'];
  /** 0 (it misled) to 1 (it helped). */
  reward: Scalars['Float']['input'];
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

/** Statistics of a project's learning. Without reviews, every utility is 0.5. */
export type Learning = {
  __typename?: 'Learning';
  /** Number of traces. */
  tracesTotal: Scalars['Int']['output'];
  /** Number of traces that are not reviewed. */
  tracesPending: Scalars['Int']['output'];
  /** Number of entries that are not deleted themselves. The entries of deleted memories count. */
  entriesTotal: Scalars['Int']['output'];
  /** Number of entries whose utility reviews have changed from 0.5. */
  entriesMoved: Scalars['Int']['output'];
  /** Standard deviation of the entries' utilities, from 0 (all equal) to 0.5. */
  utilitySpread: Scalars['Float']['output'];
  /** The project's schedule, as in `ProjectSettings`. */
  learningRateSchedule: LearningRateSchedule;
  /** The project's learning rate, in 0..1, as in `ProjectSettings`. */
  learningRate: Scalars['Float']['output'];
  /**
   * The distribution of the utilities of reviewed entries at equally spaced times, oldest first. The last time is `to`.
   * Errors: BAD_USER_INPUT.
   */
  utilityHistory: Array<UtilitySpread>;
};


/** Statistics of a project's learning. Without reviews, every utility is 0.5. */
export type LearningUtilityHistoryArgs = {
  from: Scalars['DateTime']['input'];
  to?: InputMaybe<Scalars['DateTime']['input']>;
  points: Scalars['Int']['input'];
};

/** How utilities were spread at a time. Entries that were deleted since are left out. */
export type UtilitySpread = {
  __typename?: 'UtilitySpread';
  /** The time. */
  at: Scalars['DateTime']['output'];
  /** Numbers of entries in ten equal classes of utility, from 0 to 1, that at least one review had changed. */
  classes: Array<Scalars['Int']['output']>;
};

/** The change of one entry's utility by one review. */
export type UtilityChange = {
  __typename?: 'UtilityChange';
  /** The entry; null if it was permanently deleted. */
  entry?: Maybe<Entry>;
  /** The trace that was reviewed. */
  trace: Trace;
  /** The utility before the change, in 0..1. */
  before: Scalars['Float']['output'];
  /** The utility after the change, in 0..1: before + alpha × (target − before). The target is the reward, or 0.5 + (reward − baseline) / 2 with a baseline. */
  after: Scalars['Float']['output'];
  /** The reward of the review or, if it was given, of the entry; in 0..1. */
  reward: Scalars['Float']['output'];
  /** The mean reward with which the reward was compared, in 0..1; null if it was not: for the rule REWARD, for a lesson, and for the reward of a single entry. */
  baseline?: Maybe<Scalars['Float']['output']>;
  /** The learning rate of the change, in 0..1. It is the learning rate of the review. If the review has a baseline and no `entryRewards`, it is the entry's share of that rate. */
  alpha: Scalars['Float']['output'];
  /** When the change was made. */
  createdAt: Scalars['DateTime']['output'];
  /** When the replacement of a review superseded this change; null while it is in force. */
  supersededAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A page of changes (Relay). */
export type UtilityChangeConnection = {
  __typename?: 'UtilityChangeConnection';
  edges: Array<UtilityChangeEdge>;
  nodes: Array<UtilityChange>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A change in a page, with its cursor. */
export type UtilityChangeEdge = {
  __typename?: 'UtilityChangeEdge';
  cursor: Scalars['String']['output'];
  node: UtilityChange;
};

/** A page of traces (Relay). */
export type TraceConnection = {
  __typename?: 'TraceConnection';
  edges: Array<TraceEdge>;
  nodes: Array<Trace>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A trace in a page, with its cursor. */
export type TraceEdge = {
  __typename?: 'TraceEdge';
  cursor: Scalars['String']['output'];
  node: Trace;
};

/** The result of `searchTraces`. */
export type SearchTracesPayload = {
  __typename?: 'SearchTracesPayload';
  /** Best first. */
  results: Array<TraceResult>;
};

/** A trace, with the similarity of its task to the query. */
export type TraceResult = {
  __typename?: 'TraceResult';
  /** The trace. */
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
  /** Rewards of single entries that the run retrieved. If any is given, only these entries learn: each moves toward its own reward, under both credit rules. */
  entryRewards?: InputMaybe<Array<EntryRewardInput>>;
  /** Whether the chat model writes a reflection on the trace, in the background. */
  generateReflection: Scalars['Boolean']['input'];
  /** The memory of the reflection; when omitted, the project's memory named `reflections`. */
  memoryId?: InputMaybe<Scalars['ID']['input']>;
};

/** The input of `createTrace`. */
export type CreateTraceInput = {
  /** The task of the run: not blank, at most 32 KiB. Searches for traces and reflections compare queries with it, unless `embeddedText` is given. */
  task: Scalars['String']['input'];
  /** A text to compare queries with in place of the task: not blank, at most 32 KiB. */
  embeddedText?: InputMaybe<Scalars['String']['input']>;
  /**
   * The messages of the run in the format of the OpenAI API, including tool calls; content parts `tool_use` and `tool_result` of the Anthropic API are read as well. The roles are system,
   * developer, user, assistant, tool and function. At most 4 MiB as JSON.
   */
  trajectory: Array<Scalars['JSONObject']['input']>;
  /** The last answer of the agent, at most 1,000,000 characters. */
  finalResponse?: InputMaybe<Scalars['String']['input']>;
  /** The entries that the run retrieved, best first; a review changes only their utilities. At most 500. */
  retrievedEntryIds: Array<Scalars['ID']['input']>;
  /** At most 16 KiB. The reflection has the same metadata. Must have the project's `requiredMetadataKey`, if it has one. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Name or id of the agent, 1 to 200 characters. */
  agentId?: InputMaybe<Scalars['String']['input']>;
  /** Name of the model, 1 to 200 characters. */
  model?: InputMaybe<Scalars['String']['input']>;
  /** Tokens of the run, as counted by the model. */
  usage?: InputMaybe<TokenUsageInput>;
  /** Duration of the run in milliseconds, 0 or more. */
  durationMs?: InputMaybe<Scalars['Int']['input']>;
  /** The review of the run, if its result is known. */
  review?: InputMaybe<ReviewInput>;
  /** 1 to 200 characters, unique among the project's traces. A repeated call with the same key and input returns the first trace, as long as the trace exists. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `createTrace`. */
export type CreateTracePayload = {
  __typename?: 'CreateTracePayload';
  /** The stored trace. */
  trace: Trace;
};

/** The input of `reviewTrace`. */
export type ReviewTraceInput = {
  /** The trace to review. */
  traceId: Scalars['ID']['input'];
  /** Required unless `reward` is given; by default PASS from a reward of 0.5. */
  result?: InputMaybe<ReviewResult>;
  /** 0 to 1; when omitted, 1 for PASS and 0 for FAIL. */
  reward?: InputMaybe<Scalars['Float']['input']>;
  /** At most 16,000 characters. It is part of the prompt for the reflection. */
  feedback?: InputMaybe<Scalars['String']['input']>;
  /** The learning rate, in 0..1; the project's when omitted. */
  alpha?: InputMaybe<Scalars['Float']['input']>;
  /** Rewards of single entries that the run retrieved. If any is given, only these entries learn: each moves toward its own reward, under both credit rules. */
  entryRewards?: InputMaybe<Array<EntryRewardInput>>;
  /** Whether the chat model writes a reflection on the trace, in the background. */
  generateReflection: Scalars['Boolean']['input'];
  /** The memory of the reflection; when omitted, the project's memory named `reflections`. */
  memoryId?: InputMaybe<Scalars['ID']['input']>;
  /** If true, replaces the trace's review: later reviews are replayed, so that every utility is what it would have been, and a new reflection replaces the old one. */
  replace: Scalars['Boolean']['input'];
};

/** The input of `reviewTraces`. */
export type ReviewTracesInput = {
  /** 1 to 100. */
  reviews: Array<ReviewTraceInput>;
};

/** The outcome of one review of `reviewTraces`. */
export type ReviewTraceResult = ReviewTracePayload | ItemError;

/** The result of `reviewTraces`. */
export type ReviewTracesPayload = {
  __typename?: 'ReviewTracesPayload';
  /** One per review, in order. */
  results: Array<ReviewTraceResult>;
};

/** The input of `deleteTrace`. */
export type DeleteTraceInput = {
  /** The trace to delete. */
  traceId: Scalars['ID']['input'];
};

/** The result of `deleteTrace`. */
export type DeleteTracePayload = {
  __typename?: 'DeleteTracePayload';
  /** The id of the deleted trace. */
  deletedTraceId: Scalars['ID']['output'];
};

/** The result of `reviewTrace`. */
export type ReviewTracePayload = {
  __typename?: 'ReviewTracePayload';
  /** The reviewed trace. */
  trace: Trace;
  /** The changes by this review, one for each entry that learned from it. */
  changes: Array<UtilityChange>;
};

/** The structured part of a reflection on a trace (Reflect's Memory object). */
export type Lesson = {
  __typename?: 'Lesson';
  /** The task of the run. `queryReflections` compares queries with it, unless the trace had an `embeddedText`. */
  task: Scalars['String']['output'];
  /** The result of the run; null if it is unknown. */
  outcome?: Maybe<ReviewResult>;
  /** One sentence on what the task was. */
  summary: Scalars['String']['output'];
  /** The mistake that caused a FAIL, or an empty string. */
  keyMistake: Scalars['String']['output'];
  /** The right action for the task, or an empty string. */
  correctAction: Scalars['String']['output'];
  /** Names of the tools to which the lesson applies. */
  applicableTools: Array<Scalars['String']['output']>;
  /** A general strategy for tasks of this kind. */
  guidance: Scalars['String']['output'];
  /** Names of the tools that were called in the run. */
  toolsUsed: Array<Scalars['String']['output']>;
  /** True if the run was too long for the prompt and the chat model received only its beginning and end. */
  shortened: Scalars['Boolean']['output'];
  /** The trace of the run; null if it no longer exists. */
  trace?: Maybe<Trace>;
};

/** The input of `queryReflections` and of `augmentTask`. */
export type QueryReflectionsInput = {
  /** The task: not blank, at most 32 KiB. */
  task: Scalars['String']['input'];
  /** Maximum number of results, 1 to 100. */
  limit: Scalars['Int']['input'];
  /** Weight of the utility in the score, 0 to 1. */
  lambda: Scalars['Float']['input'];
  /** Weight of the score in maximal marginal relevance, 0 to 1. 1 ranks by score only, 0 by dissimilarity only. */
  mmrLambda: Scalars['Float']['input'];
  /** Lowest cosine similarity, 0 to 1, of the most similar chunk of a reflection; 0 disables the threshold. The project's `similarityThreshold` when omitted. */
  minScore?: InputMaybe<Scalars['Float']['input']>;
  /** The reflections to search; all of the project when omitted. Must have `metadata` with the project's `requiredMetadataKey`, if it has one. */
  scope?: InputMaybe<KnowledgeScope>;
  /** How the relevance is computed. SEMANTIC ranks by the cosine similarity, as Reflect does. `minScore` is compared with the cosine similarity, and has no effect in LEXICAL mode, which compares words alone. */
  mode: SearchMode;
  /** Maximum number of tokens of the reflections as `augmentTask` shows them, 1 to 100,000; no maximum when omitted. A token is counted as four bytes of UTF-8. The best reflections that fit are in the results. If the best one does not fit, it is the only result, and `augmentTask` cuts it and ends with `…`. */
  tokenBudget?: InputMaybe<Scalars['Int']['input']>;
  /** Whether the answer has an `explanation`. */
  explain: Scalars['Boolean']['input'];
};

/** The result of `queryReflections`. */
export type QueryReflectionsPayload = {
  __typename?: 'QueryReflectionsPayload';
  /** Best first; each `entry` has a `lesson`. */
  results: Array<SearchResult>;
  /** Number of candidates below `minScore`. */
  filteredByThreshold: Scalars['Int']['output'];
  /** If there are no results because of `minScore`: a sentence with the value that would have had results; otherwise null. */
  hint?: Maybe<Scalars['String']['output']>;
  /** How the results were found; null without `explain`. */
  explanation?: Maybe<SearchExplanation>;
};

/** The result of `augmentTask`. */
export type AugmentTaskPayload = {
  __typename?: 'AugmentTaskPayload';
  /** The task followed by the reflections, as text for a prompt. */
  augmentedTask: Scalars['String']['output'];
  /** The reflections in the text, best first. Pass the ids of their entries as `retrievedEntryIds` of the trace. */
  results: Array<SearchResult>;
  /** Number of candidates below `minScore`. */
  filteredByThreshold: Scalars['Int']['output'];
  /** As in `queryReflections`. */
  hint?: Maybe<Scalars['String']['output']>;
  /** How the reflections were found; null without `explain`. */
  explanation?: Maybe<SearchExplanation>;
};

/** The input of `createReflection`. */
export type CreateReflectionInput = {
  /** The task of the run: not blank, at most 32 KiB. `queryReflections` compares queries with it. */
  task: Scalars['String']['input'];
  /** One sentence on what the task was. Not blank, at most 8,000 characters. */
  summary: Scalars['String']['input'];
  /** A general strategy for tasks of this kind. Not blank, at most 8,000 characters. */
  guidance: Scalars['String']['input'];
  /** The result of the run, with which the trace is reviewed. */
  result: ReviewResult;
  /** The mistake that caused a FAIL, at most 8,000 characters. */
  keyMistake?: InputMaybe<Scalars['String']['input']>;
  /** The right action for the task, at most 8,000 characters. */
  correctAction?: InputMaybe<Scalars['String']['input']>;
  /** Names of the tools to which the lesson applies: at most 50, each not blank and of at most 8,000 characters. */
  applicableTools?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Metadata of the reflection and of the trace, at most 16 KiB. Must have the project's `requiredMetadataKey`, if it has one. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** The entries that the run retrieved, best first; the review moves their utilities. At most 500. */
  retrievedEntryIds: Array<Scalars['ID']['input']>;
  /** The reviewer's explanation, at most 16,000 characters. */
  feedback?: InputMaybe<Scalars['String']['input']>;
  /** The learning rate, in 0..1; the project's when omitted. */
  alpha?: InputMaybe<Scalars['Float']['input']>;
  /** Rewards of single entries that the run retrieved. If any is given, only these entries learn: each moves toward its own reward, under both credit rules. */
  entryRewards?: InputMaybe<Array<EntryRewardInput>>;
  /** The memory of the reflection; when omitted, the project's memory named `reflections`. */
  memoryId?: InputMaybe<Scalars['ID']['input']>;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the object that the first call created. With another input, it is a CONFLICT; if the object was deleted, NOT_FOUND. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `createReflection`. */
export type CreateReflectionPayload = {
  __typename?: 'CreateReflectionPayload';
  /** The reflection, an entry with a `lesson`. */
  entry: Entry;
  /** The trace that was stored with the reflection. */
  trace: Trace;
};

/** The input of `retryReflection`. */
export type RetryReflectionInput = {
  /** The trace whose reflection is queued. */
  traceId: Scalars['ID']['input'];
};

/** The result of `retryReflection`. */
export type RetryReflectionPayload = {
  __typename?: 'RetryReflectionPayload';
  /** The trace, with the status of the job in `reflectionStatus`. */
  trace: Trace;
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

/** The effective settings of a memory stream, with their defaults in parentheses (Generative Agents, except for the ranking and retention). */
export type StreamSettings = {
  __typename?: 'StreamSettings';
  /** Sum of importance since the last cycle at which a new cycle starts, 1 to 1,000,000 (150). */
  importanceThreshold: Scalars['Float']['output'];
  /** Lowest number of observations since the last cycle at which a new cycle starts, 1 to 100,000 (10). */
  minObservations: Scalars['Int']['output'];
  /** Maximum number of entries (observations, plans and insights) recorded since the last cycle from which a cycle derives its questions, the most recent ones; 1 to 500 (100). */
  recentObservations: Scalars['Int']['output'];
  /** Number of questions in a cycle, 1 to 9 (3). Each question yields at most one insight. */
  questionsPerCycle: Scalars['Int']['output'];
  /** Maximum depth of an insight, 1 to 10 (3). */
  maxDepth: Scalars['Int']['output'];
  /** Lowest importance of an insight, 1 to 10 (7). A lower rating is raised to it. */
  insightImportance: Scalars['Float']['output'];
  /** A preset for `normalization`, `mode`, `decayFactor`, `accessShare` and the four weights (MEASURED). Each of them can also be set on its own. */
  ranking: StreamRanking;
  /** How the parts of a score are normalized before they are weighted. */
  normalization: Normalization;
  /** How entries are compared with a query. */
  mode: SearchMode;
  /** Whether the chat model rates the importance of observations, plans and insights (true). Without ratings, the importance is 5 plus the additions. */
  rating: Scalars['Boolean']['output'];
  /** Whether the stream starts cycles by itself (true). `startInsightCycle` with `force` starts one also if it is false. */
  insights: Scalars['Boolean']['output'];
  /** The chat model of ratings and insights; null for that of the server (`SCORING_MODEL`, otherwise `CHAT_MODEL`). */
  scoringModel?: Maybe<Scalars['String']['output']>;
  /** Addition to the importance of a text that names an entity, 0 to 9 (1). */
  entityAddition: Scalars['Float']['output'];
  /** Addition to the importance of a text that expresses a preference or an emotion, 0 to 9 (1). */
  feelingAddition: Scalars['Float']['output'];
  /** Addition to the importance of a text that states a goal, 0 to 9 (2). */
  goalAddition: Scalars['Float']['output'];
  /** Base of the recency: `decayFactor` ^ hours since `Entry.lastStatedAt`. 0.0001 to 1 (0.999). */
  decayFactor: Scalars['Float']['output'];
  /** How much an access counts for the recency, 0 to 1 (0.5): the recency is at least this share of `decayFactor` ^ hours since the last access. In the references' rankings an access counts fully (1). */
  accessShare: Scalars['Float']['output'];
  /** Number of entries most relevant to a query that `retrieveEntries` ranks, 1 to 1000 (100). */
  candidates: Scalars['Int']['output'];
  /** Number of results of `retrieveEntries`, 1 to 100 (10). */
  limit: Scalars['Int']['output'];
  /** Weight of the recency in scores, 0 to 100 (0.05). */
  recencyWeight: Scalars['Float']['output'];
  /** Weight of the importance in scores, 0 to 100 (0.1). */
  importanceWeight: Scalars['Float']['output'];
  /** Weight of the relevance in scores, 0 to 100 (1). */
  relevanceWeight: Scalars['Float']['output'];
  /** Weight of the utility in scores, 0 to 100 (0). */
  utilityWeight: Scalars['Float']['output'];
  /** Maximum number of entries in a memory, 1 to 10,000,000. Retention deletes superseded entries first, and then the entries with the lowest weighted sum of recency, importance and utility. No limit by default. */
  maxEntries?: Maybe<Scalars['Int']['output']>;
  /** Hours after which a recorded entry expires, 0.001 to 1,000,000. No expiry by default. */
  ttlHours?: Maybe<Scalars['Float']['output']>;
  /** Days after which an entry that retention deleted is permanently deleted, 0 to 3650 (7). */
  graceDays: Scalars['Float']['output'];
};

/** The settings of a memory stream to change. An omitted setting is unchanged; null resets it to the inherited value (memory → project → default). A `ranking` replaces the inherited values of all settings of the preset. Single settings of the same project or memory override its values. */
export type StreamSettingsInput = {
  /** Sum of importance since the last cycle at which a new cycle starts, 1 to 1,000,000 (150). */
  importanceThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Lowest number of observations since the last cycle at which a new cycle starts, 1 to 100,000 (10). */
  minObservations?: InputMaybe<Scalars['Int']['input']>;
  /** Maximum number of entries (observations, plans and insights) recorded since the last cycle from which a cycle derives its questions, the most recent ones; 1 to 500 (100). */
  recentObservations?: InputMaybe<Scalars['Int']['input']>;
  /** Number of questions in a cycle, 1 to 9 (3). Each question yields at most one insight. */
  questionsPerCycle?: InputMaybe<Scalars['Int']['input']>;
  /** Maximum depth of an insight, 1 to 10 (3). */
  maxDepth?: InputMaybe<Scalars['Int']['input']>;
  /** Lowest importance of an insight, 1 to 10 (7). A lower rating is raised to it. */
  insightImportance?: InputMaybe<Scalars['Float']['input']>;
  /** A preset for `normalization`, `mode`, `decayFactor`, `accessShare` and the four weights (MEASURED). */
  ranking?: InputMaybe<StreamRanking>;
  /** How the parts of a score are normalized before they are weighted. */
  normalization?: InputMaybe<Normalization>;
  /** How entries are compared with a query. */
  mode?: InputMaybe<SearchMode>;
  /** Whether the chat model rates the importance of observations, plans and insights (true). */
  rating?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the stream starts cycles by itself (true). */
  insights?: InputMaybe<Scalars['Boolean']['input']>;
  /** The chat model of ratings and insights, 1 to 200 characters; null for the inherited one. */
  scoringModel?: InputMaybe<Scalars['String']['input']>;
  /** Addition to the importance of a text that names an entity, 0 to 9 (1). */
  entityAddition?: InputMaybe<Scalars['Float']['input']>;
  /** Addition to the importance of a text that expresses a preference or an emotion, 0 to 9 (1). */
  feelingAddition?: InputMaybe<Scalars['Float']['input']>;
  /** Addition to the importance of a text that states a goal, 0 to 9 (2). */
  goalAddition?: InputMaybe<Scalars['Float']['input']>;
  /** Base of the recency: `decayFactor` ^ hours since `Entry.lastStatedAt`. 0.0001 to 1 (0.999). */
  decayFactor?: InputMaybe<Scalars['Float']['input']>;
  /** How much an access counts for the recency, 0 to 1 (0.5). */
  accessShare?: InputMaybe<Scalars['Float']['input']>;
  /** Number of entries most relevant to a query that `retrieveEntries` ranks, 1 to 1000 (100). */
  candidates?: InputMaybe<Scalars['Int']['input']>;
  /** Number of results of `retrieveEntries`, 1 to 100 (10). */
  limit?: InputMaybe<Scalars['Int']['input']>;
  /** Weight of the recency in scores, 0 to 100 (0.05). */
  recencyWeight?: InputMaybe<Scalars['Float']['input']>;
  /** Weight of the importance in scores, 0 to 100 (0.1). */
  importanceWeight?: InputMaybe<Scalars['Float']['input']>;
  /** Weight of the relevance in scores, 0 to 100 (1). */
  relevanceWeight?: InputMaybe<Scalars['Float']['input']>;
  /** Weight of the utility in scores, 0 to 100 (0). */
  utilityWeight?: InputMaybe<Scalars['Float']['input']>;
  /** Maximum number of entries in a memory, 1 to 10,000,000. Retention deletes superseded entries first, and then the entries with the lowest weighted sum of recency, importance and utility. No limit by default. */
  maxEntries?: InputMaybe<Scalars['Int']['input']>;
  /** Hours after which a recorded entry expires, 0.001 to 1,000,000. No expiry by default. */
  ttlHours?: InputMaybe<Scalars['Float']['input']>;
  /** Days after which an entry that retention deleted is permanently deleted, 0 to 3650 (7). */
  graceDays?: InputMaybe<Scalars['Float']['input']>;
};

/** The state of a memory's stream since its last cycle. */
export type Stream = {
  __typename?: 'Stream';
  /** Sum of the importance of observations and insights since the last cycle, including those that were deleted since. */
  cumulativeImportance: Scalars['Float']['output'];
  /** Number of observations since the last cycle, including those that were deleted since. */
  observationCount: Scalars['Int']['output'];
  /** When the last cycle ended; null if there was none. */
  lastCycleAt?: Maybe<Scalars['DateTime']['output']>;
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
  /** Where the base comes from. */
  source: ImportanceSource;
  /** The rating of the caller or the chat model, or 5. */
  base: Scalars['Float']['output'];
  /** The addition if the text names an entity, else 0. */
  entity: Scalars['Float']['output'];
  /** The addition if the text expresses a preference or an emotion, else 0. */
  feeling: Scalars['Float']['output'];
  /** The addition if the text states a goal, else 0. */
  goal: Scalars['Float']['output'];
  /** True until the chat model has rated the entry; the base is then 5. */
  pending: Scalars['Boolean']['output'];
  /** The context that was given for the rating; null without one. */
  context?: Maybe<Scalars['String']['output']>;
};

/** The origin of the base of an importance. */
export type ImportanceSource =
  /** The caller gave the importance. It is used without additions. */
  | 'CALLER'
  /** The chat model rated the entry. */
  | 'MODEL'
  /** No model has rated the entry: the rating is pending or switched off, there is no chat model, or the model did not answer with a number from 1 to 10. */
  | 'DEFAULT';

/** An entry that is evidence of an insight. */
export type Evidence = {
  __typename?: 'Evidence';
  /** The entry that is evidence. */
  entry: Entry;
  /** Whether the insight cites the entry. */
  role: EvidenceRole;
};

/** An insight that has an entry as evidence. */
export type Support = {
  __typename?: 'Support';
  /** The insight. */
  entry: Entry;
  /** Whether the insight cites the entry. */
  role: EvidenceRole;
};

/** The role of an entry as evidence of an insight. */
export type EvidenceRole =
  /** The insight cites the entry. */
  | 'CITED'
  /** The insight has no valid citation; the entry was in the prompt. */
  | 'CONSIDERED';

/** A cycle of a memory's stream: questions about recent observations, and an insight for each. */
export type InsightCycle = Node & {
  __typename?: 'InsightCycle';
  /** The global id, which begins with `cyc_`. */
  id: Scalars['ID']['output'];
  /** The memory of the stream. */
  memory: Memory;
  /** Status of the job that runs the cycle. Jobs are deleted 30 days after they end; the status of a cycle that had not ended is then FAILED. */
  status: JobStatus;
  /** The number of attempts of the job so far; 0 once the cycle has ended. */
  attempts: Scalars['Int']['output'];
  /** Code and message of the last failed attempt; null if the last attempt did not fail. */
  error?: Maybe<Scalars['String']['output']>;
  /** Sum of importance that the cycle covers; 0 until it starts. */
  importance: Scalars['Float']['output'];
  /** Number of observations that the cycle covers; 0 until it starts. */
  observationCount: Scalars['Int']['output'];
  /** The questions of the chat model, in order. Empty before they are asked, or if all entries were deleted before that or refused by the endpoint of the model. */
  questions: Array<CycleQuestion>;
  /** Tokens of the cycle's calls to the chat model. */
  usage: TokenUsage;
  /** When the cycle was queued. */
  createdAt: Scalars['DateTime']['output'];
  /** When the cycle began; null until then. */
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the cycle ended; null until then. */
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A question of a cycle, with its insight or error. */
export type CycleQuestion = {
  __typename?: 'CycleQuestion';
  /** The question. */
  question: Scalars['String']['output'];
  /** The insight; null if there is none, or none yet. */
  insight?: Maybe<Entry>;
  /** Why the question has no insight; null if it has one, or is not answered yet. */
  error?: Maybe<Scalars['String']['output']>;
};

/** A page of cycles (Relay). */
export type InsightCycleConnection = {
  __typename?: 'InsightCycleConnection';
  edges: Array<InsightCycleEdge>;
  nodes: Array<InsightCycle>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A cycle in a page, with its cursor. */
export type InsightCycleEdge = {
  __typename?: 'InsightCycleEdge';
  cursor: Scalars['String']['output'];
  node: InsightCycle;
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
  memoryId: Scalars['ID']['input'];
  /** Not blank, at most 32 KiB. */
  content: Scalars['String']['input'];
  /** Whether the text is an observed event or an intention. */
  kind: ObservationKind;
  /** The origin of the text. */
  source: EntrySource;
  /** 1 to 10; rated by the chat model when omitted. */
  importance?: InputMaybe<Scalars['Float']['input']>;
  /** When the observed event happened; when omitted, searches use the time of the write. */
  occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** When the entry expires; according to the memory's `ttlHours` when omitted. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Context of the text, such as the observer; at most 4,000 characters. The rating considers it, and it is embedded and searched with the text. */
  context?: InputMaybe<Scalars['String']['input']>;
  /** At most 16 KiB as JSON; empty when omitted. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** 1 to 200 characters, unique in the project. A repeated call with the same key and input returns the first entry. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `recordObservation`. */
export type RecordObservationPayload = {
  __typename?: 'RecordObservationPayload';
  /** The entry of the observation. */
  entry: Entry;
};

/** The input of `recordObservations`. */
export type RecordObservationsInput = {
  /** The memory to which the observations are added. */
  memoryId: Scalars['ID']['input'];
  /** 1 to 500, with at most 2 MiB of content in total. */
  observations: Array<ObservationInput>;
  /** The origin of the texts. */
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

/** The outcome of one observation of `recordObservations`. */
export type RecordObservationResult = RecordObservationPayload | ItemError;

/** The result of `recordObservations`. */
export type RecordObservationsPayload = {
  __typename?: 'RecordObservationsPayload';
  /** One per observation, in order. */
  results: Array<RecordObservationResult>;
};

/** The input of `startInsightCycle`. */
export type StartInsightCycleInput = {
  /** The memory of the stream. */
  memoryId: Scalars['ID']['input'];
  /** Starts a cycle even if the stream is below its thresholds. */
  force: Scalars['Boolean']['input'];
};

/** The result of `startInsightCycle`. */
export type StartInsightCyclePayload = {
  __typename?: 'StartInsightCyclePayload';
  /** The cycle, queued or already running. */
  insightCycle: InsightCycle;
};

/** The weights of a score's parts, 0 to 100 each; the stream's settings when omitted. */
export type WeightsInput = {
  /** 0 to 100. */
  recency?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 100. */
  importance?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 100. How the relevance is computed depends on the search mode (`SearchMode`). */
  relevance?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 100. */
  utility?: InputMaybe<Scalars['Float']['input']>;
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
  scope?: InputMaybe<KnowledgeScope>;
  /** The text with which entries are compared: not blank, at most 32 KiB. */
  query: Scalars['String']['input'];
  /** The weights of the score; the stream's settings when omitted. */
  weights?: InputMaybe<WeightsInput>;
  /** Base of the recency, above 0 and at most 1; the stream's setting when omitted. */
  decayFactor?: InputMaybe<Scalars['Float']['input']>;
  /** Maximum number of results, 1 to 100; the stream's setting when omitted. */
  limit?: InputMaybe<Scalars['Int']['input']>;
  /** A preset for the normalization, the mode, the decay factor, the access share and the weights; the stream's settings when omitted. */
  ranking?: InputMaybe<StreamRanking>;
  /** How the parts are normalized before they are weighted; the stream's setting when omitted. */
  normalization?: InputMaybe<Normalization>;
  /** How entries are compared with the query; the stream's setting when omitted. */
  mode?: InputMaybe<SearchMode>;
  /** The time at which recency is computed, and from which relative dates in the text are read unless `asOf` is given; now when omitted. */
  now?: InputMaybe<Scalars['DateTime']['input']>;
  /** As in `searchKnowledge`. */
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  /** Whether entries that others replaced are searched too. */
  includeSuperseded: Scalars['Boolean']['input'];
  /** Excludes results with a lower `score`. */
  minScore?: InputMaybe<Scalars['Float']['input']>;
  /** Whether the answer has an `explanation`. */
  explain: Scalars['Boolean']['input'];
};

/** The result of `retrieveEntries`. */
export type RetrieveEntriesPayload = {
  __typename?: 'RetrieveEntriesPayload';
  /** Best first. `score` is the weighted sum of recency, importance, relevance and utility. */
  results: Array<SearchResult>;
  /** How the results were found; null without `explain`. */
  explanation?: Maybe<SearchExplanation>;
};

/** The input of `planningContext`. */
export type PlanningContextInput = {
  /** The entries to search; the whole project when omitted. */
  scope?: InputMaybe<KnowledgeScope>;
  /** The situation, with which entries are compared: not blank, at most 32 KiB. */
  situation: Scalars['String']['input'];
  /** Maximum number of entries, 1 to 100. */
  limit: Scalars['Int']['input'];
  /** Maximum number of tokens of the text, 1 to 100,000. A token is counted as four bytes of UTF-8. Of a statement that does not fit, the text has the chunk that matches best, with an ellipsis (…) where text is left out. */
  tokenBudget: Scalars['Int']['input'];
  /** The weights of the score; the stream's settings when omitted. */
  weights?: InputMaybe<WeightsInput>;
  /** Base of the recency, above 0 and at most 1; the stream's setting when omitted. */
  decayFactor?: InputMaybe<Scalars['Float']['input']>;
  /** A preset as in `retrieveEntries`; the stream's settings when omitted. */
  ranking?: InputMaybe<StreamRanking>;
  /** The time at which recency is computed, and from which relative dates in the text are read unless `asOf` is given; now when omitted. */
  now?: InputMaybe<Scalars['DateTime']['input']>;
  /** As in `searchKnowledge`. */
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
};

/** The result of `planningContext`. */
export type PlanningContextPayload = {
  __typename?: 'PlanningContextPayload';
  /** Insights, observations, facts and plans, in this order and each best first, as many as fit. Each statement has its date in UTC. */
  text: Scalars['String']['output'];
  /** Number of tokens of the text, counted as four bytes each. */
  tokens: Scalars['Int']['output'];
  /** The entries in the text, best first. */
  results: Array<SearchResult>;
};

/** An agent: instructions, a chat model, and the knowledge that is injected into its conversations. */
export type Agent = Node & {
  __typename?: 'Agent';
  /** The global id, which begins with `agt_`. */
  id: Scalars['ID']['output'];
  /** Unique in the project. */
  name: Scalars['String']['output'];
  /** The system message of every conversation; null without one. */
  instructions?: Maybe<Scalars['String']['output']>;
  /** The chat model; the server's default when null. */
  model?: Maybe<Scalars['String']['output']>;
  /** The sampling temperature, 0 to 2; the model's default when null. */
  temperature?: Maybe<Scalars['Float']['output']>;
  /** Maximum number of calls to the model in one generation. */
  maxSteps: Scalars['Int']['output'];
  /** Which knowledge is injected into its conversations, and how. */
  knowledgeConfig: KnowledgeConfig;
  /** When the agent was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the agent was last changed. */
  updatedAt: Scalars['DateTime']['output'];
};

/** A page of agents (Relay). */
export type AgentConnection = {
  __typename?: 'AgentConnection';
  edges: Array<AgentEdge>;
  nodes: Array<Agent>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An agent in a page, with its cursor. */
export type AgentEdge = {
  __typename?: 'AgentEdge';
  cursor: Scalars['String']['output'];
  node: Agent;
};

/** An order of agents. */
export type AgentOrder = {
  /** What the list is ordered by. */
  field: AgentOrderField;
  /** Ascending when omitted. */
  direction: OrderDirection;
};

/** What agents are ordered by. */
export type AgentOrderField =
  /** The name, by Unicode code point. */
  | 'NAME'
  /** `Agent.createdAt`. */
  | 'CREATED_AT'
  /** `Agent.updatedAt`. */
  | 'UPDATED_AT';

/** The scope of an agent's searches; the fields are those of `KnowledgeScope`. Null does not restrict. */
export type KnowledgeConfigScope = {
  __typename?: 'KnowledgeConfigScope';
  /** If these and `memoryTags` are both empty, nothing is searched. */
  memoryIds: Array<Scalars['ID']['output']>;
  memoryTags: Array<Scalars['String']['output']>;
  kinds?: Maybe<Array<EntryKind>>;
  sources?: Maybe<Array<EntrySource>>;
  metadata?: Maybe<Scalars['JSONObject']['output']>;
  occurredAfter?: Maybe<Scalars['DateTime']['output']>;
  occurredBefore?: Maybe<Scalars['DateTime']['output']>;
  createdAfter?: Maybe<Scalars['DateTime']['output']>;
  createdBefore?: Maybe<Scalars['DateTime']['output']>;
  updatedAfter?: Maybe<Scalars['DateTime']['output']>;
  updatedBefore?: Maybe<Scalars['DateTime']['output']>;
  minUtility?: Maybe<Scalars['Float']['output']>;
  maxUtility?: Maybe<Scalars['Float']['output']>;
  reviewed?: Maybe<Scalars['Boolean']['output']>;
  outcomes?: Maybe<Array<ReviewResult>>;
};

/** A memory that an agent reads by its id, or writes to. */
export type ConfiguredMemory = {
  __typename?: 'ConfiguredMemory';
  /** `Memory.id`. */
  id: Scalars['ID']['output'];
  /** Null if the memory was permanently deleted. */
  memory?: Maybe<Memory>;
  /** Why the agent cannot use the memory; null if it can. If the agent both reads and writes to the memory, the code is WRITE_MEMORY_DELETED. */
  warning?: Maybe<KnowledgeWarning>;
};

/** A reason for which an agent does not get all of its configured knowledge. */
export type KnowledgeWarning = {
  __typename?: 'KnowledgeWarning';
  /** The reason. */
  code: KnowledgeWarningCode;
  /** The reason as a sentence. Branch on the code, not on the message. */
  message: Scalars['String']['output'];
  /** The id of the deleted memory; null for REFLECTIONS_WITHOUT_SCOPE. */
  memoryId?: Maybe<Scalars['ID']['output']>;
};

/** The reasons of a `KnowledgeWarning`. */
export type KnowledgeWarningCode =
  /** The agent reads a memory that is deleted or no longer exists; it is left out. */
  | 'MEMORY_DELETED'
  /** The agent writes to a memory that is deleted or no longer exists; its writes fail. */
  | 'WRITE_MEMORY_DELETED'
  /** The agent is to get lessons of past runs, but its scope has neither memories nor tags of memories to search. */
  | 'REFLECTIONS_WITHOUT_SCOPE';

/** Which knowledge is injected into an agent's conversations, and how (SOAT's `knowledge_config`). */
export type KnowledgeConfig = {
  __typename?: 'KnowledgeConfig';
  /** The entries to search. */
  scope: KnowledgeConfigScope;
  /** The memories of `scope.memoryIds` and the memory to write to, with a warning for each that is deleted. */
  memories: Array<ConfiguredMemory>;
  /** How entries are compared with the query. With the ranking WEIGHTED, the mode of the stream applies instead. Lessons are always searched with HYBRID. */
  mode: SearchMode;
  /** Lowest relevance, in 0..1, of an injected entry, which is the cosine similarity in SEMANTIC mode; null for no such limit. */
  minScore?: Maybe<Scalars['Float']['output']>;
  /** Minimum relevance of an injected entry, as a share of the relevance of the best entry, in 0..1. Entries with a relevance below 0.15 (HYBRID), 0.3 (SEMANTIC) or 0.1 (LEXICAL) are also left out. 0 switches both limits off. The best entry is always injected, unless `minScore` excludes it. */
  relativeScore: Scalars['Float']['output'];
  /** Maximum number of injected entries; lessons are counted separately, with the same limit. */
  limit: Scalars['Int']['output'];
  /** Maximum number of tokens of the injected entries, without those of lessons, which have the same budget of their own. A token is counted as four bytes of UTF-8. Of a statement that does not fit, the chunk that matches best is injected, with an ellipsis (…) where text is left out. The best entry is always injected, unless `minScore` excludes it: its text is cut to fit, but at least 100 bytes of it are injected. With `injectAs: USER`, the sentence and the tags around the entries are not counted. */
  tokenBudget: Scalars['Int']['output'];
  /** How the entries are ranked. */
  ranking: KnowledgeRanking;
  /** Weight of the utility, in 0..1, for the ranking UTILITY and for lessons. */
  lambda: Scalars['Float']['output'];
  /** Weight of the score, in 0..1, in maximal marginal relevance, for the ranking UTILITY and for lessons. 1 ranks by score only. */
  mmrLambda: Scalars['Float']['output'];
  /** Whether lessons of past runs are also injected, as found by `queryReflections` in the memories of the scope. Entries of the kind REFLECTION are then injected only as lessons. */
  reflections: Scalars['Boolean']['output'];
  /** The memory to which the tool `write_memory` writes; without one the agent does not have the tool. The written entries have the metadata of the scope, so that searches in this scope find them. */
  writeMemoryId?: Maybe<Scalars['ID']['output']>;
  /** As what messages the entries are injected. */
  injectAs: Injection;
};

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
  scope?: InputMaybe<KnowledgeScope>;
  /** Default HYBRID. */
  mode?: InputMaybe<SearchMode>;
  /** 0 to 1; null, the default, for no such limit. */
  minScore?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1; default 0.3. */
  relativeScore?: InputMaybe<Scalars['Float']['input']>;
  /** 1 to 50; default 20. */
  limit?: InputMaybe<Scalars['Int']['input']>;
  /** 1 to 100,000; default 500. */
  tokenBudget?: InputMaybe<Scalars['Int']['input']>;
  /** Default RELEVANCE. */
  ranking?: InputMaybe<KnowledgeRanking>;
  /** 0 to 1; default 0.4. */
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

/** The knowledge configuration of one call, with the fields of `KnowledgeConfigInput` except `writeMemoryId`. The memories and tags of its scope are added to the memories and tags of the agent; its kinds are added if the agent's scope has kinds. Any other value replaces the value of the agent. A field that is omitted or null leaves the value of the agent unchanged, except that null for `minScore` removes the limit. A call cannot change the memory to which the agent writes. */
export type CallKnowledgeInput = {
  scope?: InputMaybe<KnowledgeScope>;
  mode?: InputMaybe<SearchMode>;
  minScore?: InputMaybe<Scalars['Float']['input']>;
  relativeScore?: InputMaybe<Scalars['Float']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  tokenBudget?: InputMaybe<Scalars['Int']['input']>;
  ranking?: InputMaybe<KnowledgeRanking>;
  lambda?: InputMaybe<Scalars['Float']['input']>;
  mmrLambda?: InputMaybe<Scalars['Float']['input']>;
  reflections?: InputMaybe<Scalars['Boolean']['input']>;
  injectAs?: InputMaybe<Injection>;
};

/** The input of `createAgent`. */
export type CreateAgentInput = {
  /** 1 to 200 characters, unique in the project. */
  name: Scalars['String']['input'];
  /** The system message of every conversation, at most 100,000 characters. */
  instructions?: InputMaybe<Scalars['String']['input']>;
  /** Name of the chat model, 1 to 200 characters; the server's default when omitted. */
  model?: InputMaybe<Scalars['String']['input']>;
  /** The sampling temperature, 0 to 2; the model's default when omitted. */
  temperature?: InputMaybe<Scalars['Float']['input']>;
  /** Maximum number of calls to the model in one generation, 1 to 100; default 20. */
  maxSteps?: InputMaybe<Scalars['Int']['input']>;
  /** Which knowledge is injected into its conversations; without it, none. */
  knowledgeConfig?: InputMaybe<KnowledgeConfigInput>;
  /** 1 to 200 characters, unique among the calls of this mutation in the project. A repeated call with the same key and input returns the object that the first call created. With another input, it is a CONFLICT; if the object was deleted, NOT_FOUND. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `createAgent`. */
export type CreateAgentPayload = {
  __typename?: 'CreateAgentPayload';
  /** The created agent. */
  agent: Agent;
};

/** The input of `updateAgent`. An omitted field is unchanged, and so is one that is null unless its description says otherwise. */
export type UpdateAgentInput = {
  /** The agent to change. */
  agentId: Scalars['ID']['input'];
  /** 1 to 200 characters, unique in the project. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** At most 100,000 characters; null clears it. */
  instructions?: InputMaybe<Scalars['String']['input']>;
  /** Null resets to the server's default. */
  model?: InputMaybe<Scalars['String']['input']>;
  /** 0 to 2; null resets to the model's default. */
  temperature?: InputMaybe<Scalars['Float']['input']>;
  /** 1 to 100. */
  maxSteps?: InputMaybe<Scalars['Int']['input']>;
  /** Each given field replaces the agent's. */
  knowledgeConfig?: InputMaybe<KnowledgeConfigInput>;
};

/** The result of `updateAgent`. */
export type UpdateAgentPayload = {
  __typename?: 'UpdateAgentPayload';
  /** The changed agent. */
  agent: Agent;
};

/** The input of `deleteAgent`. */
export type DeleteAgentInput = {
  /** The agent to delete. */
  agentId: Scalars['ID']['input'];
};

/** The result of `deleteAgent`. */
export type DeleteAgentPayload = {
  __typename?: 'DeleteAgentPayload';
  /** The id of the deleted agent. */
  deletedAgentId: Scalars['ID']['output'];
};

/** The input of `agentKnowledge`. */
export type AgentKnowledgeInput = {
  /** The agent whose knowledge is found. */
  agentId: Scalars['ID']['input'];
  /** The conversation, in the format of the OpenAI API. The text of the last user message is the query. At most 4 MiB as JSON. */
  messages: Array<Scalars['JSONObject']['input']>;
  /** Changes of the agent's configuration for this call. */
  knowledgeConfig?: InputMaybe<CallKnowledgeInput>;
};

/** The result of `agentKnowledge`. */
export type AgentKnowledgePayload = {
  __typename?: 'AgentKnowledgePayload';
  /** The messages to put in front of the conversation, in the format of the OpenAI API. */
  messages: Array<Scalars['JSONObject']['output']>;
  /** The entries in the messages, knowledge before lessons, each best first. */
  results: Array<SearchResult>;
  /** Number of tokens of the messages, counted as four bytes of UTF-8 each. */
  tokens: Scalars['Int']['output'];
  /** The best entries and lessons that were found and not put into the messages, or not with all of their matching statements, at most 20, best first. */
  omitted: Array<OmittedEntry>;
  /** The effective configuration: the agent's, combined with the call's. */
  knowledgeConfig: KnowledgeConfig;
  /** Why the agent does not get all of its configured knowledge, such as a deleted memory. */
  warnings: Array<KnowledgeWarning>;
};

/** An entry that was found for an agent and not put into its messages, or not with all of its matching statements. */
export type OmittedEntry = {
  __typename?: 'OmittedEntry';
  /** The entry, with its score. */
  result: SearchResult;
  /** Why it was left out. */
  reason: OmissionReason;
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
  agentId: Scalars['ID']['input'];
  /** The conversation, in the format of the OpenAI API. At most 4 MiB as JSON. */
  messages: Array<Scalars['JSONObject']['input']>;
  /** Changes of the agent's configuration for this call. */
  knowledgeConfig?: InputMaybe<CallKnowledgeInput>;
  /** The caller's tools, in the format of the OpenAI API; their calls are returned in `requiresAction`. At most 128, together at most 1 MiB as JSON. */
  tools?: InputMaybe<Array<Scalars['JSONObject']['input']>>;
  /** Metadata of the trace, at most 16 KiB. For an agent with `reflections`, it must have the project's `requiredMetadataKey`, unless the scope has it. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** 1 to 200 characters, unique among the project's generations. A repeated call with the same key and input returns the first generation. A generation that failed or was cancelled loses its key, so that a repeated call generates again. The key is kept for the days of `Server.limits.idempotencyRetentionDays`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `generate`. */
export type GeneratePayload = {
  __typename?: 'GeneratePayload';
  /** The generation, which has ended or requires action. */
  generation: Generation;
};

/** The input of `continueGeneration`. */
export type ContinueGenerationInput = {
  /** The generation to continue. */
  generationId: Scalars['ID']['input'];
  /** One result for each call in `requiresAction`. */
  toolResults: Array<ToolResultInput>;
};

/** The result of a call of one of the caller's tools. */
export type ToolResultInput = {
  /** `ToolCall.id` of the call. */
  toolCallId: Scalars['ID']['input'];
  /** At most 1,000,000 characters. */
  content: Scalars['String']['input'];
};

/** The result of `continueGeneration`. */
export type ContinueGenerationPayload = {
  __typename?: 'ContinueGenerationPayload';
  /** The generation, which has ended or requires action again. */
  generation: Generation;
};

/** The input of `cancelGeneration`. */
export type CancelGenerationInput = {
  /** The generation to cancel. */
  generationId: Scalars['ID']['input'];
};

/** The result of `cancelGeneration`. */
export type CancelGenerationPayload = {
  __typename?: 'CancelGenerationPayload';
  /** The cancelled generation. What the model said, and the trace, can follow a moment later, when the process that ran it has stored them. */
  generation: Generation;
};

/** A page of generations (Relay). */
export type GenerationConnection = {
  __typename?: 'GenerationConnection';
  edges: Array<GenerationEdge>;
  nodes: Array<Generation>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A generation in a page, with its cursor. */
export type GenerationEdge = {
  __typename?: 'GenerationEdge';
  cursor: Scalars['String']['output'];
  node: Generation;
};

/** The generation of an agent's answer, in its current state. */
export type Generation = Node & {
  __typename?: 'Generation';
  /** The global id, which begins with `gen_`. */
  id: Scalars['ID']['output'];
  /** The agent that answers. */
  agent: Agent;
  /** Whether the generation is running, requires action, or how it ended. */
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
  /** Tokens of all calls to the model so far. */
  usage: TokenUsage;
  /** Number of calls to the model so far. */
  steps: Scalars['Int']['output'];
  /** The trace of the run. Null until the generation has ended, if the model sent no messages, and after the trace was deleted. */
  trace?: Maybe<Trace>;
  /** Code and message of the error; null unless the status is FAILED. */
  error?: Maybe<Scalars['String']['output']>;
  /** Who started the generation; null if that is not known. */
  createdBy?: Maybe<Actor>;
  /** When the generation was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the generation was last changed. */
  updatedAt: Scalars['DateTime']['output'];
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

/** A call of a tool by the model. */
export type ToolCall = {
  __typename?: 'ToolCall';
  /** The id that the model gave to the call, as in `messages`. */
  id: Scalars['ID']['output'];
  /** Name of the tool. */
  name: Scalars['String']['output'];
  /** The arguments as generated by the model; normally JSON, but not validated. */
  arguments: Scalars['String']['output'];
};

/** The outcome of one call of `write_memory`. */
export type MemoryWrite = {
  __typename?: 'MemoryWrite';
  /** The text that the model wrote. */
  content: Scalars['String']['output'];
  /** Null if the write failed. */
  action?: Maybe<WriteAction>;
  /** Null if the write failed, or the entry was permanently deleted. */
  entry?: Maybe<Entry>;
  /** Null unless the write failed. */
  error?: Maybe<MemoryWriteError>;
};

/** The error of an agent's write, which the model also receives. */
export type MemoryWriteError = {
  __typename?: 'MemoryWriteError';
  /** The code, as in `extensions.code`. */
  code: ErrorCode;
  /** The message, as the model received it. */
  message: Scalars['String']['output'];
};

/** Number of tokens, as counted by the model. */
export type TokenUsageInput = {
  /** 0 or more. */
  inputTokens: Scalars['Int']['input'];
  /** 0 or more. */
  outputTokens: Scalars['Int']['input'];
};

/** Number of tokens, as counted by the model. */
export type TokenUsage = {
  __typename?: 'TokenUsage';
  /** Tokens that were sent to the model. */
  inputTokens: Scalars['Int']['output'];
  /** Tokens that the model generated. */
  outputTokens: Scalars['Int']['output'];
};

/** An event of a streamed generation: one GenerationStarted, then what happens, then one GenerationEnded. */
export type GenerationEvent = GenerationStarted | TextDelta | ToolCall | MemoryWrite | GenerationEnded;

/** The generation has begun, and its knowledge is found. */
export type GenerationStarted = {
  __typename?: 'GenerationStarted';
  /** The id of the generation, for `cancelGeneration`. */
  id: Scalars['ID']['output'];
  /** The entries in the injected messages, knowledge before lessons, each best first. */
  injected: Array<Retrieval>;
};

/** The next part of the text. */
export type TextDelta = {
  __typename?: 'TextDelta';
  /** The part, to be appended to those before it. */
  text: Scalars['String']['output'];
};

/** The generation has ended or requires action. No event follows. */
export type GenerationEnded = {
  __typename?: 'GenerationEnded';
  /** The generation in its final state, or with its calls in `requiresAction`. */
  generation: Generation;
};

/** A background job. */
export type Job = Node & {
  __typename?: 'Job';
  /** The global id, which begins with `job_`. */
  id: Scalars['ID']['output'];
  /** What the job does. */
  kind: JobKind;
  /** The object that the job is about: a project, a trace or a memory; null if it no longer exists. */
  subject?: Maybe<Node>;
  /** The id of the object that the job is about, which may no longer exist. */
  subjectId: Scalars['ID']['output'];
  /** Whether the job waits, runs, or how it ended. */
  status: JobStatus;
  /** Number of attempts since the job was queued, from 0. An attempt of a re-embedding that stores vectors counts as the first one again. */
  attempts: Scalars['Int']['output'];
  /** Code and message of the last failed attempt; null if the last attempt did not fail. */
  error?: Maybe<Scalars['String']['output']>;
  /** When a queued job is due. It says nothing about a job with another status. */
  runAt: Scalars['DateTime']['output'];
  /** When the job was queued. */
  createdAt: Scalars['DateTime']['output'];
  /** When the job ended; null until then. */
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
};

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

/** A page of jobs (Relay). */
export type JobConnection = {
  __typename?: 'JobConnection';
  edges: Array<JobEdge>;
  nodes: Array<Job>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A job in a page, with its cursor. */
export type JobEdge = {
  __typename?: 'JobEdge';
  cursor: Scalars['String']['output'];
  node: Job;
};

/** The input of `retryJob`. */
export type RetryJobInput = {
  /** The job to run again. */
  jobId: Scalars['ID']['input'];
};

/** The result of `retryJob`. */
export type RetryJobPayload = {
  __typename?: 'RetryJobPayload';
  /** The job, which is queued. */
  job: Job;
};

/** The input of `cancelJob`. */
export type CancelJobInput = {
  /** The job to cancel. */
  jobId: Scalars['ID']['input'];
};

/** The result of `cancelJob`. */
export type CancelJobPayload = {
  __typename?: 'CancelJobPayload';
  /** The cancelled job. */
  job: Job;
};

/** The length of a bucket of `stats`. */
export type StatsBucketSize =
  /** An hour of UTC. */
  | 'HOUR'
  /** A day of UTC. */
  | 'DAY'
  /** Seven days from Monday. */
  | 'WEEK';

/** What happened in a span of time. */
export type StatsBucket = {
  __typename?: 'StatsBucket';
  /** The beginning of the bucket. */
  start: Scalars['DateTime']['output'];
  /** Traces that were created. */
  traces: Scalars['Int']['output'];
  /** Reviews with the result PASS, including replaced reviews. */
  passed: Scalars['Int']['output'];
  /** Reviews with the result FAIL, including replaced reviews. */
  failed: Scalars['Int']['output'];
  /** Mean reward of these reviews, in 0..1; null without reviews. */
  meanReward?: Maybe<Scalars['Float']['output']>;
  /** Writes that created an entry. */
  entriesCreated: Scalars['Int']['output'];
  /** Writes that updated an entry. */
  entriesUpdated: Scalars['Int']['output'];
  /** Writes that were skipped. */
  entriesSkipped: Scalars['Int']['output'];
  /** Searches by callers, agents and cycles of streams. */
  searches: Scalars['Int']['output'];
  /** Generations that ended, in whatever way. */
  generations: Scalars['Int']['output'];
  /** Tokens that generations and recorded traces sent to chat models. */
  inputTokens: Scalars['Float']['output'];
  /** Tokens that generations and recorded traces received from chat models. */
  outputTokens: Scalars['Float']['output'];
  /** How long searches took in the server; null without searches. */
  searchLatency?: Maybe<Latency>;
  /** How long generations took; null without generations. */
  generationLatency?: Maybe<Latency>;
};

/** Percentiles of durations in milliseconds, to within 10 percent for durations from 0.1 ms to 66 minutes. */
export type Latency = {
  __typename?: 'Latency';
  /** The median. */
  p50: Scalars['Float']['output'];
  /** The 95th percentile. */
  p95: Scalars['Float']['output'];
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

/** A change in a project, as recorded in its event log. An id field is null if the event concerns no object of that type. An object field is also null if the object no longer exists. */
export type Event = Node & {
  __typename?: 'Event';
  /** The global id, which begins with `evt_`. It is also the cursor: the ids of a log sort in its order. */
  id: Scalars['ID']['output'];
  /** The position of the event in the log. Pass it as `after` to read the events after it. It is valid only for this project, while the log holds the event or the event is the last one that was purged. */
  cursor: Scalars['String']['output'];
  /** What happened. */
  type: EventType;
  /** The memory of the event. */
  memoryId?: Maybe<Scalars['ID']['output']>;
  /** The memory in its current state. */
  memory?: Maybe<Memory>;
  /** The entry of the event. */
  entryId?: Maybe<Scalars['ID']['output']>;
  /** The entry in its current state. */
  entry?: Maybe<Entry>;
  /** The trace of the event, or the trace whose review changed a utility. */
  traceId?: Maybe<Scalars['ID']['output']>;
  /** The trace in its current state. */
  trace?: Maybe<Trace>;
  /** The agent of the event. */
  agentId?: Maybe<Scalars['ID']['output']>;
  /** The agent in its current state. */
  agent?: Maybe<Agent>;
  /** The generation of the event. */
  generationId?: Maybe<Scalars['ID']['output']>;
  /** The generation in its current state. */
  generation?: Maybe<Generation>;
  /** The job of the event. */
  jobId?: Maybe<Scalars['ID']['output']>;
  /** The job in its current state. */
  job?: Maybe<Job>;
  /** The cycle of the event. */
  insightCycleId?: Maybe<Scalars['ID']['output']>;
  /** The cycle in its current state. */
  insightCycle?: Maybe<InsightCycle>;
  /** The API key that was created, changed or revoked. */
  apiKeyId?: Maybe<Scalars['ID']['output']>;
  /** The API key in its current state. Null unless the caller has role ADMIN. */
  apiKey?: Maybe<ApiKey>;
  /** The changed fields. Empty for an event of an API key unless the caller has role ADMIN. */
  changes: Array<FieldChange>;
  /** Who made the change. */
  actor: Actor;
  /** When the event was recorded. */
  createdAt: Scalars['DateTime']['output'];
};

/** The change of one field. */
export type FieldChange = {
  __typename?: 'FieldChange';
  /** Name of the field, as in the schema. */
  field: Scalars['String']['output'];
  /** The old value; null if there was none. */
  before?: Maybe<Scalars['JSON']['output']>;
  /** The new value; null if there is none. In ENTRY_SKIPPED: the value that was not stored. */
  after?: Maybe<Scalars['JSON']['output']>;
};

/** A page of events (Relay). */
export type EventConnection = {
  __typename?: 'EventConnection';
  edges: Array<EventEdge>;
  nodes: Array<Event>;
  pageInfo: PageInfo;
  /** Number of matches on all pages. */
  totalCount: Scalars['Int']['output'];
  /** The cursor of the current end of the log, on any page. A subscription with this cursor as `after` delivers all later events. */
  headCursor: Scalars['String']['output'];
};

/** An event in a page, with its cursor. */
export type EventEdge = {
  __typename?: 'EventEdge';
  cursor: Scalars['String']['output'];
  node: Event;
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



/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  WriteEntryResult:
    | ( Omit<WriteEntryPayload, 'entry' | 'matchedEntry'> & { entry: _RefType['Entry'], matchedEntry?: Maybe<_RefType['Entry']> } )
    | ( ItemError )
  ;
  EntryResult:
    | ( ListedEntry )
    | ( ItemError )
  ;
  ReviewTraceResult:
    | ( Omit<ReviewTracePayload, 'trace' | 'changes'> & { trace: _RefType['Trace'], changes: Array<_RefType['UtilityChange']> } )
    | ( ItemError )
  ;
  RecordObservationResult:
    | ( Omit<RecordObservationPayload, 'entry'> & { entry: _RefType['Entry'] } )
    | ( ItemError )
  ;
  GenerationEvent:
    | ( Omit<GenerationStarted, 'injected'> & { injected: Array<_RefType['Retrieval']> } )
    | ( TextDelta )
    | ( ToolCall )
    | ( KnownMemoryWrite )
    | ( Omit<GenerationEnded, 'generation'> & { generation: _RefType['Generation'] } )
  ;
};

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( ProjectRow )
    | ( ApiKeyRow )
    | ( MemoryRow )
    | ( ListedEntry )
    | ( TraceRow )
    | ( CycleRow )
    | ( AgentRow )
    | ( KnownGeneration )
    | ( JobRow )
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
  OrderDirection: OrderDirection;
  ErrorCode: ErrorCode;
  Actor: ResolverTypeWrapper<ActorOf>;
  ActorKind: ActorKind;
  KnowledgeScope: KnowledgeScope;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
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
  Quotas: ResolverTypeWrapper<Quotas>;
  ProjectUsage: ResolverTypeWrapper<ProjectUsage>;
  SetQuotasInput: SetQuotasInput;
  SetQuotasPayload: ResolverTypeWrapper<Omit<SetQuotasPayload, 'project'> & { project: ResolversTypes['Project'] }>;
  EraseDataInput: EraseDataInput;
  EraseDataPayload: ResolverTypeWrapper<EraseDataPayload>;
  ErasureReport: ResolverTypeWrapper<ErasureReport>;
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
  RenameApiKeyInput: RenameApiKeyInput;
  RenameApiKeyPayload: ResolverTypeWrapper<Omit<RenameApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>;
  RotateApiKeyInput: RotateApiKeyInput;
  RotateApiKeyPayload: ResolverTypeWrapper<Omit<RotateApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>;
  RevokeApiKeyInput: RevokeApiKeyInput;
  RevokeApiKeyPayload: ResolverTypeWrapper<Omit<RevokeApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>;
  Memory: ResolverTypeWrapper<MemoryRow>;
  MemoryOrder: MemoryOrder;
  MemoryOrderField: MemoryOrderField;
  Tag: ResolverTypeWrapper<TagRow>;
  TagConnection: ResolverTypeWrapper<TagPage>;
  TagEdge: ResolverTypeWrapper<Omit<TagEdge, 'node'> & { node: ResolversTypes['Tag'] }>;
  RenameTagInput: RenameTagInput;
  RenameTagPayload: ResolverTypeWrapper<Omit<RenameTagPayload, 'tag'> & { tag: ResolversTypes['Tag'] }>;
  MemoryConnection: ResolverTypeWrapper<MemoryPage>;
  MemoryEdge: ResolverTypeWrapper<Omit<MemoryEdge, 'node'> & { node: ResolversTypes['Memory'] }>;
  IfExists: IfExists;
  CreateMemoryInput: CreateMemoryInput;
  CreateMemoryPayload: ResolverTypeWrapper<Omit<CreateMemoryPayload, 'memory'> & { memory: ResolversTypes['Memory'] }>;
  UpdateMemoryInput: UpdateMemoryInput;
  UpdateMemoryPayload: ResolverTypeWrapper<Omit<UpdateMemoryPayload, 'memory'> & { memory: ResolversTypes['Memory'] }>;
  DeleteMemoryInput: DeleteMemoryInput;
  DeleteMemoryPayload: ResolverTypeWrapper<Omit<DeleteMemoryPayload, 'memory'> & { memory: ResolversTypes['Memory'] }>;
  RestoreMemoryInput: RestoreMemoryInput;
  RestoreMemoryPayload: ResolverTypeWrapper<Omit<RestoreMemoryPayload, 'memory'> & { memory: ResolversTypes['Memory'] }>;
  EntryKind: EntryKind;
  EntrySource: EntrySource;
  Entry: ResolverTypeWrapper<ListedEntry>;
  Statement: ResolverTypeWrapper<StatementOf>;
  EntryConnection: ResolverTypeWrapper<EntryPage>;
  EntryFacets: ResolverTypeWrapper<Omit<EntryFacets, 'memories'> & { memories: Array<ResolversTypes['MemoryCount']> }>;
  KindCount: ResolverTypeWrapper<KindCount>;
  SourceCount: ResolverTypeWrapper<SourceCount>;
  MemoryCount: ResolverTypeWrapper<Omit<MemoryCount, 'memory'> & { memory: ResolversTypes['Memory'] }>;
  TagCount: ResolverTypeWrapper<TagCount>;
  EntryOrder: EntryOrder;
  EntryOrderField: EntryOrderField;
  EntryEdge: ResolverTypeWrapper<Omit<EntryEdge, 'node'> & { node: ResolversTypes['Entry'] }>;
  RevisionChange: RevisionChange;
  Revision: ResolverTypeWrapper<RevisionWithStatements>;
  RevisionConnection: ResolverTypeWrapper<RevisionPage>;
  RevisionEdge: ResolverTypeWrapper<Omit<RevisionEdge, 'node'> & { node: ResolversTypes['Revision'] }>;
  WriteAction: WriteAction;
  DuplicatePolicy: DuplicatePolicy;
  WritePreset: WritePreset;
  WriteEntryInput: WriteEntryInput;
  WriteEntryPayload: ResolverTypeWrapper<Omit<WriteEntryPayload, 'entry' | 'matchedEntry'> & { entry: ResolversTypes['Entry'], matchedEntry?: Maybe<ResolversTypes['Entry']> }>;
  WriteEntriesItem: WriteEntriesItem;
  WriteEntriesInput: WriteEntriesInput;
  WriteEntryResult: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['WriteEntryResult']>;
  EntryResult: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['EntryResult']>;
  ItemError: ResolverTypeWrapper<ItemError>;
  ExtractEntriesInput: ExtractEntriesInput;
  ExtractionMethod: ExtractionMethod;
  ExtractEntriesPayload: ResolverTypeWrapper<Omit<ExtractEntriesPayload, 'results'> & { results: Array<ResolversTypes['ExtractEntriesResult']> }>;
  ExtractEntriesResult: ResolverTypeWrapper<Omit<ExtractEntriesResult, 'result'> & { result: ResolversTypes['WriteEntryResult'] }>;
  WriteEntriesPayload: ResolverTypeWrapper<Omit<WriteEntriesPayload, 'results'> & { results: Array<ResolversTypes['WriteEntryResult']> }>;
  UpdateEntryInput: UpdateEntryInput;
  UpdateEntryPayload: ResolverTypeWrapper<Omit<UpdateEntryPayload, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  DeleteEntryInput: DeleteEntryInput;
  DeleteEntryPayload: ResolverTypeWrapper<Omit<DeleteEntryPayload, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  DeleteEntriesInput: DeleteEntriesInput;
  DeleteEntriesPayload: ResolverTypeWrapper<Omit<DeleteEntriesPayload, 'results'> & { results: Array<ResolversTypes['EntryResult']> }>;
  MoveEntriesInput: MoveEntriesInput;
  MoveEntriesPayload: ResolverTypeWrapper<Omit<MoveEntriesPayload, 'results'> & { results: Array<ResolversTypes['EntryResult']> }>;
  CopyEntriesInput: CopyEntriesInput;
  CopyEntriesPayload: ResolverTypeWrapper<Omit<CopyEntriesPayload, 'results'> & { results: Array<ResolversTypes['WriteEntryResult']> }>;
  RestoreEntryInput: RestoreEntryInput;
  RestoreEntryPayload: ResolverTypeWrapper<Omit<RestoreEntryPayload, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  RevertEntryInput: RevertEntryInput;
  RevertEntryPayload: ResolverTypeWrapper<Omit<RevertEntryPayload, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  DeleteStatementInput: DeleteStatementInput;
  DeleteStatementPayload: ResolverTypeWrapper<Omit<DeleteStatementPayload, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  SplitEntryInput: SplitEntryInput;
  SplitEntryPayload: ResolverTypeWrapper<Omit<SplitEntryPayload, 'entry' | 'newEntry'> & { entry: ResolversTypes['Entry'], newEntry: ResolversTypes['Entry'] }>;
  MergeEntriesInput: MergeEntriesInput;
  MergeEntriesPayload: ResolverTypeWrapper<Omit<MergeEntriesPayload, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  SupersedeEntriesInput: SupersedeEntriesInput;
  SupersedeEntriesPayload: ResolverTypeWrapper<Omit<SupersedeEntriesPayload, 'results'> & { results: Array<ResolversTypes['EntryResult']> }>;
  TouchEntriesInput: TouchEntriesInput;
  TouchEntriesPayload: ResolverTypeWrapper<Omit<TouchEntriesPayload, 'results'> & { results: Array<ResolversTypes['EntryResult']> }>;
  LessonInput: LessonInput;
  SearchMode: SearchMode;
  SearchKnowledgeInput: SearchKnowledgeInput;
  SearchKnowledgePayload: ResolverTypeWrapper<Omit<SearchKnowledgePayload, 'results' | 'explanation'> & { results: Array<ResolversTypes['SearchResult']>, explanation?: Maybe<ResolversTypes['SearchExplanation']> }>;
  SearchExplanation: ResolverTypeWrapper<Omit<SearchExplanation, 'nearMisses'> & { nearMisses: Array<ResolversTypes['SearchResult']> }>;
  Weights: ResolverTypeWrapper<Weights>;
  SearchResult: ResolverTypeWrapper<KnownResult>;
  ScoreParts: ResolverTypeWrapper<ScoreParts>;
  StatementMatch: ResolverTypeWrapper<KnownMatch>;
  MatchedWord: ResolverTypeWrapper<MatchedWord>;
  Chunk: ResolverTypeWrapper<Chunk>;
  Trace: ResolverTypeWrapper<TraceRow>;
  MessageConnection: ResolverTypeWrapper<MessagePage>;
  MessageEdge: ResolverTypeWrapper<MessageEdge>;
  TraceFilter: TraceFilter;
  TraceOrder: TraceOrder;
  TraceOrderField: TraceOrderField;
  SearchTracesInput: SearchTracesInput;
  Retrieval: ResolverTypeWrapper<RetrievalRow>;
  Review: ResolverTypeWrapper<ReviewedTrace>;
  EntryReward: ResolverTypeWrapper<EntryRewardOf>;
  EntryRewardInput: EntryRewardInput;
  CreditRule: CreditRule;
  ReviewResult: ReviewResult;
  ReviewStatus: ReviewStatus;
  LearningRateSchedule: LearningRateSchedule;
  Learning: ResolverTypeWrapper<LearningOf>;
  UtilitySpread: ResolverTypeWrapper<UtilitySpread>;
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
  ReviewTracesInput: ReviewTracesInput;
  ReviewTraceResult: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['ReviewTraceResult']>;
  ReviewTracesPayload: ResolverTypeWrapper<Omit<ReviewTracesPayload, 'results'> & { results: Array<ResolversTypes['ReviewTraceResult']> }>;
  DeleteTraceInput: DeleteTraceInput;
  DeleteTracePayload: ResolverTypeWrapper<DeleteTracePayload>;
  ReviewTracePayload: ResolverTypeWrapper<Omit<ReviewTracePayload, 'trace' | 'changes'> & { trace: ResolversTypes['Trace'], changes: Array<ResolversTypes['UtilityChange']> }>;
  Lesson: ResolverTypeWrapper<LessonOf>;
  QueryReflectionsInput: QueryReflectionsInput;
  QueryReflectionsPayload: ResolverTypeWrapper<Omit<QueryReflectionsPayload, 'results' | 'explanation'> & { results: Array<ResolversTypes['SearchResult']>, explanation?: Maybe<ResolversTypes['SearchExplanation']> }>;
  AugmentTaskPayload: ResolverTypeWrapper<Omit<AugmentTaskPayload, 'results' | 'explanation'> & { results: Array<ResolversTypes['SearchResult']>, explanation?: Maybe<ResolversTypes['SearchExplanation']> }>;
  CreateReflectionInput: CreateReflectionInput;
  CreateReflectionPayload: ResolverTypeWrapper<Omit<CreateReflectionPayload, 'entry' | 'trace'> & { entry: ResolversTypes['Entry'], trace: ResolversTypes['Trace'] }>;
  RetryReflectionInput: RetryReflectionInput;
  RetryReflectionPayload: ResolverTypeWrapper<Omit<RetryReflectionPayload, 'trace'> & { trace: ResolversTypes['Trace'] }>;
  StreamRanking: StreamRanking;
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
  RecordObservationResult: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['RecordObservationResult']>;
  RecordObservationsPayload: ResolverTypeWrapper<Omit<RecordObservationsPayload, 'results'> & { results: Array<ResolversTypes['RecordObservationResult']> }>;
  StartInsightCycleInput: StartInsightCycleInput;
  StartInsightCyclePayload: ResolverTypeWrapper<Omit<StartInsightCyclePayload, 'insightCycle'> & { insightCycle: ResolversTypes['InsightCycle'] }>;
  WeightsInput: WeightsInput;
  Normalization: Normalization;
  RetrieveEntriesInput: RetrieveEntriesInput;
  RetrieveEntriesPayload: ResolverTypeWrapper<Omit<RetrieveEntriesPayload, 'results' | 'explanation'> & { results: Array<ResolversTypes['SearchResult']>, explanation?: Maybe<ResolversTypes['SearchExplanation']> }>;
  PlanningContextInput: PlanningContextInput;
  PlanningContextPayload: ResolverTypeWrapper<Omit<PlanningContextPayload, 'results'> & { results: Array<ResolversTypes['SearchResult']> }>;
  Agent: ResolverTypeWrapper<AgentRow>;
  AgentConnection: ResolverTypeWrapper<AgentPage>;
  AgentEdge: ResolverTypeWrapper<Omit<AgentEdge, 'node'> & { node: ResolversTypes['Agent'] }>;
  AgentOrder: AgentOrder;
  AgentOrderField: AgentOrderField;
  KnowledgeConfigScope: ResolverTypeWrapper<KnowledgeConfigScope>;
  ConfiguredMemory: ResolverTypeWrapper<Omit<ConfiguredMemory, 'memory'> & { memory?: Maybe<ResolversTypes['Memory']> }>;
  KnowledgeWarning: ResolverTypeWrapper<KnowledgeWarning>;
  KnowledgeWarningCode: KnowledgeWarningCode;
  KnowledgeConfig: ResolverTypeWrapper<KnowledgeConfigOf>;
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
  AgentKnowledgePayload: ResolverTypeWrapper<Omit<AgentKnowledgePayload, 'results' | 'omitted' | 'knowledgeConfig'> & { results: Array<ResolversTypes['SearchResult']>, omitted: Array<ResolversTypes['OmittedEntry']>, knowledgeConfig: ResolversTypes['KnowledgeConfig'] }>;
  OmittedEntry: ResolverTypeWrapper<Omit<OmittedEntry, 'result'> & { result: ResolversTypes['SearchResult'] }>;
  OmissionReason: OmissionReason;
  GenerateInput: GenerateInput;
  GeneratePayload: ResolverTypeWrapper<Omit<GeneratePayload, 'generation'> & { generation: ResolversTypes['Generation'] }>;
  ContinueGenerationInput: ContinueGenerationInput;
  ToolResultInput: ToolResultInput;
  ContinueGenerationPayload: ResolverTypeWrapper<Omit<ContinueGenerationPayload, 'generation'> & { generation: ResolversTypes['Generation'] }>;
  CancelGenerationInput: CancelGenerationInput;
  CancelGenerationPayload: ResolverTypeWrapper<Omit<CancelGenerationPayload, 'generation'> & { generation: ResolversTypes['Generation'] }>;
  GenerationConnection: ResolverTypeWrapper<GenerationPage>;
  GenerationEdge: ResolverTypeWrapper<Omit<GenerationEdge, 'node'> & { node: ResolversTypes['Generation'] }>;
  Generation: ResolverTypeWrapper<KnownGeneration>;
  GenerationStatus: GenerationStatus;
  ToolCall: ResolverTypeWrapper<ToolCall>;
  MemoryWrite: ResolverTypeWrapper<KnownMemoryWrite>;
  MemoryWriteError: ResolverTypeWrapper<MemoryWriteError>;
  TokenUsageInput: TokenUsageInput;
  TokenUsage: ResolverTypeWrapper<TokenUsage>;
  GenerationEvent: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['GenerationEvent']>;
  GenerationStarted: ResolverTypeWrapper<Omit<GenerationStarted, 'injected'> & { injected: Array<ResolversTypes['Retrieval']> }>;
  TextDelta: ResolverTypeWrapper<TextDelta>;
  GenerationEnded: ResolverTypeWrapper<Omit<GenerationEnded, 'generation'> & { generation: ResolversTypes['Generation'] }>;
  Job: ResolverTypeWrapper<JobRow>;
  JobKind: JobKind;
  JobConnection: ResolverTypeWrapper<JobPage>;
  JobEdge: ResolverTypeWrapper<Omit<JobEdge, 'node'> & { node: ResolversTypes['Job'] }>;
  RetryJobInput: RetryJobInput;
  RetryJobPayload: ResolverTypeWrapper<Omit<RetryJobPayload, 'job'> & { job: ResolversTypes['Job'] }>;
  CancelJobInput: CancelJobInput;
  CancelJobPayload: ResolverTypeWrapper<Omit<CancelJobPayload, 'job'> & { job: ResolversTypes['Job'] }>;
  StatsBucketSize: StatsBucketSize;
  StatsBucket: ResolverTypeWrapper<StatsBucket>;
  Latency: ResolverTypeWrapper<Latency>;
  EventType: EventType;
  Event: ResolverTypeWrapper<EventRow>;
  FieldChange: ResolverTypeWrapper<FieldChange>;
  EventConnection: ResolverTypeWrapper<EventPage>;
  EventEdge: ResolverTypeWrapper<Omit<EventEdge, 'node'> & { node: ResolversTypes['Event'] }>;
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
  Actor: ActorOf;
  KnowledgeScope: KnowledgeScope;
  Float: Scalars['Float']['output'];
  Query: Record<PropertyKey, never>;
  Int: Scalars['Int']['output'];
  Mutation: Record<PropertyKey, never>;
  Subscription: Record<PropertyKey, never>;
  Viewer: KnownViewer;
  Server: Server;
  ServerLimits: ServerLimits;
  Project: ProjectRow;
  ProjectSettings: ProjectSettings;
  Quotas: Quotas;
  ProjectUsage: ProjectUsage;
  SetQuotasInput: SetQuotasInput;
  SetQuotasPayload: Omit<SetQuotasPayload, 'project'> & { project: ResolversParentTypes['Project'] };
  EraseDataInput: EraseDataInput;
  EraseDataPayload: EraseDataPayload;
  ErasureReport: ErasureReport;
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
  RenameApiKeyInput: RenameApiKeyInput;
  RenameApiKeyPayload: Omit<RenameApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] };
  RotateApiKeyInput: RotateApiKeyInput;
  RotateApiKeyPayload: Omit<RotateApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] };
  RevokeApiKeyInput: RevokeApiKeyInput;
  RevokeApiKeyPayload: Omit<RevokeApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] };
  Memory: MemoryRow;
  MemoryOrder: MemoryOrder;
  Tag: TagRow;
  TagConnection: TagPage;
  TagEdge: Omit<TagEdge, 'node'> & { node: ResolversParentTypes['Tag'] };
  RenameTagInput: RenameTagInput;
  RenameTagPayload: Omit<RenameTagPayload, 'tag'> & { tag: ResolversParentTypes['Tag'] };
  MemoryConnection: MemoryPage;
  MemoryEdge: Omit<MemoryEdge, 'node'> & { node: ResolversParentTypes['Memory'] };
  CreateMemoryInput: CreateMemoryInput;
  CreateMemoryPayload: Omit<CreateMemoryPayload, 'memory'> & { memory: ResolversParentTypes['Memory'] };
  UpdateMemoryInput: UpdateMemoryInput;
  UpdateMemoryPayload: Omit<UpdateMemoryPayload, 'memory'> & { memory: ResolversParentTypes['Memory'] };
  DeleteMemoryInput: DeleteMemoryInput;
  DeleteMemoryPayload: Omit<DeleteMemoryPayload, 'memory'> & { memory: ResolversParentTypes['Memory'] };
  RestoreMemoryInput: RestoreMemoryInput;
  RestoreMemoryPayload: Omit<RestoreMemoryPayload, 'memory'> & { memory: ResolversParentTypes['Memory'] };
  Entry: ListedEntry;
  Statement: StatementOf;
  EntryConnection: EntryPage;
  EntryFacets: Omit<EntryFacets, 'memories'> & { memories: Array<ResolversParentTypes['MemoryCount']> };
  KindCount: KindCount;
  SourceCount: SourceCount;
  MemoryCount: Omit<MemoryCount, 'memory'> & { memory: ResolversParentTypes['Memory'] };
  TagCount: TagCount;
  EntryOrder: EntryOrder;
  EntryEdge: Omit<EntryEdge, 'node'> & { node: ResolversParentTypes['Entry'] };
  Revision: RevisionWithStatements;
  RevisionConnection: RevisionPage;
  RevisionEdge: Omit<RevisionEdge, 'node'> & { node: ResolversParentTypes['Revision'] };
  WriteEntryInput: WriteEntryInput;
  WriteEntryPayload: Omit<WriteEntryPayload, 'entry' | 'matchedEntry'> & { entry: ResolversParentTypes['Entry'], matchedEntry?: Maybe<ResolversParentTypes['Entry']> };
  WriteEntriesItem: WriteEntriesItem;
  WriteEntriesInput: WriteEntriesInput;
  WriteEntryResult: ResolversUnionTypes<ResolversParentTypes>['WriteEntryResult'];
  EntryResult: ResolversUnionTypes<ResolversParentTypes>['EntryResult'];
  ItemError: ItemError;
  ExtractEntriesInput: ExtractEntriesInput;
  ExtractEntriesPayload: Omit<ExtractEntriesPayload, 'results'> & { results: Array<ResolversParentTypes['ExtractEntriesResult']> };
  ExtractEntriesResult: Omit<ExtractEntriesResult, 'result'> & { result: ResolversParentTypes['WriteEntryResult'] };
  WriteEntriesPayload: Omit<WriteEntriesPayload, 'results'> & { results: Array<ResolversParentTypes['WriteEntryResult']> };
  UpdateEntryInput: UpdateEntryInput;
  UpdateEntryPayload: Omit<UpdateEntryPayload, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  DeleteEntryInput: DeleteEntryInput;
  DeleteEntryPayload: Omit<DeleteEntryPayload, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  DeleteEntriesInput: DeleteEntriesInput;
  DeleteEntriesPayload: Omit<DeleteEntriesPayload, 'results'> & { results: Array<ResolversParentTypes['EntryResult']> };
  MoveEntriesInput: MoveEntriesInput;
  MoveEntriesPayload: Omit<MoveEntriesPayload, 'results'> & { results: Array<ResolversParentTypes['EntryResult']> };
  CopyEntriesInput: CopyEntriesInput;
  CopyEntriesPayload: Omit<CopyEntriesPayload, 'results'> & { results: Array<ResolversParentTypes['WriteEntryResult']> };
  RestoreEntryInput: RestoreEntryInput;
  RestoreEntryPayload: Omit<RestoreEntryPayload, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  RevertEntryInput: RevertEntryInput;
  RevertEntryPayload: Omit<RevertEntryPayload, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  DeleteStatementInput: DeleteStatementInput;
  DeleteStatementPayload: Omit<DeleteStatementPayload, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  SplitEntryInput: SplitEntryInput;
  SplitEntryPayload: Omit<SplitEntryPayload, 'entry' | 'newEntry'> & { entry: ResolversParentTypes['Entry'], newEntry: ResolversParentTypes['Entry'] };
  MergeEntriesInput: MergeEntriesInput;
  MergeEntriesPayload: Omit<MergeEntriesPayload, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  SupersedeEntriesInput: SupersedeEntriesInput;
  SupersedeEntriesPayload: Omit<SupersedeEntriesPayload, 'results'> & { results: Array<ResolversParentTypes['EntryResult']> };
  TouchEntriesInput: TouchEntriesInput;
  TouchEntriesPayload: Omit<TouchEntriesPayload, 'results'> & { results: Array<ResolversParentTypes['EntryResult']> };
  LessonInput: LessonInput;
  SearchKnowledgeInput: SearchKnowledgeInput;
  SearchKnowledgePayload: Omit<SearchKnowledgePayload, 'results' | 'explanation'> & { results: Array<ResolversParentTypes['SearchResult']>, explanation?: Maybe<ResolversParentTypes['SearchExplanation']> };
  SearchExplanation: Omit<SearchExplanation, 'nearMisses'> & { nearMisses: Array<ResolversParentTypes['SearchResult']> };
  Weights: Weights;
  SearchResult: KnownResult;
  ScoreParts: ScoreParts;
  StatementMatch: KnownMatch;
  MatchedWord: MatchedWord;
  Chunk: Chunk;
  Trace: TraceRow;
  MessageConnection: MessagePage;
  MessageEdge: MessageEdge;
  TraceFilter: TraceFilter;
  TraceOrder: TraceOrder;
  SearchTracesInput: SearchTracesInput;
  Retrieval: RetrievalRow;
  Review: ReviewedTrace;
  EntryReward: EntryRewardOf;
  EntryRewardInput: EntryRewardInput;
  Learning: LearningOf;
  UtilitySpread: UtilitySpread;
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
  ReviewTracesInput: ReviewTracesInput;
  ReviewTraceResult: ResolversUnionTypes<ResolversParentTypes>['ReviewTraceResult'];
  ReviewTracesPayload: Omit<ReviewTracesPayload, 'results'> & { results: Array<ResolversParentTypes['ReviewTraceResult']> };
  DeleteTraceInput: DeleteTraceInput;
  DeleteTracePayload: DeleteTracePayload;
  ReviewTracePayload: Omit<ReviewTracePayload, 'trace' | 'changes'> & { trace: ResolversParentTypes['Trace'], changes: Array<ResolversParentTypes['UtilityChange']> };
  Lesson: LessonOf;
  QueryReflectionsInput: QueryReflectionsInput;
  QueryReflectionsPayload: Omit<QueryReflectionsPayload, 'results' | 'explanation'> & { results: Array<ResolversParentTypes['SearchResult']>, explanation?: Maybe<ResolversParentTypes['SearchExplanation']> };
  AugmentTaskPayload: Omit<AugmentTaskPayload, 'results' | 'explanation'> & { results: Array<ResolversParentTypes['SearchResult']>, explanation?: Maybe<ResolversParentTypes['SearchExplanation']> };
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
  RecordObservationResult: ResolversUnionTypes<ResolversParentTypes>['RecordObservationResult'];
  RecordObservationsPayload: Omit<RecordObservationsPayload, 'results'> & { results: Array<ResolversParentTypes['RecordObservationResult']> };
  StartInsightCycleInput: StartInsightCycleInput;
  StartInsightCyclePayload: Omit<StartInsightCyclePayload, 'insightCycle'> & { insightCycle: ResolversParentTypes['InsightCycle'] };
  WeightsInput: WeightsInput;
  RetrieveEntriesInput: RetrieveEntriesInput;
  RetrieveEntriesPayload: Omit<RetrieveEntriesPayload, 'results' | 'explanation'> & { results: Array<ResolversParentTypes['SearchResult']>, explanation?: Maybe<ResolversParentTypes['SearchExplanation']> };
  PlanningContextInput: PlanningContextInput;
  PlanningContextPayload: Omit<PlanningContextPayload, 'results'> & { results: Array<ResolversParentTypes['SearchResult']> };
  Agent: AgentRow;
  AgentConnection: AgentPage;
  AgentEdge: Omit<AgentEdge, 'node'> & { node: ResolversParentTypes['Agent'] };
  AgentOrder: AgentOrder;
  KnowledgeConfigScope: KnowledgeConfigScope;
  ConfiguredMemory: Omit<ConfiguredMemory, 'memory'> & { memory?: Maybe<ResolversParentTypes['Memory']> };
  KnowledgeWarning: KnowledgeWarning;
  KnowledgeConfig: KnowledgeConfigOf;
  KnowledgeConfigInput: KnowledgeConfigInput;
  CallKnowledgeInput: CallKnowledgeInput;
  CreateAgentInput: CreateAgentInput;
  CreateAgentPayload: Omit<CreateAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] };
  UpdateAgentInput: UpdateAgentInput;
  UpdateAgentPayload: Omit<UpdateAgentPayload, 'agent'> & { agent: ResolversParentTypes['Agent'] };
  DeleteAgentInput: DeleteAgentInput;
  DeleteAgentPayload: DeleteAgentPayload;
  AgentKnowledgeInput: AgentKnowledgeInput;
  AgentKnowledgePayload: Omit<AgentKnowledgePayload, 'results' | 'omitted' | 'knowledgeConfig'> & { results: Array<ResolversParentTypes['SearchResult']>, omitted: Array<ResolversParentTypes['OmittedEntry']>, knowledgeConfig: ResolversParentTypes['KnowledgeConfig'] };
  OmittedEntry: Omit<OmittedEntry, 'result'> & { result: ResolversParentTypes['SearchResult'] };
  GenerateInput: GenerateInput;
  GeneratePayload: Omit<GeneratePayload, 'generation'> & { generation: ResolversParentTypes['Generation'] };
  ContinueGenerationInput: ContinueGenerationInput;
  ToolResultInput: ToolResultInput;
  ContinueGenerationPayload: Omit<ContinueGenerationPayload, 'generation'> & { generation: ResolversParentTypes['Generation'] };
  CancelGenerationInput: CancelGenerationInput;
  CancelGenerationPayload: Omit<CancelGenerationPayload, 'generation'> & { generation: ResolversParentTypes['Generation'] };
  GenerationConnection: GenerationPage;
  GenerationEdge: Omit<GenerationEdge, 'node'> & { node: ResolversParentTypes['Generation'] };
  Generation: KnownGeneration;
  ToolCall: ToolCall;
  MemoryWrite: KnownMemoryWrite;
  MemoryWriteError: MemoryWriteError;
  TokenUsageInput: TokenUsageInput;
  TokenUsage: TokenUsage;
  GenerationEvent: ResolversUnionTypes<ResolversParentTypes>['GenerationEvent'];
  GenerationStarted: Omit<GenerationStarted, 'injected'> & { injected: Array<ResolversParentTypes['Retrieval']> };
  TextDelta: TextDelta;
  GenerationEnded: Omit<GenerationEnded, 'generation'> & { generation: ResolversParentTypes['Generation'] };
  Job: JobRow;
  JobConnection: JobPage;
  JobEdge: Omit<JobEdge, 'node'> & { node: ResolversParentTypes['Job'] };
  RetryJobInput: RetryJobInput;
  RetryJobPayload: Omit<RetryJobPayload, 'job'> & { job: ResolversParentTypes['Job'] };
  CancelJobInput: CancelJobInput;
  CancelJobPayload: Omit<CancelJobPayload, 'job'> & { job: ResolversParentTypes['Job'] };
  StatsBucket: StatsBucket;
  Latency: Latency;
  Event: EventRow;
  FieldChange: FieldChange;
  EventConnection: EventPage;
  EventEdge: Omit<EventEdge, 'node'> & { node: ResolversParentTypes['Event'] };
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
  __resolveType: TypeResolveFn<'Project' | 'ApiKey' | 'Memory' | 'Entry' | 'Trace' | 'InsightCycle' | 'Agent' | 'Generation' | 'Job' | 'Event', ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ActorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Actor'] = ResolversParentTypes['Actor']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ActorKind'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
  server?: Resolver<ResolversTypes['Server'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Node']>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType, Partial<QueryProjectArgs>>;
  projects?: Resolver<ResolversTypes['ProjectConnection'], ParentType, ContextType, RequireFields<QueryProjectsArgs, 'first'>>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType, Partial<QueryMemoryArgs>>;
  memories?: Resolver<ResolversTypes['MemoryConnection'], ParentType, ContextType, RequireFields<QueryMemoriesArgs, 'deleted' | 'orderBy' | 'first'>>;
  tags?: Resolver<ResolversTypes['TagConnection'], ParentType, ContextType, RequireFields<QueryTagsArgs, 'first'>>;
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType, RequireFields<QueryEntryArgs, 'id'>>;
  entries?: Resolver<ResolversTypes['EntryConnection'], ParentType, ContextType, RequireFields<QueryEntriesArgs, 'deleted' | 'orderBy' | 'first'>>;
  searchKnowledge?: Resolver<ResolversTypes['SearchKnowledgePayload'], ParentType, ContextType, RequireFields<QuerySearchKnowledgeArgs, 'input'>>;
  trace?: Resolver<Maybe<ResolversTypes['Trace']>, ParentType, ContextType, RequireFields<QueryTraceArgs, 'id'>>;
  traces?: Resolver<ResolversTypes['TraceConnection'], ParentType, ContextType, RequireFields<QueryTracesArgs, 'orderBy' | 'first'>>;
  searchTraces?: Resolver<ResolversTypes['SearchTracesPayload'], ParentType, ContextType, RequireFields<QuerySearchTracesArgs, 'input'>>;
  queryReflections?: Resolver<ResolversTypes['QueryReflectionsPayload'], ParentType, ContextType, RequireFields<QueryQueryReflectionsArgs, 'input'>>;
  augmentTask?: Resolver<ResolversTypes['AugmentTaskPayload'], ParentType, ContextType, RequireFields<QueryAugmentTaskArgs, 'input'>>;
  retrieveEntries?: Resolver<ResolversTypes['RetrieveEntriesPayload'], ParentType, ContextType, RequireFields<QueryRetrieveEntriesArgs, 'input'>>;
  planningContext?: Resolver<ResolversTypes['PlanningContextPayload'], ParentType, ContextType, RequireFields<QueryPlanningContextArgs, 'input'>>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType, RequireFields<QueryAgentArgs, 'id'>>;
  agents?: Resolver<ResolversTypes['AgentConnection'], ParentType, ContextType, RequireFields<QueryAgentsArgs, 'orderBy' | 'first'>>;
  agentKnowledge?: Resolver<ResolversTypes['AgentKnowledgePayload'], ParentType, ContextType, RequireFields<QueryAgentKnowledgeArgs, 'input'>>;
  generation?: Resolver<Maybe<ResolversTypes['Generation']>, ParentType, ContextType, RequireFields<QueryGenerationArgs, 'id'>>;
  generations?: Resolver<ResolversTypes['GenerationConnection'], ParentType, ContextType, RequireFields<QueryGenerationsArgs, 'first'>>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<QueryEventsArgs, 'direction' | 'first'>>;
  stats?: Resolver<Array<ResolversTypes['StatsBucket']>, ParentType, ContextType, RequireFields<QueryStatsArgs, 'from' | 'bucket'>>;
  jobs?: Resolver<ResolversTypes['JobConnection'], ParentType, ContextType, RequireFields<QueryJobsArgs, 'first'>>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createProject?: Resolver<ResolversTypes['CreateProjectPayload'], ParentType, ContextType, RequireFields<MutationCreateProjectArgs, 'input'>>;
  updateProject?: Resolver<ResolversTypes['UpdateProjectPayload'], ParentType, ContextType, RequireFields<MutationUpdateProjectArgs, 'input'>>;
  deleteProject?: Resolver<ResolversTypes['DeleteProjectPayload'], ParentType, ContextType, RequireFields<MutationDeleteProjectArgs, 'input'>>;
  reembedProject?: Resolver<ResolversTypes['ReembedProjectPayload'], ParentType, ContextType, RequireFields<MutationReembedProjectArgs, 'input'>>;
  createApiKey?: Resolver<ResolversTypes['CreateApiKeyPayload'], ParentType, ContextType, RequireFields<MutationCreateApiKeyArgs, 'input'>>;
  renameApiKey?: Resolver<ResolversTypes['RenameApiKeyPayload'], ParentType, ContextType, RequireFields<MutationRenameApiKeyArgs, 'input'>>;
  rotateApiKey?: Resolver<ResolversTypes['RotateApiKeyPayload'], ParentType, ContextType, RequireFields<MutationRotateApiKeyArgs, 'input'>>;
  revokeApiKey?: Resolver<ResolversTypes['RevokeApiKeyPayload'], ParentType, ContextType, RequireFields<MutationRevokeApiKeyArgs, 'input'>>;
  setQuotas?: Resolver<ResolversTypes['SetQuotasPayload'], ParentType, ContextType, RequireFields<MutationSetQuotasArgs, 'input'>>;
  eraseData?: Resolver<ResolversTypes['EraseDataPayload'], ParentType, ContextType, RequireFields<MutationEraseDataArgs, 'input'>>;
  retryJob?: Resolver<ResolversTypes['RetryJobPayload'], ParentType, ContextType, RequireFields<MutationRetryJobArgs, 'input'>>;
  cancelJob?: Resolver<ResolversTypes['CancelJobPayload'], ParentType, ContextType, RequireFields<MutationCancelJobArgs, 'input'>>;
  createMemory?: Resolver<ResolversTypes['CreateMemoryPayload'], ParentType, ContextType, RequireFields<MutationCreateMemoryArgs, 'input'>>;
  updateMemory?: Resolver<ResolversTypes['UpdateMemoryPayload'], ParentType, ContextType, RequireFields<MutationUpdateMemoryArgs, 'input'>>;
  deleteMemory?: Resolver<ResolversTypes['DeleteMemoryPayload'], ParentType, ContextType, RequireFields<MutationDeleteMemoryArgs, 'input'>>;
  restoreMemory?: Resolver<ResolversTypes['RestoreMemoryPayload'], ParentType, ContextType, RequireFields<MutationRestoreMemoryArgs, 'input'>>;
  renameTag?: Resolver<ResolversTypes['RenameTagPayload'], ParentType, ContextType, RequireFields<MutationRenameTagArgs, 'input'>>;
  writeEntry?: Resolver<ResolversTypes['WriteEntryPayload'], ParentType, ContextType, RequireFields<MutationWriteEntryArgs, 'input'>>;
  writeEntries?: Resolver<ResolversTypes['WriteEntriesPayload'], ParentType, ContextType, RequireFields<MutationWriteEntriesArgs, 'input'>>;
  extractEntries?: Resolver<ResolversTypes['ExtractEntriesPayload'], ParentType, ContextType, RequireFields<MutationExtractEntriesArgs, 'input'>>;
  updateEntry?: Resolver<ResolversTypes['UpdateEntryPayload'], ParentType, ContextType, RequireFields<MutationUpdateEntryArgs, 'input'>>;
  deleteEntry?: Resolver<ResolversTypes['DeleteEntryPayload'], ParentType, ContextType, RequireFields<MutationDeleteEntryArgs, 'input'>>;
  deleteEntries?: Resolver<ResolversTypes['DeleteEntriesPayload'], ParentType, ContextType, RequireFields<MutationDeleteEntriesArgs, 'input'>>;
  moveEntries?: Resolver<ResolversTypes['MoveEntriesPayload'], ParentType, ContextType, RequireFields<MutationMoveEntriesArgs, 'input'>>;
  copyEntries?: Resolver<ResolversTypes['CopyEntriesPayload'], ParentType, ContextType, RequireFields<MutationCopyEntriesArgs, 'input'>>;
  restoreEntry?: Resolver<ResolversTypes['RestoreEntryPayload'], ParentType, ContextType, RequireFields<MutationRestoreEntryArgs, 'input'>>;
  revertEntry?: Resolver<ResolversTypes['RevertEntryPayload'], ParentType, ContextType, RequireFields<MutationRevertEntryArgs, 'input'>>;
  deleteStatement?: Resolver<ResolversTypes['DeleteStatementPayload'], ParentType, ContextType, RequireFields<MutationDeleteStatementArgs, 'input'>>;
  splitEntry?: Resolver<ResolversTypes['SplitEntryPayload'], ParentType, ContextType, RequireFields<MutationSplitEntryArgs, 'input'>>;
  mergeEntries?: Resolver<ResolversTypes['MergeEntriesPayload'], ParentType, ContextType, RequireFields<MutationMergeEntriesArgs, 'input'>>;
  supersedeEntries?: Resolver<ResolversTypes['SupersedeEntriesPayload'], ParentType, ContextType, RequireFields<MutationSupersedeEntriesArgs, 'input'>>;
  touchEntries?: Resolver<ResolversTypes['TouchEntriesPayload'], ParentType, ContextType, RequireFields<MutationTouchEntriesArgs, 'input'>>;
  createTrace?: Resolver<ResolversTypes['CreateTracePayload'], ParentType, ContextType, RequireFields<MutationCreateTraceArgs, 'input'>>;
  reviewTrace?: Resolver<ResolversTypes['ReviewTracePayload'], ParentType, ContextType, RequireFields<MutationReviewTraceArgs, 'input'>>;
  reviewTraces?: Resolver<ResolversTypes['ReviewTracesPayload'], ParentType, ContextType, RequireFields<MutationReviewTracesArgs, 'input'>>;
  deleteTrace?: Resolver<ResolversTypes['DeleteTracePayload'], ParentType, ContextType, RequireFields<MutationDeleteTraceArgs, 'input'>>;
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
  cancelGeneration?: Resolver<ResolversTypes['CancelGenerationPayload'], ParentType, ContextType, RequireFields<MutationCancelGenerationArgs, 'input'>>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  generate?: SubscriptionResolver<ResolversTypes['GenerationEvent'], "generate", ParentType, ContextType, RequireFields<SubscriptionGenerateArgs, 'input' | 'detached'>>;
  continueGeneration?: SubscriptionResolver<ResolversTypes['GenerationEvent'], "continueGeneration", ParentType, ContextType, RequireFields<SubscriptionContinueGenerationArgs, 'input' | 'detached'>>;
  events?: SubscriptionResolver<ResolversTypes['Event'], "events", ParentType, ContextType, Partial<SubscriptionEventsArgs>>;
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
  historyRetentionDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ProjectResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Project'] = ResolversParentTypes['Project']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  settings?: Resolver<ResolversTypes['ProjectSettings'], ParentType, ContextType>;
  ownSettings?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  defaultSettings?: Resolver<ResolversTypes['ProjectSettings'], ParentType, ContextType>;
  reembedding?: Resolver<Maybe<ResolversTypes['Reembedding']>, ParentType, ContextType>;
  learning?: Resolver<ResolversTypes['Learning'], ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['ProjectUsage'], ParentType, ContextType>;
  summary?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType, Partial<ProjectMemoryArgs>>;
  memories?: Resolver<ResolversTypes['MemoryConnection'], ParentType, ContextType, RequireFields<ProjectMemoriesArgs, 'deleted' | 'orderBy' | 'first'>>;
  tags?: Resolver<ResolversTypes['TagConnection'], ParentType, ContextType, RequireFields<ProjectTagsArgs, 'first'>>;
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType, RequireFields<ProjectEntryArgs, 'id'>>;
  entries?: Resolver<ResolversTypes['EntryConnection'], ParentType, ContextType, RequireFields<ProjectEntriesArgs, 'deleted' | 'orderBy' | 'first'>>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType, RequireFields<ProjectAgentArgs, 'id'>>;
  agents?: Resolver<ResolversTypes['AgentConnection'], ParentType, ContextType, RequireFields<ProjectAgentsArgs, 'orderBy' | 'first'>>;
  trace?: Resolver<Maybe<ResolversTypes['Trace']>, ParentType, ContextType, RequireFields<ProjectTraceArgs, 'id'>>;
  traces?: Resolver<ResolversTypes['TraceConnection'], ParentType, ContextType, RequireFields<ProjectTracesArgs, 'orderBy' | 'first'>>;
  generation?: Resolver<Maybe<ResolversTypes['Generation']>, ParentType, ContextType, RequireFields<ProjectGenerationArgs, 'id'>>;
  generations?: Resolver<ResolversTypes['GenerationConnection'], ParentType, ContextType, RequireFields<ProjectGenerationsArgs, 'first'>>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<ProjectEventsArgs, 'direction' | 'first'>>;
  stats?: Resolver<Array<ResolversTypes['StatsBucket']>, ParentType, ContextType, RequireFields<ProjectStatsArgs, 'from' | 'bucket'>>;
  jobs?: Resolver<ResolversTypes['JobConnection'], ParentType, ContextType, RequireFields<ProjectJobsArgs, 'first'>>;
  apiKeys?: Resolver<ResolversTypes['ApiKeyConnection'], ParentType, ContextType, RequireFields<ProjectApiKeysArgs, 'first'>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProjectSettingsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProjectSettings'] = ResolversParentTypes['ProjectSettings']> = {
  embeddingModel?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  embeddingDimensions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  writePreset?: Resolver<ResolversTypes['WritePreset'], ParentType, ContextType>;
  duplicatePolicy?: Resolver<ResolversTypes['DuplicatePolicy'], ParentType, ContextType>;
  duplicateThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  updateThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  maxStatements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  creditRule?: Resolver<ResolversTypes['CreditRule'], ParentType, ContextType>;
  requiredMetadataKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  learningRate?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  learningRateSchedule?: Resolver<ResolversTypes['LearningRateSchedule'], ParentType, ContextType>;
  learningRateFloor?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  similarityThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  traceRetentionDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  stream?: Resolver<ResolversTypes['StreamSettings'], ParentType, ContextType>;
};

export type QuotasResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Quotas'] = ResolversParentTypes['Quotas']> = {
  maxEntries?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  maxBytes?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  maxWritesPerDay?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  maxGenerationsPerDay?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ProjectUsageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProjectUsage'] = ResolversParentTypes['ProjectUsage']> = {
  entries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  bytes?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  writesToday?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  generationsToday?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  quotas?: Resolver<ResolversTypes['Quotas'], ParentType, ContextType>;
};

export type SetQuotasPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SetQuotasPayload'] = ResolversParentTypes['SetQuotasPayload']> = {
  project?: Resolver<ResolversTypes['Project'], ParentType, ContextType>;
};

export type EraseDataPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EraseDataPayload'] = ResolversParentTypes['EraseDataPayload']> = {
  erased?: Resolver<ResolversTypes['ErasureReport'], ParentType, ContextType>;
};

export type ErasureReportResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ErasureReport'] = ResolversParentTypes['ErasureReport']> = {
  memories?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  derivedEntries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  revisions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  traces?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  generations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  agents?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  events?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  quotingTraceIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type ApiKeyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  prefix?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  previousSecretExpiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
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
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RenameApiKeyPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RenameApiKeyPayload'] = ResolversParentTypes['RenameApiKeyPayload']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
};

export type RotateApiKeyPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RotateApiKeyPayload'] = ResolversParentTypes['RotateApiKeyPayload']> = {
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
  duplicatePolicy?: Resolver<Maybe<ResolversTypes['DuplicatePolicy']>, ParentType, ContextType>;
  maxStatements?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  contradictionCheck?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  summary?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  entryCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  contentBytes?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  agents?: Resolver<Array<ResolversTypes['Agent']>, ParentType, ContextType>;
  stream?: Resolver<ResolversTypes['Stream'], ParentType, ContextType>;
  insightCycles?: Resolver<ResolversTypes['InsightCycleConnection'], ParentType, ContextType, RequireFields<MemoryInsightCyclesArgs, 'first'>>;
  entries?: Resolver<ResolversTypes['EntryConnection'], ParentType, ContextType, RequireFields<MemoryEntriesArgs, 'deleted' | 'orderBy' | 'first'>>;
  createdBy?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  purgeAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TagResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Tag'] = ResolversParentTypes['Tag']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  memoryCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entryCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TagConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TagConnection'] = ResolversParentTypes['TagConnection']> = {
  edges?: Resolver<Array<ResolversTypes['TagEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Tag']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TagEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TagEdge'] = ResolversParentTypes['TagEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Tag'], ParentType, ContextType>;
};

export type RenameTagPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RenameTagPayload'] = ResolversParentTypes['RenameTagPayload']> = {
  tag?: Resolver<ResolversTypes['Tag'], ParentType, ContextType>;
  changedMemories?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
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
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
};

export type RestoreMemoryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RestoreMemoryPayload'] = ResolversParentTypes['RestoreMemoryPayload']> = {
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
};

export type EntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Entry'] = ResolversParentTypes['Entry']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['EntryKind'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['EntrySource'], ParentType, ContextType>;
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  statements?: Resolver<Array<ResolversTypes['Statement']>, ParentType, ContextType>;
  embedding?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  utility?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  reviewCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  utilityHistory?: Resolver<ResolversTypes['UtilityChangeConnection'], ParentType, ContextType, RequireFields<EntryUtilityHistoryArgs, 'first' | 'superseded'>>;
  chunks?: Resolver<Array<ResolversTypes['Chunk']>, ParentType, ContextType>;
  lesson?: Resolver<Maybe<ResolversTypes['Lesson']>, ParentType, ContextType>;
  importance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  importanceExplained?: Resolver<Maybe<ResolversTypes['ImportanceExplained']>, ParentType, ContextType>;
  evidence?: Resolver<Array<ResolversTypes['Evidence']>, ParentType, ContextType>;
  supports?: Resolver<Array<ResolversTypes['Support']>, ParentType, ContextType>;
  depth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  occurredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastStatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  supersededBy?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  supersededAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  supersedes?: Resolver<Array<ResolversTypes['Entry']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  accessCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastAccessedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  revisions?: Resolver<ResolversTypes['RevisionConnection'], ParentType, ContextType, RequireFields<EntryRevisionsArgs, 'first'>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type StatementResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Statement'] = ResolversParentTypes['Statement']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['EntrySource'], ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  context?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  occurredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  firstStatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastStatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  statedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EntryConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntryConnection'] = ResolversParentTypes['EntryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['EntryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Entry']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  facets?: Resolver<ResolversTypes['EntryFacets'], ParentType, ContextType>;
};

export type EntryFacetsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntryFacets'] = ResolversParentTypes['EntryFacets']> = {
  kinds?: Resolver<Array<ResolversTypes['KindCount']>, ParentType, ContextType>;
  sources?: Resolver<Array<ResolversTypes['SourceCount']>, ParentType, ContextType>;
  memories?: Resolver<Array<ResolversTypes['MemoryCount']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['TagCount']>, ParentType, ContextType>;
};

export type KindCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['KindCount'] = ResolversParentTypes['KindCount']> = {
  kind?: Resolver<ResolversTypes['EntryKind'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SourceCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SourceCount'] = ResolversParentTypes['SourceCount']> = {
  source?: Resolver<ResolversTypes['EntrySource'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MemoryCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MemoryCount'] = ResolversParentTypes['MemoryCount']> = {
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TagCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TagCount'] = ResolversParentTypes['TagCount']> = {
  tag?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EntryEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntryEdge'] = ResolversParentTypes['EntryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type RevisionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Revision'] = ResolversParentTypes['Revision']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  statements?: Resolver<Array<ResolversTypes['Statement']>, ParentType, ContextType>;
  relatedEntries?: Resolver<Array<ResolversTypes['Entry']>, ParentType, ContextType>;
  change?: Resolver<ResolversTypes['RevisionChange'], ParentType, ContextType>;
  similarity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
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
  duplicatePolicy?: Resolver<ResolversTypes['DuplicatePolicy'], ParentType, ContextType>;
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WriteEntryResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WriteEntryResult'] = ResolversParentTypes['WriteEntryResult']> = {
  __resolveType: TypeResolveFn<'WriteEntryPayload' | 'ItemError', ParentType, ContextType>;
};

export type EntryResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntryResult'] = ResolversParentTypes['EntryResult']> = {
  __resolveType: TypeResolveFn<'Entry' | 'ItemError', ParentType, ContextType>;
};

export type ItemErrorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ItemError'] = ResolversParentTypes['ItemError']> = {
  code?: Resolver<ResolversTypes['ErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
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
  result?: Resolver<ResolversTypes['WriteEntryResult'], ParentType, ContextType>;
};

export type WriteEntriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WriteEntriesPayload'] = ResolversParentTypes['WriteEntriesPayload']> = {
  results?: Resolver<Array<ResolversTypes['WriteEntryResult']>, ParentType, ContextType>;
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

export type DeleteEntriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteEntriesPayload'] = ResolversParentTypes['DeleteEntriesPayload']> = {
  results?: Resolver<Array<ResolversTypes['EntryResult']>, ParentType, ContextType>;
};

export type MoveEntriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MoveEntriesPayload'] = ResolversParentTypes['MoveEntriesPayload']> = {
  results?: Resolver<Array<ResolversTypes['EntryResult']>, ParentType, ContextType>;
};

export type CopyEntriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CopyEntriesPayload'] = ResolversParentTypes['CopyEntriesPayload']> = {
  results?: Resolver<Array<ResolversTypes['WriteEntryResult']>, ParentType, ContextType>;
};

export type RestoreEntryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RestoreEntryPayload'] = ResolversParentTypes['RestoreEntryPayload']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type RevertEntryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RevertEntryPayload'] = ResolversParentTypes['RevertEntryPayload']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type DeleteStatementPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteStatementPayload'] = ResolversParentTypes['DeleteStatementPayload']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type SplitEntryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SplitEntryPayload'] = ResolversParentTypes['SplitEntryPayload']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
  newEntry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type MergeEntriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MergeEntriesPayload'] = ResolversParentTypes['MergeEntriesPayload']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type SupersedeEntriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SupersedeEntriesPayload'] = ResolversParentTypes['SupersedeEntriesPayload']> = {
  results?: Resolver<Array<ResolversTypes['EntryResult']>, ParentType, ContextType>;
};

export type TouchEntriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TouchEntriesPayload'] = ResolversParentTypes['TouchEntriesPayload']> = {
  results?: Resolver<Array<ResolversTypes['EntryResult']>, ParentType, ContextType>;
};

export type SearchKnowledgePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchKnowledgePayload'] = ResolversParentTypes['SearchKnowledgePayload']> = {
  results?: Resolver<Array<ResolversTypes['SearchResult']>, ParentType, ContextType>;
  explanation?: Resolver<Maybe<ResolversTypes['SearchExplanation']>, ParentType, ContextType>;
};

export type SearchExplanationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchExplanation'] = ResolversParentTypes['SearchExplanation']> = {
  weights?: Resolver<ResolversTypes['Weights'], ParentType, ContextType>;
  candidates?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  minScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  nearMisses?: Resolver<Array<ResolversTypes['SearchResult']>, ParentType, ContextType>;
};

export type WeightsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Weights'] = ResolversParentTypes['Weights']> = {
  relevance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  utility?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  recency?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  importance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type SearchResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchResult'] = ResolversParentTypes['SearchResult']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  similarity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  coverage?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  dateMatch?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  topicRelevance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  utility?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  recency?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  importance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  parts?: Resolver<ResolversTypes['ScoreParts'], ParentType, ContextType>;
  matches?: Resolver<Array<ResolversTypes['StatementMatch']>, ParentType, ContextType>;
  chunk?: Resolver<ResolversTypes['Chunk'], ParentType, ContextType>;
  matchedWords?: Resolver<Array<ResolversTypes['MatchedWord']>, ParentType, ContextType>;
};

export type ScorePartsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ScoreParts'] = ResolversParentTypes['ScoreParts']> = {
  relevance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  utility?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  recency?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  importance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type StatementMatchResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StatementMatch'] = ResolversParentTypes['StatementMatch']> = {
  statement?: Resolver<ResolversTypes['Statement'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  similarity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  coverage?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  dateMatch?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  relevance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type MatchedWordResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MatchedWord'] = ResolversParentTypes['MatchedWord']> = {
  start?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  end?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ChunkResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Chunk'] = ResolversParentTypes['Chunk']> = {
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TraceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Trace'] = ResolversParentTypes['Trace']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  task?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  embeddedText?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  trajectory?: Resolver<Array<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  messages?: Resolver<ResolversTypes['MessageConnection'], ParentType, ContextType, RequireFields<TraceMessagesArgs, 'first'>>;
  messageCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  finalResponse?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  usage?: Resolver<Maybe<ResolversTypes['TokenUsage']>, ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  toolsUsed?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  retrieved?: Resolver<Array<ResolversTypes['Retrieval']>, ParentType, ContextType>;
  review?: Resolver<Maybe<ResolversTypes['Review']>, ParentType, ContextType>;
  reflection?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  reflectionStatus?: Resolver<Maybe<ResolversTypes['JobStatus']>, ParentType, ContextType>;
  reflectionAttempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reflectionError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MessageConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MessageConnection'] = ResolversParentTypes['MessageConnection']> = {
  edges?: Resolver<Array<ResolversTypes['MessageEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MessageEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MessageEdge'] = ResolversParentTypes['MessageEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
};

export type RetrievalResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Retrieval'] = ResolversParentTypes['Retrieval']> = {
  entryId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  rank?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  used?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type ReviewResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Review'] = ResolversParentTypes['Review']> = {
  result?: Resolver<ResolversTypes['ReviewResult'], ParentType, ContextType>;
  reward?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  feedback?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  alpha?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  baseline?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  entryRewards?: Resolver<Array<ResolversTypes['EntryReward']>, ParentType, ContextType>;
  reviewedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reviewedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type EntryRewardResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntryReward'] = ResolversParentTypes['EntryReward']> = {
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  entryId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reward?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type LearningResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Learning'] = ResolversParentTypes['Learning']> = {
  tracesTotal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tracesPending?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entriesTotal?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entriesMoved?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  utilitySpread?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  learningRateSchedule?: Resolver<ResolversTypes['LearningRateSchedule'], ParentType, ContextType>;
  learningRate?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  utilityHistory?: Resolver<Array<ResolversTypes['UtilitySpread']>, ParentType, ContextType, RequireFields<LearningUtilityHistoryArgs, 'from' | 'points'>>;
};

export type UtilitySpreadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UtilitySpread'] = ResolversParentTypes['UtilitySpread']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  classes?: Resolver<Array<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type UtilityChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UtilityChange'] = ResolversParentTypes['UtilityChange']> = {
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  trace?: Resolver<ResolversTypes['Trace'], ParentType, ContextType>;
  before?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  after?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  reward?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  baseline?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
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

export type ReviewTraceResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReviewTraceResult'] = ResolversParentTypes['ReviewTraceResult']> = {
  __resolveType: TypeResolveFn<'ReviewTracePayload' | 'ItemError', ParentType, ContextType>;
};

export type ReviewTracesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReviewTracesPayload'] = ResolversParentTypes['ReviewTracesPayload']> = {
  results?: Resolver<Array<ResolversTypes['ReviewTraceResult']>, ParentType, ContextType>;
};

export type DeleteTracePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteTracePayload'] = ResolversParentTypes['DeleteTracePayload']> = {
  deletedTraceId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type ReviewTracePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReviewTracePayload'] = ResolversParentTypes['ReviewTracePayload']> = {
  trace?: Resolver<ResolversTypes['Trace'], ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['UtilityChange']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
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
  hint?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  explanation?: Resolver<Maybe<ResolversTypes['SearchExplanation']>, ParentType, ContextType>;
};

export type AugmentTaskPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AugmentTaskPayload'] = ResolversParentTypes['AugmentTaskPayload']> = {
  augmentedTask?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  results?: Resolver<Array<ResolversTypes['SearchResult']>, ParentType, ContextType>;
  filteredByThreshold?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hint?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  explanation?: Resolver<Maybe<ResolversTypes['SearchExplanation']>, ParentType, ContextType>;
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
  ranking?: Resolver<ResolversTypes['StreamRanking'], ParentType, ContextType>;
  normalization?: Resolver<ResolversTypes['Normalization'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['SearchMode'], ParentType, ContextType>;
  rating?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  insights?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  scoringModel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  entityAddition?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  feelingAddition?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  goalAddition?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  decayFactor?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  accessShare?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
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
  lastCycleAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  importanceThreshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  minObservations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  settings?: Resolver<ResolversTypes['StreamSettings'], ParentType, ContextType>;
};

export type ImportanceExplainedResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ImportanceExplained'] = ResolversParentTypes['ImportanceExplained']> = {
  importance?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['ImportanceSource'], ParentType, ContextType>;
  base?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  entity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  feeling?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  goal?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
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
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
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
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
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
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RecordObservationResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RecordObservationResult'] = ResolversParentTypes['RecordObservationResult']> = {
  __resolveType: TypeResolveFn<'RecordObservationPayload' | 'ItemError', ParentType, ContextType>;
};

export type RecordObservationsPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RecordObservationsPayload'] = ResolversParentTypes['RecordObservationsPayload']> = {
  results?: Resolver<Array<ResolversTypes['RecordObservationResult']>, ParentType, ContextType>;
};

export type StartInsightCyclePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StartInsightCyclePayload'] = ResolversParentTypes['StartInsightCyclePayload']> = {
  insightCycle?: Resolver<ResolversTypes['InsightCycle'], ParentType, ContextType>;
};

export type RetrieveEntriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RetrieveEntriesPayload'] = ResolversParentTypes['RetrieveEntriesPayload']> = {
  results?: Resolver<Array<ResolversTypes['SearchResult']>, ParentType, ContextType>;
  explanation?: Resolver<Maybe<ResolversTypes['SearchExplanation']>, ParentType, ContextType>;
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

export type KnowledgeConfigScopeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['KnowledgeConfigScope'] = ResolversParentTypes['KnowledgeConfigScope']> = {
  memoryIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  memoryTags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  kinds?: Resolver<Maybe<Array<ResolversTypes['EntryKind']>>, ParentType, ContextType>;
  sources?: Resolver<Maybe<Array<ResolversTypes['EntrySource']>>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  occurredAfter?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  occurredBefore?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAfter?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdBefore?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedAfter?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedBefore?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  minUtility?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  maxUtility?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  reviewed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  outcomes?: Resolver<Maybe<Array<ResolversTypes['ReviewResult']>>, ParentType, ContextType>;
};

export type ConfiguredMemoryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ConfiguredMemory'] = ResolversParentTypes['ConfiguredMemory']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  warning?: Resolver<Maybe<ResolversTypes['KnowledgeWarning']>, ParentType, ContextType>;
};

export type KnowledgeWarningResolvers<ContextType = Context, ParentType extends ResolversParentTypes['KnowledgeWarning'] = ResolversParentTypes['KnowledgeWarning']> = {
  code?: Resolver<ResolversTypes['KnowledgeWarningCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  memoryId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type KnowledgeConfigResolvers<ContextType = Context, ParentType extends ResolversParentTypes['KnowledgeConfig'] = ResolversParentTypes['KnowledgeConfig']> = {
  scope?: Resolver<ResolversTypes['KnowledgeConfigScope'], ParentType, ContextType>;
  memories?: Resolver<Array<ResolversTypes['ConfiguredMemory']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['SearchMode'], ParentType, ContextType>;
  minScore?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  relativeScore?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tokenBudget?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
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
  tokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  omitted?: Resolver<Array<ResolversTypes['OmittedEntry']>, ParentType, ContextType>;
  knowledgeConfig?: Resolver<ResolversTypes['KnowledgeConfig'], ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['KnowledgeWarning']>, ParentType, ContextType>;
};

export type OmittedEntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OmittedEntry'] = ResolversParentTypes['OmittedEntry']> = {
  result?: Resolver<ResolversTypes['SearchResult'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['OmissionReason'], ParentType, ContextType>;
};

export type GeneratePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['GeneratePayload'] = ResolversParentTypes['GeneratePayload']> = {
  generation?: Resolver<ResolversTypes['Generation'], ParentType, ContextType>;
};

export type ContinueGenerationPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ContinueGenerationPayload'] = ResolversParentTypes['ContinueGenerationPayload']> = {
  generation?: Resolver<ResolversTypes['Generation'], ParentType, ContextType>;
};

export type CancelGenerationPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CancelGenerationPayload'] = ResolversParentTypes['CancelGenerationPayload']> = {
  generation?: Resolver<ResolversTypes['Generation'], ParentType, ContextType>;
};

export type GenerationConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['GenerationConnection'] = ResolversParentTypes['GenerationConnection']> = {
  edges?: Resolver<Array<ResolversTypes['GenerationEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Generation']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type GenerationEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['GenerationEdge'] = ResolversParentTypes['GenerationEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Generation'], ParentType, ContextType>;
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
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ToolCallResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ToolCall'] = ResolversParentTypes['ToolCall']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  arguments?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MemoryWriteResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MemoryWrite'] = ResolversParentTypes['MemoryWrite']> = {
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  action?: Resolver<Maybe<ResolversTypes['WriteAction']>, ParentType, ContextType>;
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['MemoryWriteError']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MemoryWriteErrorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MemoryWriteError'] = ResolversParentTypes['MemoryWriteError']> = {
  code?: Resolver<ResolversTypes['ErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TokenUsageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TokenUsage'] = ResolversParentTypes['TokenUsage']> = {
  inputTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type GenerationEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['GenerationEvent'] = ResolversParentTypes['GenerationEvent']> = {
  __resolveType: TypeResolveFn<'GenerationStarted' | 'TextDelta' | 'ToolCall' | 'MemoryWrite' | 'GenerationEnded', ParentType, ContextType>;
};

export type GenerationStartedResolvers<ContextType = Context, ParentType extends ResolversParentTypes['GenerationStarted'] = ResolversParentTypes['GenerationStarted']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  injected?: Resolver<Array<ResolversTypes['Retrieval']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TextDeltaResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TextDelta'] = ResolversParentTypes['TextDelta']> = {
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type GenerationEndedResolvers<ContextType = Context, ParentType extends ResolversParentTypes['GenerationEnded'] = ResolversParentTypes['GenerationEnded']> = {
  generation?: Resolver<ResolversTypes['Generation'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type JobResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Job'] = ResolversParentTypes['Job']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['JobKind'], ParentType, ContextType>;
  subject?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  subjectId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['JobStatus'], ParentType, ContextType>;
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  runAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type JobConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['JobConnection'] = ResolversParentTypes['JobConnection']> = {
  edges?: Resolver<Array<ResolversTypes['JobEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Job']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type JobEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['JobEdge'] = ResolversParentTypes['JobEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Job'], ParentType, ContextType>;
};

export type RetryJobPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RetryJobPayload'] = ResolversParentTypes['RetryJobPayload']> = {
  job?: Resolver<ResolversTypes['Job'], ParentType, ContextType>;
};

export type CancelJobPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CancelJobPayload'] = ResolversParentTypes['CancelJobPayload']> = {
  job?: Resolver<ResolversTypes['Job'], ParentType, ContextType>;
};

export type StatsBucketResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StatsBucket'] = ResolversParentTypes['StatsBucket']> = {
  start?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  traces?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  passed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  meanReward?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  entriesCreated?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entriesUpdated?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entriesSkipped?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  searches?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  generations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inputTokens?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  searchLatency?: Resolver<Maybe<ResolversTypes['Latency']>, ParentType, ContextType>;
  generationLatency?: Resolver<Maybe<ResolversTypes['Latency']>, ParentType, ContextType>;
};

export type LatencyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Latency'] = ResolversParentTypes['Latency']> = {
  p50?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  p95?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
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
  agentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  generationId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  generation?: Resolver<Maybe<ResolversTypes['Generation']>, ParentType, ContextType>;
  jobId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  job?: Resolver<Maybe<ResolversTypes['Job']>, ParentType, ContextType>;
  insightCycleId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  insightCycle?: Resolver<Maybe<ResolversTypes['InsightCycle']>, ParentType, ContextType>;
  apiKeyId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  apiKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['FieldChange']>, ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
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
  Actor?: ActorResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  Server?: ServerResolvers<ContextType>;
  ServerLimits?: ServerLimitsResolvers<ContextType>;
  Project?: ProjectResolvers<ContextType>;
  ProjectSettings?: ProjectSettingsResolvers<ContextType>;
  Quotas?: QuotasResolvers<ContextType>;
  ProjectUsage?: ProjectUsageResolvers<ContextType>;
  SetQuotasPayload?: SetQuotasPayloadResolvers<ContextType>;
  EraseDataPayload?: EraseDataPayloadResolvers<ContextType>;
  ErasureReport?: ErasureReportResolvers<ContextType>;
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
  RenameApiKeyPayload?: RenameApiKeyPayloadResolvers<ContextType>;
  RotateApiKeyPayload?: RotateApiKeyPayloadResolvers<ContextType>;
  RevokeApiKeyPayload?: RevokeApiKeyPayloadResolvers<ContextType>;
  Memory?: MemoryResolvers<ContextType>;
  Tag?: TagResolvers<ContextType>;
  TagConnection?: TagConnectionResolvers<ContextType>;
  TagEdge?: TagEdgeResolvers<ContextType>;
  RenameTagPayload?: RenameTagPayloadResolvers<ContextType>;
  MemoryConnection?: MemoryConnectionResolvers<ContextType>;
  MemoryEdge?: MemoryEdgeResolvers<ContextType>;
  CreateMemoryPayload?: CreateMemoryPayloadResolvers<ContextType>;
  UpdateMemoryPayload?: UpdateMemoryPayloadResolvers<ContextType>;
  DeleteMemoryPayload?: DeleteMemoryPayloadResolvers<ContextType>;
  RestoreMemoryPayload?: RestoreMemoryPayloadResolvers<ContextType>;
  Entry?: EntryResolvers<ContextType>;
  Statement?: StatementResolvers<ContextType>;
  EntryConnection?: EntryConnectionResolvers<ContextType>;
  EntryFacets?: EntryFacetsResolvers<ContextType>;
  KindCount?: KindCountResolvers<ContextType>;
  SourceCount?: SourceCountResolvers<ContextType>;
  MemoryCount?: MemoryCountResolvers<ContextType>;
  TagCount?: TagCountResolvers<ContextType>;
  EntryEdge?: EntryEdgeResolvers<ContextType>;
  Revision?: RevisionResolvers<ContextType>;
  RevisionConnection?: RevisionConnectionResolvers<ContextType>;
  RevisionEdge?: RevisionEdgeResolvers<ContextType>;
  WriteEntryPayload?: WriteEntryPayloadResolvers<ContextType>;
  WriteEntryResult?: WriteEntryResultResolvers<ContextType>;
  EntryResult?: EntryResultResolvers<ContextType>;
  ItemError?: ItemErrorResolvers<ContextType>;
  ExtractEntriesPayload?: ExtractEntriesPayloadResolvers<ContextType>;
  ExtractEntriesResult?: ExtractEntriesResultResolvers<ContextType>;
  WriteEntriesPayload?: WriteEntriesPayloadResolvers<ContextType>;
  UpdateEntryPayload?: UpdateEntryPayloadResolvers<ContextType>;
  DeleteEntryPayload?: DeleteEntryPayloadResolvers<ContextType>;
  DeleteEntriesPayload?: DeleteEntriesPayloadResolvers<ContextType>;
  MoveEntriesPayload?: MoveEntriesPayloadResolvers<ContextType>;
  CopyEntriesPayload?: CopyEntriesPayloadResolvers<ContextType>;
  RestoreEntryPayload?: RestoreEntryPayloadResolvers<ContextType>;
  RevertEntryPayload?: RevertEntryPayloadResolvers<ContextType>;
  DeleteStatementPayload?: DeleteStatementPayloadResolvers<ContextType>;
  SplitEntryPayload?: SplitEntryPayloadResolvers<ContextType>;
  MergeEntriesPayload?: MergeEntriesPayloadResolvers<ContextType>;
  SupersedeEntriesPayload?: SupersedeEntriesPayloadResolvers<ContextType>;
  TouchEntriesPayload?: TouchEntriesPayloadResolvers<ContextType>;
  SearchKnowledgePayload?: SearchKnowledgePayloadResolvers<ContextType>;
  SearchExplanation?: SearchExplanationResolvers<ContextType>;
  Weights?: WeightsResolvers<ContextType>;
  SearchResult?: SearchResultResolvers<ContextType>;
  ScoreParts?: ScorePartsResolvers<ContextType>;
  StatementMatch?: StatementMatchResolvers<ContextType>;
  MatchedWord?: MatchedWordResolvers<ContextType>;
  Chunk?: ChunkResolvers<ContextType>;
  Trace?: TraceResolvers<ContextType>;
  MessageConnection?: MessageConnectionResolvers<ContextType>;
  MessageEdge?: MessageEdgeResolvers<ContextType>;
  Retrieval?: RetrievalResolvers<ContextType>;
  Review?: ReviewResolvers<ContextType>;
  EntryReward?: EntryRewardResolvers<ContextType>;
  Learning?: LearningResolvers<ContextType>;
  UtilitySpread?: UtilitySpreadResolvers<ContextType>;
  UtilityChange?: UtilityChangeResolvers<ContextType>;
  UtilityChangeConnection?: UtilityChangeConnectionResolvers<ContextType>;
  UtilityChangeEdge?: UtilityChangeEdgeResolvers<ContextType>;
  TraceConnection?: TraceConnectionResolvers<ContextType>;
  TraceEdge?: TraceEdgeResolvers<ContextType>;
  SearchTracesPayload?: SearchTracesPayloadResolvers<ContextType>;
  TraceResult?: TraceResultResolvers<ContextType>;
  CreateTracePayload?: CreateTracePayloadResolvers<ContextType>;
  ReviewTraceResult?: ReviewTraceResultResolvers<ContextType>;
  ReviewTracesPayload?: ReviewTracesPayloadResolvers<ContextType>;
  DeleteTracePayload?: DeleteTracePayloadResolvers<ContextType>;
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
  RecordObservationResult?: RecordObservationResultResolvers<ContextType>;
  RecordObservationsPayload?: RecordObservationsPayloadResolvers<ContextType>;
  StartInsightCyclePayload?: StartInsightCyclePayloadResolvers<ContextType>;
  RetrieveEntriesPayload?: RetrieveEntriesPayloadResolvers<ContextType>;
  PlanningContextPayload?: PlanningContextPayloadResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  AgentConnection?: AgentConnectionResolvers<ContextType>;
  AgentEdge?: AgentEdgeResolvers<ContextType>;
  KnowledgeConfigScope?: KnowledgeConfigScopeResolvers<ContextType>;
  ConfiguredMemory?: ConfiguredMemoryResolvers<ContextType>;
  KnowledgeWarning?: KnowledgeWarningResolvers<ContextType>;
  KnowledgeConfig?: KnowledgeConfigResolvers<ContextType>;
  CreateAgentPayload?: CreateAgentPayloadResolvers<ContextType>;
  UpdateAgentPayload?: UpdateAgentPayloadResolvers<ContextType>;
  DeleteAgentPayload?: DeleteAgentPayloadResolvers<ContextType>;
  AgentKnowledgePayload?: AgentKnowledgePayloadResolvers<ContextType>;
  OmittedEntry?: OmittedEntryResolvers<ContextType>;
  GeneratePayload?: GeneratePayloadResolvers<ContextType>;
  ContinueGenerationPayload?: ContinueGenerationPayloadResolvers<ContextType>;
  CancelGenerationPayload?: CancelGenerationPayloadResolvers<ContextType>;
  GenerationConnection?: GenerationConnectionResolvers<ContextType>;
  GenerationEdge?: GenerationEdgeResolvers<ContextType>;
  Generation?: GenerationResolvers<ContextType>;
  ToolCall?: ToolCallResolvers<ContextType>;
  MemoryWrite?: MemoryWriteResolvers<ContextType>;
  MemoryWriteError?: MemoryWriteErrorResolvers<ContextType>;
  TokenUsage?: TokenUsageResolvers<ContextType>;
  GenerationEvent?: GenerationEventResolvers<ContextType>;
  GenerationStarted?: GenerationStartedResolvers<ContextType>;
  TextDelta?: TextDeltaResolvers<ContextType>;
  GenerationEnded?: GenerationEndedResolvers<ContextType>;
  Job?: JobResolvers<ContextType>;
  JobConnection?: JobConnectionResolvers<ContextType>;
  JobEdge?: JobEdgeResolvers<ContextType>;
  RetryJobPayload?: RetryJobPayloadResolvers<ContextType>;
  CancelJobPayload?: CancelJobPayloadResolvers<ContextType>;
  StatsBucket?: StatsBucketResolvers<ContextType>;
  Latency?: LatencyResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  FieldChange?: FieldChangeResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventEdge?: EventEdgeResolvers<ContextType>;
};

