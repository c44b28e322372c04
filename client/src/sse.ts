import { EventSourceParserStream } from 'eventsource-parser/stream';
import { LorebaseError } from './errors.ts';
import { type Connection, headersOf } from './options.ts';
import { bodyOf, connectionFailed, dataOf, type Operation } from './request.ts';
import type { StreamOptions, StreamResult } from './stream.ts';

/** The server sends something every 12 seconds; a connection without that is dead. */
const SILENCE_MS = 40_000;

/** The results of an operation over server-sent events. @throws LorebaseError, or the reason of the signal */
export async function* streamOverSse(
  connection: Connection,
  operation: Operation,
  { signal }: StreamOptions,
): AsyncGenerator<StreamResult, void, undefined> {
  signal?.throwIfAborted();
  const body = bodyOf(operation);
  const closing = new AbortController();
  const silence = watchSilence(() => closing.abort());
  try {
    const response = await connection.fetch(`${connection.url}/graphql/stream`, {
      method: 'POST',
      headers: {
        ...headersOf(connection),
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body,
      signal: AbortSignal.any(signal ? [closing.signal, signal] : [closing.signal]),
    });
    if (!isEventStream(response) || response.body === null) {
      dataOf(response, await response.text());
      throw new LorebaseError('INVALID_RESPONSE', 'The server answered no event stream', {
        status: response.status,
      });
    }
    for await (const message of eventsIn(response.body, silence.extend)) {
      if (message.event === 'complete') return;
      if (message.event !== 'next') continue;
      // While the caller handles a result, nothing is read from the connection. That says nothing about the server.
      silence.stop();
      yield JSON.parse(message.data) as StreamResult;
      silence.start();
    }
    throw new LorebaseError('CONNECTION_FAILED', 'The stream ended before it was complete');
  } catch (error) {
    if (error instanceof LorebaseError) throw error;
    if (signal?.aborted) throw signal.reason;
    throw connectionFailed(connection, error);
  } finally {
    silence.stop();
    closing.abort();
  }
}

function isEventStream(response: Response): boolean {
  return response.ok && (response.headers.get('content-type') ?? '').includes('event-stream');
}

/** The messages of a body. `received` is called for each part that arrives, even if it completes no message. */
async function* eventsIn(body: ReadableStream<Uint8Array>, received: () => void) {
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, controller) => {
      received();
      controller.enqueue(part);
    },
  });
  const reader = body
    .pipeThrough(watched)
    // The decoder accepts any buffer. The types of the DOM say so, those of Node.js do not.
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    // Safari cannot iterate over a ReadableStream.
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * Calls `end` if `SILENCE_MS` pass without a call of `extend`. Between `stop` and `start` it does not count the time.
 */
function watchSilence(end: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const start = () => {
    stop();
    timer = setTimeout(end, SILENCE_MS);
  };
  const extend = () => {
    if (timer !== undefined) start();
  };
  start();
  return { start, extend, stop };
}
