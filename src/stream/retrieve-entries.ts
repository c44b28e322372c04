import { z } from 'zod';
import type { App } from '../app.ts';
import type { StreamSettings } from '../db/tables.ts';
import { checkInput, contentInput, timeInput } from '../input.ts';
import { getMemory } from '../memories/memories.ts';
import { type KnowledgeScope, scopeInput } from '../memories/scope.ts';
import { streamSettingsFor } from '../projects/stream-settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { weighted } from '../retrieval/presets.ts';
import { NORMALIZATIONS } from '../retrieval/rank.ts';
import { type Retrieved, retrieve, touchResults } from '../retrieval/retrieve.ts';

const weight = z
  .number()
  .min(0, 'must be from 0 to 100')
  .max(100, 'must be from 0 to 100')
  .nullish();

const retrieveInput = z.object({
  scope: scopeInput,
  query: contentInput,
  weights: z
    .object({ recency: weight, importance: weight, relevance: weight, utility: weight })
    .nullish(),
  decayFactor: z.number().gt(0, 'must be above 0').max(1, 'must be at most 1').nullish(),
  limit: z
    .number()
    .int()
    .min(1, 'must be from 1 to 100')
    .max(100, 'must be from 1 to 100')
    .nullish(),
  normalization: z.enum(NORMALIZATIONS),
  minScore: z.number().nullish(),
  now: timeInput.nullish(),
  touch: z.boolean(),
  explain: z.boolean(),
});

/**
 * The entries that are most recent, important and relevant to a query (Generative Agents), best first. With
 * `touch`, each result counts as accessed.
 * @throws BAD_USER_INPUT, NOT_FOUND, EMBEDDING_UNAVAILABLE
 */
export async function retrieveEntries(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<Retrieved> {
  const { weights, decayFactor, limit, ...given } = checkInput(retrieveInput, input);
  const base = await settingsOfScope(app, caller, given.scope);
  const settings: StreamSettings = {
    ...base,
    recencyWeight: weights?.recency ?? base.recencyWeight,
    importanceWeight: weights?.importance ?? base.importanceWeight,
    relevanceWeight: weights?.relevance ?? base.relevanceWeight,
    utilityWeight: weights?.utility ?? base.utilityWeight,
    decayFactor: decayFactor ?? base.decayFactor,
    limit: limit ?? base.limit,
  };
  return retrieveWeighted(app, caller, {
    query: given.query,
    scope: given.scope,
    minScore: given.minScore ?? null,
    settings,
    touch: given.touch,
    explain: given.explain,
    normalization: given.normalization,
    ...(given.now ? { now: given.now } : {}),
  });
}

/**
 * The settings of a search: those of the memory if the scope is a single memory, else the project's.
 * @throws NOT_FOUND
 */
export async function settingsOfScope(
  app: App,
  { project }: Caller,
  scope: Pick<KnowledgeScope, 'memoryIds' | 'memoryTags'>,
): Promise<StreamSettings> {
  const [only, ...others] = scope.memoryIds ?? [];
  const isOne = only !== undefined && others.length === 0 && !scope.memoryTags;
  return streamSettingsFor(project, isOne ? await getMemory(app, project.id, only) : null);
}

export type Weighted = {
  query: string;
  scope: KnowledgeScope;
  minScore?: number | null;
  settings: StreamSettings;
  touch: boolean;
  explain?: boolean;
  normalization?: (typeof NORMALIZATIONS)[number];
  now?: Date;
  /** Excludes entries with a greater depth, so that an insight from the results is not too deep. */
  maxDepth?: number;
};

/** Retrieves by the weighted sum of the parts, and counts accesses if `touch` is true. */
export async function retrieveWeighted(
  app: App,
  caller: Caller,
  { settings, touch, normalization, now, maxDepth, minScore = null, ...asked }: Weighted,
): Promise<Retrieved> {
  const at = now ?? app.clock();
  const found = await retrieve(
    app,
    caller.project,
    {
      ...asked,
      mode: 'SEMANTIC',
      hasLesson: false,
      minScore,
      similarityThreshold: 0,
      mmrLambda: 1,
      limit: settings.limit,
      now: at,
      decayFactor: settings.decayFactor,
      normalization: normalization ?? 'NONE',
      ...(maxDepth === undefined ? {} : { maxDepth }),
    },
    weighted(settings),
  );
  if (!touch) return found;
  // The time of an access is never in the future, even if recency is computed for a future time.
  const accessedAt = at < app.clock() ? at : app.clock();
  const results = await touchResults(app, caller.project.id, {
    results: found.results,
    at: accessedAt,
  });
  return { ...found, results };
}
