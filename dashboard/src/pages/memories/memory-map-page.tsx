import { Button, Grid, Group, NativeSelect, Paper, Progress, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { MapIcon, RetryIcon } from '../../components/icons.ts';
import { CrumbLink, Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { count, number } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { DeletedMemory } from './deleted-memory.tsx';
import { EntryRows } from './map/entry-rows.tsx';
import { MapCanvas } from './map/map-canvas.tsx';
import { MapLegend } from './map/map-legend.tsx';
import type { MapSearch } from './map/search-params.ts';
import { SelectionActions } from './map/selection-actions.tsx';
import { type Layout, useLayout } from './map/use-layout.ts';
import { type MapEntries, MOST_ON_MAP, useMapEntries } from './map/use-map-entries.ts';

const route = getRouteApi('/projects/$projectId/memories/$memoryId/map');

const ORDERS = [
  { value: 'CREATED_AT', label: 'The newest' },
  { value: 'UPDATED_AT', label: 'The last changed' },
  { value: 'UTILITY', label: 'The most useful' },
  { value: 'IMPORTANCE', label: 'The most important' },
];
const COLORS = [
  { value: 'kind', label: 'Kind' },
  { value: 'age', label: 'Age' },
  { value: 'utility', label: 'Utility' },
];
const METHODS = [
  { value: 'umap', label: 'Neighbourhoods (UMAP)' },
  { value: 'pca', label: 'Main directions (PCA)' },
];

export function MemoryMapPage() {
  const { memoryId } = route.useParams();
  const { part, method } = route.useSearch();
  const projectId = useProjectId();
  const loaded = useMapEntries(memoryId, part);
  const layout = useLayout(loaded.arranged, method ?? 'umap');
  const name = loaded.memory?.name ?? 'Memory';
  return (
    <Page
      title={`Map of ${name}`}
      description="Entries that mean something similar are near to each other. Draw around points with Shift held down to select them."
      crumbs={[
        <CrumbLink key="all" to="/projects/$projectId/memories" params={{ projectId }}>
          Memories
        </CrumbLink>,
        <CrumbLink
          key="one"
          to="/projects/$projectId/memories/$memoryId"
          params={{ projectId, memoryId }}
        >
          {name}
        </CrumbLink>,
      ]}
      actions={
        loaded.changes > 0 && (
          <Button variant="default" leftSection={<RetryIcon size={16} />} onClick={loaded.reload}>
            Draw again with {count(loaded.changes, 'change')}
          </Button>
        )
      }
    >
      {loaded.memory?.deletedAt && <DeletedMemory memory={loaded.memory} />}
      <Controls isPart={(loaded.total ?? 0) > MOST_ON_MAP} />
      <Content loaded={loaded} layout={layout} memoryId={memoryId} />
    </Page>
  );
}

/** `isPart` is true for a memory with more entries than a map has. */
function Controls({ isPart }: { isPart: boolean }) {
  const { part, color, method } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: MapSearch) =>
    navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <Group mb="md" gap="sm" align="flex-end" grow preventGrowOverflow={false}>
      <NativeSelect
        label="Color by"
        data={COLORS}
        value={color ?? 'kind'}
        onChange={(event) => change({ color: event.currentTarget.value as MapSearch['color'] })}
      />
      <NativeSelect
        label="Arrangement"
        data={METHODS}
        value={method ?? 'umap'}
        onChange={(event) => change({ method: event.currentTarget.value as MapSearch['method'] })}
      />
      {isPart && (
        <NativeSelect
          label="Entries on the map"
          data={ORDERS}
          value={part ?? 'CREATED_AT'}
          onChange={(event) => change({ part: event.currentTarget.value as MapSearch['part'] })}
        />
      )}
    </Group>
  );
}

type ContentProps = { loaded: MapEntries; layout: Layout; memoryId: string };

