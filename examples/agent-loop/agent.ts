import type OpenAI from 'openai';
import type { Lorebase, Run } from '../../client/src/index.ts';
import { KINDS, type Kind, RUNS } from './runs.ts';

const LESSONS = { limit: 1, minScore: 0.2 };

const TOOLS: OpenAI.ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'act',
      description: 'Performs an action of the support desk.',
      parameters: {
        type: 'object',
        properties: { action: { type: 'string' } },
        required: ['action'],
      },
    },
  },
];

export type Outcome = {
  /** Whether each run passed, in order. */
  passed: boolean[];
  /** Kinds of requests for which the right lesson ranks first, before and after the runs. */
  rightFirst: { before: number; after: number };
  reviewedShare: number | null;
};

/** Runs a support agent 50 times, with reviews from which it learns which of its lessons are right. */
export async function play(lorebase: Lorebase, openai: OpenAI, model: string): Promise<Outcome> {
  const right = await teach(lorebase);
  const before = await countRightFirst(lorebase, right);
  const passed: boolean[] = [];
  for (const { kind, request } of RUNS) {
    const { trace } = await lorebase.trace(request, (run) => act(run, run.openai(openai), model), {
      lessons: LESSONS,
      judge: ({ value }) => ({
        result: value === kind.action ? 'PASS' : 'FAIL',
        feedback: `It did ${value ?? 'nothing'}.`,
        generateReflection: false,
      }),
    });
    passed.push(trace?.review?.result === 'PASS');
  }
  const after = await countRightFirst(lorebase, right);
  const learning = await lorebase.learning();
  return { passed, rightFirst: { before, after }, reviewedShare: learning?.reviewedShare ?? null };
}

/** The loop of the agent: calls the model and runs its tool calls until the model answers. Returns the last action. */
async function act(run: Run, openai: OpenAI, model: string): Promise<string | null> {
  let action: string | null = null;
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: 'You work at a support desk.' },
    { role: 'user', content: run.augmentedTask },
  ];
  for (let step = 0; step < 5; step += 1) {
    const { choices } = await openai.chat.completions.create({ model, messages, tools: TOOLS });
    const answer = choices[0]?.message;
    if (answer === undefined) break;
    messages.push(answer);
    if (!answer.tool_calls?.length) break;
    for (const call of answer.tool_calls) {
      if (call.type === 'function') action = JSON.parse(call.function.arguments).action;
      messages.push({ role: 'tool', tool_call_id: call.id, content: 'done' });
    }
  }
  return action;
}

/** Writes two lessons for each kind: an outdated one, and the right one. Returns the ids of the right ones. */
async function teach(lorebase: Lorebase): Promise<Map<Kind, string>> {
  const right = new Map<Kind, string>();
  for (const kind of KINDS) {
    const write = async (task: string, action: string) => {
      const { entry } = await lorebase.createReflection({
        task,
        summary: 'A note of a colleague',
        guidance: `Call act with the action ${action}.`,
        result: 'PASS',
      });
      return entry.id;
    };
    await write(kind.requests[0], kind.outdatedAction);
    right.set(kind, await write(kind.requests[1], kind.action));
  }
  return right;
}

/** The number of kinds of requests for which the right lesson ranks above the outdated one. */
async function countRightFirst(
  lorebase: Lorebase,
  right: ReadonlyMap<Kind, string>,
): Promise<number> {
  let count = 0;
  for (const [kind, id] of right) {
    const { results } = await lorebase.queryReflections({ ...LESSONS, task: kind.requests[0] });
    if (results[0]?.entry.id === id) count += 1;
  }
  return count;
}
