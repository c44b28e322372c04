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

/** Anything with an id of its own that `node` can find. */
export type Node = {
  /** Opaque, sortable by time of creation; its prefix names the type: `prj_`, `key_`, `mem_`, `me_`, `agt_`, `trc_`, `evt_`. */
  id: Scalars['ID']['output'];
};

/** Where a page lies in its connection. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** True if more follow `endCursor`. */
  hasNextPage: Scalars['Boolean']['output'];
  /** True if the page was asked for with `after`. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first edge; null on an empty page. */
  startCursor?: Maybe<Scalars['String']['output']>;
  /** Cursor of the last edge, to be given as `after`; null on an empty page. */
  endCursor?: Maybe<Scalars['String']['output']>;
};

export type Query = {
  __typename?: 'Query';
  /** Who the key is. */
  viewer: Viewer;
  /** Any object by its id. Errors: NOT_FOUND. */
  node?: Maybe<Node>;
  /** Up to 100 objects by id, in order; one that cannot be found is null with an error of its own. Errors: BAD_USER_INPUT, NOT_FOUND. */
  nodes: Array<Maybe<Node>>;
  /** A project; without `id`, the key's own. Errors: NOT_FOUND, BAD_USER_INPUT (a root key that gives no id). */
  project?: Maybe<Project>;
  /** The projects the key reaches, newest first: all for a root key, else its own. */
  projects: ProjectConnection;
  /** A memory. Errors: NOT_FOUND. */
  memory?: Maybe<Memory>;
  /**
   * The project's memories, newest first. With `tags`, those of which any tag matches any of the globs
   * (`crm`, `customer*`, `user-?refs`, `[ab]*`, `team/**`). Case counts, `*` and `?` do not cross a `/`, and
   * nothing else is special. An empty list matches nothing.
   * Errors: BAD_USER_INPUT (a glob of more than 128 characters, more than 32 globs).
   */
  memories: MemoryConnection;
  /** An entry, deleted ones included. Errors: NOT_FOUND. */
  entry?: Maybe<Entry>;
  /**
   * The entries that answer a query best, best first (SOAT's `searchKnowledge`).
   * Errors: BAD_USER_INPUT, NOT_FOUND (a memory id that is not in the project), EMBEDDING_UNAVAILABLE.
   */
  searchKnowledge: SearchKnowledgePayload;
  /** A run of an agent. Errors: NOT_FOUND. */
  trace?: Maybe<Trace>;
  /** The project's runs, newest first. Errors: BAD_USER_INPUT. */
  traces: TraceConnection;
  /** The runs whose tasks resemble a text most, best first. Errors: BAD_USER_INPUT, EMBEDDING_UNAVAILABLE. */
  searchTraces: SearchTracesPayload;
  /**
   * The reflections worth knowing for a task, best first (Reflect's `query_memories`): ranked by
   * `(1 − lambda) × similarity + lambda × utility`, without those less similar than the threshold, and
   * chosen so that they differ from each other.
   * Errors: BAD_USER_INPUT, NOT_FOUND (a memory id that is not in the project), EMBEDDING_UNAVAILABLE.
   */
  queryReflections: QueryReflectionsPayload;
  /**
   * The task with those reflections behind it, ready to be shown to a model, in the layout of Reflect's
   * `augment_with_memories`; unchanged where there are none. Errors: as `queryReflections`.
   */
  augmentTask: AugmentTaskPayload;
  /**
   * What a stream holds that is recent, important and relevant, best first (Generative Agents): the candidates
   * nearest to the query, ranked by the weighted sum of the parts. What is answered counts as accessed.
   * Errors: BAD_USER_INPUT, NOT_FOUND (a memory id that is not in the project), EMBEDDING_UNAVAILABLE.
   */
  retrieveMemories: RetrieveMemoriesPayload;
  /** What is worth knowing in a situation, as one text within a number of tokens. Errors: as `retrieveMemories`. */
  planningContext: PlanningContextPayload;
  /** An agent. Errors: NOT_FOUND. */
  agent?: Maybe<Agent>;
  /** The project's agents, newest first. */
  agents: AgentConnection;
  /**
   * What an agent would be told before it answers, without asking any chat model: for runtimes that run
   * their own. Errors: BAD_USER_INPUT, NOT_FOUND, EMBEDDING_UNAVAILABLE.
   */
  agentKnowledge: AgentKnowledgePayload;
  /** The project's log of changes, oldest first, as far back as it is kept: the same that `memoryEvents` delivers live. Errors: BAD_USER_INPUT, CURSOR_EXPIRED. */
  events: EventConnection;
};


