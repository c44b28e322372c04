import { useQuery } from '@apollo/client/react';
import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { AgentRunsQuery } from '../../api/types.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { TextLink } from '../../components/link.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { count } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { AGENT_RUNS } from './documents.ts';
import { GenerationStatusBadge } from './generation-status.tsx';
import { RunReviewBadge } from './run-review-badge.tsx';

type Run = AgentRunsQuery['generations']['edges'][number]['node'];

/** The agent's latest answers, with the traces of the runs. */
export function AgentRuns({ agentId }: { agentId: string }) {
  const { data, error, refetch, fetchMore } = useQuery(AGENT_RUNS, {
    variables: { agentId },
    refetchWritePolicy: 'merge',
  });
  useRefetchOn(
    ['GENERATION_STARTED', 'GENERATION_ENDED', 'TRACE_REVIEWED'],
    refetch,
    (event) => event.agentId === agentId || event.agentId === null,
  );
  return (
    <Section title="Runs">
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
      {!error && !data && <PageLoader label="Loading runs" />}
      {data && data.generations.edges.length === 0 && (
        <Text size="sm" c="dimmed">
          The agent has not answered yet. Each answer is shown here, with the trace to review.
        </Text>
      )}
      {data && data.generations.edges.length > 0 && (
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {count(data.generations.totalCount, 'answer')}, newest first
          </Text>
          {data.generations.edges.map(({ node }) => (
            <RunRow key={node.id} run={node} agentId={agentId} />
          ))}
          {data.generations.pageInfo.hasNextPage && (
            <Button
              variant="subtle"
              size="xs"
              onClick={() =>
                fetchMore({ variables: { after: data.generations.pageInfo.endCursor } })
              }
            >
              Show more
            </Button>
          )}
        </Stack>
      )}
    </Section>
  );
}

function RunRow({ run, agentId }: { run: Run; agentId: string }) {
  const projectId = useProjectId();
  const isOpen = run.status === 'RUNNING' || run.status === 'REQUIRES_ACTION';
  return (
    <div>
      <Divider mb="xs" />
      <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={500} lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
          {run.trace?.task ?? 'No trace was recorded'}
        </Text>
        <Time value={run.createdAt} c="dimmed" style={{ whiteSpace: 'nowrap' }} />
      </Group>
      <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {run.error ?? run.text}
      </Text>
      <Group gap="xs" mt={4}>
        <GenerationStatusBadge status={run.status} />
        {run.trace?.review && <RunReviewBadge result={run.trace.review.result} />}
        <Text size="xs" c="dimmed">
          {count(run.usage.inputTokens + run.usage.outputTokens, 'token')},{' '}
          {count(run.steps, 'step')}
        </Text>
        {run.trace && (
          <TextLink
            to="/projects/$projectId/traces/$traceId"
            params={{ projectId, traceId: run.trace.id }}
            size="sm"
          >
            Trace
          </TextLink>
        )}
        {isOpen && (
          <TextLink
            to="/projects/$projectId/agents/$agentId/chat"
            params={{ projectId, agentId }}
            search={{ generationId: run.id }}
            size="sm"
          >
            Open in the chat
          </TextLink>
        )}
      </Group>
    </div>
  );
}
