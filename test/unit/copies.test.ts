import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StatementClient } from '../../src/db/embedded/checkpoints.ts';
import { createCopies } from '../../src/db/embedded/copies.ts';

let folder: string;
let database: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lorebase-copies-'));
  database = join(folder, 'database');
  await mkdir(join(database, 'pg_wal'), { recursive: true });
  await writeFile(join(database, 'PG_VERSION'), '18');
  await writeFile(join(database, 'postmaster.pid'), '1');
});
afterEach(() => rm(folder, { recursive: true }));

/** Copies of the files, of which the database writes the last part of its log during the copy. */
function open() {
  const state = { pauses: 0, pausesDuringCopy: 0 };
  const client: StatementClient = {
    query: async (text) => {
      state.pausesDuringCopy = state.pauses;
      if (text.includes('pg_backup_stop')) await writeFile(join(database, 'pg_wal', 'last'), '');
      return { rows: [{ labelfile: 'label' }] as never[] };
    },
  };
  const checkpoints = {
    pause: () => {
      state.pauses += 1;
      return () => {
        state.pauses -= 1;
      };
    },
    stop: () => {},
  };
  const unopened = () => Promise.reject(new Error('It is not opened'));
  const copies = createCopies({
    client,
    checkpoints,
    dataFolder: folder,
    database,
    open: unopened,
  });
  return { copies, state };
}

it('a copy has the log that was written during it, and no file of the running database', async () => {
  const { copies, state } = open();
  const copy = join(folder, 'copy');
  await copies.copyTo(copy);
  expect((await readdir(copy)).sort()).toEqual(['PG_VERSION', 'backup_label', 'pg_wal']);
  expect(await readdir(join(copy, 'pg_wal'))).toEqual(['last']);
  expect(await readFile(join(copy, 'backup_label'), 'utf8')).toBe('label');
  expect(state).toEqual({ pauses: 0, pausesDuringCopy: 1 });
});

it('checkpoints go on after a copy that failed', async () => {
  const { copies, state } = open();
  await expect(copies.copyTo(join(database, 'PG_VERSION', 'copy'))).rejects.toThrow('ENOTDIR');
  expect(state).toEqual({ pauses: 0, pausesDuringCopy: 1 });
});
