import { type Client, CloseCode, createClient } from 'graphql-ws';

export type LiveState = 'connecting' | 'live' | 'reconnecting';

/** Interval at which the server is asked whether it is still there. */
const PING_MS = 15_000;
/** A connection on which no answer arrives within this time is opened anew. */
const PONG_MS = 5000;

export type LiveSocketOptions = {
  /** The key as it is when a connection is opened. */
  currentKey: () => string;
  projectId: string;
  onState: (state: LiveState) => void;
};

/**
 * The WebSocket of a project. It reconnects for as long as the page is open, and tells the server the last event
 * that each subscription received, so that none is lost or repeated. If the server rejects the key, subscriptions end
 * with the close event; a query over HTTP then says why.
 */
export function createLiveSocket({ currentKey, projectId, onState }: LiveSocketOptions): Client {
  const lastCursors: Record<string, unknown> = {};
  let pongTimer: ReturnType<typeof setTimeout> | undefined;
  const client = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    lazy: true,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (closed) => !isRejection(closed),
    keepAlive: PING_MS,
    retryWait: async (retries) => {
      const delay = Math.min(500 * 2 ** retries, 5000);
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random() / 2)));
    },
    connectionParams: () => ({
      'x-api-key': currentKey(),
      'lorebase-project': projectId,
      resumeAfter: lastCursors,
    }),
    on: {
      connected: () => onState('live'),
      closed: () => {
        clearTimeout(pongTimer);
        onState('reconnecting');
      },
      ping: (received) => {
        // A connection that a sleeping laptop or a router has lost is not closed by itself.
        if (!received) pongTimer = setTimeout(() => client.terminate(), PONG_MS);
      },
      pong: (received) => {
        if (received) clearTimeout(pongTimer);
      },
      message: (message) => {
        if (message.type === 'next') {
          const cursor = message.payload.extensions?.cursor;
          if (cursor !== undefined) lastCursors[message.id] = cursor;
        }
        if (message.type === 'complete' || message.type === 'error') delete lastCursors[message.id];
      },
    },
  });
  return client;
}

/** Whether the server has closed the connection because the key is unknown, revoked or expired. */
function isRejection(closed: unknown): boolean {
  return closed instanceof CloseEvent && closed.code === CloseCode.Forbidden;
}
