import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundedFetch } from '../../src/models/bounded-fetch.ts';

/** Writes the chunks of its request as chunks of its answer. */
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  response.setHeader('content-type', request.headers.accept ?? '');
  for (const chunk of JSON.parse(body) as string[]) {
    await new Promise<void>((resolve) => void response.write(chunk, () => setImmediate(resolve)));
  }
  response.end();
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

const bounded = boundedFetch({ timeoutMs: 60_000, maxBytes: 100 });

const ask = (chunks: string[], accept: string) =>
  bounded(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    method: 'POST',
    body: JSON.stringify(chunks),
    headers: { accept },
  });

describe('a bounded fetch', () => {
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
});
