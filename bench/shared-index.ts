// The time of a search in a memory that holds 1 to 20 of 100 chunks of an embedding space, exactly and with the index
// that all projects share, and what the index finds of the true ten. Where the two times cross is the border of
// `searchMethod` in src/db/search-method.ts.
// npx tsx bench/shared-index.ts [--database URL] [--sizes 10000,100000]
import { type SearchMethod, searchMethod } from '../src/db/search-method.ts';
import { findNearestChunks } from '../src/db/vector-search.ts';
import { comparedChunks } from '../src/entries/write/find-near.ts';
import {
  instantEmbedder,
  medianOf,
  newCaller,
  newMemory,
  openBenchApp,
  type Row,
  readOptions,
  readRows,
  report,
  rounded,
} from './support/bench.ts';
import { fillMemories } from './support/fill.ts';
import { openRealVectors } from './support/vectors.ts';

const options = readOptions('10000,100000');
const SHARES = [1, 2, 3, 5, 10, 20];
const QUERIES = 60;
const LIMIT = 10;
const EF_SEARCH = 100;

const facts = readRows<{ text: string }>(options, 'facts.jsonl').map((row) => row.text);
const vectorOf = await openRealVectors(options);
const { app, close } = await openBenchApp(options, instantEmbedder(), {
  VECTOR_INDEX_FROM: '750',
});
const space = app.embedders.defaultSpace;
let count = 0;

function next() {
  count += 1;
  return { text: `${facts[count % facts.length]} (${count})`, vector: vectorOf(count) };
}

async function measure(size: number): Promise<Row[]> {
  const caller = await newCaller(app);
  const memories = await Promise.all(SHARES.map(() => newMemory(app, caller)));
  const rest = await newMemory(app, caller);
  const slots = SHARES.flatMap((share, i) => Array<string>(share).fill(memories[i] ?? ''));
  while (slots.length < 100) slots.push(rest);
  await fillMemories(app, caller, {
    memoryIds: [...new Set(slots)],
    slots,
    texts: Array.from({ length: size }, next),
  });
  const rows: Row[] = [];
  for (const [i, share] of SHARES.entries()) {
    const memoryId = memories[i] ?? '';
    const scope = comparedChunks({ projectId: caller.project.id, memoryId }, space);
    const search = async (method: SearchMethod, vector: number[]) => {
      const start = performance.now();
      const [found = []] = await app.connection.readTransaction((db) =>
        findNearestChunks(db, scope, {
          vectors: [vector],
          limit: LIMIT,
          method,
          efSearch: EF_SEARCH,
          withEntries: false,
        }),
      );
      return { ms: performance.now() - start, ids: found.map(({ entryId }) => entryId) };
    };
    const exact: number[] = [];
    const index: number[] = [];
    let found = 0;
    for (let query = 0; query < QUERIES; query += 1) {
      const { vector } = next();
      const truth = await search('EXACT', vector);
      const near = await search('HNSW', vector);
      if (query < QUERIES / 4) continue;
      exact.push(truth.ms);
      index.push(near.ms);
      found += truth.ids.filter((id) => near.ids.includes(id)).length / truth.ids.length;
    }
    const chunks = (size * share) / 100;
    rows.push({
      'in the index': size,
      'in the memory': chunks,
      'exact ms': rounded(medianOf(exact)),
      'index ms': rounded(medianOf(index)),
      'recall of the index': rounded(found / exact.length, 3),
      chosen: searchMethod(app.indexSizes, { projectId: caller.project.id, space }, chunks),
    });
  }
  return rows;
}

const rows: Row[] = [];
for (const size of options.sizes) rows.push(...(await measure(size)));
report(`bench/shared-index: medians of ${(QUERIES * 3) / 4} searches`, rows, options);
await close();
