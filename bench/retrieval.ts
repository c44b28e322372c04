// hit@10, hit@5 and MRR@10 of SEMANTIC, LEXICAL and HYBRID through the rules, with the local model.
// npx tsx bench/retrieval.ts --data ../shared/data [--database URL]
import type { App } from '../src/app.ts';
import { writeEntries } from '../src/entries/write/write-entries.ts';
import type { Caller } from '../src/projects/viewer.ts';
import type { SearchMode } from '../src/retrieval/presets.ts';
import { searchKnowledge } from '../src/retrieval/search-knowledge.ts';
import {
  newCaller,
  newMemory,
  openBenchApp,
  type Row,
  readOptions,
  report,
  rounded,
} from './support/bench.ts';
import { type Item, type Question, type RetrievalSet, readSets } from './support/retrieval-sets.ts';

const MODES: SearchMode[] = ['SEMANTIC', 'LEXICAL', 'HYBRID'];
const BATCH = 100;

/** A set as it was written: its memories by group, and what the entries hold. */
type Written = { memories: Map<string, string>; keysOf: Map<string, string[]> };

const options = readOptions('0');
const { app, close } = await openBenchApp(options);
const caller = await newCaller(app);
const rows: Row[] = [];
const searched: Searched = new Map();
for (const set of readSets(options)) {
  const written = await writeSet(app, caller, set.items);
  for (const { name, questions } of set.asked) {
    for (const mode of MODES) {
      const figures = await measure(app, caller, { set, questions, written, mode });
      rows.push({ set: set.name, questions: name, ...figures });
      console.error(JSON.stringify(rows.at(-1)));
    }
  }
}
report('bench/retrieval: all-MiniLM-L6-v2', rows, options);
await close();

async function writeSet(app: App, caller: Caller, items: readonly Item[]): Promise<Written> {
  const keysOf = new Map<string, string[]>();
  const memories = new Map<string, string>();
  for (const group of new Set(items.map((item) => item.group))) {
    const own = items.filter((item) => item.group === group);
    const memoryId = await newMemory(app, caller);
    memories.set(group, memoryId);
    for (let start = 0; start < own.length; start += BATCH) {
      const batch = own.slice(start, start + BATCH);
      // Observations are not deduplicated, so that every text stays an entry of its own.
      const { results } = await writeEntries(app, caller, {
        memoryId,
        items: batch.map(({ text, context, occurredAt }) => ({
          content: text,
          kind: 'OBSERVATION',
          context: context ?? null,
          occurredAt: occurredAt ?? null,
        })),
        source: 'MANUAL',
        kind: 'OBSERVATION',
        dryRun: false,
      } as Parameters<typeof writeEntries>[2]);
      for (const [i, result] of results.entries()) {
        if (result instanceof Error) throw result;
        keysOf.set(result.entry.id, batch[i]?.keys ?? []);
      }
    }
  }
  return { memories, keysOf };
}

/** The entries found by each search; one list of questions is a part of the other. */
type Searched = Map<string, string[]>;

type Search = { query: string; memoryId: string; mode: SearchMode };

async function search(app: App, caller: Caller, { query, memoryId, mode }: Search) {
  const key = JSON.stringify([memoryId, mode, query]);
  const known = searched.get(key);
  if (known) return known;
  const { results } = await searchKnowledge(app, caller, {
    query,
    scope: { memoryIds: [memoryId] },
    limit: 10,
    mode,
    includeSuperseded: false,
    explain: false,
  });
  const found = results.map(({ entry }) => entry.id);
  searched.set(key, found);
  return found;
}

type Measured = { set: RetrievalSet; questions: Question[]; written: Written; mode: SearchMode };

/** The figures of a mode over the questions that have an answer in the set. */
async function measure(
  app: App,
  caller: Caller,
  { set, questions, written, mode }: Measured,
): Promise<Row> {
  const answerable = questions.filter(({ group, keys }) =>
    set.items.some((item) => item.group === group && item.keys.some((key) => keys.includes(key))),
  );
  const ranks: number[] = [];
  for (const { group, text, keys } of answerable) {
    const memoryId = written.memories.get(group) ?? '';
    const found = await search(app, caller, { query: text, memoryId, mode });
    const rank = found.findIndex((id) => written.keysOf.get(id)?.some((key) => keys.includes(key)));
    if (rank >= 0) ranks.push(rank + 1);
  }
  const share = (sum: number) => rounded(sum / answerable.length, 3);
  return {
    asked: answerable.length,
    mode,
    'hit@10': share(ranks.length),
    'hit@5': share(ranks.filter((rank) => rank <= 5).length),
    'MRR@10': share(ranks.reduce((sum, rank) => sum + 1 / rank, 0)),
  };
}
