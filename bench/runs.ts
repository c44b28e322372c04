// Real agent runs with outcomes, loaded as traces through the API and reviewed: what the utilities become,
// and how the ranking of reflections changes.  npx tsx bench/runs.ts [--data DIR] [--database URL] [--json FILE]
import { startServer } from '../src/http/server.ts';
import {
  newCaller,
  openBenchApp,
  type Row,
  readOptions,
  readRows,
  report,
  reportTable,
  rounded,
} from './support/bench.ts';
import { readEpisodes } from './support/reflexion.ts';

type Airline = {
  taskId: number;
  trial: number;
  reward: number;
  instruction: string;
  trajectory: Record<string, unknown>[];
};
type Result = { entry: { id: string; content: string }; similarity: number; utility: number };

const options = readOptions('');
const { app, close } = await openBenchApp(options);
const server = await startServer(app);

/** A request in one project. */
async function ask<Data>(project: string, query: string, variables: object): Promise<Data> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'the-root-key-of-the-benchmarks',
      'lorebase-project': project,
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown[] };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const TRACE =
  'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id toolsUsed } } }';

/** Stores a run with its outcome; the entries that it was shown learn from it. */
const store = (projectId: string, run: object, passed: boolean) =>
  ask<{ createTrace: { trace: { id: string; toolsUsed: string[] } } }>(projectId, TRACE, {
    input: {
      ...run,
      review: { result: passed ? 'PASS' : 'FAIL', generateReflection: false },
    },
  });

// ── tau-bench, airline: complete runs with tool calls ──
const airline = (await newCaller(app)).project.id;
const tools = new Map<string, number>();
const airlineRuns = readRows<Airline>(options, 'runs/tau-airline.jsonl');
for (const { instruction, trajectory, reward } of airlineRuns) {
  const { createTrace } = await store(airline, { task: instruction, trajectory }, reward === 1);
  for (const tool of createTrace.trace.toolsUsed) tools.set(tool, (tools.get(tool) ?? 0) + 1);
}
const found = await ask<{
  traces: { totalCount: number };
  passed: { totalCount: number };
  searchTraces: {
    results: { similarity: number; trace: { task: string; review: { result: string } } }[];
  };
}>(
  airline,
  `query ($query: String!) {
    traces { totalCount }
    passed: traces(filter: { reviewStatus: PASSED }) { totalCount }
    searchTraces(input: { query: $query, limit: 4 }) {
      results { similarity trace { task review { result } } } } }`,
  { query: 'Cancel a flight and get a refund with travel insurance' },
);
console.log(
  `\ntau-bench airline: ${found.traces.totalCount} runs, ${found.passed.totalCount} passed`,
);
console.log(
  'runs that called each tool:',
  Object.fromEntries([...tools].sort((a, b) => b[1] - a[1])),
);
console.log('runs like "Cancel a flight and get a refund with travel insurance":');
console.table(
  found.searchTraces.results.map(({ similarity, trace }) => ({
    similarity: rounded(similarity),
    result: trace.review.result,
    task: trace.task.slice(0, 90),
  })),
);

// ── Reflexion, ALFWorld: trials with the reflections that the agent was shown ──
type Tally = { pairs: number; similarity: number; utility: number; blend: number };
const fresh: Tally = { pairs: 0, similarity: 0, utility: 0, blend: 0 };
const after: Tally = { pairs: 0, similarity: 0, utility: 0, blend: 0 };
const ahead = (one: number, other: number) => (one === other ? 0.5 : Number(one > other));
function compare(tally: Tally, one: Result, other: Result): void {
  tally.pairs += 1;
  tally.similarity += ahead(one.similarity, other.similarity);
  tally.utility += ahead(one.utility, other.utility);
  tally.blend += ahead(
    0.5 * one.similarity + 0.5 * one.utility,
    0.5 * other.similarity + 0.5 * other.utility,
  );
}

const { project } = await newCaller(app);
const projectId = project.id;
type Told = Result & { task: string; succeeded: boolean };
const told: Told[] = [];
let example: { task: string; before: Result[]; after: Result[] } | null = null;

const rank = async (task: string, memoryId: string): Promise<Result[]> =>
  (
    await ask<{ queryReflections: { results: Result[] } }>(
      projectId,
      `query ($input: QueryReflectionsInput!) { queryReflections(input: $input) {
        results { similarity utility entry { id content } } } }`,
      {
        input: {
          task,
          scope: { memoryIds: [memoryId] },
          limit: 100,
          mmrLambda: 1,
          minScore: 0,
        },
      },
    )
  ).queryReflections.results;

