// Two queries of a dashboard through Lorebase over HTTP, in a process of its own, beside a handler that
// sends the same rows from bare SQL, in another, in the same run.  npx tsx bench/graphql.ts [--database URL]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createProjectKey } from '../src/projects/api-keys.ts';
import { startProcess } from '../test/support/process.ts';
import {
  drawVector,
  instantEmbedder,
  medianOf,
  newCaller,
  newMemory,
  openBenchApp,
  type Row,
  readOptions,
  report,
  rounded,
} from './support/bench.ts';
import { fillMemories } from './support/fill.ts';
import { askHttp, loadHttp, type Request } from './support/http-load.ts';

const options = readOptions('0');
const MEMORIES = 100;
const ENTRIES = 1000;
const TURNS = 3;
const SECONDS = 2;

const QUERIES = {
  list: '{ memories(first: 20) { nodes { id name tags entryCount } } }',
  nested:
    '{ memories(first: 20) { nodes { id name entryCount entries(first: 5) { nodes { id content } } } } }',
};

/** Requests per second that PostGraphile 5 is published with, on a machine of this kind: not of this run. */
const POSTGRAPHILE: Readonly<Record<string, number>> = {
  'list 1': 1755,
  'list 16': 4576,
  'nested 1': 1494,
  'nested 16': 3004,
};

const { app, leave, close } = await openBenchApp(options, instantEmbedder());
const caller = await newCaller(app);
const memoryIds: string[] = [];
for (let i = 0; i < MEMORIES; i += 1) memoryIds.push(await newMemory(app, caller, ['bench']));
const texts = Array.from({ length: ENTRIES }, (_, i) => ({
  text: `The customer with the number ${i} prefers email over phone calls.`,
  vector: drawVector(`${i}`),
}));
await fillMemories(app, caller, { memoryIds, texts });
const { secret } = await createProjectKey(app, caller, { name: 'bench', role: 'READ' });
// One process, as the server beside it is one.
const env = { ...(await leave()), WORKERS: '1' };

const lorebase = await startProcess(env);
const bare = options.database ? await startBare(options.database) : null;

const toLorebase = (query: string): Request => ({
  path: '/graphql',
  headers: { 'content-type': 'application/json', 'x-api-key': secret },
  body: JSON.stringify({ query }),
});

/** Requests per second of each server, measured by turns, so that both meet the same noise. */
async function measure(name: string, query: string, clients: number): Promise<Row> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const load = { clients, seconds: SECONDS };
    if (bare) theirs.push(await loadHttp(bare.url, { path: `/${name}` }, load));
    ours.push(await loadHttp(lorebase.url, toLorebase(query), load));
  }
  const besides = bare && {
    'bare/s': rounded(medianOf(theirs), 0),
    'of bare': rounded(medianOf(ours) / medianOf(theirs)),
  };
  return {
    query: name,
    clients,
    'Lorebase/s': rounded(medianOf(ours), 0),
    ...besides,
    'PostGraphile 5/s, as published': POSTGRAPHILE[`${name} ${clients}`] ?? Number.NaN,
  };
}

async function startBare(database: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/support/bare-server.ts'], {
    env: { ...process.env, DATABASE_URL: database, PROJECT: caller.project.id },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim(), stop: () => child.kill() };
}

/** The data of an answer. Lorebase also sends the cost of the operation. */
const dataOf = (answer: string): string => JSON.stringify(JSON.parse(answer).data);

const rows: Row[] = [];
for (const [name, query] of Object.entries(QUERIES)) {
  const answer = await askHttp(lorebase.url, toLorebase(query));
  const same = bare && (await askHttp(bare.url, { path: `/${name}` }));
  if (same && dataOf(answer) !== dataOf(same)) {
    throw new Error(`Not the same rows: ${answer}\n${same}`);
  }
  // The servers compile what they run often.
  for (const url of [lorebase.url, bare?.url]) {
    const request = url === lorebase.url ? toLorebase(query) : { path: `/${name}` };
    if (url) await loadHttp(url, request, { clients: 16, seconds: SECONDS });
  }
  for (const clients of [1, 16]) rows.push(await measure(name, query, clients));
}
report('bench/graphql: requests per second over HTTP, medians of 3 turns', rows, options);
console.log('The last column was measured elsewhere, on a machine of this kind: not in this run.');
await lorebase.kill('SIGTERM');
bare?.stop();
await close();
