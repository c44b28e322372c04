import { Button, Group, SegmentedControl, Textarea } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SearchIcon } from '../../components/icons.ts';
import { Page } from '../../components/page.tsx';
import { AgentView } from './agent-view.tsx';
import { Playground } from './playground.tsx';
import type { SearchSearch } from './search.ts';

const route = getRouteApi('/projects/$projectId/search');

const VIEWS = [
  { value: 'search', label: 'Search' },
  { value: 'agent', label: 'What an agent sees' },
];

export function SearchPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (changed: SearchSearch) =>
    navigate({ search: (before) => ({ ...before, ...changed }) });
  const { query = '', view } = search;
  return (
    <Page
      title="Search"
      description="Try a search, see why its results rank as they do, and compare two settings. The address repeats what you see."
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
        onSearch={(text) => go({ query: text || undefined })}
      />
      {view === 'agent' ? (
        <AgentView query={query} agentId={search.agentId} onAgent={(agentId) => go({ agentId })} />
      ) : (
        <Playground />
      )}
    </Page>
  );
}

type QueryFieldProps = { label: string; value: string; onSearch: (query: string) => void };

function QueryField({ label, value, onSearch }: QueryFieldProps) {
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
