import type { ApolloClient, ObservableQuery } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { refetchWhole } from './connection.ts';
import { HEAD_CURSOR, PROJECT_EVENTS } from './documents.ts';
import { codeOf } from './errors.ts';
import type { LiveState } from './live-socket.ts';
import type { EventType, ProjectEventsSubscription } from './types.ts';

export type LiveEvent = ProjectEventsSubscription['events'];
type Listener = (event: LiveEvent) => void;

/** The state of the connection; `missing` if the project does not exist, so that there is nothing to follow. */
type FollowState = LiveState | 'missing';

type Live = { state: FollowState; listen(listener: Listener): () => void };

const LiveContext = createContext<Live | null>(null);

/** Time until a subscription that the server ended with an error is opened again. */
const REOPEN_MS = 2000;
/** After this number of events, objects that nothing refers to are removed from the cache. */
const COLLECT_EVENTS = 500;

type Props = {
  state: LiveState;
  /** The key of the session. When it is replaced, the events are followed again. */
  apiKey: string;
  children: ReactNode;
};

/**
 * Follows the project's events in one subscription for all pages. The results are written to the cache, so that an
 * object that changes elsewhere changes wherever it is shown. Lists listen for events that add or remove an object.
 */
export function LiveEvents({ state, apiKey, children }: Props) {
  const client = useApolloClient();
  const listeners = useRef(new Set<Listener>());
  // It is requested before the pages below read anything. An event that they do not show yet then almost always comes
  // after it.
  const [first] = useState(() => ({ apiKey, head: readHead(client) }));
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    let isOpen = true;
    let stop = () => {};
    let received = 0;
    const follow = async (head: Promise<string | null>) => {
      const after = await head;
      if (!isOpen) return;
      const subscription = client
        .subscribe({ query: PROJECT_EVENTS, variables: { after } })
        .subscribe({
          next: ({ data, error }) => {
            if (data) for (const listener of listeners.current) listener(data.events);
            received += 1;
            if (received % COLLECT_EVENTS === 0) client.cache.gc();
            if (error) reopen(error);
          },
          error: reopen,
        });
      stop = () => subscription.unsubscribe();
    };
    const reopen = (error: unknown) => {
      stop();
      if (!isOpen || codeOf(error) === 'UNAUTHENTICATED') return;
      // The operations name no object, so what does not exist is the project.
      if (codeOf(error) === 'NOT_FOUND') return setIsMissing(true);
      setTimeout(() => {
        if (isOpen) followAgain();
      }, REOPEN_MS);
    };
    const followAgain = () => follow(readHead(client)).then(readAgain, reopen);
    // Events may have been missed, so everything that is shown is read again.
    const readAgain = () =>
      client.refetchQueries({ include: 'active', onQueryUpdated: refetchWhole }).catch(() => {});
    if (apiKey === first.apiKey) follow(first.head).catch(reopen);
    else followAgain();
    return () => {
      isOpen = false;
      stop();
    };
  }, [client, first, apiKey]);
  useEffect(() => {
    // What could not be read while the server was away is read now. The events that were missed arrive by themselves.
    if (state === 'live') readFailed(client);
  }, [client, state]);
  const live = useMemo<Live>(
    () => ({
      state: isMissing ? 'missing' : state,
      listen: (listener) => {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [state, isMissing],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

/**
 * The end of the log. It is read once: if it were read again later by itself, events would be missed that came after
 * the pages were read. After a failure everything is read again behind the new end.
 */
async function readHead(client: ApolloClient): Promise<string | null> {
  const { data } = await client.query({
    query: HEAD_CURSOR,
    fetchPolicy: 'network-only',
    context: { isRepeated: false },
  });
  return data?.events.headCursor ?? null;
}

function readFailed(client: ApolloClient): void {
  const onQueryUpdated = (query: ObservableQuery) => query.getCurrentResult().error !== undefined;
  client.refetchQueries({ include: 'active', onQueryUpdated }).catch(() => {});
}

function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('Live events need LiveEvents above them');
  return live;
}

/** Whether changes arrive at once, the connection is being restored, or the project does not exist. */
export function useLiveState(): FollowState {
  return useLive().state;
}

/** Calls the listener with each event from now on. The listener may be a new function in each render. */
export function useLiveEvent(listener: Listener): void {
  const { listen } = useLive();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => listen((event) => latest.current(event)), [listen]);
}

/** Time for which events are gathered before a list is read again. */
const GATHER_MS = 400;

/** Reads a list again shortly after events that concern it. Events that come close together cause one request. */
export function useRefetchOn(
  types: readonly EventType[],
  refetch: () => unknown,
  concerns: (event: LiveEvent) => boolean = () => true,
): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useLiveEvent((event) => {
    if (!types.includes(event.type) || !concerns(event) || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      refetch();
    }, GATHER_MS);
  });
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
}
