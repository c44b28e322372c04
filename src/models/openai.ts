import { setImmediate } from 'node:timers/promises';
import OpenAI from 'openai';
import type { Config } from '../config.ts';
import type { Space } from '../db/embedding-space.ts';
import { embeddingUnavailable } from '../errors.ts';
import type { Embedder } from './embedder.ts';
import { splitText } from './split.js';

/** Texts of one request; the API's own limit is 2,048 inputs and 300,000 tokens. */
const BATCH = 128;

/** The models whose endpoint takes the wanted number of dimensions. */
const SHORTENABLE = /^text-embedding-3-/;

/** An embedder behind any OpenAI-compatible endpoint; `spent` is told the tokens of each answer that says. */
export function openEndpointEmbedder(
  space: Space,
  settings: Config['embedding'],
  spent: (tokens: number) => void,
): Embedder {
  const client = new OpenAI({
    apiKey: settings.apiKey ?? 'none',
    baseURL: settings.baseUrl ?? null,
    timeout: settings.timeoutMs,
    maxRetries: settings.maxRetries,
  });
  // A byte-level tokenizer never makes more tokens than bytes.
  const measure = { maxTokens: settings.maxTokens, countTokens: Buffer.byteLength };
  const embedBatch = async (input: string[]): Promise<number[][]> => {
    const answer = await client.embeddings
      .create({
        model: space.model,
        input,
        encoding_format: 'float',
        ...(SHORTENABLE.test(space.model) ? { dimensions: space.dimensions } : {}),
      })
      .catch((cause: unknown) => {
        throw embeddingUnavailable(describeFailure(space, cause), cause);
      });
    const vectors = checkedVectors(answer, input.length, space);
    const tokens = answer.usage?.total_tokens;
    if (Number.isFinite(tokens) && tokens > 0) spent(tokens);
    return vectors;
  };
  return {
    space,
    describe: async () => `${space.model} (endpoint)`,
    split: async (texts) => {
      const chunks: string[][] = [];
      for (const text of texts) {
        chunks.push(splitText(text, measure));
        // Long texts take some milliseconds each: others are served in between.
        if (text.length > measure.maxTokens) await setImmediate();
      }
      return chunks;
    },
    embed: async (texts) => {
      const vectors: number[][] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        vectors.push(...(await embedBatch(texts.slice(start, start + BATCH))));
      }
      return vectors;
    },
    close: async () => {},
  };
}

function describeFailure(space: Space, cause: unknown): string {
  const model = `The embedding model ${space.model}`;
  if (cause instanceof OpenAI.APIConnectionTimeoutError) return `${model} did not answer in time.`;
  if (cause instanceof OpenAI.RateLimitError) return `${model} is over its rate limit.`;
  if (cause instanceof OpenAI.APIError && cause.status !== undefined) {
    return `${model} answered with status ${cause.status}.`;
  }
  return `${model} could not be reached.`;
}

/** The vectors of an answer in the order of the texts. @throws EMBEDDING_UNAVAILABLE for any other answer */
function checkedVectors(answer: unknown, expected: number, space: Space): number[][] {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== expected) {
    throw embeddingUnavailable(
      `The embedding model ${space.model} answered something other than ${expected} vectors.`,
    );
  }
  const vectors = new Array<number[]>(expected);
  for (const [place, item] of data.entries()) {
    const { index = place, embedding } = (item ?? {}) as { index?: number; embedding?: unknown };
    vectors[index] = checkedVector(embedding, space);
  }
  if (Object.keys(vectors).length !== expected) {
    throw embeddingUnavailable(`The embedding model ${space.model} left out a vector.`);
  }
  return vectors;
}

function checkedVector(embedding: unknown, space: Space): number[] {
  if (!Array.isArray(embedding) || !embedding.every(Number.isFinite)) {
    throw embeddingUnavailable(`The embedding model ${space.model} answered no vector of numbers.`);
  }
  if (embedding.length !== space.dimensions) {
    throw embeddingUnavailable(
      `The embedding model ${space.model} answered ${embedding.length} dimensions, ` +
        `not the ${space.dimensions} configured (EMBEDDING_DIMENSIONS).`,
    );
  }
  if (embedding.every((value) => value === 0)) {
    throw embeddingUnavailable(`The embedding model ${space.model} answered a vector of zeros.`);
  }
  return embedding as number[];
}
