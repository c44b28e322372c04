import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { App } from '../app.ts';

/** The log fields of an operation. The log never contains documents, variables or secrets. */
export type OperationLog = { operation: string | null; outcome: string; actor: string | null };

declare module 'fastify' {
  interface FastifyRequest {
    operationLog: OperationLog | null;
    /** True for an event stream, which is logged when it ends, even if the client disconnects. */
    isEventStream: boolean;
  }
}

/** Maximum number of characters of an operation's name in the log, because the caller chooses the name. */
const MAX_NAME = 100;

/** Sets the header `x-request-id` of each response, and logs each request when it ends. */
export function logRequests({ log }: App, server: FastifyInstance): void {
  server.decorateRequest('operationLog', null);
  server.decorateRequest('isEventStream', false);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    if (request.isEventStream) return done();
    const { id: requestId, method, routeOptions } = request;
    const { statusCode: status, elapsedTime: durationMs } = reply;
    if (routeOptions.url === '/graphql' || request.operationLog) {
      const operationLog = request.operationLog ?? logOfRefusal(status);
      logOperation(log, { requestId, transport: 'http', ...operationLog, durationMs });
    } else {
      const line = { requestId, method, path: routeOptions.url, status, durationMs };
      log.debug(withRoundTime(line), 'Request');
    }
    done();
  });
}

export type Transport = 'http' | 'websocket' | 'sse';

type OperationLine = OperationLog & {
  requestId: string;
  transport: Transport;
  durationMs: number;
};

/** Logs one line for a GraphQL operation, or a request of MCP or an HTTP API, when it has ended. */
export function logOperation(log: Logger, line: OperationLine): void {
  const operation = line.operation?.slice(0, MAX_NAME) ?? null;
  log.info(withRoundTime({ ...line, operation }), 'Operation');
}

/** `ok`, or the code of the first error. */
export function outcomeOf(
  errors: readonly { extensions?: Record<string, unknown> | undefined }[] | undefined,
): string {
  return errors?.[0] ? String(errors[0].extensions?.code) : 'ok';
}

/** The log fields of a request that did not reach GraphQL, such as one with an invalid body, or a preflight. */
function logOfRefusal(status: number): OperationLog {
  const refused = status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR';
  return { operation: null, outcome: status < 400 ? 'ok' : refused, actor: null };
}

function withRoundTime<Line extends { durationMs: number }>(line: Line): Line {
  return { ...line, durationMs: Math.round(line.durationMs * 10) / 10 };
}
