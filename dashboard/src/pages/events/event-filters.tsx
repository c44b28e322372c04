import { Button, MultiSelect, SimpleGrid } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { EventRowFragment, EventType } from '../../api/types.ts';
import { MemorySelect } from '../../components/memory-select.tsx';
import { TimeInput } from '../../components/time-input.tsx';
import { sentenceCase } from '../../components/words.ts';
import { actorName, BUILT_IN_ACTORS } from './actor-name.ts';
import type { EventsSearch } from './search-params.ts';
import { EVENT_GROUPS } from './words.ts';

const route = getRouteApi('/projects/$projectId/events');

const TYPES = EVENT_GROUPS.map(({ label, types }) => ({
  group: label,
  items: types.map((type) => ({ value: type, label: sentenceCase(type) })),
}));

type Actor = EventRowFragment['actor'];

/** The filters of the log. `actors` are those who were seen in it. */
export function EventFilters({ actors }: { actors: readonly Actor[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: EventsSearch) =>
    navigate({
      to: '.',
      search: (before: EventsSearch) => ({ ...before, ...changed }),
      replace: true,
    });
  const known = [...actors, ...BUILT_IN_ACTORS, ...(search.actors ?? []).map(unnamed)];
  const byId = new Map(known.toReversed().map((actor) => [actor.id, actorName(actor)]));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 5 }} spacing="sm" mb="md">
      {search.entryId !== undefined && (
        <Button variant="default" onClick={() => change({ entryId: undefined })} mt="auto">
          Show the events of all entries
        </Button>
      )}
      <MultiSelect
        label="What happened"
        placeholder={search.types?.length ? '' : 'Anything'}
        data={TYPES}
        value={search.types ?? []}
        onChange={(types) =>
          change({ types: types.length > 0 ? (types as EventType[]) : undefined })
        }
        searchable
        clearable
      />
      <MemorySelect
        label="Memory"
        placeholder="Any"
        clearable
        value={search.memoryId ?? null}
        onChange={(memoryId) => change({ memoryId: memoryId ?? undefined })}
      />
      <MultiSelect
        label="By whom"
        placeholder={search.actors?.length ? '' : 'Anyone'}
        data={[...byId].map(([value, label]) => ({ value, label }))}
        value={search.actors ?? []}
        onChange={(chosen) => change({ actors: chosen.length > 0 ? chosen : undefined })}
        searchable
        clearable
      />
      <TimeInput label="From" value={search.from} onChange={(from) => change({ from })} />
      <TimeInput label="Until" value={search.to} onChange={(to) => change({ to })} />
    </SimpleGrid>
  );
}

function unnamed(id: string): Actor {
  return { id, kind: 'API_KEY', name: id };
}
