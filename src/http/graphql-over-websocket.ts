import type { FastifyInstance } from 'fastify';
import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  parse,
  validate,
} from 'graphql';
import type { ConnectionInitMessage, SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import type { App } from '../app.ts';
import { DomainError } from '../errors.ts';
import { createContext } from '../graphql/context.ts';
import { formatError } from '../graphql/errors.ts';
import { checkLimits, MAX_TOKENS } from '../graphql/limits.ts';
import { newId } from '../ids.ts';
import { authenticate } from '../projects/authenticate.ts';
import { secretIn } from './credentials.ts';

/** Operations that one connection may run at once, subscriptions among them. */
const MAX_OPERATIONS = 100;

/** Sub-protocol of graphql-ws; the same schema, keys and limits as over HTTP. */
export function serveGraphqlOverWebSocket(
  app: App,
  server: FastifyInstance,
  { schema, maxPayload }: { schema: GraphQLSchema; maxPayload: number },
): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload });
  server.server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] !== '/graphql') return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (open) =>
      sockets.emit('connection', open, request),
    );
  });
  const served = useServer<ConnectionInitMessage['payload']>(
    {
      onConnect: async ({ connectionParams, extra }) => {
        const secret = secretIn({ ...extra.request.headers, ...connectionParams });
        return secret === null || isValid(app, secret);
      },
      onSubscribe: async ({ connectionParams, extra, subscriptions }, _id, asked) => {
        if (Object.keys(subscriptions).length > MAX_OPERATIONS) return [tooMany()];
        const secret = secretIn({ ...extra.request.headers, ...connectionParams });
        try {
          return await prepare(app, schema, { secret, asked });
        } catch (error) {
          return [error instanceof GraphQLError ? error : wrapped(error)];
        }
      },
      onNext: (_context, _id, _payload, args, { data, errors }) =>
        errors
          ? { data: data ?? null, errors: errors.map((error) => shown(app, error, args)) }
          : undefined,
      onError: (_context, _id, _payload, errors) => errors.map((error) => shown(app, error)),
    },
    sockets,
  );
  server.addHook('preClose', async () => {
    await served.dispose();
  });
}

function tooMany(): GraphQLError {
  const message = `A connection may run ${MAX_OPERATIONS} operations at once.`;
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } });
}

/** Each operation shows its key anew, so that a revoked one ends with the next. */
async function prepare(
  app: App,
  schema: GraphQLSchema,
  { secret, asked }: { secret: string | null; asked: SubscribePayload },
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  const document = parsed(asked.query);
  const faults = validate(schema, document);
  if (faults.length > 0) return faults;
  const variables = asked.variables ?? {};
  const operationName = asked.operationName ?? undefined;
  checkLimits({ schema, document, variables, operationName });
  const contextValue = await createContext(
    app,
    { secret, requestId: newId('req') },
    { cache: false },
  );
  return { schema, document, variableValues: variables, operationName, contextValue };
}

function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: MAX_TOKENS });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new GraphQLError(error.message, { extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
  }
}

/** False for a key that is not valid; a database that cannot tell closes the socket as a fault. */
async function isValid(app: App, secret: string): Promise<boolean> {
  return authenticate(app, secret).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false;
      throw error;
    },
  );
}

function wrapped(error: unknown): GraphQLError {
  const cause = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(cause.message, { originalError: cause });
}

function shown(app: App, error: GraphQLError, args?: ExecutionArgs): GraphQLFormattedError {
  const { requestId = newId('req') } = (args?.contextValue ?? {}) as { requestId?: string };
  return formatError(error, { requestId, log: app.log });
}
