import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { MAX_ANONYMOUS_BYTES } from './identify-caller.ts';

/** The close code of RFC 6455 for a message that is too large. */
const MESSAGE_TOO_BIG = 1009;

/** Time between the close frame and the end of the connection. */
const CLOSE_MS = 1000;

/** Connections with a valid API key. */
export type AcceptedSockets = WeakSet<WebSocket>;

/**
 * Closes a connection that is not in `accepted` if it sends a message of more than `MAX_ANONYMOUS_BYTES`. The WebSocket
 * server itself has only one limit for all connections, which is that of connections with an API key.
 */
export function limitUnaccepted(
  accepted: AcceptedSockets,
  { socket, raw }: { socket: WebSocket; raw: Duplex },
): void {
  let received = 0;
  const count = (part: Buffer) => {
    if (accepted.has(socket)) {
      raw.off('data', count);
      return;
    }
    received += part.length;
    if (received <= MAX_ANONYMOUS_BYTES) return;
    raw.off('data', count);
    socket.close(MESSAGE_TOO_BIG, 'Message too big without a key');
    raw.pause();
    setTimeout(() => socket.terminate(), CLOSE_MS).unref();
  };
  // This listener runs before the one that reads frames, so that no data beyond the limit is read.
  raw.prependListener('data', count);
  for (const event of ['message', 'ping', 'pong'] as const) {
    socket.on(event, () => {
      received = 0;
    });
  }
}
