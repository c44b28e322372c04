import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findAgents, listAgents } from '../agents/agents.ts';
import type { GenerationRequest } from '../agents/generate.ts';
import { checkedTools, messagesInput, toolsInput } from '../agents/generation-input.ts';
import type { App } from '../app.ts';
import type { AgentRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import { checkInput, metadataInput, numberFrom } from '../input.ts';
import type { ChatMessage } from '../models/chat.ts';
import type { Caller } from '../projects/viewer.ts';
import { projectIn } from './credentials.ts';
import { identifyCaller } from './identify-caller.ts';
import { answerStreamed, answerWhole, seconds } from './openai-completions.ts';
import { NOTHING_HERE, refuse } from './openai-errors.ts';
import { contextOf } from './request-context.ts';

/**
 * Serves the OpenAI-compatible API at `/v1`. The name of the model is the id of an agent. Other parameters of the model
 * (top_p, seed …) are ignored, but those that would change the form of the answer are refused.
 */
export function serveOpenAiApi(
  app: App,
  server: FastifyInstance,
  { bodyLimit }: { bodyLimit: number },
): void {
  const hooks = identifyCaller(app, { needsKey: true });
  const routes = async (api: FastifyInstance) => {
    api.setErrorHandler((error, request, reply) => refuse(app, request, reply, error));
    api.setNotFoundHandler((_request, reply) => reply.code(404).send(NOTHING_HERE));
    api.get('/models', hooks, async (request) => {
      const reading = await callerOf(app, request, 'READ');
      return listModels(reading.app, reading.caller);
    });
    api.get<{ Params: { id: string } }>('/models/:id', hooks, async (request) => {
      const reading = await callerOf(app, request, 'READ');
      return modelOf(await getAgentByModel(reading.app, reading.caller, request.params.id));
    });
    api.post('/chat/completions', { ...hooks, bodyLimit }, (request, reply) =>
      complete(app, request, reply),
    );
  };
  server.register(routes, { prefix: '/v1' });
}

async function complete(app: App, request: FastifyRequest, reply: FastifyReply) {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  try {
    const { caller } = await callerOf(app, request, 'WRITE');
    const { asked, isStream, withUsage } = await readRequest(app, caller, request.body);
    const answer = { asked, traceId: newId('trc'), reply, left: left.signal };
    left.signal.throwIfAborted();
    if (!isStream) return await answerWhole(app, caller, answer);
    return await answerStreamed(app, caller, { ...answer, request, withUsage });
  } catch (error) {
    // The client has disconnected.
    if (left.signal.aborted) return reply.hijack();
    throw error;
  }
}

/**
 * The caller of a request, and the app for its role. With a root key, the header `lorebase-project` or `OpenAI-Project`
 * names the project.
 */
async function callerOf(
  app: App,
  request: FastifyRequest,
  access: 'READ' | 'WRITE',
): Promise<{ app: App; caller: Caller }> {
  const { headers } = request;
  const projectId = projectIn(headers) ?? projectIn(headers, 'openai-project');
  const context = await contextOf(app, request, { access, projectId });
  await (access === 'READ' ? context.prepareToRead() : context.prepareToWrite());
  return { app: context.app, caller: await context.caller() };
}

const MODELS_SHOWN = 100;

async function listModels(app: App, { project }: Caller) {
  const { nodes } = await listAgents(app, project.id, {
    orderBy: { field: 'CREATED_AT', direction: 'DESC' },
    first: MODELS_SHOWN,
  });
  return { object: 'list', data: nodes.map(modelOf) };
}

function modelOf({ id, name, createdAt }: AgentRow) {
  return { id, object: 'model', created: seconds(createdAt), owned_by: 'lorebase', name };
}

async function getAgentByModel(app: App, { project }: Caller, id: string): Promise<AgentRow> {
  const [agent] = await findAgents(app, project.id, [id]);
  if (agent) return agent;
  const message = `There is no model ${id} in this project: the name of a model is the id of an agent.`;
  throw new DomainError('NOT_FOUND', message);
}

const body = z.looseObject({
  model: z.string(),
  messages: messagesInput,
  tools: toolsInput.nullish(),
  tool_choice: z.enum(['auto', 'none'], 'must be "auto" or "none"').nullish(),
  n: z.literal(1, 'must be 1').nullish(),
  response_format: z.looseObject({ type: z.literal('text', 'must be "text"') }).nullish(),
  temperature: numberFrom(0, 2).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  metadata: metadataInput.nullish(),
});

async function readRequest(app: App, caller: Caller, given: unknown) {
  const { model, messages, tools, tool_choice, temperature, stream, stream_options, metadata } =
    checkInput(body, given, 'body');
  const ofClient = checkedTools(tools, 'body.tools');
  const asked: GenerationRequest = {
    agent: await getAgentByModel(app, caller, model),
    conversation: messages as ChatMessage[],
    knowledge: null,
    tools: tool_choice === 'none' ? [] : ofClient,
    metadata: metadata ?? {},
    metadataPath: 'body.metadata',
    temperature: temperature ?? null,
  };
  return { asked, isStream: stream === true, withUsage: stream_options?.include_usage === true };
}
