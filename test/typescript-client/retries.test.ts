import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { hasOneField, isQuery } from '../../client/src/document.ts';
import { LorebaseError } from '../../client/src/errors.ts';
import { isLorebaseError, Lorebase, type LorebaseOptions } from '../../client/src/index.ts';
import { delayAfter } from '../../client/src/retry.ts';

type Reply = (response: ServerResponse, request: IncomingMessage) => void;
type Sent = { query: string; variables: { input: { idempotencyKey?: string } } };

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that answers each request with the next reply, and the last one from then on. */
async function answering(replies: Reply[], options: Partial<LorebaseOptions> = {}) {
  const sent: Sent[] = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    sent.push(JSON.parse(body));
    replies[Math.min(sent.length, replies.length) - 1]?.(response, request);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { lorebase: new Lorebase({ url, apiKey: 'key', ...options }), sent };
}

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

const error = (code: string, extensions: object = {}) => ({
  errors: [{ message: code, extensions: { code, ...extensions } }],
});
const cut: Reply = (response) => response.destroy();
const hang: Reply = () => {};
const version = json({ data: { server: { version: '1' } } });
const entry = json({ data: { writeEntry: { action: 'CREATED' } } });
const edited = json({ data: { updateEntry: { entry: { id: 'me_1' } } } });

const WRITE = { memoryId: 'mem_1', content: 'x' };

async function codeOf(call: Promise<unknown>): Promise<string> {
  const reason = await call.then(
    () => 'no error',
    (failure: unknown) => failure,
  );
  return isLorebaseError(reason) ? reason.code : String(reason);
}

it('an extraction is repeated with its key', async () => {
  const extracted = json({ data: { extractEntries: { results: [] } } });
  const { lorebase, sent } = await answering([cut, extracted]);
  await lorebase.extractEntries({ memoryId: 'mem_1', text: 'A document' });
  const keys = sent.map(({ variables }) => variables.input.idempotencyKey);
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

describe('a query', () => {
  it.each([
    ['a cut connection', cut],
    ['an unavailable database', json(error('DATABASE_UNAVAILABLE'), 503)],
    [
      'a proxy without a server',
      (response: ServerResponse) => response.writeHead(502).end('<html>'),
    ],
    ['a limit', json(error('RATE_LIMITED'), 429)],
  ])('is repeated after %s', async (_name, failure) => {
    const { lorebase, sent } = await answering([failure, failure, version]);
    expect(await lorebase.server()).toEqual({ version: '1' });
    expect(sent).toHaveLength(3);
  });

  it('is repeated after a time-out of the attempt', async () => {
    const { lorebase, sent } = await answering([hang, version], { timeoutMs: 200, retries: 10 });
    expect(await lorebase.server()).toEqual({ version: '1' });
    // On a busy machine, another attempt may take too long as well.
    expect(sent.length).toBeGreaterThanOrEqual(2);
  });

  it('has no time-out if none is asked for', async () => {
    const { lorebase, sent } = await answering([version], { timeoutMs: Number.POSITIVE_INFINITY });
    expect(await lorebase.server({ retries: 0 })).toEqual({ version: '1' });
    expect(await lorebase.server({ retries: 0, timeoutMs: 2 ** 31 })).toEqual({ version: '1' });
    expect(sent).toHaveLength(2);
  });

  it('that waits for a model has the time-out of the client, if there is one', async () => {
    const { lorebase } = await answering([hang], { timeoutMs: 100, retries: 0 });
    const input = { agentId: 'agt_1', messages: [] };
    expect(await codeOf(lorebase.generate(input))).toBe('TIMEOUT');
    expect(await codeOf(lorebase.generate(input, { retries: 0 }))).toBe('TIMEOUT');
  });

  it('has a minute, or five if it waits for a model', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const lorebase = new Lorebase({
      url: 'http://127.0.0.1:1',
      apiKey: 'key',
      retries: 0,
      fetch: (_input, init) =>
        new Promise((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal)),
        ),
    });
    const ended: string[] = [];
    const note = async (name: string, call: Promise<unknown>) => {
      const code = await codeOf(call);
      ended.push(`${name} ${code}`);
    };
    void note('server', lorebase.server());
    void note('generate', lorebase.generate({ agentId: 'agt_1', messages: [] }));
    void note('continue', lorebase.continueGeneration({ generationId: 'gen_1', toolResults: [] }));
    void note('extract', lorebase.extractEntries({ memoryId: 'mem_1', text: 'A document' }));
    await vi.advanceTimersByTimeAsync(60_001);
    expect(ended).toEqual(['server TIMEOUT']);
    await vi.advanceTimersByTimeAsync(240_000);
    expect(ended.slice(1)).toEqual(['generate TIMEOUT', 'continue TIMEOUT', 'extract TIMEOUT']);
  });

  it('reads an answer whose errors are null', async () => {
    const { lorebase } = await answering([
      json({ data: { server: { version: '1' } }, errors: null }),
      json({ errors: null }),
    ]);
    expect(await lorebase.server()).toEqual({ version: '1' });
    expect(await codeOf(lorebase.server())).toBe('INVALID_RESPONSE');
  });

  it('fails in the end with the last error', async () => {
    const { lorebase, sent } = await answering([cut], { retries: 1 });
    expect(await codeOf(lorebase.server())).toBe('CONNECTION_FAILED');
    expect(await codeOf(lorebase.server({ retries: 0 }))).toBe('CONNECTION_FAILED');
    expect(sent).toHaveLength(3);
    const slow = await answering([hang], { retries: 0 });
    expect(await codeOf(slow.lorebase.server({ timeoutMs: 100 }))).toBe('TIMEOUT');
  });

  it('is not repeated after an error that repeating does not help', async () => {
    const { lorebase, sent } = await answering([json(error('NOT_FOUND')), version]);
    expect(await codeOf(lorebase.server())).toBe('NOT_FOUND');
    expect(sent).toHaveLength(1);
    const page: Reply = (response) => response.end('<html>Hello</html>');
    const other = await answering([page]);
    expect(await codeOf(other.lorebase.server())).toBe('INVALID_RESPONSE');
  });

  it('ends with the reason of its signal, in an attempt and in a pause', async () => {
    const { lorebase } = await answering([hang]);
    const reason = new Error('enough');
    const stop = new AbortController();
    const call = lorebase.server({ signal: stop.signal });
    stop.abort(reason);
    await expect(call).rejects.toBe(reason);
    const limited = await answering([json(error('RATE_LIMITED', { retryAfterSeconds: 60 }), 429)]);
    const pause = AbortSignal.timeout(300);
    const ended = await limited.lorebase.server({ signal: pause }).catch((cause) => cause);
    expect(ended).toBe(pause.reason);
    expect(ended).toMatchObject({ name: 'TimeoutError' });
  });
});

