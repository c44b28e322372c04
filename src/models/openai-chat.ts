import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionCreateParamsStreaming,
} from 'openai/resources';
import type { Stream } from 'openai/streaming';
import { type Config, hasEndpoint } from '../config.ts';
import { chatUnavailable, DomainError } from '../errors.ts';
import { storableText } from '../input.ts';
import { boundedLabels, type Metrics } from '../metrics.ts';
import type { Chat, ChatAnswer, ChatRequest, ChatToolCall, Usage } from './chat.ts';
import { describeFailure, loggedOf, openAi, openClient } from './openai-client.ts';
import { withinTime } from './within-time.ts';

/**
 * Maximum size of an answer, streamed or whole, in bytes. A streamed token takes about 300 bytes, so the limit allows
 * an answer of about 100,000 tokens.
 */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * Maximum time to wait for the token counts and the end of a stream after the finish reason. Some endpoints do not end
 * the stream.
 */
const AFTER_FINISH_MS = 2000;

/** Opens a chat model behind any OpenAI-compatible endpoint. */
export function openChat(settings: Config['chat'], metrics: Metrics): Chat {
  let opened: ReturnType<typeof openClient> | undefined;
  const openOnce = () => {
    opened ??= openClient(settings, { maxBytes: MAX_ANSWER_BYTES });
    return opened;
  };
  /** Models that refused a request with a schema. Later requests to them describe the form in the prompt alone. */
  const withoutSchema = new Set<string>();
  const ask = async (
    request: Omit<ChatRequest, 'schema'> & Pick<Partial<ChatRequest>, 'schema'>,
    model: string,
    signal: AbortSignal,
  ): Promise<ChatAnswer> => {
    const asked = withoutSchema.has(model) ? { ...request, schema: undefined } : request;
    const body = bodyOf(model, asked);
    const client = openOnce();
    try {
      if (!request.onText) {
        return readAnswer(model, await client.chat.completions.create(body, { signal }));
      }
      const stream = await client.chat.completions.create(streamed(body), { signal });
      return await readStream(model, stream, request.onText);
    } catch (error) {
      if (!asked.schema || !(error instanceof openAi().BadRequestError)) throw error;
      const answer = await ask({ ...request, schema: undefined }, model, signal);
      // If the request without a schema is refused too, the schema was not the reason, and this line is not reached.
      withoutSchema.add(model);
      return answer;
    }
  };
  const labelOf = boundedLabels();
  const complete = async (request: ChatRequest): Promise<ChatAnswer> => {
    const model = requireChatModel(settings, request.model);
    try {
      const answer = await withinTime(settings.timeoutMs, request.signal, (signal) =>
        ask(request, model, signal),
      );
      count(metrics, labelOf(answer.model), answer);
      return answer;
    } catch (error) {
      metrics.chatCalls.inc({ model: labelOf(model), outcome: 'failed' });
      if (request.signal?.aborted || error instanceof DomainError) throw error;
      const asked = { model: `The chat model ${model}`, variables: 'CHAT' } as const;
      const logged = loggedOf(error, settings.apiKey);
      throw chatUnavailable(describeFailure(asked, error), { cause: error, logged });
    }
  };
  return { defaultModel: settings.model ?? null, complete };
}

/** The model of a request that asks for `wanted`, or for none. @throws CHAT_NOT_CONFIGURED */
export function requireChatModel(settings: Config['chat'], wanted: string | null): string {
  const model = wanted ?? settings.model;
  if (model && hasEndpoint(settings)) return model;
  const missing = model ? 'CHAT_BASE_URL or OPENAI_API_KEY' : 'CHAT_MODEL';
  throw new DomainError(
    'CHAT_NOT_CONFIGURED',
    `The operation needs a chat model and the server has none: set ${missing}, such as CHAT_MODEL=llama3.2 and CHAT_BASE_URL=http://127.0.0.1:11434/v1.`,
  );
}

function bodyOf(
  model: string,
  {
    messages,
    temperature,
    tools,
    schema,
  }: Omit<ChatRequest, 'schema'> & Pick<Partial<ChatRequest>, 'schema'>,
): ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages,
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools && tools.length > 0 ? { tools } : {}),
    ...(schema
      ? {
          response_format: {
            type: 'json_schema',
            json_schema: { ...schema, schema: { ...schema.schema }, strict: true },
          },
        }
      : {}),
  };
}

function readAnswer(model: string, answer: ChatCompletion): ChatAnswer {
  const choice = answer?.choices?.[0];
  const { content, refusal, tool_calls: calls } = choice?.message ?? {};
  // A model that refuses to answer gives the reason in `refusal` instead of `content`.
  const text = content || (refusal ?? content);
  if (!choice || (typeof text !== 'string' && !Array.isArray(calls))) {
    throw chatUnavailable(`The chat model ${model} sent an answer without a message.`);
  }
  checkCallCount(model, calls?.length ?? 0);
  // Some endpoints omit the type and the id of a call.
  const toolCalls = (calls ?? []).flatMap((call) => {
    const called = 'function' in call ? call.function : null;
    return called ? { id: call.id ?? '', name: called.name, arguments: called.arguments } : [];
  });
  if (calls?.length && toolCalls.length === 0 && !text) {
    throw chatUnavailable(`The chat model ${model} called tools that are not functions.`);
  }
  return {
    model: answer.model ?? model,
    text: storableText(text ?? ''),
    toolCalls: toolCalls.map(storableCall),
    finishReason: choice.finish_reason ?? 'stop',
    usage: readUsage(answer.usage),
  };
}

