// Weighted retrieval beside the bare SQL query for its candidates in the same run.
//   npx tsx bench/stream.ts [--database URL] [--sizes 1000,10000,100000] [--data DIR]

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
import { openRealVectors } from './support/vectors.ts';

const options = readOptions('1000,10000,100000');
const ROUNDS = 100;
const TURNS = 3;
const PROBES = 50;

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
  const retrieveAs = (touch: boolean) => (i: number) =>
    retrieveWeighted(app, caller, {
      query: `probe ${i % PROBES}`,
      scope: { ...WHOLE_PROJECT, memoryIds: [memoryId] },
      settings: STREAM_DEFAULTS,
      touch,
    });
  const times: Record<'bare' | 'untouched' | 'touching', number[]> = {
    bare: [],
    untouched: [],
    touching: [],
  };
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const measured = {
      bare: (await timeEach(ROUNDS, 1, candidates)).times,
      untouched: (await timeEach(ROUNDS, 1, retrieveAs(false))).times,
      touching: (await timeEach(ROUNDS, 1, retrieveAs(true))).times,
    };
    // The first turn warms up.
    if (turn === 0) continue;
    times.bare.push(...measured.bare);
    times.untouched.push(...measured.untouched);
    times.touching.push(...measured.touching);
  }
  const bareMs = quantile(times.bare, 0.5);
  for (const what of ['untouched', 'touching'] as const) {
    rows.push({
      observations: size,
      what: what === 'touching' ? 'retrieval, counted as accessed' : 'retrieval',
      'p50 ms': rounded(quantile(times[what], 0.5)),
      'p99 ms': rounded(quantile(times[what], 0.99)),
      'bare p50 ms': rounded(bareMs),
      'of bare': rounded(quantile(times[what], 0.5) / bareMs),
    });
  }
  await bare.close();
}
report('bench/stream: the best 10 of 100 candidates, instant embedder', rows, options);
await close();
