import { useQuery } from '@apollo/client/react';
import { NativeSelect, SimpleGrid } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRefetchOn } from '../../api/live-events.tsx';
import { useKeptQuery } from '../../api/use-kept-query.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { JobIcon } from '../../components/icons.ts';
import { InfiniteList } from '../../components/infinite-list.tsx';
import { Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { number, sentenceCase } from '../../components/words.ts';
import { JOBS, JOBS_COUNTS } from './documents.ts';
import { JobCard } from './job-card.tsx';
import { JOB_KINDS, JOB_STATUSES, type JobsSearch } from './search-params.ts';
import { KIND_WORDS } from './words.ts';

const route = getRouteApi('/projects/$projectId/jobs');

const CHANGES = ['JOB_STARTED', 'JOB_COMPLETED', 'JOB_FAILED', 'JOB_CANCELLED'] as const;

/** A job is queued without an event, so the list is also read again at this interval. */
const POLL_MS = 10_000;

export function JobsPage() {
  return (
    <Page
      title="Jobs"
      description="Work in the background: lessons of reviewed runs, ratings, insights and re-embeddings. Jobs that ended are kept for 30 days."
    >
      <Filters />
      <JobList />
    </Page>
  );
}

function Filters() {
  const { status, kind } = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$projectId/jobs' });
  const { data, refetch } = useQuery(JOBS_COUNTS, {
    variables: { kind: kind ?? null },
    pollInterval: POLL_MS,
  });
  useRefetchOn(CHANGES, refetch);
  const { running, queued, failed } = data?.project ?? {};
  const counts: Record<string, { totalCount: number } | undefined> = {
    RUNNING: running,
    QUEUED: queued,
    FAILED: failed,
  };
  const labelOf = (value: string) => {
    const found = counts[value];
    return found ? `${sentenceCase(value)} (${number(found.totalCount)})` : sentenceCase(value);
  };
  const change = (changed: JobsSearch) =>
    navigate({
      to: '.',
      search: (before: JobsSearch) => ({ ...before, ...changed }),
      replace: true,
    });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mb="md" maw={640}>
      <NativeSelect
        label="Status"
        value={status ?? ''}
        data={[
          { value: '', label: 'Any status' },
          ...JOB_STATUSES.map((value) => ({ value, label: labelOf(value) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          change({ status: JOB_STATUSES.find((known) => known === value) })
        }
      />
      <NativeSelect
        label="What it does"
        value={kind ?? ''}
        data={[
          { value: '', label: 'Anything' },
          ...JOB_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          change({ kind: JOB_KINDS.find((known) => known === value) })
        }
      />
    </SimpleGrid>
  );
}

function JobList() {
  const { status, kind } = route.useSearch();
  const { data, dataState, error, refetch, fetchMore } = useKeptQuery(JOBS, {
    variables: { status: status ?? null, kind: kind ?? null },
    pollInterval: POLL_MS,
    refetchWritePolicy: 'merge',
  });
  useRefetchOn(CHANGES, refetch);
  const failure = error && <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return failure ?? <PageLoader label="Loading jobs" />;
  const { edges, pageInfo } = data.jobs;
  if (edges.length === 0) {
    if (failure) return failure;
    const isFiltered = status !== undefined || kind !== undefined;
    return (
      <EmptyState icon={JobIcon} title={isFiltered ? 'No job matches' : 'No jobs'}>
        {isFiltered
          ? 'Choose another status or kind.'
          : 'A review that asks for a lesson, a stream or a re-embedding queues one.'}
      </EmptyState>
    );
  }
  // While the list of another status is loaded, the former list is shown.
  const isFormer = dataState === 'empty';
  return (
    <>
      {failure}
      <InfiniteList
        label="Jobs"
        // A job whose status changes disappears at once from the list of the former status.
        items={edges
          .map(({ node }) => node)
          .filter((job) => isFormer || status === undefined || job.status === status)}
        estimatedHeight={104}
        hasMore={pageInfo.hasNextPage}
        loadMore={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
        renderItem={(job) => <JobCard job={job} />}
      />
    </>
  );
}
