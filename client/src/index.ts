export type { Document } from './document.ts';
export {
  type Episode,
  type EpisodeNotes,
  type EpisodicMemory,
  type EpisodicMemoryOptions,
  type EpisodicMemoryStore,
  type RetrievalStrategy,
  recentEpisodes,
  type SearchEpisodesOptions,
  StoredEpisodicMemory,
  searchAndRecentEpisodes,
  searchEpisodes,
  type Transformation,
} from './episodic-memory.ts';
export {
  type ClientErrorCode,
  type GraphqlError,
  isLorebaseError,
  LorebaseError,
  type LorebaseErrorCode,
} from './errors.ts';
export type { EventsOptions } from './follow-events.ts';
export { formatEpisodes } from './format-episodes.ts';
export { GatheredWrites, type GatherOptions } from './gather-writes.ts';
export type * from './generated.ts';
export { type Chat, type EndedRun, type Judge, openaiChat, rubricJudge } from './judge.ts';
export { Lorebase } from './lorebase.ts';
export { LorebaseEpisodicStore } from './lorebase-store.ts';
export type { CallOptions, LorebaseOptions } from './options.ts';
export { type OpenaiClient, recordOpenai } from './record-openai.ts';
export type { Message, Run, ToolCallRecord } from './run.ts';
export type { FinishedRun, TraceOptions } from './trace.ts';
export { extractFacts, reflect, summarise } from './transformations.ts';
export type * from './types.ts';
