import { wholeFrom } from './input.ts';

/** The estimated number of bytes of UTF-8 in a token, as in English text. */
export const BYTES_PER_TOKEN = 4;

export const MAX_TOKEN_BUDGET = 100_000;

/** The maximum number of tokens of a text for a model. */
export const tokenBudgetInput = wholeFrom(1, MAX_TOKEN_BUDGET);

/** The estimated number of tokens of all texts together. */
export function countTokens(...texts: readonly string[]): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

/** Minimum length, in bytes, to which a text is cut. A shorter beginning is left out, since it tells too little. */
export const MIN_CUT_BYTES = 100;

/** Limits a text to `maxBytes` of UTF-8. A longer text is cut between two characters and ends with "…". */
export function cutText(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const room = Math.max(0, maxBytes - Buffer.byteLength('…'));
  const kept = Buffer.from(text).subarray(0, room);
  // With `stream`, the decoder leaves out an incomplete character at the end.
  return `${new TextDecoder().decode(kept, { stream: true }).trimEnd()}…`;
}
