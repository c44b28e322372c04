import { Loader, Stack, Text, Title } from '@mantine/core';
import type { SearchHitFragment, SearchHowFragment } from '../../api/types.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { SearchIcon } from '../../components/icons.ts';
import { PageLoader } from '../../components/page-loader.tsx';
import { count } from '../../components/words.ts';
import type { Comparison } from './compare.ts';
import { ResultCard } from './result-card.tsx';
import { decimals, ScoreLegend } from './score-bar.tsx';
import type { SearchSettings } from './search-params.ts';
import { ShownQuery } from './shown-query.tsx';
import type { Searched } from './use-found.ts';

type Props = {
  searched: Searched;
  settings: SearchSettings;
  /** The score whose bar has the full width. */
  greatest: number;
  comparison?: Comparison | null;
  label: string;
};

/** What a search found, and what it nearly found. */
export function Results({ searched, settings, greatest, comparison, label }: Props) {
  const { found, error, isLoading, refetch, operation } = searched;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!found) return <PageLoader label="Searching" />;
  const { results, explanation, hint } = found;
  const weights = explanation?.weights ?? null;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" role="status" component="div">
        {count(results.length, 'result')} of{' '}
        {count(explanation?.candidates ?? 0, 'ranked entry', 'ranked entries')}{' '}
        {isLoading && <Loader size={12} aria-label="Searching" />}
      </Text>
      {results.length > 0 && <ScoreLegend weights={weights} hits={results} />}
      {results.length === 0 && (
        <EmptyState icon={SearchIcon} title="No results">
          {hint ?? 'Use other words, lower the lowest score, or widen the scope.'}
        </EmptyState>
      )}
      <Stack gap="xs" role="list" aria-label={label}>
        {results.map((hit, index) => (
          <ResultCard
            key={hit.entry.id}
            hit={hit}
            place={index + 1}
            greatest={greatest}
            weights={weights}
            move={comparison?.moves.get(hit.entry.id)}
          />
        ))}
      </Stack>
      {comparison && comparison.gone.length > 0 && (
        <Others title="Gone" label="Results of A that B does not have" hits={comparison.gone}>
          {(hit) => (
            <ResultCard
              key={hit.entry.id}
              hit={hit}
              place={null}
              greatest={greatest}
              weights={null}
              reason="Among the results of A only. The score is that of A."
            />
          )}
        </Others>
      )}
      {explanation && explanation.nearMisses.length > 0 && (
        <Others title="Near misses" label="Near misses" hits={explanation.nearMisses}>
          {(hit) => (
            <ResultCard
              key={hit.entry.id}
              hit={hit}
              place={null}
              greatest={greatest}
              weights={weights}
              reason={reasonOf(hit, explanation, settings)}
            />
          )}
        </Others>
      )}
      <ShownQuery document={operation.document} variables={operation.variables} />
    </Stack>
  );
}

type OthersProps = {
  title: string;
  label: string;
  hits: readonly SearchHitFragment[];
  children: (hit: SearchHitFragment) => React.ReactNode;
};

function Others({ title, label, hits, children }: OthersProps) {
  return (
    <>
      <Title order={3} mt="sm">
        {title}
      </Title>
      <Stack gap="xs" role="list" aria-label={label}>
        {hits.map(children)}
      </Stack>
    </>
  );
}

/** Why an entry is not among the results. */
function reasonOf(
  { score, similarity }: SearchHitFragment,
  { minScore }: SearchHowFragment,
  { preset, mmrLambda = 0.7 }: SearchSettings,
): string {
  const isReflections = preset === 'reflections';
  const compared = isReflections ? similarity : score;
  if (minScore !== null && compared !== null && compared < minScore) {
    const what = isReflections ? 'similarity' : 'score';
    return `Its ${what} of ${decimals(compared)} is below the lowest of ${minScore}.`;
  }
  return isReflections && mmrLambda < 1
    ? 'Its rank is beyond the limit, or it is too similar to a better result.'
    : 'Its rank is beyond the limit.';
}
