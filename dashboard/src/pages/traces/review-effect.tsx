import { Box, Group, Stack, Text } from '@mantine/core';
import { MoveIcon } from '../../components/icons.ts';
import { count, ratio, shorten } from '../../components/words.ts';
import type { ReviewEffect } from './use-verdict.ts';

/** How a review has moved the utilities of what the run retrieved. */
export function EffectOnUtilities({ effect }: { effect: ReviewEffect }) {
  if (effect.length === 0) {
    return (
      <Text size="sm" c="dimmed" role="status">
        The run retrieved no entries that could learn, so no utility moved.
      </Text>
    );
  }
  return (
    <Box role="status">
      <Text size="sm" fw={600} mb="xs">
        {count(effect.length, 'utility', 'utilities')} moved
      </Text>
      <Stack gap="xs" role="list" aria-label="Changed utilities">
        {effect.map((change, i) => (
          <Change key={change.entry?.id ?? i} change={change} />
        ))}
      </Stack>
    </Box>
  );
}

function Change({ change: { before, after, entry } }: { change: ReviewEffect[number] }) {
  const moved = after - before;
  const color = moved < 0 ? 'red' : 'teal';
  return (
    <Group role="listitem" gap="sm" wrap="nowrap" justify="space-between">
      <Text size="sm" lineClamp={2} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {entry === null ? 'An entry that was deleted' : shorten(entry.content, 140)}
      </Text>
      <Group gap={4} wrap="nowrap" ff="monospace" fz="sm">
        <span>{ratio(before)}</span>
        <MoveIcon size={14} aria-label="to" />
        <b>{ratio(after)}</b>
        <Text
          span
          fz="xs"
          w={48}
          ta="right"
          ff="monospace"
          c={
            moved === 0
              ? 'dimmed'
              : `light-dark(var(--mantine-color-${color}-9), var(--mantine-color-${color}-4))`
          }
        >
          {moved < 0 ? '−' : '+'}
          {Math.abs(moved).toFixed(3)}
        </Text>
      </Group>
    </Group>
  );
}
