import {
  Button,
  Group,
  Input,
  MultiSelect,
  NativeSelect,
  Popover,
  RangeSlider,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRefetchOn } from '../../../api/live-events.tsx';
import { useKeptQuery } from '../../../api/use-kept-query.ts';
import { FilterIcon, SearchIcon } from '../../../components/icons.ts';
import { ENTRY_KINDS, ENTRY_SOURCES } from '../../../components/scope.ts';
import { useDraft } from '../../../components/use-draft.ts';
import { number, ratio, sentenceCase } from '../../../components/words.ts';
import type { MemorySearch } from '../search-params.ts';
import { isFiltered, NO_CONDITIONS, scopeOf } from './conditions.ts';
import { ENTRY_FACETS } from './documents.ts';

const route = getRouteApi('/projects/$projectId/memories/$memoryId');

const ORDERS = [
  { value: 'CREATED_AT', label: 'Newest first' },
  { value: 'UPDATED_AT', label: 'Last changed first' },
  { value: 'OCCURRED_AT', label: 'Latest event first' },
  { value: 'UTILITY', label: 'Most useful first' },
  { value: 'IMPORTANCE', label: 'Most important first' },
  { value: 'SIZE', label: 'Longest first' },
];

/** Changes some of the conditions in the address. */
export function useConditions() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: MemorySearch) =>
    navigate({
      search: (before) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    });
  return { search, change };
}

/** The filters and the order of a memory's entries. */
export function EntryFilters() {
  const { search, change } = useConditions();
  const counts = useCounts();
  const [text, changeText] = useDraft(search.text ?? '', (typed) =>
    change({ text: typed.trim() === '' ? undefined : typed }),
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 5 }} mb="md" spacing="sm" verticalSpacing="xs">
      <TextInput
        label="Contains the words"
        value={text}
        onChange={(event) => changeText(event.currentTarget.value)}
        leftSection={<SearchIcon size={16} />}
      />
      <MultiSelect
        label="Kind"
        placeholder={search.kinds ? '' : 'Any'}
        data={ENTRY_KINDS.map((kind) => ({ value: kind, label: labelOf(kind, counts.kinds) }))}
        value={search.kinds ?? []}
        onChange={(kinds) => change({ kinds: someOf(ENTRY_KINDS, kinds) })}
      />
      <MultiSelect
        label="Source"
        placeholder={search.sources ? '' : 'Any'}
        data={ENTRY_SOURCES.map((source) => ({
          value: source,
          label: labelOf(source, counts.sources),
        }))}
        value={search.sources ?? []}
        onChange={(sources) => change({ sources: someOf(ENTRY_SOURCES, sources) })}
      />
      <MoreFilters />
      <NativeSelect
        label="Order"
        data={ORDERS}
        value={search.orderBy ?? 'CREATED_AT'}
        onChange={(event) =>
          change({ orderBy: event.currentTarget.value as MemorySearch['orderBy'] })
        }
      />
    </SimpleGrid>
  );
}

function someOf<V extends string>(values: readonly V[], chosen: string[]): V[] | undefined {
  const found = values.filter((value) => chosen.includes(value));
  return found.length > 0 ? found : undefined;
}

function labelOf(value: string, counts: Map<string, number> | null): string {
  const found = counts === null ? '' : ` (${number(counts.get(value) ?? 0)})`;
  return `${sentenceCase(value)}${found}`;
}

/** How many entries each kind and source has under the other conditions. */
function useCounts() {
  const { memoryId } = route.useParams();
  const search = route.useSearch();
  const { kinds: _kinds, sources: _sources, ...others } = search;
  const scope = { ...scopeOf(others), memoryIds: [memoryId] };
  const { data, refetch } = useKeptQuery(ENTRY_FACETS, {
    variables: { scope, text: search.text },
  });
  useRefetchOn(
    ['ENTRY_CREATED', 'ENTRY_DELETED', 'ENTRY_RESTORED', 'ENTRY_MOVED'],
    refetch,
    (event) => event.memoryId === memoryId,
  );
  const facets = data?.entries.facets;
  if (facets === undefined) return { kinds: null, sources: null };
  return {
    kinds: new Map<string, number>(facets.kinds.map(({ kind, count }) => [kind, count])),
    sources: new Map<string, number>(facets.sources.map(({ source, count }) => [source, count])),
  };
}

/** The conditions that are used less often, behind a button that says which are set. */
function MoreFilters() {
  const { search, change } = useConditions();
  const { minUtility, maxUtility, reviewed, from, to } = search;
  // A day is typed in parts: the year 2026 begins as 2, 20 and 202.
  const [first, changeFirst] = useDraft(from ?? '', (day) => change({ from: day || undefined }));
  const [last, changeLast] = useDraft(to ?? '', (day) => change({ to: day || undefined }));
  const active = [
    (minUtility !== undefined || maxUtility !== undefined) &&
      `utility ${ratio(minUtility ?? 0)}–${ratio(maxUtility ?? 1)}`,
    reviewed && (reviewed === 'yes' ? 'reviewed' : 'not reviewed'),
    from && `from ${from}`,
    to && `until ${to}`,
  ].filter(Boolean);
  return (
    <Input.Wrapper label="Utility, review, time" labelElement="div">
      <Popover width={320} position="bottom-start" withArrow trapFocus>
        <Popover.Target>
          <Button
            fullWidth
            variant={active.length > 0 ? 'light' : 'default'}
            justify="flex-start"
            leftSection={<FilterIcon size={16} />}
            aria-label={`Filter by utility, review and time: ${active.join(', ') || 'any'}`}
          >
            <Text size="sm" truncate inherit>
              {active.join(', ') || 'Any'}
            </Text>
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="sm">
            <UtilityRange />
            <NativeSelect
              label="Reviews"
              data={[
                { value: '', label: 'With and without' },
                { value: 'yes', label: 'A review changed the utility' },
                { value: 'no', label: 'No review yet' },
              ]}
              value={reviewed ?? ''}
              onChange={(event) =>
                change({
                  reviewed: (event.currentTarget.value || undefined) as MemorySearch['reviewed'],
                })
              }
            />
            <Group grow gap="xs">
              <TextInput
                type="date"
                label="Created from"
                max="9999-12-31"
                value={first}
                onChange={(event) => changeFirst(event.currentTarget.value)}
              />
              <TextInput
                type="date"
                label="Created until"
                max="9999-12-31"
                value={last}
                onChange={(event) => changeLast(event.currentTarget.value)}
              />
            </Group>
            {isFiltered(search) && (
              <Button variant="default" onClick={() => change(NO_CONDITIONS)}>
                Clear all filters
              </Button>
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}

function UtilityRange() {
  const { search, change } = useConditions();
  const given: [number, number] = [search.minUtility ?? 0, search.maxUtility ?? 1];
  // The address changes only when the person releases the thumb.
  const [dragged, setDragged] = useState<[number, number] | null>(null);
  return (
    <div>
      <Text size="sm" fw={500}>
        Utility
      </Text>
      <RangeSlider
        min={0}
        max={1}
        step={0.05}
        minRange={0}
        label={ratio}
        value={dragged ?? given}
        onChange={setDragged}
        onChangeEnd={([low, high]) => {
          setDragged(null);
          change({
            minUtility: low > 0 ? low : undefined,
            maxUtility: high < 1 ? high : undefined,
          });
        }}
        marks={[{ value: 0 }, { value: 0.5, label: '0.5' }, { value: 1 }]}
        thumbFromLabel="Lowest utility"
        thumbToLabel="Highest utility"
        mb="lg"
      />
    </div>
  );
}
