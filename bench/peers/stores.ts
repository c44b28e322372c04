import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIMENSIONS, medianOf, quantile, ROOT_KEY } from '../support/bench.ts';
import { postgresMs } from '../support/machine.ts';
import type { Databases } from './databases.ts';
import type { Peer } from './install.ts';
import { MODEL, startLorebase } from './lorebase-server.ts';
import { startTalking, type Talking, treeMs } from './processes.ts';
import type { Texts } from './texts.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CLIENTS = 8;
/** As many as one call of Lorebase takes. */
const BULK = 500;
const LIMIT = 10;
/** Parts of the facts: the rest is written in bulk, first. */
const ONE_AT_A_TIME = 0.05;
const AT_ONCE = 0.1;
/**
 * The searches are made in parts of equal size: the first ones, two that are not shown, one that is, and one by eight
 * clients.
 */
export const SEARCH_PARTS = 5;

/** A store that is measured: a peer, bare SQL, or Lorebase with so many processes. */
export type System = { name: string; peer?: Peer; workers?: number };

/** A figure of one round; times are in ms, `process` and `postgres` for each request. */
export type Figure = { value: number; process: number; postgres: number };

/** The figures of one system in one round, by what was measured. */
export type Figures = Record<string, Figure>;

export type Measured = { figures: Figures; outcomes: Record<string, number> | undefined };

type Bench = { node: string; folder: string; databases: Databases; endpoint: string; texts: Texts };
type Timed = { ms: number; times: number[]; found: Record<string, string[]> };

/** Fills a store in a database of its own, and measures its writes and searches. */
export async function measureStore(bench: Bench, system: System): Promise<Measured> {
  const databaseUrl = await bench.databases.create(system.name);
  const server = system.workers
    ? await startLorebase(bench.node, {
        databaseUrl,
        endpoint: bench.endpoint,
        workers: system.workers,
      })
    : null;
  const driver = await startDriver(bench, system);
  try {
    await driver.ask({
      what: 'open',
      options: {
        databaseUrl,
        endpoint: { url: bench.endpoint, model: MODEL },
        dimensions: DIMENSIONS,
        clients: CLIENTS,
        server: server && { url: server.url, rootKey: ROOT_KEY },
      },
    });
    const measure = measuring(driver, server?.pid ?? driver.pid, bench.databases.postmaster);
    const figures = await measureAll(measure, bench.texts);
    const { outcomes } = await driver.ask<Measured>({ what: 'outcomes' });
    return { figures, outcomes };
  } finally {
    await driver.stop();
    await server?.stop();
    await bench.databases.drop(system.name);
  }
}

type Measure = ReturnType<typeof measuring>;

async function measureAll(measure: Measure, { facts, queries }: Texts): Promise<Figures> {
  const one = Math.round(facts.length * ONE_AT_A_TIME);
  const atOnce = Math.round(facts.length * AT_ONCE);
  const bulk = facts.slice(one + atOnce);
  const single = facts.slice(0, one);
  const several = facts.slice(one, one + atOnce);
  const perSecond = (count: number) => (timed: Timed) => (count / timed.ms) * 1000;

  const inBulk = await measure(
    { what: 'bulk', texts: bulk, size: BULK },
    bulk.length,
    perSecond(bulk.length),
  );
  const settling = await measure({ what: 'settle' }, bulk.length, () => 0);
  const wholeMs = (bulk.length / inBulk.value) * 1000 + settling.took;
  const oneByOne = await measure({ what: 'write', texts: single, clients: 1 }, one, perSecond(one));
  const eight = await measure(
    { what: 'write', texts: several, clients: CLIENTS },
    atOnce,
    perSecond(atOnce),
  );
  await measure({ what: 'settle' }, 1, () => 0);
  // Lorebase keeps the vectors of queries that are repeated, so none is.
  const size = Math.ceil(queries.length / SEARCH_PARTS);
  const part = (from: number, to = from + 1) =>
    queries.slice(from * size, to * size).map(({ text }) => text);
  const search = (texts: string[], clients: number) =>
    measure({ what: 'search', limit: LIMIT, texts, clients }, texts.length, ({ times }) =>
      medianOf(times),
    );
  // A process that has just begun to search has not compiled its programs yet, nor read what it keeps. Node.js compiles
  // a function for speed when it was called some hundred times.
  const firstOnes = await search(part(0), 1);
  const between = await search(part(1, 3), 1);
  const searched = await search(part(3), 1);
  const atEight = await search(part(4), CLIENTS);
  const all = [firstOnes, between, searched, atEight].map(({ timed }) => timed.found);
  const share = shareFound(queries, Object.assign({}, ...all));
  const figures = {
    'write, one': oneByOne,
    'write, eight': eight,
    'write, bulk': inBulk,
    'write, bulk and index': {
      value: (bulk.length / wholeMs) * 1000,
      process: inBulk.process + settling.process,
      postgres: inBulk.postgres + settling.postgres,
    },
    'search, first p50': firstOnes,
    'search, p50': searched,
    'search, p95': { ...searched, value: quantile(searched.timed.times, 0.95) },
    'search, eight p50': atEight,
    'search, found': { value: share, process: 0, postgres: 0 },
  };
  return Object.fromEntries(
    Object.entries(figures).map(([name, { value, process, postgres }]) => [
      name,
      { value, process, postgres },
    ]),
  );
}

/** Follows an order, and reads the processor time that each request took. */
function measuring(driver: Talking, pid: number, postmaster: number) {
  return async (order: object, requests: number, figureOf: (timed: Timed) => number) => {
    const before = { process: treeMs(pid), postgres: postgresMs(postmaster) };
    const start = performance.now();
    const timed = await driver.ask<Timed>(order);
    const took = performance.now() - start;
    return {
      value: figureOf(timed),
      timed,
      took,
      process: (treeMs(pid) - before.process) / requests,
      postgres: (postgresMs(postmaster) - before.postgres) / requests,
    };
  };
}

/** The share of the queries whose fact is in one of the results. */
function shareFound(queries: Texts['queries'], found: Record<string, string[]>): number {
  const hits = queries.filter(({ text, fact }) => found[text]?.some((one) => one.includes(fact)));
  return hits.length / queries.length;
}

async function startDriver({ node, folder }: Bench, { name, peer, workers }: System) {
  // What a peer keeps in the home folder of its user stays out of this user's.
  const home = join(folder, 'home', name.toLowerCase().replaceAll(/\W+/g, '-'));
  mkdirSync(home, { recursive: true });
  const env = {
    HOME: home,
    DO_NOT_TRACK: '1',
    MEM0_TELEMETRY: 'false',
    MASTRA_TELEMETRY_DISABLED: '1',
  };
  const own = workers ? 'stores/lorebase.mjs' : 'stores/bare.mjs';
  const args = peer
    ? [join(peer.folder, 'drive.mjs'), join(peer.folder, peer.program)]
    : [join(HERE, 'drive.mjs'), join(HERE, own)];
  return startTalking(node, args, { env });
}
