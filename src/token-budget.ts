import { wholeFrom } from './input.ts';

/** A token is counted as four bytes of UTF-8, as in English text. */
export const BYTES_PER_TOKEN = 4;

export const MAX_TOKEN_BUDGET = 100_000;

/** The most tokens that a model is told. */
export const tokenBudgetInput = wholeFrom(1, MAX_TOKEN_BUDGET);

/** The number of tokens of texts. */
export function countTokens(...texts: readonly string[]): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

/** Minimum length, in bytes, of a text that is cut. A shorter beginning says too little. */
export const MIN_CUT_BYTES = 100;

/** A text of at most `maxBytes` of UTF-8. A longer one is cut between two characters, and then ends with "…". */
export function cutText(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const room = Math.max(0, maxBytes - Buffer.byteLength('…'));
  const kept = Buffer.from(text).subarray(0, room);
  // A stream leaves out a character whose bytes are not complete.
  return `${new TextDecoder().decode(kept, { stream: true }).trimEnd()}…`;
}
