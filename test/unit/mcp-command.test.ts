import { expect, it } from 'vitest';
import { claudeCodeLine, installLine } from '../../src/commands/mcp-command.ts';
import { readConfig } from '../../src/config.ts';

it('the line for Claude Code names the server of the data folder, and no key', () => {
  const elsewhere = { LOREBASE_URL: 'https://memory.example.com', LOREBASE_KEY: 'lore_secret' };
  const env = { ...elsewhere, LOREBASE_DATA_DIR: '/data' };
  const start = 'claude mcp add lorebase -e LOREBASE_DATA_DIR=/data';
  const line = claudeCodeLine(readConfig(env));
  expect(line.startsWith(`${start} -- `)).toBe(true);
  const rooted = claudeCodeLine(readConfig({ ...env, LOREBASE_ROOT_KEY: 'r'.repeat(24) }));
  expect(rooted.startsWith(`${start} -e 'LOREBASE_KEY=…' -- `)).toBe(true);
  for (const text of [line, rooted]) expect(text).not.toMatch(/secret|example|rrr/);
});

it('the line for other clients starts the program of the clone, not a command that it does not have', () => {
  expect(installLine(readConfig({}))).toMatch(
    /node\S* \S+scripts\/start\.mjs mcp install --client CLIENT$/,
  );
});

it('the line for other clients names the data folder, and no key', () => {
  const env = { LOREBASE_DATA_DIR: '/my data', LOREBASE_ROOT_KEY: 'r'.repeat(24) };
  const line = installLine(readConfig(env));
  expect(line).toMatch(/^LOREBASE_DATA_DIR='\/my data' LOREBASE_KEY='…' \S*node/);
});
