import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { App } from '../app.ts';
import { checkDocument, checkDocumentText, MAX_ERRORS } from '../graphql/check-document.ts';
import { type Context, createContext } from '../graphql/context.ts';
import { costExtensions } from '../graphql/cost.ts';
import { formatError } from '../graphql/errors.ts';
import { MAX_TOKENS } from '../graphql/limits.ts';
import { boundedLabels } from '../metrics.ts';
import { KEY_HEADERS, projectIn } from './credentials.ts';
import { errorBody } from './error-body.ts';
import { createEventStreams, prefersEventStream } from './graphql-over-sse.ts';
import { identifyCaller } from './identify-caller.ts';
import { outcomeOf } from './operation-log.ts';
import { retryHeaders, statusOf } from './status.ts';

/**
 * A browser sends one of these headers to another origin only after a preflight. A GET, or a POST with a simple content
 * type, is refused unless it has one of them. The API key is one, so a client that sends a key needs no other header.
 */
const PREFLIGHTED_HEADERS = [...KEY_HEADERS, 'x-apollo-operation-name', 'apollo-require-preflight'];

/**
 * `request` receives the log fields of the operation. `refusal` has the errors of a rejected document, and
 * `cost` the cost of the document if it was computed.
 */
type HttpContext = Context & {
  request: FastifyRequest;
  refusal?: readonly GraphQLError[];
  cost?: number | null;
};

/** Serves GraphQL at `/graphql` according to the GraphQL-over-HTTP specification. */
export async function serveGraphqlOverHttp(
  app: App,
  server: FastifyInstance,
  { schema, bodyLimit }: { schema: GraphQLSchema; bodyLimit: number },
): Promise<void> {
  const apollo = createApollo(app, schema);
  await apollo.start();
  server.addHook('onClose', () => apollo.stop());
  const context = async (request: FastifyRequest): Promise<HttpContext> => {
    const { viewer, headers, id: requestId } = request;
    const projectId = projectIn(headers);
    try {
      checkDocumentText(queryOf(request), { hasKey: viewer !== null });
      return Object.assign(await createContext(app, { viewer, projectId, requestId }), { request });
    } catch (error) {
      throw contextError(app, error, request);
    }
  };
  const { onRequest, preParsing } = identifyCaller(app, { needsKey: false });
  const answer = fastifyApolloHandler(apollo, { context });
  const answerByEvents = createEventStreams(app, server, schema);
  const noStore: onRequestHookHandler = (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  };
  server.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: '/graphql',
    handler(request, reply) {
      return prefersEventStream(request)
        ? answerByEvents(request, reply)
        : answer.call(this, request, reply);
    },
    bodyLimit,
    onRequest: [noStore, requireHost, answerBrowser(app), onRequest],
    preParsing,
  });
  server.route({
    method: ['GET', 'POST'],
    url: '/graphql/stream',
    handler: answerByEvents,
    bodyLimit,
    onRequest: [noStore, onRequest],
    preParsing,
  });
  for (const url of ['/graphql', '/graphql/stream']) {
    server.route({ method: ['PUT', 'PATCH', 'DELETE'], url, handler: refuseMethod });
  }
}

function createApollo(app: App, schema: GraphQLSchema): ApolloServer<HttpContext> {
  return new ApolloServer<HttpContext>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    persistedQueries: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    // The plugin `limits` validates documents, as over WebSocket, after cheaper checks of their size.
    dangerouslyDisableValidation: true,
    executionOptions: { maxCoercionErrors: MAX_ERRORS },
    stopOnTerminationSignals: false,
    csrfPrevention: { requestHeaders: PREFLIGHTED_HEADERS },
    logger: app.log,
    // Apollo's cache control is off, because responses are `no-store` (below) and it would add a call for each field.
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      limits(schema),
      errors(app),
      measures(app),
    ],
  });
}

/**
 * Refuses a request whose header `Host` is missing or malformed, because Apollo's integration could not read its URL.
 */
const requireHost: onRequestHookHandler = ({ hostname }, reply, done) => {
  if (URL.canParse(`http://${hostname}/`)) return done();
  reply.code(400).send(errorBody('BAD_REQUEST', 'The header Host is missing or malformed.'));
};

function refuseMethod(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = 'GraphQL is served to POST and GET.';
  return reply.code(405).header('allow', 'GET, POST').send(errorBody('BAD_REQUEST', message));
}

