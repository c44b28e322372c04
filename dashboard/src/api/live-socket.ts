import { type Client, CloseCode, createClient } from 'graphql-ws';

export type LiveState = 'connecting' | 'live' | 'reconnecting';

export type LiveSocketOptions = {
  key: string;
  projectId: string;
  onState: (state: LiveState) => void;
};

/**
 * The WebSocket of a project. It reconnects for as long as the page is open, and tells the server the last event
 * that each subscription received, so that none is lost or repeated. If the server rejects the key, subscriptions end
 * with the close event; a query over HTTP then says why.
 */
export function createLiveSocket({ key, projectId, onState }: LiveSocketOptions): Client {
  const lastCursors: Record<string, unknown> = {};
  return createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    lazy: true,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (closed) => !isRejection(closed),
    keepAlive: 15_000,
    retryWait: async (retries) => {
      const delay = Math.min(500 * 2 ** retries, 5000);
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random() / 2)));
    },
    connectionParams: () => ({
      'x-api-key': key,
      'lorebase-project': projectId,
      resumeAfter: lastCursors,
    }),
    on: {
      connected: () => onState('live'),
      closed: () => onState('reconnecting'),
      message: (message) => {
        if (message.type === 'next') {
          const cursor = message.payload.extensions?.cursor;
          if (cursor !== undefined) lastCursors[message.id] = cursor;
        }
        if (message.type === 'complete' || message.type === 'error') delete lastCursors[message.id];
      },
    },
  });
}

/** Whether the server has closed the connection because the key is unknown, revoked or expired. */
function isRejection(closed: unknown): boolean {
  return closed instanceof CloseEvent && closed.code === CloseCode.Forbidden;
}
