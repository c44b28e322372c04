// The embedded database under load: rates, the time of `/healthz` beside writes, memory, and the time to start. Several
// compiled servers (of other branches, say) take turns in one run, since a machine is rarely quiet. npm run
// build:server && npx tsx bench/embedded.ts [--servers dist/main.js,../other/dist/main.js] [--fsync on,off] [--rounds
// 3]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Running, startProcess } from '../test/support/process.ts';
import { run } from '../test/support/server.ts';
import { medianOf, quantile, ROOT_KEY, type Row, reportTable, rounded } from './support/bench.ts';
import { startEmbeddingEndpoint } from './support/embedding-endpoint.ts';
import { openHttp } from './support/http-load.ts';

const { values: options } = parseArgs({
  options: {
    servers: { type: 'string', default: 'dist/main.js' },
    fsync: { type: 'string', default: 'on' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});
const SECONDS = Number(options.seconds);
const HELD = 2000;
const BULK = 500;
const PROBE_MS = 2;

const WRITE = `mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }`;
const WRITE_MANY = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results {
  ... on WriteEntryPayload { action } } } }`;
const SEARCH = `query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { score entry { id content } } } }`;
const LIST = `{ memories(first: 20) { nodes { id name description tags entryCount createdAt } } }`;

const endpoint = await startEmbeddingEndpoint();
let written = 0;
const newText = () => {
  written += 1;
  return `Fact ${written}: customer ${written * 7919} prefers plan ${written % 97} since day ${written % 365}.`;
};

type Figures = Record<string, number>;

type Variant = { server: string; fsync: string };

async function measure(variant: Variant): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'lorebase-embedded-'));
  const start = () => startTimed(variant, folder);
  try {
    const first = await start();
    const figures: Figures = { 'first start ms': first.ms };
    await sleep(2000);
    figures['idle MB'] = residentMb(first.server, 'VmRSS');
    Object.assign(figures, await measureLoad(first.server.url));
    figures['peak MB'] = residentMb(first.server, 'VmHWM');
    await first.server.kill('SIGTERM');
    const later = await start();
    figures['later start ms'] = later.ms;
    await sleep(2000);
    figures['idle MB, later start'] = residentMb(later.server, 'VmRSS');
    await later.server.kill('SIGTERM');
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startTimed({ server, fsync }: Variant, folder: string) {
  const from = performance.now();
  const started = await startProcess(
    {
      NODE_ENV: 'production',
      LOREBASE_DATA_DIR: folder,
      LOREBASE_ROOT_KEY: ROOT_KEY,
      EMBEDDED_FSYNC: fsync,
      PORT: '0',
      LOG_LEVEL: 'error',
      ...endpoint.env,
    },
    { command: [process.execPath, server] },
  );
  return { server: started, ms: performance.now() - from };
}

function residentMb({ pid }: Running, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
}

async function measureLoad(url: string): Promise<Figures> {
  const memoryIds: string[] = [];
  for (let i = 0; i < 20; i += 1) {
    const create = `mutation { createMemory(input: { name: "memory ${i}", tags: ["bench"] }) { memory { id } } }`;
    memoryIds.push((await run(url, ROOT_KEY, create)).createMemory.memory.id);
  }
  const [memoryId] = memoryIds;
  const bulk = (count: number) => ({
    query: WRITE_MANY,
    variables: {
      input: { memoryId, items: Array.from({ length: count }, () => ({ content: newText() })) },
    },
  });
  for (let i = 0; i < HELD / BULK; i += 1)
    await run(url, ROOT_KEY, WRITE_MANY, bulk(BULK).variables);
  const write = (lane: number) => ({
    query: WRITE,
    variables: { input: { memoryId: memoryIds[lane % memoryIds.length], content: newText() } },
  });
  const search = () => ({
    query: SEARCH,
    variables: {
      input: { query: `plan of customer ${written * 31}`, scope: { memoryIds: [memoryId] } },
    },
  });
  const list = () => ({ query: LIST });
  const figures: Figures = {};
  figures['writes/s, 1'] = await rateOf(url, 1, write);
  const beside = await withProbe(url, () => rateOf(url, 8, write));
  figures['writes/s, 8'] = beside.result;
  figures['healthz p50 ms, 8 writers'] = quantile(beside.times, 0.5);
  figures['healthz p99 ms, 8 writers'] = quantile(beside.times, 0.99);
  const from = performance.now();
  const many = await withProbe(url, async () => {
    for (let i = 0; i < 2; i += 1) await run(url, ROOT_KEY, WRITE_MANY, bulk(BULK).variables);
  });
  figures['bulk entries/s'] = (1000 * 2 * BULK) / (performance.now() - from);
  figures['healthz p99 ms, bulk of 1,000'] = quantile(many.times, 0.99);
  await sleep(1000);
  for (const clients of [1, 8])
    figures[`searches/s, ${clients}`] = await rateOf(url, clients, search);
  for (const clients of [1, 16]) figures[`lists/s, ${clients}`] = await rateOf(url, clients, list);
  return figures;
}

type Asked = { query: string; variables?: unknown };

/** Answers a second of so many clients; fails for any answer with errors. */
async function rateOf(
  url: string,
  clients: number,
  next: (lane: number) => Asked,
): Promise<number> {
  const from = performance.now();
  let answered = 0;
  const client = async (_: unknown, lane: number) => {
    const http = await openHttp(url);
    while (performance.now() - from < SECONDS * 1000) {
      const answer = await http.ask({
        path: '/graphql',
        headers: { 'content-type': 'application/json', 'x-api-key': ROOT_KEY },
        body: JSON.stringify(next(lane)),
      });
      if (answer.includes('"errors"')) throw new Error(answer.toString());
      answered += 1;
    }
    http.close();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (answered * 1000) / (performance.now() - from);
}

/** The times of `/healthz`, asked every 2 ms, each on time whatever the last one took, while `work` runs. */
async function withProbe<T>(
  url: string,
  work: () => Promise<T>,
): Promise<{ result: T; times: number[] }> {
  const times: number[] = [];
  let isOver = false;
  const probing = (async () => {
    const http = await openHttp(url);
    let due = performance.now();
    while (!isOver) {
      await http.ask({ path: '/healthz' });
      const now = performance.now();
      // Probes that could not be sent while one waited count with the time that they would have waited.
      for (; due <= now; due += PROBE_MS) times.push(now - due);
      await sleep(Math.max(0, due - performance.now()));
    }
    http.close();
  })();
  const result = await work();
  isOver = true;
  await probing;
  return { result, times };
}

const variants: Variant[] = options.servers
  .split(',')
  .flatMap((server) => options.fsync.split(',').map((fsync) => ({ server, fsync })));
const measured = variants.map((): Figures[] => []);
for (let round = 0; round < Number(options.rounds); round += 1) {
  for (const [i, variant] of variants.entries()) measured[i]?.push(await measure(variant));
}
endpoint.close();

const names = Object.keys(measured[0]?.[0] ?? {});
const medians = measured.map(
  (rounds) => (name: string) => medianOf(rounds.map((figures) => figures[name] ?? Number.NaN)),
);
const rows = names.map((name) => {
  const base = medians[0]?.(name) ?? Number.NaN;
  const row: Row = { what: name };
  for (const [i, { server, fsync }] of variants.entries()) {
    const value = medians[i]?.(name) ?? Number.NaN;
    row[`${server}, fsync ${fsync}`] = rounded(value, 1);
    if (i > 0) row[`of the first${i > 1 ? ` (${i})` : ''}`] = rounded(value / base);
  }
  return row;
});
reportTable(`bench/embedded: medians of ${options.rounds} rounds, by turns`, rows, options);
