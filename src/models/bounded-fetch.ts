import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { finished, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

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
  /** Maximum time from the start of a request to the last byte of its answer, in milliseconds. */
  timeoutMs: number;
  /** Maximum size of the answer's body after decompression, in bytes, for every status. */
  maxBytes: number;
  /** True if answers with status 200 are read as a whole, not as a stream, which is faster; false when omitted. */
  isWhole?: boolean;
};

/** The statuses for which `Response` permits no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * A `fetch` for the texts that the OpenAI client sends, which bounds the time and the size of each answer: the client's
 * own time-out ends with the headers, and it reads a body of any size. It takes about half the processor time of the
 * `fetch` of Node.js. It follows no redirects. If an answer asks the client to wait longer than `timeoutMs` before it
 * repeats the request, the client does not repeat it.
 * @throws AnswerTimeout, AnswerTooLarge, also while the body is read
 */
export function boundedFetch({ timeoutMs, maxBytes, isWhole }: AnswerBounds): typeof fetch {
  return async (input, init = {}) => {
    const { signal } = init;
    signal?.throwIfAborted();
    const { sent, answered } = send(new URL(String(input)), init);
    const ending: Ending = { reason: null };
    const end = (reason: unknown) => {
      ending.reason ??= reason;
      sent.destroy();
    };
    const timer = setTimeout(() => end(new AnswerTimeout(timeoutMs)), timeoutMs);
    const forwardAbort = () => end(signal?.reason);
    signal?.addEventListener('abort', forwardAbort, { once: true });
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', forwardAbort);
    };
    try {
      const answer = await answered;
      const status = answer.statusCode ?? 0;
      const headers = new Headers(answer.headers as Record<string, string>);
      // The OpenAI client would wait as long as the answer asks, without a limit.
      if (status >= 300 && waitOf(headers) > timeoutMs) headers.set('x-should-retry', 'false');
      if (WITHOUT_BODY.has(status)) {
        answer.resume();
        finish();
        return new Response(null, { status, headers });
      }
      const isEvents = headers.get('content-type')?.startsWith('text/event-stream');
      if (isWhole && status === 200)
        return new WholeAnswer({ status, headers }, answer, { maxBytes, ending }, finish);
      const chunks = boundedChunks(answer, maxBytes, ending);
      const cancel = () => {
        finish();
        answer.destroy();
      };
      const body = streamOf(isEvents ? singleEvents(chunks) : chunks, { finish, cancel });
      return new Response(body, { status, headers });
    } catch (error) {
      finish();
      throw ending.reason ?? error;
    }
  };
}

/**
 * The milliseconds that an answer asks to wait before the next request, read as the OpenAI client reads them; NaN if
 * the answer does not name a time.
 */
function waitOf(headers: Headers): number {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (milliseconds) return milliseconds;
  const given = headers.get('retry-after') ?? '';
  const seconds = Number.parseFloat(given);
  return Number.isNaN(seconds) ? Date.parse(given) - Date.now() : seconds * 1000;
}

/**
 * An answer that is read as a whole, without a stream: measured on an embedding model, the stream took more processor
 * time than all other work on the answer.
 */
class WholeAnswer extends Response {
  override readonly text: () => Promise<string>;
  override readonly json: () => Promise<unknown>;

  constructor(
    init: ResponseInit,
    answer: IncomingMessage,
    bounds: ResponseBounds,
    finish: () => void,
  ) {
    super(null, init);
    this.text = () => textOf(answer, bounds).finally(finish);
    this.json = async () => JSON.parse(await this.text());
  }
}

/** The reason for which this process ended a request before its answer was complete; null if it did not end it. */
type Ending = { reason: unknown };

/**
 * Sends a request. `answered` resolves when the headers of the answer have arrived. The global agents of Node.js keep
 * connections open, and use a proxy if NODE_USE_ENV_PROXY is set.
 */
function send(url: URL, { method = 'GET', headers, body }: RequestInit) {
  const { request } = url.protocol === 'https:' ? https : http;
  const given = headers instanceof Headers ? headers : new Headers(headers);
  const sent = request(url, {
    method,
    headers: { 'accept-encoding': 'gzip', ...Object.fromEntries(given) },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
  sent.end(body);
  return { sent, answered };
}

type ResponseBounds = { maxBytes: number; ending: Ending };

/** The body of an answer, decompressed. */
function decompressed(answer: IncomingMessage): Readable {
  const isCompressed = answer.headers['content-encoding'] === 'gzip';
  return isCompressed ? pipeline(answer, createGunzip(), () => {}) : answer;
}

/** The whole text of an answer. Events take less processor time than `boundedChunks`. @throws as `boundedChunks` */
function textOf(answer: IncomingMessage, { maxBytes, ending }: ResponseBounds): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    const body = decompressed(answer);
    body.on('data', (part: Uint8Array) => {
      bytes += part.byteLength;
      if (bytes > maxBytes) body.destroy(new AnswerTooLarge(maxBytes));
      else parts.push(part);
    });
    finished(body, (error) => {
      if (error) reject(ending.reason ?? error);
      else resolve(Buffer.concat(parts).toString('utf8'));
    });
  });
}

type BodyChunks = AsyncGenerator<Uint8Array, void>;

/**
 * The chunks of an answer, decompressed.
 * @throws AnswerTooLarge once they have more than `maxBytes`, or the reason for which the request was ended
 */
async function* boundedChunks(
  answer: IncomingMessage,
  maxBytes: number,
  ending: Ending,
): BodyChunks {
  let bytes = 0;
  try {
    for await (const chunk of decompressed(answer)) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new AnswerTooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw ending.reason ?? error;
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
async function* singleEvents(chunks: BodyChunks): BodyChunks {
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

/**
 * A stream of the chunks. `finish` is called when it ends or fails, and `cancel`, which ends the request, when it is
 * cancelled.
 */
function streamOf(
  chunks: BodyChunks,
  { finish, cancel }: { finish: () => void; cancel: () => void },
): ReadableStream<Uint8Array> {
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
      // Without this call, `return` would wait for the next chunk.
      cancel();
      await chunks.return();
    },
  });
}
