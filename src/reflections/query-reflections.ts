import { z } from 'zod';
import type { App } from '../app.ts';
import { checkInput, contentInput, metadataInput, unitInput } from '../input.ts';
import { settingsOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { reflections } from '../retrieval/presets.ts';
import { type Retrieved, retrieve } from '../retrieval/retrieve.ts';

const queryInput = z.object({
  task: contentInput,
  limit: z.number().int().min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100'),
  lambda: unitInput,
  mmrLambda: unitInput,
  metadataFilter: metadataInput.nullish(),
  similarityThreshold: unitInput.nullish(),
  memoryIds: z.array(z.string()).nullish(),
  memoryTags: z.array(z.string()).nullish(),
});

/** The reflections that are relevant to a task. @throws BAD_USER_INPUT, NOT_FOUND, EMBEDDING_UNAVAILABLE */
export function queryReflections(app: App, caller: Caller, input: unknown): Promise<Retrieved> {
  const { task, limit, lambda, mmrLambda, ...given } = checkInput(queryInput, input);
  const { similarityThreshold } = settingsOf(app.config, caller.project);
  const retrieval = {
    query: task,
    mode: 'SEMANTIC',
    memoryIds: given.memoryIds ?? null,
    memoryTags: given.memoryTags ?? null,
    kinds: ['REFLECTION'],
    metadata: given.metadataFilter ?? null,
    hasLesson: true,
    minScore: null,
    similarityThreshold: given.similarityThreshold ?? similarityThreshold,
    mmrLambda,
    limit,
  } satisfies Parameters<typeof retrieve>[2];
  return retrieve(app, caller.project, retrieval, reflections(lambda));
}