export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
  projectId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
  projectId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryProjectArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryProjectsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryMemoryArgs = {
  id: Scalars['ID']['input'];
  projectId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryMemoriesArgs = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryEntryArgs = {
  id: Scalars['ID']['input'];
  projectId?: InputMaybe<Scalars['ID']['input']>;
};


export type QuerySearchKnowledgeArgs = {
  input: SearchKnowledgeInput;
};


export type QueryTraceArgs = {
  id: Scalars['ID']['input'];
  projectId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryTracesArgs = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  reviewStatus?: InputMaybe<ReviewStatus>;
  agentId?: InputMaybe<Scalars['String']['input']>;
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QuerySearchTracesArgs = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  query: Scalars['String']['input'];
  k: Scalars['Int']['input'];
};


export type QueryQueryReflectionsArgs = {
  input: QueryReflectionsInput;
};


export type QueryAugmentTaskArgs = {
  input: QueryReflectionsInput;
};


export type QueryRetrieveMemoriesArgs = {
  input: RetrieveMemoriesInput;
};


export type QueryPlanningContextArgs = {
  input: PlanningContextInput;
};


export type QueryAgentArgs = {
  id: Scalars['ID']['input'];
  projectId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryAgentsArgs = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryAgentKnowledgeArgs = {
  input: AgentKnowledgeInput;
};


export type QueryEventsArgs = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

export type Mutation = {
  __typename?: 'Mutation';
  /** Makes a project. Needs a root key of role ADMIN. Errors: BAD_USER_INPUT, EMBEDDING_UNAVAILABLE (no endpoint for its model). */
  createProject: CreateProjectPayload;
  /** Changes a project's name or settings. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (another embedding model while it holds entries), EMBEDDING_UNAVAILABLE (no endpoint for the model). */
  updateProject: UpdateProjectPayload;
  /** Deletes a project with all it holds, for good. Errors: NOT_FOUND, BAD_USER_INPUT (`confirmName` is not its name). */
  deleteProject: DeleteProjectPayload;
  /**
   * Moves a project to another embedding model in the background, while searches go on with the vectors
   * it has; `Project.reembedding` tells how far it is. Once every entry has a vector of the new model, the
   * project switches in one step. What is written meanwhile is in both. Asking for the model it has stops
   * a move. Errors: NOT_FOUND, BAD_USER_INPUT, FORBIDDEN (a model that only a root key may choose),
   * EMBEDDING_UNAVAILABLE (no endpoint for the model).
   */
  reembedProject: ReembedProjectPayload;
  /** Makes a key bound to one project. Its secret is answered here and never again. Errors: BAD_USER_INPUT, NOT_FOUND. */
  createApiKey: CreateApiKeyPayload;
  /** Revokes a key; it stops working at once, on open subscriptions within seconds. Errors: NOT_FOUND. */
  revokeApiKey: RevokeApiKeyPayload;
  /** Makes a memory. Errors: BAD_USER_INPUT, CONFLICT (the name is taken in the project). */
  createMemory: CreateMemoryPayload;
  /** Changes the given fields of a memory. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (the name is taken). */
  updateMemory: UpdateMemoryPayload;
  /** Deletes a memory with its entries, for good. Errors: NOT_FOUND. */
  deleteMemory: DeleteMemoryPayload;
  /**
   * Writes a piece of knowledge without duplicating what the memory already holds: the text is compared
   * with every entry of the memory and then CREATED, merged (UPDATED) or SKIPPED.
   * A write never loses a value: what is not word for word known is never SKIPPED.
   * Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (the idempotency key was used for another write),
   * EMBEDDING_UNAVAILABLE (nothing was stored).
   */
  writeEntry: WriteEntryPayload;
  /**
   * Writes up to 500 texts to one memory, with the same outcome as `writeEntry` one after another, and
   * answers one result per item in order. An invalid item fails alone. All others are stored together
   * or, if the embedding model fails, not at all. Errors: as `writeEntry`.
   */
  writeEntries: WriteEntriesPayload;
  /**
   * Makes entries of a document, with source EXTRACTION: the facts that the chat model finds in it, or its
   * sentences where the server has no chat model. Each is written as by `writeEntry`, so that extracting
   * a document again changes nothing that is word for word known. Errors: NOT_FOUND, BAD_USER_INPUT,
   * CONFLICT (nothing could be taken out of it), CHAT_UNAVAILABLE, EMBEDDING_UNAVAILABLE (what was written
   * before stays).
   */
  extractEntries: ExtractEntriesPayload;
  /** Replaces an entry's content or metadata and embeds it anew. Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (another entry holds this text, or the entry is deleted), EMBEDDING_UNAVAILABLE. */
  updateEntry: UpdateEntryPayload;
  /** Takes an entry out of search and lists; `restoreEntry` brings it back. Deleting twice is no error. Errors: NOT_FOUND. */
  deleteEntry: DeleteEntryPayload;
  /** Brings a deleted entry back. Errors: NOT_FOUND, CONFLICT (its text was written anew meanwhile), EMBEDDING_UNAVAILABLE. */
  restoreEntry: RestoreEntryPayload;
  /** Undoes a merge or an edit: the entry becomes what one of its `revisions` says it was. Errors: NOT_FOUND (no such revision), CONFLICT (another entry holds the text, or the entry is deleted), EMBEDDING_UNAVAILABLE. */
  revertEntry: RevertEntryPayload;
  /**
   * Stores a run of an agent: its messages, and which entries it was shown. With `review`, as `reviewTrace`
   * in the same step. Errors: BAD_USER_INPUT (`path` names the message that is not of the form), NOT_FOUND
   * (a retrieved entry or the memory), CONFLICT (the idempotency key), EMBEDDING_UNAVAILABLE.
   */
  createTrace: CreateTracePayload;
  /**
   * Says how a run went. The utility of exactly the entries that it retrieved moves towards the reward, and,
   * unless told otherwise, the chat model writes a reflection in the background.
   * Errors: NOT_FOUND, BAD_USER_INPUT, CONFLICT (reviewed before, without `replace`).
   */
  reviewTrace: ReviewTracePayload;
  /**
   * Stores a reflection that the agent wrote itself, together with the run it is about. No chat model is
   * asked. Errors: BAD_USER_INPUT, NOT_FOUND (the memory, a retrieved entry), CONFLICT, EMBEDDING_UNAVAILABLE.
   */
  createReflection: CreateReflectionPayload;
  /** Has a reflection written that failed, or that was not asked for. Errors: NOT_FOUND, CONFLICT (the trace is not reviewed, or has its reflection). */
  retryReflection: RetryReflectionPayload;
  /**
   * Records something that happened, or is planned, as an entry of its own: nothing is merged. Without an
   * importance the chat model is asked for one in the background.
   * Errors: BAD_USER_INPUT, NOT_FOUND, CONFLICT (the idempotency key), EMBEDDING_UNAVAILABLE.
   */
  recordObservation: RecordObservationPayload;
  /** Records up to 500, in their order; an invalid one fails alone. Errors: as `recordObservation`. */
  recordObservations: RecordObservationsPayload;
  /**
   * Has a memory's stream reflect now, in the background. Errors: NOT_FOUND, CONFLICT (it has not taken in
   * enough, without `force`; or holds nothing), CHAT_NOT_CONFIGURED.
   */
  reflect: ReflectPayload;
  /** Makes an agent. Errors: BAD_USER_INPUT, NOT_FOUND (a memory that is not in the project), CONFLICT (the name is taken). */
  createAgent: CreateAgentPayload;
  /** Changes the given fields of an agent. Errors: as `createAgent`. */
  updateAgent: UpdateAgentPayload;
  /** Deletes an agent; its traces stay. Errors: NOT_FOUND. */
  deleteAgent: DeleteAgentPayload;
  /**
   * Has an agent answer a conversation: knowledge is put in front of it, the chat model is asked, tools are
   * called, and the run is recorded as a trace with what was injected.
   * Errors: BAD_USER_INPUT, NOT_FOUND, CONFLICT (the idempotency key), EMBEDDING_UNAVAILABLE,
   * CHAT_NOT_CONFIGURED, CHAT_UNAVAILABLE.
   */
  generate: GeneratePayload;
  /**
   * Goes on with a generation that waits for tools of the caller. Errors: NOT_FOUND, BAD_USER_INPUT (a call
   * without a result), CONFLICT (it does not wait), CHAT_UNAVAILABLE (it still waits, and can be continued again).
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


export type MutationReflectArgs = {
  input: ReflectInput;
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
  /** A generation as it happens: text, tool calls, memory writes, the end. Ending the subscription aborts it. Errors: as `generate`. */
  generation: GenerationEvent;
  /**
   * All changes in the project as they happen: to memories and entries, utilities, traces and reviews.
   * Otherwise as `memoryEvents`, which is the part of them that concerns memories.
   * Errors: BAD_USER_INPUT (a cursor of another log), CURSOR_EXPIRED (the log no longer reaches back to it).
   */
  projectEvents: Event;
  /**
   * The project's changes as they happen, each exactly once and in the order of the log, whichever
   * process made them. Give the last cursor you saw as `after` to go on without a gap.
   * Errors: BAD_USER_INPUT (a cursor of another log), CURSOR_EXPIRED (the log no longer reaches back to it), NOT_FOUND (a memory the project never had).
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

/** What a key may do: each role includes the ones before it. */
export type Role =
  /** Query, search and subscribe. */
  | 'READ'
  /** Also write memories and entries. */
  | 'WRITE'
  /** Also change the project, its settings and its keys. */
  | 'ADMIN';

/** The caller: the key that was shown. */
export type Viewer = {
  __typename?: 'Viewer';
  /** The key; null for the root key of the configuration. */
  apiKey?: Maybe<ApiKey>;
  role: Role;
  /** The project the key is bound to; null for a root key. */
  project?: Maybe<Project>;
  /** True for a key to all projects. */
  isRoot: Scalars['Boolean']['output'];
};

/** The tenant boundary: nothing crosses it. */
export type Project = Node & {
  __typename?: 'Project';
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  settings: ProjectSettings;
  /** The move to another embedding model that is under way; null while there is none. */
  reembedding?: Maybe<Reembedding>;
  /** How far its learning has come. */
  learning: Learning;
  /** Needs role ADMIN. Newest first, revoked keys included. */
  apiKeys: ApiKeyConnection;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};


/** The tenant boundary: nothing crosses it. */
export type ProjectApiKeysArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

/** The settings in force: the project's own, else the deployment's. */
export type ProjectSettings = {
  __typename?: 'ProjectSettings';
  /** Name of the embedding model; `all-MiniLM-L6-v2` runs inside the server. */
  embeddingModel: Scalars['String']['output'];
  /** Length of the model's vectors. */
  embeddingDimensions: Scalars['Int']['output'];
  /** Cosine similarity in 0..1 from which a text that adds nothing is SKIPPED (SOAT: 0.95). */
  duplicateThreshold: Scalars['Float']['output'];
  /** Cosine similarity in 0..1 from which a text is merged into the entry it resembles (SOAT: 0.75). */
  updateThreshold: Scalars['Float']['output'];
  /** Step of utility learning in 0..1: q ← q + alpha (reward − q) (Reflect: 0.3). */
  learningAlpha: Scalars['Float']['output'];
  /** How the step depends on an entry's reviews. */
  learningRate: LearningRate;
  /** Smallest step of the rate DECAYING, in 0..1; 0.05 unless set. */
  alphaFloor: Scalars['Float']['output'];
  /** Lowest cosine similarity in 0..1 of a retrieved reflection (Reflect: 0.5). */
  similarityThreshold: Scalars['Float']['output'];
  /** The numbers of memory streams, as far as a memory has none of its own. */
  stream: StreamSettings;
};

/** Settings to change. One left out stays; null goes back to the deployment's default. */
export type ProjectSettingsInput = {
  /** With another model than the default, `embeddingDimensions` is needed too. */
  embeddingModel?: InputMaybe<Scalars['String']['input']>;
  /** 1 to 16000. */
  embeddingDimensions?: InputMaybe<Scalars['Int']['input']>;
  /** 0 to 1, not below `updateThreshold`. */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1. */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1. */
  learningAlpha?: InputMaybe<Scalars['Float']['input']>;
  learningRate?: InputMaybe<LearningRate>;
  /** 0 to 1. */
  alphaFloor?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1. */
  similarityThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Null goes back to the reference's number. */
  stream?: InputMaybe<StreamSettingsInput>;
};

/** What a caller shows to be let in. Only a hash of its secret is stored. */
export type ApiKey = Node & {
  __typename?: 'ApiKey';
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  role: Role;
  /** The project it is bound to; null for a root key. */
  project?: Maybe<Project>;
  createdAt: Scalars['DateTime']['output'];
  /** When it stops working; null for never. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it was revoked; null if it was not. */
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
  /** 1 to 200 characters; need not be unique. */
  name: Scalars['String']['input'];
  settings?: InputMaybe<ProjectSettingsInput>;
};

export type CreateProjectPayload = {
  __typename?: 'CreateProjectPayload';
  project: Project;
};

export type ReembedProjectInput = {
  /** Needed with a root key. */
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Such as all-MiniLM-L6-v2 (local), or a model of the server's endpoint. 1 to 200 characters. */
  embeddingModel: Scalars['String']['input'];
  /** Length of its vectors, 1 to 16000; may be left out for the local and the server's default model. */
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
  /** Runs that were begun since the last that went well, from 0. */
  attempts: Scalars['Int']['output'];
  /** Why the last run failed: a code and a message; null if it did not. */
  error?: Maybe<Scalars['String']['output']>;
  /** Entries that have vectors of the new model. */
  entriesDone: Scalars['Int']['output'];
  /** Entries that can be searched. */
  entriesTotal: Scalars['Int']['output'];
};

/** Where background work stands. */
export type JobStatus =
  /** Waits for its turn, or to be tried again. */
  | 'QUEUED'
  /** Is being done; if its process dies, another takes it over within a minute. */
  | 'RUNNING'
  /** Is done. */
  | 'COMPLETED'
  /** Was given up after several attempts, or cannot succeed. */
  | 'FAILED';

export type UpdateProjectInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** 1 to 200 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  settings?: InputMaybe<ProjectSettingsInput>;
};

export type UpdateProjectPayload = {
  __typename?: 'UpdateProjectPayload';
  project: Project;
};

export type DeleteProjectInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** The project's name, as a confirmation. */
  confirmName: Scalars['String']['input'];
};

export type DeleteProjectPayload = {
  __typename?: 'DeleteProjectPayload';
  deletedProjectId: Scalars['ID']['output'];
};

export type CreateApiKeyInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** 1 to 200 characters, to tell keys apart. */
  name: Scalars['String']['input'];
  role: Role;
  /** In the future; without it the key never expires. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
};

export type CreateApiKeyPayload = {
  __typename?: 'CreateApiKeyPayload';
  apiKey: ApiKey;
  /** The key itself. It cannot be shown again. */
  secret: Scalars['String']['output'];
};

