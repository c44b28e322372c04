import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decodePosition } from '../../src/events/position.ts';
import { isEmbedded } from '../support/database.ts';
import { isCitus } from '../support/database-server.ts';
import { freePort } from '../support/free-port.ts';
import { post, subscribe } from '../support/graphql.ts';
import { seed, useProcesses } from '../support/processes.ts';
import { run, WRITE } from '../support/server.ts';

/** They start processes and clusters, which takes long on a busy machine. */
const SLOW = { timeout: 300_000 };

const processes = useProcesses();

const LOG = `query ($after: String) { events(first: 100, after: $after) { nodes { cursor } } }`;
const LIVE = 'subscription ($after: String) { events(after: $after) { cursor } }';

type Where = Awaited<ReturnType<typeof seed>>;

/** Writes texts, and returns the cursors of their events. */
async function write(url: string, { key, memoryId }: Where, contents: string[]): Promise<string[]> {
  const cursors: string[] = [];
  for (const content of contents) {
    await run(url, key, WRITE, { input: { memoryId, content, kind: 'PLAN' } });
    cursors.push((await logOf(url, key)).at(-1) ?? '');
  }
  return cursors;
}

/** The cursors of the log after one, or the code of the error. */
async function readAfter(url: string, key: string, after: string): Promise<string[] | string> {
  const { data, errors } = await post(url, key, LOG, { after });
  if (errors?.[0]) return errors[0].extensions.code;
  return data.events.nodes.map((node: { cursor: string }) => node.cursor);
}

const logOf = async (url: string, key: string): Promise<string[]> =>
  (await run(url, key, LOG)).events.nodes.map((node: { cursor: string }) => node.cursor);

/** What a subscription after a cursor ends with. */
async function endOf(url: string, key: string, after: string): Promise<string> {
  const live = subscribe(url, key, LIVE, { after });
  await live.ended;
  await live.stop();
  return JSON.stringify([live.received, live.errors]);
}

it('leaves no gap in the numbers when a server is killed among writes', SLOW, async () => {
  const first = await processes.start();
  const where = await seed(first.url);
  let written = 0;
  const lanes = Array.from({ length: 4 }, async (_, lane) => {
    for (let i = 0; ; i += 1) {
      const input = { memoryId: where.memoryId, content: `Lane ${lane} ${i}`, kind: 'PLAN' };
      const answer = await post(first.url, where.key, WRITE, { input }).catch(() => null);
      if (answer === null) return;
      written += 1;
      if (written === 20) void first.kill('SIGKILL');
    }
  });
  await Promise.all(lanes);
  const next = await processes.start();
  await write(next.url, where, ['Afterwards']);
  const numbers = (await logOf(next.url, where.key)).map((id) => decodePosition(id)?.number);
  expect(numbers.length).toBeGreaterThanOrEqual(21);
  expect(numbers).toEqual(numbers.map((_, i) => BigInt(i + 1)));
});

describe.runIf(isEmbedded)('a copied data folder', SLOW, () => {
  it('accepts no cursor of later events, and keeps the others', async () => {
    const folder = processes.database.env.LOREBASE_DATA_DIR;
    const copy = `${folder}-copy`;
    const first = await processes.start();
    const where = await seed(first.url);
    const [early = ''] = await write(first.url, where, ['Before the copy']);
    await first.kill('SIGTERM');
    await cp(folder, copy, { recursive: true });
    const second = await processes.start();
    const [lost = ''] = await write(second.url, where, ['After the copy']);
    await second.kill('SIGTERM');
    await rm(folder, { recursive: true });
    await cp(copy, folder, { recursive: true });
    await rm(copy, { recursive: true });
    const { url } = await processes.start();
    expect(await readAfter(url, where.key, lost)).toBe('CURSOR_EXPIRED');
    const made = await write(url, where, ['Of the copy', 'One more']);
    expect(await readAfter(url, where.key, lost)).toBe('CURSOR_EXPIRED');
    expect(await endOf(url, where.key, lost)).toContain('CURSOR_EXPIRED');
    expect(await readAfter(url, where.key, early)).toEqual(made);
  });
});

const execute = promisify(execFile);

