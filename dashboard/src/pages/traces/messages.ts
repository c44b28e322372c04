import { isObject } from '../../components/json-object.ts';

/**
 * The messages of a trace as a conversation. They are in the format of the OpenAI API, and may have content parts of
 * the Anthropic API. Anything else is shown as JSON.
 */

export type Message = Record<string, unknown>;

/** A call of a tool, with its result if that is among the messages. */
export type Call = {
  /** Null for the older `function_call`, whose result is the next message with its name. */
  id: string | null;
  name: string;
  arguments: unknown;
  result: { value: unknown } | null;
};

export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'call'; call: Call }
  /** The result of a call that is not among the messages. */
  | { kind: 'result'; name: string; value: unknown }
  | { kind: 'other'; value: unknown };

export type Role = 'system' | 'user' | 'assistant' | 'tool';

export type Turn = { index: number; role: Role; parts: Part[] };

/** The turns of a conversation. Tool results are shown with their calls; a turn with nothing else is left out. */
export function turnsOf(messages: readonly Message[]): Turn[] {
  const open: Call[] = [];
  const turns: Turn[] = [];
  for (const [index, message] of messages.entries()) {
    const parts = partsOf(message).flatMap((part): Part[] => {
      if (part.kind === 'call') open.push(part.call);
      if (part.kind !== 'answer') return [part];
      const at = open.findIndex((call) =>
        part.id === null ? call.name === part.name : call.id === part.id,
      );
      const [call] = at === -1 ? [] : open.splice(at, 1);
      if (call === undefined) return [{ kind: 'result', name: part.name, value: part.value }];
      call.result = { value: part.value };
      return [];
    });
    if (parts.length > 0) turns.push({ index, role: roleOf(message), parts });
  }
  return turns;
}

function roleOf({ role }: Message): Role {
  if (role === 'developer' || role === 'system') return 'system';
  if (role === 'user' || role === 'assistant') return role;
  return 'tool';
}

/** A part of a message, or the answer of a tool that has not yet been joined with its call. */
type RawPart =
  | Exclude<Part, { kind: 'result' }>
  | { kind: 'answer'; id: string | null; name: string; value: unknown };

function partsOf(message: Message): RawPart[] {
  const { role, content } = message;
  if (role === 'tool' || role === 'function') {
    const id = typeof message.tool_call_id === 'string' ? message.tool_call_id : null;
    const name = typeof message.name === 'string' ? message.name : (id ?? 'tool');
    return [{ kind: 'answer', id, name, value: decoded(content) }];
  }
  return [...contentParts(content), ...contentParts(message.refusal), ...callParts(message)];
}

function contentParts(content: unknown): RawPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  return Array.isArray(content) ? content.map(contentPart) : [];
}

function contentPart(value: unknown): RawPart {
  if (!isObject(value)) return { kind: 'other', value };
  if (typeof value.text === 'string') return { kind: 'text', text: value.text };
  if (typeof value.refusal === 'string') return { kind: 'text', text: value.refusal };
  if (value.type === 'tool_use' && typeof value.name === 'string') {
    const id = typeof value.id === 'string' ? value.id : null;
    return callPart(id, value.name, value.input ?? {});
  }
  if (value.type === 'tool_result') {
    const id = typeof value.tool_use_id === 'string' ? value.tool_use_id : null;
    return { kind: 'answer', id, name: id ?? 'tool', value: decoded(textOf(value.content)) };
  }
  return { kind: 'other', value };
}

function callParts({ tool_calls: calls, function_call: single }: Message): RawPart[] {
  const several = Array.isArray(calls) ? calls : [];
  return [...several, ...(isObject(single) ? [{ function: single }] : [])].flatMap((call) => {
    if (!isObject(call) || !isObject(call.function)) return [];
    const { name, arguments: given } = call.function;
    const id = typeof call.id === 'string' ? call.id : null;
    return [callPart(id, String(name), decoded(given))];
  });
}

function callPart(id: string | null, name: string, given: unknown): RawPart {
  return { kind: 'call', call: { id, name, arguments: given, result: null } };
}

/** The joined text of a list that contains only text parts. Any other content is returned unchanged. */
function textOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const texts = content.map((part) => (isObject(part) ? part.text : undefined));
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : content;
}

/** The parsed value of a text that is JSON of an object or a list; otherwise the text. */
function decoded(content: unknown): unknown {
  const text = textOf(content);
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The text of the last turn of the assistant, which usually is the final response. */
export function lastAnswerOf(turns: readonly Turn[]): string | null {
  const last = turns.findLast(({ role }) => role === 'assistant');
  const texts = last?.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])) ?? [];
  return texts.length === 0 ? null : texts.join('\n');
}