describe('a mutation', () => {
  it('with an idempotency key is repeated with the same key', async () => {
    const { lorebase, sent } = await answering([
      cut,
      json(error('DATABASE_UNAVAILABLE'), 503),
      entry,
    ]);
    await lorebase.writeEntry(WRITE);
    const keys = sent.map(({ variables }) => variables.input.idempotencyKey);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
    await lorebase.writeEntry({ ...WRITE, idempotencyKey: 'mine' });
    expect(sent.at(-1)?.variables.input.idempotencyKey).toBe('mine');
  });

  it('without one is repeated only if nothing was done', async () => {
    const { lorebase, sent } = await answering([
      json(error('RATE_LIMITED'), 429),
      edited,
      cut,
      edited,
    ]);
    await lorebase.updateEntry({ entryId: 'me_1', content: 'y' });
    expect(sent).toHaveLength(2);
    expect(await codeOf(lorebase.updateEntry({ entryId: 'me_1', content: 'y' }))).toBe(
      'CONNECTION_FAILED',
    );
    expect(sent).toHaveLength(3);
  });

  it('of gathered writes has the options of their calls', async () => {
    const { lorebase, sent } = await answering([cut]);
    const writer = lorebase.gatherWrites({ call: { retries: 0 } });
    expect(await codeOf(writer.writeEntry(WRITE))).toBe('CONNECTION_FAILED');
    expect(sent).toHaveLength(1);
  });

  it('that is not JSON is refused before it is sent', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const { lorebase, sent } = await answering([entry]);
    for (const metadata of [{ count: 1n }, circular]) {
      expect(await codeOf(lorebase.writeEntry({ ...WRITE, metadata }))).toBe('BAD_USER_INPUT');
      for (const transport of ['sse', 'websocket'] as const) {
        const options = { url: 'http://127.0.0.1:1', apiKey: 'key', webSocketImpl: WebSocket };
        const reader = new Lorebase({ ...options, transport });
        const events = reader.events({ after: 'evt_0', scope: { metadata } });
        expect(await codeOf(events.next())).toBe('BAD_USER_INPUT');
      }
    }
    expect(sent).toEqual([]);
  });

  it('says of its error whether an earlier answer was lost', async () => {
    const { lorebase } = await answering([
      json(error('RATE_LIMITED'), 429),
      json(error('CONFLICT')),
      cut,
      json(error('CONFLICT')),
    ]);
    await expect(lorebase.writeEntry(WRITE)).rejects.toMatchObject({ wasRepeated: false });
    await expect(lorebase.writeEntry(WRITE)).rejects.toMatchObject({ wasRepeated: true });
  });

  it('is told from a query wherever it stands', () => {
    for (const text of [
      '{ a }',
      'query A { mutation }',
      '# mutation\n{ a }',
      '# mutation { a }\r{ b }',
    ]) {
      expect([text, isQuery(text)]).toEqual([text, true]);
    }
    for (const text of [
      'mutation { a }',
      '{ a }, mutation B { b }',
      'query A { a } ,mutation B { b }',
      '# a comment\rmutation { a }',
    ]) {
      expect([text, isQuery(text)]).toEqual([text, false]);
    }
  });

  it('of a document is repeated if its input has a key', async () => {
    const text =
      '# not a query {\nmutation M($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
    const { lorebase, sent } = await answering([cut, entry, cut, entry]);
    await lorebase.query(text, { input: { ...WRITE, idempotencyKey: 'mine' } });
    expect(sent).toHaveLength(2);
    expect(await codeOf(lorebase.query(text, { input: WRITE }))).toBe('CONNECTION_FAILED');
    expect(sent).toHaveLength(3);
  });

  it('of several in a document is repeated only if none was begun', async () => {
    const text = 'mutation M($input: X!) { a: touch(input: $input) { x } b: touch { x } }';
    const keyed = { input: { idempotencyKey: 'mine' } };
    const begun = { ...error('RATE_LIMITED').errors[0], path: ['b'] };
    const refused = json(error('RATE_LIMITED'), 429);
    const { lorebase, sent } = await answering([
      refused,
      json({ data: null, errors: [begun] }),
      cut,
    ]);
    expect(await codeOf(lorebase.query(text, keyed))).toBe('RATE_LIMITED');
    expect(sent).toHaveLength(2);
    expect(await codeOf(lorebase.query(text, keyed))).toBe('CONNECTION_FAILED');
    expect(sent).toHaveLength(3);
  });

  it('is alone in a document, or is not', () => {
    for (const text of [
      'mutation { a }',
      'mutation M($a: A! = {b: "{"}) @x { one: a(input: {b: {c: 1}}) @y(if: true) { b c { d } } }',
    ]) {
      expect([text, hasOneField(text)]).toEqual([text, true]);
    }
    for (const text of [
      'mutation { a b }',
      'mutation { a{b}c }',
      'mutation A { a } mutation B { b }',
      'mutation { ...F } fragment F on M { a b }',
    ]) {
      expect([text, hasOneField(text)]).toEqual([text, false]);
    }
  });

  it('is repeated whatever it is when the connection was refused', async () => {
    const { lorebase } = await answering([edited]);
    server?.close();
    await new Promise((resolve) => server?.once('close', resolve));
    const call = lorebase.updateEntry({ entryId: 'me_1', content: 'y' }, { retries: 1 });
    const started = performance.now();
    await expect(call).rejects.toMatchObject({ code: 'CONNECTION_FAILED', notSent: true });
    expect(performance.now() - started).toBeGreaterThan(99);
  });
});

