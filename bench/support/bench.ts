import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { App } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Space } from '../../src/db/embedding-space.ts';
import { ensureHnswIndex } from '../../src/db/hnsw-index.ts';
import type { ProjectRow } from '../../src/db/rows.ts';
import { defaultMinIndexedChunks } from '../../src/db/search-method.ts';
import { createLog } from '../../src/log.ts';
import { createMemory } from '../../src/memories/change-memory.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { closeApp, openApp } from '../../src/open-app.ts';
import { createProject, deleteProject } from '../../src/projects/projects.ts';
import type { Caller } from '../../src/projects/viewer.ts';

/** What every benchmark has in common: its options, a database to fill, and how it reports. */

export const DIMENSIONS = 384;

/** The number of chunks from which servers of benchmarks add those of a project to the vector index. */
export const INDEXED_FROM = defaultMinIndexedChunks({ dimensions: DIMENSIONS }, { isCached: true });

export const ROOT_KEY = 'the-root-key-of-the-benchmarks';

/** `--data DIR`, `--database URL` (embedded without), `--sizes 1000,10000`, `--embedder local`, `--json FILE`. */
export function readOptions(defaultSizes: string) {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: '../shared/data' },
      database: { type: 'string' },
      sizes: { type: 'string', default: defaultSizes },
      embedder: { type: 'string', default: 'instant' },
      json: { type: 'string' },
    },
  });
  return { ...values, sizes: values.sizes.split(',').map(Number) };
}

export type Options = ReturnType<typeof readOptions>;

/** The rows of a JSON-lines file in the data folder; ends the benchmark where it is missing. */
export function readRows<Row>(options: Pick<Options, 'data'>, file: string): Row[] {
  const path = join(options.data, file);
  if (!existsSync(path)) {
    console.error(`${path} is missing: --data names the folder of public data that has it.`);
    process.exit(2);
  }
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

/** The projects that the benchmark has made. */
const made: Caller[] = [];

/**
 * An app on the database of the options, or embedded in a folder that goes with it. VECTOR_INDEX_FROM and
 * CHUNK_CACHE_MB of the environment count, as for a server.
 */
export async function openBenchApp(
  options: Pick<Options, 'database'>,
  embedder?: Embedder,
  more: Record<string, string> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'lorebase-bench-'));
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: options.database ?? '',
    LOREBASE_DATA_DIR: folder,
    LOREBASE_ROOT_KEY: ROOT_KEY,
    PORT: '0',
    LOG_LEVEL: 'error',
    VECTOR_INDEX_FROM: process.env.VECTOR_INDEX_FROM ?? '',
    CHUNK_CACHE_MB: process.env.CHUNK_CACHE_MB ?? '',
    ...more,
  };
  const config = readConfig(env);
  const opened = await openApp(config, createLog(config));
  const app: App = embedder ? withEmbedder(opened, embedder) : opened;
  await ensureHnswIndex(app.connection, app.embedders.defaultSpace);
  let isOpen = true;
  const leave = async () => {
    if (isOpen) await closeApp(opened);
    isOpen = false;
    if (options.database) rmSync(folder, { recursive: true, force: true });
    return env;
  };
  const deleteProjects = async () => {
    const own = isOpen ? opened : await openApp(config, createLog(config));
    for (const caller of made.splice(0)) await deleteProject(own, caller, caller.project.name);
    if (own !== opened) await closeApp(own);
  };
  return {
    app,
    /** Closes the app; answers the environment in which another process serves what it held. */
    leave,
    /** Closes the app, and deletes the projects of the benchmark. */
    close: async () => {
      if (options.database) await deleteProjects();
      await leave();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function withEmbedder(app: App, embedder: Embedder): App {
  const embedders = {
    defaultSpace: embedder.space,
    requireEndpoint: () => {},
    for: () => embedder,
    close: async () => {},
  };
  return { ...app, embedders };
}

/** An embedder that takes no time: the vector of a text is looked up, or drawn from it. */
export function instantEmbedder(known: ReadonlyMap<string, number[]> = new Map()): Embedder {
  const space: Space = { model: 'instant', dimensions: DIMENSIONS };
  return {
    space,
    describe: async () => 'instant',
    split: async (texts) => texts.map((text) => [text]),
    embed: async (texts) => texts.map((text) => known.get(text) ?? drawVector(text)),
    close: async () => {},
  };
}

/** A direction that depends on the text alone. */
export function drawVector(text: string): number[] {
  let state = 2166136261;
  for (let i = 0; i < text.length; i += 1) {
    state = Math.imul(state ^ text.charCodeAt(i), 16777619);
  }
  return Array.from({ length: DIMENSIONS }, () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    return Math.fround(((state >>> 0) / 2 ** 32) * 2 - 1);
  });
}

/** A project of its own, so that a benchmark can run on a database that others use. */
export async function newCaller(app: App): Promise<Caller> {
  const project: ProjectRow = await createProject(app, { name: 'benchmark' });
  const caller: Caller = { project, actor: 'bench', isRoot: true };
  made.push(caller);
  return caller;
}

export async function newMemory(app: App, caller: Caller, tags: string[] = []): Promise<string> {
  const name = `bench ${Math.random()}`;
  return (await createMemory(app, caller, { name, tags })).id;
}

/** Runs `work` for each number below `count`, `lanes` at once; answers the time of each in ms. */
export async function timeEach(
  count: number,
  lanes: number,
  work: (i: number) => Promise<unknown>,
): Promise<{ times: number[]; perSecond: number }> {
  const times: number[] = [];
  let next = 0;
  const start = performance.now();
  const lane = async () => {
    for (let i = next++; i < count; i = next++) {
      const from = performance.now();
      await work(i);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { times, perSecond: (count / (performance.now() - start)) * 1000 };
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function medianOf(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export type Row = Record<string, string | number>;

type Table = { title: string; rows: Row[] };
const tables: Table[] = [];

/** Prints a table and, where asked for, writes all tables so far as JSON. */
export function report(
  title: string,
  rows: Row[],
  options: Pick<Options, 'json' | 'database'>,
): void {
  const database = options.database ? 'PostgreSQL' : 'embedded';
  reportTable(`${title} (${database})`, rows, options);
}

/** The same for a benchmark that needs no database. */
export function reportTable(title: string, rows: Row[], options: Pick<Options, 'json'>): void {
  console.log(`\n${title}`);
  console.table(rows);
  tables.push({ title, rows });
  if (options.json) writeFileSync(options.json, `${JSON.stringify(tables, null, 2)}\n`);
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
