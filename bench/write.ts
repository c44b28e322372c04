// Entries per second into a memory that already holds many, beside bare INSERTs of rows and vectors through
// the bare driver, as many at once, in the same run. What a write leaves to the index behind it is counted
// apart: "with index/s" is the rate until the last chunk is there, as it is in the bare table at once.
// npx tsx bench/write.ts [--database URL] [--sizes 1000,10000] [--embedder local]
import {
  findPendingProjects,
  indexSome,
  startIndexing,
} from '../src/entries/index/index-chunks.ts';
import { writeEntries, writeEntry } from '../src/entries/write/write-entries.ts';
import { openBare } from './support/bare.ts';
import {
  instantEmbedder,
  medianOf,
  newCaller,
  newMemory,
  openBenchApp,
  quantile,
  type Row,
  readOptions,
  readRows,
  report,
  rounded,
  timeEach,
} from './support/bench.ts';
import { fillMemories } from './support/fill.ts';
import { openRealVectors } from './support/vectors.ts';

const options = readOptions('1000,10000,50000');
const isLocal = options.embedder === 'local';
const TURNS = 3;
const SINGLE = isLocal ? 200 : 400;
const BULK = 500;
/** Small memories beside the one that holds many, for writes that do not wait for each other. */
const OTHERS = 16;
const OTHERS_HOLD = 1600;

const facts = readRows<{ text: string }>(options, 'facts.jsonl').map((row) => row.text);
const vectorOf = await openRealVectors(options);
const vectors = new Map<string, number[]>();
const { app, close } = await openBenchApp(options, isLocal ? undefined : instantEmbedder(vectors));

const indexing = startIndexing(app);
const settle = async () => {
  for (;;) {
    const projectIds = await findPendingProjects(app);
    if (projectIds.length === 0) return;
    await indexSome(app, projectIds);
  }
};

const asked = { kind: 'FACT', source: 'MANUAL', dryRun: false };
let count = 0;

/** A text that was not written before, and the vector that the instant embedder gives it. */
function next() {
  count += 1;
  const text = `${facts[count % facts.length]} (${count})`;
  const vector = vectorOf(count);
  vectors.set(text, vector);
  return { id: `id ${count}`, text, vector };
}

async function measure(size: number): Promise<Row[]> {
  const caller = await newCaller(app);
  const memoryId = await newMemory(app, caller);
  const others: string[] = [];
  for (let i = 0; i < OTHERS; i += 1) others.push(await newMemory(app, caller));
  const bare = await openBare(app, OTHERS);
  const texts = Array.from({ length: size + OTHERS_HOLD }, next);
  const held = [
    ...(await fillMemories(app, caller, { memoryIds: [memoryId], texts: texts.slice(0, size) })),
    ...(await fillMemories(app, caller, { memoryIds: others, texts: texts.slice(size) })),
  ];
  await bare.fill(held);

  const write = (memory: string) =>
    writeEntry(app, caller, { memoryId: memory, content: next().text, ...asked });
  const writeMany = () => {
    const items = Array.from({ length: BULK }, () => ({ content: next().text }));
    return writeEntries(app, caller, { memoryId, items, ...asked });
  };
  const insert = () => bare.insert([next()]);
  const insertMany = () => bare.insert(Array.from({ length: BULK }, next));
  const perSecond = async (lanes: number, work: (i: number) => Promise<unknown>) =>
    (await timeEach(SINGLE, lanes, work)).perSecond;
  const bulksPerSecond = async (work: () => Promise<unknown>) =>
    (await timeEach(1, 1, work)).perSecond * BULK;
  /** The rate at which calls were answered, and the one until all of it was in the index. */
  const withIndex = async (count: number, measure: () => Promise<number>) => {
    const answered = await measure();
    const start = performance.now();
    await settle();
    const whole = count / (count / answered + (performance.now() - start) / 1000);
    return { answered, whole };
  };
  const ways = [
    {
      what: 'one by one',
      bare: () => perSecond(1, insert),
      ours: () => withIndex(SINGLE, () => perSecond(1, () => write(memoryId))),
    },
    ...[8, OTHERS].map((lanes) => ({
      what: `${lanes} at once, into ${lanes} memories`,
      bare: () => perSecond(lanes, insert),
      ours: () => withIndex(SINGLE, () => perSecond(lanes, (i) => write(others[i % lanes] ?? ''))),
    })),
    ...[8, OTHERS].map((lanes) => ({
      what: `${lanes} at once, into one memory`,
      bare: () => perSecond(lanes, insert),
      ours: () => withIndex(SINGLE, () => perSecond(lanes, () => write(memoryId))),
    })),
    {
      what: `${BULK} in a bulk`,
      bare: () => bulksPerSecond(insertMany),
      ours: () => withIndex(BULK, () => bulksPerSecond(writeMany)),
    },
  ];
  // The two are measured by turns, so that both meet the same noise.
  const measured = ways.map(() => ({
    bare: [] as number[],
    ours: [] as number[],
    whole: [] as number[],
  }));
  for (let turn = 0; turn <= TURNS; turn += 1) {
    for (const [i, way] of ways.entries()) {
      const inserted = await way.bare();
      const { answered, whole } = await way.ours();
      // The first turn warms up.
      if (turn === 0) continue;
      measured[i]?.bare.push(inserted);
      measured[i]?.ours.push(answered);
      measured[i]?.whole.push(whole);
    }
  }
  await bare.close();
  besides.push(await measureBeside(size, () => write(others[0] ?? ''), writeMany));
  return ways.map(({ what }, i) => {
    const ours = medianOf(measured[i]?.ours ?? []);
    const theirs = medianOf(measured[i]?.bare ?? []);
    return {
      held: size,
      what,
      'entries/s': rounded(ours, 0),
      'bare/s': rounded(theirs, 0),
      'of bare': rounded(ours / theirs),
      'with index/s': rounded(medianOf(measured[i]?.whole ?? []), 0),
    };
  });
}

/** Single writes alone, and while bulks go into another memory of the project, with the time of a bulk's slice. */
async function measureBeside(
  held: number,
  write: () => Promise<unknown>,
  writeMany: () => Promise<unknown>,
): Promise<Row> {
  const alone = await timeEach(SINGLE, 1, write);
  await settle();
  let isOver = false;
  const bulks: number[] = [];
  const writingBulks = (async () => {
    while (!isOver) {
      const start = performance.now();
      await writeMany();
      bulks.push(performance.now() - start);
    }
  })();
  const beside = await timeEach(SINGLE, 1, write);
  isOver = true;
  await writingBulks;
  await settle();
  return {
    held,
    'alone p50 ms': rounded(medianOf(alone.times)),
    'alone p99 ms': rounded(quantile(alone.times, 0.99)),
    'beside bulks p50 ms': rounded(medianOf(beside.times)),
    'beside bulks p99 ms': rounded(quantile(beside.times, 0.99)),
    'a slice of a bulk ms': rounded((medianOf(bulks) / BULK) * 64),
  };
}

const besides: Row[] = [];
const rows: Row[] = [];
for (const size of options.sizes) rows.push(...(await measure(size)));
const embedder = isLocal ? 'the local model (bare rows come with vectors)' : 'instant embedder';
report(`bench/write: ${embedder}, medians of ${TURNS} turns`, rows, options);
report('bench/write: single writes beside bulks into another memory', besides, options);
await indexing.stop();
await close();
