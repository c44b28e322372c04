import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { App } from '../app.ts';
import { type Context, createContext } from '../graphql/context.ts';
import { formatError } from '../graphql/errors.ts';
import { checkLimits, MAX_TOKENS } from '../graphql/limits.ts';
import { operationLabels } from '../metrics.ts';
import { secretIn } from './credentials.ts';
import { statusOf } from './status.ts';

/** Serves GraphQL at `/graphql`, as the GraphQL-over-HTTP specification has it. */
export async function serveGraphqlOverHttp(
  app: App,
  server: FastifyInstance,
  schema: GraphQLSchema,
): Promise<void> {
  const apollo = new ApolloServer<Context>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    persistedQueries: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    stopOnTerminationSignals: false,
    logger: app.log,
    plugins: [limits(schema), errors(app), measures(app)],
  });
  await apollo.start();
  server.addHook('onClose', () => apollo.stop());
  const context = async (request: FastifyRequest): Promise<Context> => {
    const credentials = { secret: secretIn(request.headers), requestId: request.id };
    return createContext(app, credentials).catch((error: unknown) => {
      throw contextError(app, error, request.id);
    });
  };
  const handler = fastifyApolloHandler(apollo, { context });
  server.route({ method: ['GET', 'POST', 'OPTIONS'], url: '/graphql', handler });
}

function limits(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, operation, request, operationName }) => {
        if (operation?.operation === OperationTypeNode.SUBSCRIPTION) throw needsWebSocket();
        const variables = request.variables ?? {};
        checkLimits({ schema, document, variables, operationName: operationName ?? undefined });
      },
    }),
  };
}

function needsWebSocket(): GraphQLError {
  const extensions = { code: 'BAD_REQUEST', http: { status: 400 } };
  return new GraphQLError('A subscription needs a WebSocket at this address.', { extensions });
}

/** What a document is refused for before anything is resolved. */
const REFUSALS = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'QUERY_TOO_COMPLEX',
  'BAD_USER_INPUT',
]);

/** Shows errors as `formatError` has them, which needs the request's id. */
function errors(app: App): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async ({ contextValue: { requestId }, request }) => ({
      willSendResponse: async ({ response, errors: raised }) => {
        if (response.body.kind !== 'single' || !raised) return;
        const shown = raised.map((error) => formatError(error, { requestId, log: app.log }));
        response.body.singleResult.errors = shown;
        // As application/json, an answer that is well-formed GraphQL has status 200, errors or not.
        const isPlainJson = !request.http?.headers.get('accept')?.includes('graphql-response+json');
        const isRefusal = shown.every(({ extensions }) => REFUSALS.has(String(extensions?.code)));
        if (isPlainJson && isRefusal) response.http.status = 200;
      },
    }),
  };
}

/** Counts and times each operation. */
function measures({ metrics }: App): ApolloServerPlugin<Context> {
  const labelOf = operationLabels();
  return {
    requestDidStart: async () => {
      const stop = metrics.requestSeconds.startTimer();
      return {
        willSendResponse: async ({ operationName, response }) => {
          const operation = labelOf(operationName);
          const { body } = response;
          const [error] = (body.kind === 'single' && body.singleResult.errors) || [];
          stop({ operation });
          metrics.requests.inc({ operation, outcome: String(error?.extensions?.code ?? 'ok') });
        },
      };
    },
  };
}

/** Who shows an unknown key gets no further; Apollo takes the HTTP status from the extensions. */
function contextError(app: App, error: unknown, requestId: string): GraphQLError {
  const { message, extensions } = formatError(error, { requestId, log: app.log });
  const { retryAfterSeconds } = extensions ?? {};
  const headers = new HeaderMap();
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  const http = { status: statusOf(extensions), headers };
  return new GraphQLError(message, { extensions: { ...extensions, http } });
}
