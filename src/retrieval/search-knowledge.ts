import { z } from 'zod';
import type { App } from '../app.ts';
import { ENTRY_KINDS } from '../db/tables.ts';
import { checkInput, contentInput, metadataInput } from '../input.ts';
import type { Caller } from '../projects/viewer.ts';
import { KNOWLEDGE } from './presets.ts';
import { type Result, retrieve } from './retrieve.ts';

const searchInput = z.object({
  query: contentInput,
  memoryIds: z.array(z.string()).nullish(),
  memoryTags: z.array(z.string()).nullish(),
  kinds: z.array(z.enum(ENTRY_KINDS)).nullish(),
  metadataFilter: metadataInput.nullish(),
  minScore: z.number().nullish(),
  limit: z.number().int().min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100'),
  mode: z.enum(['SEMANTIC', 'HYBRID', 'LEXICAL']),
});

/** Searches entries as SOAT does. @throws BAD_USER_INPUT, NOT_FOUND, EMBEDDING_UNAVAILABLE */
export async function searchKnowledge(app: App, caller: Caller, input: unknown): Promise<Result[]> {
  const { memoryIds, memoryTags, kinds, metadataFilter, minScore, ...search } = checkInput(
    searchInput,
    input,
  );
  const retrieval = {
    ...search,
    memoryIds: memoryIds ?? null,
    memoryTags: memoryTags ?? null,
    kinds: kinds ?? null,
    metadata: metadataFilter ?? null,
    hasLesson: false,
    minScore: minScore ?? null,
    similarityThreshold: 0,
    mmrLambda: 1,
  };
  return (await retrieve(app, caller.project, retrieval, KNOWLEDGE)).results;
}
