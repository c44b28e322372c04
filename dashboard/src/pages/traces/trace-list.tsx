import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRefetchOn } from '../../api/live-events.tsx';
import { useKeptQuery } from '../../api/use-kept-query.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { RetryIcon, SearchIcon, TraceIcon } from '../../components/icons.ts';
import { InfiniteList } from '../../components/infinite-list.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { useNow } from '../../components/use-now.ts';
import { count } from '../../components/words.ts';
import { TRACES } from './documents.ts';
import { filterOf, isFiltered, stepOf, TRACE_ORDERS, type TracesSearch } from './search-params.ts';
import { TraceCard } from './trace-card.tsx';

/** A line of the client that records a run. */
const RECORD = `await lorebase.createTrace({
  task: 'Answer the customer',
  trajectory: messages,
  finalResponse: answer,
  retrievedEntryIds: results.map(({ entry }) => entry.id),
});`;

export function TraceList({ search }: { search: TracesSearch }) {
  const [isStale, setStale] = useState(false);
  const latest = useNow(stepOf(search));
  const [now, setNow] = useState(latest);
  const filter = useMemo(() => filterOf(search, now), [search, now]);
  const { data, error, refetch, fetchMore } = useKeptQuery(TRACES, {
    variables: { filter, orderBy: TRACE_ORDERS[search.order ?? 'NEWEST'] },
  });
  const isPaged = (data?.traces.edges.length ?? 0) > PAGE;
  // A list that is read again shows its first page only, so that a person who has scrolled down would lose their place.
  if (now !== latest && !isPaged) setNow(latest);
  const readAgain = () => {
    setStale(false);
    setNow(latest);
    // With a period, another time changes the filter, which reads the list again without `refetch`.
    return now === latest || search.since === undefined ? refetch() : undefined;
  };
  useRefetchOn(['TRACE_CREATED', 'TRACE_REVIEWED', 'TRACE_DELETED'], () =>
    isPaged ? setStale(true) : readAgain(),
  );
  const failure = error && <ErrorState error={error} onRetry={readAgain} />;
  if (!data) return failure ?? <PageLoader label="Loading traces" />;
  const { edges, pageInfo, totalCount } = data.traces;
  if (edges.length === 0) return failure ?? <NoTraces isFiltered={isFiltered(search)} />;
  return (
    <>
      {failure}
      <Group mb="xs" mih={30} gap="sm">
        <Text size="sm" c="dimmed">
          {count(totalCount, 'trace')}
        </Text>
        {isStale && (
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<RetryIcon size={14} />}
            onClick={readAgain}
          >
            Show what is new
          </Button>
        )}
      </Group>
      <InfiniteList
        label="Traces"
        items={edges.map(({ node }) => node)}
        estimatedHeight={88}
        hasMore={pageInfo.hasNextPage}
        loadMore={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
        renderItem={(trace) => <TraceCard trace={trace} />}
      />
    </>
  );
}

/** Number of traces on a page. */
const PAGE = 50;

function NoTraces({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState icon={SearchIcon} title="No trace matches">
        Change the filters. Words are found in the task and in the final response; to find tasks
        that say it in other words, compare by meaning.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={TraceIcon}
      title="No traces yet"
      action={<CopyText text={RECORD} label="The line that records a run" />}
    >
      A trace records one run of an agent. The agents of this project record theirs by themselves;
      any other program records a run with one line of the client:
    </EmptyState>
  );
}
