// Many projects on one PostgreSQL: lists, searches and writes over HTTP, readers beside a hot memory, event lag and
// idle subscriptions, with the processor time of each request in the servers and in PostgreSQL. Each --server is a
// checkout of Lorebase, so that two states are compared in one run: by turns, each on a copy of the same database,
// which the first makes and the other migrates (so the older first). The embedding endpoint is in this process.
// npx tsx bench/tenants.ts --database URL [--server DIR [--server DIR]] [--projects 10] [--memories 10]
//   [--entries 1000] [--seconds 5] [--rounds 3] [--processes 1] [--scenarios lists,events] [--subscriptions 1000]
//   [--filled NAME]  a database to fill and keep, or to reuse if it is there  [--json FILE]   (Linux)
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { medianOf, quantile, type Row, rounded } from './support/bench.ts';
import { startEmbeddingEndpoint } from './support/embedding-endpoint.ts';
import {
  postgresMs,
  postmasterOf,
  processorMs,
  type Waits,
  watchWaits,
} from './support/machine.ts';
import { askAtOnce, listOf, openSubscribers, searchOf } from './support/tenant-load.ts';
import { type Ground, IDLE, SCENARIOS } from './support/tenant-scenarios.ts';
import {
  fillTenants,
  openDatabases,
  type Servers,
  serverEnv,
  settle,
  startServers,
  type Tenant,
} from './support/tenants.ts';

const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    server: { type: 'string', multiple: true, default: ['.'] },
    projects: { type: 'string', default: '10' },
    memories: { type: 'string', default: '10' },
    entries: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    processes: { type: 'string', default: '1' },
    scenarios: { type: 'string', default: [...Object.keys(SCENARIOS), IDLE].join() },
    subscriptions: { type: 'string', default: '1000' },
    filled: { type: 'string' },
    json: { type: 'string' },
  },
});
if (options.database === undefined) {
  console.error('--database names the PostgreSQL server on which databases are made and dropped.');
  process.exit(2);
}
const size = {
  projects: Number(options.projects),
  memories: Number(options.memories),
  entries: Number(options.entries),
};
const seconds = Number(options.seconds);
const processes = Number(options.processes);
const subscriptions = Number(options.subscriptions);
const scenarios = options.scenarios.split(',');
const unknown = scenarios.filter((name) => name !== IDLE && !(name in SCENARIOS));
if (unknown.length > 0) {
  console.error(`There is no scenario ${unknown}; there are ${[...Object.keys(SCENARIOS), IDLE]}.`);
  process.exit(2);
}
const IDLE_MS = Math.max(10, seconds) * 1000;
/** PostgreSQL counts the transactions of a session up to ten seconds after them. */
const COUNTED_AFTER_MS = 12_000;
const WARM_UP_SECONDS = 2;
/** Between two scenarios, the index may take so long to hold what the first has written. */
const SETTLED_WITHIN_MS = 30_000;

/** One scenario of one round, as it was measured. */
type Sample = {
  server: string;
  scenario: string;
  what: string;
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
  serverMs: number;
  postgresMs: number;
  modelRequests: number;
  waits: Waits;
};
type IdleSample = { server: string; subscriptions: number; commits: number; failed: number } & Pick<
  Sample,
  'serverMs' | 'postgresMs'
>;

const endpoint = await startEmbeddingEndpoint();
const databases = await openDatabases(options.database);
const postmaster = await postmasterOf(databases.admin);
const samples: Sample[] = [];
const idle: IdleSample[] = [];
let running: Servers | undefined;
process.on('exit', () => running?.kill());
process.on('SIGINT', () => {
  void end().finally(() => process.exit(130));
});

async function end() {
  await running?.stop();
  await databases.close();
  endpoint.close();
}

/** The name and the commit of a checkout. */
function labelOf(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();
  const path = git('rev-parse', '--show-toplevel');
  return `${path.slice(path.lastIndexOf('/') + 1)} ${git('rev-parse', '--short', 'HEAD')}`;
}

async function start(folder: string, database: string): Promise<Servers> {
  const url = databases.urlOf(database);
  running = await startServers(folder, processes, serverEnv(url, endpoint.env));
  return running;
}