export type RevokeApiKeyInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  apiKeyId: Scalars['ID']['input'];
};

export type RevokeApiKeyPayload = {
  __typename?: 'RevokeApiKeyPayload';
  apiKey: ApiKey;
};

/** A named, tagged container of entries (SOAT). */
export type Memory = Node & {
  __typename?: 'Memory';
  id: Scalars['ID']['output'];
  project: Project;
  /** Unique in the project. */
  name: Scalars['String']['output'];
  description?: Maybe<Scalars['String']['output']>;
  /** Free-form labels, sorted, each once. */
  tags: Array<Scalars['String']['output']>;
  /** This memory's own threshold; null where the project's holds. */
  duplicateThreshold?: Maybe<Scalars['Float']['output']>;
  /** This memory's own threshold; null where the project's holds. */
  updateThreshold?: Maybe<Scalars['Float']['output']>;
  /** Entries that are not deleted. */
  entryCount: Scalars['Int']['output'];
  /** What was observed in it, as far as it has not been reflected on. */
  stream: Stream;
  /** The times that it was reflected on, newest first. */
  reflections: ReflectionCycleConnection;
  /** The memory's entries, newest first. */
  entries: EntryConnection;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};


/** A named, tagged container of entries (SOAT). */
export type MemoryReflectionsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A named, tagged container of entries (SOAT). */
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
  /** All that match the filter, on whichever page. */
  totalCount: Scalars['Int']['output'];
};

export type MemoryEdge = {
  __typename?: 'MemoryEdge';
  cursor: Scalars['String']['output'];
  node: Memory;
};

export type CreateMemoryInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** 1 to 200 characters, unique in the project. */
  name: Scalars['String']['input'];
  /** At most 4,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** At most 64, each of 1 to 128 characters. */
  tags: Array<Scalars['String']['input']>;
  /** 0 to 1, not below `updateThreshold`; the project's when left out. */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1; the project's when left out. */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** The project's numbers where left out. */
  streamSettings?: InputMaybe<StreamSettingsInput>;
};

export type CreateMemoryPayload = {
  __typename?: 'CreateMemoryPayload';
  memory: Memory;
};

/** What is left out stays; null clears the description or goes back to the project's threshold. */
export type UpdateMemoryInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  memoryId: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  /** The new tags in place of the old; null leaves them. */
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Changes the numbers given; null goes back to the project's. */
  streamSettings?: InputMaybe<StreamSettingsInput>;
};

export type UpdateMemoryPayload = {
  __typename?: 'UpdateMemoryPayload';
  memory: Memory;
};

export type DeleteMemoryInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  memoryId: Scalars['ID']['input'];
};

export type DeleteMemoryPayload = {
  __typename?: 'DeleteMemoryPayload';
  deletedMemoryId: Scalars['ID']['output'];
};

/** What an entry is. Only facts are deduplicated; the others are always appended. */
export type EntryKind =
  /** Something that holds. */
  | 'FACT'
  /** Something that was seen to happen (Generative Agents). */
  | 'OBSERVATION'
  /** A lesson or an insight drawn from other knowledge (Reflect, Generative Agents). */
  | 'REFLECTION'
  /** Something intended (Generative Agents). */
  | 'PLAN';

/** Where an entry came from (SOAT). */
export type EntrySource =
  /** A person or another caller of the API. */
  | 'MANUAL'
  /** An agent, while it ran. */
  | 'AGENT'
  /** Taken out of a document. */
  | 'EXTRACTION'
  /** Formed by the server from other entries. */
  | 'REFLECTION';

/** One piece of knowledge. */
export type Entry = Node & {
  __typename?: 'Entry';
  id: Scalars['ID']['output'];
  memory: Memory;
  kind: EntryKind;
  source: EntrySource;
  /** The text; a merged entry has one line more for each merge. */
  content: Scalars['String']['output'];
  metadata: Scalars['JSONObject']['output'];
  /** Learned quality in 0..1; starts at 0.5 (Reflect's `q_value`). */
  utility: Scalars['Float']['output'];
  /** Reviews that have moved the utility. */
  reviewCount: Scalars['Int']['output'];
  /** What each review did to the utility, newest first; with `superseded`, also what a replaced review had done. */
  utilityHistory: UtilityChangeConnection;
  /** The structured part of a reflection on a run; null for any other entry. */
  lesson?: Maybe<Lesson>;
  /** 1 to 10; 5 where nobody rated it (Generative Agents). */
  importance: Scalars['Float']['output'];
  /** What the importance is made of; null where nobody asked for one. */
  importanceExplained?: Maybe<ImportanceExplained>;
  /** What an insight rests on, in the order it cites it. */
  evidence: Array<Evidence>;
  /** The insights that rest on this entry. */
  supports: Array<Support>;
  /** Steps from an observation, which is 0: an insight is one deeper than its deepest evidence. */
  depth: Scalars['Int']['output'];
  /** When it happened; by this it is recent until it is first accessed. Null for when it was recorded. */
  occurredAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it expires; null if it does not. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** How often `retrieveMemories` and `planningContext` answered it; other searches do not count. */
  accessCount: Scalars['Int']['output'];
  lastAccessedAt?: Maybe<Scalars['DateTime']['output']>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  /** When it was deleted; null if it is not. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** What the entry was before each of its changes, newest first. */
  revisions: RevisionConnection;
};


/** One piece of knowledge. */
export type EntryUtilityHistoryArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  superseded: Scalars['Boolean']['input'];
};


/** One piece of knowledge. */
export type EntryRevisionsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

export type EntryConnection = {
  __typename?: 'EntryConnection';
  edges: Array<EntryEdge>;
  nodes: Array<Entry>;
  pageInfo: PageInfo;
  /** All that match the filter, on whichever page. */
  totalCount: Scalars['Int']['output'];
};

export type EntryEdge = {
  __typename?: 'EntryEdge';
  cursor: Scalars['String']['output'];
  node: Entry;
};

/** Why an entry changed. */
export type RevisionChange =
  /** A similar text was appended. */
  | 'MERGED'
  /** `updateEntry`. */
  | 'EDITED'
  /** `deleteEntry`. */
  | 'DELETED'
  /** `restoreEntry`. */
  | 'RESTORED'
  /** `revertEntry`. */
  | 'REVERTED';

/** What an entry was before a change, why it changed, and who did it. */
export type Revision = {
  __typename?: 'Revision';
  /** Counts the entry's changes from 1. */
  number: Scalars['Int']['output'];
  /** The content before the change. */
  content: Scalars['String']['output'];
  /** The metadata before the change. */
  metadata: Scalars['JSONObject']['output'];
  change: RevisionChange;
  /** Cosine similarity in 0..1 that led to a merge; null for other changes. */
  similarity?: Maybe<Scalars['Float']['output']>;
  /** Id of the key that made the change; `root` for the configuration's root key. */
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

/** What a write did (SOAT). */
export type WriteAction =
  /** It was new: a new entry. */
  | 'CREATED'
  /** It resembled an entry: the text was appended to it as a new line. */
  | 'UPDATED'
  /** It was already known: nothing changed. */
  | 'SKIPPED';

export type WriteEntryInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  memoryId: Scalars['ID']['input'];
  /** Not blank, at most 32 KiB of UTF-8. Any length is embedded whole, in chunks. */
  content: Scalars['String']['input'];
  source: EntrySource;
  kind: EntryKind;
  /** At most 16 KiB; empty when left out. Merged into the metadata of an UPDATED entry, the new value winning; kept in the ENTRY_SKIPPED event alone when SKIPPED. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** 0 to 1; else the memory's, else the project's, else the deployment's. */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1, not above `duplicateThreshold`; else as above. */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Answer what would happen and change nothing. The id of an entry that would be created is not kept. */
  dryRun: Scalars['Boolean']['input'];
  /** 1 to 200 characters, unique in the project: a repeated call with the same key gets the first answer and writes nothing. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type WriteEntryPayload = {
  __typename?: 'WriteEntryPayload';
  action: WriteAction;
  /** The entry that now holds the text. */
  entry: Entry;
  /** Cosine similarity in −1..1 to the nearest entry of the memory, 1 for an identical text; null if there was none to compare with. */
  similarity?: Maybe<Scalars['Float']['output']>;
  /** The nearest entry of the memory before the write, whatever the action. */
  matchedEntry?: Maybe<Entry>;
  /** The threshold that was used. */
  duplicateThreshold: Scalars['Float']['output'];
  /** The threshold that was used. */
  updateThreshold: Scalars['Float']['output'];
  /** True if nothing was stored because the call asked for a dry run. */
  dryRun: Scalars['Boolean']['output'];
};

export type WriteEntriesItem = {
  /** As in `writeEntry`. */
  content: Scalars['String']['input'];
  /** In place of the call's. */
  source?: InputMaybe<EntrySource>;
  /** In place of the call's. */
  kind?: InputMaybe<EntryKind>;
  /** As in `writeEntry`. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** As in `writeEntry`; no two items may share one. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type WriteEntriesInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  memoryId: Scalars['ID']['input'];
  /** 1 to 500, of at most 2 MiB of content in all. */
  items: Array<WriteEntriesItem>;
  source: EntrySource;
  kind: EntryKind;
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  dryRun: Scalars['Boolean']['input'];
};

