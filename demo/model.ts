import type { Chat } from '../src/models/chat.ts';
import { CYCLES, type Insight } from './story/insights.ts';

/**
 * The chat model of the story: it answers what an insight cycle asks with the texts of the story, so that the demo
 * needs no model and says the same in every run.
 */
export function storyModel(): Chat {
  let cycle = -1;
  const answerTo = (asked: string): string => {
    if (asked.endsWith('Rating (1-10):')) return '7';
    if (asked.includes('<observations>')) {
      cycle += 1;
      const insights = CYCLES[cycle] ?? [];
      return insights.map(({ question }, i) => `${i + 1}. ${question}`).join('\n');
    }
    const known = CYCLES.flat().find(({ question }) => asked.includes(question));
    return known === undefined ? '' : withReasons(known, asked);
  };
  return {
    defaultModel: 'small-assistant-2',
    complete: async ({ messages }) => {
      const asked = String(messages.at(-1)?.content ?? '');
      const text = answerTo(asked);
      const usage = {
        inputTokens: Math.round(JSON.stringify(messages).length / 3.6),
        outputTokens: Math.round(text.length / 3.1),
      };
      return { model: 'small-assistant-2', text, toolCalls: [], finishReason: 'stop', usage };
    },
  };
}

/** The insight with the numbers of the statements that have its words. */
function withReasons({ insight, because }: Insight, asked: string): string {
  const numbers = asked
    .split('\n')
    .filter((line) => because.some((words) => line.includes(words)))
    .flatMap((line) => /^(\d+)\. /.exec(line)?.[1] ?? []);
  return numbers.length === 0 ? insight : `${insight} (because of ${numbers.join(', ')})`;
}
