// HNSW indexes of whole vectors, of vectors of 16-bit floats (halfvec) and of one bit for each dimension, whose
// candidates are compared again by the whole vectors: size, time of the build and of a search, recall beside an exact
// scan. npx tsx bench/quantisation.ts --database URL --data DIR [--sizes 100000,1000000] [--queries 200] [--types
// vector,halfvec,bit]
//   [--filled NAME]  a database that bench/growth.ts has left (--keep), with as many entries as the greatest size
//   [--json FILE]
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { DIMENSIONS, medianOf, quantile, rounded } from './support/bench.ts';
import { startEmbeddingEndpoint } from './support/embedding-endpoint.ts';
import { openMassFill } from './support/mass-fill.ts';
import { openDatabases, serverEnv, startServers } from './support/tenants.ts';

const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    data: { type: 'string', default: '../shared/data' },
    sizes: { type: 'string', default: '100000,1000000' },
    queries: { type: 'string', default: '200' },
    types: { type: 'string', default: 'vector,halfvec,bit' },
    filled: { type: 'string' },
    json: { type: 'string' },
  },
});
const sizes = options.sizes.split(',').map(Number);
const types = (['vector', 'halfvec', 'bit'] as const).filter((type) =>
  options.types.split(',').includes(type),
);
const UNKNOWN = 70_000_000;
const LIMIT = 10;
const MEMORIES = 100;

/** An index and a way to search it; the ten nearest of its `candidates` are compared by the whole vectors. */
type Way = { type: 'vector' | 'halfvec' | 'bit'; candidates: number; efSearch: number };
const WAYS: Way[] = [
  { type: 'vector', candidates: 10, efSearch: 100 },
  { type: 'vector', candidates: 10, efSearch: 200 },
  { type: 'vector', candidates: 10, efSearch: 400 },
  { type: 'vector', candidates: 10, efSearch: 1000 },
  { type: 'halfvec', candidates: 10, efSearch: 100 },
  { type: 'halfvec', candidates: 10, efSearch: 200 },
  { type: 'halfvec', candidates: 10, efSearch: 400 },
  { type: 'bit', candidates: 100, efSearch: 100 },
  { type: 'bit', candidates: 200, efSearch: 200 },
  { type: 'bit', candidates: 400, efSearch: 400 },
];
const COLUMN = {
  vector: `embedding::vector(${DIMENSIONS})`,
  halfvec: `embedding::halfvec(${DIMENSIONS})`,
  bit: `binary_quantize(embedding::vector(${DIMENSIONS}))::bit(${DIMENSIONS})`,
} as const;
const OPERATORS = {
  vector: 'vector_cosine_ops',
  halfvec: 'halfvec_cosine_ops',
  bit: 'bit_hamming_ops',
} as const;
const DISTANCE = {
  vector: `(${COLUMN.vector}) <=> $1::vector(${DIMENSIONS})`,
  halfvec: `(${COLUMN.halfvec}) <=> $1::halfvec(${DIMENSIONS})`,
  bit: `(${COLUMN.bit}) <~> binary_quantize($1::vector(${DIMENSIONS}))`,
} as const;

const databases = await openDatabases(options.database ?? '');
const name = options.filled ?? 'quantisation';
const url = databases.urlOf(name);
if (options.filled === undefined) await fillOwn();
const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query(`set jit = off; set hnsw.iterative_scan = relaxed_order; set hnsw.max_scan_tuples = 40000;
  set max_parallel_workers_per_gather = 0; set plan_cache_mode = force_generic_plan`);

async function fillOwn(): Promise<void> {
  await databases.create(name);
  const endpoint = await startEmbeddingEndpoint();
  const servers = await startServers('.', 1, serverEnv(url, endpoint.env));
  await servers.stop();
  endpoint.close();
  const fill = await openMassFill(url, { data: options.data, space: SPACE, isIndexed: true });
  const memoryIds = Array.from({ length: MEMORIES }, (_, i) => `mem_${i}`);
  await fill.setSlots(memoryIds.map((memoryId) => ({ projectId: 'prj_1', memoryId })));
  await fill.fill(0, Math.max(...sizes));
  await fill.close();
}

const SPACE = `bench/${DIMENSIONS}`;
let prepared = 0;

/** The ids that are found for each vector, and the times. */
async function search(vectors: readonly string[], text: string, settings: string) {
  prepared += 1;
  await client.query(`begin; ${settings}`);
  const times: number[] = [];
  const found: string[][] = [];
  for (const vector of vectors) {
    const from = performance.now();
    const { rows } = await client.query({ name: `s${prepared}`, text, values: [vector] });
    times.push(performance.now() - from);
    found.push(rows.map(({ entry_id }) => entry_id));
  }
  await client.query('rollback');
  return { times, found };
}

