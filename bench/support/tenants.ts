import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Running, startProcess } from '../../test/support/process.ts';
import { run } from '../../test/support/server.ts';
import { INDEXED_FROM, ROOT_KEY } from './bench.ts';

/** A project, a key of role WRITE to it, and its memories. */
export type Tenant = { key: string; projectId: string; memoryIds: string[] };

export type Size = { projects: number; memories: number; entries: number };

/** The servers of one checkout of Lorebase on a database. */
export type Servers = {
  urls: string[];
  pids: number[];
  stop(): Promise<void>;
  /** Ends at once those that still run. */
  kill(): void;
};

const BULK = 500;
const BULKS_AT_ONCE = 4;
/** How long the index may take to hold everything. */
const INDEXED_WITHIN_MS = 600_000;

const WRITE_ENTRIES = `mutation ($input: WriteEntriesInput!) {
  writeEntries(input: $input) { results { ... on WriteEntryPayload { action } } } }`;

const WORDS = Array.from({ length: 4000 }, (_, i) => `w${(i * 7919 + 13).toString(36)}`);
let count = 0;

/** A note of about 100 characters that was not written before; some of its words are far more frequent. */
export function newNote(): string {
  return textOf(16);
}

/** A question of some words that was not asked before. */
export function newQuestion(): string {
  return textOf(5);
}

function textOf(words: number): string {
  count += 1;
  const chosen = Array.from({ length: words }, () => {
    const place = Math.floor(Math.random() ** 3 * WORDS.length);
    return WORDS[place];
  });
  return `n${process.pid}x${count} ${chosen.join(' ')}`;
}

/** Starts server processes of a checkout. */
export async function startServers(
  folder: string,
  processes: number,
  env: Record<string, string>,
): Promise<Servers> {
  const running: Running[] = [];
  const stop = async () => {
    await Promise.all(running.map((each) => each.kill('SIGTERM')));
  };
  try {
    // The first migrates the database.
    for (let i = 0; i < processes; i += 1) {
      running.push(await startProcess(env, { cwd: folder }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    urls: running.map(({ url }) => url),
    pids: running.map(({ pid }) => pid),
    stop,
    kill: () => {
      for (const each of running) void each.kill('SIGKILL');
    },
  };
}

/** The environment of servers on a database. */
export function serverEnv(databaseUrl: string, more: Record<string, string>) {
  return {
    NODE_ENV: 'production',
    PORT: '0',
    // The bench counts processes itself.
    WORKERS: '1',
    LOG_LEVEL: 'error',
    LOREBASE_ROOT_KEY: ROOT_KEY,
    DATABASE_URL: databaseUrl,
    ...more,
  };
}

/** Makes the projects and fills their memories by bulk writes. */
export async function fillTenants(
  url: string,
  { projects, memories, entries }: Size,
): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  const bulks: (() => Promise<unknown>)[] = [];
  for (let i = 0; i < projects; i += 1) {
    const tenant = await newTenant(url, `tenant ${i}`, memories);
    tenants.push(tenant);
    for (const memoryId of tenant.memoryIds) {
      for (let start = 0; start < entries; start += BULK) {
        const size = Math.min(BULK, entries - start);
        bulks.push(() => {
          const items = Array.from({ length: size }, () => ({ content: newNote() }));
          return run(url, tenant.key, WRITE_ENTRIES, { input: { memoryId, items } });
        });
      }
    }
  }
  // Neighbouring bulks go to different projects.
  const total = bulks.length;
  let done = 0;
  const lane = async () => {
    for (let next = done++; next < total; next = done++) {
      const place = (next % projects) * (total / projects) + Math.floor(next / projects);
      await bulks[place]?.();
      if (next % 20 === 19) console.log(`  ${next + 1} of ${total} bulks are written`);
    }
  };
  await Promise.all(Array.from({ length: BULKS_AT_ONCE }, lane));
  return tenants;
}

async function newTenant(url: string, name: string, memories: number): Promise<Tenant> {
  const made = await run(
    url,
    ROOT_KEY,
    'mutation ($input: CreateProjectInput!) { createProject(input: $input) { project { id } } }',
    { input: { name } },
  );
  const projectId: string = made.createProject.project.id;
  const { createApiKey } = await run(
    url,
    ROOT_KEY,
    'mutation { createApiKey(input: { name: "bench", role: WRITE }) { secret } }',
    {},
    projectId,
  );
  const key: string = createApiKey.secret;
  const memoryIds: string[] = [];
  for (let i = 0; i < memories; i += 1) {
    const { createMemory } = await run(
      url,
      key,
      `mutation { createMemory(input: { name: "memory ${i}" }) { memory { id } } }`,
    );
    memoryIds.push(createMemory.memory.id);
  }
  return { key, projectId, memoryIds };
}

/** Waits until the index holds all that was written, as far as the schema of the checkout tells. */
export async function settle(databaseUrl: string, withinMs = INDEXED_WITHIN_MS): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const end = performance.now() + withinMs;
  try {
    while (performance.now() < end) {
      const { rows } = await client.query(
        `select exists (select from chunks where not is_indexed and known_until is null and project_id in
          (select project_id from memories group by project_id having sum(chunk_count) >= ${INDEXED_FROM})) as waits`,
      );
      if (!rows[0].waits) return;
      await sleep(200);
    }
  } catch (error) {
    // 42703 is "no such column": another schema, whose index is not waited for.
    if ((error as { code?: string }).code !== '42703') throw error;
    await sleep(2000);
  } finally {
    await client.end();
  }
}

/** The note of a database that is dropped at the end of its run, or by the next run if this one is killed. */
const UNFINISHED = null;

/** Databases that a benchmark makes beside the one of its URL, and drops at its end. */
export async function openDatabases(url: string) {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const made = new Set<string>();
  const drop = async (name: string) => {
    await admin.query(`drop database if exists ${name} with (force)`);
    made.delete(name);
  };
  const note = (name: string, value: unknown) =>
    admin.query(`comment on database ${name} is ${pg.escapeLiteral(JSON.stringify(value))}`);
  /** The note of a database; undefined without one. */
  const noteOf = async (name: string): Promise<unknown> => {
    const { rows } = await admin.query(
      `select shobj_description(oid, 'pg_database') as note from pg_database where datname = $1`,
      [name],
    );
    return rows[0]?.note ? JSON.parse(rows[0].note) : undefined;
  };
  return {
    admin,
    urlOf: (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href,
    /** Makes a database, with what another holds if one is named. */
    create: async (name: string, template?: string) => {
      if ((await noteOf(name)) === UNFINISHED) await drop(name);
      await admin.query(`create database ${name} ${template ? `template ${template}` : ''}`);
      made.add(name);
      await note(name, UNFINISHED);
    },
    drop,
    /** Leaves a database to later runs, with a note of what it holds. */
    keep: async (name: string, content: unknown) => {
      await note(name, content);
      made.delete(name);
    },
    /** The note of a database that an earlier run left. */
    kept: async (name: string): Promise<unknown> => (await noteOf(name)) ?? undefined,
    close: async () => {
      for (const name of made) await drop(name);
      await admin.end();
    },
  };
}

export type Databases = Awaited<ReturnType<typeof openDatabases>>;
