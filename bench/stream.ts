// What the rankings of memory streams find in LoCoMo's conversations, with and without counted accesses; then
// weighted retrieval beside the bare SQL query for its candidates in the same run.
//   npx tsx bench/stream.ts [--database URL] [--sizes 1000,10000,100000] [--data DIR]

import { touchEntries } from '../src/entries/change/touch-entries.ts';
import { WHOLE_PROJECT } from '../src/memories/scope.ts';
import { STREAM_DEFAULTS } from '../src/projects/stream-settings.ts';
import { retrieveWeighted } from '../src/stream/retrieve-entries.ts';
import { openBare } from './support/bare.ts';
import {
  instantEmbedder,
  newCaller,
  newMemory,
  openBenchApp,
  quantile,
  type Row,
  readOptions,
  report,
  rounded,
  timeEach,
} from './support/bench.ts';
import { fillMemories } from './support/fill.ts';
import {
  measureQuality,
  readConversations,
  rememberingEmbedder,
} from './support/stream-quality.ts';
import { openRealVectors } from './support/vectors.ts';

const options = readOptions('1000,10000,100000');
const ROUNDS = 100;
const TURNS = 3;
const PROBES = 50;

const RANKINGS: [string, Record<string, unknown>][] = [
  ['relevance alone', { weights: { recency: 0, importance: 0, utility: 0 } }],
  ['MEASURED', { ranking: 'MEASURED' }],
  ['PAPER_CODE', { ranking: 'PAPER_CODE' }],
  ['GENERATIVE_AGENTS', { ranking: 'GENERATIVE_AGENTS' }],
];

async function reportQuality(): Promise<void> {
  const opened = await openBenchApp(options);
  const { embedders } = opened.app;
  const embedder = rememberingEmbedder(embedders.for(embedders.defaultSpace));
  const app = { ...opened.app, embedders: { ...embedders, for: () => embedder } };
  const caller = await newCaller(app);
  const conversations = readConversations(options);
  const rows: Row[] = [];
  for (const [name, ranking] of RANKINGS) {
    const run = { conversations, ranking };
    const plain = await measureQuality(app, caller, { ...run, isTouching: false });
    const touching = await measureQuality(app, caller, { ...run, isTouching: true });
    rows.push({
      ranking: name,
      'hit@10': rounded(plain.hit, 3),
      seen: rounded(plain.seen, 3),
      'hit@10, accesses counted': rounded(touching.hit, 3),
      'seen, accesses counted': rounded(touching.seen, 3),
    });
    // A ranking takes minutes: what is measured is shown at once.
    console.log(JSON.stringify(rows.at(-1)));
  }
  const title = 'bench/stream: LoCoMo facts as streams, 400 questions a memory, random importance';
  report(title, rows, options);
  await opened.close();
}

async function reportSpeed(): Promise<void> {
  const vectorOf = await openRealVectors(options);
  const vectors = new Map(
    Array.from({ length: PROBES }, (_, i) => [`probe ${i}`, vectorOf(1_000_000 + i * 97)] as const),
  );
  const { app, close } = await openBenchApp(options, instantEmbedder(vectors));
  const rows: Row[] = [];
  for (const size of options.sizes) {
    const caller = await newCaller(app);
    const memoryId = await newMemory(app, caller);
    const texts = Array.from({ length: size }, (_, i) => ({
      text: `Seen ${i}`,
      vector: vectorOf(i),
    }));
    const held = await fillMemories(app, caller, { memoryIds: [memoryId], texts });
    const bare = await openBare(app);
    await bare.fill(held);
    const candidates = (i: number) => bare.nearest(vectors.get(`probe ${i % PROBES}`) ?? [], 100);
    const retrieve = (mode: 'SEMANTIC' | 'HYBRID') => (i: number) =>
      retrieveWeighted(app, caller, {
        query: `probe ${i % PROBES}`,
        scope: { ...WHOLE_PROJECT, memoryIds: [memoryId] },
        settings: { ...STREAM_DEFAULTS, mode },
      });
    const touch = (i: number) =>
      touchEntries(app, caller, {
        entryIds: Array.from({ length: 10 }, (_, j) => held[(i * 10 + j) % held.length]?.id),
      });
    const works = {
      'bare query for the candidates': candidates,
      'retrieval, SEMANTIC': retrieve('SEMANTIC'),
      'retrieval, HYBRID': retrieve('HYBRID'),
      'touchEntries of 10': touch,
    };
    const times = new Map<string, number[]>(Object.keys(works).map((name) => [name, []]));
    for (let turn = 0; turn <= TURNS; turn += 1) {
      for (const [name, work] of Object.entries(works)) {
        const measured = await timeEach(ROUNDS, 1, work);
        // The first turn warms up.
        if (turn > 0) times.get(name)?.push(...measured.times);
      }
    }
    for (const [what, measured] of times) {
      rows.push({
        observations: size,
        what,
        'p50 ms': rounded(quantile(measured, 0.5)),
        'p99 ms': rounded(quantile(measured, 0.99)),
      });
    }
    await bare.close();
  }
  report('bench/stream: the best 10 of 100 candidates, instant embedder', rows, options);
  await close();
}

await reportQuality();
if (options.sizes.some((size) => size > 0)) await reportSpeed();
