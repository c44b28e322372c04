import type { AgentInputItem } from '@openai/agents';
import { boundedText } from '../bounded-text.ts';

/** Characters of an item's JSON in one entry, whose metadata has at most 16 KiB. */
const MAX_PIECE = 4_000;

/** Characters of an item's text with which its entry is found. */
const MAX_TEXT = 2_000;

/** The JSON of an item in pieces. Surrogates are escaped in it, so that no surrogate pair is cut in two. */
export function piecesOf(item: AgentInputItem): string[] {
  const json = JSON.stringify(item).replace(
    /[\uD800-\uDFFF]/g,
    (half) => `\\u${half.charCodeAt(0).toString(16)}`,
  );
  const count = Math.max(1, Math.ceil(json.length / MAX_PIECE));
  return Array.from({ length: count }, (_, i) => json.slice(i * MAX_PIECE, (i + 1) * MAX_PIECE));
}

/** What an item says, for searches: its text, or the tool that it calls or answers for. */
export function textOf(item: AgentInputItem): string {
  const { content, name, type } = item as { content?: unknown; name?: unknown; type?: string };
  const role = 'role' in item ? item.role : undefined;
  const text = typeof content === 'string' ? content : textIn(content);
  const cut = boundedText(text, MAX_TEXT);
  if (cut.trim() !== '') return `${role ?? type ?? 'item'}: ${cut}`;
  return `${type ?? role ?? 'item'}${typeof name === 'string' ? ` ${boundedText(name, MAX_TEXT)}` : ''}`;
}

function textIn(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((part: { text?: unknown } | null) =>
      typeof part?.text === 'string' ? [part.text] : [],
    )
    .join('\n');
}
