import { useQuery } from '@apollo/client/react';
import { useRef } from 'react';
import type { SearchHitFragment } from '../../api/types.ts';
import { type Found, foundOf, type Operation, operationOf } from './operations.ts';
import type { SearchSettings } from './search-params.ts';

export type Searched = {
  operation: Operation;
  /** The last results. They stay while a new search runs. */
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
    // The results of a search also depend on the time and on reviews, so they are read again.
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

/** The greatest score that the searches show. Their bars are drawn relative to it. */
export function greatestScore(searches: readonly Searched[]): number {
  const hits = searches.flatMap(({ found }): SearchHitFragment[] => [
    ...(found?.results ?? []),
    ...(found?.explanation?.nearMisses ?? []),
  ]);
  return Math.max(0, ...hits.map(({ score }) => score));
}