describe('the pause', () => {
  it('grows, has jitter, and is at least what the server asks for', () => {
    const failed = new LorebaseError('CONNECTION_FAILED', 'x');
    const pauses = [0, 1, 2, 3, 20, 2000].map((number) => delayAfter(failed, number));
    const longest = [200, 400, 800, 1600, 10_000, 10_000];
    for (const [i, pause] of pauses.entries()) {
      expect(pause).toBeLessThanOrEqual(longest[i] ?? 0);
      expect(pause).toBeGreaterThanOrEqual((longest[i] ?? 0) / 2);
    }
    const asked = new LorebaseError('RATE_LIMITED', 'x', { extensions: { retryAfterSeconds: 7 } });
    expect(delayAfter(asked, 0)).toBeGreaterThanOrEqual(7000);
    const extensions = { retryAfterSeconds: 1e12 };
    const endless = new LorebaseError('RATE_LIMITED', 'x', { extensions });
    expect(delayAfter(endless, 0)).toBe(2 ** 31 - 1);
  });

  it('is not made if the server asks for more than the time limit of the call', async () => {
    const { lorebase, sent } = await answering([
      json(error('RATE_LIMITED', { retryAfterSeconds: 61 }), 429),
    ]);
    expect(await codeOf(lorebase.server())).toBe('RATE_LIMITED');
    expect(await codeOf(lorebase.server({ timeoutMs: 30_000 }))).toBe('RATE_LIMITED');
    expect(sent).toHaveLength(2);
  });

  it('of up to a minute is made though the time limit of the call is shorter', async () => {
    const limited = json(error('RATE_LIMITED', { retryAfterSeconds: 1 }), 429);
    const { lorebase, sent } = await answering([limited, version], { timeoutMs: 900 });
    expect(await lorebase.server()).toEqual({ version: '1' });
    expect(sent).toHaveLength(2);
  });

  it('of a limit is that of the header if the error does not say it', async () => {
    const { lorebase } = await answering([
      json(error('RATE_LIMITED'), 429, { 'retry-after': '9' }),
    ]);
    const call = lorebase.server({ retries: 0 });
    await expect(call).rejects.toMatchObject({ retryAfterSeconds: 9, status: 429 });
    const page: Reply = (response) => response.writeHead(429, { 'retry-after': '9' }).end('<html>');
    const other = (await answering([page])).lorebase.server({ retries: 0 });
    await expect(other).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 9 });
  });
});

