import { Paper, Stack, Text } from '@mantine/core';
import type { EntryDetailsFragment } from '../../api/types.ts';
import { count } from '../../components/words.ts';

/** The parts of an entry's text that searches compare. */
export function EntryChunks({ entry: { chunks, deletedAt } }: { entry: EntryDetailsFragment }) {
  if (chunks.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {deletedAt === null
          ? 'The vectors of this entry are not ready yet.'
          : 'Searches leave out a deleted entry, so it has no chunks.'}
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Searches compare {count(chunks.length, 'chunk')}, each with a vector of its own. A long
        statement has several.
      </Text>
      {chunks.map(({ position, text }, i) => (
        <Paper key={position} p="sm">
          <Text size="xs" c="dimmed" mb={4}>
            Chunk {i + 1}
          </Text>
          <Text size="sm" className="entry-text">
            {text}
          </Text>
        </Paper>
      ))}
    </Stack>
  );
}