/** Redirects a browser that opens the URL without a query to GraphiQL. */
function answerBrowser({ config }: App) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (!isPage || queryOf(request) !== '') return;
    if (config.graphiql) return reply.redirect('/graphiql');
    return reply.type('text/plain').send('GraphQL is served here: send a query by POST.\n');
  };
}

/** The text of the document; empty if there is none, which Apollo rejects. */
function queryOf({ method, body, query }: FastifyRequest): string {
  const given = method === 'POST' ? body : query;
  if (typeof given !== 'object' || given === null || !('query' in given)) return '';
  return typeof given.query === 'string' ? given.query : '';
}

function limits(schema: GraphQLSchema): ApolloServerPlugin<HttpContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, operation, request, contextValue, ...context }) => {
        const hasKey = contextValue.viewer !== null;
        const variables = request.variables ?? {};
        const operationName = context.operationName ?? undefined;
        const checked = checkDocument({ schema, document, variables, operationName, hasKey });
        const [first] = checked.errors;
        contextValue.cost = checked.cost;
        if (first !== undefined) {
          contextValue.refusal = checked.errors;
          throw refused(first);
        }
        if (operation?.operation === OperationTypeNode.SUBSCRIPTION) throw needsStream();
        if (operation?.operation === OperationTypeNode.QUERY) await contextValue.prepareToRead();
      },
      willSendResponse: async ({ response: { body }, contextValue: { cost = null, replica } }) => {
        if (body.kind !== 'single' || cost === null) return;
        const { singleResult } = body;
        const added = { ...costExtensions(cost), ...(replica ? { replica } : {}) };
        singleResult.extensions = { ...singleResult.extensions, ...added };
      },
    }),
  };
}

/**
 * The error that is thrown to Apollo, which accepts a single error with an HTTP status. The plugin `errors` puts all
 * errors into the response.
 */
function refused({ message, extensions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { extensions: { http: { status: 400 }, ...extensions } });
}

function needsStream(): GraphQLError {
  const extensions = { code: 'BAD_REQUEST', http: { status: 400 } };
  return new GraphQLError(
    'A subscription needs a WebSocket or `accept: text/event-stream` at this address.',
    { extensions },
  );
}

/** Codes of errors with which a document is rejected before execution. */
const REFUSALS = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'QUERY_TOO_COMPLEX',
  'BAD_USER_INPUT',
]);

/** Formats errors by `formatError`, which needs the request id. */
function errors(app: App): ApolloServerPlugin<HttpContext> {
  return {
    requestDidStart: async ({ contextValue, request }) => ({
      willSendResponse: async ({ response, errors: found }) => {
        const { requestId, refusal: raised = found } = contextValue;
        if (response.body.kind !== 'single' || !raised) return;
        const shown = raised.map((error) => formatError(error, { requestId, log: app.log }));
        response.body.singleResult.errors = shown;
        // With application/json, a well-formed GraphQL response has status 200, even with errors.
        const isPlainJson = !request.http?.headers.get('accept')?.includes('graphql-response+json');
        const isRefusal = shown.every(({ extensions }) => REFUSALS.has(String(extensions?.code)));
        if (isPlainJson && isRefusal) response.http.status = 200;
      },
    }),
  };
}

/** Counts and times each operation, and sets its fields in the log. */
function measures({ metrics }: App): ApolloServerPlugin<HttpContext> {
  const labelOf = boundedLabels();
  return {
    requestDidStart: async () => {
      const stop = metrics.requestSeconds.startTimer();
      return {
        willSendResponse: async ({ operationName, response: { body }, contextValue }) => {
          const operation = operationName ? labelOf(operationName) : 'anonymous';
          const outcome = outcomeOf(body.kind === 'single' ? body.singleResult.errors : undefined);
          stop({ operation });
          metrics.requests.inc({ operation, outcome });
          const { request, actor } = contextValue;
          request.operationLog = { operation: operationName ?? null, outcome, actor };
        },
      };
    },
  };
}

/**
 * The error of a request whose context cannot be created. Apollo reads the HTTP status from
 * `extensions.http`.
 */
function contextError(app: App, error: unknown, request: FastifyRequest): GraphQLError {
  const shown = formatError(error, { requestId: request.id, log: app.log });
  const { message, extensions } = shown;
  request.operationLog = { operation: null, outcome: outcomeOf([shown]), actor: null };
  const headers = new HeaderMap(Object.entries(retryHeaders(extensions?.retryAfterSeconds)));
  const http = { status: statusOf(extensions), headers };
  return new GraphQLError(message, { extensions: { ...extensions, http } });
}
