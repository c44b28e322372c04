import { z } from 'zod';
import type { App } from '../app.ts';
import { ANY_ENTRY, type EntryConditions } from '../db/entry-conditions.ts';
import type { MemoryRow } from '../db/rows.ts';
import { ENTRY_KINDS, ENTRY_SOURCES, REVIEW_RESULTS } from '../db/tables.ts';
import { metadataInput, timeInput, unitInput } from '../input.ts';
import { getMemory } from './memories.ts';
import { selectScope, selectWholeScope } from './queries.ts';
import { findMatchingTags, globsInput } from './tags.ts';

export const MAX_MEMORY_IDS = 500;

/** The schema's `KnowledgeScope`. */
export const scopeFields = z.object({
  memoryIds: z
    .array(z.string())
    .max(MAX_MEMORY_IDS, `must hold at most ${MAX_MEMORY_IDS} ids`)
    .nullish(),
  memoryTags: globsInput.nullish(),
  kinds: z.array(z.enum(ENTRY_KINDS)).nullish(),
  sources: z.array(z.enum(ENTRY_SOURCES)).nullish(),
  metadata: metadataInput.nullish(),
  occurredAfter: timeInput.nullish(),
  occurredBefore: timeInput.nullish(),
  createdAfter: timeInput.nullish(),
  createdBefore: timeInput.nullish(),
  updatedAfter: timeInput.nullish(),
  updatedBefore: timeInput.nullish(),
  minUtility: unitInput.nullish(),
  maxUtility: unitInput.nullish(),
  reviewed: z.boolean().nullish(),
  outcomes: z.array(z.enum(REVIEW_RESULTS)).nullish(),
});

/** Which memories and which of their entries are meant. Null does not restrict. */
export type KnowledgeScope = {
  memoryIds: string[] | null;
  memoryTags: string[] | null;
  conditions: EntryConditions;
};

/** The whole project. */
export const WHOLE_PROJECT: KnowledgeScope = {
  memoryIds: null,
  memoryTags: null,
  conditions: ANY_ENTRY,
};

/** The argument `scope`; the whole project if it is omitted. */
export const scopeInput = scopeFields.nullish().transform((given): KnowledgeScope => {
  const { memoryIds = null, memoryTags = null, ...conditions } = given ?? {};
  const known = Object.entries(conditions).filter(([, value]) => value !== undefined);
  return { memoryIds, memoryTags, conditions: { ...ANY_ENTRY, ...Object.fromEntries(known) } };
});

/** The memories to search. */
export type Scope = {
  /** Null for the whole project. */
  memoryIds: string[] | null;
  /** Memories of the whole project that are left out, because they are deleted. */
  withoutMemoryIds: string[];
  /** The number of chunks in these memories. */
  chunkCount: number;
};

/**
 * The memories with any of the ids, or with a tag that matches any of the globs; the whole project if both
 * are omitted. Ids or globs without a match result in an empty scope, never in the whole project. Deleted
 * memories are left out.
 * @throws NOT_FOUND (an id that is not in the project, or is deleted)
 */
export async function resolveScope(
  app: App,
  projectId: string,
  { memoryIds, memoryTags }: Pick<KnowledgeScope, 'memoryIds' | 'memoryTags'>,
): Promise<Scope> {
  if (memoryIds === null && memoryTags === null) {
    const { chunkCount, deletedIds } = await selectWholeScope(app.db, projectId);
    return { memoryIds: null, withoutMemoryIds: deletedIds, chunkCount };
  }
  const anyTag =
    memoryTags &&
    (await findMatchingTags(app, projectId, { globs: memoryTags, path: 'input.scope.memoryTags' }));
  const found = await selectScope(app.db, { projectId, ids: memoryIds, anyTag });
  if (memoryIds) await requireAll(app, projectId, { ids: memoryIds, found });
  return {
    memoryIds: found.map((memory) => memory.id),
    withoutMemoryIds: [],
    chunkCount: found.reduce((sum, memory) => sum + memory.chunkCount, 0),
  };
}

/** @throws NOT_FOUND for the first id that was not found, with another message for a deleted memory */
async function requireAll(
  app: App,
  projectId: string,
  { ids, found }: { ids: readonly string[]; found: readonly Pick<MemoryRow, 'id'>[] },
): Promise<void> {
  const known = new Set(found.map((memory) => memory.id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) await getMemory(app, projectId, missing);
}
