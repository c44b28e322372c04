import '@mantine/spotlight/styles.css';
import { useLazyQuery } from '@apollo/client/react';
import { useDebouncedCallback } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { AgentIcon, MemoryIcon, SearchIcon } from '../components/icons.ts';
import { count } from '../components/words.ts';
import { useSession } from '../session/session.tsx';
import { FIND_BY_NAME } from './documents.ts';
import { navigationOf } from './navigation.ts';
import { useProjectId } from './use-project-id.ts';

/** Time after the last key until memories are looked up. */
const DEBOUNCE_MS = 150;

/** Opens any page, memory or agent by name, or searches the knowledge for what was typed. */
export function CommandPalette() {
  const session = useSession();
  const projectId = useProjectId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [find, { data }] = useLazyQuery(FIND_BY_NAME);
  const look = useDebouncedCallback((name: string) => {
    if (name.trim() !== '') void find({ variables: { name: name.trim() } });
  }, DEBOUNCE_MS);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (data) selectFirst(list.current);
  }, [data]);
  const typed = text.trim().toLowerCase();
  const pages = navigationOf(session)
    .flatMap((group) => group.destinations)
    .filter(({ label, about }) => `${label} ${about}`.toLowerCase().includes(typed));
  const memories = typed === '' ? [] : (data?.memories.edges ?? []);
  const agents = (data?.agents.edges ?? []).filter(
    ({ node }) => typed !== '' && node.name.toLowerCase().includes(typed),
  );
  return (
    <Spotlight.Root
      query={text}
      onQueryChange={(query) => {
        setText(query);
        look(query);
      }}
      shortcut={['mod + K']}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': 'Go to a page, a memory or an agent' } }}
    >
      <Spotlight.Search
        placeholder="Go to a page, a memory or an agent…"
        leftSection={<SearchIcon size={18} />}
        aria-label="Go to"
      />
      <Spotlight.ActionsList ref={list}>
        {pages.map(({ to, label, about, icon: Icon }) => (
          <Spotlight.Action
            key={to}
            label={label}
            description={about}
            leftSection={<Icon size={20} />}
            onClick={() => navigate({ to, params: { projectId } })}
          />
        ))}
        {memories.map(({ node }) => (
          <Spotlight.Action
            key={node.id}
            label={node.name}
            description={`Memory with ${count(node.entryCount, 'entry', 'entries')}`}
            leftSection={<MemoryIcon size={20} />}
            onClick={() =>
              navigate({
                to: '/projects/$projectId/memories/$memoryId',
                params: { projectId, memoryId: node.id },
              })
            }
          />
        ))}
        {agents.map(({ node }) => (
          <Spotlight.Action
            key={node.id}
            label={node.name}
            description="Agent"
            leftSection={<AgentIcon size={20} />}
            onClick={() =>
              navigate({
                to: '/projects/$projectId/agents/$agentId',
                params: { projectId, agentId: node.id },
              })
            }
          />
        ))}
        {typed !== '' && (
          <Spotlight.Action
            label={`Search the knowledge for “${text.trim()}”`}
            leftSection={<SearchIcon size={20} />}
            onClick={() =>
              navigate({
                to: '/projects/$projectId/search',
                params: { projectId },
                search: { query: text.trim() },
              })
            }
          />
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Moves the selection, which Spotlight keeps in an attribute, to results that have appeared above it. */
function selectFirst(list: HTMLElement | null): void {
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
}
