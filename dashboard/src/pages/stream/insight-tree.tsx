import { useQuery } from '@apollo/client/react';
import { Button, Paper, Stack, Text } from '@mantine/core';
import { refetchWhole } from '../../api/connection.ts';
import { type LiveEvent, useRefetchOn } from '../../api/live-events.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { ReflectionIcon } from '../../components/icons.ts';
import { PageLoader } from '../../components/page-loader.tsx';
import { count } from '../../components/words.ts';
import { STREAM_INSIGHTS } from './documents.ts';
import { InsightTreeNode } from './insight-tree-node.tsx';

/** The insights that no other insight builds on, each with its evidence below it. */
export function InsightTree({ memoryId }: { memoryId: string }) {
  const { data, error, observable, refetch, fetchMore } = useQuery(STREAM_INSIGHTS, {
    variables: { scope: { memoryIds: [memoryId], kinds: ['INSIGHT'] } },
    refetchWritePolicy: 'merge',
  });
  const isOfMemory = (event: LiveEvent) => event.memoryId === memoryId;
  useRefetchOn(['ENTRY_CREATED', 'ENTRY_DELETED', 'INSIGHT_CYCLE_ENDED'], refetch, isOfMemory);
  useRefetchOn(['ENTRY_RESTORED', 'ENTRY_PURGED'], () => refetchWhole(observable), isOfMemory);
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading insights" />;
  const { edges, pageInfo, totalCount } = data.entries;
  // An insight that others delete or move disappears at once.
  const insights = edges
    .map(({ node }) => node)
    .filter((entry) => !entry.deletedAt && entry.memory.id === memoryId);
  const shown = new Set(insights.map(({ id }) => id));
  const roots = insights.filter(
    ({ supports }) => !supports.some(({ entry }) => shown.has(entry.id)),
  );
  if (insights.length === 0) {
    return (
      <EmptyState icon={ReflectionIcon} title="No insights yet">
        A cycle asks questions about the latest observations, and keeps one insight for each, with
        the observations it is drawn from. It starts when both bars above are full, or with “Run
        now”.
      </EmptyState>
    );
  }
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {count(totalCount, 'insight')}. An insight that another one builds on stands below it.
      </Text>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {roots.map((insight) => (
          <Paper key={insight.id} component="li" p="sm">
            <InsightTreeNode entry={insight} evidenceRole={null} />
          </Paper>
        ))}
      </Stack>
      {pageInfo.hasNextPage && (
        <Button
          variant="default"
          onClick={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
        >
          Show older insights
        </Button>
      )}
    </Stack>
  );
}
