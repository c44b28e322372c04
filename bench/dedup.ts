// What the write algorithm does with pairs of texts, at several thresholds, with the local model.
// npx tsx bench/dedup.ts --data ../shared/data
import { pino } from 'pino';
import { cosineSimilarity } from '../src/db/embedding-space.ts';
import { decide } from '../src/entries/decide.ts';
import { openMiniLm } from '../src/models/minilm/embedder.ts';
import { type Row, readOptions, readRows, report, rounded } from './support/bench.ts';

type Pair = { set: string; label: string; a: string; b: string };

const options = readOptions('0');
const pairs = readRows<Pair>(options, 'pairs.jsonl');
const THRESHOLDS = [
  { duplicate: 0.95, update: 0.6 },
  { duplicate: 0.95, update: 0.65 },
  { duplicate: 0.95, update: 0.7 },
  { duplicate: 0.95, update: 0.75 },
  { duplicate: 0.95, update: 0.8 },
  { duplicate: 0.9, update: 0.75 },
];

const embedder = openMiniLm(pino({ level: 'silent' }));
const texts = [...new Set(pairs.flatMap((pair) => [pair.a, pair.b]))];
const vectors = await embedder.embed(texts);
await embedder.close();
const vectorOf = new Map(texts.map((text, i) => [text, vectors[i] ?? []]));

const vectorFor = (text: string) => vectorOf.get(text) ?? [];

const rows: Row[] = [];
for (const thresholds of THRESHOLDS) {
  for (const group of new Set(pairs.map((pair) => `${pair.set}: ${pair.label}`))) {
    const own = pairs.filter((pair) => `${pair.set}: ${pair.label}` === group);
    const actions = own.map(({ a, b }) => {
      const neighbours = [
        { entryId: 'me_a', text: a, similarity: cosineSimilarity(vectorFor(a), vectorFor(b)) },
      ];
      // The identical text is skipped by its hash, before anything is compared.
      return decide([{ text: b, neighbours }], thresholds).action;
    });
    const share = (action: string) => actions.filter((done) => done === action).length / own.length;
    rows.push({
      duplicate: thresholds.duplicate,
      update: thresholds.update,
      pairs: group,
      count: own.length,
      created: rounded(share('CREATED'), 3),
      merged: rounded(share('UPDATED'), 3),
      skipped: rounded(share('SKIPPED'), 3),
    });
  }
}
report('bench/dedup: all-MiniLM-L6-v2', rows, options);
