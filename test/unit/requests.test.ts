import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { graphql } from '../../src/commands/requests.ts';
import { listenOnLoopback } from '../support/sockets.ts';

let server: Server;
afterEach(() => server.close());

/**
 * A server that answers with status 200 and with these errors in turn, then with data. Returns what a command needs of
 * it.
 */
async function answering(...codes: string[]) {
  const received: string[] = [];
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    const code = codes.shift();
    const extensions = { code, retryAfterSeconds: 0.01 };
    const failure = { data: null, errors: [{ message: 'Not now.', extensions }] };
    response.end(JSON.stringify(code === undefined ? { data: { done: true } } : failure));
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const ask = () => graphql({ url, key: 'a key', project: undefined }, '{ done }', {});
  return { ask, received };
}

it('repeats an operation whose error says that the server was not available', async () => {
  const { ask, received } = await answering('RATE_LIMITED', 'DATABASE_UNAVAILABLE');
  expect(await ask()).toEqual({ done: true });
  expect(received).toEqual(Array(3).fill('POST /graphql'));
});

it('repeats no other error', async () => {
  const refused = await answering('NOT_FOUND');
  await expect(refused.ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(refused.received).toHaveLength(1);
});
