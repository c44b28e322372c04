// What a user would pick instead of Lorebase, in one run: each on the same PostgreSQL (a database of its own) and the
// same embedding endpoint, which is started here and answers after 1 ms. The peers are installed with npm into a
// folder of their own, from the registry that npm is configured for, in the versions of manifest.json. What cannot be
// installed or does not run is named as missing; the rest is measured. Linux: it reads processor times from /proc.
// npx tsx bench/peers/run.ts --database URL [--data ../shared/data] [--count 6880] [--rounds 3] [--searches 200]
//   [--seconds 2] [--workers 2] [--peers mem0,PostGraphile] [--folder DIR] [--json FILE]
//   [--document FILE]
//   --data: the folder with facts.jsonl; generated facts without. --folder: keeps what was installed for the next run.
//   --document docs/performance.md: puts what it prints into the document, in place of the last run.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIMENSIONS } from '../support/bench.ts';
import { type Databases, openDatabases } from './databases.ts';
import { firstLineOf, installPeers, type Peer } from './install.ts';
import { type Lists, startLists } from './lists.ts';
import { type Options, readOptions } from './options.ts';
import { startTalking, stopAll } from './processes.ts';
import { markdownOf, type Run, replaceRun } from './report.ts';
import { measureStore, SEARCH_PARTS, type System } from './stores.ts';
import type { Rounds } from './table.ts';
import { readTexts } from './texts.ts';

const ENDPOINT = fileURLToPath(new URL('endpoint.mjs', import.meta.url));
const LISTS_OF = 'PostGraphile';
/** Rounds of the lists for each round of the stores. They are short, and the speed of a host changes. */
const LIST_ROUNDS = 3;

const options = readOptions();
const texts = readTexts(options.data, options.count, SEARCH_PARTS * options.searches);
const folder = options.folder
  ? resolve(options.folder)
  : mkdtempSync(join(tmpdir(), 'lorebase-peers-'));
const databases = await openDatabases(options.database);

let isClosing = false;
async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  await stopAll();
  await databases.close();
  if (!options.folder) rmSync(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void close().finally(() => process.exit(1)));
}

const say = (text: string) => console.error(text);

async function main({ rounds, workers, seconds }: Options, opened: Databases): Promise<void> {
  mkdirSync(folder, { recursive: true });
  say(`Installing the peers in ${folder} …`);
  const { node, peers, missing } = await installPeers(folder, options.peers);
  const endpoint = String(
    (await startTalking(node, [ENDPOINT, String(DIMENSIONS)], { cwd: folder })).ready,
  );
  const bench = { node, folder, databases: opened, endpoint, texts };
  const systems = systemsOf(peers);
  const stores: Rounds = new Map(systems.map(({ name }) => [name, []]));
  const outcomes: Record<string, unknown> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (let i = 0; i < systems.length; i += 1) {
      // Each begins a round in its turn.
      const system = systems[(i + round) % systems.length] as System;
      if (missing.has(system.name)) continue;
      say(`Round ${round + 1} of ${rounds}: ${system.name}`);
      try {
        const measured = await measureStore(bench, system);
        stores.get(system.name)?.push(measured.figures);
        if (measured.outcomes) outcomes[system.name] = measured.outcomes;
      } catch (error) {
        if (isClosing) return;
        missing.set(system.name, `did not run: ${firstLineOf(error)}`);
      }
    }
  }
  say('Lists');
  const peer = peers.find(({ name }) => name === LISTS_OF);
  const lists = await startLists({
    node,
    databases: opened,
    endpoint,
    peer,
    workers,
    seconds,
    missing,
  });
  const listed = await measureLists(lists, rounds * LIST_ROUNDS);
  await lists.stop();
  const measured = {
    stores,
    lists: listed,
    outcomes,
    peers: Object.fromEntries(peers.map(({ name, versions }) => [name, versions])),
    missing: Object.fromEntries(missing),
  };
  report(measured, opened.version);
}

function systemsOf(peers: Peer[]): System[] {
  const stores = peers.filter(({ name }) => name !== LISTS_OF);
  const { workers } = options;
  return [
    { name: 'bare SQL' },
    { name: 'Lorebase', workers: 1 },
    ...(workers ? [{ name: `Lorebase, ${workers} workers`, workers }] : []),
    ...stores.map((peer) => ({ name: peer.name, peer })),
  ];
}

async function measureLists(lists: Lists, rounds: number): Promise<Rounds> {
  const all: Rounds = new Map(lists.servers.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, figures] of await lists.measure(round)) all.get(name)?.push(figures);
  }
  return all;
}

function report(measured: Omit<Run, 'machine' | 'options' | 'texts'>, postgres: string): void {
  const { database: _, ...asked } = options;
  const machine = {
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    postgres,
  };
  const run = { machine, options: asked, texts: texts.origin, ...measured };
  const text = markdownOf(run);
  console.log(text);
  if (options.document) replaceRun(options.document, text);
  if (!options.json) return;
  const plain = {
    ...run,
    stores: Object.fromEntries(run.stores),
    lists: Object.fromEntries(run.lists),
  };
  writeFileSync(options.json, `${JSON.stringify(plain, null, 2)}\n`);
}

try {
  await main(options, databases);
} finally {
  await close();
}
