import { cp, mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, isEmbedded, type TestDatabase } from '../support/database.ts';
import { type Running, runCommand, startProcess } from '../support/process.ts';
import { ROOT_KEY } from '../support/server.ts';

/** They start many processes, which takes long on a busy machine. */
const SLOW = { timeout: 300_000 };

describe.runIf(isEmbedded)('the data folder', SLOW, () => {
  let original: TestDatabase;
  let database: TestDatabase;
  let folder: string;
  let env: Record<string, string>;
  const running: Running[] = [];

  const envOf = ({ env }: TestDatabase) => ({ ...env, PORT: '0', LOREBASE_ROOT_KEY: ROOT_KEY });

  beforeAll(async () => {
    original = await createDatabase();
    expect((await runCommand(['migrate'], envOf(original))).code).toBe(0);
  });

  beforeEach(async () => {
    database = await createDatabase();
    env = envOf(database);
    folder = database.env.LOREBASE_DATA_DIR;
    await cp(original.env.LOREBASE_DATA_DIR, folder, { recursive: true });
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((process) => process.kill('SIGKILL')));
    await database.drop();
  });

  afterAll(() => original.drop());

  async function start(): Promise<Running> {
    const process = await startProcess(env);
    running.push(process);
    return process;
  }

  async function expectInUse(more: Record<string, string> = {}): Promise<void> {
    const { code, stderr } = await runCommand(['keys', 'list'], { ...env, ...more });
    expect([code, stderr]).toEqual([1, expect.stringContaining('is in use by another Lorebase')]);
  }

  it('is refused to a second process whatever becomes of the lock file', async () => {
    const first = await start();
    const lock = join(folder, 'lock');
    await rm(lock);
    await expectInUse();
    await writeFile(join(folder, 'other'), '');
    await rename(join(folder, 'other'), lock);
    await expectInUse();
    const link = `${folder}-link`;
    await symlink(folder, link);
    await expectInUse({ LOREBASE_DATA_DIR: link });
    await rm(link);
    await first.kill('SIGKILL');
    expect((await runCommand(['keys', 'list'], env)).code).toBe(0);
  });

  it('is refused likewise while it is first made', async () => {
    await rm(folder, { recursive: true });
    const first = startProcess(env);
    const lock = join(folder, 'lock');
    // The folder is locked before the database is made, which takes seconds.
    await expect
      .poll(
        () =>
          rm(lock).then(
            () => true,
            () => false,
          ),
        { timeout: 60_000, interval: 5 },
      )
      .toBe(true);
    await expectInUse();
    running.push(await first);
    await expectInUse();
  });

  it('is made anew where the first start was interrupted', async () => {
    await writeFile(join(folder, 'initializing'), '');
    await rm(join(folder, 'database/global/pg_control'));
    expect((await runCommand(['migrate'], env)).code).toBe(0);
    expect((await runCommand(['keys', 'list'], env)).code).toBe(0);
  });

  const inFolder = (path: string) => join(folder, 'database', path);

  it.each<[string, RegExp, () => Promise<unknown>]>([
    [
      'the version is missing',
      /is damaged: the file .*PG_VERSION is missing/,
      () => rm(inFolder('PG_VERSION')),
    ],
    [
      'the control file is cut',
      /cannot be opened: .*pg_control/,
      () => truncate(inFolder('global/pg_control'), 100),
    ],
    [
      'the log is missing',
      /cannot be opened: .*checkpoint record/,
      () => rm(inFolder('pg_wal'), { recursive: true }).then(() => mkdir(inFolder('pg_wal'))),
    ],
    [
      'the tables are missing',
      /cannot be opened: .*does not exist/,
      () => rm(inFolder('base/5'), { recursive: true }),
    ],
    [
      'the catalogue is cut',
      /cannot be opened: .*(1259|critical system index|pg_class)/,
      () => truncate(inFolder('base/5/1259'), 10),
    ],
    [
      'it is a file',
      /cannot be used: ENOTDIR/,
      () => rm(folder, { recursive: true }).then(() => writeFile(folder, '')),
    ],
  ])('ends a start with a status and one message if %s', async (_damage, message, damage) => {
    await damage();
    const { code, stderr } = await runCommand(['serve'], env);
    expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringMatching(message)]]);
  });

  it.each([[['migrate']], [['keys', 'list']]])('ends %j likewise', async (args) => {
    await rm(inFolder('global/pg_control'));
    const { code, stderr } = await runCommand(args, env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The embedded database in .*\.\n$/)]);
  });
});
