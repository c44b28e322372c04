import { Box, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useKeptQuery } from '../../api/use-kept-query.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { SearchIcon } from '../../components/icons.ts';
import { PageLoader } from '../../components/page-loader.tsx';
import { useNow } from '../../components/use-now.ts';
import { count } from '../../components/words.ts';
import { TRACES_BY_MEANING } from './documents.ts';
import { filterOf, stepOf, type TracesSearch } from './search-params.ts';
import { TraceCard } from './trace-card.tsx';

/** The runs whose tasks are most similar to the text, best first. */
export function TracesByMeaning({ search }: { search: TracesSearch }) {
  const now = useNow(stepOf(search));
  const filter = useMemo(() => filterOf({ ...search, order: undefined }, now), [search, now]);
  const { data, error, refetch } = useKeptQuery(TRACES_BY_MEANING, {
    variables: { query: search.text ?? '', filter },
  });
  const failure = error && <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return failure ?? <PageLoader label="Comparing tasks" />;
  const { results } = data.searchTraces;
  if (results.length === 0) {
    return (
      failure ?? (
        <EmptyState icon={SearchIcon} title="No trace matches">
          No trace meets the other filters.
        </EmptyState>
      )
    );
  }
  return (
    <>
      {failure}
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
