import { skipToken } from '@apollo/client/react';
import { Paper, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { describeError } from '../../api/errors.ts';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { KnowledgeScope } from '../../api/types.ts';
import { useKeptQuery } from '../../api/use-kept-query.ts';
import { count, number } from '../../components/words.ts';
import { AGENT_SCOPE_COUNT } from './documents.ts';
import { scopeOf } from './draft.ts';

/** Time after the last change until entries are counted. */
const DEBOUNCE_MS = 250;

/** Maximum number of memories in the facets of a list of entries. */
const MOST_MEMORIES = 100;

type Props = {
  scope: KnowledgeScope;
  /** Memories of the scope that are deleted, which agents leave out. */
  missing: readonly string[];
};

/** How much the scope covers now: "12 memories, 3,420 entries". */
export function ScopeMatch({ scope, missing }: Props) {
  const { memoryIds = [], ...others } = scopeOf(scope);
  const kept = (memoryIds ?? []).filter((id) => !missing.includes(id));
  const [counted] = useDebouncedValue(scopeOf({ ...others, memoryIds: kept }), DEBOUNCE_MS);
  const isEmpty = kept.length === 0 && !others.memoryTags?.length;
  const { data, error, refetch } = useKeptQuery(
    AGENT_SCOPE_COUNT,
    isEmpty ? skipToken : { variables: { scope: counted } },
  );
  useRefetchOn(['ENTRY_CREATED', 'ENTRY_DELETED', 'MEMORY_UPDATED', 'MEMORY_DELETED'], () =>
    isEmpty ? null : refetch(),
  );
  return (
    <Paper px="sm" py="xs" bg="var(--mantine-color-default-hover)" role="status">
      <Text size="sm" fw={600}>
        {isEmpty ? 'It reads nothing' : data ? summary(data.entries) : 'Counting…'}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {isEmpty && 'Choose a memory, or type a pattern of tags such as crm/**.'}
        {!isEmpty && error && describeError(error).message}
        {!isEmpty && !error && data && largest(data.entries)}
      </Text>
    </Paper>
  );
}

type Counted = {
  totalCount: number;
  facets: { memories: { memory: { name: string }; count: number }[] };
};

function summary({ totalCount, facets }: Counted): string {
  const memories = facets.memories.length;
  const many = memories === MOST_MEMORIES ? `${memories} or more` : number(memories);
  return `${many} ${memories === 1 ? 'memory' : 'memories'}, ${count(totalCount, 'entry', 'entries')}`;
}

function largest({ totalCount, facets }: Counted): string {
  if (totalCount === 0) return 'Nothing matches yet. What is written later is found.';
  const named = facets.memories
    .slice(0, 4)
    .map(({ memory, count: n }) => `${memory.name} (${number(n)})`);
  const more = facets.memories.length - named.length;
  return more > 0 ? `${named.join(', ')} and others` : named.join(', ');
}
