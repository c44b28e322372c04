import { useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { codeOf } from '../../api/errors.ts';
import { type LiveEvent, useLiveEvent } from '../../api/live-events.tsx';
import { EVENTS_PAGE } from './documents.ts';
import type { EventsSearch } from './search-params.ts';

/** Time for which new events are gathered before they are read. */
const GATHER_MS = 300;
/** A list with more events than this begins again at its newest page when it is read at its top. */
const LONG_LIST = 1000;
/** A list that is scrolled by less than this number of pixels counts as not scrolled. */
const TOP_PX = 300;

/** The filtered log, newest first. New events are put in front, or only counted while it is paused. */
export function useEventLog(search: EventsSearch, isPaused: boolean) {
  const {
    data: loaded,
    previousData,
    error,
    refetch,
    fetchMore,
  } = useQuery(EVENTS_PAGE, {
    variables: variablesOf(search),
    // The log is read again when the page is opened. Events that come later are marked as new.
    fetchPolicy: 'cache-and-network',
  });
  const data = loaded ?? previousData;
  // The end of the log when the page was opened. Later events are new.
  const [firstHead, setFirstHead] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(0);
  const [hasExpired, setHasExpired] = useState(false);
  // The failure to read new events; other filters are another list.
  const [failed, setFailed] = useState<{ search: EventsSearch; error: unknown } | null>(null);
  const failure = failed?.search === search ? failed.error : null;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const gathered = useRef(0);
  // When the filters change, the new list is read with all events, so none is waiting to be read.
  useEffect(
    () => () => {
      clearTimeout(timer.current ?? undefined);
      timer.current = null;
      gathered.current = 0;
      setWaiting(0);
    },
    [search],
  );
  if (firstHead === null && loaded) setFirstHead(loaded.events.headCursor);
  // Events that have not been read when the log is paused are counted.
  useEffect(() => {
    if (!isPaused || timer.current === null) return;
    clearTimeout(timer.current);
    timer.current = null;
    setWaiting(gathered.current);
  }, [isPaused]);

  const startAgain = async () => {
    setHasExpired(true);
    await refetch();
  };
  const page = async (cursor: { after: string | null } | { before: string; last: number }) => {
    try {
      const { data: more } = await fetchMore({ variables: cursor });
      return more?.events ?? null;
    } catch (error) {
      if (codeOf(error) !== 'CURSOR_EXPIRED') throw error;
      await startAgain();
      return null;
    }
  };
  const readNewPages = async () => {
    // An empty list has an empty cursor.
    let first = data?.events.pageInfo.startCursor || null;
    const isLong = (data?.events.edges.length ?? 0) > LONG_LIST && scrollY < TOP_PX;
    if (first === null || isLong) return void (await refetch());
    for (let hasMore = true; hasMore && first !== null; ) {
      const read: Awaited<ReturnType<typeof page>> = await page({ before: first, last: 100 });
      hasMore = read?.pageInfo.hasPreviousPage ?? false;
      first = read?.pageInfo.startCursor ?? null;
    }
  };
  const readNew = () => {
    timer.current = null;
    gathered.current = 0;
    setWaiting(0);
    setFailed(null);
    return readNewPages().catch((error) => setFailed({ search, error }));
  };
  useLiveEvent((event) => {
    if (!passes(event, search)) return;
    if (isPaused) return setWaiting((n) => n + 1);
    gathered.current += 1;
    timer.current ??= setTimeout(readNew, GATHER_MS);
  });
  return {
    events: data?.events.edges.map(({ node }) => node) ?? null,
    hasMore: data?.events.pageInfo.hasNextPage ?? false,
    error: codeOf(error) === 'CURSOR_EXPIRED' ? failure : (error ?? failure),
    waiting,
    hasExpired,
    isNew: (id: string) => firstHead !== null && id > firstHead,
    loadMore: () => page({ after: data?.events.pageInfo.endCursor ?? null }),
    readNew,
    reload: () => {
      setFailed(null);
      return error ? refetch() : readNew();
    },
  };
}

function variablesOf({ types, memoryId, entryId, actors, from, to }: EventsSearch) {
  return {
    types: types ?? null,
    scope: memoryId === undefined ? null : { memoryIds: [memoryId] },
    entryIds: entryId === undefined ? null : [entryId],
    actorIds: actors ?? null,
    createdAfter: from ?? null,
    createdBefore: to ?? null,
  };
}

/** True if a new event passes the filters. Only then is the log read again. */
function passes(event: LiveEvent, { types, memoryId, entryId, actors, to }: EventsSearch): boolean {
  return (
    (types === undefined || types.includes(event.type)) &&
    (memoryId === undefined || event.memoryId === memoryId) &&
    (entryId === undefined || event.entryId === entryId) &&
    (actors === undefined || actors.includes(event.actor.id)) &&
    (to === undefined || event.createdAt < to)
  );
}
