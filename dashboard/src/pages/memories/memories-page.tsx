import { Button, Group, NativeSelect, Paper, TagsInput, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { refetchWhole } from '../../api/connection.ts';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { MemoryRowFragment } from '../../api/types.ts';
import { useKeptQuery } from '../../api/use-kept-query.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { AddIcon, MemoryIcon, SearchIcon, TagIcon } from '../../components/icons.ts';
import { InfiniteList } from '../../components/infinite-list.tsx';
import { TextLink } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { TagList } from '../../components/tag-list.tsx';
import { Time } from '../../components/time.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { bytes, count } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { MEMORIES } from './documents.ts';
import { MemoryForm } from './memory-form.tsx';
import { MemoryMenu, type MemoryRowProps } from './memory-menu.tsx';
import type { MemoriesSearch } from './search-params.ts';

const route = getRouteApi('/projects/$projectId/memories');

const ORDERS = [
  { value: 'UPDATED_AT', label: 'Last edited first' },
  { value: 'CREATED_AT', label: 'Newest first' },
  { value: 'NAME', label: 'By name' },
  { value: 'ENTRY_COUNT', label: 'Largest first' },
];

export function MemoriesPage() {
  const { canWrite } = useSession();
  const [isCreating, creating] = useDisclosure(false);
  // The list can be read again and then leave out the row of the memory, so the form is not in it.
  const [edited, setEdited] = useState<MemoryRowFragment | null>(null);
  const create = canWrite && (
    <Button leftSection={<AddIcon size={16} />} onClick={creating.open}>
      New memory
    </Button>
  );
  return (
    <Page
      title="Memories"
      description="Named collections of entries. Agents and searches read them by name or by tag."
      actions={create}
    >
      <Filters />
      <MemoryList create={create} onEdit={setEdited} />
      {isCreating && <MemoryForm memory={null} onClose={creating.close} />}
      {edited && <MemoryForm memory={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

function Filters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: MemoriesSearch) =>
    navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const [name, changeName] = useDraft(search.name ?? '', (typed) =>
    change({ name: typed || undefined }),
  );
  return (
    <Group mb="md" gap="sm" align="flex-end" grow preventGrowOverflow={false}>
      <TextInput
        label="Name contains"
        value={name}
        onChange={(event) => changeName(event.currentTarget.value)}
        leftSection={<SearchIcon size={16} />}
      />
      <TagsInput
        label="Tags match any of"
        placeholder={search.tags?.length ? '' : 'crm, team/**, user-?'}
        value={search.tags ?? []}
        onChange={(tags) => change({ tags: tags.length > 0 ? tags : undefined })}
        leftSection={<TagIcon size={16} />}
        acceptValueOnBlur
      />
      <NativeSelect
        label="Order"
        data={ORDERS}
        value={search.orderBy ?? 'UPDATED_AT'}
        onChange={(event) =>
          change({ orderBy: event.currentTarget.value as MemoriesSearch['orderBy'] })
        }
      />
    </Group>
  );
}

type ListProps = { create: React.ReactNode; onEdit: (memory: MemoryRowFragment) => void };

function MemoryList({ create, onEdit }: ListProps) {
  const { tags, name, orderBy = 'UPDATED_AT' } = route.useSearch();
  const { data, error, observable, refetch, fetchMore } = useKeptQuery(MEMORIES, {
    variables: {
      tags,
      name,
      orderBy: { field: orderBy, direction: orderBy === 'NAME' ? 'ASC' : 'DESC' },
    },
    // In the other orders, a new memory can belong to a later page, which is therefore read again.
    refetchWritePolicy: ['UPDATED_AT', 'CREATED_AT'].includes(orderBy) ? 'merge' : 'overwrite',
  });
  useRefetchOn(['MEMORY_CREATED', 'MEMORY_DELETED'], refetch);
  useRefetchOn(['MEMORY_RESTORED'], () => refetchWhole(observable));
  const failure = error && <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return failure ?? <PageLoader label="Loading memories" />;
  const { edges, pageInfo, totalCount } = data.memories;
  if (edges.length === 0) {
    if (failure) return failure;
    const isFiltered = name !== undefined || tags !== undefined;
    return isFiltered ? (
      <EmptyState icon={SearchIcon} title="No memory matches">
        Change the name or the tags. In a pattern, * and ? stand for characters of one level, ** for
        any levels.
      </EmptyState>
    ) : (
      <EmptyState icon={MemoryIcon} title="No memories yet" action={create}>
        A memory holds what agents should know about one subject: a customer, a product, a team.
      </EmptyState>
    );
  }
  return (
    <>
      {failure}
      <Text size="sm" c="dimmed" mb="xs">
        {count(totalCount, 'memory', 'memories')}
      </Text>
      <InfiniteList
        label="Memories"
        // A memory that others delete disappears at once.
        items={edges.map(({ node }) => node).filter(({ deletedAt }) => !deletedAt)}
        estimatedHeight={84}
        hasMore={pageInfo.hasNextPage}
        loadMore={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
        renderItem={(memory) => <MemoryCard memory={memory} onEdit={onEdit} />}
      />
    </>
  );
}

function MemoryCard({ memory, onEdit }: MemoryRowProps) {
  const projectId = useProjectId();
  const navigate = route.useNavigate();
  const addTag = (tag: string) =>
    navigate({
      search: (before) => ({ ...before, tags: [...new Set([...(before.tags ?? []), tag])] }),
    });
  return (
    <Paper p="md">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Group justify="space-between" gap="xs" flex={1} miw={0}>
          <TextLink
            to="/projects/$projectId/memories/$memoryId"
            params={{ projectId, memoryId: memory.id }}
            fw={600}
            miw={0}
            style={{ overflowWrap: 'anywhere' }}
          >
            {memory.name}
          </TextLink>
          <Text size="sm" c="dimmed">
            {count(memory.entryCount, 'entry', 'entries')} · {bytes(memory.contentBytes)} · edited{' '}
            <Time value={memory.updatedAt} />
          </Text>
        </Group>
        <MemoryMenu memory={memory} onEdit={onEdit} />
      </Group>
      {memory.description && (
        <Text size="sm" c="dimmed" lineClamp={2} mt={2} className="entry-text">
          {memory.description}
        </Text>
      )}
      {memory.tags.length > 0 && (
        <Group mt="xs">
          <TagList tags={memory.tags} onPick={addTag} />
        </Group>
      )}
    </Paper>
  );
}
