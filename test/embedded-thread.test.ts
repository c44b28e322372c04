import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '../src/db/database.ts';
import { COPIES_FOLDER } from '../src/db/embedded/copies.ts';
import { openEmbedded } from '../src/db/embedded/embedded.ts';
import { isEmbedded } from './support/database.ts';

describe.runIf(isEmbedded)('the thread of the embedded database', () => {
  let folder: string;
  let connection: Connection;
  // Drizzle sends a query when it is awaited.
  const run = async (text: string) => await connection.db.execute(sql.raw(text));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lorebase-thread-'));
    connection = await openEmbedded(folder, pino({ level: 'silent' }), { fsync: false });
    await run('CREATE TABLE numbers (number int PRIMARY KEY)');
  });

  afterAll(async () => {
    await connection.close();
    await rm(folder, { recursive: true });
  });

  it('leaves the process free while a statement runs', async () => {
    let isAnswered = false;
    const asked = run('SELECT count(*) FROM generate_series(1, 5000000)').then(() => {
      isAnswered = true;
    });
    for (let turn = 0; turn < 100; turn += 1) await nextTurn();
    expect(isAnswered).toBe(false);
    await asked;
  });

  it('fails one of the queries that are sent together, and answers the others', async () => {
    const texts = ['SELECT 1 AS one', 'SELECT 1 / 0', 'SELECT * FROM missing', 'SELECT 2 AS one'];
    const answers = await Promise.allSettled(texts.map(run));
    expect(answers).toMatchObject([
      { value: { rows: [{ one: 1 }] } },
      { reason: { cause: { code: '22012' } } },
      { reason: { cause: { code: '42P01' } } },
      { value: { rows: [{ one: 2 }] } },
    ]);
  });

  it('keeps queries out of a transaction that is rolled back', async () => {
    let inserted: Promise<unknown> = Promise.resolve();
    const failed = connection.transaction(async (db) => {
      await db.execute(sql.raw('INSERT INTO numbers VALUES (1)'));
      inserted = run('INSERT INTO numbers VALUES (2)');
      await db.execute(sql.raw('SELECT 1'));
      throw new Error('It fails');
    });
    await expect(failed).rejects.toThrow('It fails');
    await inserted;
    expect(await run('SELECT number FROM numbers')).toMatchObject({ rows: [{ number: 2 }] });
  });

  it('lets no later query overtake a transaction', async () => {
    const order: string[] = [];
    const before = run('SELECT count(*) FROM generate_series(1, 1000000)');
    await nextTurn();
    const transaction = connection.transaction((db) => db.execute(sql.raw('SELECT 1')));
    const after = run('SELECT 1').then(() => order.push('query'));
    await Promise.all([before, transaction.then(() => order.push('transaction')), after]);
    expect(order).toEqual(['transaction', 'query']);
  });

  it('counts what uses the session, and what waits for it', async () => {
    expect(connection.pool()).toEqual({ total: 1, idle: 1, waiting: 0 });
    const asked = Promise.all([1, 2, 3].map(() => run('SELECT 1')));
    await nextTurn();
    expect(connection.pool()).toEqual({ total: 1, idle: 0, waiting: 2 });
    await asked;
  });

  it('copies its files after a copy that failed', async () => {
    const { copyFiles } = connection;
    if (copyFiles === null) throw new Error('The embedded database can be copied');
    await writeFile(join(folder, 'file'), '');
    await expect(copyFiles(join(folder, 'file', 'copy'))).rejects.toThrow('ENOTDIR');
    const copy = join(folder, 'copy');
    await copyFiles(copy);
    expect(await readdir(copy)).toEqual(expect.arrayContaining(['PG_VERSION', 'backup_label']));
  });

  it('is read as it was at one moment, and leaves no copy, whether or not the reading fails', async () => {
    await run('CREATE TABLE read (number int)');
    const read = await connection.snapshot(async (db) => {
      await run('INSERT INTO read VALUES (1)');
      return await db.execute(sql.raw('SELECT * FROM read'));
    });
    expect(read).toMatchObject({ rows: [] });
    const failing = connection.snapshot(() => Promise.reject(new Error('It fails')));
    await expect(failing).rejects.toThrow('It fails');
    expect(await readdir(join(folder, COPIES_FOLDER))).toEqual([]);
  });

  it('removes the copies of a process that was killed when it is opened', async () => {
    const other = await mkdtemp(join(tmpdir(), 'lorebase-thread-'));
    await mkdir(join(other, COPIES_FOLDER, 'left'), { recursive: true });
    const opened = await openEmbedded(other, pino({ level: 'silent' }), { fsync: false });
    expect(await readdir(other)).not.toContain(COPIES_FOLDER);
    await opened.close();
    await rm(other, { recursive: true });
  });

  it('answers what was asked before it is closed', async () => {
    const other = await mkdtemp(join(tmpdir(), 'lorebase-thread-'));
    const opened = await openEmbedded(other, pino({ level: 'silent' }), { fsync: false });
    const asked = Promise.all([opened.db.execute(sql.raw('SELECT 1 AS one'))]);
    await nextTurn();
    const closed = opened.close();
    expect(await asked).toMatchObject([{ rows: [{ one: 1 }] }]);
    await closed;
    await expect(opened.db.execute(sql.raw('SELECT 1'))).rejects.toThrow();
    await rm(other, { recursive: true });
  });
});
