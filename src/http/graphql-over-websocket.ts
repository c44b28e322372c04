import type { FastifyInstance } from 'fastify';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { CloseCode, type ConnectionInitMessage, type SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import type { App } from '../app.ts';
import { checkDocument, checkDocumentText, parseDocument } from '../graphql/check-document.ts';
import { createContext, identify } from '../graphql/context.ts';
import { costExtensions } from '../graphql/cost.ts';
import { formatError } from '../graphql/errors.ts';
import { MAX_CONNECTION_OPERATIONS } from '../graphql/limits.ts';
import { newId } from '../ids.ts';
import { projectIn, secretIn } from './credentials.ts';
import { type AcceptedSockets, limitUnaccepted } from './limit-unaccepted.ts';
import { openWebSocketOperations, type PreparedOperation } from './websocket-operations.ts';

/** A connection that does not send `connection_init` within this time is closed with code 4408. */
export const INIT_TIMEOUT_MS = 3000;

/**
 * Serves the protocol of graphql-ws at `/graphql`, with the same schema, API keys and limits as over HTTP.
 */
export function serveGraphqlOverWebSocket(
  app: App,
  server: FastifyInstance,
  { schema, maxPayload }: { schema: GraphQLSchema; maxPayload: number },
): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload });
  const accepted: AcceptedSockets = new WeakSet();
  server.server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] !== '/graphql') return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (open) => {
      limitUnaccepted(accepted, { socket: open, raw: socket });
      sockets.emit('connection', open, request);
    });
  });
  const operations = openWebSocketOperations(app.log);
  const served = useServer<ConnectionInitMessage['payload']>(
    {
      connectionInitWaitTimeout: INIT_TIMEOUT_MS,
      onConnect: async ({ connectionParams, extra }) => {
        const secret = secretIn({ ...extra.request.headers, ...connectionParams });
        const refusal = secret === null ? null : await refusalOf(app, secret);
        if (refusal) extra.socket.close(refusal.code, refusal.reason);
        else if (secret !== null) accepted.add(extra.socket);
        return refusal === null;
      },
      onSubscribe: async ({ connectionParams, extra, subscriptions }, _id, asked) => {
        const requestId = operations.begin(asked);
        if (Object.keys(subscriptions).length > MAX_CONNECTION_OPERATIONS) return [tooMany()];
        const shown = { ...extra.request.headers, ...connectionParams };
        try {
          const prepared = await prepare(app, schema, { shown, asked, requestId });
          if ('contextValue' in prepared) operations.prepared(asked, prepared);
          return prepared;
        } catch (error) {
          return [error instanceof GraphQLError ? error : wrapped(error)];
        }
      },
      onNext: (_context, _id, asked, _args, { data = null, errors, extensions }) => {
        const cost = operations.costOf(asked);
        return {
          data,
          ...(errors ? { errors: operations.show(asked, errors) } : {}),
          extensions: { ...extensions, ...(cost === null ? {} : costExtensions(cost)) },
        };
      },
      onError: (_context, _id, asked, errors) => {
        const shown = operations.show(asked, errors);
        operations.end(asked);
        return shown;
      },
      onComplete: (_context, _id, asked) => operations.end(asked),
    },
    sockets,
  );
  server.addHook('preClose', async () => {
    await served.dispose();
  });
}

function tooMany(): GraphQLError {
  const message = `A connection may run ${MAX_CONNECTION_OPERATIONS} operations at once.`;
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } });
}

/** Authenticates and checks an operation. The key is checked for each operation, since it can be revoked. */
async function prepare(
  app: App,
  schema: GraphQLSchema,
  options: { asked: SubscribePayload; shown: Record<string, unknown>; requestId: string },
): Promise<PreparedOperation | readonly GraphQLError[]> {
  const { asked, shown, requestId } = options;
  const viewer = await identify(app, secretIn(shown));
  const projectId = projectIn(shown);
  const hasKey = viewer !== null;
  checkDocumentText(asked.query, { hasKey });
  const document = parseDocument(asked.query);
  const variables = asked.variables ?? {};
  const operationName = asked.operationName ?? undefined;
  const { errors, cost } = checkDocument({ schema, document, variables, operationName, hasKey });
  if (errors.length > 0 || cost === null) return errors;
  const contextValue = await createContext(app, { viewer, projectId, requestId }, { cache: false });
  return { schema, document, variableValues: variables, operationName, contextValue, cost };
}

/** Close codes of rejected connections. Clients reconnect automatically after 1013. */
const REFUSALS: Readonly<Record<string, { code: number; reason: string }>> = {
  UNAUTHENTICATED: { code: CloseCode.Forbidden, reason: 'Forbidden' },
  RATE_LIMITED: { code: 1013, reason: 'Try again later' },
  DATABASE_UNAVAILABLE: { code: 1013, reason: 'Try again later' },
};
const FAULT = { code: CloseCode.InternalServerError, reason: 'Internal server error' };

/** The close code for a secret; null if it is valid. */
async function refusalOf(app: App, secret: string) {
  try {
    await identify(app, secret);
    return null;
  } catch (error) {
    const { extensions } = formatError(error, { requestId: newId('req'), log: app.log });
    return REFUSALS[String(extensions?.code)] ?? FAULT;
  }
}

function wrapped(error: unknown): GraphQLError {
  const cause = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(cause.message, { originalError: cause });
}
