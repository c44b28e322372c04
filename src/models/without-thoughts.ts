/**
 * An answer without the thoughts that a reasoning model writes before it, in `<think>…</think>`. They are not part of
 * what the answer says. An answer that was cut off within its thoughts is empty.
 */
export function withoutThoughts(answer: string): string {
  return answer.replace(/^\s*<think>.*?(?:<\/think>|$)/is, '').trim();
}