describe('a certificate that is not trusted', () => {
  const pem = readFileSync('test/python-client/loopback.pem');

  it('ends calls and events at once', async () => {
    let connections = 0;
    const encrypted = createTlsServer({ key: pem, cert: pem }).listen(0, '127.0.0.1');
    encrypted.on('connection', () => {
      connections += 1;
    });
    await once(encrypted, 'listening');
    const url = `https://127.0.0.1:${(encrypted.address() as AddressInfo).port}`;
    const options = { url, apiKey: 'key', webSocketImpl: WebSocket };
    for (const transport of ['sse', 'websocket'] as const) {
      const lorebase = new Lorebase({ ...options, transport });
      const events = lorebase.events({ after: 'evt_1', signal: AbortSignal.timeout(20_000) });
      for (const call of [() => events.next(), () => lorebase.server()]) {
        await expect(call()).rejects.toMatchObject({
          code: 'CONNECTION_FAILED',
          message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
        });
      }
    }
    expect(connections).toBe(4);
    encrypted.close();
  });
});

describe('a stream over sse', () => {
  const SILENCE_MS = 40_000;

  afterEach(() => vi.useRealTimers());

  /** A stream that stays open, until its request is aborted, and a function that sends it an event. */
  const openStream = () => {
    let send = (_data: string) => {};
    const lorebase = new Lorebase({
      url: 'http://127.0.0.1:1',
      apiKey: 'key',
      transport: 'sse',
      fetch: async (_input, init) => {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            send = (data) => {
              const event = `event: next\ndata: {"data":${data}}\n\n`;
              controller.enqueue(new TextEncoder().encode(event));
            };
            send('{"a":1}');
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          },
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      },
    });
    const stream = lorebase.subscribe('subscription { a }');
    return { stream, send: (data: string) => send(data) };
  };

  it('outlives a slow reader', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { stream, send } = openStream();
    expect(await stream.next()).toEqual({ done: false, value: { a: 1 } });
    await vi.advanceTimersByTimeAsync(3 * SILENCE_MS);
    send('{"a":2}');
    expect(await stream.next()).toEqual({ done: false, value: { a: 2 } });
    await stream.return();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends when the server is silent while the reader waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { stream } = openStream();
    await stream.next();
    const ended = codeOf(stream.next());
    await vi.advanceTimersByTimeAsync(SILENCE_MS + 1);
    expect(await ended).toBe('CONNECTION_FAILED');
  });
});

