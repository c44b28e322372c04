import { skipToken, useQuery } from '@apollo/client/react';
import { ActionIcon, Badge, Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { refetchWhole } from '../../api/connection.ts';
import { type LiveEvent, useRefetchOn } from '../../api/live-events.tsx';
import type { EvidenceRole, StreamEntryFragment } from '../../api/types.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { ChevronDownIcon, ChevronRightIcon, ReflectionIcon } from '../../components/icons.ts';
import { KindBadge } from '../../components/kind-badge.tsx';
import { TextLink } from '../../components/link.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Time } from '../../components/time.tsx';
import { count } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { STREAM_EVIDENCE, STREAM_INSIGHTS } from './documents.ts';
import { ImportanceMeter } from './observations.tsx';
import { timeOf } from './recency.ts';

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
            <TreeNode entry={insight} evidenceRole={null} />
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

type NodeProps = {
  entry: StreamEntryFragment;
  /** Its role as evidence of the insight above it. */
  evidenceRole: EvidenceRole | null;
};

function TreeNode({ entry, evidenceRole }: NodeProps) {
  const projectId = useProjectId();
  const [isOpen, { toggle }] = useDisclosure(false);
  const isInsight = entry.kind === 'INSIGHT';
  const { data, error } = useQuery(
    STREAM_EVIDENCE,
    isOpen ? { variables: { id: entry.id } } : skipToken,
  );
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        {isInsight ? (
          <ActionIcon
            variant="subtle"
            size="sm"
            onClick={toggle}
            aria-expanded={isOpen}
            aria-label={`Evidence of: ${entry.content.slice(0, 80)}`}
          >
            <Chevron size={16} />
          </ActionIcon>
        ) : (
          <Box w={22} style={{ flex: 'none' }} />
        )}
        <Box miw={0}>
          <TextLink
            to="/projects/$projectId/entries/$entryId"
            c="var(--mantine-color-text)"
            params={{ projectId, entryId: entry.id }}
            className="entry-text"
            size="sm"
          >
            {entry.content}
          </TextLink>
          <Group gap="xs" mt={4}>
            <KindBadge kind={entry.kind} />
            {isInsight && (
              <Text size="xs" c="dimmed">
                depth {entry.depth}
              </Text>
            )}
            {evidenceRole && (
              <Badge color="gray" variant="outline" c="var(--mantine-color-text)">
                {evidenceRole === 'CITED' ? 'Cited' : 'Considered'}
              </Badge>
            )}
            <ImportanceMeter entry={entry} />
            <Time value={timeOf(entry)} c="dimmed" size="xs" />
          </Group>
        </Box>
      </Group>
      {isOpen && (
        <Stack
          gap="sm"
          component="ul"
          mt="sm"
          mb={0}
          ml={10}
          pl="sm"
          style={{
            listStyle: 'none',
            borderLeft: '2px solid var(--mantine-color-default-border)',
          }}
        >
          {error && <ErrorState error={error} />}
          {!error && !data && <PageLoader label="Loading the evidence" />}
          {data?.entry?.evidence.map((evidence) => (
            <li key={evidence.entry.id}>
              <TreeNode entry={evidence.entry} evidenceRole={evidence.role} />
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}
