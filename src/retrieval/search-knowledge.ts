import { z } from 'zod';
import type { App } from '../app.ts';
import { SEARCH_MODES } from '../db/tables/stream-settings.ts';
import { checkInput, contentInput, limitInput, timeInput, unitInput } from '../input.ts';
import { scopeInput } from '../memories/scope.ts';
import type { Caller } from '../projects/viewer.ts';
import { KNOWLEDGE } from './presets.ts';
import { type Retrieved, retrieve } from './retrieve.ts';

const searchInput = z.object({
  query: contentInput,
  scope: scopeInput,
  minScore: unitInput.nullish(),
  limit: limitInput,
  mode: z.enum(SEARCH_MODES),
  asOf: timeInput.nullish(),
  includeSuperseded: z.boolean(),
  explain: z.boolean(),
});

/** Searches entries as SOAT does. @throws BAD_USER_INPUT, NOT_FOUND, EMBEDDING_UNAVAILABLE */
export function searchKnowledge(
  app: App,
  caller: Caller,
  input: unknown,
  { withCounts } = { withCounts: true },
): Promise<Retrieved> {
  const { minScore, asOf, ...search } = checkInput(searchInput, input);
  const retrieval = {
    ...search,
    hasLesson: false,
    minScore: minScore ?? null,
    asOf: asOf ?? null,
    similarityThreshold: 0,
    mmrLambda: 1,
    withCounts,
  };
  return retrieve(app, caller.project, retrieval, KNOWLEDGE);
}
