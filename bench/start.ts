// How long the built server takes to start, from the start of its process until it listens and until /readyz says that
// the database and the model are ready, on a new database and on one that was started before; and the memory it holds:
// idle after a first search, after 100 searches, after a bulk, for which the model starts more threads, and 45 s later.
// With the local model, and with the model of an endpoint, which shows what the local model takes.
// npm run build:server && npx tsx bench/start.ts [--database URL] [--starts 5] [--programs dist/main.js] [--json FILE]
//   --programs: servers to start by turns, separated by commas, such as the built one of another commit
//   --no-memory: only the times
//   --database: a server of PostgreSQL, on which databases are created; without it the embedded database
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { graphql, type Target } from '../src/commands/requests.ts';
import { type Running, startProcess } from '../test/support/process.ts';
import { medianOf, ROOT_KEY, type Row, report, rounded } from './support/bench.ts';
import { startEmbeddingEndpoint } from './support/embedding-endpoint.ts';

const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    starts: { type: 'string', default: '5' },
    programs: { type: 'string', default: 'dist/main.js' },
    'no-memory': { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const POLL_MS = 5;
const IDLE_MS = 5000;
const REST_MS = 45_000;
const SEARCHES = 100;
const BULK = 500;

const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { entry { content } } } }`;
const CREATE = 'mutation { createMemory(input: { name: "bench" }) { memory { id } } }';
const WRITE =
  'mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results { __typename } } }';

type Environment = Record<string, string>;
type Start = { listening: number; ready: number };

/** Starts the server and waits until it is ready; the times are in ms. */
async function start(
  program: string,
  env: Environment,
): Promise<{ server: Running; times: Start }> {
  const command = [process.execPath, resolve(program)];
  const from = performance.now();
  const server = await startProcess(
    { NODE_ENV: 'production', PORT: '0', WORKERS: '1', LOREBASE_ROOT_KEY: ROOT_KEY, ...env },
    { command },
  );
  const listening = performance.now() - from;
  while (!(await fetch(`${server.url}/readyz`)).ok) await sleep(POLL_MS);
  return { server, times: { listening, ready: performance.now() - from } };
}

async function timesOf(program: string, env: Environment): Promise<Start> {
  const { server, times } = await start(program, env);
  await server.kill('SIGTERM');
  return times;
}

/** Resident memory in MiB at several times. */
async function memoryOf(program: string, env: Environment): Promise<Row> {
  const { server } = await start(program, env);
  const target: Target = { url: server.url, key: ROOT_KEY, project: undefined };
  const search = (query: string) => graphql(target, SEARCH, { input: { query } });
  try {
    const { createMemory } = await graphql<{ createMemory: { memory: { id: string } } }>(
      target,
      CREATE,
      {},
    );
    await search('What does the user prefer?');
    await sleep(IDLE_MS);
    const idle = residentOf(server.pid);
    for (let i = 0; i < SEARCHES; i += 1) await search(`When is the appointment number ${i}?`);
    const searched = residentOf(server.pid);
    const items = Array.from({ length: BULK }, (_, i) => ({
      content: `Invoice number ${i} is due on day ${(i * 7) % 365} of the year`,
    }));
    await graphql(target, WRITE, { input: { memoryId: createMemory.memory.id, items } });
    const bulk = residentOf(server.pid);
    await sleep(REST_MS);
    const rested = residentOf(server.pid);
    return { idle, searched, bulk, rested };
  } finally {
    await server.kill('SIGTERM');
  }
}

/** Of a process and those that it has started, in MiB. Of Linux; NaN elsewhere. */
function residentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    return rounded(
      children.reduce((sum, child) => sum + residentOf(Number(child)), own),
      0,
    );
  } catch {
    return Number.NaN;
  }
}

type NewDatabase = { env: Environment; drop(): Promise<void> };

async function newDatabase(): Promise<NewDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'lorebase-start-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const env = { LOREBASE_DATA_DIR: folder };
  if (options.database === undefined) return { env, drop: async () => removeFolder() };
  const admin = new pg.Client({ connectionString: options.database });
  await admin.connect();
  const name = `start_${process.pid}_${performance.now().toFixed(0)}`;
  await admin.query(`create database ${name}`);
  const url = new URL(options.database);
  url.pathname = name;
  return {
    env: { ...env, DATABASE_URL: url.href },
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      removeFolder();
    },
  };
}

const rows: Row[] = [];
const memory: Row[] = [];
const programs = options.programs.split(',');
const endpoint = await startEmbeddingEndpoint();
for (const [model, more] of Object.entries({ local: {}, endpoint: endpoint.env })) {
  const measured = programs.map((program) => ({
    program,
    first: [] as Start[],
    later: [] as Start[],
  }));
  for (let i = 0; i < Number(options.starts); i += 1) {
    for (const { program, first, later } of measured) {
      const database = await newDatabase();
      const env = { ...database.env, ...more };
      first.push(await timesOf(program, env));
      later.push(await timesOf(program, env));
      if (i === 0 && !options['no-memory']) {
        memory.push({ program, model, ...(await memoryOf(program, env)) });
      }
      await database.drop();
    }
  }
  for (const { program, ...starts } of measured) {
    for (const [name, times] of Object.entries(starts)) {
      const ready = times.map((time) => time.ready);
      rows.push({
        program,
        model,
        start: name,
        'listens, ms': rounded(medianOf(times.map(({ listening }) => listening)), 0),
        'ready, ms': rounded(medianOf(ready), 0),
        'fastest, ms': rounded(Math.min(...ready), 0),
      });
    }
  }
}
endpoint.close();
report(`bench/start: medians of ${options.starts} starts`, rows, options);
if (memory.length > 0) report('bench/start: resident memory in MiB', memory, options);