function recall(found: readonly string[][], truth: readonly string[][], depth: number): number {
  const shares = truth.map((ids, i) => {
    const wanted = ids.slice(0, depth);
    return wanted.filter((id) => found[i]?.includes(id)).length / wanted.length;
  });
  return rounded(shares.reduce((sum, share) => sum + share, 0) / shares.length, 3);
}

type Result = Record<string, string | number>;

async function measure(size: number, vectors: string[], memoryIds: string[]): Promise<Result[]> {
  const among = `is_indexed and space = '${SPACE}'`;
  const { rows: counted } = await client.query('select count(*)::int as stored from chunks');
  // The table itself has the index of whole vectors.
  const isWhole = size * 1.1 > counted[0].stored;
  const table = isWhole ? 'chunks' : 'part';
  if (!isWhole) {
    await client.query(`create table part as select project_id, entry_id, memory_id, space, is_indexed, embedding, text
      from chunks where entry_id < 'me_01h${String(size).padStart(23, '0')}'`);
    await client.query('vacuum analyze part');
  }
  const results: Result[] = [];
  const scopes = {
    'whole project': 'true',
    '30 of 100 memories': `memory_id in (${memoryIds.slice(0, 30).map((id) => `'${id}'`)})`,
  };
  const truths = new Map<string, string[][]>();
  for (const [scope, condition] of Object.entries(scopes)) {
    const text = `select entry_id from ${table} where ${among} and ${condition}
      order by (embedding <=> $1::vector) + 0 limit ${LIMIT}`;
    truths.set(
      scope,
      (await search(vectors, text, 'set local max_parallel_workers_per_gather = 3')).found,
    );
  }
  for (const type of types) {
    const from = performance.now();
    const isKept = isWhole && type === 'vector';
    if (!isKept) {
      await client.query(
        `create index quantised on ${table} using hnsw ((${COLUMN[type]}) ${OPERATORS[type]}) where ${among}`,
      );
    }
    const built = isKept ? Number.NaN : (performance.now() - from) / 1000;
    const { rows } = await client.query(
      `select pg_relation_size(indexrelid) as bytes from pg_index where indrelid = '${table}'::regclass
        and pg_get_indexdef(indexrelid) like '%${OPERATORS[type]}%'`,
    );
    for (const { candidates, efSearch } of WAYS.filter((way) => way.type === type)) {
      for (const [scope, condition] of Object.entries(scopes)) {
        const text = `select entry_id from (select entry_id, embedding <=> $1::vector as distance from ${table}
          where ${among} and ${condition} order by ${DISTANCE[type]} limit ${candidates}) as near
          order by distance limit ${LIMIT}`;
        const settings = `set local hnsw.ef_search = ${efSearch}; set local enable_seqscan = off;
          set local enable_sort = off; set local enable_bitmapscan = off`;
        await search(vectors.slice(0, 50), text, settings);
        const { times, found } = await search(vectors, text, settings);
        const truth = truths.get(scope) ?? [];
        results.push({
          size,
          index: type,
          'compared again': candidates,
          ef_search: efSearch,
          scope,
          'built s': rounded(built, 0),
          MB: rounded(Number(rows[0].bytes) / 2 ** 20, 0),
          'p50 ms': rounded(medianOf(times)),
          'p95 ms': rounded(quantile(times, 0.95)),
          'recall@10': recall(found, truth, LIMIT),
          'nearest found': recall(found, truth, 1),
          load: rounded(loadavg()[0] ?? 0, 1),
        });
      }
    }
    await client.query('drop index if exists quantised');
    console.table(results.slice(-6));
  }
  await client.query('drop table if exists part');
  return results;
}

try {
  const fill = await openMassFill(url, { data: options.data, space: SPACE, isIndexed: true });
  const samples = await fill.samples(UNKNOWN, Number(options.queries));
  await fill.close();
  const { rows } = await client.query('select memory_id from growth.slot order by number');
  const vectors = samples.map(({ vector }) => `[${vector}]`);
  const all: Result[] = [];
  for (const size of sizes) {
    all.push(
      ...(await measure(
        size,
        vectors,
        rows.map(({ memory_id }) => memory_id),
      )),
    );
    if (options.json) writeFileSync(options.json, JSON.stringify(all, null, 2));
  }
  const [first = {}] = all;
  console.log(
    `| ${Object.keys(first).join(' | ')} |\n| ${'--- | '.repeat(Object.keys(first).length)}`,
  );
  for (const row of all) console.log(`| ${Object.values(row).join(' | ')} |`);
} finally {
  await client.end();
  await databases.close();
}