/** The outcome of one item: the fields of `WriteEntryPayload`, or an error. */
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

/** Why one item of a bulk call failed, in the terms of an error of its own. */
export type ItemError = {
  __typename?: 'ItemError';
  /** As `extensions.code`. */
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
  /** Where the fault lies, such as `input.items[3].content`. */
  path?: Maybe<Scalars['String']['output']>;
};

export type ExtractEntriesInput = {
  /** Needed with a root key. */
  projectId?: InputMaybe<Scalars['ID']['input']>;
  memoryId: Scalars['ID']['input'];
  /** The document: at most 256 KiB of UTF-8. A chat model is shown a long one in parts. */
  text: Scalars['String']['input'];
  /** Metadata of every entry that is made. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Overrides the memory's, for this call. In 0..1. */
  duplicateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Overrides the memory's, for this call. In 0..1. */
  updateThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Answers what would be written and writes nothing. */
  dryRun: Scalars['Boolean']['input'];
};

/** How entries are taken out of a document. */
export type ExtractionMethod =
  /** The chat model was asked for facts, at most 50 for each part of 8,000 characters. */
  | 'CHAT'
  /** Each sentence is an entry. */
  | 'SENTENCES';

export type ExtractEntriesPayload = {
  __typename?: 'ExtractEntriesPayload';
  method: ExtractionMethod;
  /** One for each text taken out, in the order of the document. */
  results: Array<ExtractEntriesResult>;
  duplicateThreshold: Scalars['Float']['output'];
  updateThreshold: Scalars['Float']['output'];
  dryRun: Scalars['Boolean']['output'];
};

/** A text that was taken out of a document, and what became of it. */
export type ExtractEntriesResult = {
  __typename?: 'ExtractEntriesResult';
  /** The text as it was taken out. */
  content: Scalars['String']['output'];
  /** What became of it. */
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

/** What is left out stays. */
export type UpdateEntryInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  entryId: Scalars['ID']['input'];
  /** Not blank, at most 32 KiB. */
  content?: InputMaybe<Scalars['String']['input']>;
  /** The new metadata in place of the old, at most 16 KiB. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type UpdateEntryPayload = {
  __typename?: 'UpdateEntryPayload';
  entry: Entry;
};

export type DeleteEntryInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  entryId: Scalars['ID']['input'];
};

export type DeleteEntryPayload = {
  __typename?: 'DeleteEntryPayload';
  entry: Entry;
};

export type RestoreEntryInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  entryId: Scalars['ID']['input'];
};

export type RestoreEntryPayload = {
  __typename?: 'RestoreEntryPayload';
  entry: Entry;
};

export type RevertEntryInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  entryId: Scalars['ID']['input'];
  /** `Revision.number` of a MERGED, EDITED or REVERTED change, to go back to before it; the latest such when left out, so that reverting twice brings the change back. */
  revision?: InputMaybe<Scalars['Int']['input']>;
};

export type RevertEntryPayload = {
  __typename?: 'RevertEntryPayload';
  entry: Entry;
};

/** How entries are compared with a query. */
export type SearchMode =
  /** By meaning: cosine similarity of embeddings. */
  | 'SEMANTIC'
  /** By meaning and by words, fused: 0.4 × similarity + 0.6 × word coverage. */
  | 'HYBRID'
  /** By words alone: the share of the query's words (English stems, without stop words) that a chunk has, rare words counting more. Needs no embedding model. */
  | 'LEXICAL';

export type SearchKnowledgeInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Not blank, at most 32 KiB. */
  query: Scalars['String']['input'];
  /** Search in these memories, together with those of `memoryTags`. Without both, in the whole project; an empty list finds nothing. At most 500. */
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Globs as in `memories(tags:)`. */
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Any of these; all when left out, none when empty. */
  kinds?: InputMaybe<Array<EntryKind>>;
  /** Every key must match; a single value also matches a list that contains it. */
  metadataFilter?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Leave out results with a lower `score`. Scores of different modes do not compare. */
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

/** A ranked entry, with what its score was made of (similarity, coverage) and what it could be weighed by besides (utility, recency, importance). */
export type SearchResult = {
  __typename?: 'SearchResult';
  entry: Entry;
  /** What it is ranked by: the similarity in SEMANTIC mode, the fused score in HYBRID, the word coverage in LEXICAL; in 0..1. */
  score: Scalars['Float']['output'];
  /** Cosine similarity of its best chunk to the query, negative counted as 0; null in LEXICAL mode. */
  similarity?: Maybe<Scalars['Float']['output']>;
  /** The share in 0..1 of the query's words that its best chunk has, rare words counting more; null in SEMANTIC mode. */
  coverage?: Maybe<Scalars['Float']['output']>;
  /** Learned quality in 0..1. */
  utility: Scalars['Float']['output'];
  /** 0.99 ^ hours since it was last accessed, or created; in 0..1 (Generative Agents). */
  recency: Scalars['Float']['output'];
  /** Importance / 10; in 0..1 (Generative Agents). */
  importance: Scalars['Float']['output'];
  /** The part of the entry that matched best. */
  chunk: Chunk;
};

/** A part of an entry with a vector of its own. */
export type Chunk = {
  __typename?: 'Chunk';
  /** Counts the entry's chunks from 0. */
  position: Scalars['Int']['output'];
  text: Scalars['String']['output'];
};

/** One run of an agent. */
export type Trace = Node & {
  __typename?: 'Trace';
  id: Scalars['ID']['output'];
  /** What the agent was to do; by this it is found. */
  task: Scalars['String']['output'];
  /** The messages of the run, in the form of the OpenAI API. */
  trajectory: Array<Scalars['JSONObject']['output']>;
  finalResponse?: Maybe<Scalars['String']['output']>;
  agentId?: Maybe<Scalars['String']['output']>;
  model?: Maybe<Scalars['String']['output']>;
  /** Names of the tools that were called in the run, in the order of their first use. */
  toolsUsed: Array<Scalars['String']['output']>;
  metadata: Scalars['JSONObject']['output'];
  /** The entries that the run was shown, best first. */
  retrieved: Array<Retrieval>;
  /** Null until it is reviewed. */
  review?: Maybe<Review>;
  /** The reflection on it; null until there is one. */
  reflection?: Maybe<Entry>;
  /** Where the writing of the reflection stands; null if it was never asked for. */
  reflectionStatus?: Maybe<JobStatus>;
  /** How often it was tried. */
  reflectionAttempts: Scalars['Int']['output'];
  /** Why the last try failed: a code and a message; null if it did not. */
  reflectionError?: Maybe<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
};

/** An entry that a run was shown. */
export type Retrieval = {
  __typename?: 'Retrieval';
  entry: Entry;
  /** From 1. */
  rank: Scalars['Int']['output'];
  /** What it was ranked by; null where the caller retrieved it. */
  score?: Maybe<Scalars['Float']['output']>;
};

/** How a run went. */
export type Review = {
  __typename?: 'Review';
  result: ReviewResult;
  /** In 0..1: what the utilities of the retrieved entries moved towards. */
  reward: Scalars['Float']['output'];
  feedback?: Maybe<Scalars['String']['output']>;
  /** The step in 0..1; null where each entry's depended on its reviews (the rate DECAYING). */
  alpha?: Maybe<Scalars['Float']['output']>;
  reviewedAt: Scalars['DateTime']['output'];
  /** Id of the key that reviewed it; `root` for the configuration's root key. */
  reviewedBy: Scalars['String']['output'];
};

/** The outcome of a run. */
export type ReviewResult =
  | 'PASS'
  | 'FAIL';

/** Whether a run was reviewed, and with which result. */
export type ReviewStatus =
  | 'PENDING'
  | 'PASSED'
  | 'FAILED';

/** How the step of a review depends on the reviews before it. */
export type LearningRate =
  /** Always `learningAlpha` (Reflect). */
  | 'CONSTANT'
  /** 1 / (reviews + 2), at least `alphaFloor`: the mean of all rewards, steadier under noise. */
  | 'DECAYING';

/** How far a project's learning has come. Where nobody reviews, every utility stays at 0.5. */
export type Learning = {
  __typename?: 'Learning';
  tracesTotal: Scalars['Int']['output'];
  /** Traces that wait for a review. */
  tracesPending: Scalars['Int']['output'];
  entriesTotal: Scalars['Int']['output'];
  /** Entries whose utility reviews have moved from 0.5. */
  entriesMoved: Scalars['Int']['output'];
  /** Standard deviation of the entries' utilities, from 0 (all alike) to 0.5. */
  utilitySpread: Scalars['Float']['output'];
  learningRate: LearningRate;
  learningAlpha: Scalars['Float']['output'];
};

