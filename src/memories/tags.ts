import { Minimatch } from 'minimatch';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { type Page, type PageRequest, readPage } from '../db/page.ts';
import type { TagRow } from '../db/rows.ts';
import { checkInput, filterTextInput, nameInput, normalName } from '../input.ts';
import { countTags, selectDistinctTags, selectTags, TAG_ORDER } from './tag-queries.ts';

export const MAX_TAGS = 64;
export const MAX_GLOBS = 32;
export const MAX_GLOB_LENGTH = 128;

/** Only `*`, `**`, `?` and `[…]` are special. A tag can begin with `!`, `#` or `.` and contain braces. */
const OPTIONS = {
  dot: true,
  nonegate: true,
  nocomment: true,
  nobrace: true,
  noext: true,
  // At level 0, a part `..` of a glob is not resolved.
  optimizationLevel: 0,
} as const;

export const tagInput = nameInput.max(128, 'must have at most 128 characters');

/** The tags of a memory, sorted and without duplicates. */
export const tagsInput = z
  .array(tagInput)
  .max(MAX_TAGS, `must have at most ${MAX_TAGS} tags`)
  .transform((tags) => [...new Set(tags)].sort());

/** The tags of a memory after a change. @throws BAD_USER_INPUT for too many */
export function changeTags(
  before: readonly string[],
  { tags, addTags, removeTags }: TagChange,
): string[] {
  const next = new Set([...(tags ?? before), ...(addTags ?? [])]);
  for (const tag of removeTags ?? []) next.delete(tag);
  return checkInput(tagsInput, [...next], 'input.addTags');
}

type TagChange = Partial<
  Record<'tags' | 'addTags' | 'removeTags', readonly string[] | null | undefined>
>;

export const globsInput = z
  .array(
    z.string().min(1, 'must not be empty').max(MAX_GLOB_LENGTH, 'must have at most 128 characters'),
  )
  .max(MAX_GLOBS, 'must have at most 32 globs');

/** A predicate for tags that match any of the globs, or are equal to one. Without globs, no tag matches. */
export function tagMatcher(globs: readonly string[]): (tag: string) => boolean {
  const texts = globs.map(normalName);
  const matchers = texts.map((text) => new Minimatch(text, OPTIONS));
  return (tag) => texts.includes(tag) || matchers.some((matcher) => matcher.match(tag));
}

/**
 * The tags of the project's memories, or of its deleted memories, that match any of the globs. @throws BAD_USER_INPUT
 * at `path`
 */
export async function findMatchingTags(
  app: App,
  projectId: string,
  { globs, path, isDeleted }: { globs: string[]; path: string; isDeleted: boolean },
): Promise<string[]> {
  const checked = checkInput(globsInput, globs, path);
  return readMatchingTags(app.db, projectId, { globs: checked, isDeleted });
}

/** Like `findMatchingTags`, for globs that have been checked already. */
export async function readMatchingTags(
  db: Database,
  projectId: string,
  { globs, isDeleted }: { globs: readonly string[]; isDeleted: boolean },
): Promise<string[]> {
  if (globs.length === 0) return [];
  return (await selectDistinctTags(db, projectId, { isDeleted })).filter(tagMatcher(globs));
}

/** A page of the tags of the project's memories that contain a text. @throws BAD_USER_INPUT */
export function listTags(
  app: App,
  projectId: string,
  { search, ...request }: PageRequest & { search: string | null },
): Promise<Page<TagRow>> {
  const text = search === null ? null : checkInput(filterTextInput, search, 'search');
  const filter = { projectId, search: text };
  return readPage({
    order: TAG_ORDER,
    request,
    read: (slice) => selectTags(app.db, filter, slice),
    count: () => countTags(app.db, filter),
  });
}
