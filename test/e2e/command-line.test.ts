import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { closeApp, openApp } from '../../src/open-app.ts';
import { createDatabase, isEmbedded } from '../support/database.ts';
import { isCitus } from '../support/database-server.ts';
import { eventually } from '../support/eventually.ts';
import { post } from '../support/graphql.ts';
import { runCommand, startProcess } from '../support/process.ts';
import { seed, useProcesses } from '../support/processes.ts';
import { run } from '../support/server.ts';

const processes = useProcesses();

describe.runIf(isEmbedded)('the embedded database', () => {
  it('refuses a second process on its folder, and frees it however the first ends', async () => {
    const first = await processes.start();
    await expect(startProcess(processes.env)).rejects.toThrow(
      /is in use by another Lorebase process/,
    );
    const keys = await runCommand(['keys', 'list'], processes.env);
    expect(keys.code).toBe(1);
    expect(keys.stderr).toContain('LOREBASE_DATA_DIR');
    await first.kill('SIGKILL');
    await processes.start();
  });

  it('makes a root key at the first start, kept for its owner alone, and prints the link', async () => {
    const { LOREBASE_ROOT_KEY: _, ...rest } = processes.env;
    processes.env = rest;
    const first = await processes.start();
    const file = join(processes.env.LOREBASE_DATA_DIR ?? '', 'root-key');
    const key = (await readFile(file, 'utf8')).trim();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await eventually(first.output).toContain(`Sign in: ${first.url}/#key=${key}`);
    expect((await run(first.url, key, '{ viewer { isRoot role } }')).viewer).toEqual({
      isRoot: true,
      role: 'ADMIN',
    });
    await first.kill('SIGTERM');
    const second = await processes.start();
    await eventually(second.output).toContain(key);
  });
});

