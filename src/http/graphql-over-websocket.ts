import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { CloseCode, type ConnectionInitMessage, type SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { App } from '../app.ts';
import { identify } from '../graphql/context.ts';
import { formatError } from '../graphql/errors.ts';
import { subscribeWithCursors } from '../graphql/event-stream.ts';
import { MAX_CONNECTION_OPERATIONS } from '../graphql/limits.ts';
import { newRequestId } from '../ids.ts';
import { isSharedOrigin } from './cors.ts';
import { projectIn, secretIn, shownFields } from './credentials.ts';
import { type AcceptedSockets, limitUnaccepted } from './limit-unaccepted.ts';
import { isSubscription, prepareOperation } from './prepare-operation.ts';
import { resumeCursor } from './resume-cursor.ts';
import { asGraphqlError, openRunningOperations } from './running-operations.ts';

/** A connection that does not send `connection_init` within this time is closed with code 4408. */
export const INIT_TIMEOUT_MS = 3000;

/**
 * A stopping server terminates connections that their clients do not close within this time, such as those of a
 * sleeping laptop.
 */
const CLOSE_MS = 2000;

/** The answer to a WebSocket of a page whose origin may not use this server. */
const FORBIDDEN = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * The answer to a request that asks for another protocol, such as HTTP/2. Node.js from version 24.9 on answers the
 * request itself (`isWebSocket`).
 */
const NOT_UPGRADED = [
  'HTTP/1.1 400 Bad Request',
  'Connection: close',
  'Content-Type: text/plain',
  '',
  'This server does not change the protocol. Send the request without the header Upgrade, as HTTP/1.1.',
].join('\r\n');

/** The answer to a WebSocket at another address. */
const NOT_FOUND = [
  'HTTP/1.1 404 Not Found',
  'Connection: close',
  'Content-Type: text/plain',
  '',
  'WebSockets are served at /graphql only.',
].join('\r\n');

/** Whether a request asks for a WebSocket in its header `upgrade`. */
export function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Serves the protocol of graphql-ws at `/graphql`, with the same schema, API keys and limits as over HTTP. */
export function serveGraphqlOverWebSocket(
  app: App,
  server: FastifyInstance,
  { schema, maxPayload }: { schema: GraphQLSchema; maxPayload: number },
): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload });
  const accepted: AcceptedSockets = new WeakSet();
  server.server.on('upgrade', (request, socket, head) => {
    const refusal = upgradeRefusal(app, request);
    if (refusal !== null) return refuse(socket, refusal);
    sockets.handleUpgrade(request, socket, head, (open) => {
      limitUnaccepted(accepted, { socket: open, raw: socket });
      sockets.emit('connection', open, request);
      stopping.closeIfBegun(open);
    });
  });
  const operations = openRunningOperations<SubscribePayload>(app, 'websocket');
  const stopping = createStop();
  const end = (asked: SubscribePayload, socket: WebSocket) => {
    operations.end(asked);
    stopping.waitNoLongerFor(socket, asked);
  };
  useServer<ConnectionInitMessage['payload']>(
    {
      connectionInitWaitTimeout: INIT_TIMEOUT_MS,
      onConnect: async ({ connectionParams, extra }) => {
        const secret = secretIn(shownFields(extra.request.headers, connectionParams));
        const refusal = secret === null ? null : await refusalOf(app, secret);
        if (refusal) extra.socket.close(refusal.code, refusal.reason);
        else if (secret !== null) accepted.add(extra.socket);
        return refusal === null;
      },
      subscribe: subscribeWithCursors,
      onSubscribe: async (context, id, asked) => {
        const { connectionParams, extra } = context;
        // The operation is never answered. The client sends it again on its next connection.
        if (stopping.hasBegun()) return new Promise<never>(() => {});
        const requestId = newRequestId();
        operations.begin(asked, requestId);
        stopping.waitFor(extra.socket, asked);
        if (Object.keys(context.subscriptions).length > MAX_CONNECTION_OPERATIONS)
          return [tooMany()];
        const shown = shownFields(extra.request.headers, connectionParams);
        try {
          const prepared = await prepareAsked(app, schema, { asked, shown, requestId });
          if (!('contextValue' in prepared)) return prepared;
          operations.prepared(asked, prepared);
          if (isSubscription(prepared)) {
            stopping.waitNoLongerFor(extra.socket, asked);
            prepared.contextValue.resumeAfter = resumeCursor(connectionParams, id);
          }
          return prepared;
        } catch (error) {
          return [asGraphqlError(error)];
        } finally {
          // The library sends no errors to a client that has disconnected or has completed the operation, so the
          // operation ends here.
          if (!(id in context.subscriptions)) end(asked, extra.socket);
        }
      },
      onNext: (_context, _id, asked, _args, result) => operations.answer(asked, result),
      onError: ({ extra }, _id, asked, errors) => {
        const shown = operations.show(asked, errors);
        end(asked, extra.socket);
        return shown;
      },
      onComplete: ({ extra }, _id, asked) => end(asked, extra.socket),
    },
    sockets,
  );
  server.addHook('preClose', async () => {
    // The connections must be closed, because the server waits for those that are open.
    stopping.begin(sockets.clients);
  });
}

