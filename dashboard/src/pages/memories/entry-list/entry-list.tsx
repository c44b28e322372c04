import { Button, Center, Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useKeptQuery } from '../../../api/use-kept-query.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { MemoryIcon, SearchIcon } from '../../../components/icons.ts';
import { InfiniteList } from '../../../components/infinite-list.tsx';
import { PageLoader } from '../../../components/page-loader.tsx';
import { count } from '../../../components/words.ts';
import { useSession } from '../../../session/session.tsx';
import { isFiltered, NO_CONDITIONS, orderOf, scopeOf } from './conditions.ts';
import { MEMORY_ENTRIES } from './documents.ts';
import { useConditions } from './entry-filters.tsx';
import { EntryRow } from './entry-row.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useLiveEntries } from './use-live-entries.ts';
import { useSelection } from './use-selection.ts';

const route = getRouteApi('/projects/$projectId/memories/$memoryId');

/** The entries of a memory that meet the conditions of the address. */
export function EntryList({ write }: { write: ReactNode }) {
  const { memoryId } = route.useParams();
  const { search, change } = useConditions();
  const { canWrite } = useSession();
  const { data, error, observable, refetch, fetchMore } = useKeptQuery(MEMORY_ENTRIES, {
    variables: { memoryId, scope: scopeOf(search), text: search.text, orderBy: orderOf(search) },
    refetchWritePolicy: 'merge',
  });
  const live = useLiveEntries({ memoryId, search, observable });
  const loaded = data?.memory?.entries;
  const nodes = loaded?.edges.map(({ node }) => node) ?? [];
  // An entry that others delete or move disappears at once. One that they restore returns to its place.
  const entries = nodes.filter((entry) => !entry.deletedAt && entry.memory.id === memoryId);
  const selection = useSelection(entries.map(({ id }) => id));
  useListKeys([
    ['mod+a', () => canWrite && selection.selectAll()],
    ['Escape', selection.clear],
  ]);
  const failure = error && <ErrorState error={error} onRetry={() => refetch()} />;
  if (!loaded) return failure ?? <PageLoader label="Loading entries" />;
  // While there are more pages, only the server knows the total, and only of the time when the list was read.
  const total = loaded.pageInfo.hasNextPage ? loaded.totalCount : entries.length;
  return (
    <>
      {failure}
      <Group justify="space-between" mb="xs" mih={30}>
        <Text size="sm" c="dimmed" role="status">
          {count(total, 'entry', 'entries')}
          {isFiltered(search) && (total === 1 ? ' matches the filters' : ' match the filters')}
        </Text>
        {canWrite && entries.length > 0 && selection.ids.size === 0 && (
          <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
            Select all shown
          </Button>
        )}
      </Group>
      {live.waiting > 0 && (
        <Center pos="sticky" top={64} mb="xs" style={{ zIndex: 5 }}>
          <Button
            size="xs"
            radius="xl"
            onClick={() => {
              if (search.orderBy !== undefined) change({ orderBy: undefined });
              live.show();
            }}
          >
            Show {count(live.waiting, 'new entry', 'new entries')}
          </Button>
        </Center>
      )}
      {canWrite && <SelectionBar selection={selection} entries={entries} memoryId={memoryId} />}
      {entries.length === 0 && !loaded.pageInfo.hasNextPage ? (
        !failure && <NoEntries write={write} />
      ) : (
        <InfiniteList
          label="Entries"
          items={entries}
          estimatedHeight={86}
          hasMore={loaded.pageInfo.hasNextPage}
          loadMore={() => fetchMore({ variables: { after: loaded.pageInfo.endCursor } })}
          renderItem={(entry) => (
            <EntryRow
              entry={entry}
              mark={live.marks.get(entry.id)}
              isSelected={canWrite ? selection.ids.has(entry.id) : null}
              onToggle={selection.toggle}
            />
          )}
        />
      )}
    </>
  );
}

function NoEntries({ write }: { write: ReactNode }) {
  const { search, change } = useConditions();
  return isFiltered(search) ? (
    <EmptyState
      icon={SearchIcon}
      title="No entry matches"
      action={
        <Button variant="default" onClick={() => change(NO_CONDITIONS)}>
          Clear all filters
        </Button>
      }
    >
      Change the words or the other filters.
    </EmptyState>
  ) : (
    <EmptyState icon={MemoryIcon} title="No entries yet" action={write}>
      Agents write here by themselves, or you write the first entry now.
    </EmptyState>
  );
}
