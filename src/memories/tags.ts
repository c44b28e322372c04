import { Minimatch } from 'minimatch';
import { z } from 'zod';
import type { App } from '../app.ts';
import { checkInput, nameInput } from '../input.ts';
import { selectDistinctTags } from './queries.ts';

export const MAX_TAGS = 64;
export const MAX_GLOBS = 32;
export const MAX_GLOB_LENGTH = 128;

/** Only `*`, `**`, `?` and `[…]` are special. A tag can begin with `!`, `#` or `.` and contain braces. */
const OPTIONS = { dot: true, nonegate: true, nocomment: true, nobrace: true, noext: true } as const;

/** The tags of a memory, sorted and without duplicates. */
export const tagsInput = z
  .array(nameInput.max(128, 'must have at most 128 characters'))
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

/** A predicate for tags that match any of the globs. Without globs, no tag matches. */
export function tagMatcher(globs: readonly string[]): (tag: string) => boolean {
  const matchers = globs.map((glob) => new Minimatch(glob.normalize('NFC'), OPTIONS));
  return (tag) => matchers.some((matcher) => matcher.match(tag));
}

/** The project's tags that match any of the globs. @throws BAD_USER_INPUT at `path` */
export async function findMatchingTags(
  app: App,
  projectId: string,
  { globs, path }: { globs: string[]; path: string },
): Promise<string[]> {
  const checked = checkInput(globsInput, globs, path);
  if (checked.length === 0) return [];
  return (await selectDistinctTags(app.db, projectId)).filter(tagMatcher(checked));
}
