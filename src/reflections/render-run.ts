import type { TraceMessage } from '../traces/trajectory.ts';

/** Greatest number of characters of a run in a prompt; about 12,000 tokens. */
export const MAX_SHOWN_CHARACTERS = 48_000;

/** The share of the beginning in the kept text of a long run. */
const HEAD_SHARE = 0.35;

/**
 * A run as text for a prompt. In a long run, the middle is replaced by a marker with the number of
 * characters.
 */
export function renderRun(
  trajectory: readonly TraceMessage[],
  limit = MAX_SHOWN_CHARACTERS,
): { text: string; shortened: boolean } {
  const text = trajectory.map(renderMessage).join('\n\n');
  if (text.length <= limit) return { text, shortened: false };
  const marker = (missing: number) => `\n\n[… ${missing} characters of the run left out …]\n\n`;
  const kept = limit - marker(text.length).length;
  const head = text.slice(0, Math.floor(kept * HEAD_SHARE)).toWellFormed();
  const tail = text.slice(text.length - (kept - head.length)).toWellFormed();
  return { text: head + marker(text.length - head.length - tail.length) + tail, shortened: true };
}

function renderMessage(message: TraceMessage): string {
  const lines = [`${message.role}: ${contentText(message.content)}`.trimEnd()];
  if (message.role === 'assistant') {
    const calls = [
      ...(message.tool_calls ?? []).map((call) => call.function),
      ...(message.function_call ? [message.function_call] : []),
    ];
    lines.push(...calls.map((call) => `assistant calls ${call.name}(${call.arguments})`));
  }
  return lines.join('\n');
}

function contentText(content: TraceMessage['content']): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  return content
    .map((part) => (typeof part.text === 'string' ? part.text : `[${part.type}]`))
    .join('\n');
}
