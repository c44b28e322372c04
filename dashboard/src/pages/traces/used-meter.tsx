import { Box, Group, Text, Tooltip } from '@mantine/core';

/** The share of the words of a retrieved entry that the answer contains, as a bar and in words. */
export function UsedMeter({ used }: { used: number | null }) {
  if (used === null) {
    return (
      <Text size="xs" c="dimmed">
        Use not known
      </Text>
    );
  }
  const percent = Math.round(used * 100);
  return (
    <Tooltip label={`The final response contains ${percent}% of the words that were shown.`}>
      <Group gap={6} wrap="nowrap">
        <Box w={48} h={6} bg="var(--mantine-color-default-border)" bdrs={3}>
          <Box w={`${percent}%`} h={6} bg="indigo.5" bdrs={3} />
        </Box>
        <Text size="xs">
          {wordOf(used)}, {percent}%
        </Text>
      </Group>
    </Tooltip>
  );
}

function wordOf(used: number): string {
  if (used === 0) return 'Not used';
  if (used < 1 / 3) return 'Hardly used';
  return used < 2 / 3 ? 'Partly used' : 'Used';
}
