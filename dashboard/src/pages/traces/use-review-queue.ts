import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useRef } from 'react';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { ReviewQueueQuery } from '../../api/types.ts';
import { REVIEW_QUEUE } from './documents.ts';

export type ReviewQueue = {
  /** The ids of the traces that waited when the page was opened, and of those that were recorded since. */
  ids: readonly string[];
  /** Those of `ids` that still wait. */
  waiting: readonly string[];
  /** Number of all traces in the queue, also of those whose ids are not loaded yet. */
  total: number;
  /** The id that follows those of `ids`, which is loaded for it; null if there is none. */
  loadNext(): Promise<string | null>;
  isLoading: boolean;
  error: unknown;
  reload(): unknown;
};

type QueuePage = { data?: ReviewQueueQuery | undefined };

/** The traces that wait for a review, oldest first. One that is reviewed keeps its place. */
export function useReviewQueue(
  agent: string | undefined,
  current: string | undefined,
): ReviewQueue {
  const { data, error, loading, refetch, fetchMore } = useQuery(REVIEW_QUEUE, {
    variables: { filter: { reviewStatus: 'PENDING', agentId: agent } },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const traces = data?.traces.edges.map(({ node }) => node) ?? [];
  const ids = traces.map(({ id }) => id);
  const firstTotal = useRef(0);
  if (firstTotal.current === 0) firstTotal.current = data?.traces.totalCount ?? 0;
  const { hasNextPage = false, endCursor = null } = data?.traces.pageInfo ?? {};
  const requestMore = useCallback(
    // An empty list has an empty cursor.
    () => (endCursor ? fetchMore({ variables: { after: endCursor } }) : refetch()),
    [endCursor, fetchMore, refetch],
  );
  useRefetchOn(['TRACE_CREATED'], requestMore);
  const requested = useRef<Promise<QueuePage> | null>(null);
  // A page that is on its way is not requested once more.
  const loadMore = useCallback(() => {
    requested.current ??= Promise.resolve(requestMore()).finally(() => {
      requested.current = null;
    });
    return requested.current;
  }, [requestMore]);
  const isNearEnd = current !== undefined && ids.length - ids.indexOf(current) <= AHEAD;
  useEffect(() => {
    // A page that fails to load is requested again at the next trace, and by `loadNext`.
    if (hasNextPage && isNearEnd) loadMore().catch(() => {});
  }, [hasNextPage, isNearEnd, current, loadMore]);
  return {
    ids,
    waiting: traces.filter(({ review }) => review === null).map(({ id }) => id),
    total: hasNextPage ? Math.max(firstTotal.current, ids.length) : ids.length,
    loadNext: async () => {
      if (!hasNextPage) return null;
      const loaded = await loadMore();
      return loaded.data?.traces.edges[0]?.node.id ?? null;
    },
    isLoading: loading && data === undefined,
    error: data === undefined ? error : undefined,
    reload: refetch,
  };
}

/** How many traces before the end the next ids are requested. */
const AHEAD = 10;
