import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, createPreparedDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { connectMcp, type McpClient } from '../support/mcp.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { FROM_SOURCE, startProcess } from '../support/process.ts';
import { ROOT_KEY, testEnv } from '../support/server.ts';

/** What `lorebase mcp` does, as desktop clients start it: three of them on one folder. */

let folder: string;
let models: ModelServer;
const open: McpClient[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lorebase-mcp-'));
  models = await startModelServer();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ client }) => client.close()));
  await eventually(() => knownServer()).toBeNull();
  await models.close();
  rmSync(folder, { recursive: true, force: true });
});

const [file, ...program] = FROM_SOURCE;

/** A background server ends a second after its last client. */
const env = () => {
  const database = { env: { DATABASE_URL: '', LOREBASE_DATA_DIR: folder }, drop: async () => {} };
  const { LOREBASE_ROOT_KEY: _, PORT: __, ...rest } = testEnv(database, models);
  return { ...rest, PATH: process.env.PATH ?? '', HOME: folder, BACKGROUND_IDLE_SECONDS: '1' };
};

async function connect(
  own: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<McpClient> {
  const transport = new StdioClientTransport({
    command: file,
    args: [...program, 'mcp', ...args],
    env: { ...env(), ...own },
    stderr: 'pipe',
  });
  const client = await connectMcp(transport);
  open.push(client);
  return client;
}

/** The process of the background server; null if there is none. */
function knownServer(): number | null {
  const path = join(folder, 'server.json');
  if (!existsSync(path)) return null;
  const { pid } = JSON.parse(readFileSync(path, 'utf8'));
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

describe('lorebase mcp', () => {
  it('shares one background server, survives its kill, and lets it end', {
    timeout: 120_000,
  }, async () => {
    const clients = await Promise.all([connect(), connect(), connect()]);
    const [one, two, three] = clients as [McpClient, McpClient, McpClient];
    const first = knownServer();
    expect(first).not.toBeNull();
    const write = { memory: 'Shared', content: 'Bananas are yellow.', createMemory: true };
    const written = await Promise.all(clients.map(({ call }) => call('write_memory', write)));
    expect(new Set(written.map(({ entryId }) => entryId)).size).toBe(1);
    const uri = 'lorebase://memories/Shared';
    await two.client.subscribeResource({ uri });
    await one.call('write_memory', { memory: 'Shared', content: 'Lemons are sour.' });
    await eventually(() => two.notifications).toContainEqual(
      expect.objectContaining({ method: 'notifications/resources/updated', params: { uri } }),
    );

    process.kill(first ?? 0, 'SIGKILL');
    two.notifications.length = 0;
    const task = 'Told while nobody runs';
    const traces = await Promise.all(clients.map(({ call }) => call('record_trace', { task })));
    expect(new Set(traces.map(({ traceId }) => traceId)).size).toBe(3);
    const second = knownServer();
    expect(second).not.toBe(first);
    const found = await three.call('search_knowledge', { query: 'Lemons are sour.', limit: 1 });
    expect(found.results[0].statements[0].text).toBe('Lemons are sour.');
    // The subscription goes on, at the new server.
    await one.call('write_memory', { memory: 'Shared', content: 'Plums are blue.' });
    await eventually(() => two.notifications.length).toBeGreaterThan(0);
    // A client that has not subscribed is not told; the others have had an answer since.
    expect(three.notifications.filter(({ method }) => method.endsWith('updated'))).toEqual([]);
    expect(readFileSync(join(folder, 'background.log'), 'utf8')).not.toContain('lore_root');

    await Promise.all(open.splice(0).map(({ client }) => client.close()));
    await eventually(() => knownServer()).toBeNull();
    expect(existsSync(join(folder, 'server.json'))).toBe(false);
  });

  it('repeats a call that the death of the server has cut off', { timeout: 60_000 }, async () => {
    const { call } = await connect();
    await call('create_memory', { name: 'Slow' });
    const pid = knownServer() ?? 0;
    // The server dies while it waits for the embedding.
    models.behave({ kind: 'hang' });
    const recording = call('memory_record', { memory: 'Slow', content: 'Once', importance: 5 });
    await eventually(() => models.requests.flat()).toContain('Once');
    models.behave({ kind: 'normal' });
    process.kill(pid, 'SIGKILL');
    const { entryId } = await recording;
    const { results } = await call('memory_retrieve', { query: 'Once' });
    expect(results.map((result: { entryId: string }) => result.entryId)).toEqual([entryId]);
    expect(knownServer()).not.toBe(pid);
  });

  it('joins a server that runs on the folder, and takes its options along', {
    timeout: 60_000,
  }, async () => {
    const database = { env: { DATABASE_URL: '', LOREBASE_DATA_DIR: folder }, drop: async () => {} };
    const server = await startProcess(testEnv(database, models));
    try {
      const args = ['--tools', 'core', '--memories', 'Notes'];
      const outside = await connect({ LOREBASE_ROOT_KEY: ROOT_KEY });
      await outside.call('create_memory', { name: 'Notes' });
      const { call, client } = await connect({ LOREBASE_ROOT_KEY: ROOT_KEY }, args);
      expect((await client.listTools()).tools).toHaveLength(5);
      expect(await call('write_memory', { content: 'A note' })).toMatchObject({ memory: 'Notes' });
      expect(knownServer()).toBe(server.pid);
      expect(existsSync(join(folder, 'background.log'))).toBe(false);
    } finally {
      await server.kill('SIGTERM');
    }
  });

  it('gives its key to no other process on the port of a server that has ended', {
    timeout: 60_000,
  }, async () => {
    const url = models.baseUrl.replace(/\/v1$/, '');
    const stranger = { url, pid: process.pid, instance: 'of another', isBackground: true };
    writeFileSync(join(folder, 'server.json'), JSON.stringify(stranger));
    const { call } = await connect();
    await call('list_memories');
    expect(knownServer()).not.toBe(process.pid);
  });
});

describe('lorebase mcp with LOREBASE_URL', () => {
  let database: TestDatabase;

  it('talks to that server, and says what is wrong', { timeout: 60_000 }, async () => {
    database = await createPreparedDatabase();
    const server = await startProcess(testEnv(database, models));
    const remote = { LOREBASE_URL: server.url, LOREBASE_API_KEY: ROOT_KEY };
    const { call, client } = await connect(remote);
    expect(await call('list_memories')).toMatchObject({ total: 0 });
    expect(existsSync(join(folder, 'server.json'))).toBe(false);
    await expect(connect({ ...remote, LOREBASE_API_KEY: 'wrong' })).rejects.toThrow(
      /refused the request: The key is unknown, revoked or expired\. Set LOREBASE_API_KEY/,
    );
    await expect(connect({ LOREBASE_URL: server.url })).rejects.toThrow('Set LOREBASE_API_KEY');
    await server.kill('SIGKILL');
    await expect(client.listResources()).rejects.toThrow(
      /cannot be reached .*correct LOREBASE_URL/,
    );
    await database.drop();
  });

  it('writes nothing but the protocol to stdout, and ends with its input', {
    timeout: 60_000,
  }, async () => {
    database = await createDatabase();
    const child = spawn(file, [...program, 'mcp'], {
      env: env(),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };
    child.stdin.write(`not a message\n${JSON.stringify(ping)}\n`);
    child.stdin.end();
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    await database.drop();
  });

  it('refuses options and settings that it cannot use', async () => {
    for (const [own, args, message] of [
      [{}, ['--tools', 'none'], /no profile or tool "none"/],
      [{ DATABASE_URL: 'postgres://127.0.0.1/x' }, [], /With DATABASE_URL, start a server/],
      [{ LOREBASE_URL: 'nowhere' }, [], /LOREBASE_URL must be a URL/],
    ] as const) {
      const child = spawn(file, [...program, 'mcp', ...args], { env: { ...env(), ...own } });
      let printed = '';
      child.stderr.on('data', (text) => {
        printed += text;
      });
      const [code] = await once(child, 'close');
      expect(code).toBe(1);
      expect(printed).toMatch(message);
    }
  });
});
