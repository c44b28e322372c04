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

/** Returns the package of the client. It is loaded at the first call, since loading its many files takes a while. */
export function openAi(): typeof OpenAI {
  return (require('openai') as { default: typeof OpenAI }).default;
}

/** Opens a client whose answers are limited by the bounds. Without an API key, it sends the key `none`. */
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

/** Describes why a call failed, as a sentence about the model. */
export function describeFailure({ model, variables }: ModelCall, error: unknown): string {
  const {
    APIConnectionError,
    APIConnectionTimeoutError,
    APIError,
    APIUserAbortError,
    RateLimitError,
  } = openAi();
  if (error instanceof APIConnectionTimeoutError || error instanceof AnswerTimeout) {
    return `${model} did not answer in time.`;
  }
  if (error instanceof AnswerTooLarge) return `${model} sent too large an answer.`;
  if (error instanceof RateLimitError) return `${model} is over its rate limit.`;
  if (error instanceof APIError && error.status !== undefined) {
    return `${model} answered with status ${error.status}${remedyOf(error.status, variables)}.`;
  }
  if (error instanceof APIConnectionError) return `${model} could not be reached.`;
  // The client reports an error of an endpoint within a stream without a status.
  if (error instanceof APIError && !(error instanceof APIUserAbortError)) {
    return `${model} reported an error in the middle of its answer.`;
  }
  if (isCut(error)) return `${model} broke off in the middle of its answer.`;
  return `${model} did not send a readable answer.`;
}

function remedyOf(status: number, variables: ModelCall['variables']): string {
  if (status === 401 || status === 403) return `; check ${variables}_API_KEY`;
  if (status === 404) return `; check ${variables}_MODEL and ${variables}_BASE_URL`;
  return '';
}

/**
 * The status and the header `retry-after` of the answer to a failed call; null if the endpoint did not answer.
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
 * The details of a failed call for the log: the status and the reason that the endpoint gave, without the API key. Null
 * unless the status is one of LOGGED_STATUSES.
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

/** Statuses that do not depend on the content of the request: key, path, rate limit, overload, outage. */
const STATUSES_OF_ANY_CONTENT = new Set([401, 403, 404, 408, 409, 429, 502, 503, 504]);

/**
 * Whether a call may have failed because of its content, so that a call with other content might succeed. Includes
 * status 500, which some endpoints answer for a text that is too long.
 */
export function mayBeOfContent(error: unknown): boolean {
  if (error instanceof AnswerTooLarge) return true;
  const { APIConnectionError, APIError } = openAi();
  if (error instanceof AnswerTimeout || error instanceof APIConnectionError) return false;
  if (!(error instanceof APIError) || error.status === undefined) return true;
  return !STATUSES_OF_ANY_CONTENT.has(error.status);
}

/** Whether a call failed because the endpoint is unavailable, and not because of its content or a rate limit. */
export function isOutage(error: unknown): boolean {
  return !mayBeOfContent(error) && !(error instanceof openAi().RateLimitError);
}
