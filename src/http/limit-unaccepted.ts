import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { MAX_ANONYMOUS_BYTES } from './identify-caller.ts';

/** Close code of RFC 6455 for a message that is too large. */
const MESSAGE_TOO_BIG = 1009;

/** Time for the close frame to arrive before the connection is cut. */
const CLOSE_MS = 1000;

/** Connections on which a valid key was shown. */
export type AcceptedSockets = WeakSet<WebSocket>;

/**
 * Closes a connection once it sends a larger message than a request without a key may have, until it is
 * in `accepted`. The WebSocket server has one limit for all connections, and that is the one with a key.
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
  // Before the listener that reads frames, so that no more is read once the limit is passed.
  raw.prependListener('data', count);
  for (const event of ['message', 'ping', 'pong'] as const) {
    socket.on(event, () => {
      received = 0;
    });
  }
}
