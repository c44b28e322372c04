import { Button, Group, SegmentedControl, Textarea } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SearchIcon } from '../../components/icons.ts';
import { Page } from '../../components/page.tsx';
import { AgentView } from './agent-view.tsx';
import { Playground } from './playground.tsx';
import type { SearchSearch } from './search-params.ts';

const route = getRouteApi('/projects/$projectId/search');

const VIEWS = [
  { value: 'search', label: 'Search' },
  { value: 'agent', label: 'What an agent sees' },
];

/** Length in bytes up to which a text is in the address. Servers refuse requests with much longer addresses. */
const MAX_ADDRESS_BYTES = 2000;

export function SearchPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (changed: SearchSearch) =>
    navigate({ search: (before) => ({ ...before, ...changed }) });
  // A text that is too long for the address. The page forgets it when it is left.
  const [longQuery, setLongQuery] = useState('');
  const { query = longQuery, view } = search;
  const start = (text: string) => {
    const isLong = encodeURIComponent(text).length > MAX_ADDRESS_BYTES;
    setLongQuery(isLong ? text : '');
    return go({ query: isLong ? undefined : text || undefined });
  };
  return (
    <Page
      title="Search"
      description="Try a search, see why its results rank as they do, and compare two settings. A link to this page repeats the search."
      actions={
        <SegmentedControl
          aria-label="What is shown"
          data={VIEWS}
          value={view ?? 'search'}
          onChange={(chosen) => go({ view: chosen === 'agent' ? 'agent' : undefined })}
        />
      }
    >
      <QueryField
        label={view === 'agent' ? 'The user’s message' : 'Search for'}
        value={query}
        onSearch={start}
        isKept={search.query !== undefined || longQuery === ''}
      />
      {view === 'agent' ? (
        <AgentView query={query} agentId={search.agentId} onAgent={(agentId) => go({ agentId })} />
      ) : (
        <Playground query={query} />
      )}
    </Page>
  );
}

type QueryFieldProps = {
  label: string;
  value: string;
  onSearch: (query: string) => void;
  /** True if the address has the text. */
  isKept: boolean;
};

function QueryField({ label, value, onSearch, isKept }: QueryFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <Group align="flex-end" gap="xs" mb="md" wrap="nowrap">
        <Textarea
          label={label}
          description={
            isKept ? undefined : 'The text is too long for the address, which leaves it out.'
          }
          autosize
          minRows={1}
          maxRows={6}
          flex={1}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter starts the search, and Shift+Enter a new line, as in a chat.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onSearch(typed.trim());
          }}
        />
        <Button type="submit" leftSection={<SearchIcon size={16} />}>
          Search
        </Button>
      </Group>
    </form>
  );
}
