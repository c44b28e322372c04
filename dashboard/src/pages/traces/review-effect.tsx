import { Box, Group, Stack, Text } from '@mantine/core';
import { MoveIcon } from '../../components/icons.ts';
import { count, shorten } from '../../components/words.ts';
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
  return (
    <Group role="listitem" gap="sm" wrap="nowrap" justify="space-between">
      <Text size="sm" lineClamp={2} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {entry === null ? 'An entry that was deleted' : shorten(entry.content, 140)}
      </Text>
      <Group gap={4} wrap="nowrap" ff="monospace" fz="sm">
        <span>{exact(before)}</span>
        <MoveIcon size={14} aria-label="to" />
        <Text span inherit fw={700} c={colorOf(after - before)}>
          {exact(after)}
        </Text>
      </Group>
    </Group>
  );
}

/** With three decimals, since one review of many can move a utility by a little. */
const exact = (utility: number) => utility.toFixed(3);

/** Green where a utility rose, and red where it fell, with enough contrast in both themes. */
function colorOf(moved: number): string | undefined {
  if (moved === 0) return undefined;
  const color = moved < 0 ? 'red' : 'teal';
  return `light-dark(var(--mantine-color-${color}-9), var(--mantine-color-${color}-4))`;
}
