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
      return new Response(boundedBody(response.body, maxBytes, finish), response);
    } catch (error) {
      finish();
      throw error;
    }
  };
}

/** The same bytes; the stream fails with AnswerTooLarge once there are more than `maxBytes`. */
function boundedBody(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  finish: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          finish();
          return controller.close();
        }
        bytes += value.byteLength;
        if (bytes > maxBytes) throw new AnswerTooLarge(maxBytes);
        controller.enqueue(value);
      } catch (error) {
        finish();
        controller.error(error);
        // Closes the connection. If the body failed by itself, there is nothing left to close.
        await reader.cancel(error).catch(() => {});
      }
    },
    async cancel(reason) {
      finish();
      await reader.cancel(reason);
    },
  });
}
