import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { App } from '../app.ts';
import type { McpRequest } from '../mcp/operation.ts';
import { listed, selectTools } from '../mcp/tool-selection.ts';
import { actorIdOf, requireViewer } from '../projects/viewer.ts';
import { projectIn } from './credentials.ts';
import { identifyCaller } from './identify-caller.ts';
import { refuseRpc, rpcRefusal } from './mcp-errors.ts';
import { requireOrigin } from './mcp-origin.ts';
import { sendMessages } from './mcp-stream.ts';
import { identifyByKeyOrToken, serveResourceMetadata } from './oauth.ts';

/**
 * Loads the SDK and the tools for the first request, or soon after the start (`loadRest`), because loading their many
 * files takes long.
 */
const loadAnswering = () => import('./mcp-answer.ts');

/**
 * Serves the Model Context Protocol at `/mcp` over Streamable HTTP, with the API keys, roles and limits of GraphQL.
 * There are no sessions: each request is complete in itself, so that any process can answer it.
 */
export function serveMcp(
  app: App,
  server: FastifyInstance,
  { schema, bodyLimit }: { schema: GraphQLSchema; bodyLimit: number },
): void {
  const hooks = identifyCaller(app, { needsKey: true, identifyBy: identifyByKeyOrToken(app) });
  if (app.config.oauth) serveResourceMetadata(server, app.config.oauth);
  const routes = async (api: FastifyInstance) => {
    const stream = sendMessages(app, api);
    api.setErrorHandler((error, request, reply) => refuseRpc(app, request, reply, error));
    api.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      requireOrigin(app.config, request);
    });
    api.post('/mcp', { ...hooks, bodyLimit }, async (request, reply) => {
      const asked = requestOf(app, schema, request);
      return (await loadAnswering()).answerRpc(request, reply, asked);
    });
    api.get('/mcp', { ...hooks, exposeHeadRoute: false }, async (request, reply) => {
      if (!String(request.headers.accept).includes('text/event-stream')) {
        return reply.code(406).send(rpcRefusal('A GET of /mcp must accept text/event-stream.'));
      }
      const asked = requestOf(app, schema, request);
      const { 'last-event-id': last } = request.headers;
      const { followChanges } = await loadAnswering();
      const changes = await followChanges(
        asked,
        typeof last === 'string' && last !== '' ? last : null,
      );
      return stream(request, reply, changes);
    });
    api.route({
      method: ['DELETE', 'PUT', 'PATCH'],
      url: '/mcp',
      handler: async ({ method }, reply) => {
        const isEnd = method === 'DELETE';
        const message = isEnd ? 'There are no sessions to end.' : '/mcp answers GET and POST only.';
        return reply.code(405).header('allow', 'GET, POST').send(rpcRefusal(message));
      },
    });
  };
  server.register(routes);
}

/** The request with its project, memories and tools, from URL parameters or, if these are missing, headers. */
function requestOf(app: App, schema: GraphQLSchema, request: FastifyRequest): McpRequest {
  const { viewer, headers, id: requestId } = request;
  const known = requireViewer(viewer);
  const { searchParams } = new URL(request.url, 'http://localhost');
  const listOf = (name: string) =>
    searchParams.get(name) ?? headers[`lorebase-${name}`]?.toString() ?? null;
  const log = {
    operation: `mcp ${operationOf(request)}`,
    outcome: 'ok',
    actor: actorIdOf(known),
  };
  request.operationLog = log;
  return {
    app,
    schema,
    viewer: known,
    projectId: searchParams.get('project') ?? projectIn(headers),
    requestId,
    memories: listed(listOf('memories'), 'memories'),
    tools: selectTools(listOf('tools')),
    noteOutcome: (code) => {
      log.outcome = code;
    },
  };
}

/** The method of a message, and the name of a tool or prompt. The log never has arguments. */
function operationOf({ method, body }: FastifyRequest): string {
  if (method === 'GET') return 'stream';
  if (Array.isArray(body)) return 'batch';
  const { method: called, params } = (body ?? {}) as {
    method?: unknown;
    params?: { name?: unknown };
  };
  const name = typeof params?.name === 'string' ? ` ${params.name}` : '';
  return `${typeof called === 'string' ? called : 'invalid'}${name}`;
}
