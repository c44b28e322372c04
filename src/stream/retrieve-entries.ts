import { z } from 'zod';
import type { App } from '../app.ts';
import {
  NORMALIZATIONS,
  SEARCH_MODES,
  STREAM_RANKINGS,
  type StreamSettings,
} from '../db/tables/stream-settings.ts';
import { checkInput, contentInput, limitInput, numberFrom, timeInput } from '../input.ts';
import { getCachedMemory } from '../memories/memories.ts';
import { type KnowledgeScope, scopeInput } from '../memories/scope.ts';
import { RANKINGS, streamSettingsFor } from '../projects/stream-settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { weighted } from '../retrieval/presets.ts';
import { type Retrieved, retrieve } from '../retrieval/retrieve.ts';

const weight = numberFrom(0, 100).nullish();

/** The arguments for the ranking and the times of one search. */
export const rankingInput = {
  weights: z
    .object({ recency: weight, importance: weight, relevance: weight, utility: weight })
    .nullish(),
  decayFactor: z.number().gt(0, 'must be above 0').max(1, 'must be at most 1').nullish(),
  ranking: z.enum(STREAM_RANKINGS).nullish(),
  asOf: timeInput.nullish(),
  now: timeInput.nullish(),
};

const retrieveInput = z.object({
  ...rankingInput,
  scope: scopeInput,
  query: contentInput,
  limit: limitInput.nullish(),
  normalization: z.enum(NORMALIZATIONS).nullish(),
  mode: z.enum(SEARCH_MODES).nullish(),
  includeSuperseded: z.boolean(),
  minScore: z.number().nullish(),
  explain: z.boolean(),
});

/**
 * The entries that are most recent, important and relevant to a query (Generative Agents), best first.
 * @throws BAD_USER_INPUT, NOT_FOUND, EMBEDDING_UNAVAILABLE
 */
export async function retrieveEntries(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<Retrieved> {
  const given = checkInput(retrieveInput, input);
  const settings = await settingsOfSearch(app, caller, given);
  const { query, scope, minScore, explain, asOf, includeSuperseded, now } = given;
  return retrieveWeighted(app, caller, {
    query,
    scope,
    minScore: minScore ?? null,
    settings,
    explain,
    asOf: asOf ?? null,
    includeSuperseded,
    ...(now ? { now } : {}),
  });
}

type Given = z.output<typeof retrieveInput>;

/** The arguments of a search that replace settings. */
type GivenSettings = Pick<Given, 'scope' | 'weights' | 'decayFactor' | 'ranking' | 'limit'> &
  Partial<Pick<Given, 'normalization' | 'mode'>>;

/** The settings of the scope, in which the arguments of a search replace values. @throws NOT_FOUND */
export async function settingsOfSearch(
  app: App,
  caller: Caller,
  { scope, weights, ranking, ...given }: GivenSettings,
): Promise<StreamSettings> {
  const inherited = await settingsOfScope(app, caller, scope);
  const base = ranking ? { ...inherited, ...RANKINGS[ranking] } : inherited;
  return {
    ...base,
    recencyWeight: weights?.recency ?? base.recencyWeight,
    importanceWeight: weights?.importance ?? base.importanceWeight,
    relevanceWeight: weights?.relevance ?? base.relevanceWeight,
    utilityWeight: weights?.utility ?? base.utilityWeight,
    decayFactor: given.decayFactor ?? base.decayFactor,
    normalization: given.normalization ?? base.normalization,
    mode: given.mode ?? base.mode,
    limit: given.limit ?? base.limit,
  };
}

/**
 * The settings of a scope: those of the memory if the scope is a single memory, else the project's.
 * @throws NOT_FOUND
 */
export async function settingsOfScope(
  app: App,
  { project }: Caller,
  scope: Pick<KnowledgeScope, 'memoryIds' | 'memoryTags'>,
): Promise<StreamSettings> {
  const [only, ...others] = scope.memoryIds ?? [];
  const isOne = only !== undefined && others.length === 0 && !scope.memoryTags;
  return streamSettingsFor(project, isOne ? await getCachedMemory(app, project.id, only) : null);
}

export type Weighted = {
  query: string;
  scope: KnowledgeScope;
  minScore?: number | null;
  settings: StreamSettings;
  explain?: boolean;
  asOf?: Date | null;
  includeSuperseded?: boolean;
  now?: Date;
  /** Excludes entries of greater depth, which limits the depth of an insight from the results. */
  maxDepth?: number;
};

/** Retrieves by the weighted sum of the parts. */
export function retrieveWeighted(
  app: App,
  caller: Caller,
  { settings, minScore = null, ...asked }: Weighted,
): Promise<Retrieved> {
  const { mode, limit, normalization, decayFactor, accessShare } = settings;
  const retrieval = {
    ...asked,
    mode,
    hasLesson: false,
    minScore,
    similarityThreshold: 0,
    mmrLambda: 1,
    limit,
    recency: { decayFactor, accessShare },
    normalization,
  };
  return retrieve(app, caller.project, retrieval, weighted(settings));
}
