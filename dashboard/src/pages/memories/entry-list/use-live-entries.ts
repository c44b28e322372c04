import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Refetchable, refetchWhole } from '../../../api/connection.ts';
import { useLiveEvent } from '../../../api/live-events.tsx';
import type { EventType } from '../../../api/types.ts';
import type { MemorySearch } from '../search-params.ts';
import { scopeOf } from './conditions.ts';
import { ENTRY_ROWS, NEWEST_ENTRIES } from './documents.ts';

const ARRIVALS: readonly EventType[] = ['ENTRY_CREATED', 'ENTRY_RESTORED', 'ENTRY_MOVED'];
const CHANGES: readonly EventType[] = [
  'ENTRY_STATEMENT_ADDED',
  'ENTRY_EDITED',
  'ENTRY_SPLIT',
  'ENTRY_MERGED',
  'ENTRY_RATED',
];
/** Time for which events are gathered before the list is read again. */
const GATHER_MS = 300;
/** A list that is scrolled by less than this number of pixels counts as not scrolled. */
const TOP_PX = 300;
/** Maximum number of entries that are read again together. */
const PAGE = 100;
/** Maximum number of entries that are marked. */
const MOST_MARKS = 1000;

export type Mark = 'new' | 'changed';

type Given = { memoryId: string; search: MemorySearch; observable: Refetchable };

type LiveEntries = {
  /** Entries that anyone added or changed while the page is open, by the entry's id. */
  marks: ReadonlyMap<string, Mark>;
  /** Number of new entries that meet the conditions and are not in the list yet. */
  waiting: number;
  /** Shows them. */
  show: () => void;
};

/**
 * Follows the entries of a memory. A new entry is added at the top of the list if the top is in view and the newest
 * entries are first. Otherwise it waits, so that the text that a person reads does not move. Changed entries are read
 * again in their places.
 */
export function useLiveEntries({ memoryId, search, observable }: Given): LiveEntries {
  const client = useApolloClient();
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map());
  const [waiting, setWaiting] = useState(0);
  const arrived = useRef(new Set<string>());
  const changed = useRef(new Set<string>());
  // An entry that was restored or moved here can belong to a later page.
  const isLaterOutdated = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  // A list with other conditions or another order is read from the server, so it has the entries that have arrived.
  const list = JSON.stringify([scopeOf(search), search.text, search.orderBy]);
  useEffect(() => {
    arrived.current.clear();
    setWaiting(0);
  }, [list]);

  const readAgain = useCallback(() => {
    arrived.current.clear();
    setWaiting(0);
    const isWhole = isLaterOutdated.current;
    isLaterOutdated.current = false;
    return isWhole ? refetchWhole(observable) : observable.refetch();
  }, [observable]);
  const show = useCallback(() => {
    scrollTo({ top: 0 });
    void readAgain();
  }, [readAgain]);

  const gather = async () => {
    while (changed.current.size > 0) {
      const ids = [...changed.current].slice(0, PAGE);
      for (const id of ids) changed.current.delete(id);
      await client.query({ query: ENTRY_ROWS, variables: { ids }, fetchPolicy: 'network-only' });
    }
    if (arrived.current.size === 0) return;
    if (scrollY < TOP_PX && (search.orderBy ?? 'CREATED_AT') === 'CREATED_AT') {
      await readAgain();
      return;
    }
    const { data } = await client.query({
      query: NEWEST_ENTRIES,
      variables: { scope: { ...scopeOf(search), memoryIds: [memoryId] }, text: search.text },
      fetchPolicy: 'no-cache',
    });
    setWaiting(data?.entries.nodes.filter(({ id }) => arrived.current.has(id)).length ?? 0);
  };
  const latest = useRef(gather);
  useEffect(() => {
    latest.current = gather;
  });
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);

  useLiveEvent(({ type, memoryId: at, entryId }) => {
    if (at !== memoryId || entryId === null) return;
    const isNew = ARRIVALS.includes(type);
    if (!isNew && !CHANGES.includes(type)) return;
    (isNew ? arrived : changed).current.add(entryId);
    if (isNew && type !== 'ENTRY_CREATED') isLaterOutdated.current = true;
    setMarks((before) => {
      const mark = isNew || before.get(entryId) === 'new' ? 'new' : 'changed';
      const next = new Map(before).set(entryId, mark);
      const [oldest] = next.keys();
      if (next.size > MOST_MARKS && oldest !== undefined) next.delete(oldest);
      return next;
    });
    timer.current ??= setTimeout(() => {
      timer.current = null;
      // If the server does not answer, the list itself shows the error.
      latest.current().catch(() => {});
    }, GATHER_MS);
  });
  return { marks, waiting, show };
}