function Content({ loaded, layout, memoryId }: ContentProps) {
  const session = useSession();
  const canWrite = session.canWrite && !loaded.memory?.deletedAt;
  const { color = 'kind' } = route.useSearch();
  const projectId = useProjectId();
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { entries, total } = loaded;
  const chosen = useMemo(() => entries.filter(({ id }) => selected.has(id)), [entries, selected]);
  if (loaded.error) return <ErrorState error={loaded.error} onRetry={loaded.reload} />;
  if (loaded.isMissing) {
    return (
      <EmptyState icon={MapIcon} title="There is no such memory">
        It may have been deleted permanently. Open a memory from the list of memories.
      </EmptyState>
    );
  }
  if (total === 0) {
    return (
      <EmptyState icon={MapIcon} title="Nothing to draw yet">
        The map shows the entries of the memory once there are some.
      </EmptyState>
    );
  }
  const { points } = layout;
  if (points === null) return <Waiting loaded={loaded} layout={layout} />;
  const drawn = entries.filter(({ id }) => points.has(id));
  const select = (ids: ReadonlySet<string>) => setSelected(ids);
  const forget = (ids: ReadonlySet<string>) => {
    loaded.remove(ids);
    setSelected(new Set());
  };
  return (
    <>
      <Group justify="space-between" mb="xs" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {toldOf(drawn.length, entries.length, total ?? 0)}
        </Text>
        <MapLegend entries={drawn} coloring={color} />
      </Group>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Paper p={0}>
            <MapCanvas
              entries={drawn}
              points={points}
              coloring={color}
              selected={selected}
              onSelect={select}
              onOpen={(entryId) =>
                navigate({
                  to: '/projects/$projectId/entries/$entryId',
                  params: { projectId, entryId },
                })
              }
            />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Section title="Entries">
            {canWrite && chosen.length > 0 && (
              <SelectionActions
                memoryId={memoryId}
                chosen={chosen}
                onGone={forget}
                onClear={() => setSelected(new Set())}
                onBack={loaded.reload}
              />
            )}
            <EntryRows entries={entries} selected={selected} onSelect={select} />
          </Section>
        </Grid.Col>
      </Grid>
    </>
  );
}

/** How much of the memory the map shows. */
function toldOf(drawn: number, loaded: number, total: number): string {
  const part =
    loaded < total
      ? `${number(loaded)} of ${count(total, 'entry', 'entries')}`
      : count(total, 'entry', 'entries');
  const missing = loaded - drawn;
  if (missing === 0) return part;
  return `${part}, of which ${number(missing)} ${missing === 1 ? 'has' : 'have'} no vector yet`;
}

/** What is being loaded or computed, and how far it is. */
function Waiting({ loaded, layout }: Omit<ContentProps, 'memoryId'>) {
  const { entries, total } = loaded;
  const { progress, error, isCancelled, cancel, start } = layout;
  if (error !== null || isCancelled) {
    return (
      <EmptyState
        icon={MapIcon}
        title={error === null ? 'The map was not drawn' : 'The map could not be computed'}
        action={<Button onClick={start}>Draw the map</Button>}
      >
        {error ?? 'You stopped the computation. The entries are loaded, so it can start at once.'}
      </EmptyState>
    );
  }
  const wanted = Math.min(total ?? 0, MOST_ON_MAP);
  const isComputing = progress !== null;
  const share = isComputing ? progress : entries.length / Math.max(1, wanted);
  return (
    <Paper p="xl">
      <Stack align="center" gap="sm" role="status">
        <Text size="sm">
          {isComputing
            ? `Arranging ${count(entries.length, 'entry', 'entries')}…`
            : `Loading ${number(entries.length)} of ${number(wanted)} entries…`}
        </Text>
        <Progress
          w="100%"
          maw={420}
          value={100 * share}
          aria-label={isComputing ? 'Arranging' : 'Loading'}
        />
        {isComputing && (
          <Button variant="default" size="xs" onClick={cancel}>
            Cancel
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
