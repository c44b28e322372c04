import { Box, Group, Progress, Stack, Text } from '@mantine/core';
import type { OverviewQuery } from '../../api/types.ts';
import { TextLink } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import { bytes, count } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';

type Props = { memories: NonNullable<OverviewQuery['project']>['memories'] };

/** The largest memories, as bars that compare them. */
export function MemoriesBySize({ memories: { nodes, totalCount } }: Props) {
  const projectId = useProjectId();
  const largest = Math.max(1, ...nodes.map(({ entryCount }) => entryCount));
  return (
    <Section
      title="Memories by size"
      actions={
        <TextLink to="/projects/$projectId/memories" params={{ projectId }} size="sm">
          All {totalCount}
        </TextLink>
      }
    >
      <Stack gap="sm">
        {nodes.map((memory) => (
          <Box key={memory.id}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <TextLink
                to="/projects/$projectId/memories/$memoryId"
                params={{ projectId, memoryId: memory.id }}
                size="sm"
                truncate
              >
                {memory.name}
              </TextLink>
              <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                {count(memory.entryCount, 'entry', 'entries')} · {bytes(memory.contentBytes)}
              </Text>
            </Group>
            <Progress
              value={(100 * memory.entryCount) / largest}
              size="sm"
              mt={4}
              aria-label={`Entries of ${memory.name}`}
            />
          </Box>
        ))}
      </Stack>
    </Section>
  );
}
