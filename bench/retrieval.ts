// hit@10 and MRR of SEMANTIC, LEXICAL and HYBRID through the rules, with the local model.
// npx tsx bench/retrieval.ts --data ../shared/data [--database URL]
import { readFileSync } from 'node:fs';
import { writeEntries } from '../src/entries/write-entries.ts';
import type { SearchMode } from '../src/retrieval/presets.ts';
import { searchKnowledge } from '../src/retrieval/search-knowledge.ts';
import {
  newCaller,
  newMemory,
  openBenchApp,
  type Row,
  readOptions,
  readRows,
  report,
  rounded,
} from './support/bench.ts';

/** A text, the memory it belongs to, and what a question has to find. */
type Item = { group: string; text: string; keys: string[] };
type Question = { group: string; text: string; keys: string[] };
type Set_ = { name: string; items: Item[]; questions: Question[] };

const options = readOptions('0');
const MODES: SearchMode[] = ['SEMANTIC', 'LEXICAL', 'HYBRID'];

const questions = readRows<{ conversation: string; question: string; evidence: string[] }>(
  options,
  'locomo/questions.jsonl',
).map((row) => ({ group: row.conversation, text: row.question, keys: row.evidence }));

const facts = readRows<{ conversation: string; text: string; evidence: string[] }>(
  options,
  'locomo/facts.jsonl',
).map((row) => ({ group: row.conversation, text: row.text, keys: row.evidence }));

const turns = readRows<{ id: string; conversation: string; speaker: string; text: string }>(
  options,
  'locomo/turns.jsonl',
);

const documents = readRows<{ id: string; title: string; text: string }>(
  options,
  'cranfield/documents.jsonl',
).map((row) => ({ group: 'all', text: `${row.title}. ${row.text}`, keys: [String(row.id)] }));

const queries = readRows<{ query: string; rel: (string | number)[] }>(
  options,
  'cranfield/queries.jsonl',
).map((row) => ({ group: 'all', text: row.query, keys: row.rel.map(String) }));

const fewWords = readFileSync(new URL('data/few-words.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: number; fact: string; question: string });

const ofTurns = (text: (turn: (typeof turns)[number]) => string): Item[] =>
  turns.map((turn) => ({ group: turn.conversation, text: text(turn), keys: [turn.id] }));

const sets: Set_[] = [
  { name: 'LoCoMo facts', items: facts, questions },
  { name: 'LoCoMo turns', items: ofTurns((turn) => turn.text), questions },
  {
    name: 'LoCoMo turns, with speaker',
    items: ofTurns((turn) => `${turn.speaker}: ${turn.text}`),
    questions,
  },
  { name: 'Cranfield', items: documents, questions: queries },
  {
    name: 'few shared words',
    items: fewWords.map((row) => ({ group: 'all', text: row.fact, keys: [String(row.id)] })),
    questions: fewWords.map((row) => ({
      group: 'all',
      text: row.question,
      keys: [String(row.id)],
    })),
  },
];

const { app, close } = await openBenchApp(options);
const caller = await newCaller(app);
const rows: Row[] = [];
for (const { name, items, questions: asked } of sets) {
  const keysOf = new Map<string, string[]>();
  const memories = new Map<string, string>();
  for (const group of new Set(items.map((item) => item.group))) {
    const memoryId = await newMemory(app, caller);
    memories.set(group, memoryId);
    const own = items.filter((item) => item.group === group && item.text.trim() !== '');
    for (let start = 0; start < own.length; start += 100) {
      const batch = own.slice(start, start + 100);
      // Observations are not deduplicated, so that every text stays an entry of its own.
      const { results } = await writeEntries(app, caller, {
        memoryId,
        items: batch.map((item) => ({ content: item.text, kind: 'OBSERVATION' })),
        source: 'MANUAL',
        kind: 'OBSERVATION',
        dryRun: false,
      } as Parameters<typeof writeEntries>[2]);
      for (const [i, result] of results.entries()) {
        if (!(result instanceof Error)) keysOf.set(result.entry.id, batch[i]?.keys ?? []);
      }
    }
  }
  const answerable = asked.filter(({ group, keys }) =>
    items.some((item) => item.group === group && item.keys.some((key) => keys.includes(key))),
  );
  for (const mode of MODES) {
    let hits = 0;
    let reciprocal = 0;
    for (const { group, text, keys } of answerable) {
      const memoryIds = [memories.get(group) ?? ''];
      const { results } = await searchKnowledge(app, caller, {
        query: text,
        scope: { memoryIds },
        limit: 10,
        mode,
        explain: false,
      });
      const rank = results.findIndex((result) =>
        keysOf.get(result.entry.id)?.some((key) => keys.includes(key)),
      );
      if (rank >= 0) {
        hits += 1;
        reciprocal += 1 / (rank + 1);
      }
    }
    rows.push({
      set: name,
      questions: answerable.length,
      mode,
      'hit@10': rounded(hits / answerable.length, 3),
      'MRR@10': rounded(reciprocal / answerable.length, 3),
    });
  }
}
report('bench/retrieval: all-MiniLM-L6-v2', rows, options);
await close();
