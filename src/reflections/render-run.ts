import {
  type ContentPart,
  callsOf,
  type TraceMessage,
  toolResultOf,
  toolUseOf,
} from '../traces/trajectory.ts';

/** Maximum number of characters of a run in a prompt; about 12,000 tokens. */
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
  const calls = callsOf(message).map((call) => `assistant calls ${call.name}(${call.arguments})`);
  return [`${message.role}: ${contentText(message.content)}`.trimEnd(), ...calls].join('\n');
}

function contentText(content: TraceMessage['content']): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  return content.flatMap((part) => partText(part) ?? []).join('\n');
}

/** Null for a call of a tool, which follows the content. */
function partText(part: ContentPart): string | null {
  if (typeof part.text === 'string') return part.text;
  if (toolUseOf(part)) return null;
  const result = toolResultOf(part);
  return result === null ? `[${part.type}]` : `tool result: ${contentText(result)}`;
}
