import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { headersOf } from './headers-of.ts';

/** The headers of an event stream. `x-accel-buffering` turns off the buffering of nginx. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
};

/** Sends an event stream until `body` ends or the client disconnects. A disconnection destroys `body`. */
export function sendEventStream(reply: FastifyReply, body: Readable): void {
  const { raw } = reply.hijack();
  reply.request.isEventStream = true;
  // The client disconnected before the stream was ready.
  if (raw.destroyed) {
    body.destroy();
    return;
  }
  // The connection is closed after the stream, because an idle connection would delay the stop of the server.
  raw.writeHead(200, { ...headersOf(reply), ...EVENT_STREAM_HEADERS, connection: 'close' });
  // The headers are sent at once, because the client waits for them and the first message can come late.
  raw.flushHeaders();
  raw.once('close', () => body.destroy());
  body.once('error', () => raw.destroy());
  // The response must be ended here if the body is destroyed while the client reads slowly.
  body.once('close', () => raw.end());
  body.pipe(raw);
}

/** Adds ids to the messages of a stream of graphql-sse, and backpressure, which graphql-sse lacks. */
export type EventIds = {
  /**
   * Must be called before the stream contains the next result. Resolves when the client has received the results before
   * it. Otherwise graphql-sse would buffer any number of results for a slow client.
   */
  add(id: string | null): Promise<void>;
  /** The message, with its id if it is a result. */
  print(message: string): string;
  close(): void;
};

const RESULT = 'event: next\n';

export function createEventIds(): EventIds {
  const waiting: (string | null)[] = [];
  let isClosed = false;
  let taken = () => {};
  return {
    add: async (id) => {
      if (waiting.length > 0 && !isClosed) {
        await new Promise<void>((resolve) => {
          taken = resolve;
        });
      }
      waiting.push(id);
    },
    print: (message) => {
      if (!message.startsWith(RESULT)) return message;
      const id = waiting.shift() ?? null;
      taken();
      return id === null ? message : `id: ${id}\n${message}`;
    },
    close: () => {
      isClosed = true;
      taken();
    },
  };
}

/** The body of a response. Destroying it ends the operation, even while the operation waits for a result. */
export function eventBody(messages: AsyncGenerator<string, void>, ids: EventIds): Readable {
  return new Readable({
    read() {
      messages.next().then(
        ({ value, done }) => this.push(done ? null : ids.print(value)),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, ended) {
      ids.close();
      messages.return().then(
        () => ended(error),
        (failure: Error) => ended(failure),
      );
    },
  });
}
