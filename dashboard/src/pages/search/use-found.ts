import { useQuery } from '@apollo/client/react';
import { useRef } from 'react';
import type { SearchHitFragment } from '../../api/types.ts';
import { type Found, foundOf, type Operation, operationOf } from './operations.ts';
import type { SearchSettings } from './search.ts';

export type Searched = {
  operation: Operation;
  /** What was found last; the results before stay while others are looked for. */
  found: Found | null;
  error: unknown;
  isLoading: boolean;
  refetch: () => unknown;
};

/** Runs the search of a text and settings. Without a text, or with `isSkipped`, nothing is searched. */
export function useFound(query: string, settings: SearchSettings, isSkipped = false): Searched {
  const operation = operationOf(query, settings);
  const { data, error, loading, refetch } = useQuery(operation.document, {
    variables: operation.variables,
    skip: isSkipped || query.trim() === '',
    // A search depends on the time, and on what was learned meanwhile.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-and-network',
  });
  const last = useRef<Found | null>(null);
  if (data) last.current = foundOf(data);
  return {
    operation,
    found: last.current,
    error: error ?? null,
    isLoading: loading,
    refetch: () => refetch(),
  };
}

/** The greatest score among what some searches show, by which their bars are drawn. */
export function greatestScore(searches: readonly Searched[]): number {
  const hits = searches.flatMap(({ found }): SearchHitFragment[] => [
    ...(found?.results ?? []),
    ...(found?.explanation?.nearMisses ?? []),
  ]);
  return Math.max(0, ...hits.map(({ score }) => score));
}
