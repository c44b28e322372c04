import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { headersOf } from './headers-of.ts';

/** The head of a stream of events. `x-accel-buffering` turns off the buffer of nginx. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
};

/** Sends events until their body ends or the client disconnects, which destroys the body. */
export function sendEventStream(reply: FastifyReply, body: Readable): void {
  const { raw } = reply.hijack();
  reply.request.isEventStream = true;
  // The client left before the stream was ready.
  if (raw.destroyed) {
    body.destroy();
    return;
  }
  // An idle connection would delay the stop of the server.
  raw.writeHead(200, { ...headersOf(reply), ...EVENT_STREAM_HEADERS, connection: 'close' });
  // A stream can have no first message, and its client waits for the headers.
  raw.flushHeaders();
  raw.once('close', () => body.destroy());
  body.once('error', () => raw.destroy());
  // A body that is destroyed while the client reads slowly does not end the response.
  body.once('close', () => raw.end());
  body.pipe(raw);
}

/** Adds ids to the messages of a stream of graphql-sse, and its missing backpressure. */
export type EventIds = {
  /**
   * Must be called before the stream contains the next result. Resolves when the client has taken the results
   * before it, since graphql-sse would otherwise keep any number of results for a slow client.
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

/** The body of a response. Its destruction ends the operation, even while it waits for a result. */
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
