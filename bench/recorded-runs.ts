// The loop of examples/agent-loop over recorded runs: an agent of Reflexion plays its trials in their order, with the
// lessons that it was shown, through the client. How the lesson that preceded success ranks among the lessons of its
// task, as runs are reviewed.  npx tsx bench/recorded-runs.ts [--data DIR] [--database URL] [--json FILE]
import { Lorebase } from '../client/src/index.ts';
import { startServer } from '../src/http/server.ts';
import {
  newCaller,
  openBenchApp,
  ROOT_KEY,
  type Row,
  readOptions,
  report,
  rounded,
} from './support/bench.ts';
import { type Episode, readEpisodes } from './support/reflexion.ts';

/** A task that is being learned: its memory, and the entry of each lesson. */
type Learned = Episode & { memoryId: string; ids: Map<string, string> };

/** Shares of the runs after which the ranking is measured. */
const MEASURED = [0.25, 0.5, 0.75, 1];

const options = readOptions('');
const { app, close } = await openBenchApp(options);
const server = await startServer(app);
const { project } = await newCaller(app);
const lorebase = new Lorebase({ url: server.url, apiKey: ROOT_KEY, project: project.id });

const tasks: Learned[] = [];
for (const [i, episode] of readEpisodes(options).entries()) {
  const memory = await lorebase.createMemory({ name: `${i} ${episode.task}`.slice(0, 200) });
  tasks.push({ ...episode, memoryId: memory.id, ids: new Map() });
}

/** Plays one trial: the run was shown the lessons of the trial before it, and is reviewed by its outcome. */
async function play(learned: Learned, number: number): Promise<void> {
  const { task, trials, memoryId, ids } = learned;
  const trial = trials[number];
  if (trial === undefined) return;
  const shown = (trials[number - 1]?.memory ?? []).flatMap((text) => ids.get(text) ?? []);
  await lorebase.trace(
    task,
    (run) => {
      run.recordRetrieved(shown);
      return trial.success ? 'Done.' : 'Not done.';
    },
    {
      lessons: false,
      judge: ({ value }) => ({
        result: value === 'Done.' ? 'PASS' : 'FAIL',
        generateReflection: false,
      }),
    },
  );
  for (const text of trial.memory.filter((known) => !ids.has(known))) {
    const { entry } = await lorebase.createReflection({
      memoryId,
      task: text.trim(),
      summary: task,
      guidance: text,
      result: 'FAIL',
    });
    ids.set(text, entry.id);
  }
}

/** The lesson that was shown last before the trial that passed; undefined if none did, or it is not written yet. */
function rightLesson({ trials, ids }: Learned): string | undefined {
  if (!trials.at(-1)?.success) return undefined;
  return ids.get(trials.at(-2)?.memory.at(-1) ?? '');
}

/** The place of a lesson among all of its task, from 1, and how many there are. */
async function placeOf(learned: Learned, id: string, lambda?: number) {
  const { task, memoryId } = learned;
  const scope = { memoryIds: [memoryId] };
  const all = { limit: 100, mmrLambda: 1, minScore: 0 };
  const { results } = await lorebase.queryReflections({
    ...all,
    task,
    scope,
    ...(lambda === undefined ? {} : { lambda }),
  });
  return { place: results.findIndex(({ entry }) => entry.id === id) + 1, count: results.length };
}

async function measure(runs: number): Promise<Row> {
  let count = 0;
  const similarity = { first: 0, reciprocal: 0 };
  const utility = { first: 0, reciprocal: 0 };
  for (const learned of tasks) {
    const id = rightLesson(learned);
    if (id === undefined || learned.ids.size < 2) continue;
    count += 1;
    for (const [sum, lambda] of [[similarity, 0] as const, [utility, undefined] as const]) {
      const { place } = await placeOf(learned, id, lambda);
      sum.first += Number(place === 1);
      sum.reciprocal += place === 0 ? 0 : 1 / place;
    }
  }
  return {
    runs,
    tasks: count,
    'first by similarity': rounded(similarity.first / count, 3),
    'MRR by similarity': rounded(similarity.reciprocal / count, 3),
    'first with utility': rounded(utility.first / count, 3),
    'MRR with utility': rounded(utility.reciprocal / count, 3),
  };
}

const order = tasks
  .flatMap((learned) => learned.trials.map(({ trial }, number) => ({ learned, number, trial })))
  .sort((one, other) => one.trial - other.trial);
const rows: Row[] = [];
for (const [i, { learned, number }] of order.entries()) {
  await play(learned, number);
  const due = MEASURED.some((share) => Math.ceil(share * order.length) === i + 1);
  if (due) rows.push(await measure(i + 1));
}
report(
  'bench/recorded-runs: the lesson that preceded success, among the lessons of its task (tasks with two or more)',
  rows,
  options,
);
const learning = await lorebase.learning();
console.log(`reviewed runs: ${Math.round((learning?.reviewedShare ?? 0) * 100)} %`);
await server.close();
await close();
