import { z } from 'zod';
import type { App } from '../app.ts';
import { checkInput, contentInput, unitInput } from '../input.ts';
import { scopeInput } from '../memories/scope.ts';
import { settingsOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { reflections } from '../retrieval/presets.ts';
import { type Retrieved, retrieve } from '../retrieval/retrieve.ts';

const queryInput = z.object({
  task: contentInput,
  limit: z.number().int().min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100'),
  lambda: unitInput,
  mmrLambda: unitInput,
  minScore: unitInput.nullish(),
  scope: scopeInput,
  explain: z.boolean(),
});

/** The reflections that are relevant to a task. @throws BAD_USER_INPUT, NOT_FOUND, EMBEDDING_UNAVAILABLE */
export function queryReflections(app: App, caller: Caller, input: unknown): Promise<Retrieved> {
  const { task, lambda, minScore, scope, ...others } = checkInput(queryInput, input);
  const { similarityThreshold } = settingsOf(app.config, caller.project);
  const { kinds } = scope.conditions;
  const isWanted = kinds === null || kinds.includes('REFLECTION');
  const retrieval = {
    ...others,
    query: task,
    mode: 'SEMANTIC',
    scope: { ...scope, conditions: { ...scope.conditions, kinds: isWanted ? ['REFLECTION'] : [] } },
    hasLesson: true,
    minScore: null,
    similarityThreshold: minScore ?? similarityThreshold,
  } satisfies Parameters<typeof retrieve>[2];
  return retrieve(app, caller.project, retrieval, reflections(lambda));
}
