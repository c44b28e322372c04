import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FROM_SOURCE, runCommand } from '../support/process.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lorebase-install-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const install = (...args: string[]) =>
  // In a clone, the configuration names the whole path of the program.
  runCommand(
    ['mcp', 'install', ...args],
    { HOME: home, LOREBASE_DATA_DIR: join(home, 'data') },
    FROM_SOURCE,
  );

it('lorebase mcp install shows the configuration, asks, writes it and keeps the file as it was', async () => {
  const folder = join(home, '.cursor');
  const file = join(folder, 'mcp.json');
  mkdirSync(folder);
  const before = '{ "mcpServers": { "other": { "command": "x" } } }';
  writeFileSync(file, before, { mode: 0o600 });
  const shown = await install('--client', 'cursor', '--tools', 'core', '--print');
  const { mcpServers } = JSON.parse(shown.stdout);
  expect(mcpServers.lorebase).toMatchObject({
    command: process.execPath,
    args: expect.arrayContaining(['mcp', '--tools', 'core']),
    env: { LOREBASE_DATA_DIR: join(home, 'data') },
  });
  const asked = await install('--client', 'cursor');
  expect(asked.stdout).toMatch(/Add --yes .*\nNothing was written\./);
  expect(readFileSync(file, 'utf8')).toBe(before);

  const written = await install('--client', 'cursor', '--tools', 'core', '--yes');
  expect([written.code, written.stdout]).toEqual([
    0,
    expect.stringMatching(/Written\..*Restart Cursor\./),
  ]);
  const after = JSON.parse(readFileSync(file, 'utf8'));
  expect(after).toEqual({ mcpServers: { other: { command: 'x' }, ...mcpServers } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [backup = ''] = readdirSync(folder).filter((name) => name.endsWith('.backup'));
  expect(readFileSync(join(folder, backup), 'utf8')).toBe(before);
  const again = await install('--client', 'cursor', '--tools', 'core', '--yes');
  expect(again.stdout).toContain('The file already has this entry.');
  expect(readdirSync(folder)).toHaveLength(2);

  writeFileSync(file, 'not JSON');
  const refused = await install('--client', 'cursor', '--yes');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('was left as it is: it is not JSON'),
  ]);
  expect(readFileSync(file, 'utf8')).toBe('not JSON');
});

it('lorebase mcp install takes options before it, and writes to the target of a link', async () => {
  const env = { HOME: home, LOREBASE_DATA_DIR: join(home, 'data') };
  const shown = await runCommand(
    ['mcp', '--tools', 'core', 'install', '--client', 'cursor', '--print'],
    env,
    FROM_SOURCE,
  );
  expect(JSON.parse(shown.stdout).mcpServers.lorebase.args).toEqual(
    expect.arrayContaining(['--tools', 'core']),
  );
  mkdirSync(join(home, '.cursor'));
  const file = join(home, '.cursor/mcp.json');
  symlinkSync('../dotfiles/mcp.json', file);
  expect((await install('--client', 'cursor', '--yes')).code).toBe(0);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(home, 'dotfiles/mcp.json'), 'utf8')).toContain('lorebase');
  const databaseUrl = { ...env, DATABASE_URL: 'postgres://127.0.0.1/x' };
  const refused = await runCommand(
    ['mcp', 'install', '--client', 'cursor', '--print'],
    databaseUrl,
    FROM_SOURCE,
  );
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/set LOREBASE_URL/)]);
});

it('lorebase mcp install names its clients and its tools', async () => {
  const [unknown, tools] = await Promise.all([
    install('--client', 'none'),
    install('--client', 'codex', '--tools', 'none'),
  ]);
  expect(unknown.stderr).toMatch(/claude-desktop, claude-code, cursor/);
  expect(tools.stderr).toMatch(/no profile or tool "none"/);
});
