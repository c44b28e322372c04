import type { ChatAnswerFragment, ChatWriteFragment } from '../../api/types.ts';
import { type Call, callsOf, type Message } from './conversation.ts';

/** The tool of Lorebase's own, whose calls are shown as writes. */
export const WRITE_MEMORY = 'write_memory';

/** What an answer consists of, in the order in which it happened. */
export type Part =
  | { type: 'text'; text: string }
  | { type: 'call'; call: Call; result: string | null }
  | { type: 'write'; write: ChatWriteFragment };

export function partsOf({ messages, memoryWrites }: ChatAnswerFragment): Part[] {
  const results = new Map(messages.map((message) => [message.tool_call_id, message.content]));
  const writes = [...memoryWrites];
  return messages.flatMap((message): Part[] => [
    ...textPart(message),
    ...callsOf(message).flatMap((call): Part[] => {
      const write = call.name === WRITE_MEMORY ? writes.shift() : undefined;
      if (write !== undefined) return [{ type: 'write', write }];
      const result = results.get(call.id);
      return [{ type: 'call', call, result: typeof result === 'string' ? result : null }];
    }),
  ]);
}

function textPart({ role, content }: Message): Part[] {
  const isSaid = role === 'assistant' && typeof content === 'string' && content !== '';
  return isSaid ? [{ type: 'text', text: content }] : [];
}

/** Adds streamed text to the text before it, or begins another. */
export function withText(parts: readonly Part[], text: string): Part[] {
  const last = parts.at(-1);
  if (last?.type !== 'text') return [...parts, { type: 'text', text }];
  return [...parts.slice(0, -1), { type: 'text', text: last.text + text }];
}
