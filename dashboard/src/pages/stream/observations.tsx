import { useQuery } from '@apollo/client/react';
import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { refetchWhole } from '../../api/connection.ts';
import { type LiveEvent, useRefetchOn } from '../../api/live-events.tsx';
import type { EntryKind, StreamEntryFragment } from '../../api/types.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { StreamIcon } from '../../components/icons.ts';
import { InfiniteList } from '../../components/infinite-list.tsx';
import { KindBadge } from '../../components/kind-badge.tsx';
import { TextLink } from '../../components/link.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { count, ratio } from '../../components/words.ts';
import { lazyPart } from '../../layout/lazy-component.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { STREAM_OBSERVATIONS } from './documents.ts';
import { ImportanceMeter, Meter } from './meters.tsx';
import { recencyOf, timeOf } from './recency.ts';
import type { StreamMemory } from './stream-page.tsx';

const StreamChart = lazyPart(() => import('./stream-chart.tsx'), 'StreamChart');

const KINDS: EntryKind[] = ['OBSERVATION', 'PLAN', 'INSIGHT'];

/** The stream in the order of time: a chart of the latest hundred, and all of them as a list. */
export function Observations({ memory }: { memory: StreamMemory }) {
  const { data, error, observable, refetch, fetchMore } = useQuery(STREAM_OBSERVATIONS, {
    variables: { scope: { memoryIds: [memory.id], kinds: KINDS } },
    refetchWritePolicy: 'merge',
  });
  const isOfMemory = ({ memoryId }: LiveEvent) => memoryId === memory.id;
  useRefetchOn(['ENTRY_CREATED', 'ENTRY_DELETED', 'ENTRY_PURGED'], refetch, isOfMemory);
  useRefetchOn(['ENTRY_RESTORED'], () => refetchWhole(observable), isOfMemory);
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading observations" />;
  const { edges, pageInfo, totalCount } = data.entries;
  if (edges.length === 0) {
    return (
      <EmptyState icon={StreamIcon} title="Nothing is observed yet">
        Agents record observations with the mutation recordObservation or the MCP tool
        memory_record. You can record one by hand with the button above.
      </EmptyState>
    );
  }
  // An entry that others delete or move disappears at once.
  const entries = edges
    .map(({ node }) => node)
    .filter((entry) => !entry.deletedAt && entry.memory.id === memory.id);
  const { settings } = memory.stream;
  return (
    <Stack>
      <Section title="Importance and recency">
        <Suspense fallback={<Skeleton h={240} />}>
          <StreamChart entries={entries.slice(0, 100)} settings={settings} />
        </Suspense>
      </Section>
      <Text size="sm" c="dimmed">
        {count(totalCount, 'observation, plan or insight', 'observations, plans and insights')},
        newest first
      </Text>
      <InfiniteList
        label="Observations, plans and insights"
        items={entries}
        estimatedHeight={88}
        hasMore={pageInfo.hasNextPage}
        loadMore={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
        renderItem={(entry) => (
          <StreamRow entry={entry} recency={recencyOf(entry, settings, Date.now())} />
        )}
      />
    </Stack>
  );
}

function StreamRow({ entry, recency }: { entry: StreamEntryFragment; recency: number }) {
  const projectId = useProjectId();
  return (
    <Paper px="md" py="sm">
      <TextLink
        to="/projects/$projectId/entries/$entryId"
        c="var(--mantine-color-text)"
        params={{ projectId, entryId: entry.id }}
        className="entry-text"
        lineClamp={3}
      >
        {entry.content}
      </TextLink>
      <Group gap="sm" mt={6}>
        <KindBadge kind={entry.kind} />
        <Time value={timeOf(entry)} c="dimmed" />
        <ImportanceMeter entry={entry} />
        <Meter label="Recency" value={recency} max={1} text={ratio(recency)} />
        {entry.accessCount > 0 && (
          <Text size="xs" c="dimmed">
            used {count(entry.accessCount, 'time')}
          </Text>
        )}
        {entry.expiresAt && (
          <Text size="xs" c="dimmed">
            expires <Time value={entry.expiresAt} size="xs" />
          </Text>
        )}
      </Group>
    </Paper>
  );
}
