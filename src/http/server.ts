import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onRequestHookHandler,
} from 'fastify';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { DomainError } from '../errors.ts';
import { formatError } from '../graphql/errors.ts';
import { MAX_BODY_BYTES } from '../graphql/limits.ts';
import { executableSchema } from '../graphql/schema.ts';
import { newRequestId } from '../ids.ts';
import { closeConnectionsWhenStopping } from './close-connections.ts';
import { shareWithOrigins } from './cors.ts';
import { serveDashboard } from './dashboard.ts';
import { errorBody } from './error-body.ts';
import { serveGraphqlOverHttp } from './graphql-over-http.ts';
import { isWebSocket, serveGraphqlOverWebSocket } from './graphql-over-websocket.ts';
import { serveHealthAndMetrics } from './health.ts';
import { decorateRequests, MAX_ANONYMOUS_BYTES } from './identify-caller.ts';
import { serveMcp } from './mcp.ts';
import { serveOpenAiApi } from './openai-api.ts';
import { logRequests } from './operation-log.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { retryHeaders, statusOutsideGraphql } from './status.ts';
import { serveTransfer } from './transfer-api.ts';

/**
 * Time limits, in milliseconds, for the arrival of a request. After a limit, the response is 408 and the connection is
 * closed.
 */
export type Timeouts = {
  /** Until the last header, from the opening of the connection or the end of the previous request. */
  headersMs: number;
  /** Until the last byte of the body. */
  requestMs: number;
  /** Interval of the check of connections. */
  checkMs: number;
};

/** The time limits. The largest body needs 60 s at 3 Mbit/s. */
export const TIMEOUTS: Timeouts = { headersMs: 15_000, requestMs: 60_000, checkMs: 5000 };

/** Bytes that TCP sends on a new connection before it waits for an acknowledgement: ten packets of 1,460 bytes. */
const FIRST_PACKETS_BYTES = 10 * 1460;

/**
 * Compression of responses of more than `FIRST_PACKETS_BYTES`. Smaller responses would not arrive sooner, and
 * compressing them takes as long as a query. Streams of events are not compressed: their type is not in the plugin's
 * list, and they are written without the plugin. Compressed requests are refused, because a small one can expand to a
 * huge one.
 */
const COMPRESSION: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  threshold: FIRST_PACKETS_BYTES,
  globalDecompression: false,
};

/** Only requests for a WebSocket change the protocol. The types of Node.js do not contain this option yet. */
const UPGRADES = { shouldUpgradeCallback: isWebSocket };

export type RunningServer = {
  url: string;
  server: Server;
  /** Lets requests in flight finish, ends subscriptions and stops listening. */
  close(): Promise<void>;
};

/** Listens on the configured host and port. */
export async function startServer(app: App, timeouts: Timeouts = TIMEOUTS): Promise<RunningServer> {
  const loggerInstance: FastifyBaseLogger = app.log;
  const server = fastify({
    // Routes with larger bodies set their own limit, and read such bodies only with an API key.
    bodyLimit: MAX_ANONYMOUS_BYTES,
    requestTimeout: timeouts.requestMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      ...UPGRADES,
    },
    forceCloseConnections: 'idle',
    // Keys such as `__proto__` are content. Inputs refuse them where they cannot be stored, as over WebSocket.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
    // Requests that arrive during a stop are answered.
    return503OnClosing: false,
    genReqId: newRequestId,
    loggerInstance,
    // Fastify would create a logger for each request, which is rarely used, because log entries contain the request id.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
  });
  // Routes that accept text add their own parser (`transfer-api.ts`).
  server.removeContentTypeParser('text/plain');
  const close = closeConnectionsWhenStopping(server);
  logRequests(app, server);
  decorateRequests(server);
  await shareWithOrigins(app, server);
  setSecurityHeaders(server);
  server.addHook('onRequest', refuseCompressed);
  await server.register(compress, COMPRESSION);
  const schema = executableSchema();
  server.setErrorHandler(answerError);
  server.setNotFoundHandler((_request, reply) => {
    reply.code(404).send(errorBody('NOT_FOUND', 'No such address; GraphQL is at /graphql.'));
  });
  await serveGraphqlOverHttp(app, server, { schema, bodyLimit: MAX_BODY_BYTES });
  serveGraphqlOverWebSocket(app, server, { schema, maxPayload: MAX_BODY_BYTES });
  serveOpenAiApi(app, server, { bodyLimit: MAX_BODY_BYTES });
  serveTransfer(app, server);
  serveMcp(app, server, { schema, bodyLimit: MAX_BODY_BYTES });
  serveHealthAndMetrics(app, server);
  await serveDashboard(app, server);
  await listen(server, app.config);
  return {
    url: urlOf(server.server, app.config.host),
    server: server.server,
    close,
  };
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    await server.close();
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(`PORT ${port} on HOST ${host} is in use; set PORT to another.`);
    }
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
      throw new Error(
        `HOST ${host} is not an address of this machine; set HOST to one that is, or to 0.0.0.0.`,
      );
    }
    throw error;
  }
}

/** Sends an error that occurs outside GraphQL, such as one for an invalid key or body. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500;
  if (status < 500 && !(error instanceof DomainError)) {
    reply.code(status).send(errorBody('BAD_REQUEST', error.message));
    return;
  }
  const { message, extensions } = formatError(error, { requestId: request.id, log: request.log });
  if (request.operationLog) request.operationLog.outcome = String(extensions?.code);
  reply
    .code(statusOutsideGraphql(extensions))
    .headers(retryHeaders(extensions?.retryAfterSeconds))
    .send({ errors: [{ message, extensions }] });
}

/** Refuses a compressed body before it is read (`COMPRESSION`). */
const refuseCompressed: onRequestHookHandler = (request, reply, done) => {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return done();
  const message = 'A compressed body is not accepted: send it without the header Content-Encoding.';
  reply.code(415).header('connection', 'close').send(errorBody('BAD_REQUEST', message));
};

/** Sends the error of a URL that cannot be decoded, for which no hook runs. */
function answerFrameworkError(
  { statusCode = 400, message }: FastifyError,
  _request: unknown,
  { raw }: Pick<FastifyReply, 'raw'>,
): void {
  const body = JSON.stringify(errorBody('BAD_REQUEST', message));
  raw.writeHead(statusCode, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  raw.end(body);
}

/**
 * The responses to bytes that are not HTTP, headers that are too large and requests that do not arrive in time, by the
 * error code of Node.js.
 */
const CLIENT_ERRORS: Readonly<Record<string, { status: string; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request did not arrive in time.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The headers are too large.',
  },
};
const NOT_HTTP = { status: '400 Bad Request', message: 'The request is not valid HTTP.' };

/** Answers a request that Node.js cannot read, and closes its connection. */
function answerClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, message } = CLIENT_ERRORS[error.code] ?? NOT_HTTP;
  const body = JSON.stringify(errorBody('BAD_REQUEST', message));
  if (socket.writable) {
    const headers = `Connection: close\r\nContent-Length: ${body.length}\r\nContent-Type: application/json`;
    socket.write(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
