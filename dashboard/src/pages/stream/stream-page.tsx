import { useQuery } from '@apollo/client/react';
import { Box, Stack, Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { StreamPageQuery } from '../../api/types.ts';
import { useKeptQuery } from '../../api/use-kept-query.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { StreamIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { MemorySelect } from '../../components/memory-select.tsx';
import { Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { DeletedMemory } from '../memories/deleted-memory.tsx';
import { CycleList } from './cycle-list.tsx';
import { STREAM_LATEST, STREAM_PAGE } from './documents.ts';
import { InsightTree } from './insight-tree.tsx';
import { Observations } from './observations.tsx';
import type { StreamSearch } from './search-params.ts';
import { StreamActions } from './stream-actions.tsx';
import { StreamProgress } from './stream-progress.tsx';

const route = getRouteApi('/projects/$projectId/stream');

const ABOUT =
  'What agents observed, how important and how recent it is, and the insights that were drawn from it.';

export function StreamPage() {
  const { memoryId } = route.useSearch();
  return memoryId === undefined ? <LatestStream /> : <StreamOf memoryId={memoryId} />;
}

/** The memory whose stream changed last. */
function LatestStream() {
  const { data, error, refetch } = useQuery(STREAM_LATEST);
  const projectId = useProjectId();
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Loading the stream" />;
  const memoryId = data.entries.edges[0]?.node.memory.id ?? data.memories.edges[0]?.node.id ?? null;
  if (memoryId !== null) return <StreamOf memoryId={memoryId} />;
  return (
    <Page title="Stream" description={ABOUT}>
      <EmptyState
        icon={StreamIcon}
        title="There is no memory for observations"
        action={
          <TextLink to="/projects/$projectId/memories" params={{ projectId }}>
            Create a memory
          </TextLink>
        }
      >
        Observations are recorded in a memory. Each memory has a stream of its own.
      </EmptyState>
    </Page>
  );
}

export type StreamMemory = NonNullable<StreamPageQuery['memory']>;

function StreamOf({ memoryId }: { memoryId: string }) {
  const { data, error, refetch } = useKeptQuery(STREAM_PAGE, { variables: { id: memoryId } });
  useRefetchOn(
    [
      'ENTRY_CREATED',
      'ENTRY_RATED',
      'ENTRY_DELETED',
      'INSIGHT_CYCLE_ENDED',
      'MEMORY_UPDATED',
      'MEMORY_DELETED',
      'MEMORY_RESTORED',
    ],
    refetch,
    (event) => event.memoryId === memoryId,
  );
  const navigate = useNavigate({ from: '/projects/$projectId/stream' });
  const choose = (changed: StreamSearch) =>
    navigate({ to: '.', search: (before: StreamSearch) => ({ ...before, ...changed }) });
  const memory = data?.memory ?? null;
  return (
    <Page
      title="Stream"
      description={ABOUT}
      actions={
        memory &&
        data?.project && <StreamActions memory={memory} inherited={data.project.settings.stream} />
      }
    >
      <Box maw={420} mb="md">
        <MemorySelect
          label="Memory"
          value={memoryId}
          onChange={(id) => id !== null && choose({ memoryId: id })}
        />
      </Box>
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
      {!error && !data && <PageLoader label="Loading the stream" />}
      {data && memory === null && (
        <EmptyState icon={StreamIcon} title="There is no such memory">
          It was permanently deleted, or it belongs to another project. Choose another one above.
        </EmptyState>
      )}
      {memory && (
        <Stack key={memory.id}>
          {memory.deletedAt !== null && <DeletedMemory memory={memory} />}
          <StreamProgress memory={memory} />
          <StreamViews memory={memory} choose={choose} />
        </Stack>
      )}
    </Page>
  );
}

type ViewsProps = { memory: StreamMemory; choose: (changed: StreamSearch) => unknown };

function StreamViews({ memory, choose }: ViewsProps) {
  const { view = 'observations' } = route.useSearch();
  return (
    <Tabs
      value={view}
      onChange={(value) => choose({ view: (value ?? 'observations') as StreamSearch['view'] })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="observations">Observations</Tabs.Tab>
        <Tabs.Tab value="insights">Insights</Tabs.Tab>
        <Tabs.Tab value="cycles">Cycles</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="observations">
        <Observations memory={memory} />
      </Tabs.Panel>
      <Tabs.Panel value="insights">
        <InsightTree memoryId={memory.id} />
      </Tabs.Panel>
      <Tabs.Panel value="cycles">
        <CycleList memoryId={memory.id} />
      </Tabs.Panel>
    </Tabs>
  );
}
