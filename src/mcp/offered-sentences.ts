import { TOOL_NAMES, type ToolName } from './tool-selection.ts';

/** A text for a model without the sentences that name a tool that the client cannot call. */
export function offeredSentences(text: string, offered: ReadonlySet<ToolName>): string {
  const others = TOOL_NAMES.filter((name) => !offered.has(name));
  return text
    .split(/(?<=\.) /)
    .filter((sentence) => !others.some((name) => sentence.includes(name)))
    .join(' ');
}
