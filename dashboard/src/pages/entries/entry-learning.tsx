import { useQuery } from '@apollo/client/react';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { refetchWhole } from '../../api/connection.ts';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { EntryDetailsFragment } from '../../api/types.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { TraceIcon } from '../../components/icons.ts';
import { LineChart } from '../../components/lazy-charts.tsx';
import { TextLink } from '../../components/link.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Section } from '../../components/section.tsx';
import { absoluteTime, Time } from '../../components/time.tsx';
import { count, ratio } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { ReviewBadge } from '../traces/review-badge.tsx';
import { ENTRY_LEARNING, ENTRY_TRACES } from './documents.ts';

const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** How reviews moved the utility of an entry, and the runs that retrieved it. */
export function EntryLearning({ entry }: { entry: EntryDetailsFragment }) {
  return (
    <Stack>
      <UtilityOverTime entryId={entry.id} />
      <Runs entryId={entry.id} />
    </Stack>
  );
}

function UtilityOverTime({ entryId }: { entryId: string }) {
  const { data, error, refetch } = useQuery(ENTRY_LEARNING, { variables: { entryId } });
  useRefetchOn(['UTILITY_CHANGED'], refetch, (event) => event.entryId === entryId);
  const history = data?.entry?.utilityHistory;
  if (error && !history) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!history) return <PageLoader label="Loading the utility" />;
  const changes = history.edges.map(({ node }) => node).toReversed();
  const first = changes[0];
  if (first === undefined) {
    return (
      <Section title="Utility over time">
        <Text size="sm" c="dimmed">
          No review has moved the utility from 0.5 yet. Review a run that retrieved this entry.
        </Text>
      </Section>
    );
  }
  const points = [
    { at: 'start', time: '', utility: first.before },
    ...changes.map(({ after, createdAt }, i) => ({
      at: `${i + 1}`,
      time: createdAt,
      utility: after,
    })),
  ];
  return (
    <Section title="Utility over time">
      <Text size="sm" c="dimmed" mb="xs">
        {history.totalCount > changes.length
          ? `The latest ${changes.length} of ${count(history.totalCount, 'review')}`
          : count(changes.length, 'review')}{' '}
        moved it from {ratio(first.before)} to {ratio(changes.at(-1)?.after ?? first.before)}.
      </Text>
      <LineChart
        h={200}
        data={points}
        dataKey="at"
        series={[{ name: 'utility', label: 'Utility', color: 'teal.6' }]}
        curveType="stepAfter"
        yAxisProps={{ domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], width: 40 }}
        xAxisProps={{
          tickFormatter: (at: string) => {
            const time = points.find((point) => point.at === at)?.time;
            return time ? SHORT.format(new Date(time)) : 'Start';
          },
        }}
        tooltipProps={{
          labelFormatter: (at) => {
            const time = points.find((point) => point.at === at)?.time;
            return time ? absoluteTime(time) : 'Before these reviews';
          },
        }}
        valueFormatter={ratio}
        referenceLines={[{ y: 0.5, color: 'gray.5' }]}
        role="img"
        aria-label={`The utility after each review, now ${ratio(changes.at(-1)?.after ?? 0.5)}`}
      />
    </Section>
  );
}

function Runs({ entryId }: { entryId: string }) {
  const projectId = useProjectId();
  const { data, error, observable, refetch, fetchMore } = useQuery(ENTRY_TRACES, {
    variables: { filter: { retrievedEntryId: entryId } },
    refetchWritePolicy: 'merge',
  });
  useRefetchOn(['TRACE_CREATED'], refetch);
  useRefetchOn(['TRACE_DELETED'], () => refetchWhole(observable));
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading the runs" />;
  const { edges, pageInfo, totalCount } = data.traces;
  if (edges.length === 0) {
    return (
      <EmptyState icon={TraceIcon} title="No run retrieved it yet">
        Runs that get this entry from a search are listed here, with how they were reviewed.
      </EmptyState>
    );
  }
  return (
    <Section title="Runs that retrieved it">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {count(totalCount, 'run')}
        </Text>
        {edges.map(({ node: { id, task, createdAt, review } }) => (
          <Paper key={id} p="xs">
            <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
              <TextLink
                size="sm"
                miw={0}
                to="/projects/$projectId/traces/$traceId"
                params={{ projectId, traceId: id }}
              >
                <Text span size="sm" className="entry-text" lineClamp={2}>
                  {task}
                </Text>
              </TextLink>
              <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
                <Time value={createdAt} c="dimmed" />
                <ReviewBadge review={review} />
              </Group>
            </Group>
          </Paper>
        ))}
        {pageInfo.hasNextPage && (
          <Button
            variant="default"
            onClick={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
          >
            Show older runs
          </Button>
        )}
      </Stack>
    </Section>
  );
}
