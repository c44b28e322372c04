import { type Client, createClient } from 'graphql-ws/client';
import { errorOf, type GraphqlError, LorebaseError } from './errors.ts';
import type { Connection } from './options.ts';
import { bodyOf, connectionFailed, LONGEST_TIMER_MS, type Operation } from './request.ts';
import type { StreamOptions, StreamResult } from './stream.ts';

const PING_AFTER_MS = 15_000;
const PONG_WITHIN_MS = 10_000;
/** The code with which the server closes a connection whose key is not valid. */
const KEY_NOT_VALID = 4403;
/** A normal close. After it, graphql-ws would subscribe again by itself, from the same cursor. */
const NORMAL_CLOSURE = 1000;
/** `WebSocket.CLOSING` */
const CLOSING = 2;

/** One socket for all streams of a client, open while there is a stream. */
export type Socket = {
  client: Client;
  /** True from the end of the last stream until the socket is closed. */
  isClosing(): boolean;
};

/** The socket of a client. Only `followEvents` reconnects. */
export function openSocket(connection: Connection): Socket {
  let pong: ReturnType<typeof setTimeout> | undefined;
  let current: { readyState: number } | undefined;
  const client = createClient({
    url: `${connection.url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: connection.webSocketImpl,
    retryAttempts: 0,
    keepAlive: PING_AFTER_MS,
    connectionAckWaitTimeout: Math.min(connection.timeoutMs, LONGEST_TIMER_MS),
    connectionParams: {
      authorization: `Bearer ${connection.apiKey}`,
      ...(connection.project === undefined ? {} : { 'lorebase-project': connection.project }),
    },
    on: {
      opened: (socket) => {
        current = socket as { readyState: number };
      },
      // A connection can be dead without being closed.
      ping: (received) => {
        if (!received) pong = setTimeout(terminate, PONG_WITHIN_MS);
      },
      pong: (received) => {
        if (received) clearTimeout(pong);
      },
      closed: () => clearTimeout(pong),
    },
  });
  const terminate = () => {
    // A dead socket can remain in the state CLOSING for half a minute, and no `closed` event follows.
    current = undefined;
    client.terminate();
  };
  return { client, isClosing: () => current?.readyState === CLOSING };
}

/** The results of an operation over the socket. @throws LorebaseError, or the reason of the signal */
export async function* streamOverSocket(
  { client, isClosing }: Socket,
  connection: Connection,
  operation: Operation,
  { signal, maxBuffered = Number.POSITIVE_INFINITY }: StreamOptions,
): AsyncGenerator<StreamResult, void, undefined> {
  signal?.throwIfAborted();
  // Variables that are not JSON would look like a lost connection.
  bodyOf(operation);
  const buffer: StreamResult[] = [];
  let end: { error: unknown } | null = null;
  let wake = () => {};
  const finish = (error: unknown) => {
    end ??= { error };
    wake();
  };
  // A socket that is closing when the stream begins is not its own: graphql-ws opens another one for it.
  let isOwn = !isClosing();
  const unlisten = client.on('closed', (event) => {
    if (isOwn && (event as { code?: unknown }).code === NORMAL_CLOSURE) {
      finish(failureOf(connection, event));
      dispose();
    }
    isOwn = true;
  });
  const dispose = client.subscribe(operation, {
    next: (result) => {
      if (end !== null) return;
      buffer.push(result as StreamResult);
      if (buffer.length < maxBuffered) return wake();
      // The caller is slower than the server. The stream fails when the buffer has been read, and can then resume.
      finish(new LorebaseError('CONNECTION_FAILED', 'The reader fell behind'));
      dispose();
    },
    error: (error) => finish(failureOf(connection, error)),
    complete: () => finish(null),
  });
  const abort = () => finish(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      for (let next = buffer.shift(); next !== undefined; next = buffer.shift()) {
        signal?.throwIfAborted();
        yield next;
      }
      const ended = end as { error: unknown } | null;
      if (ended !== null) {
        if (ended.error !== null) throw ended.error;
        return;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    unlisten();
    dispose();
  }
}

/** The error of a subscription, from GraphQL errors, the event of a closed socket, or that of a failed socket. */
function failureOf(connection: Connection, error: unknown): unknown {
  if (Array.isArray(error)) return errorOf(error as GraphqlError[]);
  const { code } = error as { code?: unknown };
  if (code === KEY_NOT_VALID) {
    return new LorebaseError('UNAUTHENTICATED', 'The API key is not valid');
  }
  return connectionFailed(connection, error);
}
