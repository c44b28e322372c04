import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { App } from '../app.ts';
import { type Context, createContext } from '../graphql/context.ts';
import { formatError } from '../graphql/errors.ts';
import { checkLimits, MAX_TOKENS } from '../graphql/limits.ts';
import { operationLabels } from '../metrics.ts';
import { secretIn } from './credentials.ts';
import { outcomeOf } from './request-log.ts';
import { statusOf } from './status.ts';

/** The request is where its operation leaves word for the log. */
type HttpContext = Context & { request: FastifyRequest };

/** Serves GraphQL at `/graphql`, as the GraphQL-over-HTTP specification has it. */
export async function serveGraphqlOverHttp(
  app: App,
  server: FastifyInstance,
  schema: GraphQLSchema,
): Promise<void> {
  const apollo = new ApolloServer<HttpContext>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    persistedQueries: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    stopOnTerminationSignals: false,
    logger: app.log,
    // No answer may be kept (`no-store`, below); working that out would cost a call for each field.
    plugins: [ApolloServerPluginCacheControlDisabled(), limits(schema), errors(app), measures(app)],
  });
  await apollo.start();
  server.addHook('onClose', () => apollo.stop());
  const context = async (request: FastifyRequest): Promise<HttpContext> => {
    const credentials = { secret: secretIn(request.headers), requestId: request.id };
    const known = await createContext(app, credentials).catch((error: unknown) => {
      throw contextError(app, error, request);
    });
    return { ...known, request };
  };
  const handler = fastifyApolloHandler(apollo, { context });
  server.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: '/graphql',
    handler,
    onRequest: async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    },
  });
}

function limits(schema: GraphQLSchema): ApolloServerPlugin<HttpContext> {
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
function errors(app: App): ApolloServerPlugin<HttpContext> {
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

/** Counts and times each operation, and tells the log of it. */
function measures({ metrics }: App): ApolloServerPlugin<HttpContext> {
  const labelOf = operationLabels();
  return {
    requestDidStart: async () => {
      const stop = metrics.requestSeconds.startTimer();
      return {
        willSendResponse: async ({ operationName, response: { body }, contextValue }) => {
          const operation = labelOf(operationName);
          const outcome = outcomeOf(body.kind === 'single' ? body.singleResult.errors : undefined);
          stop({ operation });
          metrics.requests.inc({ operation, outcome });
          const { request, actor } = contextValue;
          request.told = { operation: operationName ?? null, outcome, actor };
        },
      };
    },
  };
}

/** Who shows an unknown key gets no further; Apollo takes the HTTP status from the extensions. */
function contextError(app: App, error: unknown, request: FastifyRequest): GraphQLError {
  const shown = formatError(error, { requestId: request.id, log: app.log });
  const { message, extensions } = shown;
  request.told = { operation: null, outcome: outcomeOf([shown]), actor: null };
  const { retryAfterSeconds } = extensions ?? {};
  const headers = new HeaderMap();
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  const http = { status: statusOf(extensions), headers };
  return new GraphQLError(message, { extensions: { ...extensions, http } });
}
