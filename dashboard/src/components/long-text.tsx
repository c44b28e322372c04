import { Anchor, Text, type TextProps } from '@mantine/core';
import { useState } from 'react';
import { number } from './words.ts';

/** Characters that are shown of a long text until a person asks for all. */
const SHOWN = 1200;

type Props = { text: string; shown?: number } & TextProps;

/** A text with its line breaks. Of a long text, only the beginning is shown until the reader asks for all of it. */
export function LongText({ text, shown = SHOWN, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  // A text that is only a little longer is shown completely.
  const isLong = text.length > shown * 1.25;
  return (
    <Text size="sm" component="div" {...props}>
      <div className="entry-text">{isLong && !isOpen ? `${text.slice(0, shown)}…` : text}</div>
      {isLong && (
        <Anchor component="button" type="button" fz="sm" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all ${number(text.length)} characters`}
        </Anchor>
      )}
    </Text>
  );
}
