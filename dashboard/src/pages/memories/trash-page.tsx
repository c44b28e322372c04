import { useQuery } from '@apollo/client/react';
import { Button, Group, Paper, SegmentedControl, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { refetchWhole } from '../../api/connection.ts';
import { useRefetchOn } from '../../api/live-events.tsx';
import { useAction } from '../../api/use-action.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { TrashIcon, UndoIcon } from '../../components/icons.ts';
import { InfiniteList } from '../../components/infinite-list.tsx';
import { KindBadge } from '../../components/kind-badge.tsx';
import { TextLink } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Time } from '../../components/time.tsx';
import { bytes, count } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { RESTORE_ONE_ENTRY } from '../entries/documents.ts';
import { RESTORE_MEMORY, TRASHED_ENTRIES, TRASHED_MEMORIES } from './documents.ts';

const route = getRouteApi('/projects/$projectId/trash');

/** Deleted memories and entries that can be restored. */
export function TrashPage() {
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title="Trash"
      description="Deleted memories and entries. Searches and lists leave them out until they are restored."
    >
      <SegmentedControl
        mb="md"
        aria-label="What to show"
        data={[
          { value: 'memories', label: 'Memories' },
          { value: 'entries', label: 'Entries' },
        ]}
        value={show ?? 'memories'}
        onChange={(value) =>
          navigate({ search: { show: value === 'entries' ? 'entries' : undefined } })
        }
      />
      {show === 'entries' ? <TrashedEntries /> : <TrashedMemories />}
    </Page>
  );
}

function TrashedMemories() {
  const projectId = useProjectId();
  const { data, error, observable, refetch, fetchMore } = useQuery(TRASHED_MEMORIES, {
    refetchWritePolicy: 'merge',
  });
  useRefetchOn(['MEMORY_DELETED', 'MEMORY_RESTORED'], refetch);
  // The event no longer has what was permanently deleted, so the list cannot leave it out.
  useRefetchOn(['MEMORY_PURGED'], () => refetchWhole(observable));
  const restore = useAction(RESTORE_MEMORY, {
    success: 'Memory restored',
    refetch: ['TrashedMemories'],
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading the trash" />;
  const { edges, pageInfo, totalCount } = data.memories;
  const items = edges.map(({ node }) => node).filter(({ deletedAt }) => deletedAt !== null);
  if (items.length === 0) return <NoTrash what="memories" />;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {count(totalCount, 'memory', 'memories')}
      </Text>
      <InfiniteList
        label="Deleted memories"
        items={items}
        estimatedHeight={72}
        hasMore={pageInfo.hasNextPage}
        loadMore={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
        renderItem={(memory) => (
          <Row onRestore={() => restore.run({ input: { memoryId: memory.id } })}>
            <TextLink
              to="/projects/$projectId/memories/$memoryId"
              params={{ projectId, memoryId: memory.id }}
              fw={600}
              style={{ overflowWrap: 'anywhere' }}
            >
              {memory.name}
            </TextLink>
            <Text size="sm" c="dimmed" component="div">
              {count(memory.entryCount, 'entry', 'entries')} · {bytes(memory.contentBytes)}
              {memory.deletedAt && (
                <>
                  {' '}
                  · deleted <Time value={memory.deletedAt} />
                </>
              )}
              {memory.purgeAt && (
                <>
                  {' '}
                  · permanently deleted <Time value={memory.purgeAt} />
                </>
              )}
            </Text>
          </Row>
        )}
      />
    </>
  );
}

function TrashedEntries() {
  const projectId = useProjectId();
  const { data, error, observable, refetch, fetchMore } = useQuery(TRASHED_ENTRIES, {
    refetchWritePolicy: 'merge',
  });
  useRefetchOn(['ENTRY_DELETED', 'ENTRY_RESTORED'], refetch);
  useRefetchOn(['ENTRY_PURGED'], () => refetchWhole(observable));
  const restore = useAction(RESTORE_ONE_ENTRY, {
    success: 'Entry restored',
    refetch: ['TrashedEntries'],
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading the trash" />;
  const { edges, pageInfo, totalCount } = data.entries;
  const items = edges
    .map(({ node }) => node)
    .filter(({ deletedAt, memory }) => deletedAt !== null && memory.deletedAt === null);
  if (items.length === 0) return <NoTrash what="entries" />;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {count(totalCount, 'entry', 'entries')} of memories that are not deleted
      </Text>
      <InfiniteList
        label="Deleted entries"
        items={items}
        estimatedHeight={72}
        hasMore={pageInfo.hasNextPage}
        loadMore={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
        renderItem={(entry) => (
          <Row onRestore={() => restore.run({ input: { entryId: entry.id } })}>
            <TextLink
              to="/projects/$projectId/entries/$entryId"
              params={{ projectId, entryId: entry.id }}
              underline="hover"
              c="var(--mantine-color-text)"
            >
              <Text component="span" size="sm" className="entry-text" lineClamp={2}>
                {entry.content}
              </Text>
            </TextLink>
            <Group gap="xs" mt={4}>
              <KindBadge kind={entry.kind} />
              <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
                {entry.memory.name}
                {entry.deletedAt && (
                  <>
                    {' '}
                    · deleted <Time value={entry.deletedAt} />
                  </>
                )}
              </Text>
            </Group>
          </Row>
        )}
      />
    </>
  );
}

function Row({ children, onRestore }: { children: ReactNode; onRestore: () => void }) {
  const { canWrite } = useSession();
  return (
    <Paper px="md" py="sm">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div style={{ minWidth: 0 }}>{children}</div>
        {canWrite && (
          <Button
            size="xs"
            variant="default"
            leftSection={<UndoIcon size={14} />}
            onClick={onRestore}
            style={{ flexShrink: 0 }}
          >
            Restore
          </Button>
        )}
      </Group>
    </Paper>
  );
}

function NoTrash({ what }: { what: 'memories' | 'entries' }) {
  return (
    <EmptyState icon={TrashIcon} title={`No deleted ${what}`}>
      Deleted {what} are listed here and can be restored.
    </EmptyState>
  );
}
