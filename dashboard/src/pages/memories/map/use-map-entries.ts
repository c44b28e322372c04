import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { useLiveEvent } from '../../../api/live-events.tsx';
import type { MapEntriesQuery, MapEntryFragment } from '../../../api/types.ts';
import { MAP_ENTRIES } from './documents.ts';
import type { MapSearch } from './search-params.ts';

/** Maximum number of entries on a map. The points of more entries could not be told apart on a screen. */
export const MOST_ON_MAP = 2000;

type MapMemory = NonNullable<MapEntriesQuery['memory']>;

export type MapEntries = {
  /** Those that were loaded so far, in the order of the list. */
  entries: MapEntryFragment[];
  /** The list at the time when it was completely loaded. The map is arranged by it. Null until then. */
  arranged: MapEntryFragment[] | null;
  /** Null until the first page. */
  memory: Omit<MapMemory, 'entries'> | null;
  /** Number of entries of the memory; null until the first page. */
  total: number | null;
  isLoading: boolean;
  error: unknown;
  /** The memory does not exist. */
  isMissing: boolean;
  /** Changes since the map was loaded that move its points. */
  changes: number;
  reload: () => void;
  remove: (ids: ReadonlySet<string>) => void;
};

type Loaded = Pick<
  MapEntries,
  'entries' | 'arranged' | 'memory' | 'total' | 'isLoading' | 'error' | 'isMissing'
>;

const EMPTY: Loaded = {
  entries: [],
  arranged: null,
  memory: null,
  total: null,
  isLoading: true,
  error: null,
  isMissing: false,
};

/** Reads the entries of a memory with their vectors, page by page, and follows what happens to them. */
export function useMapEntries(memoryId: string, part: MapSearch['part']): MapEntries {
  const client = useApolloClient();
  const [loaded, setLoaded] = useState<Loaded>(EMPTY);
  const [changes, setChanges] = useState(0);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    setLoaded(EMPTY);
    setChanges(0);
    const load = async () => {
      const entries: MapEntryFragment[] = [];
      let after: string | null = null;
      for (let isLoading = true; isLoading; ) {
        const page = await readPage(client, {
          memoryId,
          after,
          orderBy: { field: part ?? 'CREATED_AT', direction: 'DESC' },
        });
        if (!isWanted) return;
        if (page === null) return setLoaded({ ...EMPTY, isLoading: false, isMissing: true });
        const { edges, pageInfo, totalCount: total } = page.entries;
        entries.push(...edges.map(({ node }) => node));
        after = pageInfo.endCursor;
        isLoading = pageInfo.hasNextPage && entries.length < MOST_ON_MAP;
        const shown = [...entries];
        const arranged = isLoading ? null : shown;
        setLoaded({ ...EMPTY, entries: shown, arranged, memory: page, total, isLoading });
      }
    };
    load().catch((error: unknown) => {
      if (isWanted) setLoaded({ ...EMPTY, isLoading: false, error });
    });
    return () => {
      isWanted = false;
    };
  }, [client, memoryId, part, attempt]);
  const remove = useCallback((ids: ReadonlySet<string>) => {
    setLoaded((before) => {
      const entries = before.entries.filter(({ id }) => !ids.has(id));
      const removed = before.entries.length - entries.length;
      return { ...before, entries, total: before.total === null ? null : before.total - removed };
    });
  }, []);
  const reload = () => setAttempt((n) => n + 1);
  useLiveEvent(({ type, entryId, entry, memoryId: eventMemoryId }) => {
    const isTrash = type === 'MEMORY_DELETED' || type === 'MEMORY_RESTORED';
    if (isTrash && eventMemoryId === memoryId) return reload();
    if (entryId === null) return;
    if (loaded.isLoading) {
      // The page that the event changes may have been read already.
      if (eventMemoryId === memoryId) setChanges((n) => n + 1);
      return;
    }
    const known = loaded.entries.find(({ id }) => id === entryId);
    const isHere = entry !== null && entry.deletedAt === null && entry.memory.id === memoryId;
    if (known && !isHere) return remove(new Set([entryId]));
    if (!isHere || (!known && eventMemoryId !== memoryId)) return;
    if (known?.content !== entry.content) return setChanges((n) => n + 1);
    const { kind, metadata, utility, reviewCount, version } = entry;
    setLoaded((before) => ({
      ...before,
      entries: before.entries.map((one) =>
        one.id === entryId ? { ...one, kind, metadata, utility, reviewCount, version } : one,
      ),
    }));
  });
  return { ...loaded, changes, reload, remove };
}

/** A page of the memory; null if it does not exist. It is not cached, since nothing else reads the vectors. */
async function readPage(
  client: ReturnType<typeof useApolloClient>,
  variables: {
    memoryId: string;
    after: string | null;
    orderBy: { field: NonNullable<MapSearch['part']>; direction: 'DESC' };
  },
) {
  const { data } = await client.query({ query: MAP_ENTRIES, variables, fetchPolicy: 'no-cache' });
  return data?.memory ?? null;
}
