import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GenerationRequest, generateWithoutKey } from '../agents/generate.ts';
import type { GenerationResult } from '../agents/generation-state.ts';
import { type GenerationEvent, streamed } from '../agents/stream-generation.ts';
import type { App } from '../app.ts';
import type { GenerationRow } from '../db/rows.ts';
import { type Caller, requireViewer } from '../projects/viewer.ts';
import { untilAccessEnds } from '../projects/watch-access.ts';
import { headersOf } from './headers-of.ts';
import { openAiError } from './openai-errors.ts';
import { logOperation } from './operation-log.ts';
import { EVENT_STREAM_HEADERS } from './sse-events.ts';

/** `left` is aborted when the client disconnects, which also aborts the call to the model. */
type CompletionReply = {
  asked: GenerationRequest;
  traceId: string;
  reply: FastifyReply;
  left: AbortSignal;
};

export async function answerWhole(
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

export async function answerStreamed(
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
  // The headers are sent after the first event, so that an error before it has an HTTP status of its own.
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

/**
 * The generation, from its first event, which is sent when the knowledge was found.
 * @throws as `generateWithoutKey`
 */
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
  /** The separator before the next text: an empty line after a text and a call of a tool, otherwise empty. */
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
 * The texts of the model's messages of this request, as a stream sends them, including texts of messages with tool
 * calls.
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

/** The `finish_reason` of a generation. It tells if the model's token limit or filter cut off the answer. */
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

export function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
