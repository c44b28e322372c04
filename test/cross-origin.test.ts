import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { AGENT_ENV, agentsOn } from './support/agents.ts';
import { type TestServer, useServer } from './support/server.ts';

const LISTED = 'https://app.example.com';
const OTHER = 'https://other.example.com';
const PATHS = ['/graphql', '/graphql/stream', '/v1/models', '/v1/chat/completions'];

const preflight = (server: TestServer, path: string, origin: string) =>
  fetch(`${server.url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key,content-type',
    },
  });

/** `open`, or the status with which the WebSocket is refused. */
async function connect(server: TestServer, origin: string | null): Promise<string> {
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/graphql`,
    'graphql-transport-ws',
    origin === null ? {} : { origin },
  );
  const refused = once(socket, 'unexpected-response').then(([, { statusCode }]) => {
    socket.terminate();
    return String(statusCode);
  });
  socket.on('error', () => {});
  const answer = await Promise.race([once(socket, 'open').then(() => 'open'), refused]);
  socket.terminate();
  return answer;
}

describe('a server with CORS_ORIGINS', () => {
  const server = useServer({
    CORS_ORIGINS: `${LISTED}, http://localhost:3000`,
    ...AGENT_ENV,
  });
  const { informed, replies } = agentsOn(server);

  it.each(PATHS)('answers a preflight of %s without a key', async (path) => {
    const { status, headers } = await preflight(server, path, LISTED);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(LISTED);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    const allowed = headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining(['authorization', 'x-api-key', 'lorebase-project', 'last-event-id']),
    );
    const other = await preflight(server, path, OTHER);
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('shares answers, errors and streams with the listed origins, and no other path', async () => {
    const { project, agent } = await informed();
    replies({ text: 'Hello' });
    const headers = { origin: LISTED, 'content-type': 'application/json' };
    const key = { authorization: `Bearer ${project.keys.WRITE}` };
    const body = JSON.stringify({ query: '{ viewer { role } }' });
    const post = (path: string, sent: object, text: string) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { ...headers, ...sent },
        body: text,
      });
    const completion = { model: agent.id, messages: [{ role: 'user', content: 'Hi' }] };
    const answers = await Promise.all([
      post('/graphql', key, body),
      post('/graphql', { authorization: 'Bearer unknown' }, body),
      post('/graphql/stream', key, body),
      post('/v1/chat/completions', key, JSON.stringify({ ...completion, stream: true })),
      post('/v1/chat/completions', {}, JSON.stringify(completion)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 200, 401]);
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(LISTED);
      expect(answer.headers.get('access-control-expose-headers')).toBe(
        'x-request-id, retry-after, x-should-retry, lorebase-trace-id, www-authenticate',
      );
      expect(answer.headers.get('vary')).toMatch(/origin/i);
      await answer.text();
    }
    const health = await fetch(`${server.url}/healthz`, { headers });
    expect(health.headers.get('access-control-allow-origin')).toBeNull();
    for (const path of ['/export', '/import', '/import/read', '/backup', '/metrics']) {
      const asked = await preflight(server, path, LISTED);
      expect([path, asked.headers.get('access-control-allow-origin')]).toEqual([path, null]);
    }
  });

  it('accepts WebSockets of these origins, its own, and of clients that are not browsers', async () => {
    for (const origin of [LISTED, 'http://localhost:3000', server.url, null]) {
      expect([origin, await connect(server, origin)]).toEqual([origin, 'open']);
    }
    const otherPort = server.url.replace(/:\d+$/, ':1');
    for (const origin of [OTHER, 'null', `${LISTED}.evil.example`, otherPort]) {
      expect([origin, await connect(server, origin)]).toEqual([origin, '403']);
    }
  });
});

describe('a refused connection', () => {
  const server = useServer();

  /** A connection that has sent a request to change the protocol. */
  const asking = async (headers: readonly string[]): Promise<Socket> => {
    const { hostname, port } = new URL(server.url);
    const socket = createConnection({ port: Number(port), host: hostname, allowHalfOpen: true });
    socket.on('error', () => {});
    await once(socket, 'connect');
    const request = ['GET /graphql HTTP/1.1', `Host: ${hostname}:${port}`, ...headers, '', ''];
    socket.write(request.join('\r\n'));
    return socket;
  };

  const WEBSOCKET = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Origin: ${OTHER}`,
  ];

  it('can be reset by its client at any time', async () => {
    for (let i = 0; i < 40; i += 1) {
      const socket = await asking(WEBSOCKET);
      await setTimeout(i % 4);
      socket.resetAndDestroy();
    }
    expect(await connect(server, server.url)).toBe('open');
  });

  it('is closed, though its client keeps it open', async () => {
    const socket = await asking(WEBSOCKET);
    await once(socket.resume(), 'end');
    // The system learns from the answer to a write that the other side is closed.
    while (!socket.destroyed) {
      socket.write('More');
      await setTimeout(20);
    }
  });

  it('says what to do instead of HTTP/2, which Java asks for, unless the request is answered', async () => {
    const h2c = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
    const socket = await asking(h2c);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(
      /HTTP\/1.1 (400 .*without the header Upgrade|[2-4]\d\d .*x-request-id)/s,
    );
    socket.destroy();
  });
});

describe('a server with CORS_ORIGINS=*', () => {
  const server = useServer({ CORS_ORIGINS: '*' });

  it('accepts every origin, without credentials', async () => {
    const { headers } = await preflight(server, '/graphql', OTHER);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(await connect(server, OTHER)).toBe('open');
  });
});

describe('a server without CORS_ORIGINS', () => {
  const server = useServer();

  it('answers a GET only with a header that a page of another site needs a preflight for', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${server.url}/graphql?query={__typename}`, { headers });
    expect((await ask({ accept: 'application/json' })).status).toBe(400);
    expect((await ask({ 'apollo-require-preflight': 'true' })).status).toBe(200);
  });

  it('shares with no other origin', async () => {
    const { headers } = await preflight(server, '/graphql', LISTED);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(await connect(server, LISTED)).toBe('403');
    expect(await connect(server, server.url)).toBe('open');
  });
});

describe('compression', () => {
  const server = useServer(AGENT_ENV);
  const { informed, replies } = agentsOn(server);

  const ask = (path: string, key: string, body: object, encoding: string) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'accept-encoding': encoding,
      },
      body: JSON.stringify(body),
    });

  it.each(['gzip', 'br'])('is used for long answers: %s', async (encoding) => {
    const { keys } = await server.project();
    const long = { query: '{ __schema { types { name description } } }' };
    const answer = await ask('/graphql', keys.READ, long, encoding);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    const { data } = (await answer.json()) as { data: { __schema: { types: unknown[] } } };
    expect(data.__schema.types.length).toBeGreaterThan(50);
    const short = await ask('/graphql', keys.READ, { query: '{ __typename }' }, encoding);
    expect(short.headers.get('content-encoding')).toBeNull();
  });

  it('is not used for streams of /v1', async () => {
    const { project, agent } = await informed();
    replies({ text: 'Hello '.repeat(500) });
    const body = { model: agent.id, stream: true, messages: [{ role: 'user', content: 'Hi' }] };
    const answer = await ask('/v1/chat/completions', project.keys.WRITE, body, 'br, gzip');
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await answer.text()).toContain('data: [DONE]');
  });

  it('is not accepted for requests', async () => {
    const { keys } = await server.project();
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys.READ}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync(JSON.stringify({ query: '{ __typename }' })),
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
  });
});
