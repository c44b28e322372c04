import { Box, Group, Paper, Text } from '@mantine/core';
import type { ReflectionRowFragment } from '../../api/types.ts';
import { TextLink } from '../../components/link.tsx';
import { TagList } from '../../components/tag-list.tsx';
import { Time } from '../../components/time.tsx';
import { UtilityMeter } from '../../components/utility-meter.tsx';
import { count, shorten } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

/** A lesson in the list: what the task was, what to do, and whether it has helped. */
export function ReflectionCard({ reflection }: { reflection: ReflectionRowFragment }) {
  const projectId = useProjectId();
  const { id, lesson, content, utility, reviewCount, memory, createdAt } = reflection;
  const title = lesson?.summary || content;
  return (
    <Paper p="md">
      <Group justify="space-between" gap="md" wrap="nowrap" align="flex-start">
        <TextLink
          to="/projects/$projectId/reflections/$entryId"
          params={{ projectId, entryId: id }}
          fw={600}
          lineClamp={2}
          miw={0}
          style={{ overflowWrap: 'anywhere' }}
        >
          {shorten(title, 240)}
        </TextLink>
        <Box style={{ flexShrink: 0 }}>
          <UtilityMeter utility={utility} reviewCount={reviewCount} />
        </Box>
      </Group>
      {lesson && (
        <Text size="sm" mt={4} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {lesson.guidance}
        </Text>
      )}
      {lesson?.keyMistake && (
        <Text size="sm" c="dimmed" mt={2} lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
          Mistake: {lesson.keyMistake}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        {lesson && <OutcomeBadge outcome={lesson.outcome} />}
        <TagList tags={lesson?.applicableTools ?? []} />
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {count(reviewCount, 'review')} · in {memory.name} · <Time value={createdAt} />
        </Text>
      </Group>
    </Paper>
  );
}
