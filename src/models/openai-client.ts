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

/** The model of a call, such as `The chat model gpt-5`, and the prefix of the variables that configure its endpoint. */
type ModelCall = { model: string; variables: 'EMBEDDING' | 'CHAT' };

/** Why a call failed, as a sentence about the model. */
export function describeFailure({ model, variables }: ModelCall, error: unknown): string {
  const { APIConnectionError, APIConnectionTimeoutError, APIError, RateLimitError } = openAi();
  if (error instanceof APIConnectionTimeoutError || error instanceof AnswerTimeout) {
    return `${model} did not answer in time.`;
  }
  if (error instanceof AnswerTooLarge) return `${model} sent too large an answer.`;
  if (error instanceof RateLimitError) return `${model} is over its rate limit.`;
  if (error instanceof APIError && error.status !== undefined) {
    return `${model} answered with status ${error.status}${remedyOf(error.status, variables)}.`;
  }
  if (error instanceof APIConnectionError) return `${model} could not be reached.`;
  if (isCut(error)) return `${model} broke off in the middle of its answer.`;
  return `${model} did not send a readable answer.`;
}

function remedyOf(status: number, variables: ModelCall['variables']): string {
  if (status === 401 || status === 403) return `; check ${variables}_API_KEY`;
  if (status === 404) return `; check ${variables}_MODEL and ${variables}_BASE_URL`;
  return '';
}

/**
 * The status and the header `retry-after` with which the endpoint answered a call that failed; null without an answer.
 */
export function failedAnswerOf({
  cause,
}: Error): { status: number; retryAfter: string | null } | null {
  if (!(cause instanceof openAi().APIError) || cause.status === undefined) return null;
  return { status: cause.status, retryAfter: cause.headers?.get('retry-after') ?? null };
}

/** Statuses whose messages are about the key or the model, and do not quote the texts of the request. */
const LOGGED_STATUSES = new Set([401, 403, 404]);
const LOGGED_CHARACTERS = 300;

/**
 * What the log has about a call that failed: the reason that the endpoint gave, without the key; null for other
 * statuses.
 */
export function loggedOf(error: unknown, apiKey: string | undefined) {
  const { APIError } = openAi();
  if (!(error instanceof APIError) || error.status === undefined) return null;
  if (!LOGGED_STATUSES.has(error.status)) return null;
  const withoutKey = apiKey ? error.message.replaceAll(apiKey, '…') : error.message;
  return { status: error.status, reason: withoutKey.slice(0, LOGGED_CHARACTERS) };
}

/** Codes of Node.js for a connection, or a compressed body, that ends before the answer does. */
const CUT = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR']);

function isCut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CUT.has(String(error.code));
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

/**
 * Whether a call failed since the endpoint is unavailable: for no content of the call, and not for a rate limit alone.
 */
export function isOutage(error: unknown): boolean {
  return !mayBeOfContent(error) && !(error instanceof openAi().RateLimitError);
}