/** The projects of a filled database, which is made if it is not there. */
async function fill(folder: string, database: string): Promise<Tenant[]> {
  const kept = await databases.kept(database);
  if (kept !== undefined) return kept as Tenant[];
  const from = performance.now();
  await databases.create(database);
  const servers = await start(folder, database);
  const tenants = await fillTenants(servers.urls[0] ?? '', size);
  await settle(databases.urlOf(database));
  await servers.stop();
  if (options.filled !== undefined) await databases.keep(database, tenants);
  console.log(`Filled in ${rounded((performance.now() - from) / 1000, 0)} s`);
  return tenants;
}

function processorTimes({ pids }: Servers) {
  const server = pids.reduce((sum, pid) => sum + processorMs(pid), 0);
  return { server, postgres: postgresMs(postmaster) };
}

async function runScenario(scenario: string, ground: Ground, servers: Servers, database: string) {
  const measure = SCENARIOS[scenario];
  if (measure === undefined) return;
  const stopWatching = watchWaits(databases.admin, database);
  const asked = endpoint.asked().requests;
  const before = processorTimes(servers);
  const measured = await measure(ground);
  const after = processorTimes(servers);
  const modelRequests = endpoint.asked().requests - asked;
  const waits = await stopWatching();
  const requests = measured
    .filter(({ isEvents }) => !isEvents)
    .reduce((sum, { load }) => sum + load.times.length, 0);
  return measured.map(({ what, load }) => ({
    scenario,
    what,
    perSecond: load.times.length / load.seconds,
    p50: quantile(load.times, 0.5),
    p99: quantile(load.times, 0.99),
    failed: load.failed,
    serverMs: (after.server - before.server) / requests,
    postgresMs: (after.postgres - before.postgres) / requests,
    modelRequests: modelRequests / requests,
    waits,
  }));
}

async function commitsOf(database: string): Promise<number> {
  const { rows } = await databases.admin.query(
    'select xact_commit::int as commits from pg_stat_database where datname = $1',
    [database],
  );
  return rows[0].commits;
}

/** What the servers do in a second while so many subscriptions wait for events that do not come. */
async function runIdle(
  { urls, tenants }: Ground,
  servers: Servers,
  { database, count }: { database: string; count: number },
): Promise<Omit<IdleSample, 'server'>> {
  const opened = await openSubscribers(urls, { tenants, count, received: () => {} });
  await sleep(COUNTED_AFTER_MS);
  const before = processorTimes(servers);
  const commits = await commitsOf(database);
  const from = performance.now();
  await sleep(IDLE_MS);
  const took = (performance.now() - from) / 1000;
  const after = processorTimes(servers);
  const sample = {
    subscriptions: count,
    commits: ((await commitsOf(database)) - commits) / took,
    failed: opened.lost(),
    serverMs: (after.server - before.server) / took,
    postgresMs: (after.postgres - before.postgres) / took,
  };
  await opened.close();
  return sample;
}

async function warmUp({ urls, tenants }: Ground) {
  let count = 0;
  const ask = () => {
    count += 1;
    const tenant = tenants[count % tenants.length];
    if (tenant === undefined) throw new Error('There are no projects');
    return count % 2 === 0 ? listOf(tenant) : searchOf(tenant, true);
  };
  await askAtOnce(urls, { clients: 8, seconds: WARM_UP_SECONDS, ask });
}

/** All scenarios of one checkout, on a new copy of the filled database. */
async function runRound(folder: string, tenants: Tenant[], filled: string) {
  const server = labelOf(folder);
  const database = `lorebase_tenants_${process.pid}`;
  await databases.create(database, filled);
  const url = databases.urlOf(database);
  const servers = await start(folder, database);
  const ground = { urls: servers.urls, tenants, seconds };
  await settle(url);
  await databases.admin.query('checkpoint');
  await warmUp(ground);
  for (const scenario of scenarios) {
    const measured = (await runScenario(scenario, ground, servers, database)) ?? [];
    samples.push(...measured.map((sample) => ({ server, ...sample })));
    await settle(url, SETTLED_WITHIN_MS);
  }
  if (scenarios.includes(IDLE)) {
    for (const count of [0, subscriptions]) {
      idle.push({ server, ...(await runIdle(ground, servers, { database, count })) });
    }
  }
  await servers.stop();
  await databases.drop(database);
}

