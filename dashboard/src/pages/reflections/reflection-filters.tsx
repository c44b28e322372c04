import { useQuery } from '@apollo/client/react';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { SearchIcon } from '../../components/icons.ts';
import { useDraft } from '../../components/use-draft.ts';
import { REFLECTION_MEMORIES } from './documents.ts';
import type { ReflectionsSearch } from './search-params.ts';

const route = getRouteApi('/projects/$projectId/reflections');

const OUTCOMES = [
  { value: '', label: 'All runs' },
  { value: 'PASS', label: 'Runs that passed' },
  { value: 'FAIL', label: 'Runs that failed' },
];
const UTILITIES = [
  { value: '', label: 'Any' },
  { value: 'HELPED', label: 'Helped (0.55 or more)' },
  { value: 'MISLED', label: 'Misled (0.45 or less)' },
  { value: 'REVIEWED', label: 'Moved by a review' },
  { value: 'UNTRIED', label: 'Not yet moved' },
];
const ORDERS = [
  { value: 'NEWEST', label: 'Newest first' },
  { value: 'CHANGED', label: 'Last changed first' },
  { value: 'BEST', label: 'Highest utility first' },
  { value: 'WORST', label: 'Lowest utility first' },
];

export function ReflectionFilters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useQuery(REFLECTION_MEMORIES);
  const change = (changed: ReflectionsSearch) =>
    navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const [text, changeText] = useDraft(search.text ?? '', (typed) =>
    change({ text: typed || undefined }),
  );
  const memories = data?.memories.edges.map(({ node: { id, name } }) => ({
    value: id,
    label: name,
  }));
  return (
    <Group mb="md" gap="sm" align="flex-end" grow preventGrowOverflow={false}>
      <TextInput
        label="Text"
        placeholder="Words of the lesson"
        value={text}
        onChange={(event) => changeText(event.currentTarget.value)}
        leftSection={<SearchIcon size={16} />}
        miw={200}
      />
      <NativeSelect
        label="Learned from"
        data={OUTCOMES}
        value={search.outcome ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ outcome: (value || undefined) as ReflectionsSearch['outcome'] })
        }
      />
      <NativeSelect
        label="Utility"
        data={UTILITIES}
        value={search.utility ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ utility: (value || undefined) as ReflectionsSearch['utility'] })
        }
      />
      <NativeSelect
        label="Memory"
        data={[{ value: '', label: 'All memories' }, ...(memories ?? [])]}
        value={search.memory ?? ''}
        onChange={(event) => change({ memory: event.currentTarget.value || undefined })}
        maw={{ xs: 240 }}
      />
      <NativeSelect
        label="Order"
        data={ORDERS}
        value={search.order ?? 'NEWEST'}
        onChange={({ currentTarget: { value } }) =>
          change({ order: value as ReflectionsSearch['order'] })
        }
      />
    </Group>
  );
}
