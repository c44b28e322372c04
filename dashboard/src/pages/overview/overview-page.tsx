import { useQuery } from '@apollo/client/react';
import { SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLiveEvent } from '../../api/live-events.tsx';
import type { OverviewOverTimeQuery, OverviewQuery } from '../../api/types.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { useNow } from '../../components/use-now.ts';
import { OVERVIEW, OVERVIEW_OVER_TIME } from './documents.ts';
import { Figures } from './figures.tsx';
import { FirstRun } from './first-run.tsx';
import { LatestEvents } from './latest-events.tsx';
import { MemoriesBySize } from './memories-by-size.tsx';
import { OverTime } from './over-time.tsx';
import { beginningOf, MINUTE_MS, SPANS, type Span } from './periods.ts';
import { PERIODS, type Period } from './search-params.ts';

const route = getRouteApi('/projects/$projectId/');

/** Shortest time between two readings of the page while events arrive. */
const REFRESH_MS = 4000;

export function OverviewPage() {
  const { period = '30d' } = route.useSearch();
  const span = SPANS[period];
  const from = beginningOf(span, useNow(MINUTE_MS));
  const { data, error, refetch } = useQuery(OVERVIEW);
  // Both queries start at the same time, although a new project shows only the first.
  const overTime = useQuery(OVERVIEW_OVER_TIME, {
    variables: { from, bucket: span.bucket, points: span.points },
  });
  const refreshAll = useThrottledCallback(() => {
    void refetch();
    void overTime.refetch();
  }, REFRESH_MS);
  useLiveEvent(refreshAll);
  const project = data?.project;
  // A secret that was made here stays on the page, whoever writes meanwhile, until the person has copied it.
  const [hasSecret, setHasSecret] = useState(false);
  const isEmpty = project?.usage.entries === 0 && project.learning.tracesTotal === 0;
  const isNew = isEmpty || hasSecret;
  return (
    <Page
      title="Overview"
      description={
        isNew
          ? 'Write the first memory, then let your agents read and write.'
          : `What the project knows, whether it helps, and what needs attention.${daysOf(span)}`
      }
      actions={project && !isNew && <PeriodChoice />}
    >
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {project && isNew ? (
        <FirstRun onSecret={setHasSecret} />
      ) : project ? (
        <Content
          project={project}
          overTime={overTime.data ?? overTime.previousData ?? null}
          failure={
            overTime.error && (
              <ErrorState error={overTime.error} onRetry={() => overTime.refetch()} />
            )
          }
          span={span}
        />
      ) : (
        !error && <PageLoader label="Loading the overview" />
      )}
    </Page>
  );
}

type ContentProps = {
  project: NonNullable<OverviewQuery['project']>;
  /** Null while it is loaded. */
  overTime: OverviewOverTimeQuery | null;
  /** Why it cannot be loaded. */
  failure: ReactNode;
  span: Span;
};

function Content({ project, overTime, failure, span }: ContentProps) {
  return (
    <Stack>
      <Figures project={project} buckets={overTime?.stats ?? null} span={span} />
      {failure}
      {(overTime !== null || !failure) && <OverTime data={overTime} span={span} />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <MemoriesBySize memories={project.memories} />
        <LatestEvents events={project.events.nodes} />
      </SimpleGrid>
    </Stack>
  );
}

/** Says in which zone the days of the charts begin. Hours are shown in the reader's zone. */
function daysOf({ bucket }: Span): string {
  return bucket === 'HOUR' ? '' : ' Days begin at midnight UTC.';
}

function PeriodChoice() {
  const { period = '30d' } = route.useSearch();
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label="Period"
      value={period}
      onChange={(value) =>
        navigate({ to: '.', search: { period: value as Period }, replace: true })
      }
      data={PERIODS.map((value) => ({ value, label: SPANS[value].label }))}
    />
  );
}
