import { type Act, search } from './play.ts';
import type { Stage } from './stage.ts';
import { AGENTS } from './story/agents.ts';
import type { Ask, Topic } from './story/runs.ts';

const ENTRIES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Entry { id content } } }';
const LESSONS = `query ($input: QueryReflectionsInput!) {
  queryReflections(input: $input) { results { entry { id } } }
}`;
const CREATE =
  'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id } } }';
const REVIEW =
  'mutation ($input: ReviewTraceInput!) { reviewTrace(input: $input) { trace { id } } }';

/** Days before the end at which the first questions are asked. */
const FIRST_RUN = 33;

/** How much a review counts: more than by default, since there are few. */
const REVIEW_RATE = 1;

/** The questions of a topic, each asked at its time and most of them reviewed some time after. */
export function runsOf(stage: Stage, topic: Topic, order: number): Act[] {
  return topic.asks.flatMap((ask, index) => {
    const phase = (order * 0.618) % 1;
    const isOpen = ask.review === undefined;
    const share = (index + phase) / topic.asks.length;
    const daysAgo = isOpen ? 0.1 + phase * 2 : FIRST_RUN - (FIRST_RUN - 2) * share;
    let traceId = '';
    const told: Act = {
      daysAgo,
      run: async () => {
        traceId = await recordRun(stage, topic, ask);
      },
    };
    if (ask.review === undefined) return [told];
    const input = { ...ask.review, alpha: REVIEW_RATE, generateReflection: false };
    const reviewed: Act = {
      daysAgo: Math.max(0.05, daysAgo - 0.4 - phase),
      run: async () => {
        await stage.as('mara', REVIEW, { input: { ...input, traceId } });
      },
    };
    return [told, reviewed];
  });
}

async function recordRun(stage: Stage, topic: Topic, ask: Ask): Promise<string> {
  const agent = AGENTS.find(({ name }) => name === topic.agent);
  if (agent === undefined) throw new Error(`There is no agent ${topic.agent}`);
  const scope = { memoryTags: agent.tags };
  const facts = await search(stage, { query: `${topic.search}. ${ask.question}`, limit: 4, scope });
  const lessons = agent.config.reflections ? await findLessons(stage, topic.search) : [];
  const retrievedEntryIds = [...facts, ...lessons];
  const contents = await contentsOf(stage, retrievedEntryIds);
  const trajectory = conversation({ topic, ask, instructions: agent.instructions, contents });
  const characters = JSON.stringify(trajectory).length;
  const input = {
    task: ask.question,
    trajectory,
    finalResponse: ask.answer,
    retrievedEntryIds,
    agentId: agent.name,
    model: 'small-assistant-2',
    metadata: { channel: agent.name === 'On-call helper' ? 'pager' : 'inbox' },
    usage: {
      inputTokens: Math.round(characters / 3.6),
      outputTokens: Math.round(ask.answer.length / 3.1) + 38,
    },
    durationMs: 1400 + ask.answer.length * 11 + topic.tool.output.length * 7,
  };
  const { createTrace } = await stage.as<{ createTrace: { trace: { id: string } } }>(
    agent.by,
    CREATE,
    { input },
  );
  return createTrace.trace.id;
}

async function findLessons(stage: Stage, task: string): Promise<string[]> {
  const { queryReflections } = await stage.as<{
    queryReflections: { results: { entry: { id: string } }[] };
  }>('desk', LESSONS, { input: { task, limit: 1 } });
  return queryReflections.results.map(({ entry }) => entry.id);
}

async function contentsOf(stage: Stage, ids: string[]): Promise<string[]> {
  const { nodes } = await stage.as<{ nodes: { content: string }[] }>('desk', ENTRIES, { ids });
  return nodes.map(({ content }) => content);
}

type Said = { topic: Topic; ask: Ask; instructions: string; contents: string[] };

/** The messages of a run in the format of the OpenAI API. */
function conversation({ topic, ask, instructions, contents }: Said): Record<string, unknown>[] {
  const call = (id: string, name: string, input: Record<string, unknown>) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  });
  const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
  return [
    { role: 'system', content: instructions },
    { role: 'user', content: ask.question },
    call('call_1', 'search_knowledge', { query: topic.search }),
    result('call_1', contents.map((content) => `- ${content}`).join('\n')),
    call('call_2', topic.tool.name, topic.tool.input),
    result('call_2', topic.tool.output),
    { role: 'assistant', content: ask.answer },
  ];
}