/** The answer with which an upgrade is refused; null if it is accepted. */
function upgradeRefusal(app: App, request: IncomingMessage): string | null {
  if (!isWebSocket(request)) return NOT_UPGRADED;
  if (request.url?.split('?')[0] !== '/graphql') return NOT_FOUND;
  return isSharedOrigin(app, request) ? null : FORBIDDEN;
}

type SocketOperation = {
  asked: SubscribePayload;
  /** The headers of the connection, and the parameters of its `connection_init` (`shownFields`). */
  shown: Readonly<Record<string, unknown>>;
  requestId: string;
};

/** Checks the key and prepares the operation. The key is checked for each operation, because it can be revoked. */
async function prepareAsked(
  app: App,
  schema: GraphQLSchema,
  { asked, shown, requestId }: SocketOperation,
) {
  return prepareOperation(app, schema, {
    viewer: await identify(app, secretIn(shown)),
    projectId: projectIn(shown),
    requestId,
    query: asked.query,
    variables: asked.variables ?? {},
    operationName: asked.operationName ?? undefined,
  });
}

type Stop = {
  hasBegun(): boolean;
  /** Closes the connections on which no query or mutation runs, and the others as soon as theirs have ended. */
  begin(sockets: Iterable<WebSocket>): void;
  /** Closes a new connection if the stop has begun. */
  closeIfBegun(socket: WebSocket): void;
  /** Makes the stop wait for the operation until `waitNoLongerFor` is called. */
  waitFor(socket: WebSocket, asked: SubscribePayload): void;
  /** Must be called when the operation has ended or is known to be a subscription, for which the stop does not wait. */
  waitNoLongerFor(socket: WebSocket, asked: SubscribePayload): void;
};

/**
 * Closes the connections when the server stops. Running queries and mutations can end first, because a client would
 * send them again on its next connection.
 */
function createStop(): Stop {
  const running = new WeakMap<WebSocket, Set<SubscribePayload>>();
  let hasBegun = false;
  const closeIfBegun = (socket: WebSocket) => {
    if (!hasBegun || (running.get(socket)?.size ?? 0) > 0) return;
    socket.close(1001, 'Going away');
    setTimeout(() => socket.terminate(), CLOSE_MS).unref();
  };
  return {
    hasBegun: () => hasBegun,
    begin: (sockets) => {
      hasBegun = true;
      for (const socket of sockets) closeIfBegun(socket);
    },
    closeIfBegun,
    waitFor: (socket, asked) => {
      const others = running.get(socket);
      if (others) others.add(asked);
      else running.set(socket, new Set([asked]));
    },
    waitNoLongerFor: (socket, asked) => {
      // The connection is closed in the next turn of the event loop, after the last messages of the operation are sent.
      if (running.get(socket)?.delete(asked)) setImmediate(closeIfBegun, socket);
    },
  };
}

/** Refuses and ends a connection. A client may reset it, so it needs a listener for errors; Node.js has none. */
function refuse(socket: Duplex, answer: string): void {
  socket.on('error', () => {});
  socket.once('finish', () => socket.destroy());
  socket.end(answer);
}

function tooMany(): GraphQLError {
  const message = `A connection may run ${MAX_CONNECTION_OPERATIONS} operations at once.`;
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } });
}

/** Close codes of rejected connections. Clients reconnect automatically after 1013. */
const REFUSALS: Readonly<Record<string, { code: number; reason: string }>> = {
  UNAUTHENTICATED: { code: CloseCode.Forbidden, reason: 'Forbidden' },
  RATE_LIMITED: { code: 1013, reason: 'Try again later' },
  DATABASE_UNAVAILABLE: { code: 1013, reason: 'Try again later' },
};
const FAULT = { code: CloseCode.InternalServerError, reason: 'Internal server error' };

/** The close code and reason for a connection with this secret; null if the secret is valid. */
async function refusalOf(app: App, secret: string) {
  try {
    await identify(app, secret);
    return null;
  } catch (error) {
    const { extensions } = formatError(error, { requestId: newRequestId(), log: app.log });
    return REFUSALS[String(extensions?.code)] ?? FAULT;
  }
}
