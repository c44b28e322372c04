import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findAgents, listAgents } from '../agents/agents.ts';
import { type GenerationRequest, generateWithoutKey } from '../agents/generate.ts';
import { checkedTools, messagesInput, toolsInput } from '../agents/generation-input.ts';
import type { GenerationResult } from '../agents/generation-state.ts';
import { type GenerationEvent, streamed } from '../agents/stream-generation.ts';
import type { App } from '../app.ts';
import type { AgentRow, GenerationRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import { checkInput, metadataInput, numberFrom } from '../input.ts';
import type { ChatMessage } from '../models/chat.ts';
import { type Caller, requireViewer } from '../projects/viewer.ts';
import { untilAccessEnds } from '../projects/watch-access.ts';
import { projectIn } from './credentials.ts';
import { headersOf } from './headers-of.ts';
import { identifyCaller } from './identify-caller.ts';
import { NOTHING_HERE, openAiError, refuse } from './openai-errors.ts';
import { logOperation } from './operation-log.ts';
import { contextOf } from './request-context.ts';
import { EVENT_STREAM_HEADERS } from './sse-events.ts';

/**
 * Serves the OpenAI-compatible API at `/v1`. The name of the model is the id of an agent. Other parameters of
 * the model (top_p, seed …) are ignored, except those that would change the form of the answer: they are refused.
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

/** `left` is aborted when the client disconnects, which also aborts the call to the model. */
type CompletionReply = {
  asked: GenerationRequest;
  traceId: string;
  reply: FastifyReply;
  left: AbortSignal;
};

async function answerWhole(
  app: App,
  caller: Caller,
  { asked, traceId, reply, left }: CompletionReply,
) {
  const generation = await generateWithoutKey(app, caller, asked, {
    signal: left,
    traceId,
    isStateless: true,
  });
  if (generation.trace) reply.header('lorebase-trace-id', generation.trace.id);
  return {
    ...head(app, generation.id, asked, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: textOf(generation) || null,
          ...(generation.state.pending.length > 0 ? { tool_calls: callsOf(generation) } : {}),
        },
        finish_reason: finishOf(generation),
      },
    ],
    usage: usageOf(generation),
    lorebase_trace_id: generation.trace?.id ?? null,
  };
}

async function answerStreamed(
  app: App,
  caller: Caller,
  options: CompletionReply & { request: FastifyRequest; withUsage: boolean },
): Promise<FastifyReply> {
  const { asked, traceId, reply, left, request, withUsage } = options;
  const access = { viewer: requireViewer(request.viewer), projectId: caller.project.id };
  const events = untilAccessEnds(
    app,
    access,
    streamed((listener, signal) =>
      generateWithoutKey(app, caller, asked, { listener, signal, traceId, isStateless: true }),
    ),
  );
  left.addEventListener('abort', () => void events.return?.());
  const { id } = await startOf(events);
  // An error before the first text has its own HTTP status.
  const first = await events.next();
  request.isEventStream = true;
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...headersOf(reply),
    ...EVENT_STREAM_HEADERS,
    'lorebase-trace-id': traceId,
  });
  const send = (part: object) => {
    raw.write(
      `data: ${JSON.stringify({ ...head(app, id, asked, 'chat.completion.chunk'), ...part })}\n\n`,
    );
  };
  const delta = (given: object, finish: string | null = null) =>
    send({ choices: [{ index: 0, delta: given, finish_reason: finish }] });
  delta({ role: 'assistant', content: '' });
  const sender = { send, delta, withUsage, hasText: false, separator: '' };
  try {
    for (let next = first; !next.done; next = await events.next()) sendEvent(next.value, sender);
    raw.write('data: [DONE]\n\n');
  } catch (error) {
    raw.write(`data: ${JSON.stringify(openAiError(app, request, error).body)}\n\n`);
  }
  if (request.operationLog) {
    const line = { requestId: request.id, transport: 'http', ...request.operationLog } as const;
    logOperation(app.log, { ...line, durationMs: reply.elapsedTime });
  }
  // An open connection would delay the stop of the server.
  raw.end(() => request.server.server.listening || raw.req.socket.destroySoon());
  return reply;
}

/** The generation, once its knowledge is found. @throws as `generateWithoutKey` */
async function startOf(events: AsyncIterator<GenerationEvent>): Promise<GenerationRow> {
  const { value } = await events.next();
  if (value?.type !== 'START') throw new Error('A generation did not begin with its start');
  return value.generation;
}

/** An empty line between the texts of two messages. */
const BETWEEN_MESSAGES = '\n\n';

type Sender = {
  send(part: object): void;
  delta(given: object, finish?: string | null): void;
  withUsage: boolean;
  /** Whether a text was sent. */
  hasText: boolean;
  /** What the next text begins with: it is not empty if a call of a tool came after the text before it. */
  separator: string;
};

/** Sends an event. Calls of `write_memory` are omitted; calls of the client's tools are sent at the end. */
function sendEvent(event: GenerationEvent, sender: Sender): void {
  const { send, delta, withUsage } = sender;
  if (event.type === 'TEXT_DELTA') {
    delta({ content: sender.separator + event.text });
    sender.hasText = true;
    sender.separator = '';
  }
  if (event.type === 'TOOL_CALL' && sender.hasText) sender.separator = BETWEEN_MESSAGES;
  if (event.type !== 'END') return;
  const { generation } = event;
  if (generation.state.pending.length > 0) {
    delta({ tool_calls: callsOf(generation).map((call, index) => ({ index, ...call })) });
  }
  send({
    choices: [{ index: 0, delta: {}, finish_reason: finishOf(generation) }],
    lorebase_trace_id: generation.trace?.id ?? null,
  });
  if (withUsage) send({ choices: [], usage: usageOf(generation) });
}

function head(app: App, id: string, { agent }: GenerationRequest, object: string) {
  return { id: `chatcmpl-${id}`, object, created: seconds(app.clock()), model: agent.id };
}

/**
 * The text of the model's messages of this request, which is what a stream sends. A message beside a tool call is among
 * them.
 */
function textOf({ state: { messages, given } }: GenerationResult): string {
  return messages
    .slice(given)
    .map(({ role, content }) =>
      role === 'assistant' && typeof content === 'string' ? content : '',
    )
    .filter((text) => text !== '')
    .join(BETWEEN_MESSAGES);
}

function callsOf({ state }: GenerationResult) {
  return state.pending.map(({ id, ...call }) => ({ id, type: 'function', function: call }));
}

/** Why the generation ended. An answer that the model's token limit or filter cut off is not reported as whole. */
function finishOf({ status, state: { finishReason } }: GenerationResult): string {
  if (status === 'REQUIRES_ACTION') return 'tool_calls';
  if (status === 'MAX_STEPS_REACHED') return 'length';
  return finishReason === 'length' || finishReason === 'content_filter' ? finishReason : 'stop';
}

function usageOf({ state: { usage } }: GenerationResult) {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