/** What one review did to one entry's utility. */
export type UtilityChange = {
  __typename?: 'UtilityChange';
  entry?: Maybe<Entry>;
  trace: Trace;
  before: Scalars['Float']['output'];
  after: Scalars['Float']['output'];
  reward: Scalars['Float']['output'];
  alpha: Scalars['Float']['output'];
  createdAt: Scalars['DateTime']['output'];
  /** When a replaced review made it void; null while it holds. */
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
  /** All that match, on whichever page. */
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

/** A run found by its task. */
export type TraceResult = {
  __typename?: 'TraceResult';
  trace: Trace;
  /** Cosine similarity of its task to the query, negative counted as 0. */
  similarity: Scalars['Float']['output'];
};

/** How a run went. */
export type ReviewInput = {
  /** Needed unless `reward` is given. */
  result?: InputMaybe<ReviewResult>;
  /** 0 to 1; 1 for PASS and 0 for FAIL when left out. */
  reward?: InputMaybe<Scalars['Float']['input']>;
  /** At most 16,000 characters; shown to the model that reflects. */
  feedback?: InputMaybe<Scalars['String']['input']>;
  /** The step in 0..1; the project's when left out. */
  alpha?: InputMaybe<Scalars['Float']['input']>;
  /** Has the chat model reflect on the run, in the background. */
  generateReflection: Scalars['Boolean']['input'];
  /** Where the reflection goes: the project's memory named `reflections` when left out. */
  memoryId?: InputMaybe<Scalars['ID']['input']>;
};

export type CreateTraceInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Not blank, at most 32 KiB. Describe it: by this the run and its reflection are found. */
  task: Scalars['String']['input'];
  /**
   * The run as chat messages in the form of the OpenAI API, tool calls included: role system, developer,
   * user, assistant, tool or function. At most 4 MiB as JSON.
   */
  trajectory: Array<Scalars['JSONObject']['input']>;
  finalResponse?: InputMaybe<Scalars['String']['input']>;
  /** The entries that the run was shown, best first; without them nothing learns from its review. At most 500. */
  retrievedEntryIds: Array<Scalars['ID']['input']>;
  /** A JSON object of at most 16 KiB; the reflection gets it too. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Which agent ran: 1 to 200 characters. */
  agentId?: InputMaybe<Scalars['String']['input']>;
  /** Which model it ran on: 1 to 200 characters. */
  model?: InputMaybe<Scalars['String']['input']>;
  review?: InputMaybe<ReviewInput>;
  /** A repeated call with the same key answers the first trace. 1 to 200 characters. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateTracePayload = {
  __typename?: 'CreateTracePayload';
  trace: Trace;
};

export type ReviewTraceInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  traceId: Scalars['ID']['input'];
  /** Needed unless `reward` is given. */
  result?: InputMaybe<ReviewResult>;
  /** 0 to 1; 1 for PASS and 0 for FAIL when left out. */
  reward?: InputMaybe<Scalars['Float']['input']>;
  /** At most 16,000 characters; shown to the model that reflects. */
  feedback?: InputMaybe<Scalars['String']['input']>;
  /** The step in 0..1; the project's when left out. */
  alpha?: InputMaybe<Scalars['Float']['input']>;
  /** Has the chat model reflect on the run, in the background. */
  generateReflection: Scalars['Boolean']['input'];
  /** Where the reflection goes: the project's memory named `reflections` when left out. */
  memoryId?: InputMaybe<Scalars['ID']['input']>;
  /** Corrects a review: every utility becomes what it would have been, and a new reflection takes the place of the old. */
  replace: Scalars['Boolean']['input'];
};

export type ReviewTracePayload = {
  __typename?: 'ReviewTracePayload';
  trace: Trace;
  /** What this review did, one for each entry that the trace retrieved. */
  changes: Array<UtilityChange>;
};

/** The structured part of a reflection on a run (Reflect's Memory object). */
export type Lesson = {
  __typename?: 'Lesson';
  /** What the run was to do; by this the reflection is found. */
  task: Scalars['String']['output'];
  /** How the run went; null where it is not known. */
  outcome?: Maybe<ReviewResult>;
  summary: Scalars['String']['output'];
  /** What went wrong; empty after a PASS. */
  keyMistake: Scalars['String']['output'];
  correctAction: Scalars['String']['output'];
  /** Tools that the lesson is about. */
  applicableTools: Array<Scalars['String']['output']>;
  guidance: Scalars['String']['output'];
  /** Tools that were called in the run. */
  toolsUsed: Array<Scalars['String']['output']>;
  /** True if the model that wrote it was shown only the beginning and the end of a long run. */
  shortened: Scalars['Boolean']['output'];
  /** The run; null if it is gone. */
  trace?: Maybe<Trace>;
};

export type QueryReflectionsInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** What is to be done. Not blank, at most 32 KiB. */
  task: Scalars['String']['input'];
  /** 1 to 100. */
  limit: Scalars['Int']['input'];
  /** Weight of utility against similarity, 0 to 1. */
  lambda: Scalars['Float']['input'];
  /** 1 ranks by score alone, 0 by difference alone. */
  mmrLambda: Scalars['Float']['input'];
  /** Every key must match; a single value also matches a list that contains it. */
  metadataFilter?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Lowest cosine similarity; 0 for none. The project's when left out. */
  similarityThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** In these memories, together with those of `memoryTags`; in the whole project without both. */
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Globs as in `memories(tags:)`. */
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type QueryReflectionsPayload = {
  __typename?: 'QueryReflectionsPayload';
  /** Best first; each `entry` has a `lesson`. */
  results: Array<SearchResult>;
  /** Candidates that the similarity threshold kept out: where there are no results but these, lower it. */
  filteredByThreshold: Scalars['Int']['output'];
};

export type AugmentTaskPayload = {
  __typename?: 'AugmentTaskPayload';
  augmentedTask: Scalars['String']['output'];
  /** The reflections in it, best first; give their entries as `retrievedEntryIds` of the trace. */
  results: Array<SearchResult>;
  /** Candidates that the similarity threshold kept out. */
  filteredByThreshold: Scalars['Int']['output'];
};

export type CreateReflectionInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Not blank, at most 32 KiB; by this it is found. */
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
  /** At most 50. */
  applicableTools?: InputMaybe<Array<Scalars['String']['input']>>;
  /** A JSON object of at most 16 KiB. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** The entries that the run was shown, best first: they learn from `result`. At most 500. */
  retrievedEntryIds: Array<Scalars['ID']['input']>;
  /** At most 16,000 characters. */
  feedback?: InputMaybe<Scalars['String']['input']>;
  /** The step in 0..1; the project's when left out. */
  alpha?: InputMaybe<Scalars['Float']['input']>;
  /** The project's memory named `reflections` when left out. */
  memoryId?: InputMaybe<Scalars['ID']['input']>;
};

export type CreateReflectionPayload = {
  __typename?: 'CreateReflectionPayload';
  entry: Entry;
  /** The run that it is about, as recorded. */
  trace: Trace;
};

export type RetryReflectionInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  traceId: Scalars['ID']['input'];
};

export type RetryReflectionPayload = {
  __typename?: 'RetryReflectionPayload';
  trace: Trace;
};

/** The numbers of a memory stream; the reference's in brackets. */
export type StreamSettings = {
  __typename?: 'StreamSettings';
  /** Importance taken in since the last reflection from which the stream reflects (150). */
  importanceThreshold: Scalars['Float']['output'];
  /** Observations since the last reflection that it takes at least (10). */
  minObservations: Scalars['Int']['output'];
  /** Observations that the questions are asked of: the most recent, 1 to 500 (100). */
  recentObservations: Scalars['Int']['output'];
  /** Questions, and so insights at the most, of a cycle, 1 to 9 (3). */
  questionsPerCycle: Scalars['Int']['output'];
  /** How deep insights may rest on insights, 1 to 10 (3). */
  maxDepth: Scalars['Int']['output'];
  /** Lowest importance of an insight, 1 to 10 (7). */
  insightImportance: Scalars['Float']['output'];
  /** Recency is this to the power of the hours since the last access; above 0, at most 1 (0.99). */
  decayFactor: Scalars['Float']['output'];
  /** Candidates by cosine that are ranked, 1 to 1000 (100). */
  candidates: Scalars['Int']['output'];
  /** Results, 1 to 100 (10). */
  topK: Scalars['Int']['output'];
  /** 0 to 100 (1). */
  recencyWeight: Scalars['Float']['output'];
  /** 0 to 100 (1). */
  importanceWeight: Scalars['Float']['output'];
  /** 0 to 100 (1). */
  relevanceWeight: Scalars['Float']['output'];
  /** 0 to 100 (0). */
  utilityWeight: Scalars['Float']['output'];
  /** Entries that a memory keeps at the most: those worth least by recency and importance go first. None unless set. */
  maxEntries?: Maybe<Scalars['Int']['output']>;
  /** Hours after which what is recorded expires. None unless set. */
  ttlHours?: Maybe<Scalars['Float']['output']>;
  /** Days after which what retention took is deleted for good (7). */
  graceDays: Scalars['Float']['output'];
};

/** The numbers of a memory stream to set; null goes back to the number above. */
export type StreamSettingsInput = {
  /** Importance taken in since the last reflection from which the stream reflects (150). */
  importanceThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Observations since the last reflection that it takes at least (10). */
  minObservations?: InputMaybe<Scalars['Int']['input']>;
  /** Observations that the questions are asked of: the most recent, 1 to 500 (100). */
  recentObservations?: InputMaybe<Scalars['Int']['input']>;
  /** Questions, and so insights at the most, of a cycle, 1 to 9 (3). */
  questionsPerCycle?: InputMaybe<Scalars['Int']['input']>;
  /** How deep insights may rest on insights, 1 to 10 (3). */
  maxDepth?: InputMaybe<Scalars['Int']['input']>;
  /** Lowest importance of an insight, 1 to 10 (7). */
  insightImportance?: InputMaybe<Scalars['Float']['input']>;
  /** Recency is this to the power of the hours since the last access; above 0, at most 1 (0.99). */
  decayFactor?: InputMaybe<Scalars['Float']['input']>;
  /** Candidates by cosine that are ranked, 1 to 1000 (100). */
  candidates?: InputMaybe<Scalars['Int']['input']>;
  /** Results, 1 to 100 (10). */
  topK?: InputMaybe<Scalars['Int']['input']>;
  /** 0 to 100 (1). */
  recencyWeight?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 100 (1). */
  importanceWeight?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 100 (1). */
  relevanceWeight?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 100 (0). */
  utilityWeight?: InputMaybe<Scalars['Float']['input']>;
  /** Entries that a memory keeps at the most: those worth least by recency and importance go first. None unless set. */
  maxEntries?: InputMaybe<Scalars['Int']['input']>;
  /** Hours after which what is recorded expires. None unless set. */
  ttlHours?: InputMaybe<Scalars['Float']['input']>;
  /** Days after which what retention took is deleted for good (7). */
  graceDays?: InputMaybe<Scalars['Float']['input']>;
};

