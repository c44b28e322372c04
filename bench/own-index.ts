// The time and the recall of a search in one of ten projects of equal size: with the index that all share, with an
// index of the project alone, and exactly. Plain SQL on a table of its own, which is dropped at the end.
// npx tsx bench/own-index.ts --database URL [--sizes 1000000]
import pg from 'pg';
import { pino } from 'pino';
import { openMiniLm } from '../src/models/minilm/embedder.ts';
import { medianOf, type Row, readOptions, readRows, report, rounded } from './support/bench.ts';
import { noiseOf } from './support/vectors.ts';

const options = readOptions('1000000');
const QUERIES = 60;
const LIMIT = 10;
/** The parts of a project that are searched, as conditions on its memories, of which it has 100. */
const PARTS = { project: 100, '30 memories': 30, '10 memories': 10, '5 memories': 5 };
const EF_SEARCH = [40, 100];

const facts = readRows<{ text: string }>(options, 'facts.jsonl').map((row) => row.text);
const embedder = openMiniLm(pino({ level: 'silent' }));
const base = await embedder.embed(facts);
await embedder.close();
const client = new pg.Client(options.database);
await client.connect();
await client.query(`create extension if not exists vector;
  drop schema if exists own_index cascade; create schema own_index; set search_path = own_index, public;
  set jit = off; set hnsw.iterative_scan = relaxed_order; set hnsw.max_scan_tuples = 40000;
  set max_parallel_workers_per_gather = 0;
  create table base (number int primary key, vector vector(384));
  create table noise (number int primary key, vector vector(384))`);

async function insert(table: string, vectors: readonly number[][]): Promise<void> {
  for (let start = 0; start < vectors.length; start += 500) {
    const part = vectors.slice(start, start + 500);
    await client.query(
      `insert into ${table} select * from unnest($1::int[], $2::text[]::vector[])`,
      [part.map((_, i) => start + i), part.map((vector) => `[${vector.join(',')}]`)],
    );
  }
}

type Asked = { condition: string; efSearch: number; vectors: readonly string[]; isExact?: boolean };
let prepared = 0;

/** The ids that are found for each vector, and the median time. */
async function search({ condition, efSearch, vectors, isExact = false }: Asked) {
  prepared += 1;
  await client.query(`begin; set local hnsw.ef_search = ${efSearch}; set local enable_seqscan = off;
    set local enable_sort = ${isExact ? 'on' : 'off'}`);
  const times: number[] = [];
  const found: number[][] = [];
  const distance = isExact ? '(embedding <=> $1::vector) + 0' : 'embedding <=> $1::vector';
  const text = `select id from chunks where ${condition} order by ${distance} limit ${LIMIT}`;
  for (const vector of vectors) {
    const start = performance.now();
    const { rows } = await client.query({ name: `search_${prepared}`, text, values: [vector] });
    times.push(performance.now() - start);
    found.push(rows.map(({ id }) => id));
  }
  await client.query('rollback');
  return { ms: medianOf(times.slice(QUERIES / 4)), found };
}

function recall(found: readonly number[][], truth: readonly number[][]): number {
  const shares = found.map(
    (ids, i) => ids.filter((id) => truth[i]?.includes(id)).length / (truth[i]?.length ?? 1),
  );
  return rounded(shares.reduce((sum, share) => sum + share, 0) / shares.length, 3);
}

async function measure(size: number): Promise<Row[]> {
  // Each chunk is the mean of two facts with some noise. Which project has it is drawn.
  await client.query(`create table chunks as
    with half as (select ('[' || repeat('0.70710678,', 383) || '0.70710678]')::vector(384) as vector)
    select id, abs(hashint4(id)) % 10 as project, abs(hashint4(id + 1)) % 100 as memory,
      (((one.vector + other.vector) * half.vector) + noise.vector)::vector(384) as embedding
    from generate_series(0, ${size} - 1) as id, half, base one, base other, noise
    where one.number = id % ${base.length} and noise.number = (id::bigint * 7919 + id / 8000) % 8000
      and other.number = (id::bigint * 31 + (id / ${base.length}) * 977) % ${base.length}`);
  await client.query('create index on chunks (project, memory)');
  const build = async (condition: string) => {
    const start = performance.now();
    await client.query(
      `create index on chunks using hnsw (embedding vector_cosine_ops) ${condition}`,
    );
    return rounded((performance.now() - start) / 1000);
  };
  const built = { shared: await build(''), own: await build('where project = 0') };
  await client.query('analyze chunks');
  const { rows } = await client.query<{ vector: string }>(
    `select (base.vector + noise.vector)::text as vector from base join noise using (number)
      order by hashint4(number) limit ${QUERIES}`,
  );
  const vectors = rows.map(({ vector }) => vector);
  const measured: Row[] = [];
  for (const [part, memories] of Object.entries(PARTS)) {
    // The planner does not see that `project + 0 = 0` is the condition of the project's index.
    const shared = `project + 0 = 0 and memory < ${memories}`;
    const own = `project = 0 and memory < ${memories}`;
    const exact = await search({ condition: own, efSearch: 40, vectors, isExact: true });
    for (const efSearch of EF_SEARCH) {
      const byShared = await search({ condition: shared, efSearch, vectors });
      const byOwn = await search({ condition: own, efSearch, vectors });
      measured.push({
        'in the index': size,
        searched: `${part}, ${(size / 1000) * memories}`,
        ef_search: efSearch,
        'exact ms': rounded(exact.ms),
        'shared ms': rounded(byShared.ms),
        'shared recall': recall(byShared.found, exact.found),
        'own ms': rounded(byOwn.ms),
        'own recall': recall(byOwn.found, exact.found),
        'built s (shared, own)': `${built.shared}, ${built.own}`,
      });
    }
  }
  await client.query('drop table chunks');
  return measured;
}

try {
  await insert('base', base as number[][]);
  await insert(
    'noise',
    Array.from({ length: 8000 }, (_, i) => noiseOf(i)),
  );
  const rows: Row[] = [];
  for (const size of options.sizes) rows.push(...(await measure(size)));
  report(`bench/own-index: medians of ${(QUERIES * 3) / 4} searches`, rows, options);
} finally {
  await client.query('drop schema own_index cascade');
  await client.end();
}
