import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { startModelServer } from '../support/model-server.ts';
import { startProcess } from '../support/process.ts';
import { testEnv } from '../support/server.ts';

it('a root-key file that others may read is tightened at start, and reported', async () => {
  const database = await createDatabase();
  const models = await startModelServer();
  const env = { ...testEnv(database, models), LOREBASE_ROOT_KEY: '', LOG_LEVEL: 'warn' };
  const folder = database.env.LOREBASE_DATA_DIR;
  const first = await startProcess(env);
  await first.kill('SIGTERM');
  expect(first.log()).not.toContain('root key');
  const name = (await readdir(folder)).find((file) => /^root-key(-\w+)?$/.test(file)) ?? '';
  const file = join(folder, name);
  const key = await readFile(file, 'utf8');
  await chmod(file, 0o644);

  const second = await startProcess(env);
  await second.kill('SIGTERM');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toBe(key);
  expect(second.log()).toContain('"mode":"644"');
  expect(second.log()).toContain('The root key could be read by others');
  await models.close();
  await database.drop();
});
