/**
 * Removes the thoughts that a reasoning model writes before its answer, in `<think>…</think>`. The result is empty if
 * the answer was cut off within its thoughts.
 */
export function withoutThoughts(answer: string): string {
  return answer.replace(/^\s*<think>.*?(?:<\/think>|$)/is, '').trim();
}