describe('a stream over websocket', () => {
  let sockets: WebSocketServer | undefined;
  afterEach(() => {
    sockets?.close();
    vi.useRealTimers();
  });

  /** A server of graphql-ws that acknowledges, and answers a subscription by closing the connection. */
  async function closing(code: number) {
    const subscribed: string[] = [];
    sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    sockets.on('connection', (socket) =>
      socket.on('message', (data) => {
        const { id, type, payload } = JSON.parse(String(data));
        if (type === 'connection_init') socket.send('{"type":"connection_ack"}');
        if (type !== 'subscribe') return;
        subscribed.push(id);
        if (payload.query.includes('complete')) {
          socket.send(JSON.stringify({ id, type: 'complete' }));
        } else socket.close(code);
      }),
    );
    await new Promise((resolve) => sockets?.once('listening', resolve));
    const url = `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`;
    const options = { apiKey: 'key', webSocketImpl: WebSocket, transport: 'websocket' } as const;
    return { lorebase: new Lorebase({ url, ...options }), subscribed };
  }

  it.each([1000, 1001, 4400])('ends with an error after a close with %i', async (code) => {
    const { lorebase, subscribed } = await closing(code);
    const both = [
      lorebase.subscribe('subscription { a }'),
      lorebase.subscribe('subscription { b }'),
    ];
    expect(await Promise.all(both.map((stream) => codeOf(stream.next())))).toEqual([
      'CONNECTION_FAILED',
      'CONNECTION_FAILED',
    ]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(new Set(subscribed).size).toBe(subscribed.length);
  });

  it('ends with an error after a close with 1000 also where the connection before was dead', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { lorebase, subscribed } = await closing(1000);
    let dead: Socket | undefined;
    sockets?.once('connection', (_, request) => {
      dead = request.socket;
      // It is acknowledged, and reads nothing more, not even that it is to be closed.
      setImmediate(() => dead?.pause());
    });
    const first = codeOf(lorebase.subscribe('subscription { a }').next());
    while (!dead?.isPaused()) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await first).toBe('CONNECTION_FAILED');
    expect(await codeOf(lorebase.subscribe('subscription { a }').next())).toBe('CONNECTION_FAILED');
    await vi.advanceTimersByTimeAsync(1000);
    expect(subscribed).toHaveLength(1);
    dead.destroy();
  });

  it('begins while the socket of an earlier one is being closed', async () => {
    const { lorebase, subscribed } = await closing(1001);
    for (let i = 0; i < 3; i += 1) {
      expect(await lorebase.subscribe('subscription { complete }').next()).toMatchObject({
        done: true,
      });
      // The end of the last stream closes the socket.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(subscribed).toHaveLength(3);
  });

  it('of events waits no longer for each connection that is lost after an event', async () => {
    const pauses: number[] = [];
    const { setTimeout: wait } = globalThis;
    // Servers and connections of other tests set timers as well.
    const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      callback: () => void,
      ms = 0,
    ) => {
      if (new Error().stack?.includes('/client/src/retry.ts')) pauses.push(ms);
      return wait(callback, ms);
    }) as typeof wait);
    const cursors: string[] = [];
    const lorebase = new Lorebase({
      url: 'http://127.0.0.1:1',
      apiKey: 'key',
      transport: 'sse',
      fetch: async (_input, init) => {
        cursors.push(JSON.parse(String(init?.body)).variables.after);
        const event = `event: next\ndata: {"data":{"events":{"cursor":"evt_${cursors.length}"}}}\n\n`;
        return new Response(event, { headers: { 'content-type': 'text/event-stream' } });
      },
    });
    const events = lorebase.events({ after: 'evt_0' });
    for (let i = 1; i <= 7; i += 1) expect((await events.next()).value?.cursor).toBe(`evt_${i}`);
    await events.return();
    expect(cursors).toEqual(['evt_0', 'evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5', 'evt_6']);
    spy.mockRestore();
    expect(pauses).toHaveLength(6);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(200);
  });

  it('of events goes on from the end of the log if no other cursor is given', async () => {
    const cursors: string[] = [];
    const lorebase = new Lorebase({
      url: 'http://127.0.0.1:1',
      apiKey: 'key',
      transport: 'sse',
      fetch: async (_input, init) => {
        const { query, variables } = JSON.parse(String(init?.body));
        if (!/subscription/.test(query)) {
          return Response.json({ data: { events: { headCursor: 'evt_head' } } });
        }
        cursors.push(variables.after);
        return Response.json(error(cursors.length === 1 ? 'CURSOR_EXPIRED' : 'UNAUTHENTICATED'));
      },
    });
    const events = lorebase.events({ after: 'evt_1', onCursorExpired: async () => null });
    expect(await codeOf(events.next())).toBe('UNAUTHENTICATED');
    expect(cursors).toEqual(['evt_1', 'evt_head']);
  });

  it('of events asks for an expired cursor again with growing pauses', async () => {
    let asked = 0;
    const lorebase = new Lorebase({
      url: 'http://127.0.0.1:1',
      apiKey: 'key',
      transport: 'sse',
      fetch: async () => {
        asked += 1;
        return Response.json(error('CURSOR_EXPIRED'));
      },
    });
    const events = lorebase.events({
      after: 'evt_1',
      onCursorExpired: async () => 'evt_1',
      signal: AbortSignal.timeout(500),
    });
    await expect(events.next()).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThan(6);
  });
});
