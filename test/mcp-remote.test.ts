import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, expect, it } from 'vitest';
import { connectMcp } from './support/mcp.ts';
import { LOREBASE } from './support/process.ts';
import { ROOT_KEY, useServer } from './support/server.ts';

/** `lorebase mcp` over stdio, as a client of a server elsewhere. */

const server = useServer();
const home = mkdtempSync(join(tmpdir(), 'lorebase-mcp-remote-'));
const [file, ...program] = LOREBASE;

afterAll(() => rmSync(home, { recursive: true, force: true }));

const env = (own: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  LOREBASE_DATA_DIR: home,
  LOREBASE_URL: server.url,
  LOREBASE_KEY: ROOT_KEY,
  ...own,
});

async function connect(own: Record<string, string> = {}) {
  const args = [...program, 'mcp'];
  return connectMcp(
    new StdioClientTransport({ command: file, args, env: env(own), stderr: 'pipe' }),
  );
}

/** Runs the command with an input. */
async function finish(args: string[], own: Record<string, string> = {}, input = '') {
  const child = spawn(file, [...program, 'mcp', ...args], { env: env(own) });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => {
    output.stdout += text;
  });
  child.stderr.on('data', (text) => {
    output.stderr += text;
  });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, ...output };
}

it('passes calls to the server of LOREBASE_URL, and says what is wrong', {
  timeout: 60_000,
}, async () => {
  const { call, fail, client } = await connect();
  const write = { memory: 'Remote', content: 'Said over stdio', createMemory: true };
  expect(await call('write_memory', write)).toMatchObject({ action: 'CREATED' });
  expect((await fail('search_knowledge', { query: '' })).code).toBe('BAD_USER_INPUT');
  await client.close();
  const wrong = connect({ LOREBASE_KEY: 'wrong' });
  await expect(wrong).rejects.toThrow(/unknown, revoked or expired\. Set LOREBASE_KEY/);
  const nowhere = connect({ LOREBASE_URL: 'http://127.0.0.1:2' });
  await expect(nowhere).rejects.toThrow(/cannot be reached .*correct LOREBASE_URL/);
  const keyless = connect({ LOREBASE_KEY: '' });
  await expect(keyless).rejects.toThrow('Set LOREBASE_KEY');
  // No server was started here.
  expect(readdirSync(home)).toEqual([]);
});

it('writes nothing but the protocol to stdout, and ends with its input', async () => {
  const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };
  const { code, stdout } = await finish([], {}, `not a message\n${JSON.stringify(ping)}\n`);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
});

it.each([
  [['--tools', 'none'], {}, /no profile or tool "none"/],
  [
    [],
    { DATABASE_URL: 'postgres://127.0.0.1/x', LOREBASE_URL: '' },
    /With DATABASE_URL, start a server/,
  ],
  [[], { LOREBASE_URL: 'nowhere' }, /LOREBASE_URL must be a URL/],
] as const)('refuses %j with %j', async (args, own, message) => {
  const { code, stdout, stderr } = await finish([...args], own);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(message);
});
