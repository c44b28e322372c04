import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { closeConnectionsWhenStopping } from '../../src/http/close-connections.ts';

/** Starts a server, and opens a connection to it that has received one response. */
async function openKept() {
  const server = fastify({ return503OnClosing: false });
  const stop = closeConnectionsWhenStopping(server);
  server.get('/', () => 'answered');
  await server.listen();
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const kept = connect(port, '127.0.0.1');
  kept.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(kept, 'data');
  return { stop, kept };
}

it('a request that has arrived when the server is stopped gets a response', async () => {
  const { stop, kept } = await openKept();
  // The bytes are with the system when this returns; the server, in the same process, has not read them.
  kept.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  const [response] = await Promise.all([readText(kept), stop()]);
  expect(response).toMatch(/^HTTP\/1.1 200 OK\r\nconnection: close\r\n[\s\S]*answered$/);
});

it('a connection without a request does not delay the stop of the server', async () => {
  const { stop, kept } = await openKept();
  const [response] = await Promise.all([readText(kept), stop()]);
  expect(response).toBe('');
});
