import { z } from 'zod';
import type { App } from '../app.ts';
import type { EntryRow } from '../db/rows.ts';
import { ENTRY_KINDS, type StreamSettings } from '../db/tables.ts';
import { checkInput, contentInput, timeInput } from '../input.ts';
import { getMemory } from '../memories/memories.ts';
import { streamSettingsFor } from '../projects/stream-settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { weighted } from '../retrieval/presets.ts';
import { NORMALIZATIONS } from '../retrieval/rank.ts';
import { type Result, retrieve, touchResults } from '../retrieval/retrieve.ts';

const weight = z
  .number()
  .min(0, 'must be from 0 to 100')
  .max(100, 'must be from 0 to 100')
  .nullish();

const retrieveInput = z.object({
  memoryIds: z.array(z.string()).nullish(),
  memoryTags: z.array(z.string()).nullish(),
  kinds: z.array(z.enum(ENTRY_KINDS)).nullish(),
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
  now: timeInput.nullish(),
  touch: z.boolean(),
});

/**
 * The entries that are most recent, important and relevant to a query (Generative Agents), best first. With
 * `touch`, each result counts as accessed.
 * @throws BAD_USER_INPUT, NOT_FOUND, EMBEDDING_UNAVAILABLE
 */
export async function retrieveEntries(app: App, caller: Caller, input: unknown): Promise<Result[]> {
  const { weights, decayFactor, limit, ...given } = checkInput(retrieveInput, input);
  const base = await settingsOfScope(app, caller, given);
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
    memoryIds: given.memoryIds ?? null,
    memoryTags: given.memoryTags ?? null,
    kinds: given.kinds ?? null,
    settings,
    touch: given.touch,
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
  scope: { memoryIds?: string[] | null | undefined; memoryTags?: string[] | null | undefined },
): Promise<StreamSettings> {
  const [only, ...others] = scope.memoryIds ?? [];
  const isOne = only !== undefined && others.length === 0 && !scope.memoryTags;
  return streamSettingsFor(project, isOne ? await getMemory(app, project.id, only) : null);
}

export type Weighted = {
  query: string;
  memoryIds: string[] | null;
  memoryTags: string[] | null;
  kinds: EntryRow['kind'][] | null;
  settings: StreamSettings;
  touch: boolean;
  normalization?: (typeof NORMALIZATIONS)[number];
  now?: Date;
  /** Excludes entries with a greater depth, so that an insight from the results is not too deep. */
  maxDepth?: number;
};

/** Retrieves by the weighted sum of the parts, and counts accesses if `touch` is true. */
export async function retrieveWeighted(
  app: App,
  caller: Caller,
  { settings, touch, normalization, now, maxDepth, ...asked }: Weighted,
): Promise<Result[]> {
  const at = now ?? app.clock();
  const { results } = await retrieve(
    app,
    caller.project,
    {
      ...asked,
      mode: 'SEMANTIC',
      metadata: null,
      hasLesson: false,
      minScore: null,
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
  if (!touch) return results;
  // The time of an access is never in the future, even if recency is computed for a future time.
  const accessedAt = at < app.clock() ? at : app.clock();
  return touchResults(app, caller.project.id, { results, at: accessedAt });
}
