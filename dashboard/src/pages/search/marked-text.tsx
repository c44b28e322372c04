import { Mark } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  text: string;
  /** Offsets in UTF-16 code units, in the order of the text. */
  words: readonly { start: number; end: number }[];
};

/** A text with its matched words marked. */
export function MarkedText({ text, words }: Props) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of words) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), <Mark key={start}>{text.slice(start, end)}</Mark>);
    at = end;
  }
  return [...pieces, text.slice(at)];
}
