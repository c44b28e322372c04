import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../src/db/embedded/embedded.ts';
import { isEmbedded } from '../support/database.ts';
import { post } from '../support/graphql.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type Running, runCommand, startProcess } from '../support/process.ts';
import { ROOT_KEY, run, testEnv, WRITE } from '../support/server.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

/** They start many processes, which takes long on a busy machine. */
const SLOW = { timeout: 300_000 };

const SEARCH =
  'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { score } } }';

describe.runIf(isEmbedded && canMount())('the embedded database on a full disk', SLOW, () => {
  let disk: SmallDisk;
  let models: ModelServer;
  let env: Record<string, string>;
  const running: Running[] = [];

  beforeEach(async () => {
    disk = mountSmallDisk(400);
    models = await startModelServer();
    const dataDir = join(disk.folder, 'data');
    const drop = async () => {};
    env = testEnv({ env: { DATABASE_URL: '', LOREBASE_DATA_DIR: dataDir }, drop }, models);
    // The tests are about the disk: the model server may be slow on a busy machine.
    env = { ...env, EMBEDDED_FSYNC: 'on', EMBEDDING_TIMEOUT_MS: '60000', LOG_LEVEL: 'warn' };
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((process) => process.kill('SIGKILL')));
    await models.close();
    disk.unmount();
  });

  async function start(): Promise<Running> {
    const process = await startProcess(env);
    running.push(process);
    return process;
  }

  async function seed(url: string): Promise<{ memoryId: string }> {
    const { createMemory } = await run(
      url,
      ROOT_KEY,
      'mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { memory { id } } }',
      { input: { name: 'memory' } },
    );
    return { memoryId: createMemory.memory.id };
  }

  async function expectStored(url: string, ids: string[]): Promise<void> {
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    for (let i = 0; i < ids.length; i += 100) {
      const part = ids.slice(i, i + 100);
      const { nodes } = await run(url, ROOT_KEY, query, { ids: part });
      expect(nodes.map((node: { id: string } | null) => node?.id)).toEqual(part);
    }
  }

  it('refuses writes as DISK_FULL, reads on, and writes again when there is room', async () => {
    const server = await start();
    const where = await seed(server.url);
    const input = (content: string) => ({ input: { ...where, content, kind: 'PLAN' } });
    const before = await run(server.url, ROOT_KEY, WRITE, input('Written before'));
    for (const left of [40, 0]) {
      disk.makeRoom();
      await disk.fill(left);
      const { errors } = await post(server.url, ROOT_KEY, WRITE, input('Refused'));
      expect(errors?.[0]).toMatchObject({
        message: expect.stringContaining('disk of the database is full'),
        extensions: { code: 'DISK_FULL' },
      });
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const search = { input: { query: 'Written before' } };
    const found = await run(server.url, ROOT_KEY, SEARCH, search);
    expect(found.searchKnowledge.results).toHaveLength(1);
    disk.makeRoom();
    const after = await run(server.url, ROOT_KEY, WRITE, input('Written after'));
    await disk.fill();
    expect(await server.kill('SIGTERM')).toBe(0);
    disk.makeRoom();
    const again = await start();
    const ids = [before, after].map((data) => data.writeEntry.entry.id);
    await expectStored(again.url, ids);
  });

  it('loses no acknowledged write when it fills up among twenty writers', async () => {
    let server = await start();
    const where = await seed(server.url);
    const acknowledged: string[] = [];
    const codes = new Set<string>();
    let isDone = false;
    const lanes = Array.from({ length: 20 }, async (_, lane) => {
      for (let i = 0; !isDone; i += 1) {
        const content = `Lane ${lane}, write ${i}. ${'More words. '.repeat(400)}`;
        const input = { ...where, content, kind: 'PLAN' };
        const { data, errors } = await post(server.url, ROOT_KEY, WRITE, { input });
        if (errors) codes.add(errors[0]?.extensions.code ?? 'none');
        else acknowledged.push(data.writeEntry.entry.id);
      }
    });
    for (let round = 1; round <= 3; round += 1) {
      const reached = acknowledged.length + 40;
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(reached);
      codes.clear();
      await disk.fill();
      await expect.poll(() => codes.has('DISK_FULL'), { timeout: 60_000 }).toBe(true);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      disk.makeRoom();
    }
    const resumed = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(resumed);
    isDone = true;
    await Promise.all(lanes);
    // A write may be under way when the database crashes for want of room: its outcome is unknown.
    const others = [...codes].filter((code) => !/^(DISK_FULL|DATABASE_UNAVAILABLE)$/.test(code));
    expect(others).toEqual([]);
    await expectStored(server.url, acknowledged);
    await server.kill('SIGKILL');
    server = await start();
    await expectStored(server.url, acknowledged);
  });

  it('opens again after a crash for want of room, with all that was acknowledged', async () => {
    const connection = await openEmbedded(join(disk.folder, 'data'), pino({ level: 'silent' }), {
      fsync: false,
    });
    const query = (text: string) => connection.db.execute(sql.raw(text));
    await query('CREATE TABLE kept (number int)');
    await query('INSERT INTO kept VALUES (1)');
    await disk.fill(70);
    // Logs more than is free, in one statement that no guard takes for a write.
    const flood = `SELECT count(pg_logical_emit_message(false, '', repeat('x', 1000000)))
      FROM generate_series(1, 100)`;
    const asked = await Promise.allSettled([query(flood), query('SELECT number FROM kept')]);
    for (const answer of asked) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { cause: { code: '57P02' } } });
    }
    await disk.fill();
    await expect(query('SELECT number FROM kept')).rejects.toMatchObject({
      cause: { code: '53100' },
    });
    disk.makeRoom();
    await query('INSERT INTO kept VALUES (2)');
    expect(await query('SELECT number FROM kept')).toMatchObject({
      rows: [{ number: 1 }, { number: 2 }],
    });
    await connection.close();
  });

  it('ends with a status and one message when it is started there', async () => {
    const expectRefused = async (...args: string[]) => {
      const { code, stderr } = await runCommand(args, env);
      const message = /^The disk of \S+ is full: 0 MB are free, and .* needs 64 MB to write\.\n$/;
      expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    };
    await disk.fill();
    await expectRefused('serve');
    disk.makeRoom();
    expect((await runCommand(['migrate'], env)).code).toBe(0);
    await disk.fill();
    await expectRefused('serve');
    await expectRefused('migrate');
    await expectRefused('keys', 'list');
    disk.makeRoom();
    expect((await runCommand(['keys', 'list'], env)).code).toBe(0);
  });
});
