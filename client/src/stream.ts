import { errorOf, type GraphqlError } from './errors.ts';
import type { Connection } from './options.ts';
import type { Operation } from './request.ts';
import { streamOverSse } from './sse.ts';
import { openSocket, type Socket, streamOverSocket } from './websocket.ts';

export type StreamResult = { data?: unknown; errors?: GraphqlError[] | null };

export type StreamOptions = {
  signal?: AbortSignal | undefined;
  /** Results that may wait for a slow reader over WebSocket before the stream fails; any number when omitted. */
  maxBuffered?: number;
};

/** Runs an operation and yields the data of its results. @throws LorebaseError, or the reason of the signal */
export type Stream = (
  operation: Operation,
  options: StreamOptions,
) => AsyncGenerator<unknown, void, undefined>;

/** Streams over the transport of the connection. The socket opens with the first stream. */
export function openStreams(connection: Connection): Stream {
  let socket: Socket | undefined;
  const overSocket = (operation: Operation, options: StreamOptions) => {
    socket ??= openSocket(connection);
    return streamOverSocket(socket, connection, operation, options);
  };
  const overSse = (operation: Operation, options: StreamOptions) =>
    streamOverSse(connection, operation, options);
  const resultsOf = connection.transport === 'sse' ? overSse : overSocket;
  return async function* (operation, options) {
    for await (const { data, errors } of resultsOf(operation, options)) {
      if (errors && errors.length > 0) throw errorOf(errors);
      yield data;
    }
  };
}
