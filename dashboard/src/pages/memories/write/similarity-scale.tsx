import { Box, Group, Text } from '@mantine/core';
import { ratio } from '../../../components/words.ts';
import type { Preview } from './use-preview.ts';

/** The similarity to the nearest entry on a line, with the thresholds that decided. */
export function SimilarityScale({ preview }: { preview: Preview }) {
  const { similarity, updateThreshold, duplicateThreshold, duplicatePolicy } = preview;
  const value = Math.max(0, similarity ?? 0);
  const isAdded = value >= updateThreshold;
  return (
    <Box>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm" fw={600}>
          Similarity {ratio(value)}
        </Text>
        <Text size="xs" c="dimmed">
          joins an entry from {updateThreshold} to each of its statements
          {duplicatePolicy === 'SIMILAR'
            ? `, known already from ${duplicateThreshold}`
            : ', known already only word for word'}
        </Text>
      </Group>
      <Box
        pos="relative"
        h={8}
        bg="var(--mantine-color-default-border)"
        style={{ borderRadius: 4 }}
      >
        <Box
          h={8}
          w={`${value * 100}%`}
          bg={isAdded ? 'teal.6' : 'indigo.4'}
          style={{ borderRadius: 4 }}
        />
        <Tick at={updateThreshold} />
        {duplicatePolicy === 'SIMILAR' && <Tick at={duplicateThreshold} />}
      </Box>
    </Box>
  );
}

function Tick({ at }: { at: number }) {
  return (
    <Box
      pos="absolute"
      top={-3}
      h={14}
      w={2}
      left={`${at * 100}%`}
      bg="var(--mantine-color-text)"
    />
  );
}
