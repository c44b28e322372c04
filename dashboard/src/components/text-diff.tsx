import { Box, type BoxProps, VisuallyHidden } from '@mantine/core';
import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';

type Props = { before: string; after: string } & BoxProps;

/** The difference of two texts by words: what was removed is struck through, what was added is underlined. */
export function TextDiff({ before, after, ...box }: Props) {
  const parts = useMemo(() => diffWordsWithSpace(before, after), [before, after]);
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
