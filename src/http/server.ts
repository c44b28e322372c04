import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { DomainError } from '../errors.ts';
import { formatError } from '../graphql/errors.ts';
import { createSchema } from '../graphql/schema.ts';
import { newId } from '../ids.ts';
import { serveGraphiql } from './graphiql.ts';
import { serveGraphqlOverHttp } from './graphql-over-http.ts';
import { serveGraphqlOverWebSocket } from './graphql-over-websocket.ts';
import { decorateRequests, MAX_ANONYMOUS_BYTES } from './identify-caller.ts';
import { serveOpenAiApi } from './openai-api.ts';
import { logRequests } from './operation-log.ts';
import { serveOperations } from './operations.ts';
import { serveSignIn } from './pages.ts';
import { statusOf } from './status.ts';

/** 500 texts of 32 KiB, the largest call there is, and their JSON. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** How long a connection may take to send a request before it is answered 408 and closed. */
export type Timeouts = {
  /** Until the last header, from the opening of the connection or the end of the request before. */
  headersMs: number;
  /** Until the last byte of the body. */
  requestMs: number;
  /** How often connections are looked through. */
  checkMs: number;
};

/** The largest body takes 60 s at 3 Mbit/s; every other request arrives within a second. */
const TIMEOUTS: Timeouts = { headersMs: 15_000, requestMs: 60_000, checkMs: 5000 };

/**
 * What browsers are told about every answer. Pages set a Content-Security-Policy of their own. Whether
 * the host is reached by HTTPS alone is for the proxy that serves HTTPS to say.
 */
const SECURITY_HEADERS: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  frameguard: { action: 'deny' },
  strictTransportSecurity: false,
};

export type RunningServer = {
  url: string;
  /** Lets requests in flight finish, ends subscriptions and stops listening. */
  close(): Promise<void>;
};

/** Listens on the configured host and port. */
export async function startServer(app: App, timeouts: Timeouts = TIMEOUTS): Promise<RunningServer> {
  const loggerInstance: FastifyBaseLogger = app.log;
  const server = fastify({
    // Routes that need larger bodies name their limit, and read them of authenticated callers alone.
    bodyLimit: MAX_ANONYMOUS_BYTES,
    requestTimeout: timeouts.requestMs,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkMs },
    forceCloseConnections: 'idle',
    genReqId: () => newId('req'),
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
  });
  closeConnectionsWhenStopping(server);
  logRequests(app, server);
  decorateRequests(server);
  await server.register(helmet, SECURITY_HEADERS);
  const schema = createSchema();
  server.setErrorHandler(answerError);
  server.setNotFoundHandler((_request, reply) => {
    reply.code(404).send(errorBody('NOT_FOUND', 'There is nothing here; GraphQL is at /graphql.'));
  });
  await serveGraphqlOverHttp(app, server, { schema, bodyLimit: MAX_BODY_BYTES });
  serveGraphqlOverWebSocket(app, server, { schema, maxPayload: MAX_BODY_BYTES });
  serveOpenAiApi(app, server, { bodyLimit: MAX_BODY_BYTES });
  serveOperations(app, server);
  serveSignIn(server);
  if (app.config.graphiql) serveGraphiql(server);
  await listen(server, app.config);
  return { url: urlOf(server.server, app.config.host), close: () => server.close() };
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    await server.close();
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw isTaken
      ? new Error(`PORT ${port} on HOST ${host} is in use; set PORT to another.`)
      : error;
  }
}

/** A kept-alive connection whose request is still being answered would hold up the stop. */
function closeConnectionsWhenStopping(server: FastifyInstance): void {
  let isStopping = false;
  server.addHook('preClose', async () => {
    isStopping = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
}

/** What fails outside GraphQL: a key or a body that is refused, or what another address needs. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500;
  if (status < 500 && !(error instanceof DomainError)) {
    reply.code(status).send(errorBody('BAD_REQUEST', error.message));
    return;
  }
  const { message, extensions } = formatError(error, { requestId: request.id, log: request.log });
  if (request.operationLog) request.operationLog.outcome = String(extensions?.code);
  reply.code(statusOf(extensions)).send({ errors: [{ message, extensions }] });
}

function errorBody(code: string, message: string) {
  return { errors: [{ message, extensions: { code } }] };
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