function streamed(
  body: ChatCompletionCreateParamsNonStreaming,
): ChatCompletionCreateParamsStreaming {
  return { ...body, stream: true, stream_options: { include_usage: true } };
}

/**
 * Assembles a streamed answer. The answer is complete when its finish reason has arrived. If the stream fails after
 * that, or does not end, the answer is returned, perhaps without token counts.
 * @throws CHAT_UNAVAILABLE if the stream ends before the answer does
 */
async function readStream(
  model: string,
  stream: Stream<ChatCompletionChunk>,
  onText: (text: string) => void,
): Promise<ChatAnswer> {
  const answer: ChatAnswer = {
    model,
    text: '',
    toolCalls: [],
    finishReason: '',
    usage: readUsage(null),
  };
  const calls: StreamedCall[] = [];
  let hasBegun = false;
  let afterFinish: NodeJS.Timeout | undefined;
  try {
    for await (const chunk of stream) {
      hasBegun = true;
      readChunk(chunk, { answer, calls, onText });
      checkCallCount(model, calls.length);
      if (answer.finishReason !== '') {
        afterFinish ??= setTimeout(() => stream.controller.abort(), AFTER_FINISH_MS);
      }
    }
  } catch (error) {
    if (answer.finishReason === '' || error instanceof DomainError) throw error;
  } finally {
    clearTimeout(afterFinish);
  }
  if (answer.finishReason === '') {
    const what = hasBegun
      ? 'broke off in the middle of its answer'
      : 'did not send a readable answer';
    throw chatUnavailable(`The chat model ${model} ${what}.`);
  }
  const toolCalls = calls.map(({ index: _, ...call }) => storableCall(call));
  return { ...answer, text: storableText(answer.text), toolCalls };
}

type StreamedAnswer = { answer: ChatAnswer; calls: StreamedCall[]; onText(text: string): void };

function readChunk(chunk: ChatCompletionChunk, { answer, calls, onText }: StreamedAnswer): void {
  if (chunk.usage) answer.usage = readUsage(chunk.usage);
  if (chunk.model) answer.model = chunk.model;
  const [choice] = chunk.choices ?? [];
  const text = textPart(choice?.delta?.content) + textPart(choice?.delta?.refusal);
  if (text !== '') {
    answer.text += text;
    onText(text);
  }
  for (const part of choice?.delta?.tool_calls ?? []) addToCall(calls, part);
  // This comes last: if another field of the chunk cannot be read, the answer does not count as complete.
  if (choice?.finish_reason) answer.finishReason = choice.finish_reason;
}

/**
 * Maximum number of tool calls in one answer. Models make a few; the limit prevents that a flood of them is stored.
 * Far fewer are run (src/agents/run-steps.ts).
 */
export const MAX_TOOL_CALLS = 1000;

/** @throws CHAT_UNAVAILABLE */
function checkCallCount(model: string, calls: number): void {
  if (calls <= MAX_TOOL_CALLS) return;
  throw chatUnavailable(
    `The chat model ${model} made more than ${MAX_TOOL_CALLS} tool calls at once.`,
  );
}

type CallPart = ChatCompletionChunk.Choice.Delta.ToolCall;
type StreamedCall = ChatToolCall & { index: number | undefined };

/**
 * Adds a part of a tool call to the call that it belongs to. A call is streamed in parts: its name, then pieces of its
 * arguments, with the index of the call. Some endpoints omit the index or the id, or give several calls the same one.
 * So a part with a name begins a new call, unless there is a call with both its id and its index.
 */
function addToCall(calls: StreamedCall[], { id, index, function: called }: CallPart): void {
  const name = textPart(called?.name);
  const hasId = (call: StreamedCall) => Boolean(id) && call.id === id;
  const begun = calls.find(hasId) ?? calls.findLast((call) => call.index === index);
  const repeated = calls.find((call) => hasId(call) && call.index === index);
  const own = repeated ?? (name === '' ? begun : undefined);
  const call = own ?? { id: textPart(id), name, arguments: '', index };
  if (own === undefined) calls.push(call);
  call.name ||= name;
  call.arguments += textPart(called?.arguments);
}

/** The text of a part; empty if the part is missing. @throws TypeError for a value that is not text */
function textPart(part: unknown): string {
  if (part === undefined || part === null) return '';
  if (typeof part === 'string') return part;
  throw new TypeError('A part of the answer is not text');
}

function storableCall({ id, name, arguments: given }: ChatToolCall): ChatToolCall {
  return { id: storableText(id), name: storableText(name), arguments: storableText(given) };
}

/**
 * Maximum number of tokens that is counted for one call. No model uses as many, and with this limit the sums of a
 * generation fit into their columns.
 */
const LARGEST_COUNT = 10_000_000;

function readUsage(usage: ChatCompletion['usage'] | null): Usage {
  return {
    inputTokens: readCount(usage?.prompt_tokens),
    outputTokens: readCount(usage?.completion_tokens),
  };
}

function readCount(tokens: unknown): number {
  if (typeof tokens !== 'number' || !(tokens > 0)) return 0;
  return Math.min(Math.round(tokens), LARGEST_COUNT);
}

function count(metrics: Metrics, model: string, { usage }: ChatAnswer): void {
  metrics.chatCalls.inc({ model, outcome: 'ok' });
  metrics.chatTokens.inc({ model, direction: 'input' }, usage.inputTokens);
  metrics.chatTokens.inc({ model, direction: 'output' }, usage.outputTokens);
}