/** What a memory has taken in since it was last reflected on. */
export type Stream = {
  __typename?: 'Stream';
  /** Sum of the importance of what was observed, and of insights. */
  cumulativeImportance: Scalars['Float']['output'];
  observationCount: Scalars['Int']['output'];
  lastReflectionAt?: Maybe<Scalars['DateTime']['output']>;
  /** The sum from which it reflects. */
  importanceThreshold: Scalars['Float']['output'];
  /** The observations that it takes at least. */
  minObservations: Scalars['Int']['output'];
  /** The numbers in force: the memory's, the project's, or the reference's. */
  settings: StreamSettings;
};

/** What an importance is made of. */
export type ImportanceExplained = {
  __typename?: 'ImportanceExplained';
  /** 1 to 10. */
  importance: Scalars['Float']['output'];
  source: ImportanceSource;
  /** What the caller or the model said, or 5. */
  base: Scalars['Float']['output'];
  /** 1 if it names an entity. */
  entity: Scalars['Int']['output'];
  /** 1 if it tells of a preference or an emotion. */
  feeling: Scalars['Int']['output'];
  /** 2 if it tells of a goal. */
  goal: Scalars['Int']['output'];
  /** True while the chat model has yet to be asked; the base is then 5. */
  pending: Scalars['Boolean']['output'];
  context?: Maybe<Scalars['String']['output']>;
};

/** Where the base of an importance comes from. */
export type ImportanceSource =
  /** Taken as it is, without additions. */
  | 'CALLER'
  | 'MODEL'
  /** There is no chat model, or its answer was no number from 1 to 10. */
  | 'DEFAULT';

/** An entry that an insight rests on. */
export type Evidence = {
  __typename?: 'Evidence';
  entry: Entry;
  role: EvidenceRole;
};

/** An insight that rests on an entry. */
export type Support = {
  __typename?: 'Support';
  /** The insight. */
  entry: Entry;
  role: EvidenceRole;
};

/** How an insight rests on an entry. */
export type EvidenceRole =
  /** The insight cites it. */
  | 'CITED'
  /** The insight cites nothing that was shown; this was shown. */
  | 'CONSIDERED';

/** One time that a memory was reflected on. */
export type ReflectionCycle = {
  __typename?: 'ReflectionCycle';
  id: Scalars['ID']['output'];
  status: JobStatus;
  attempts: Scalars['Int']['output'];
  /** Why the last try failed: a code and a message; null if it did not. */
  error?: Maybe<Scalars['String']['output']>;
  /** What it takes from the stream's state: importance, and how many were observed. 0 until it has begun. */
  importance: Scalars['Float']['output'];
  observationCount: Scalars['Int']['output'];
  questions: Array<CycleQuestion>;
  usage: TokenUsage;
  createdAt: Scalars['DateTime']['output'];
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A question of a cycle, and what became of it. */
export type CycleQuestion = {
  __typename?: 'CycleQuestion';
  question: Scalars['String']['output'];
  /** Null until there is one, and where there is none. */
  insight?: Maybe<Entry>;
  /** Why there is none; null if there is, or will be. */
  error?: Maybe<Scalars['String']['output']>;
};

export type ReflectionCycleConnection = {
  __typename?: 'ReflectionCycleConnection';
  edges: Array<ReflectionCycleEdge>;
  nodes: Array<ReflectionCycle>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type ReflectionCycleEdge = {
  __typename?: 'ReflectionCycleEdge';
  cursor: Scalars['String']['output'];
  node: ReflectionCycle;
};

/** Kinds that a caller records. */
export type ObservationKind =
  | 'OBSERVATION'
  | 'PLAN';

export type RecordObservationInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  memoryId: Scalars['ID']['input'];
  /** Not blank, at most 32 KiB. */
  content: Scalars['String']['input'];
  kind: ObservationKind;
  source: EntrySource;
  /** 1 to 10, taken as it is; rated when left out. */
  importance?: InputMaybe<Scalars['Float']['input']>;
  /** When it happened; now when left out. */
  occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** When it is to be forgotten; by the memory's `ttlHours` when left out. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** What helps to rate it, such as who observed it: at most 4,000 characters. */
  context?: InputMaybe<Scalars['String']['input']>;
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** A repeated call with the same key answers the first entry. 1 to 200 characters. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type RecordObservationPayload = {
  __typename?: 'RecordObservationPayload';
  entry: Entry;
};

export type RecordObservationsInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  memoryId: Scalars['ID']['input'];
  /** 1 to 500, of at most 2 MiB of content in all. */
  observations: Array<ObservationInput>;
  source: EntrySource;
};

/** One observation of many. */
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

export type ReflectInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  memoryId: Scalars['ID']['input'];
  /** Reflects although the stream has not taken in enough. */
  force: Scalars['Boolean']['input'];
};

export type ReflectPayload = {
  __typename?: 'ReflectPayload';
  cycle: ReflectionCycle;
};

/** How much each part of a score counts, 0 to 100; what is left out is the stream's number. */
export type WeightsInput = {
  recency?: InputMaybe<Scalars['Float']['input']>;
  importance?: InputMaybe<Scalars['Float']['input']>;
  relevance?: InputMaybe<Scalars['Float']['input']>;
  utility?: InputMaybe<Scalars['Float']['input']>;
};

/** What is done to the parts before they are weighted. */
export type Normalization =
  /** Nothing: each is in 0..1 by itself. */
  | 'NONE'
  /** Each is stretched over the candidates to 0..1; where all are equal it is 0.5 (the paper's code). */
  | 'MIN_MAX';

export type RetrieveMemoriesInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Search in these memories, together with those of `memoryTags`; in the whole project without both. */
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Globs as in `memories(tags:)`. */
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
  kinds?: InputMaybe<Array<EntryKind>>;
  /** Not blank, at most 32 KiB. */
  query: Scalars['String']['input'];
  weights?: InputMaybe<WeightsInput>;
  /** Above 0, at most 1; the stream's when left out. */
  decayFactor?: InputMaybe<Scalars['Float']['input']>;
  /** 1 to 100; the stream's when left out. */
  topK?: InputMaybe<Scalars['Int']['input']>;
  normalization: Normalization;
  /** The time that recency is counted to, and of the access; now when left out. */
  now?: InputMaybe<Scalars['DateTime']['input']>;
  /** Whether what is answered counts as accessed. */
  touch: Scalars['Boolean']['input'];
};

export type RetrieveMemoriesPayload = {
  __typename?: 'RetrieveMemoriesPayload';
  /** Best first; `score` is the weighted sum. */
  results: Array<SearchResult>;
};

export type PlanningContextInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Not blank, at most 32 KiB. */
  situation: Scalars['String']['input'];
  /** 1 to 100. */
  topK: Scalars['Int']['input'];
  /** 1 to 100,000; a token is counted as four bytes. */
  tokenBudget: Scalars['Int']['input'];
};

export type PlanningContextPayload = {
  __typename?: 'PlanningContextPayload';
  /** Insights, observations and plans, each best first, as many as fit. */
  text: Scalars['String']['output'];
  /** Tokens of the text, as counted. */
  tokens: Scalars['Int']['output'];
  /** What is in the text, best first. */
  results: Array<SearchResult>;
};

/** Instructions, a model, and what is to be known before it speaks. */
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
  /** Calls to the model in one generation at the most. */
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

/** What an agent is told before it answers (SOAT's `knowledge_config`). */
export type KnowledgeConfig = {
  __typename?: 'KnowledgeConfig';
  /** Searched together with those of `memoryTags`; without both nothing is searched. */
  memoryIds: Array<Scalars['ID']['output']>;
  /** Globs as in `memories(tags:)`. */
  memoryTags: Array<Scalars['String']['output']>;
  /** Any of these; all when empty. */
  kinds: Array<EntryKind>;
  /** Lowest cosine similarity of what is injected, in 0..1. */
  minScore: Scalars['Float']['output'];
  /** Pieces of knowledge at the most; lessons are counted by themselves. */
  limit: Scalars['Int']['output'];
  ranking: KnowledgeRanking;
  /** Weight of utility in the ranking UTILITY and of lessons, in 0..1. */
  lambda: Scalars['Float']['output'];
  /** 1 ranks by score alone, less prefers what differs; for the ranking UTILITY and lessons. */
  mmrLambda: Scalars['Float']['output'];
  /** Whether lessons of past runs for the task are injected as well. */
  reflections: Scalars['Boolean']['output'];
  /** Where the tool `write_memory` writes; null for no such tool. */
  writeMemoryId?: Maybe<Scalars['ID']['output']>;
  injectAs: Injection;
};

