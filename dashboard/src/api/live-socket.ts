import { type Client, createClient } from 'graphql-ws';

export type LiveState = 'connecting' | 'live' | 'reconnecting';

export type LiveSocketOptions = {
  key: string;
  projectId: string;
  onState: (state: LiveState) => void;
};

/**
 * The WebSocket of a project. It reconnects for as long as the page is open, and tells the server the last event
 * that each subscription received, so that none is lost or repeated.
 */
export function createLiveSocket({ key, projectId, onState }: LiveSocketOptions): Client {
  const lastCursors: Record<string, unknown> = {};
  return createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    lazy: true,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
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
