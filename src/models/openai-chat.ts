import OpenAI from 'openai';
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionCreateParamsStreaming,
} from 'openai/resources';
import type { Config } from '../config.ts';
import { chatUnavailable, DomainError } from '../errors.ts';
import { storableText } from '../input.ts';
import type { Metrics } from '../metrics.ts';
import type { Chat, ChatAnswer, ChatRequest, ToolCall, Usage } from './chat.ts';

/** A chat model behind any OpenAI-compatible endpoint. */
export function openChat(settings: Config['chat'], metrics: Metrics): Chat {
  const client = new OpenAI({
    apiKey: settings.apiKey ?? 'none',
    baseURL: settings.baseUrl ?? null,
    timeout: settings.timeoutMs,
    maxRetries: settings.maxRetries,
  });
  /** Models that refused to be held to a form: they are asked for it in words alone. */
  const formless = new Set<string>();
  const modelOf = (request: ChatRequest) => requireModel(settings, request.model);
  const complete = async (request: ChatRequest): Promise<ChatAnswer> => {
    const model = modelOf(request);
    const asked = formless.has(model) ? { ...request, schema: undefined } : request;
    try {
      // The client never lets go of a signal that it is given; one of its own goes with the call.
      const signal = request.signal ? AbortSignal.any([request.signal]) : null;
      const body = bodyOf(model, asked);
      const answer = request.onText
        ? await readStream(
            model,
            await client.chat.completions.create(streamed(body), { signal }),
            request.onText,
          )
        : readAnswer(model, await client.chat.completions.create(body, { signal }));
      return count(metrics, answer);
    } catch (error) {
      if (asked.schema && error instanceof OpenAI.BadRequestError) {
        formless.add(model);
        return complete(request);
      }
      metrics.chatCalls.inc({ model, outcome: 'failed' });
      throw describeFailure(model, error, request.signal);
    }
  };
  return { defaultModel: settings.model ?? null, complete };
}

/** @throws CHAT_NOT_CONFIGURED */
function requireModel(settings: Config['chat'], wanted: string | null): string {
  const model = wanted ?? settings.model;
  if (model && (settings.baseUrl || settings.apiKey)) return model;
  const missing = model ? 'CHAT_BASE_URL or OPENAI_API_KEY' : 'CHAT_MODEL';
  throw new DomainError(
    'CHAT_NOT_CONFIGURED',
    `This needs a chat model and the server has none: set ${missing}, such as CHAT_MODEL=llama3.2 and CHAT_BASE_URL=http://127.0.0.1:11434/v1.`,
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
  const { content, tool_calls: calls } = choice?.message ?? {};
  if (!choice || (typeof content !== 'string' && !Array.isArray(calls))) {
    throw chatUnavailable(`The chat model ${model} answered no message.`);
  }
  const toolCalls = (calls ?? []).flatMap((call) =>
    call.type === 'function'
      ? { id: call.id, name: call.function.name, arguments: call.function.arguments }
      : [],
  );
  return {
    model: answer.model ?? model,
    text: storableText(content ?? ''),
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

/** Puts a streamed answer together. @throws CHAT_UNAVAILABLE where it broke off */
async function readStream(
  model: string,
  stream: AsyncIterable<ChatCompletionChunk>,
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
  for await (const chunk of stream) {
    if (chunk.usage) answer.usage = readUsage(chunk.usage);
    if (chunk.model) answer.model = chunk.model;
    const [choice] = chunk.choices ?? [];
    if (choice?.finish_reason) answer.finishReason = choice.finish_reason;
    if (choice?.delta?.content) {
      answer.text += choice.delta.content;
      onText(choice.delta.content);
    }
    for (const part of choice?.delta?.tool_calls ?? []) addToCall(calls, part);
  }
  if (answer.finishReason === '') {
    throw chatUnavailable(`The chat model ${model} broke off in the middle of its answer.`);
  }
  const toolCalls = calls.map(({ index: _, ...call }) => storableCall(call));
  return { ...answer, text: storableText(answer.text), toolCalls };
}

type CallPart = ChatCompletionChunk.Choice.Delta.ToolCall;
type StreamedCall = ToolCall & { index: number | undefined };

/**
 * A tool call comes in parts: its name, then its arguments bit by bit, told apart by their index. Some
 * endpoints leave the index out or give all calls the same, so a name with a new id begins a call as well.
 */
function addToCall(calls: StreamedCall[], { id, index, function: said }: CallPart): void {
  const begun = id && said?.name ? undefined : calls.findLast((call) => call.index === index);
  const own = calls.find((call) => id && call.id === id) ?? begun;
  const call = own ?? { id: id ?? '', name: '', arguments: '', index };
  if (own === undefined) calls.push(call);
  call.name += said?.name ?? '';
  call.arguments += said?.arguments ?? '';
}

function storableCall({ id, name, arguments: given }: ToolCall): ToolCall {
  return { id: storableText(id), name: storableText(name), arguments: storableText(given) };
}

function readUsage(usage: ChatCompletion['usage'] | null): Usage {
  return {
    inputTokens: usage?.prompt_tokens ?? 0,
    outputTokens: usage?.completion_tokens ?? 0,
  };
}

function count(metrics: Metrics, answer: ChatAnswer): ChatAnswer {
  const { model, usage } = answer;
  metrics.chatCalls.inc({ model, outcome: 'ok' });
  metrics.chatTokens.inc({ model, direction: 'input' }, usage.inputTokens);
  metrics.chatTokens.inc({ model, direction: 'output' }, usage.outputTokens);
  return answer;
}

/** What went wrong, in words for the caller; an abort stays what it is. */
function describeFailure(model: string, error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted || error instanceof DomainError) return error;
  const name = `The chat model ${model}`;
  if (error instanceof OpenAI.APIConnectionTimeoutError) {
    return chatUnavailable(`${name} did not answer in time.`, error);
  }
  if (error instanceof OpenAI.RateLimitError) {
    return chatUnavailable(`${name} is over its rate limit.`, error);
  }
  if (error instanceof OpenAI.APIError && error.status !== undefined) {
    return chatUnavailable(`${name} answered with status ${error.status}.`, error);
  }
  if (error instanceof OpenAI.APIConnectionError) {
    return chatUnavailable(`${name} could not be reached.`, error);
  }
  return chatUnavailable(`${name} answered something that is no answer.`, error);
}
