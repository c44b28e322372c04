import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { refetchWhole } from '../../api/connection.ts';
import { type LiveEvent, useRefetchOn } from '../../api/live-events.tsx';
import { useKeptQuery } from '../../api/use-kept-query.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { ReflectionIcon, SearchIcon } from '../../components/icons.ts';
import { InfiniteList } from '../../components/infinite-list.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { count } from '../../components/words.ts';
import { REFLECTIONS } from './documents.ts';
import { ReflectionCard } from './reflection-card.tsx';
import { isFiltered, REFLECTION_ORDERS, scopeOf } from './search-params.ts';

const route = getRouteApi('/projects/$projectId/reflections');

export function ReflectionList({ create }: { create: ReactNode }) {
  const search = route.useSearch();
  const scope = useMemo(() => scopeOf(search), [search]);
  const orderBy = REFLECTION_ORDERS[search.order ?? 'NEWEST'];
  const { data, error, observable, refetch, fetchMore } = useKeptQuery(REFLECTIONS, {
    variables: { scope, text: search.text, orderBy },
    // In the order of utility, a new lesson can belong to a later page, which is therefore read again.
    refetchWritePolicy: orderBy.field === 'UTILITY' ? 'overwrite' : 'merge',
  });
  const isOfLesson = ({ entry }: LiveEvent) => entry === null || entry.kind === 'REFLECTION';
  useRefetchOn(['ENTRY_CREATED', 'ENTRY_DELETED'], refetch, isOfLesson);
  useRefetchOn(['ENTRY_RESTORED'], () => refetchWhole(observable), isOfLesson);
  const failure = error && <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return failure ?? <PageLoader label="Loading reflections" />;
  const { edges, pageInfo, totalCount } = data.entries;
  if (edges.length === 0) {
    if (failure) return failure;
    return isFiltered(search) ? (
      <EmptyState icon={SearchIcon} title="No reflection matches">
        Change the filters. Words are found in the text of the lesson as they are written.
      </EmptyState>
    ) : (
      <EmptyState icon={ReflectionIcon} title="No reflections yet" action={create}>
        When a run is reviewed, the chat model writes down what it teaches. You can also write a
        lesson yourself, or have an agent write it.
      </EmptyState>
    );
  }
  return (
    <>
      {failure}
      <Text size="sm" c="dimmed" mb="xs">
        {count(totalCount, 'reflection')}
      </Text>
      <InfiniteList
        label="Reflections"
        // A lesson that others delete, or whose memory they delete, disappears at once.
        items={edges
          .map(({ node }) => node)
          .filter(({ deletedAt, memory }) => !deletedAt && !memory.deletedAt)}
        estimatedHeight={140}
        hasMore={pageInfo.hasNextPage}
        loadMore={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
        renderItem={(reflection) => <ReflectionCard reflection={reflection} />}
      />
    </>
  );
}
