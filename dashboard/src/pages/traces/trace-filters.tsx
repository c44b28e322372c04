import { useQuery } from '@apollo/client/react';
import {
  Autocomplete,
  Button,
  Collapse,
  Group,
  NativeSelect,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { FilterIcon, SearchIcon, TagIcon } from '../../components/icons.ts';
import { useDraft } from '../../components/use-draft.ts';
import { sentenceCase } from '../../components/words.ts';
import { TRACE_NAMES } from './documents.ts';
import { REFLECTION_STATUSES, type TracesSearch } from './search-params.ts';

const route = getRouteApi('/projects/$projectId/traces');

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'PENDING', label: 'Waiting for review' },
  { value: 'PASSED', label: 'Passed' },
  { value: 'FAILED', label: 'Failed' },
];
const TIMES = [
  { value: '', label: 'At any time' },
  { value: 'HOUR', label: 'In the last hour' },
  { value: 'DAY', label: 'In the last day' },
  { value: 'WEEK', label: 'In the last week' },
  { value: 'MONTH', label: 'In the last 30 days' },
];
const ORDERS = [
  { value: 'NEWEST', label: 'Newest first' },
  { value: 'OLDEST', label: 'Oldest first' },
  { value: 'SLOWEST', label: 'Slowest first' },
  { value: 'WORST', label: 'Lowest reward first' },
  { value: 'BEST', label: 'Highest reward first' },
];
const REFLECTIONS = [
  { value: '', label: 'All' },
  ...REFLECTION_STATUSES.map((value) => ({ value, label: sentenceCase(value) })),
];

type Change = (changed: TracesSearch) => unknown;

export function TraceFilters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { agent, model, metadata, reflection } = search;
  const more = [agent, model, metadata, reflection].filter((value) => value !== undefined).length;
  const [isOpen, { toggle }] = useDisclosure(more > 0);
  const change: Change = (changed) =>
    navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <>
      <Group mb="sm" gap="sm" align="flex-end" grow preventGrowOverflow={false}>
        <FirstFilters search={search} change={change} />
        <Button
          variant="default"
          leftSection={<FilterIcon size={16} />}
          aria-expanded={isOpen}
          onClick={toggle}
          style={{ flexGrow: 0 }}
        >
          {more === 0 ? 'More filters' : `More filters (${more})`}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        <Group mb="md" gap="sm" align="flex-end" grow preventGrowOverflow={false}>
          <MoreFilters search={search} change={change} />
        </Group>
      </Collapse>
    </>
  );
}

function FirstFilters({ search, change }: { search: TracesSearch; change: Change }) {
  const [text, changeText] = useDraft(search.text ?? '', (typed) =>
    change({ text: typed || undefined }),
  );
  const isByMeaning = search.by === 'meaning';
  return (
    <>
      <TextInput
        label="Text"
        placeholder={isByMeaning ? 'A task like…' : 'Task or answer'}
        value={text}
        onChange={(event) => changeText(event.currentTarget.value)}
        leftSection={<SearchIcon size={16} />}
        w={170}
      />
      <NativeSelect
        w={145}
        label="Compared by"
        data={[
          { value: '', label: 'Words' },
          { value: 'meaning', label: 'Meaning' },
        ]}
        value={search.by ?? ''}
        onChange={(event) => change({ by: event.currentTarget.value ? 'meaning' : undefined })}
      />
      <NativeSelect
        w={145}
        label="Review"
        data={STATUSES}
        value={search.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ status: (value || undefined) as TracesSearch['status'] })
        }
      />
      <NativeSelect
        w={145}
        label="Time"
        data={TIMES}
        value={search.since ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ since: (value || undefined) as TracesSearch['since'] })
        }
      />
      <NativeSelect
        w={145}
        label="Order"
        data={isByMeaning ? [{ value: 'NEWEST', label: 'Most similar first' }] : ORDERS}
        disabled={isByMeaning}
        value={isByMeaning ? 'NEWEST' : (search.order ?? 'NEWEST')}
        onChange={({ currentTarget: { value } }) =>
          change({ order: value as TracesSearch['order'] })
        }
      />
    </>
  );
}

function MoreFilters({ search, change }: { search: TracesSearch; change: Change }) {
  const { data } = useQuery(TRACE_NAMES);
  const traces = data?.traces.edges.map(({ node }) => node) ?? [];
  const agents = new Map(
    traces.flatMap(({ agentId, agent }) =>
      agentId === null ? [] : [[agent?.name ?? agentId, agentId] as const],
    ),
  );
  const models = new Set(traces.flatMap(({ model }) => model ?? []));
  // The name of an agent in the address is known only when the names are loaded.
  const named = [...agents].find(([, id]) => id === search.agent)?.[0] ?? search.agent ?? '';
  const [agent, changeAgent] = useDraft(named, (name) =>
    change({ agent: agents.get(name) ?? (name || undefined) }),
  );
  const [model, changeModel] = useDraft(search.model ?? '', (name) =>
    change({ model: name || undefined }),
  );
  return (
    <>
      <Autocomplete
        label="Agent"
        placeholder="Name or id"
        data={[...agents.keys()]}
        value={agent}
        onChange={changeAgent}
      />
      <Autocomplete
        label="Model"
        placeholder="Name of the model"
        data={[...models]}
        value={model}
        onChange={changeModel}
      />
      <TagsInput
        label="Metadata"
        placeholder={search.metadata?.length ? '' : 'customer=42'}
        value={search.metadata ?? []}
        onChange={(metadata) => change({ metadata: metadata.length > 0 ? metadata : undefined })}
        leftSection={<TagIcon size={16} />}
        acceptValueOnBlur
      />
      <NativeSelect
        label="Reflection"
        data={REFLECTIONS}
        value={search.reflection ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ reflection: (value || undefined) as TracesSearch['reflection'] })
        }
      />
    </>
  );
}
