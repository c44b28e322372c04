import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from '../../src/db/embedded/data-folder.ts';
import { createPreparedDatabase, isEmbedded, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { isRunning } from '../support/is-running.ts';
import { connectMcp, type McpClient } from '../support/mcp.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { LOREBASE, startProcess } from '../support/process.ts';
import { ROOT_KEY, testEnv } from '../support/server.ts';

/** What `lorebase mcp` does, as desktop clients start it: three of them on one folder. */

let database: TestDatabase;
let folder: string;
let models: ModelServer;
const open: McpClient[] = [];

beforeEach(async () => {
  database = await createPreparedDatabase();
  folder = database.env.LOREBASE_DATA_DIR;
  models = await startModelServer();
});

afterEach(async () => {
  const server = knownServer();
  await Promise.all(open.splice(0).map(({ client }) => client.close()));
  await eventually(() => knownServer()).toBeNull();
  // It closes its database after it is no longer known.
  await eventually(() => server !== null && isRunning(server)).toBe(false);
  await models.close();
  await database.drop();
});

const [file, ...program] = LOREBASE;

/** A background server ends a second after its last client. */
const env = () => {
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
  return isRunning(pid) ? pid : null;
}

describe.skipIf(!isEmbedded)('lorebase mcp', () => {
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

    process.kill(first ?? Number.NaN, 'SIGKILL');
    two.notifications.length = 0;
    const task = 'Told while nobody runs';
    const traces = await Promise.all(clients.map(({ call }) => call('record_trace', { task })));
    expect(new Set(traces.map(({ traceId }) => traceId)).size).toBe(3);
    const second = knownServer();
    expect(second).not.toBe(first);
    const found = await three.call('search_knowledge', { query: 'Lemons are sour.', limit: 1 });
    expect(found.results[0].statements[0].text).toBe('Lemons are sour.');
    // The server dies while it waits for the embedding, and the call is repeated.
    models.behave({ kind: 'hang' });
    const once = { memory: 'Shared', content: 'Said once.', importance: 5 };
    const recording = three.call('memory_record', once);
    await eventually(() => models.requests.flat()).toContain(once.content);
    models.behave({ kind: 'normal' });
    process.kill(second ?? Number.NaN, 'SIGKILL');
    const { entryId } = await recording;
    const { results } = await three.call('memory_retrieve', { query: once.content, limit: 100 });
    const said = results.filter(({ kind }: { kind: string }) => kind === 'OBSERVATION');
    expect(said.map((result: { entryId: string }) => result.entryId)).toEqual([entryId]);
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

  it('starts a server again for each call after it has ended, also for one that is not repeated', {
    timeout: 60_000,
  }, async () => {
    const { call } = await connect();
    const write = { memory: 'Later', content: 'Pears are green.', createMemory: true };
    const { entryId } = await call('write_memory', write);
    const pid = knownServer() ?? Number.NaN;
    process.kill(pid, 'SIGTERM');
    // Until it has ended, it can close the connection on which the next call is sent.
    await eventually(() => isRunning(pid)).toBe(false);
    const changed = await call('update_entry', { entryId, content: 'Pears are yellow.' });
    expect(changed).toMatchObject({ content: 'Pears are yellow.' });
  });

  it('joins a server that runs on the folder, and takes its options along', {
    timeout: 60_000,
  }, async () => {
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

  it('starts a server when a process that is none gives the folder free', {
    timeout: 60_000,
  }, async () => {
    const held = await openDataFolder(folder);
    const connecting = connect();
    const log = join(folder, 'background.log');
    await eventually(() => existsSync(log) && readFileSync(log, 'utf8')).toContain('is in use');
    await held.release();
    expect(await (await connecting).call('list_memories')).toMatchObject({ memories: [] });
  });

  it('gives its key to no other process on the port of a server that has ended', {
    timeout: 60_000,
  }, async () => {
    const asked: unknown[] = [];
    const stranger = createServer(({ headers }, response) => {
      asked.push(headers);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const known = { url, pid: process.pid, instance: 'of another', isBackground: true };
    writeFileSync(join(folder, 'server.json'), JSON.stringify(known));
    const { call } = await connect();
    await call('list_memories');
    expect(knownServer()).not.toBe(process.pid);
    expect(asked.length).toBeGreaterThan(0);
    expect(JSON.stringify(asked)).not.toMatch(/authorization|api-key/);
    stranger.close();
  });
});
