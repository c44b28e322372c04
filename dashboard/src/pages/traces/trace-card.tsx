import { Group, Paper, Text } from '@mantine/core';
import type { TraceRowFragment } from '../../api/types.ts';
import { TextLink } from '../../components/link.tsx';
import { Time } from '../../components/time.tsx';
import { compact, count, duration, ratio, shorten } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { ReflectionStatus } from './reflection-status.tsx';
import { ReviewBadge } from './review-badge.tsx';

/** Characters of a task in a list, which shows two lines of it. */
const TASK_LENGTH = 300;

/** Characters of the names of an agent and a model. */
const NAME_LENGTH = 60;

type Props = { trace: TraceRowFragment; similarity?: number };

/** A run in a list: its task, how it went, who ran it, and what it took. */
export function TraceCard({ trace, similarity }: Props) {
  const projectId = useProjectId();
  return (
    <Paper p="md">
      <Group justify="space-between" gap="md" wrap="nowrap" align="flex-start">
        <TextLink
          to="/projects/$projectId/traces/$traceId"
          params={{ projectId, traceId: trace.id }}
          fw={600}
          lineClamp={2}
          miw={0}
          style={{ overflowWrap: 'anywhere' }}
        >
          {shorten(trace.task, TASK_LENGTH)}
        </TextLink>
        <Group gap={6} justify="flex-end" style={{ flexShrink: 0 }}>
          <ReviewBadge review={trace.review} />
        </Group>
      </Group>
      {trace.review?.feedback && (
        <Text size="sm" c="dimmed" lineClamp={1} mt={2} style={{ overflowWrap: 'anywhere' }}>
          {trace.review.feedback}
        </Text>
      )}
      <Group gap="xs" mt={6} c="dimmed" justify="space-between">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {similarity !== undefined && `Similarity ${ratio(similarity)} · `}
          {factsOf(trace).map((fact) => `${fact} · `)}
          <Time value={trace.createdAt} />
        </Text>
        {trace.reflectionStatus !== 'COMPLETED' && (
          <ReflectionStatus status={trace.reflectionStatus} />
        )}
      </Group>
    </Paper>
  );
}

function factsOf({ agent, agentId, model, messageCount, usage, durationMs }: TraceRowFragment) {
  const facts = [agent?.name ?? agentId, model].map((name) => name && shorten(name, NAME_LENGTH));
  if (messageCount > 0) facts.push(count(messageCount, 'message'));
  const tokens = usage && usage.inputTokens + usage.outputTokens;
  if (tokens !== null) facts.push(tokens === 1 ? '1 token' : `${compact(tokens)} tokens`);
  if (durationMs !== null) facts.push(duration(durationMs));
  return facts.filter((fact) => fact !== null);
}
