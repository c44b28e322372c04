import { createRequire } from 'node:module';
import type OpenAI from 'openai';
import { type AnswerBounds, AnswerTimeout, AnswerTooLarge, boundedFetch } from './bounded-fetch.ts';

/** The OpenAI-compatible endpoint of the embedding model or of the chat model. */
export type Endpoint = {
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
  timeoutMs: number;
  maxRetries: number;
};

const require = createRequire(import.meta.url);

/** The package of the client. It is loaded when it is first used, since its many files take a while. */
export function openAi(): typeof OpenAI {
  return (require('openai') as { default: typeof OpenAI }).default;
}

/** A client for answers within the bounds. An endpoint without an API key gets the key `none`. */
export function openClient(
  { apiKey, baseUrl, timeoutMs, maxRetries }: Endpoint,
  bounds: Omit<AnswerBounds, 'timeoutMs'>,
): OpenAI {
  return new (openAi())({
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl ?? null,
    timeout: timeoutMs,
    maxRetries,
    fetch: boundedFetch({ ...bounds, timeoutMs }),
  });
}

/** Why a call failed, as a sentence about the model, such as `The chat model gpt-5`. */
export function describeFailure(model: string, error: unknown): string {
  const { APIConnectionError, APIConnectionTimeoutError, APIError, RateLimitError } = openAi();
  if (error instanceof APIConnectionTimeoutError || error instanceof AnswerTimeout) {
    return `${model} did not answer in time.`;
  }
  if (error instanceof AnswerTooLarge) return `${model} sent too large an answer.`;
  if (error instanceof RateLimitError) return `${model} is over its rate limit.`;
  if (error instanceof APIError && error.status !== undefined) {
    return `${model} answered with status ${error.status}.`;
  }
  if (error instanceof APIConnectionError) return `${model} could not be reached.`;
  return `${model} did not send a readable answer.`;
}

/** Statuses that an endpoint answers whatever the request contains: key, path, rate limit, overload, outage. */
const STATUSES_OF_ANY_CONTENT = new Set([401, 403, 404, 408, 409, 429, 502, 503, 504]);

/**
 * Whether a call may have failed for what it contained, so that one with other content might succeed. Status 500
 * counts, since some endpoints answer it for a text that is too long.
 */
export function mayBeOfContent(error: unknown): boolean {
  if (error instanceof AnswerTooLarge) return true;
  const { APIConnectionError, APIError } = openAi();
  if (error instanceof AnswerTimeout || error instanceof APIConnectionError) return false;
  if (!(error instanceof APIError) || error.status === undefined) return true;
  return !STATUSES_OF_ANY_CONTENT.has(error.status);
}
