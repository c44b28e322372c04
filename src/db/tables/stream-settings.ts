export const STREAM_RANKINGS = [
  'MEASURED',
  'GENERATIVE_AGENTS',
  'PAPER_CODE',
  'SOAT',
  'REFLECT',
] as const;
export const NORMALIZATIONS = ['NONE', 'MIN_MAX'] as const;
export const SEARCH_MODES = ['SEMANTIC', 'HYBRID', 'LEXICAL'] as const;

/** The settings of a memory stream; schema.graphql describes them. */
export type StreamSettings = {
  ranking: (typeof STREAM_RANKINGS)[number];
  normalization: (typeof NORMALIZATIONS)[number];
  mode: (typeof SEARCH_MODES)[number];
  rating: boolean;
  insights: boolean;
  /** The chat model of ratings and insights; null for the server's. */
  scoringModel: string | null;
  entityAddition: number;
  feelingAddition: number;
  goalAddition: number;
  importanceThreshold: number;
  minObservations: number;
  recentObservations: number;
  questionsPerCycle: number;
  maxDepth: number;
  insightImportance: number;
  decayFactor: number;
  accessShare: number;
  candidates: number;
  limit: number;
  recencyWeight: number;
  importanceWeight: number;
  relevanceWeight: number;
  utilityWeight: number;
  /** Null for no retention. */
  maxEntries: number | null;
  ttlHours: number | null;
  graceDays: number;
};

/** The settings that a project or a memory overrides; the others are inherited (memory → project → default). */
export type OwnStreamSettings = Partial<StreamSettings>;