/** What knowledge is ranked by before it is injected. */
export type KnowledgeRanking =
  /** Cosine similarity (SOAT). */
  | 'SIMILARITY'
  /** (1 − lambda) × similarity + lambda × utility (Reflect). */
  | 'UTILITY'
  /** Relevance, recency and importance, equally (Generative Agents). */
  | 'WEIGHTED';

/** Where knowledge stands in the conversation. */
export type Injection =
  /** One system message for each piece. */
  | 'SYSTEM'
  /** One user message, fenced: for those who want no text of users in the system role. */
  | 'USER';

/** What an agent is to be told; what is left out has the default shown. */
export type KnowledgeConfigInput = {
  /** At most 500, all in the project. */
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Globs as in `memories(tags:)`. */
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
  kinds?: InputMaybe<Array<EntryKind>>;
  /** 0 to 1; 0.5. */
  minScore?: InputMaybe<Scalars['Float']['input']>;
  /** 1 to 50; 5. */
  limit?: InputMaybe<Scalars['Int']['input']>;
  /** SIMILARITY. */
  ranking?: InputMaybe<KnowledgeRanking>;
  /** 0 to 1; 0.5. */
  lambda?: InputMaybe<Scalars['Float']['input']>;
  /** 0 to 1; 0.7. */
  mmrLambda?: InputMaybe<Scalars['Float']['input']>;
  /** False. */
  reflections?: InputMaybe<Scalars['Boolean']['input']>;
  /** Null switches the tool off. */
  writeMemoryId?: InputMaybe<Scalars['ID']['input']>;
  /** SYSTEM. */
  injectAs?: InputMaybe<Injection>;
};

/** What a call says of knowledge besides: its lists are united with the agent's, its single values replace the agent's. Where the agent writes is the agent's alone. */
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
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** 1 to 200 characters, unique in the project. */
  name: Scalars['String']['input'];
  /** At most 100,000 characters. */
  instructions?: InputMaybe<Scalars['String']['input']>;
  /** The server's default when left out. */
  model?: InputMaybe<Scalars['String']['input']>;
  /** 0 to 2. */
  temperature?: InputMaybe<Scalars['Float']['input']>;
  /** 1 to 100; 20 when left out. */
  maxSteps?: InputMaybe<Scalars['Int']['input']>;
  knowledgeConfig?: InputMaybe<KnowledgeConfigInput>;
};

export type CreateAgentPayload = {
  __typename?: 'CreateAgentPayload';
  agent: Agent;
};

export type UpdateAgentInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  agentId: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  /** Null clears it. */
  instructions?: InputMaybe<Scalars['String']['input']>;
  /** Null goes back to the server's default. */
  model?: InputMaybe<Scalars['String']['input']>;
  temperature?: InputMaybe<Scalars['Float']['input']>;
  maxSteps?: InputMaybe<Scalars['Int']['input']>;
  /** What is given replaces what the agent has, field by field. */
  knowledgeConfig?: InputMaybe<KnowledgeConfigInput>;
};

export type UpdateAgentPayload = {
  __typename?: 'UpdateAgentPayload';
  agent: Agent;
};

export type DeleteAgentInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  agentId: Scalars['ID']['input'];
};

export type DeleteAgentPayload = {
  __typename?: 'DeleteAgentPayload';
  deletedAgentId: Scalars['ID']['output'];
};

export type AgentKnowledgeInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  agentId: Scalars['ID']['input'];
  /** The conversation, in the form of the OpenAI API; what the user said last is searched for. */
  messages: Array<Scalars['JSONObject']['input']>;
  knowledgeConfig?: InputMaybe<CallKnowledgeInput>;
};

export type AgentKnowledgePayload = {
  __typename?: 'AgentKnowledgePayload';
  /** The messages to put in front of the conversation, in the form of the OpenAI API. */
  messages: Array<Scalars['JSONObject']['output']>;
  /** What they were made of. */
  results: Array<SearchResult>;
  /** The configuration that was used: the agent's with the call's. */
  knowledgeConfig: KnowledgeConfig;
};

export type GenerateInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  agentId: Scalars['ID']['input'];
  /** The conversation, in the form of the OpenAI API. At most 4 MiB as JSON. */
  messages: Array<Scalars['JSONObject']['input']>;
  knowledgeConfig?: InputMaybe<CallKnowledgeInput>;
  /** Tools of the caller, in the form of the OpenAI API; calls of them come back in `requiresAction`. At most 128. */
  tools?: InputMaybe<Array<Scalars['JSONObject']['input']>>;
  /** Metadata of the trace. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** A repeated call with the same key answers the first generation. 1 to 200 characters. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type GeneratePayload = {
  __typename?: 'GeneratePayload';
  generation: Generation;
};

export type ContinueGenerationInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  generationId: Scalars['ID']['input'];
  /** One for each call in `requiresAction`. */
  toolResults: Array<ToolResultInput>;
};

/** What a tool of the caller answered. */
export type ToolResultInput = {
  toolCallId: Scalars['ID']['input'];
  /** At most 1,000,000 characters. */
  content: Scalars['String']['input'];
};

export type ContinueGenerationPayload = {
  __typename?: 'ContinueGenerationPayload';
  generation: Generation;
};

/** An answer of an agent, as far as it has come. */
export type Generation = {
  __typename?: 'Generation';
  id: Scalars['ID']['output'];
  agent: Agent;
  status: GenerationStatus;
  /** What the model said last; empty where it only called tools. */
  text: Scalars['String']['output'];
  /** All that was said and done in this generation, in the form of the OpenAI API. */
  messages: Array<Scalars['JSONObject']['output']>;
  /** What was put in front of the conversation. */
  injectedMessages: Array<Scalars['JSONObject']['output']>;
  /** The entries that those were made of, best first. */
  injected: Array<Retrieval>;
  /** What the agent wrote to its memory. */
  memoryWrites: Array<MemoryWrite>;
  /** Calls of the caller's tools that wait for `continueGeneration`. */
  requiresAction: Array<ToolCall>;
  usage: TokenUsage;
  /** Calls to the model so far. */
  steps: Scalars['Int']['output'];
  /** The run as recorded; null until it has ended. */
  trace?: Maybe<Trace>;
};

/** Where a generation stands. */
export type GenerationStatus =
  | 'RUNNING'
  /** Tools of the caller are to be called, see `requiresAction`. */
  | 'REQUIRES_ACTION'
  | 'COMPLETED'
  /** The agent's `maxSteps` were taken and the model had not ended. */
  | 'MAX_STEPS_REACHED';

/** A call of a tool by the model. */
export type ToolCall = {
  __typename?: 'ToolCall';
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  /** As the model wrote them: JSON, or what it takes for it. */
  arguments: Scalars['String']['output'];
};

/** What one call of `write_memory` did. */
export type MemoryWrite = {
  __typename?: 'MemoryWrite';
  content: Scalars['String']['output'];
  /** Null where it failed. */
  action?: Maybe<WriteAction>;
  /** Null where it failed. */
  entry?: Maybe<Entry>;
  /** Null where it did not fail. */
  error?: Maybe<MemoryWriteError>;
};

/** Why an agent could not write; the model was told. */
export type MemoryWriteError = {
  __typename?: 'MemoryWriteError';
  /** One of docs/errors.md. */
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

/** Tokens as the model counts them. */
export type TokenUsage = {
  __typename?: 'TokenUsage';
  inputTokens: Scalars['Int']['output'];
  outputTokens: Scalars['Int']['output'];
};

/** One step of a streamed generation; of the fields below, the one of its type is set. */
export type GenerationEvent = {
  __typename?: 'GenerationEvent';
  type: GenerationEventType;
  text?: Maybe<Scalars['String']['output']>;
  toolCall?: Maybe<ToolCall>;
  memoryWrite?: Maybe<MemoryWrite>;
  generation?: Maybe<Generation>;
};

/** What happened in a streamed generation. */
export type GenerationEventType =
  | 'TEXT_DELTA'
  | 'TOOL_CALL'
  | 'MEMORY_WRITE'
  | 'END';

export type EventType =
  | 'MEMORY_CREATED'
  | 'MEMORY_UPDATED'
  /** The memory and its entries are gone; its entries have no events of their own. */
  | 'MEMORY_DELETED'
  | 'ENTRY_CREATED'
  /** A write was merged into the entry. */
  | 'ENTRY_MERGED'
  /** A write was skipped; `changes` has what was not stored. */
  | 'ENTRY_SKIPPED'
  /** The entry was edited or reverted. */
  | 'ENTRY_EDITED'
  | 'ENTRY_DELETED'
  | 'ENTRY_RESTORED'
  /** Retention deleted the entry for good. */
  | 'ENTRY_PURGED'
  /** A review moved the entry's utility. */
  | 'UTILITY_CHANGED'
  | 'TRACE_CREATED'
  /** The trace was reviewed, or its review replaced. */
  | 'TRACE_REVIEWED';

/** One change, in the project's durable log. */
export type Event = Node & {
  __typename?: 'Event';
  id: Scalars['ID']['output'];
  /** Its place in the log: give it as `after` to go on behind it. */
  cursor: Scalars['String']['output'];
  type: EventType;
  /** Null for the events of a trace. */
  memoryId?: Maybe<Scalars['ID']['output']>;
  /** The memory as it is now; null if it is gone, or for the events of a trace. */
  memory?: Maybe<Memory>;
  /** Null for the events of a memory. */
  entryId?: Maybe<Scalars['ID']['output']>;
  /** The entry as it is now; null if it is gone, or for the events of a memory. */
  entry?: Maybe<Entry>;
  /** The run that it is about, or that caused it; null for other events. */
  traceId?: Maybe<Scalars['ID']['output']>;
  /** The trace as it is now; null if it is gone. */
  trace?: Maybe<Trace>;
  /** What changed, field by field. */
  changes: Array<FieldChange>;
  /** Id of the key that made the change; `root` for the configuration's root key. */
  actor: Scalars['String']['output'];
  createdAt: Scalars['DateTime']['output'];
};

/** A field that changed. */
export type FieldChange = {
  __typename?: 'FieldChange';
  field: Scalars['String']['output'];
  /** Null if there was no value. */
  before?: Maybe<Scalars['JSON']['output']>;
  /** Null if there is no value. In ENTRY_SKIPPED: the value that was not stored. */
  after?: Maybe<Scalars['JSON']['output']>;
};

export type EventConnection = {
  __typename?: 'EventConnection';
  edges: Array<EventEdge>;
  nodes: Array<Event>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
  /** The log's end at this moment, whatever page was asked for: subscribe with it as `after` to miss nothing from now on. */
  headCursor: Scalars['String']['output'];
};

export type EventEdge = {
  __typename?: 'EventEdge';
  cursor: Scalars['String']['output'];
  node: Event;
};

export type ProjectEventsInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Any of these; all when left out, none when empty. */
  types?: InputMaybe<Array<EventType>>;
  /** A cursor of `Event.cursor`, `pageInfo.endCursor` or `headCursor`: start behind it. Without it, start now. */
  after?: InputMaybe<Scalars['String']['input']>;
};

