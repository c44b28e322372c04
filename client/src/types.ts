import type {
  AgentFragment,
  AgentKnowledgeQuery,
  AugmentTaskQuery,
  CreateReflectionMutation,
  EntryFragment,
  ErasureReportFragment,
  EventFragment,
  ExtractEntriesMutation,
  GenerationEventFragment,
  GenerationFragment,
  ItemErrorFragment,
  LearningQuery,
  LessonFragment,
  MemoryFragment,
  MemoryWriteFragment,
  PlanningContextQuery,
  QueryReflectionsQuery,
  RecordObservationsMutation,
  ReviewFragment,
  ReviewTraceMutation,
  SearchResultFragment,
  SearchTracesQuery,
  ServerQuery,
  ToolCallFragment,
  TraceFragment,
  WriteEntriesMutation,
  WriteResultFragment,
} from './generated.ts';

// The objects that the methods of the client return, with the fields that they select.
export type Agent = AgentFragment;
export type Entry = EntryFragment;
export type ErasureReport = ErasureReportFragment;
export type Event = EventFragment;
export type Generation = GenerationFragment;
export type GenerationEvent = GenerationEventFragment;
export type ItemError = ItemErrorFragment;
export type Lesson = LessonFragment;
export type Memory = MemoryFragment;
export type MemoryWrite = MemoryWriteFragment;
export type Review = ReviewFragment;
export type SearchResult = SearchResultFragment;
export type ToolCall = ToolCallFragment;
export type Trace = TraceFragment;
export type WriteResult = WriteResultFragment;

export type Server = ServerQuery['server'];
/** The knowledge of an agent that is relevant to a conversation. `messages` belong before those of the conversation. */
export type AgentKnowledge = Omit<AgentKnowledgeQuery['agentKnowledge'], 'messages'> & {
  messages: { role: 'system' | 'user'; content: string }[];
};
export type AugmentedTask = AugmentTaskQuery['augmentTask'];
export type FoundReflections = QueryReflectionsQuery['queryReflections'];
export type PlanningContext = PlanningContextQuery['planningContext'];
export type ExtractedEntries = ExtractEntriesMutation['extractEntries'];
export type TraceResult = SearchTracesQuery['searchTraces']['results'][number];
export type ReviewedTrace = ReviewTraceMutation['reviewTrace'];
export type CreatedReflection = CreateReflectionMutation['createReflection'];

/** The outcome of one item of `writeEntries`; `__typename` tells an error from a result. */
export type WriteEntriesResult = WriteEntriesMutation['writeEntries']['results'][number];
/** The outcome of one item of `recordObservations`; `__typename` tells an error from a result. */
export type RecordObservationsResult =
  RecordObservationsMutation['recordObservations']['results'][number];

/** How far a project has learned from its runs. */
export type Learning = NonNullable<LearningQuery['project']>['learning'] & {
  /**
   * The share of traces that were reviewed, in 0..1; null without traces. A run that is never reviewed teaches nothing.
   */
  reviewedShare: number | null;
};

/** A page of a list. Pass `pageInfo.endCursor` as `after` for the next one. */
export type Page<Node> = {
  totalCount: number;
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};
