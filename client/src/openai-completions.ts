import type { OpenaiFormat } from './openai-formats.ts';
import type { Message } from './run.ts';

type Delta = {
  content?: string | null;
  tool_calls?: { index: number; id?: string; function?: { name?: string; arguments?: string } }[];
};

type Choice = { message?: Message; delta?: Delta };

type Completion = {
  choices?: Choice[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
};

/** Chat completions. A streamed answer has its tokens only with `include_usage`. */
export const COMPLETIONS: OpenaiFormat = {
  sent: ({ messages }) => (Array.isArray(messages) ? (messages as Message[]) : []),
  recordAnswer: (run, parts, isStream) => {
    const completions = parts as Completion[];
    const answer = isStream ? joined(completions) : completions[0]?.choices?.[0]?.message;
    if (answer) run.recordMessage(answer);
    for (const { usage } of completions) {
      if (!usage) continue;
      const { prompt_tokens: inputTokens = 0, completion_tokens: outputTokens = 0 } = usage;
      run.recordUsage({ inputTokens, outputTokens });
    }
  },
};

/** The message of which a stream has the parts; undefined if there are none. */
function joined(chunks: readonly Completion[]): Message | undefined {
  const deltas = chunks.flatMap(({ choices }) => choices?.[0]?.delta ?? []);
  if (deltas.length === 0) return undefined;
  const content = deltas.map((delta) => delta.content ?? '').join('');
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  for (const part of deltas.flatMap((delta) => delta.tool_calls ?? [])) {
    const call = calls.get(part.index) ?? { id: '', name: '', arguments: '' };
    calls.set(part.index, {
      id: call.id || (part.id ?? ''),
      name: call.name + (part.function?.name ?? ''),
      arguments: call.arguments + (part.function?.arguments ?? ''),
    });
  }
  const tool_calls = [...calls.values()].map(({ id, ...called }) => ({
    id,
    type: 'function',
    function: called,
  }));
  return {
    role: 'assistant',
    content: content === '' && tool_calls.length > 0 ? null : content,
    ...(tool_calls.length > 0 ? { tool_calls } : {}),
  };
}
