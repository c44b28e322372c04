import { Anchor, Text, type TextProps } from '@mantine/core';
import { useState } from 'react';
import { number } from './words.ts';

/** Characters that are shown of a long text until a person asks for all. */
const SHOWN = 1200;

type Props = { text: string; shown?: number } & TextProps;

/** A text of any length with its lines. Of a long one, only the beginning is shown until all is asked for. */
export function LongText({ text, shown = SHOWN, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  // A text that is hardly longer than its beginning is not worth a click.
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
