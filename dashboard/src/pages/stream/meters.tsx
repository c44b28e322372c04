import { Badge, Box, Group, Progress, Text, Tooltip } from '@mantine/core';
import type { StreamEntryFragment } from '../../api/types.ts';

const SOURCES = {
  CALLER: 'Given by the caller',
  MODEL: 'Rated by the chat model',
  DEFAULT: 'Not rated: there is no chat model, rating is off, or it gave no number',
};

/** The importance from 1 to 10, and where it comes from. */
export function ImportanceMeter({ entry }: { entry: StreamEntryFragment }) {
  const explained = entry.importanceExplained;
  if (explained?.pending) return <Badge color="gray">Being rated</Badge>;
  const text = String(Math.round(entry.importance * 10) / 10);
  return (
    <Tooltip label={explained ? SOURCES[explained.source] : 'The importance, from 1 to 10'}>
      <Box>
        <Meter label="Importance" value={entry.importance} max={10} text={text} />
      </Box>
    </Tooltip>
  );
}

type MeterProps = { label: string; value: number; max: number; text: string };

/** A number as a small bar beside its name. */
export function Meter({ label, value, max, text }: MeterProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Progress value={(value / max) * 100} w={48} size="sm" aria-label={`${label} ${text}`} />
      <Text size="xs" ff="monospace">
        {text}
      </Text>
    </Group>
  );
}
