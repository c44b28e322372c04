import { setImmediate } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Space } from '../db/embedding-space.ts';
import { DomainError, embeddingUnavailable } from '../errors.ts';
import { checkVectors } from './check-vectors.ts';
import type { Embedder } from './embedder.ts';
import { openGatheringQueue } from './gathering-queue.ts';
import {
  describeFailure,
  isOutage,
  loggedOf,
  mayBeOfContent,
  openClient,
} from './openai-client.ts';
import { splitText } from './split.js';

/**
 * Maximum number of texts in one request, and of bytes of these texts. The API accepts 2,048 texts and 300,000 tokens
 * in a request; a token has at least one byte.
 */
const TEXTS_PER_REQUEST = 128;
const BYTES_PER_REQUEST = 300_000;

/**
 * The format of vectors in an answer. The Base64 of 32-bit numbers is a quarter as long as a list of decimal numbers.
 * Endpoints that do not know the parameter answer with a list. If an endpoint refuses Base64, all later requests ask
 * for lists.
 */
type Encoding = 'base64' | 'float';

/** The models whose endpoint accepts the number of dimensions as a parameter. */
const SHORTENABLE = /^text-embedding-3-/;

/** Maximum bytes of JSON for one number of a vector: 24 characters, a comma, and indentation. */
const BYTES_PER_NUMBER = 48;

/** Bytes of JSON around the vectors of an answer, and of an error message. */
const BYTES_BESIDE_VECTORS = 256 * 1024;

/**
 * Time for which a failure of the endpoint makes the server not ready. It must be limited: a server that is not ready
 * gets no requests, so no request could succeed and make it ready again.
 */
const FAILURE_COUNTS_MS = 60_000;

/**
 * Opens an embedder behind any OpenAI-compatible endpoint. Calls that arrive within about 2 ms share requests.
 * `countTokens` is called with the number of tokens that an answer reports as used.
 */
export function openEndpointEmbedder(
  space: Space,
  settings: Config['embedding'],
  countTokens: (tokens: number) => void,
): Embedder {
  const endpoint = openEndpoint(space, settings, countTokens);
  // A byte-level tokenizer never makes more tokens than bytes.
  const measure = { maxTokens: settings.maxTokens, countTokens: Buffer.byteLength };
  const queue = openGatheringQueue({
    request: inAcceptedEncoding(endpoint.ask),
    concurrency: settings.concurrency,
    mayBeOfOneText: mayBeOfRequest,
  });
  return {
    space,
    describe: async () => {
      endpoint.throwIfFailed();
      return `${space.model} (endpoint)`;
    },
    split: async (texts) => {
      const chunks: string[][] = [];
      for (const text of texts) {
        chunks.push(splitText(text, measure));
        // Splitting a long text takes some milliseconds. Other requests are served in between.
        if (text.length > measure.maxTokens) await setImmediate();
      }
      return chunks;
    },
    embed: async (texts) => {
      const send = queue.beginCall();
      const vectors: number[][] = [];
      // A call sends one request at a time: with an endpoint that handles requests in turn, the last would time out.
      for (let start = 0; start < texts.length; ) {
        const end = endOfRequest(texts, start);
        vectors.push(...(await send(texts.slice(start, end))));
        start = end;
      }
      return vectors;
    },
    close: async () => {},
  };
}

/** Requests the vectors of texts from the endpoint, in the order of the texts. */
type AskForVectors = (input: string[], encoding: Encoding) => Promise<number[][]>;

type EmbeddingsEndpoint = {
  ask: AskForVectors;
  /** @throws the failure of the last request, if it still makes the server not ready */
  throwIfFailed(): void;
};

function openEndpoint(
  space: Space,
  settings: Config['embedding'],
  countTokens: (tokens: number) => void,
): EmbeddingsEndpoint {
  const bytesOfVectors = TEXTS_PER_REQUEST * space.dimensions * BYTES_PER_NUMBER;
  const client = openClient(settings, {
    maxBytes: bytesOfVectors + BYTES_BESIDE_VECTORS,
    isWhole: true,
  });
  /** The failure of the last request, if the endpoint was unavailable. */
  let outage: { error: DomainError; at: number } | null = null;
  return {
    ask: async (input, encoding) => {
      const answer = await client.embeddings
        .create({
          model: space.model,
          input,
          encoding_format: encoding,
          ...(SHORTENABLE.test(space.model) ? { dimensions: space.dimensions } : {}),
        })
        .catch((cause: unknown) => {
          const asked = {
            model: `The embedding model ${space.model}`,
            variables: 'EMBEDDING',
          } as const;
          const logged = loggedOf(cause, settings.apiKey);
          const error = embeddingUnavailable(describeFailure(asked, cause), { cause, logged });
          if (isOutage(cause)) outage = { error, at: performance.now() };
          throw error;
        });
      outage = null;
      const vectors = checkVectors(answer, input.length, space);
      const tokens = answer.usage?.total_tokens;
      if (Number.isFinite(tokens) && tokens > 0) countTokens(tokens);
      return vectors;
    },
    throwIfFailed: () => {
      if (outage !== null && performance.now() - outage.at < FAILURE_COUNTS_MS) throw outage.error;
    },
  };
}

/** Requests vectors as Base64 or, if the endpoint refuses Base64, as lists. */
function inAcceptedEncoding(ask: AskForVectors): (input: string[]) => Promise<number[][]> {
  /** The format that the endpoint accepts; null until it has answered vectors. */
  let known: Encoding | null = null;
  return async (input) => {
    const isGuess = known === null;
    let encoding = known ?? 'base64';
    const vectors = await ask(input, encoding).catch((error: unknown) => {
      if (!isGuess || !mayBeOfRequest(error)) throw error;
      encoding = 'float';
      return ask(input, encoding);
    });
    known ??= encoding;
    return vectors;
  };
}

/** The index after the last text of the request that begins with the text at `start`; at least `start + 1`. */
function endOfRequest(texts: readonly string[], start: number): number {
  let end = start;
  let bytes = 0;
  while (end < texts.length && end - start < TEXTS_PER_REQUEST) {
    bytes += Buffer.byteLength(texts[end] ?? '');
    if (bytes > BYTES_PER_REQUEST && end > start) break;
    end += 1;
  }
  return end;
}

/** Whether the texts or the encoding of a request may have caused its error, so that another request might succeed. */
function mayBeOfRequest(error: unknown): boolean {
  return error instanceof DomainError && (error.cause === undefined || mayBeOfContent(error.cause));
}
