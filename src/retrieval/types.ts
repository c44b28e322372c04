import type { ChunkScope } from '../db/chunk-scope.ts';
import type { NORMALIZATIONS } from '../db/tables/stream-settings.ts';
import type { KnowledgeScope } from '../memories/scope.ts';
import type { Query } from './candidate-search.ts';
import type { Candidates } from './find-candidates.ts';
import type { Preset, SearchMode, utilityPart } from './presets.ts';
import type { Recency } from './score.ts';

/** The query, the scope and the parameters of a retrieval. */
export type Retrieval = {
  query: string;
  mode: SearchMode;
  scope: KnowledgeScope;
  /** The path of the argument with the scope's metadata, for errors; `input.scope.metadata` when omitted. */
  metadataPath?: string;
  /** If true, only entries with a lesson are found. These are the reflections on traces. */
  hasLesson: boolean;
  minScore: number | null;
  /** Lowest cosine similarity of a result; 0 for no threshold. */
  similarityThreshold: number;
  /** The lowest relevance of a result, where `best` is the greatest found; no such limit when omitted. */
  leastRelevance?: (best: number) => number;
  /** 1 ranks by score only; a lower value prefers results that differ from each other (`diversify.ts`). */
  mmrLambda: number;
  limit: number;
  /** The time at which recency is computed; the current time when omitted. */
  now?: Date;
  recency?: Recency;
  /** Searches what was known at this time; null or omitted for what is known now. */
  asOf?: Date | null;
  /** Whether superseded entries are searched too; false when omitted. */
  includeSuperseded?: boolean;
  normalization?: (typeof NORMALIZATIONS)[number];
  /** Greatest depth of a result (`Entry.depth`); no limit when omitted. */
  maxDepth?: number;
  /** Whether the results are explained, which needs further queries; false when omitted. */
  explain?: boolean;
  /**
   * Whether the results need current `EntryCounts`, and the utility and recency that are computed from them; true when
   * omitted. With false, these values can be outdated, unless the results are ranked by them.
   */
  withCounts?: boolean;
};

/** The fields of results and of their entries that need the current counts of the entries (`Retrieval.withCounts`). */
export const COUNTED_FIELDS: ReadonlySet<string> = new Set([
  'utility',
  'recency',
  'reviewCount',
  'accessCount',
  'lastAccessedAt',
]);

/** How the candidates of a retrieval are scored. */
export type Scoring = {
  retrieval: Retrieval;
  preset: Preset;
  now: Date;
  creditRule: Parameters<typeof utilityPart>[1];
};

/** The candidates of a query in a scope. */
export type Searched = Candidates & { query: Query; scope: ChunkScope };

/** Finds the candidates for a number of results; null if the scope is empty. */
export type SearchFunction = (results: number) => Promise<Searched | null>;
