// A day in the life of an agent: what it observed, what it finds when it plans, and the tree of insights with
// their evidence. The chat model is a scripted one.  npx tsx bench/day.ts [--database URL]
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startBackground } from '../src/background.ts';
import { startServer } from '../src/http/server.ts';
import { newCaller, openBenchApp, readOptions } from './support/bench.ts';

/** Hour of the day, what happened, and its importance. */
const DAY: [number, string, number][] = [
  [7, 'Woke up and checked the phone', 1],
  [7.5, 'Made coffee in the kitchen', 2],
  [8.5, 'Talked with Alice about the project; she looked tired', 6],
  [9, 'Started to write the report for the project', 5],
  [10.5, 'Took a walk outside to think about the report', 3],
  [11, 'Alice said that the deadline of the project was moved to Friday', 8],
  [12, 'Had lunch alone at the desk', 2],
  [13, 'Alice asked for help with the figures of the report', 7],
  [14, 'Declined a meeting to finish the report', 5],
  [16, 'Finished the first half of the report', 7],
  [17, 'Alice thanked me and said that she had slept badly', 6],
  [18, 'Walked home along the river', 3],
];

/** For each question, what the insight says and which statements it rests on. */
const THOUGHTS: { question: string; insight: string; restsOn: RegExp }[] = [
  {
    question: 'What matters most today?',
    insight: 'The report for Friday came before everything else today.',
    restsOn: /report|deadline/,
  },
  {
    question: 'How is Alice?',
    insight: 'Alice is under stress because of the deadline and needs help.',
    restsOn: /Alice/,
  },
];

/** An OpenAI-compatible endpoint that asks these questions and answers them from what it is shown. */
async function startModel(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { messages, model } = JSON.parse(body) as {
      messages: { content: string }[];
      model: string;
    };
    const asked = messages.at(-1)?.content ?? '';
    const message = { role: 'assistant', content: answerTo(asked) };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        model,
        choices: [{ index: 0, finish_reason: 'stop', message }],
        usage: { prompt_tokens: Math.ceil(asked.length / 4), completion_tokens: 20 },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

function answerTo(asked: string): string {
  if (asked.endsWith('Rating (1-10):')) return '8';
  if (asked.includes('<observations>')) {
    return THOUGHTS.map(({ question }, i) => `${i + 1}. ${question}`).join('\n');
  }
  const thought = THOUGHTS.find(({ question }) => asked.endsWith(question));
  const numbers = [...asked.matchAll(/^(\d+)\. (.*)$/gm)]
    .filter(([, , statement = '']) => thought?.restsOn.test(statement))
    .map(([, number]) => number);
  return `${thought?.insight} (because of ${numbers.join(', ')})`;
}

const options = readOptions('');
const model = await startModel();
const { app, close } = await openBenchApp(options, undefined, {
  CHAT_MODEL: 'scripted',
  CHAT_BASE_URL: model.url,
});
const server = await startServer(app);
const background = startBackground(app);
const { project } = await newCaller(app);

const KEY = { 'x-api-key': 'the-root-key-of-the-benchmarks', 'lorebase-project': project.id };

async function ask<Data>(query: string, input: object): Promise<Data> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...KEY },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown[] };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const { createMemory } = await ask<{ createMemory: { memory: { id: string } } }>(
  'mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { memory { id } } }',
  // A day's worth of importance, not the 150 of several days. The cycle reads all of the day for each question.
  { name: 'My day', streamSettings: { importanceThreshold: 50, questionsPerCycle: 2, limit: 20 } },
);
const memoryId = createMemory.memory.id;
const midnight = Date.now() - 20 * 3_600_000;
const at = (hour: number) => new Date(midnight + hour * 3_600_000).toISOString();

console.log('What was observed:');
for (const [hour, content, importance] of DAY) {
  console.log(`  ${hour.toFixed(1).padStart(4)} h  (${importance})  ${content}`);
  await ask(
    'mutation ($input: RecordObservationInput!) { recordObservation(input: $input) { entry { id } } }',
    {
      memoryId,
      content,
      importance,
      occurredAt: at(hour),
    },
  );
}

type Insight = {
  content: string;
  importance: number;
  depth: number;
  evidence: { role: string; entry: { content: string; occurredAt: string } }[];
};
type Cycle = { status: string; questions: { question: string; insight: Insight | null }[] };

async function readCycles(): Promise<Cycle[]> {
  const { node } = await fetchMemory();
  return node.insightCycles.nodes;
}

async function fetchMemory(): Promise<{ node: { insightCycles: { nodes: Cycle[] } } }> {
  const query = `query { node(id: "${memoryId}") { ... on Memory {
    insightCycles { nodes { status questions { question insight { content importance depth
      evidence { role entry { content occurredAt } } } } } } } } }`;
  return ask(query, {});
}

let cycles = await readCycles();
while (!cycles.some(({ status }) => status === 'COMPLETED')) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  cycles = await readCycles();
}

console.log('\nWhat came of it:');
for (const { questions } of cycles.filter(({ status }) => status === 'COMPLETED').toReversed()) {
  for (const { question, insight } of questions) {
    console.log(`  ${question}`);
    console.log(`  └─ (${insight?.importance}) ${insight?.content}`);
    const basis = insight?.evidence.toSorted((one, other) =>
      one.entry.occurredAt < other.entry.occurredAt ? -1 : 1,
    );
    for (const { role, entry } of basis ?? []) {
      console.log(`       ${role.toLowerCase()}: ${entry.content}`);
    }
  }
}

const { planningContext } = await ask<{ planningContext: { text: string } }>(
  'query ($input: PlanningContextInput!) { planningContext(input: $input) { text } }',
  {
    scope: { memoryIds: [memoryId] },
    situation: 'Alice calls in the evening',
    limit: 4,
    tokenBudget: 120,
  },
);
console.log('\nWhat is worth knowing when Alice calls in the evening:');
console.log(planningContext.text.replace(/^/gm, '  '));

await background.stop();
await server.close();
await close();
model.close();
