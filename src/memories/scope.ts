import type { App } from '../app.ts';
import type { MemoryRow } from '../db/rows.ts';
import { badInput, notFound } from '../errors.ts';
import { selectScope, sumChunks } from './queries.ts';
import { findMatchingTags } from './tags.ts';

export const MAX_MEMORY_IDS = 500;

/** The memories to search. `memoryIds` is null for the whole project. `chunkCount` is their total. */
export type Scope = { memoryIds: string[] | null; chunkCount: number };

/**
 * The memories with any of the ids, or with a tag that matches any of the globs; the whole project if both
 * are omitted. Ids or globs without a match result in an empty scope, never in the whole project.
 * @throws NOT_FOUND (an id that is not in the project), BAD_USER_INPUT (globs)
 */
export async function resolveScope(
  app: App,
  projectId: string,
  chosen: { memoryIds?: string[] | null; memoryTags?: string[] | null },
): Promise<Scope> {
  const ids = chosen.memoryIds ?? null;
  if (ids && ids.length > MAX_MEMORY_IDS) {
    throw badInput('input.memoryIds', `must hold at most ${MAX_MEMORY_IDS} ids`);
  }
  if (ids === null && !chosen.memoryTags) {
    return { memoryIds: null, chunkCount: await sumChunks(app.db, projectId) };
  }
  const globs = chosen.memoryTags ?? null;
  const anyTag =
    globs && (await findMatchingTags(app, projectId, { globs, path: 'input.memoryTags' }));
  const found = await selectScope(app.db, { projectId, ids, anyTag });
  if (ids) requireAll(ids, found);
  return {
    memoryIds: found.map((memory) => memory.id),
    chunkCount: found.reduce((sum, memory) => sum + memory.chunkCount, 0),
  };
}

function requireAll(ids: readonly string[], found: readonly Pick<MemoryRow, 'id'>[]): void {
  const known = new Set(found.map((memory) => memory.id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound('memory', missing);
}