describe('the command line', () => {
  it.each([
    [[], /serve[\s\S]*migrate[\s\S]*keys/],
    [['serve'], /serve GraphQL/],
    [['migrate'], /migrate the database/],
    [['keys', 'create'], /--role/],
    [['keys', 'list'], /--project/],
    [['keys', 'rotate'], /--overlap/],
    [['keys', 'revoke'], /<id>/],
  ])('explains %j', async (args, text) => {
    const { code, stdout } = await runCommand([...args, '--help']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(text)]);
  });

  it('migrates, makes keys that work, lists and revokes them', async () => {
    expect((await runCommand(['migrate'], processes.env)).stdout).toContain('up to date');
    const none = await runCommand(['keys', 'list'], {
      ...processes.env,
      LOREBASE_URL: 'http://127.0.0.1:1',
    });
    expect(none.stdout).toBe('');
    expect(none.stderr).toMatch(
      /^This command does not use LOREBASE_URL\. It opens the database /m,
    );
    expect(none.stderr).toMatch(/^There are no API keys in the database /m);
    const make = await runCommand(
      ['keys', 'create', '--root', '--name', 'ops', '--role', 'ADMIN'],
      processes.env,
    );
    const root = make.stdout.trim();
    expect(root).toMatch(/^lore_root_/);
    const first = await processes.start();
    const { projectId } = await seed(first.url, root);
    await first.kill('SIGTERM');
    const bound = await runCommand(
      ['keys', 'create', '--project', projectId, '--name', 'app'],
      processes.env,
    );
    const list = await runCommand(['keys', 'list'], processes.env);
    expect(list.stdout.split('\n').filter(Boolean)).toHaveLength(3);
    const id = /key_\w+/.exec(bound.stderr)?.[0] ?? '';
    expect(list.stdout).toContain(`${id}\t${projectId}\tREAD\tvalid\tapp`);
    const rotated = await runCommand(['keys', 'rotate', id, '--project', projectId], processes.env);
    expect(rotated.stdout.trim()).toMatch(/^lore_/);
    expect(rotated.stderr).toContain(id);
    const revoked = await runCommand(['keys', 'revoke', id, '--project', projectId], processes.env);
    expect(revoked.stdout).toContain(id);
    const second = await processes.start();
    for (const { stdout } of [bound, rotated]) {
      expect((await post(second.url, stdout.trim(), '{ viewer { role } }')).status).toBe(401);
    }
    expect((await post(second.url, root, '{ viewer { role } }')).status).toBe(200);
  });

  it.each([
    [['keys', 'create', '--name', 'x'], /--project <id> or --root/],
    [
      ['keys', 'create', '--name', 'x', '--root', '--role', 'KING'],
      /Allowed choices are READ, WRITE, ADMIN/,
    ],
    [['keys', 'create', '--name', 'x', '--root', '--expires', 'soon'], /--expires must be a time/],
    [['keys', 'revoke', 'key_none'], /no root key key_none.*--project/],
    [['keys', 'rotate', 'key_none'], /no root key key_none.*--project/],
    [['keys', 'rotate', 'key_none', '--overlap', 'long'], /^--overlap must be/],
    [['keys', 'rotate', 'key_none', '--overlap', ''], /^--overlap must be/],
    [['keys', 'list', '--project', 'prj_none'], /no project prj_none/],
    [['keys', 'create', '--name', 'x', '--project', 'prj_none'], /no project prj_none/],
    [['frobnicate'], /unknown command 'frobnicate'/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await runCommand(args, processes.env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });

  it.skipIf(isCitus)('refuses to distribute a database without Citus', async () => {
    const { code, stdout, stderr } = await runCommand(['migrate', '--citus'], processes.env);
    expect([code, stdout]).toEqual([1, 'The database is up to date.\n']);
    expect(stderr).toMatch(isEmbedded ? /Citus needs DATABASE_URL/ : /without the extension Citus/);
  });

  it.runIf(isCitus)('distributes nothing again', async () => {
    const { code, stdout } = await runCommand(['migrate', '--citus'], processes.env);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/distributed already/)]);
  });

  it('refuses a database of a later version, which a server serves with a warning', async () => {
    const config = readConfig(processes.env);
    const app = await openApp(config, createLog(config));
    await app.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 99999999999999)`,
    );
    await closeApp(app);
    const { code, stderr } = await runCommand(['keys', 'list'], processes.env);
    const fault =
      'The database was migrated by a later version of Lorebase. Install that version, or a later one.';
    expect([code, stderr]).toEqual([1, `${fault}\n`]);
    const first = await processes.start();
    await eventually(first.log).toContain(fault);
  });

  it('warns of projects whose embedding model it cannot reach', async () => {
    const first = await processes.start();
    expect(first.log()).toBe('');
    await first.kill('SIGTERM');
    const second = await processes.start({
      EMBEDDING_MODEL: '',
      EMBEDDING_DIMENSIONS: '',
      EMBEDDING_BASE_URL: '',
    });
    await eventually(second.log).toMatch(
      /No endpoint for the embedding model test-embedder: set EMBEDDING_BASE_URL.* Projects that use it: 1\./,
    );
  });

  it('tells of wrong configuration what it should be', async () => {
    const { code, stderr } = await runCommand(['serve'], { ...processes.env, PORT: 'http' });
    expect([code, stderr.trim()]).toEqual([
      1,
      'PORT must be a whole number from 0 to 65535, such as 4000',
    ]);
  });

  it.each([
    [{ HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 is not an address of this machine; set HOST/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /^DATABASE_URL: .*ECONNREFUSED/],
  ])('tells which variable of %j is wrong', async (wrong, message) => {
    const { code, stderr } = await runCommand(['serve'], { ...processes.env, ...wrong });
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });

  it('tells that the port is taken', async () => {
    const first = await processes.start();
    const other = await createDatabase();
    const { code, stderr } = await runCommand(['serve'], {
      ...processes.env,
      ...other.env,
      PORT: new URL(first.url).port,
    });
    await other.drop();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^PORT \d+ on HOST 127.0.0.1 is in use; set PORT to another\.\s*$/),
    ]);
  });
});