export type MemoryEventsInput = {
  projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Events of these memories, together with those of `memoryTags`; of all without both. An empty list matches none. */
  memoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Events of memories whose tags, at the time of the event, match any glob. An empty list matches none. */
  memoryTags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Any of these; all when left out, none when empty. */
  types?: InputMaybe<Array<EventType>>;
  /** A cursor of `Event.cursor`, `pageInfo.endCursor` or `headCursor`: start behind it. Without it, start now. */
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
  LearningRate: LearningRate;
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
  ReflectionCycle: ResolverTypeWrapper<CycleRow>;
  CycleQuestion: ResolverTypeWrapper<QuestionOf>;
  ReflectionCycleConnection: ResolverTypeWrapper<CyclePage>;
  ReflectionCycleEdge: ResolverTypeWrapper<Omit<ReflectionCycleEdge, 'node'> & { node: ResolversTypes['ReflectionCycle'] }>;
  ObservationKind: ObservationKind;
  RecordObservationInput: RecordObservationInput;
  RecordObservationPayload: ResolverTypeWrapper<Omit<RecordObservationPayload, 'entry'> & { entry: ResolversTypes['Entry'] }>;
  RecordObservationsInput: RecordObservationsInput;
  ObservationInput: ObservationInput;
  RecordObservationsPayload: ResolverTypeWrapper<Omit<RecordObservationsPayload, 'results'> & { results: Array<ResolversTypes['WriteEntriesResult']> }>;
  ReflectInput: ReflectInput;
  ReflectPayload: ResolverTypeWrapper<Omit<ReflectPayload, 'cycle'> & { cycle: ResolversTypes['ReflectionCycle'] }>;
  WeightsInput: WeightsInput;
  Normalization: Normalization;
  RetrieveMemoriesInput: RetrieveMemoriesInput;
  RetrieveMemoriesPayload: ResolverTypeWrapper<Omit<RetrieveMemoriesPayload, 'results'> & { results: Array<ResolversTypes['SearchResult']> }>;
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
  ReflectionCycle: CycleRow;
  CycleQuestion: QuestionOf;
  ReflectionCycleConnection: CyclePage;
  ReflectionCycleEdge: Omit<ReflectionCycleEdge, 'node'> & { node: ResolversParentTypes['ReflectionCycle'] };
  RecordObservationInput: RecordObservationInput;
  RecordObservationPayload: Omit<RecordObservationPayload, 'entry'> & { entry: ResolversParentTypes['Entry'] };
  RecordObservationsInput: RecordObservationsInput;
  ObservationInput: ObservationInput;
  RecordObservationsPayload: Omit<RecordObservationsPayload, 'results'> & { results: Array<ResolversParentTypes['WriteEntriesResult']> };
  ReflectInput: ReflectInput;
  ReflectPayload: Omit<ReflectPayload, 'cycle'> & { cycle: ResolversParentTypes['ReflectionCycle'] };
  WeightsInput: WeightsInput;
  RetrieveMemoriesInput: RetrieveMemoriesInput;
  RetrieveMemoriesPayload: Omit<RetrieveMemoriesPayload, 'results'> & { results: Array<ResolversParentTypes['SearchResult']> };
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
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Node']>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType, Partial<QueryProjectArgs>>;
  projects?: Resolver<ResolversTypes['ProjectConnection'], ParentType, ContextType, RequireFields<QueryProjectsArgs, 'first'>>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType, RequireFields<QueryMemoryArgs, 'id'>>;
  memories?: Resolver<ResolversTypes['MemoryConnection'], ParentType, ContextType, RequireFields<QueryMemoriesArgs, 'first'>>;
  entry?: Resolver<Maybe<ResolversTypes['Entry']>, ParentType, ContextType, RequireFields<QueryEntryArgs, 'id'>>;
  searchKnowledge?: Resolver<ResolversTypes['SearchKnowledgePayload'], ParentType, ContextType, RequireFields<QuerySearchKnowledgeArgs, 'input'>>;
  trace?: Resolver<Maybe<ResolversTypes['Trace']>, ParentType, ContextType, RequireFields<QueryTraceArgs, 'id'>>;
  traces?: Resolver<ResolversTypes['TraceConnection'], ParentType, ContextType, RequireFields<QueryTracesArgs, 'first'>>;
  searchTraces?: Resolver<ResolversTypes['SearchTracesPayload'], ParentType, ContextType, RequireFields<QuerySearchTracesArgs, 'query' | 'k'>>;
  queryReflections?: Resolver<ResolversTypes['QueryReflectionsPayload'], ParentType, ContextType, RequireFields<QueryQueryReflectionsArgs, 'input'>>;
  augmentTask?: Resolver<ResolversTypes['AugmentTaskPayload'], ParentType, ContextType, RequireFields<QueryAugmentTaskArgs, 'input'>>;
  retrieveMemories?: Resolver<ResolversTypes['RetrieveMemoriesPayload'], ParentType, ContextType, RequireFields<QueryRetrieveMemoriesArgs, 'input'>>;
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
  reflect?: Resolver<ResolversTypes['ReflectPayload'], ParentType, ContextType, RequireFields<MutationReflectArgs, 'input'>>;
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

export type ProjectResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Project'] = ResolversParentTypes['Project']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  settings?: Resolver<ResolversTypes['ProjectSettings'], ParentType, ContextType>;
  reembedding?: Resolver<Maybe<ResolversTypes['Reembedding']>, ParentType, ContextType>;
  learning?: Resolver<ResolversTypes['Learning'], ParentType, ContextType>;
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
  learningAlpha?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  learningRate?: Resolver<ResolversTypes['LearningRate'], ParentType, ContextType>;
  alphaFloor?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
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
  reflections?: Resolver<ResolversTypes['ReflectionCycleConnection'], ParentType, ContextType, RequireFields<MemoryReflectionsArgs, 'first'>>;
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
  learningRate?: Resolver<ResolversTypes['LearningRate'], ParentType, ContextType>;
  learningAlpha?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
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
  topK?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
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

export type ReflectionCycleResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReflectionCycle'] = ResolversParentTypes['ReflectionCycle']> = {
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

export type ReflectionCycleConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReflectionCycleConnection'] = ResolversParentTypes['ReflectionCycleConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ReflectionCycleEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ReflectionCycle']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ReflectionCycleEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReflectionCycleEdge'] = ResolversParentTypes['ReflectionCycleEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ReflectionCycle'], ParentType, ContextType>;
};

export type RecordObservationPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RecordObservationPayload'] = ResolversParentTypes['RecordObservationPayload']> = {
  entry?: Resolver<ResolversTypes['Entry'], ParentType, ContextType>;
};

export type RecordObservationsPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RecordObservationsPayload'] = ResolversParentTypes['RecordObservationsPayload']> = {
  results?: Resolver<Array<ResolversTypes['WriteEntriesResult']>, ParentType, ContextType>;
};

export type ReflectPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReflectPayload'] = ResolversParentTypes['ReflectPayload']> = {
  cycle?: Resolver<ResolversTypes['ReflectionCycle'], ParentType, ContextType>;
};

export type RetrieveMemoriesPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RetrieveMemoriesPayload'] = ResolversParentTypes['RetrieveMemoriesPayload']> = {
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
  ReflectionCycle?: ReflectionCycleResolvers<ContextType>;
  CycleQuestion?: CycleQuestionResolvers<ContextType>;
  ReflectionCycleConnection?: ReflectionCycleConnectionResolvers<ContextType>;
  ReflectionCycleEdge?: ReflectionCycleEdgeResolvers<ContextType>;
  RecordObservationPayload?: RecordObservationPayloadResolvers<ContextType>;
  RecordObservationsPayload?: RecordObservationsPayloadResolvers<ContextType>;
  ReflectPayload?: ReflectPayloadResolvers<ContextType>;
  RetrieveMemoriesPayload?: RetrieveMemoriesPayloadResolvers<ContextType>;
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

