import { Box, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useKeptQuery } from '../../api/use-kept-query.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { SearchIcon } from '../../components/icons.ts';
import { PageLoader } from '../../components/page-loader.tsx';
import { count } from '../../components/words.ts';
import { TRACES_BY_MEANING } from './documents.ts';
import { filterOf, type TracesSearch } from './search.ts';
import { TraceCard } from './trace-card.tsx';

/** The runs whose tasks are most similar to the text, best first. */
export function TracesByMeaning({ search }: { search: TracesSearch }) {
  const filter = useMemo(() => filterOf({ ...search, order: undefined }, Date.now()), [search]);
  const { data, error, refetch } = useKeptQuery(TRACES_BY_MEANING, {
    variables: { query: search.text ?? '', filter },
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoader label="Comparing tasks" />;
  const { results } = data.searchTraces;
  if (results.length === 0) {
    return (
      <EmptyState icon={SearchIcon} title="No trace matches">
        No trace meets the other filters.
      </EmptyState>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        The {count(results.length, 'most similar task')}
      </Text>
      <Stack gap={8} role="list" aria-label="Traces">
        {results.map(({ trace, similarity }) => (
          <Box key={trace.id} role="listitem">
            <TraceCard trace={trace} similarity={similarity} />
          </Box>
        ))}
      </Stack>
    </>
  );
}