for (const { agent, task, trials: real } of readEpisodes(options)) {
  const end = real.findIndex(({ success }) => success);
  const name = `${agent} ${real[0]?.env}`;
  const { createMemory } = await ask<{ createMemory: { memory: { id: string } } }>(
    projectId,
    'mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { memory { id } } }',
    { input: { name } },
  );
  const memoryId = createMemory.memory.id;
  const ids = new Map<string, string>();
  let start: Result[] = [];
  for (const [i, trial] of real.entries()) {
    const shown = real[i - 1]?.memory ?? [];
    if (trial.success && shown.length > 1) {
      // What was learned before the run that passed, judged by it.
      const ranked = await rank(task, memoryId);
      const last = ranked.find(({ entry }) => entry.id === ids.get(shown.at(-1) ?? ''));
      for (const other of ranked) if (last && other !== last) compare(fresh, last, other);
    }
    const retrievedEntryIds = [...new Set(shown)].map((text) => ids.get(text));
    await store(projectId, { task, retrievedEntryIds }, trial.success);
    for (const text of trial.memory.filter((known) => !ids.has(known))) {
      const { createReflection } = await ask<{ createReflection: { entry: { id: string } } }>(
        projectId,
        'mutation ($input: CreateReflectionInput!) { createReflection(input: $input) { entry { id } } }',
        {
          input: {
            memoryId,
            task: text.trim(),
            summary: task,
            guidance: text,
            result: 'FAIL',
          },
        },
      );
      ids.set(text, createReflection.entry.id);
    }
    if (i === 1) start = await rank(task, memoryId);
  }
  const ranked = await rank(task, memoryId);
  const lastShown = new Set((real.at(-2)?.memory ?? []).slice(-1).map((text) => ids.get(text)));
  for (const result of ranked) {
    const succeeded = end >= 0 && lastShown.has(result.entry.id);
    told.push({ ...result, task, succeeded });
  }
  if (end >= 3 && example === null) example = { task, before: start, after: ranked };
}

for (const one of told.filter(({ succeeded }) => succeeded)) {
  for (const other of told.filter(({ succeeded }) => !succeeded)) compare(after, one, other);
}

if (example) {
  const show = (results: Result[]) =>
    results.map(({ similarity, utility, entry }) => ({
      'score (lambda 0.5)': rounded(0.5 * similarity + 0.5 * utility, 3),
      similarity: rounded(similarity),
      utility: rounded(utility, 3),
      reflection: entry.content.split('\n\n')[1]?.trim().slice(0, 80) ?? '',
    }));
  console.log(`\nReflexion, the task "${example.task}", after the second trial:`);
  console.table(show(example.before));
  console.log('and after the last, which passed:');
  console.table(show(example.after));
}
// ── The similarity threshold: what it filters out of what helped, and of what has nothing to do with the task ──
const THRESHOLDS = [0.1, 0.2, 0.25, 0.3, 0.4, 0.5];
const helped = told.filter(({ succeeded }) => succeeded).map(({ similarity }) => similarity);
const foreign: number[] = [];
for (const { instruction } of airlineRuns.slice(0, 50)) {
  const { queryReflections } = await ask<{ queryReflections: { results: Result[] } }>(
    projectId,
    `query ($input: QueryReflectionsInput!) { queryReflections(input: $input) {
      results { similarity utility entry { id content } } } }`,
    {
      input: {
        task: instruction,
        limit: 1,
        lambda: 0,
        mmrLambda: 1,
        minScore: 0,
        mode: 'SEMANTIC',
      },
    },
  );
  foreign.push(queryReflections.results[0]?.similarity ?? 0);
}
const shareBelow = (values: number[], threshold: number) =>
  rounded(values.filter((value) => value < threshold).length / values.length, 3);
reportTable(
  `bench/runs: share below a similarity threshold (${helped.length} reflections that preceded success, to their task; ${foreign.length} airline tasks, to the nearest household reflection)`,
  THRESHOLDS.map((threshold) => ({
    threshold,
    'reflections that helped': shareBelow(helped, threshold),
    'unrelated tasks': shareBelow(foreign, threshold),
  })),
  options,
);

const rows: Row[] = [
  ['before the run that passed, against the older ones of its task', fresh] as const,
  [
    'after all reviews, against those of all tasks (learned from the same outcomes)',
    after,
  ] as const,
].map(([pairs, tally]) => ({
  pairs,
  count: tally.pairs,
  'by similarity': rounded(tally.similarity / tally.pairs, 3),
  'by utility': rounded(tally.utility / tally.pairs, 3),
  'by both (lambda 0.5)': rounded(tally.blend / tally.pairs, 3),
}));
report(
  'bench/runs: the reflection that preceded success is ranked above one that did not',
  rows,
  options,
);
await server.close();
await close();
