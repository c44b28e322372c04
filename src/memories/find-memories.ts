import type { App } from '../app.ts';
import { type Page, type PageRequest, readKeyedPage } from '../db/page.ts';
import type { MemoryRow } from '../db/rows.ts';
import { notFound } from '../errors.ts';
import { checkInput } from '../input.ts';
import {
  countMemories,
  selectDistinctTags,
  selectMemories,
  selectMemoriesByIds,
  selectMemoryByName,
} from './queries.ts';
import { globsInput, tagMatcher } from './tags.ts';

export function findMemories(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<MemoryRow[]> {
  return selectMemoriesByIds(app.db, projectId, ids);
}

/** @throws NOT_FOUND */
export async function getMemory(app: App, projectId: string, id: string): Promise<MemoryRow> {
  const [memory] = await selectMemoriesByIds(app.db, projectId, [id]);
  if (memory === undefined) throw notFound('memory', id);
  return memory;
}

export function findMemoryByName(
  app: App,
  projectId: string,
  name: string,
): Promise<MemoryRow | null> {
  return selectMemoryByName(app.db, projectId, name);
}

/** A project's memories, newest first; with globs, those of which any tag matches any glob. */
export async function listMemories(
  app: App,
  projectId: string,
  { globs, ...request }: PageRequest & { globs: string[] | null },
): Promise<Page<MemoryRow>> {
  const anyTag = await expandGlobs(app, projectId, globs, 'tags');
  return readKeyedPage({
    name: 'memories',
    request,
    read: (before, limit) => selectMemories(app.db, { projectId, anyTag, before, limit }),
    keyOf: (memory) => memory.id,
    count: () => countMemories(app.db, { projectId, anyTag }),
  });
}

/** The project's tags that any of the globs matches; null for no globs given. @throws BAD_USER_INPUT */
export async function expandGlobs(
  app: App,
  projectId: string,
  globs: string[] | null,
  path: string,
): Promise<string[] | null> {
  if (globs === null) return null;
  const checked = checkInput(globsInput, globs, path);
  if (checked.length === 0) return [];
  return (await selectDistinctTags(app.db, projectId)).filter(tagMatcher(checked));
}
