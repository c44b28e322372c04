import { Text, Tooltip } from '@mantine/core';
import type { EntryDetailsFragment } from '../../api/types.ts';

const SOURCES = {
  CALLER: 'given by the writer',
  MODEL: 'rated by the chat model',
  DEFAULT: 'the value without a rating',
};

/** The importance of an entry, with the parts that add up to it. */
export function ImportanceParts({ entry }: { entry: EntryDetailsFragment }) {
  const parts = entry.importanceExplained;
  if (parts === null) return <>{`${entry.importance} of 10`}</>;
  const additions = [
    parts.entity > 0 && `+${parts.entity} names somebody or something`,
    parts.feeling > 0 && `+${parts.feeling} a preference or an emotion`,
    parts.goal > 0 && `+${parts.goal} a goal`,
  ].filter(Boolean);
  const base = parts.pending
    ? 'the chat model has not rated it yet'
    : `${parts.base} ${SOURCES[parts.source]}`;
  return (
    <Tooltip label={[base, ...additions].join(', ')} multiline maw={300}>
      <Text span size="sm" tabIndex={0} td="underline dotted">
        {entry.importance} of 10
      </Text>
    </Tooltip>
  );
}
