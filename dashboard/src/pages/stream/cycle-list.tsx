import { useQuery } from '@apollo/client/react';
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { StreamCyclesQuery } from '../../api/types.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { RunIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Time } from '../../components/time.tsx';
import { count, number, sentenceCase } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { JOB_COLORS } from '../../theme.ts';
import { STREAM_CYCLES } from './documents.ts';

type Cycle = NonNullable<StreamCyclesQuery['memory']>['insightCycles']['edges'][number]['node'];

/** The cycles of a stream: what each asked, what it found, and what it cost. */
export function CycleList({ memoryId }: { memoryId: string }) {
  const { data, error, refetch, fetchMore } = useQuery(STREAM_CYCLES, {
    variables: { id: memoryId },
    refetchWritePolicy: 'merge',
  });
  useRefetchOn(
    ['INSIGHT_CYCLE_STARTED', 'INSIGHT_CYCLE_ENDED'],
    refetch,
    (event) => event.memoryId === memoryId,
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data?.memory) return <PageLoader label="Loading cycles" />;
  const { edges, pageInfo, totalCount } = data.memory.insightCycles;
  if (edges.length === 0) {
    return (
      <EmptyState icon={RunIcon} title="No cycle has run yet">
        Each cycle is shown here with its questions, its insights, its errors and its tokens.
      </EmptyState>
    );
  }
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {count(totalCount, 'cycle')}, newest first
      </Text>
      {edges.map(({ node }) => (
        <CycleCard key={node.id} cycle={node} />
      ))}
      {pageInfo.hasNextPage && (
        <Button
          variant="default"
          onClick={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
        >
          Show older cycles
        </Button>
      )}
    </Stack>
  );
}

function CycleCard({ cycle }: { cycle: Cycle }) {
  const { status, questions, usage, error, attempts } = cycle;
  return (
    <Paper p="md">
      <Group gap="xs">
        <Badge color={JOB_COLORS[status]}>{sentenceCase(status)}</Badge>
        <Time value={cycle.finishedAt ?? cycle.createdAt} c="dimmed" />
        <Text size="sm" c="dimmed">
          {count(cycle.observationCount, 'observation')} with an importance of{' '}
          {number(Math.round(cycle.importance * 10) / 10)} · {count(usage.inputTokens, 'token')} in,{' '}
          {number(usage.outputTokens)} out
          {attempts > 1 && ` · ${attempts} attempts`}
        </Text>
      </Group>
      {error && (
        <>
          <Text
            size="sm"
            c="var(--mantine-color-error)"
            mt="xs"
            style={{ overflowWrap: 'anywhere' }}
          >
            {error}
          </Text>
          <Text size="sm">A failed cycle can be run again on the page of jobs.</Text>
        </>
      )}
      {questions.length > 0 && (
        <Stack gap="sm" mt="sm" component="ol" mb={0} pl="lg">
          {questions.map((question) => (
            <Question key={question.question} {...question} />
          ))}
        </Stack>
      )}
    </Paper>
  );
}

function Question({ question, insight, error }: Cycle['questions'][number]) {
  const projectId = useProjectId();
  return (
    <li>
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {question}
      </Text>
      {insight && (
        <TextLink
          to="/projects/$projectId/entries/$entryId"
          c="var(--mantine-color-text)"
          params={{ projectId, entryId: insight.id }}
          size="sm"
          className="entry-text"
        >
          {insight.content}
        </TextLink>
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
      {!insight && !error && (
        <Text size="sm" c="dimmed">
          Not answered yet.
        </Text>
      )}
    </li>
  );
}
