import { Box, type BoxProps, VisuallyHidden } from '@mantine/core';
import { type Change, diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';

/**
 * The maximum number of different words for which a difference is computed. The time grows with the square of this
 * number.
 */
const MAX_CHANGED_WORDS = 1000;

/** The difference of two texts by words; if more than `most` words differ, the whole texts count as different. */
export function diffWords(before: string, after: string, most = MAX_CHANGED_WORDS): Change[] {
  const found = diffWordsWithSpace(before, after, { maxEditLength: most });
  if (found !== undefined) return found;
  return [
    { value: before, count: 1, removed: true, added: false },
    { value: after, count: 1, removed: false, added: true },
  ];
}

type Props = { before: string; after: string } & BoxProps;

/** The difference of two texts by words: what was removed is struck through, what was added is underlined. */
export function TextDiff({ before, after, ...box }: Props) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  let offset = 0;
  return (
    <Box className="entry-text" fz="sm" {...box}>
      {parts.map((part) => {
        const key = offset;
        offset += part.value.length;
        if (part.added) {
          return (
            <Box component="ins" key={`+${key}`} bg="var(--mantine-color-teal-light)">
              <VisuallyHidden>added: </VisuallyHidden>
              {part.value}
            </Box>
          );
        }
        if (part.removed) {
          return (
            <Box component="del" key={`-${key}`} bg="var(--mantine-color-red-light)">
              <VisuallyHidden>removed: </VisuallyHidden>
              {part.value}
            </Box>
          );
        }
        return <span key={`=${key}`}>{part.value}</span>;
      })}
    </Box>
  );
}
