import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundedFetch, MAX_EVENT_BYTES } from '../../src/models/bounded-fetch.ts';

const connections = new Set<unknown>();
/** The requests for `/stall` that have ended, though their answers never did. */
let stalledEnds = 0;

/** Writes the chunks of its request as chunks of its answer, unless the path asks for something else. */
const server = createServer(async (request, response) => {
  connections.add(request.socket);
  let body = '';
  for await (const part of request) body += part;
  response.setHeader('content-type', request.headers.accept ?? '');
  if (request.url === '/gzip') {
    response.setHeader('content-encoding', 'gzip');
    return response.end(gzipSync((JSON.parse(body) as string[]).join('')));
  }
  if (request.url === '/later') {
    const [name = '', value = ''] = JSON.parse(body) as string[];
    return response.writeHead(503, { [name]: value }).end();
  }
  if (request.url === '/empty') return response.writeHead(204).end();
  if (request.url === '/cut') {
    response.write('half');
    return setTimeout(() => request.socket.destroy(), 20);
  }
  if (request.url === '/stall') {
    response.on('close', () => {
      stalledEnds += 1;
    });
    return response.writeHead(503).flushHeaders();
  }
  if (request.url === '/hang') return response.write('half');
  for (const chunk of JSON.parse(body) as string[]) {
    await new Promise<void>((resolve) => void response.write(chunk, () => setImmediate(resolve)));
  }
  response.end();
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

type Fetch = ReturnType<typeof boundedFetch>;

const askWith = (
  chunks: string[],
  accept: string,
  { path = '/', fetch, ...init }: RequestInit & { path?: string; fetch: Fetch },
) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method: 'POST',
    body: JSON.stringify(chunks),
    headers: { accept },
    ...init,
  });

describe.each([false, true])('a bounded fetch with isWhole: %s', (isWhole) => {
  const bounded = boundedFetch({ timeoutMs: 60_000, maxBytes: 100, isWhole });
  const ask = (
    chunks: string[],
    accept: string,
    init: RequestInit & { path?: string; fetch?: Fetch } = {},
  ) => askWith(chunks, accept, { fetch: bounded, ...init });

  it.each(['application/json', 'text/event-stream'])('changes no bytes of %s', async (type) => {
    const piece = fc.constantFrom('\n', '\n\n', '\r\n', '\r\n\r\n', '\r', 'ö', 'x');
    const chunk = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 5 }), async (chunks) => {
        expect(await (await ask(chunks, type)).text()).toBe(chunks.join(''));
      }),
      { numRuns: 200 },
    );
  });

  it('takes as many bytes as allowed, and no more', async () => {
    expect(await (await ask(['x'.repeat(100)], 'text/plain')).text()).toHaveLength(100);
    const tooLarge = await ask(['x'.repeat(100), 'x'], 'text/plain');
    await expect(tooLarge.text()).rejects.toThrow('The answer is larger than 100 bytes');
  });

  it('decompresses an answer, and bounds what it becomes', async () => {
    const answer = await ask(['x'.repeat(50), 'ö'], 'text/plain', { path: '/gzip' });
    expect(await answer.text()).toBe(`${'x'.repeat(50)}ö`);
    const tooLarge = await ask(['x'.repeat(100_000)], 'text/plain', { path: '/gzip' });
    await expect(tooLarge.text()).rejects.toThrow('The answer is larger than 100 bytes');
  });

  it('takes an answer without a body', async () => {
    const { status, body } = await ask([], 'text/plain', { path: '/empty' });
    expect({ status, body }).toEqual({ status: 204, body: null });
  });

  it('uses a connection again', async () => {
    connections.clear();
    for (let i = 0; i < 5; i += 1) await (await ask(['x'], 'text/plain')).text();
    expect(connections.size).toBe(1);
  });

  it('fails for an answer that is cut off, and where there is no server', async () => {
    const cut = await ask([], 'text/plain', { path: '/cut' });
    await expect(cut.text()).rejects.toThrow();
    await expect(bounded('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  // Less than the time after which the request would end by itself.
  it('ends the request of an answer that is cancelled', { timeout: 30_000 }, async () => {
    const before = stalledEnds;
    const stalled = await ask([], 'text/plain', { path: '/stall' });
    expect(stalledEnds).toBe(before);
    await stalled.body?.cancel();
    await expect.poll(() => stalledEnds).toBe(before + 1);
  });

  it.each([
    ['retry-after-ms', '60001', 'false'],
    ['retry-after-ms', '59999', null],
    ['retry-after', '61', 'false'],
    ['retry-after', '59', null],
    ['retry-after', new Date(Date.now() + 3_600_000).toUTCString(), 'false'],
    ['retry-after', 'soon', null],
  ])('of an answer that asks to wait has the header for repetitions: %s %s', async (...asked) => {
    const [name, value, expected] = asked;
    const { headers } = await ask([name, value], 'text/plain', { path: '/later' });
    expect(headers.get('x-should-retry')).toBe(expected);
  });

  it('ends at its time and with the signal, also while the answer is read', async () => {
    const fetch = boundedFetch({ timeoutMs: 100, maxBytes: 100, isWhole });
    // On a busy machine, the time is over before the answer begins.
    const late = ask([], 'text/plain', { path: '/hang', fetch }).then((answer) => answer.text());
    await expect(late).rejects.toThrow('The answer timed out after 100 ms');
    const stop = new AbortController();
    const stopped = await ask([], 'text/plain', { path: '/hang', signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(stopped.text()).rejects.toThrow('enough');
    const never = ask([], 'text/plain', { signal: AbortSignal.abort(new Error('stopped')) });
    await expect(never).rejects.toThrow('stopped');
  });
});

it('a bounded fetch fails for an event of more than the limit, and divides a stream into events', async () => {
  const bounded = boundedFetch({ timeoutMs: 60_000, maxBytes: 10 * MAX_EVENT_BYTES });
  const ask = (chunks: string[]) => askWith(chunks, 'text/event-stream', { fetch: bounded });
  const half = 'x'.repeat(MAX_EVENT_BYTES / 2);
  const tooLarge = await ask([half, half, 'x']);
  await expect(tooLarge.text()).rejects.toThrow(`larger than ${MAX_EVENT_BYTES} bytes`);
  const { body } = await ask([`${half}\n`, '\na\n', '\n', `${half}\r\n\r\nb`]);
  const events: string[] = [];
  for await (const event of body ?? []) events.push(Buffer.from(event).toString());
  expect(events).toEqual([`${half}\n\n`, 'a\n\n', `${half}\r\n\r\n`, 'b']);
});
