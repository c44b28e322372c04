// What more processes bring: requests a second and processor time of each request with `lorebase serve --workers` 1, 2,
// 4 and 8, and who uses the processors: the servers, PostgreSQL, the load generator (a process of its own), the
// embedding endpoint (this process), and others. The servers take turns in each round.
// npx tsx bench/processes.ts --database URL [--workers 1,2,4,8] [--rounds 3] [--seconds 3] [--clients 32] [--json FILE]
// (Linux; all servers run at the same time, so PostgreSQL needs max_connections = 200 for these workers)
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startLorebase } from './peers/lorebase-server.ts';
import { startTalking, stopAll, treeMs } from './peers/processes.ts';
import { medianOf, rounded } from './support/bench.ts';
import { startEmbeddingEndpoint } from './support/embedding-endpoint.ts';
import type { Answer, Order } from './support/load-generator.ts';
import { postgresMs, postmasterOf } from './support/machine.ts';
import { fillTenants, openDatabases, settle } from './support/tenants.ts';

const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    workers: { type: 'string', default: '1,2,4,8' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '32' },
    json: { type: 'string' },
  },
});
if (options.database === undefined) {
  console.error('--database names the PostgreSQL server on which a database is made and dropped.');
  process.exit(2);
}
const workers = options.workers.split(',').map(Number);
const seconds = Number(options.seconds);
const clients = Number(options.clients);
const WARM_UP_SECONDS = 2;
const SIZE = { projects: 1, memories: 100, entries: 100 };
const MS_PER_TICK = 10;

/** One kind of request in one round; the processor time of each party is in processors. */
type Sample = { workers: number; kind: string } & Omit<Answer, 'ownMs'> & Used;
type Used = { server: number; postgres: number; generator: number; others: number };

const endpoint = await startEmbeddingEndpoint();
const databases = await openDatabases(options.database);
const postmaster = await postmasterOf(databases.admin);
const samples: Sample[] = [];

/** Milliseconds of all processors in which any process ran. */
function machineMs(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) * MS_PER_TICK;
}

try {
  await databases.create('processes');
  const databaseUrl = databases.urlOf('processes');
  const { EMBEDDING_BASE_URL } = endpoint.env;
  const start = (count: number) =>
    startLorebase(process.execPath, { databaseUrl, endpoint: EMBEDDING_BASE_URL, workers: count });
  const servers: { workers: number; url: string; pid: number }[] = [];
  for (const count of workers) servers.push({ workers: count, ...(await start(count)) });
  const [tenant] = await fillTenants(servers[0]?.url ?? '', SIZE);
  if (tenant === undefined) throw new Error('There is no project');
  await settle(databaseUrl);
  const file = 'bench/support/load-generator.ts';
  const generator = await startTalking(process.execPath, ['--import', 'tsx', file], {});
  const kinds = generator.ready as string[];

  const load = async (server: (typeof servers)[number], kind: string): Promise<Sample> => {
    const before = { machine: machineMs(), server: treeMs(server.pid), own: process.cpuUsage() };
    const postgres = postgresMs(postmaster);
    const from = performance.now();
    const order: Order = { kind, url: server.url, tenant, clients, seconds };
    const { ownMs, ...answer } = await generator.ask<Answer>(order);
    const took = performance.now() - from;
    const own = process.cpuUsage(before.own);
    const used = {
      server: treeMs(server.pid) - before.server,
      postgres: postgresMs(postmaster) - postgres,
      generator: ownMs,
    };
    const known = used.server + used.postgres + used.generator + (own.user + own.system) / 1000;
    const others = Math.max(0, machineMs() - before.machine - known);
    return {
      workers: server.workers,
      kind,
      ...answer,
      server: used.server / took,
      postgres: used.postgres / took,
      generator: used.generator / took,
      others: others / took,
    };
  };

  for (const server of servers) {
    for (const kind of kinds) {
      const order: Order = { kind, url: server.url, tenant, clients, seconds: WARM_UP_SECONDS };
      await generator.ask<Answer>(order);
    }
  }
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const kind of kinds) {
      const order = round % 2 === 0 ? servers : [...servers].reverse();
      for (const server of order) samples.push(await load(server, kind));
      await settle(databaseUrl);
    }
  }
  print(kinds);
} finally {
  await stopAll();
  await databases.close();
  endpoint.close();
}

/** The medians of the rounds; the ratio is that of the same round. */
function print(kinds: readonly string[]): void {
  console.log(
    `${availableParallelism()} cores, ${clients} clients, ${options.rounds} rounds; 10,000 entries in 100 memories.`,
  );
  console.log(
    '| request | workers | requests/s | to one worker | p50 ms | p99 ms | ms in the servers | in PostgreSQL | processors: servers | PostgreSQL | generator | others |',
  );
  console.log(`| --- |${' ---: |'.repeat(11)}`);
  const rows = kinds.flatMap((kind) => workers.map((count) => rowOf(kind, count)));
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  if (options.json) writeFileSync(options.json, JSON.stringify(samples, null, 2));
}

function rowOf(kind: string, count: number): (string | number)[] {
  const ofKind = samples.filter((sample) => sample.kind === kind);
  const own = ofKind.filter((sample) => sample.workers === count);
  const single = ofKind.filter((sample) => sample.workers === workers[0]);
  const median = (figureOf: (sample: Sample, round: number) => number, digits = 1) =>
    rounded(medianOf(own.map(figureOf)), digits);
  const failed = own.reduce((sum, sample) => sum + sample.failed, 0);
  return [
    failed > 0 ? `${kind} (${failed} failed)` : kind,
    count,
    median(({ perSecond }) => perSecond, 0),
    median(({ perSecond }, round) => perSecond / (single[round]?.perSecond ?? Number.NaN), 2),
    median(({ p50 }) => p50),
    median(({ p99 }) => p99),
    median(({ server, perSecond }) => (server * 1000) / perSecond, 2),
    median(({ postgres, perSecond }) => (postgres * 1000) / perSecond, 2),
    median(({ server }) => server, 2),
    median(({ postgres }) => postgres, 2),
    median(({ generator }) => generator, 2),
    median(({ others }) => others, 2),
  ];
}
