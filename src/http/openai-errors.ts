import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { DomainError, type ErrorCode } from '../errors.ts';
import { formatError } from '../graphql/errors.ts';
import { failedAnswerOf } from '../models/openai-client.ts';
import { retryHeaders, statusOutsideGraphql } from './status.ts';

/** The response for a URL that the API does not have. */
export const NOTHING_HERE = {
  error: {
    message:
      'No such address; under /v1 this server answers /v1/models, /v1/models/{id} and /v1/chat/completions.',
    type: 'invalid_request_error',
    param: null,
    code: 'unknown_url',
  },
};

/** The error types of the OpenAI API. */
const TYPES: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'authentication_error',
  FORBIDDEN: 'permission_error',
  READ_ONLY: 'permission_error',
  RATE_LIMITED: 'rate_limit_error',
  QUOTA_EXCEEDED: 'insufficient_quota',
};

/**
 * Codes of errors that must not be retried, although the SDKs of OpenAI would retry them because of their HTTP status:
 * a cancelled generation must not start again, and a missing chat model will still be missing.
 */
const FINAL: ReadonlySet<ErrorCode> = new Set(['CONFLICT', 'CHAT_NOT_CONFIGURED']);

/** Statuses below 500 of the chat model after which a retry can succeed: a time-out, a conflict and a rate limit. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 409, 429]);

/**
 * For an error of the chat model: whether the SDKs must not retry the request, because the model refuses it, and how
 * long they must wait if the rate limit is exceeded.
 */
function refusalByModel(error: unknown) {
  const isModels = error instanceof DomainError && error.code === 'CHAT_UNAVAILABLE';
  const answer = isModels ? failedAnswerOf(error) : null;
  if (answer === null) return { isRefused: false, retryAfter: undefined };
  const { status, retryAfter } = answer;
  return {
    isRefused: status >= 400 && status < 500 && !TRANSIENT.has(status),
    retryAfter: (status === 429 && retryAfter) || undefined,
  };
}

/** Sends an error in the format of the OpenAI API. */
export function refuse(app: App, request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const { statusCode = 500, message } = error as Partial<FastifyError>;
  if (statusCode < 500 && !(error instanceof DomainError)) {
    return reply.code(statusCode).send(badRequest(message));
  }
  const { status, body: answer, headers, isFinal } = openAiError(app, request, error);
  reply.headers(headers);
  if (isFinal) reply.header('x-should-retry', 'false');
  return reply.code(status).send(answer);
}

/** The error for a body that is not JSON or is too large. */
function badRequest(message: string | undefined) {
  return { error: { message, type: 'invalid_request_error', param: null, code: 'bad_request' } };
}

/** An error in the format of the OpenAI API, with its HTTP status. */
export function openAiError(app: App, request: FastifyRequest, error: unknown) {
  const { message, extensions } = formatError(error, { requestId: request.id, log: app.log });
  const code = String(extensions?.code) as ErrorCode;
  if (request.operationLog) request.operationLog.outcome = code;
  const status = statusOutsideGraphql(extensions);
  const refusal = refusalByModel(error);
  const isModel = code === 'NOT_FOUND' && message.startsWith('There is no model ');
  return {
    status,
    headers: retryHeaders(extensions?.retryAfterSeconds ?? refusal.retryAfter),
    isFinal: FINAL.has(code) || refusal.isRefused,
    body: {
      error: {
        message,
        type: TYPES[code] ?? (status < 500 ? 'invalid_request_error' : 'server_error'),
        param: typeof extensions?.path === 'string' ? extensions.path : null,
        code: isModel ? 'model_not_found' : code.toLowerCase(),
      },
    },
  };
}
