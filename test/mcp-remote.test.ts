import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { connectMcp } from './support/mcp.ts';
import { LOREBASE } from './support/process.ts';
import { ROOT_KEY, useServer } from './support/server.ts';
import { listenOnLoopback } from './support/sockets.ts';

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

type Gateway = {
  url: string;
  /** The names of the tools or methods that the server has received. */
  received: string[];
  /** The open streams of notifications. */
  streams: Set<ServerResponse>;
  /** Number of the next answers that are lost. */
  losing: number;
  close(): void;
};

/** Passes requests on to the server, and loses answers. */
async function openGateway(): Promise<Gateway> {
  const http = createServer(async (request, response) => {
    const { method = '', url } = request;
    const body = method === 'POST' ? await textOf(request) : null;
    const left = new AbortController();
    response.once('close', () => {
      gateway.streams.delete(response);
      left.abort();
    });
    if (body === null) gateway.streams.add(response);
    const { method: asked = 'stream', params } = JSON.parse(body ?? '{}');
    gateway.received.push(params?.name ?? asked);
    const passed = ['authorization', 'content-type', 'accept', 'last-event-id'].flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const init = { method, headers: passed, body, signal: left.signal };
    const answer = await fetch(`${server.url}${url}`, init);
    if (body !== null && gateway.losing > 0) {
      gateway.losing -= 1;
      await answer.text();
      request.socket.destroy();
      return;
    }
    const type = answer.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answer.status, { 'content-type': type });
    response.flushHeaders();
    const stream = Readable.fromWeb(answer.body as ReadableStream);
    stream.on('error', () => response.destroy()).pipe(response);
  });
  const gateway: Gateway = {
    url: `http://127.0.0.1:${await listenOnLoopback(http)}`,
    received: [],
    streams: new Set(),
    losing: 0,
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
  return gateway;
}

it('repeats a call whose answer was lost only if it is then not done twice', {
  timeout: 60_000,
}, async () => {
  const gateway = await openGateway();
  const { call, client } = await connect({ LOREBASE_URL: gateway.url });
  const timesOf = (tool: string) => gateway.received.filter((name) => name === tool).length;
  const write = { memory: 'Lost', content: 'Said before the loss', createMemory: true };
  const { entryId } = await call('write_memory', write);
  gateway.losing = 1;
  const { traceId } = await call('record_trace', { task: 'A task of a lost answer' });
  expect(timesOf('record_trace')).toBe(2);
  const { traces } = await server.asRoot('{ traces { totalCount nodes { id } } }');
  expect(traces).toMatchObject({ totalCount: 1, nodes: [{ id: traceId }] });

  const once: [string, Record<string, unknown>][] = [
    ['review_trace', { traceId, result: 'PASS' }],
    ['update_entry', { entryId, content: 'Said once', ifVersion: 1 }],
    ['delete_entry', { entryId, statement: 1 }],
  ];
  for (const [tool, input] of once) {
    gateway.losing = 1;
    await expect(call(tool, input)).rejects.toThrow(/has not answered .+ not known whether/);
    expect([tool, timesOf(tool)]).toEqual([tool, 1]);
  }
  await client.close();
  gateway.close();
});

/** `lorebase mcp` without the client of the SDK, which would end it by a signal. */
function start(own: Record<string, string>) {
  const child = spawn(file, [...program, 'mcp'], { env: env(own) });
  const messages: { id?: number; method?: string; params?: { uri: string }; error?: unknown }[] =
    [];
  createInterface(child.stdout).on('line', (line) => messages.push(JSON.parse(line)));
  const ended = once(child, 'close');
  let id = 0;
  return {
    ask: async (method: string, params = {}) => {
      id += 1;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const answer = () => messages.find((message) => message.id === id);
      await eventually(answer).toBeDefined();
      return answer()?.error ?? null;
    },
    uris: () => messages.flatMap(({ params }) => params?.uri ?? []),
    end: async () => {
      child.stdin.end();
      const [code] = await ended;
      return code;
    },
  };
}

it('has a stream as long as the client is subscribed, and ends with its input', {
  timeout: 60_000,
}, async () => {
  const gateway = await openGateway();
  const { ask, uris, end } = start({ LOREBASE_URL: gateway.url });
  const input = { input: { name: "Ada's" } };
  const { createMemory } = await server.asRoot(
    'mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { memory { id } } }',
    input,
  );
  expect(await ask('resources/subscribe', { uri: 'lorebase://memories/none' })).toMatchObject({
    message: expect.stringContaining('There is no resource'),
  });
  await eventually(() => gateway.streams.size).toBe(0);

  // Some clients escape an apostrophe, and encodeURIComponent does not.
  const uri = 'lorebase://memories/Ada%27s';
  expect(await ask('resources/subscribe', { uri })).toBeNull();
  expect(gateway.streams.size).toBe(1);
  await server.asRoot(
    'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }',
    { input: { memoryId: createMemory.memory.id, content: 'Ada is told' } },
  );
  await eventually(uris).toEqual([uri]);

  // The link is given up with a lost answer, and its stream goes on.
  gateway.losing = 1;
  expect(await ask('resources/list')).toBeNull();
  expect(gateway.streams.size).toBe(1);
  await ask('resources/unsubscribe', { uri: "lorebase://memories/Ada's" });
  await eventually(() => gateway.streams.size).toBe(0);

  await ask('resources/subscribe', { uri });
  gateway.losing = 1;
  await ask('resources/list');
  expect(gateway.streams.size).toBe(1);
  expect(await end()).toBe(0);
  await eventually(() => gateway.streams.size).toBe(0);
  gateway.close();
});

it('answers a subscription with a revoked key', { timeout: 60_000 }, async () => {
  const project = await server.project();
  const { ask, end } = start({ LOREBASE_KEY: project.keys.READ });
  expect(await ask('ping')).toBeNull();
  const { viewer } = await project.run('{ viewer { apiKey { id } } }', {}, project.keys.READ);
  await project.run(
    'mutation ($id: ID!) { revokeApiKey(input: { apiKeyId: $id }) { apiKey { id } } }',
    { id: viewer.apiKey.id },
    project.keys.ADMIN,
  );
  expect(await ask('resources/subscribe', { uri: 'lorebase://memories/x' })).toMatchObject({
    message: expect.stringContaining('revoked'),
  });
  expect(await end()).toBe(0);
});

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

it('passes a message on that is too long, so that the server answers it', {
  timeout: 120_000,
}, async () => {
  const long = { query: 'x'.repeat(21 * 1024 * 1024) };
  const call = { name: 'search_knowledge', arguments: long };
  const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: call };
  const ping = { jsonrpc: '2.0', id: 8, method: 'ping' };
  const input = `${JSON.stringify(request)}\n${JSON.stringify(ping)}\n`;
  const { stdout } = await finish([], {}, input);
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.find(({ id }) => id === 7)?.error).toMatchObject({ code: -32000 });
  expect(answers.find(({ id }) => id === 8)?.result).toEqual({});
});

it.each([
  [['--tools', 'none'], {}, /no profile or tool "none"/],
  [['--tools', ''], {}, /tools: a name is empty in the list ""/],
  [['--memories', ''], {}, /memories: a name is empty in the list ""/],
  [['--memories', 'Work,,Home'], {}, /memories: a name is empty in the list "Work,,Home"/],
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
