import type { OpenaiFormat } from './openai-formats.ts';
import type { Message } from './run.ts';
import { textOfValue } from './text-of-value.ts';

/** An item of the input or the output: a message, a call of a tool, its result, or the reasoning of the model. */
type Item = {
  id?: string;
  type?: string;
  role?: string;
  content?: unknown;
  call_id?: string;
  name?: string;
  arguments?: unknown;
  input?: unknown;
  action?: unknown;
  output?: unknown;
};

type Part = { type?: string; text?: string; refusal?: string };

type Answer = {
  output?: Item[];
  usage?: { input_tokens?: number; output_tokens?: number } | null;
};

/** An event of a streamed answer. The last event has the whole answer. */
type StreamEvent = {
  type?: string;
  response?: Answer;
  item?: Item;
  item_id?: string;
  delta?: string;
};

const CALL = '_call';
const OUTPUT = '_call_output';

/** The Responses API. Its items become messages in the format of chat completions, one for each item. */
export const RESPONSES: OpenaiFormat = {
  sent: ({ instructions, input }) => {
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    return [
      ...(typeof instructions === 'string' ? [{ role: 'system', content: instructions }] : []),
      ...(Array.isArray(items) ? messagesOf(items as Item[]) : []),
    ];
  },
  recordAnswer: (run, parts, isStream) => {
    const answer = isStream ? streamed(parts as StreamEvent[]) : (parts[0] as Answer | undefined);
    const output = Array.isArray(answer?.output) ? answer.output : [];
    for (const message of messagesOf(output)) run.recordMessage(message);
    if (!answer?.usage) return;
    const { input_tokens: inputTokens = 0, output_tokens: outputTokens = 0 } = answer.usage;
    run.recordUsage({ inputTokens, outputTokens });
  },
};

/** The answer of a stream: the whole one or, if the stream broke off, the items and the text that had arrived. */
function streamed(events: readonly StreamEvent[]): Answer {
  const whole = events.findLast(({ type, response }) => response && isEnd(type))?.response;
  if (whole) return whole;
  const done = events.flatMap(({ type, item }) =>
    type === 'response.output_item.done' && item ? [item] : [],
  );
  const isDone = new Set(done.map(({ id }) => id));
  const rest = events
    .filter(({ type, item_id }) => type === 'response.output_text.delta' && !isDone.has(item_id))
    .map(({ delta }) => delta ?? '')
    .join('');
  return { output: rest === '' ? done : [...done, { role: 'assistant', content: rest }] };
}

function isEnd(type: string | undefined): boolean {
  return ['response.completed', 'response.incomplete', 'response.failed'].includes(type ?? '');
}

/** Converts items to messages. Leaves out the reasoning of the model and references to other items. */
function messagesOf(items: readonly Item[]): Message[] {
  return items.flatMap((item): Message[] => {
    const { type = 'message', role, content, output } = item;
    if (type === 'message') return role ? [{ role, content: contentOf(content) }] : [];
    const id = item.call_id ?? item.id;
    const result = { role: 'tool', tool_call_id: id, content: contentOf(output) };
    if (type.endsWith(OUTPUT)) return [result];
    if (!type.endsWith(CALL)) return [];
    const called = {
      name: item.name ?? type.slice(0, -CALL.length),
      arguments: textOfValue(item.arguments ?? item.input ?? item.action ?? {}),
    };
    const call = { id, type: 'function', function: called };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    // The call of a tool that OpenAI runs itself also has the result.
    return output === undefined || output === null ? [message] : [message, result];
  });
}

/** Joins the parts of a content if all of them are texts. Returns other content unchanged. */
function contentOf(content: unknown): unknown {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : textOfValue(content);
  const texts = (content as Part[]).map((part) => part.text ?? part.refusal);
  return texts.every((text) => typeof text === 'string') ? texts.join('') : content;
}
