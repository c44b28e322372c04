import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/db/embedded/new-database.ts';
import { preparedArchive } from '../../src/db/embedded/prepared-archive.js';
import { createEmptyDatabase, isEmbedded, type TestDatabase } from '../support/database.ts';
import { launchCommand, runCommand } from '../support/process.ts';
import { ROOT_KEY } from '../support/server.ts';

/** They start processes and create databases, which takes long on a busy machine. */
const SLOW = { timeout: 120_000 };

describe.runIf(isEmbedded)('the first start of the embedded database', SLOW, () => {
  let database: TestDatabase;
  let folder: string;
  let env: Record<string, string>;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    folder = database.env.LOREBASE_DATA_DIR;
    env = { ...database.env, PORT: '0', LOREBASE_ROOT_KEY: ROOT_KEY };
  });
  afterEach(() => database.drop());

  const files = (path = '') => readdir(join(folder, 'database', path)).catch(() => []);
  const keysCanBeListed = async () => {
    const { code, stderr } = await runCommand(['keys', 'list'], env);
    expect([code, stderr]).toEqual([0, `There are no API keys in the database in ${folder}.\n`]);
  };

  it('unpacks the prepared database, which has all tables', async () => {
    expect(existsSync(preparedArchive())).toBe(true);
    await keysCanBeListed();
    // The databases from which PostgreSQL would make others are not in the archive.
    expect(await files('base')).toEqual(['5']);
    expect(existsSync(join(folder, 'initializing'))).toBe(false);
  });

  // While files are unpacked, and while the database is opened for the first time.
  it.each(['base/5/1259', 'postmaster.pid'])('can be killed when %s exists', async (path) => {
    const child = launchCommand(['serve'], env);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    while (!existsSync(join(folder, 'database', path)) && child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    child.kill('SIGKILL');
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
    expect(existsSync(join(folder, 'initializing'))).toBe(true);
    await writeFile(join(folder, 'database', 'left-over'), '');
    await keysCanBeListed();
    expect(existsSync(join(folder, 'initializing'))).toBe(false);
    expect(await files()).not.toContain('left-over');
  });

  it('creates the database without an archive that cannot be read', async () => {
    const whole = await readFile(preparedArchive());
    const archive = join(folder, 'archive.tar.br');
    await writeFile(archive, whole.subarray(0, whole.length / 2));
    await mkdir(join(folder, 'database'));
    const logged: string[] = [];
    const log = pino({}, { write: (line) => logged.push(JSON.parse(line).msg) });
    await createDatabase(join(folder, 'database'), log, { fsync: true }, archive);
    expect(logged).toEqual(['The prepared database cannot be used; creating a new one']);
    expect(await files('base')).toHaveLength(3);
    await keysCanBeListed();
  });
});