/** The programs of the server under test, where they are on this machine. */
async function findPrograms(): Promise<string | null> {
  const sql = postgres(process.env.TEST_DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
  const rows = await sql`select setting from pg_config where name = 'BINDIR'`.catch(() => []);
  await sql.end();
  const folder: string = rows[0]?.setting ?? '';
  return existsSync(join(folder, 'initdb')) ? folder : null;
}

// A dump of a coordinator has no rows.
const programs = isEmbedded || isCitus ? null : await findPrograms();

describe.skipIf(programs === null)('copies of a log on PostgreSQL', SLOW, () => {
  const bin = programs ?? '';
  const folders: string[] = [];
  let user: { uid?: number; gid?: number } = {};
  let stop = async () => {};

  beforeAll(async () => {
    if (process.getuid?.() !== 0) return;
    // PostgreSQL refuses to run as root.
    const idOf = async (flag: string) => Number((await execute('id', [flag, 'postgres'])).stdout);
    user = { uid: await idOf('-u'), gid: await idOf('-g') };
  });

  afterEach(async () => {
    await stop();
    stop = async () => {};
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
  });

  const program = (name: string, ...args: string[]) =>
    execute(join(bin, name), args, { ...user, cwd: tmpdir() });

  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'lorebase-cluster-'));
    folders.push(folder);
    if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
    return folder;
  }

  /** A cluster of its own, and what starts and stops it. */
  async function createCluster() {
    const folder = await newFolder();
    const data = join(folder, 'data');
    const port = await freePort();
    await program('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8');
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`;
    const control = (...args: string[]) =>
      program('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), ...args);
    const start = () => control('-o', settings, 'start');
    const end = () => control('-m', 'immediate', 'stop');
    await start();
    stop = async () => {
      await end();
    };
    return { data, start, end, url: `postgres://postgres@127.0.0.1:${port}/postgres` };
  }

  it('a restored dump keeps the cursors that it holds, and accepts none of the origin', async () => {
    const origin = await processes.start();
    const where = await seed(origin.url);
    const { key } = where;
    const [, held = ''] = await write(origin.url, where, ['First', 'Second']);
    const dump = join(await newFolder(), 'dump');
    const { DATABASE_URL } = processes.database.env;
    await program('pg_dump', '-Fc', '-f', dump, DATABASE_URL);
    const ofOrigin = await write(origin.url, where, ['Of the origin', 'One more']);
    const cluster = await createCluster();
    await program('pg_restore', '--no-owner', '-d', cluster.url, dump);
    const { url } = await processes.start({ DATABASE_URL: cluster.url });
    expect(await readAfter(url, key, held)).toEqual([]);
    const ofCopy = await write(url, where, ['Of the copy', 'One more of it']);
    expect(await readAfter(url, key, held)).toEqual(ofCopy);
    expect(await readAfter(origin.url, key, held)).toEqual(ofOrigin);
    for (const cursor of ofOrigin) {
      expect(await readAfter(url, key, cursor)).toBe('CURSOR_EXPIRED');
      expect(await endOf(url, key, cursor)).toContain('CURSOR_EXPIRED');
    }
    for (const cursor of ofCopy) {
      expect(await readAfter(origin.url, key, cursor)).toBe('CURSOR_EXPIRED');
    }
  });

  it('a base backup of an earlier time expires later cursors and ends their followers', async () => {
    const cluster = await createCluster();
    const { url } = await processes.start({ DATABASE_URL: cluster.url });
    const where = await seed(url);
    const { key } = where;
    const [early = ''] = await write(url, where, ['Before the backup']);
    const backup = join(await newFolder(), 'data');
    await program('pg_basebackup', '-d', cluster.url, '-D', backup, '-c', 'fast', '-X', 'stream');
    const live = subscribe(url, key, LIVE, { after: early });
    const [lost = ''] = await write(url, where, ['After the backup']);
    await live.count(1);
    await cluster.end();
    await rm(cluster.data, { recursive: true });
    await cp(backup, cluster.data, { recursive: true, preserveTimestamps: true });
    if (user.uid !== undefined)
      await execute('chown', ['-R', `${user.uid}:${user.gid}`, cluster.data]);
    await cluster.start();
    // The subscription was open all the time.
    await live.ended;
    expect(JSON.stringify(live.errors)).toContain('CURSOR_EXPIRED');
    expect(live.received).toHaveLength(1);
    expect(await readAfter(url, key, lost)).toBe('CURSOR_EXPIRED');
    const made = await write(url, where, ['Since the restore', 'One more']);
    expect(await readAfter(url, key, lost)).toBe('CURSOR_EXPIRED');
    expect(await endOf(url, key, lost)).toContain('CURSOR_EXPIRED');
    expect(await readAfter(url, key, early)).toEqual(made);
    await live.stop();
  });
});
