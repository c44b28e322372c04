import { z } from 'zod';
import type { App } from '../app.ts';
import type { MemoryRow, ProjectRow } from '../db/rows.ts';
import {
  NORMALIZATIONS,
  type OwnStreamSettings,
  SEARCH_MODES,
  STREAM_RANKINGS,
  type StreamSettings,
} from '../db/tables/stream-settings.ts';
import { numberFrom } from '../input.ts';
import { modelInput } from './model-input.ts';

/** How a memory stream ranks entries, by name. */
type RankingSettings = Pick<
  StreamSettings,
  | 'normalization'
  | 'mode'
  | 'decayFactor'
  | 'accessShare'
  | 'recencyWeight'
  | 'importanceWeight'
  | 'relevanceWeight'
  | 'utilityWeight'
>;

/** SOAT ranks by similarity, Reflect by similarity and utility. Recency and importance have no weight in either. */
const BY_SIMILARITY: RankingSettings = {
  normalization: 'NONE',
  mode: 'SEMANTIC',
  decayFactor: 0.99,
  accessShare: 1,
  recencyWeight: 0,
  importanceWeight: 0,
  relevanceWeight: 1,
  utilityWeight: 0,
};

/**
 * GENERATIVE_AGENTS has the weights of the paper, PAPER_CODE those of its code, SOAT and REFLECT those of these
 * products. The weights of MEASURED were chosen on public data (docs/decisions/024-stream-ranking.md).
 */
export const RANKINGS: Record<StreamSettings['ranking'], RankingSettings> = {
  MEASURED: {
    normalization: 'NONE',
    mode: 'HYBRID',
    decayFactor: 0.999,
    accessShare: 0.5,
    recencyWeight: 0.05,
    importanceWeight: 0.1,
    relevanceWeight: 1,
    utilityWeight: 0,
  },
  GENERATIVE_AGENTS: {
    normalization: 'NONE',
    mode: 'SEMANTIC',
    decayFactor: 0.99,
    accessShare: 1,
    recencyWeight: 1,
    importanceWeight: 1,
    relevanceWeight: 1,
    utilityWeight: 0,
  },
  PAPER_CODE: {
    normalization: 'MIN_MAX',
    mode: 'SEMANTIC',
    decayFactor: 0.99,
    accessShare: 1,
    recencyWeight: 0.5,
    importanceWeight: 2,
    relevanceWeight: 3,
    utilityWeight: 0,
  },
  SOAT: BY_SIMILARITY,
  REFLECT: { ...BY_SIMILARITY, relevanceWeight: 0.5, utilityWeight: 0.5 },
};

/** The default settings: the settings of Generative Agents except for the ranking, and no retention. */
export const STREAM_DEFAULTS: StreamSettings = {
  ranking: 'MEASURED',
  ...RANKINGS.MEASURED,
  rating: true,
  insights: true,
  scoringModel: null,
  entityAddition: 1,
  feelingAddition: 1,
  goalAddition: 2,
  importanceThreshold: 150,
  minObservations: 10,
  recentObservations: 100,
  questionsPerCycle: 3,
  maxDepth: 3,
  insightImportance: 7,
  candidates: 100,
  limit: 10,
  maxEntries: null,
  ttlHours: null,
  graceDays: 7,
};

const whole = (min: number, max: number) =>
  numberFrom(min, max).int('must be a whole number').nullish();
const weight = numberFrom(0, 100).nullish();

/** Null resets a setting to the inherited value (memory → project → default). */
export const streamSettingsInput = z
  .object({
    ranking: z.enum(STREAM_RANKINGS).nullish(),
    normalization: z.enum(NORMALIZATIONS).nullish(),
    mode: z.enum(SEARCH_MODES).nullish(),
    rating: z.boolean().nullish(),
    insights: z.boolean().nullish(),
    scoringModel: modelInput.nullish(),
    entityAddition: numberFrom(0, 9).nullish(),
    feelingAddition: numberFrom(0, 9).nullish(),
    goalAddition: numberFrom(0, 9).nullish(),
    importanceThreshold: numberFrom(1, 1_000_000).nullish(),
    minObservations: whole(1, 100_000),
    recentObservations: whole(1, 500),
    questionsPerCycle: whole(1, 9),
    maxDepth: whole(1, 10),
    insightImportance: numberFrom(1, 10).nullish(),
    decayFactor: numberFrom(0.0001, 1).nullish(),
    accessShare: numberFrom(0, 1).nullish(),
    candidates: whole(1, 1000),
    limit: whole(1, 100),
    recencyWeight: weight,
    importanceWeight: weight,
    relevanceWeight: weight,
    utilityWeight: weight,
    maxEntries: whole(1, 10_000_000),
    ttlHours: numberFrom(0.001, 1_000_000).nullish(),
    graceDays: numberFrom(0, 3650).nullish(),
  })
  .nullish();

type StreamSettingsInput = z.infer<typeof streamSettingsInput>;

/** The own settings of a project or memory after a change. */
export function ownStreamSettings(
  before: OwnStreamSettings | null,
  input: StreamSettingsInput,
): OwnStreamSettings | null {
  if (!input) return before;
  const changed = Object.entries({ ...before, ...input }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return changed.length > 0 ? (Object.fromEntries(changed) as OwnStreamSettings) : null;
}

/**
 * The effective settings (memory → project → default). On each level, a ranking first sets all of its values, and
 * the level's other settings then replace some: a memory with a ranking of its own inherits no weight.
 */
export function streamSettingsFor(
  project: Pick<ProjectRow, 'streamSettings'>,
  memory: Pick<MemoryRow, 'streamSettings'> | null,
): StreamSettings {
  const ofProject = withOwn(STREAM_DEFAULTS, project.streamSettings);
  return withOwn(ofProject, memory?.streamSettings ?? null);
}

function withOwn(inherited: StreamSettings, own: OwnStreamSettings | null): StreamSettings {
  const ranked = own?.ranking ? { ...inherited, ...RANKINGS[own.ranking] } : inherited;
  return { ...ranked, ...own };
}

/** The chat model of ratings and insights; null if there is none. */
export function scoringModelOf(
  app: App,
  { scoringModel }: Pick<StreamSettings, 'scoringModel'>,
): string | null {
  return scoringModel ?? app.config.chat.scoringModel ?? app.chat.defaultModel;
}
