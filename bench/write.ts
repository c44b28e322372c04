// Entries per second into a memory that already holds many, beside a bare INSERT of the same rows and
// vectors through the bare driver in the same run.  npx tsx bench/write.ts [--database URL] [--sizes …]
import { writeEntries } from '../src/entries/write-entries.ts';
import { writeEntry } from '../src/entries/write-entry.ts';
import { openBare } from './support/bare.ts';
import {
  drawVector,
  instantEmbedder,
  newCaller,
  newMemory,
  openBenchApp,
  type Row,
  readOptions,
  readRows,
  report,
  rounded,
  timeEach,
} from './support/bench.ts';

const options = readOptions('1000,10000');
const texts = readRows<{ text: string }>(options, 'facts.jsonl').map((row) => row.text);
const SINGLE = 400;
const BULK = 500;

const call = { kind: 'FACT', source: 'MANUAL', dryRun: false };
let count = 0;
const nextText = () => {
  count += 1;
  return `${texts[count % texts.length]} (${count})`;
};

const { app, close } = await openBenchApp(options, instantEmbedder());
const rows: Row[] = [];
for (const size of options.sizes) {
  const caller = await newCaller(app);
  const memoryId = await newMemory(app, caller);
  const others = await Promise.all(Array.from({ length: 16 }, () => newMemory(app, caller)));
  const bare = await openBare(app, 16);
  const bulk = (items: string[]) =>
    writeEntries(app, caller, { memoryId, items: items.map((content) => ({ content })), ...call });
  const fill = async () => {
    for (let filled = 0; filled < size; filled += BULK) {
      const items = Array.from({ length: Math.min(BULK, size - filled) }, nextText);
      await bulk(items);
      for (const text of items) await bare.insert(`id ${count++}`, text, drawVector(text));
    }
  };
  await fill();
  const write = (memory: string) =>
    writeEntry(app, caller, { memoryId: memory, content: nextText(), ...call });
  const insert = () => {
    const text = nextText();
    return bare.insert(`id ${count}`, text, drawVector(text));
  };
  // The two are measured by turns, so that both meet the same noise.
  const measured: Record<string, number[]> = {};
  const add = (name: string, perSecond: number) => {
    measured[name] = [...(measured[name] ?? []), perSecond];
  };
  for (let turn = 0; turn < 3; turn += 1) {
    add('bare 1', (await timeEach(SINGLE, 1, insert)).perSecond);
    add('write 1', (await timeEach(SINGLE, 1, () => write(memoryId))).perSecond);
    add('bare 8', (await timeEach(SINGLE, 8, insert)).perSecond);
    add('write 8, one memory', (await timeEach(SINGLE, 8, () => write(memoryId))).perSecond);
    add(
      'write 8, eight memories',
      (await timeEach(SINGLE, 8, (i) => write(others[i % 8] ?? ''))).perSecond,
    );
    add(
      'write 16, sixteen memories',
      (await timeEach(SINGLE, 16, (i) => write(others[i % 16] ?? ''))).perSecond,
    );
    const items = Array.from({ length: BULK }, nextText);
    add('writeEntries 500', (await timeEach(1, 1, () => bulk(items))).perSecond * BULK);
  }
  const median = (name: string) => {
    const sorted = [...(measured[name] ?? [])].sort((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  for (const name of Object.keys(measured)) {
    const against =
      name.includes('1,') || name === 'write 1' || name.startsWith('writeE') ? 'bare 1' : 'bare 8';
    rows.push({
      held: size,
      what: name,
      'entries/s': rounded(median(name), 0),
      'of bare': name.startsWith('bare') ? 1 : rounded(median(name) / median(against)),
    });
  }
  await bare.close();
}
report('bench/write: instant embedder, medians of 3 turns', rows, options);
await close();
