import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { DomainError } from '../errors.ts';
import { formatError } from '../graphql/errors.ts';
import { challenge } from './oauth.ts';
import { retryHeaders, statusOutsideGraphql } from './status.ts';

/** The code of JSON-RPC for a refusal by the server, and for a body that is not JSON. */
const REFUSED = -32000;
const NOT_JSON = -32700;

/** The JSON-RPC error of a request to `/mcp` that is answered with an HTTP status such as 405. */
export function rpcRefusal(message: string) {
  return { jsonrpc: '2.0', error: { code: REFUSED, message }, id: null };
}

/** Sends an error that ends a request before any message is read, such as an invalid API key. */
export function refuseRpc(app: App, request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const { statusCode = 500, message } = error as Partial<FastifyError>;
  if (statusCode < 500 && !(error instanceof DomainError)) {
    const code = statusCode === 400 ? NOT_JSON : REFUSED;
    const body = {
      jsonrpc: '2.0',
      error: { code, message, data: { code: 'BAD_REQUEST' } },
      id: null,
    };
    return reply.code(statusCode).send(body);
  }
  const shown = formatError(error, { requestId: request.id, log: app.log });
  const { code, ...details } = shown.extensions ?? {};
  if (request.operationLog) request.operationLog.outcome = String(code);
  challenge(reply, String(code), app.config.oauth);
  reply.headers(retryHeaders(details.retryAfterSeconds));
  return reply.code(statusOutsideGraphql(shown.extensions)).send({
    jsonrpc: '2.0',
    error: { code: REFUSED, message: shown.message, data: { code, ...details } },
    id: null,
  });
}
