/** The endpoint did not send its whole answer in time. */
export class AnswerTimeout extends Error {
  constructor(timeoutMs: number) {
    // The OpenAI client recognizes time-outs by these words.
    super(`The answer timed out after ${timeoutMs} ms`);
  }
}

/** The endpoint's answer is larger than allowed. */
export class AnswerTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`The answer is larger than ${maxBytes} bytes`);
  }
}

export type AnswerBounds = {
  /** From the start of a request to the last byte of its answer, in milliseconds. */
  timeoutMs: number;
  /** Of the answer's body after decompression, whatever its status. */
  maxBytes: number;
};

/**
 * A `fetch` for the OpenAI client that bounds the time and the size of each answer. The client's own time-out
 * ends with the headers, and it reads a body of any size.
 * @throws AnswerTimeout, AnswerTooLarge, also while the body is read
 */
export function boundedFetch({ timeoutMs, maxBytes }: AnswerBounds): typeof fetch {
  return async (input, init) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new AnswerTimeout(timeoutMs)), timeoutMs);
    const signal = init?.signal;
    const forwardAbort = () => controller.abort(signal?.reason);
    if (signal?.aborted) forwardAbort();
    signal?.addEventListener('abort', forwardAbort, { once: true });
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', forwardAbort);
    };
    try {
      const response = await fetch(input, { ...init, signal: controller.signal });
      if (response.body === null) {
        finish();
        return response;
      }
      const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream');
      const chunks = boundedChunks(response.body, maxBytes);
      const body = streamOf(isEvents ? singleEvents(chunks) : chunks, finish);
      return new Response(body, response);
    } catch (error) {
      finish();
      throw error;
    }
  };
}

type Chunks = AsyncGenerator<Uint8Array, void>;

/** The same chunks. @throws AnswerTooLarge once they have more than `maxBytes` */
async function* boundedChunks(body: ReadableStream<Uint8Array>, maxBytes: number): Chunks {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new AnswerTooLarge(maxBytes);
    yield chunk;
  }
}

/** The largest server-sent event. An event holds a piece of an answer, or at most one tool call. */
export const MAX_EVENT_BYTES = 1024 * 1024;

/** A blank line ends a server-sent event. */
const EVENT_END = /\n\n|\r\n\r\n|\r\r/g;

/**
 * Divides a stream into chunks of exactly one server-sent event. The OpenAI client copies its unread bytes for
 * each chunk and for each event, so its time would grow with the square of the number of events in a chunk, or
 * of chunks in an event.
 * @throws AnswerTooLarge for an event of more than MAX_EVENT_BYTES
 */
async function* singleEvents(chunks: Chunks): Chunks {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  // The end of an event can be split between two chunks.
  let tail = '';
  for await (const chunk of chunks) {
    const text = tail + Buffer.from(chunk).toString('latin1');
    const before = tail.length;
    let start = 0;
    for (const { index, 0: end } of text.matchAll(EVENT_END)) {
      const next = index + end.length - before;
      yield Buffer.concat([...waiting, chunk.subarray(start, next)]);
      [waiting, bytes, start] = [[], 0, next];
    }
    waiting.push(chunk.subarray(start));
    bytes += chunk.byteLength - start;
    const rest = text.slice(start === 0 ? 0 : start + before);
    tail = rest.slice(-3);
    if (bytes > MAX_EVENT_BYTES) throw new AnswerTooLarge(MAX_EVENT_BYTES);
  }
  yield Buffer.concat(waiting);
}

/** A stream of the chunks. `finish` is called when it ends, fails or is cancelled. */
function streamOf(chunks: Chunks, finish: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (!done) return controller.enqueue(value);
        finish();
        controller.close();
      } catch (error) {
        finish();
        controller.error(error);
      }
    },
    async cancel() {
      finish();
      await chunks.return();
    },
  });
}
