import { z } from 'zod';
import type { App } from '../app.ts';
import { SEARCH_MODES } from '../db/tables/stream-settings.ts';
import { checkInput, contentInput, limitInput, unitInput } from '../input.ts';
import { scopeInput } from '../memories/scope.ts';
import { requireMetadata } from '../projects/required-metadata.ts';
import { settingsOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { reflections } from '../retrieval/presets.ts';
import { type Retrieved, retrieve } from '../retrieval/retrieve.ts';

const queryInput = z.object({
  task: contentInput,
  limit: limitInput,
  lambda: unitInput,
  mmrLambda: unitInput,
  minScore: unitInput.nullish(),
  mode: z.enum(SEARCH_MODES).default('HYBRID'),
  scope: scopeInput,
  explain: z.boolean(),
});

/** `hint` names a `minScore` with which there would be results; null if there are results, or no candidates. */
type FoundReflections = Retrieved & { hint: string | null };

/** The reflections that are relevant to a task. @throws BAD_USER_INPUT, NOT_FOUND, EMBEDDING_UNAVAILABLE */
export async function queryReflections(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<FoundReflections> {
  const { task, lambda, minScore, scope, ...others } = checkInput(queryInput, input);
  requireMetadata(caller.project, scope.conditions.metadata, 'input.scope.metadata');
  const settings = settingsOf(app.config, caller.project);
  // LEXICAL mode computes no cosine similarity.
  const similarityThreshold =
    others.mode === 'LEXICAL' ? 0 : (minScore ?? settings.similarityThreshold);
  const { kinds } = scope.conditions;
  const isWanted = kinds === null || kinds.includes('REFLECTION');
  const retrieval = {
    ...others,
    query: task,
    scope: { ...scope, conditions: { ...scope.conditions, kinds: isWanted ? ['REFLECTION'] : [] } },
    hasLesson: true,
    minScore: null,
    similarityThreshold,
  } satisfies Parameters<typeof retrieve>[2];
  const found = await retrieve(app, caller.project, retrieval, reflections(lambda));
  return { ...found, hint: hintOf(found, similarityThreshold) };
}

function hintOf(
  { results, filteredByThreshold, nearestFiltered }: Retrieved,
  threshold: number,
): string | null {
  if (results.length > 0 || nearestFiltered === null) return null;
  const enough = Math.floor(nearestFiltered * 100) / 100;
  const candidates =
    filteredByThreshold === 1
      ? 'The only candidate is'
      : `All ${filteredByThreshold} candidates are`;
  return `${candidates} less similar to the task than ${threshold}. With minScore: ${enough} there would be results.`;
}
