import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dumpDatabase } from '../../src/backup/dump-database.ts';

const URL_WITH_PASSWORD = 'postgres://ada:p%40ss@db.example/lorebase';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lorebase-dump-'));
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Replaces `pg_dump` by a program of a shell. The path of the dump is its last argument. */
async function usePgDump(script: string): Promise<void> {
  const file = join(folder, 'pg_dump');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

describe.skipIf(process.platform === 'win32')('a dump of a database', () => {
  it('tells the password in the environment alone, and can be read by its owner alone', async () => {
    await usePgDump('for last; do :; done; echo "$PGPASSWORD $*" > "$last"');
    const file = join(folder, 'dump');
    await dumpDatabase(URL_WITH_PASSWORD, file);
    // The file that is written first has a name of its own.
    const given = (await readFile(file, 'utf8')).replace(/\.[0-9a-f]{8}(?=\.part\n$)/, '');
    expect(given).toBe(
      `p@ss --dbname postgres://ada@db.example/lorebase --format=custom --no-owner --file ${file}.part\n`,
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('fails with the message of the program, and leaves nothing', async () => {
    await usePgDump('echo "server version mismatch" >&2; exit 1');
    const failed = dumpDatabase(URL_WITH_PASSWORD, join(folder, 'dump'));
    await expect(failed).rejects.toThrow('pg_dump ended with 1: server version mismatch');
    expect(await readdir(folder)).toEqual(['pg_dump']);
    vi.stubEnv('PATH', folder);
    await rm(join(folder, 'pg_dump'));
    const missing = dumpDatabase(URL_WITH_PASSWORD, join(folder, 'dump'));
    await expect(missing).rejects.toThrow('pg_dump was not found');
  });
});
