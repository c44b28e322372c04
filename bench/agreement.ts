// How often a decision made with the index is the one that comparing with every chunk would make, and
// what it costs.  npx tsx bench/agreement.ts [--database URL] [--sizes 10000,50000] [--data DIR]
import { findNearestChunks } from '../src/db/vector-search.ts';
import { newStatement } from '../src/entries/statements.ts';
import { type Decision, decide } from '../src/entries/write/decide.ts';
import { comparedChunks } from '../src/entries/write/find-near.ts';
import type { WriteRules } from '../src/memories/write-rules.ts';
import {
  drawVector,
  instantEmbedder,
  newCaller,
  newMemory,
  openBenchApp,
  quantile,
  type Row,
  readOptions,
  report,
  rounded,
} from './support/bench.ts';
import { fillMemories } from './support/fill.ts';
import { openRealVectors } from './support/vectors.ts';

const options = readOptions('10000,50000');
const PROBES = 1000;
const EF_SEARCHES = [20, 40, 60, 100];
const RULES: WriteRules = {
  duplicate: 0.95,
  update: 0.75,
  duplicatePolicy: 'SAFE',
  maxStatements: 8,
};

/** Each filled entry has one statement. */
const entryOf = () => ({
  statements: [newStatement(STATEMENT, { number: 1, actor: 'bench', now: new Date(0) })],
  metadata: {},
});
const STATEMENT = {
  text: 'held',
  source: 'MANUAL' as const,
  metadata: {},
  context: null,
  occurredAt: null,
};

const vectorOf = await openRealVectors(options);
const { app, close } = await openBenchApp(options, instantEmbedder());
const space = app.embedders.defaultSpace;
const rows: Row[] = [];

/** A text like one that is held, from almost the same to hardly related. */
function probeOf(number: number, size: number): number[] {
  const near = vectorOf((number * 7919) % size);
  const noise = drawVector(`probe ${number}`);
  const scale = (((number % 20) / 20) * 1.6) / Math.hypot(...noise);
  return near.map((value, i) => Math.fround(value + (noise[i] ?? 0) * scale));
}

for (const size of options.sizes) {
  const caller = await newCaller(app);
  const memoryId = await newMemory(app, caller);
  const texts = Array.from({ length: size }, (_, i) => ({
    text: `held ${i}`,
    vector: vectorOf(i),
  }));
  await fillMemories(app, caller, { memoryIds: [memoryId], texts });
  const scope = comparedChunks({ projectId: caller.project.id, memoryId }, space);
  /** `efSearch` is null for an exact scan. */
  const decideBy = async (number: number, efSearch: number | null) => {
    const vectors = [probeOf(number, size)];
    const from = performance.now();
    const method = efSearch === null ? 'EXACT' : 'HNSW';
    const found = await app.connection.transaction((db) =>
      findNearestChunks(db, scope, {
        vectors,
        limit: 5,
        method,
        efSearch: efSearch ?? 0,
        withEntries: false,
      }),
    );
    const time = performance.now() - from;
    const near = found[0] ?? [];
    const written = { text: 'probe', metadata: {}, holders: [], neighbours: [near] };
    return { time, decision: decide(written, RULES, entryOf) };
  };
  const exact: { time: number; decision: Decision }[] = [];
  for (let i = 0; i < PROBES; i += 1) exact.push(await decideBy(i, null));
  const exactMs = quantile(
    exact.map(({ time }) => time),
    0.5,
  );
  for (const efSearch of EF_SEARCHES) {
    const times: number[] = [];
    let agreeing = 0;
    for (let i = 0; i < PROBES; i += 1) {
      const { time, decision } = await decideBy(i, efSearch);
      times.push(time);
      if (isSame(decision, exact[i]?.decision)) agreeing += 1;
    }
    rows.push({
      held: size,
      ef_search: efSearch,
      'agreeing of 1,000': agreeing,
      'p50 ms': rounded(quantile(times, 0.5)),
      'exact p50 ms': rounded(exactMs),
    });
  }
}

/** The same action, on the same entry where it touches one. */
function isSame(one: Decision, other: Decision | undefined): boolean {
  if (one.action !== other?.action) return false;
  return one.action === 'CREATED' || one.nearest.entryId === other.nearest?.entryId;
}

report('bench/agreement: decisions by the index and by comparing all', rows, options);
await close();