/** The items in groups of the same key, in the order in which the keys come first. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

type Column = (samples: readonly Sample[]) => number;
const median =
  (name: 'perSecond' | 'p50' | 'p99' | 'serverMs' | 'postgresMs' | 'modelRequests'): Column =>
  (group) =>
    medianOf(group.map((sample) => sample[name]));

const COLUMNS: Readonly<Record<string, { of: Column; digits: number }>> = {
  'per s': { of: median('perSecond'), digits: 0 },
  'p50 ms': { of: median('p50'), digits: 1 },
  'p99 ms': { of: median('p99'), digits: 1 },
  'server ms': { of: median('serverMs'), digits: 2 },
  'postgres ms': { of: median('postgresMs'), digits: 2 },
  'to model': { of: median('modelRequests'), digits: 2 },
};

function rowOf(group: readonly Sample[]): Row {
  const cells = Object.entries(COLUMNS).map(([name, { of, digits }]) => [
    name,
    rounded(of(group), digits),
  ]);
  const failed = group.reduce((sum, sample) => sum + sample.failed, 0);
  return { ...Object.fromEntries(cells), failed };
}

/** What the sessions wait for, in the round of the median rate. */
function waitsOf(group: readonly Sample[]): string {
  const sorted = group.toSorted((one, other) => one.perSecond - other.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  const { busy = 0, shares = [] } = middle?.waits ?? {};
  const largest = shares
    .slice(0, 4)
    .map(([event, share]) => `${event} ${rounded(share * 100, 0)} %`);
  return `${rounded(busy, 1)} busy: ${largest.join(', ')}`;
}

function printResults() {
  const groups = grouped(samples, ({ what, server }) => `${what}\n${server}`).toSorted(
    ([one], [other]) =>
      samples.findIndex(({ what }) => what === one?.what) -
      samples.findIndex(({ what }) => what === other?.what),
  );
  const rows = groups.map((group) => ({
    what: group[0]?.what ?? '',
    server: group[0]?.server ?? '',
    ...rowOf(group),
  }));
  console.log(
    `\nbench/tenants: ${size.projects} projects of ${size.memories} × ${size.entries} entries, ` +
      `${processes} processes, medians of ${options.rounds} rounds of ${seconds} s`,
  );
  console.log(
    'Processor time and requests to the model are for each request, events for each write.',
  );
  console.table(rows);
  console.table(
    groups.map((group) => ({
      what: group[0]?.what,
      server: group[0]?.server,
      waits: waitsOf(group),
    })),
  );
  const idleRows = grouped(idle, (sample) => `${sample.server} ${sample.subscriptions}`).map(
    (group) => ({
      server: group[0]?.server ?? '',
      'idle subscriptions': group[0]?.subscriptions ?? 0,
      'transactions/s': rounded(medianOf(group.map(({ commits }) => commits)), 1),
      'server ms/s': rounded(medianOf(group.map(({ serverMs }) => serverMs)), 1),
      'postgres ms/s': rounded(medianOf(group.map(({ postgresMs }) => postgresMs)), 1),
      failed: group.reduce((sum, { failed }) => sum + failed, 0),
    }),
  );
  if (idleRows.length > 0) console.table(idleRows);
  if (options.json !== undefined) {
    const all = { options, rows, idleRows, samples, idle };
    writeFileSync(options.json, `${JSON.stringify(all, null, 2)}\n`);
  }
}

try {
  const filled = options.filled ?? `lorebase_tenants_${process.pid}_filled`;
  const [first = '.'] = options.server;
  const tenants = await fill(first, filled);
  for (let round = 0; round < Number(options.rounds); round += 1) {
    // Each server is the first in every other round.
    const servers = round % 2 === 0 ? options.server : options.server.toReversed();
    for (const folder of servers) {
      console.log(`Round ${round + 1}: ${labelOf(folder)}`);
      await runRound(folder, tenants, filled);
    }
  }
  printResults();
} finally {
  await end();
}
