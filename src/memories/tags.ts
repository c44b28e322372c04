import { Minimatch } from 'minimatch';
import { z } from 'zod';

const MAX_GLOBS = 32;
const MAX_GLOB_LENGTH = 128;

/** Only `*`, `**`, `?` and `[…]` are special: a tag may begin with `!`, `#` or `.` or hold braces. */
const OPTIONS = { dot: true, nonegate: true, nocomment: true, nobrace: true, noext: true } as const;

export const globsInput = z
  .array(
    z.string().min(1, 'must not be empty').max(MAX_GLOB_LENGTH, 'must have at most 128 characters'),
  )
  .max(MAX_GLOBS, 'must have at most 32 globs');

/** True for a tag that any of the globs matches; no globs match no tag. */
export function tagMatcher(globs: readonly string[]): (tag: string) => boolean {
  const matchers = globs.map((glob) => new Minimatch(glob, OPTIONS));
  return (tag) => matchers.some((matcher) => matcher.match(tag));
}
