import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { startServer } from '../src/http/server.ts';
import { type Data, post } from './support/graphql.ts';
import { ROOT_KEY, useServer } from './support/server.ts';

const server = useServer();

const KIB = 1024;
const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

const introspection = getIntrospectionQuery({
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
});
const hundredMistakes = `{ ${many(100, (i) => `x${i}`)} }`;
const manyFragments = `{ ...F0 } ${many(51, (i) => `fragment F${i} on Query { __typename }`)}`;

/** What is refused to every caller. */
const TOO_LARGE = {
  'a document of more than 100,000 characters': `${'\n'.repeat(100_000)}{ __typename }`,
  'more than 50 fragments': manyFragments,
};

/** What is refused without a key, and answered with one. */
const TOO_LARGE_WITHOUT_KEY = {
  'a document of more than 10,000 characters': `${'\n'.repeat(10_000)}{ __typename }`,
  'more than 500 tokens': `{ ${'__typename '.repeat(499)} }`,
  'more than 10 fragments': `{ ${many(11, (i) => `...F${i}`)} } ${many(11, (i) => `fragment F${i} on Query { __typename }`)}`,
  'more than 10 aliases': `{ ${many(11, (i) => `a${i}: __typename`)} }`,
  'the schema more than once': '{ a: __schema { types { name } } b: __schema { types { name } } }',
  'lists of types within lists': '{ __schema { types { fields { type { fields { name } } } } } }',
  'lists of types within lists, by fragments':
    '{ __schema { types { ...A } } } fragment A on __Type { fields { type { ...B } } } fragment B on __Type { enumValues { name } }',
};

type Outcome = { data: Data; codes: string[] };
type Ask = (query: string, key: string | null) => Promise<Outcome>;

const overHttp: Ask = async (query, key) => {
  const { data, errors = [] } = await post(server.url, key, query);
  return { data: data ?? null, codes: errors.map(({ extensions }) => extensions.code) };
};

const overWebSocket: Ask = async (query, key) => {
  const socket = await connected(key);
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  const { type, payload } = await nextMessage(socket);
  socket.close();
  const errors: { extensions: { code: string } }[] = type === 'error' ? payload : [];
  return {
    data: type === 'next' ? payload.data : null,
    codes: errors.map(({ extensions }) => extensions.code),
  };
};

it('answers a document that is too long with status 400', async () => {
  const query = `{ viewer { role } } #${'x'.repeat(100_000)}`;
  expect((await post(server.url, ROOT_KEY, query)).status).toBe(400);
});

describe.each([
  { transport: 'HTTP', ask: overHttp },
  { transport: 'WebSocket', ask: overWebSocket },
])('a document over $transport', ({ ask }) => {
  it.each(Object.entries(TOO_LARGE))('is refused with a key: %s', async (_name, query) => {
    expect(await ask(query, ROOT_KEY)).toEqual({ data: null, codes: ['QUERY_TOO_COMPLEX'] });
  });

  it.each(Object.entries(TOO_LARGE_WITHOUT_KEY))(
    'is refused without a key: %s',
    async (_name, query) => {
      expect(await ask(query, ROOT_KEY)).toMatchObject({ data: expect.anything(), codes: [] });
      expect(await ask(query, null)).toEqual({ data: null, codes: ['UNAUTHENTICATED'] });
    },
  );

  it('is answered with a handful of errors', async () => {
    for (const key of [null, ROOT_KEY]) {
      const { codes } = await ask(hundredMistakes, key);
      expect(new Set(codes)).toEqual(new Set(['GRAPHQL_VALIDATION_FAILED']));
      expect(codes.length).toBeGreaterThan(1);
      expect(codes.length).toBeLessThanOrEqual(6);
    }
  });

  it('reads the schema without a key', async () => {
    const { data } = await ask(introspection, null);
    expect(data.__schema.types.length).toBeGreaterThan(100);
  });

  it('without the named operation is refused', async () => {
    const query = 'query A { __typename } query B { __typename }';
    const refused = { data: null, codes: ['OPERATION_RESOLUTION_FAILURE'] };
    expect(await ask(query, ROOT_KEY)).toEqual(refused);
  });

  it('that exhausts the parser is refused', async () => {
    const nested = `{ node(id: ${'['.repeat(2400)}${']'.repeat(2400)}) { id } }`;
    expect(await ask(nested, ROOT_KEY)).toEqual({ data: null, codes: ['GRAPHQL_PARSE_FAILED'] });
  });
});

describe('a body', () => {
  const large = JSON.stringify({
    query: '{ __typename }',
    variables: { filler: 'x'.repeat(101 * KIB) },
  });
  const send = (path: string, body: string | ReadableStream, key: string | null) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { 'x-api-key': key } : {}) },
      body,
      ...(typeof body === 'string' ? {} : { duplex: 'half' }),
    });
  const streamed = () => new Blob([large]).stream();

  it('of more than 100 KiB needs a key', async () => {
    for (const body of [() => large, streamed]) {
      expect((await send('/graphql', body(), ROOT_KEY)).status).toBe(200);
      const refused = await send('/graphql', body(), null);
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({
        errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
      });
    }
  });

  it('of more than 100 KiB is not read where nothing takes one', async () => {
    for (const path of ['/nothing', '/healthz']) {
      expect((await send(path, large, ROOT_KEY)).status).toBe(413);
    }
  });

  it('is not waited for if the key is not valid, nor without one in the OpenAI API', async () => {
    const refused = (path: string, key: string) =>
      raw(server.url, [
        `POST ${path} HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nContent-Length: 10000000\r\n\r\n`,
      ]);
    for (const path of ['/graphql', '/v1/chat/completions']) {
      const answer = await refused(path, 'X-Api-Key: lore_unknown\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 401 /);
      expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    }
    expect(await refused('/v1/chat/completions', '')).toMatch(/^HTTP\/1\.1 401 /);
    expect(await refused('/graphql', '')).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('a connection', () => {
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;

  it.each([
    ['nothing', []],
    ['half of its headers', ['POST /graphql HTTP/1.1\r\nHost: x\r\n']],
    ['half of its body', [`${head}Content-Length: 100\r\n\r\n{`]],
    [
      'half of its body with a key',
      [`${head}X-Api-Key: ${ROOT_KEY}\r\nContent-Length: 9\r\n\r\n{`],
    ],
    ['half of a body in chunks', [`${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`]],
  ])('that sends %s is cut', async (_name, parts) => {
    const impatient = await startServer(server.app, {
      headersMs: 200,
      requestMs: 400,
      checkMs: 100,
    });
    expect(await raw(impatient.url, parts)).toMatch(/^HTTP\/1\.1 408 |^$/);
    await impatient.close();
  });
});

describe('a request that is not answered by a route', () => {
  const end = 'Connection: close\r\n\r\n';

  it.each([
    ['a malformed Host', 400, `GET /graphql?query=x HTTP/1.1\r\nHost: a b\r\n${end}`],
    ['an empty Host', 400, `GET /graphql?query=x HTTP/1.1\r\nHost: \r\n${end}`],
    ['no Host', 400, `GET /graphql?query=x HTTP/1.0\r\n${end}`],
    ['a malformed path', 400, `GET /% HTTP/1.1\r\nHost: x\r\n${end}`],
    ['no HTTP', 400, 'nonsense\r\n\r\n'],
    ['large headers', 431, `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20 * KIB)}\r\n${end}`],
    ['another method', 405, `DELETE /graphql HTTP/1.1\r\nHost: x\r\n${end}`],
    [
      'a compressed body',
      415,
      `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n${end}x`,
    ],
    [
      'a body of text',
      415,
      `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n${end}x`,
    ],
  ])('has an error in the shape of the others: %s', async (_name, status, request) => {
    const [head = '', body = ''] = (await raw(server.url, [request])).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toEqual({
      errors: [{ message: expect.any(String), extensions: { code: 'BAD_REQUEST' } }],
    });
  });

  it('and a WebSocket at another address is told where they are served', async () => {
    const request = [
      'GET /graphql/ws HTTP/1.1',
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n');
    const answer = await raw(server.url, [request]);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('/graphql');
  });
});

describe('a WebSocket', () => {
  const message = JSON.stringify({
    id: '1',
    type: 'subscribe',
    payload: { query: '{ __typename }', variables: { filler: 'x'.repeat(300 * KIB) } },
  });

  it('that never begins is closed', async () => {
    expect(await closing(await opened())).toBe(4408);
  });

  it('that begins with a large message is closed', async () => {
    const socket = await opened();
    const closed = closing(socket);
    socket.send(message);
    expect(await closed).toBe(1009);
  });

  it('without a key is closed by a large message', async () => {
    const socket = await connected(null);
    const closed = closing(socket);
    socket.send(message);
    expect(await closed).toBe(1009);
  });

  it('without a key may send much in small messages', async () => {
    const socket = await connected(null);
    const padding = 'x'.repeat(30 * KIB);
    for (let sent = 0; sent < 10; sent++) {
      socket.send(JSON.stringify({ type: 'ping', payload: { padding } }));
      expect((await nextMessage(socket)).type).toBe('pong');
    }
    socket.close();
  });

  it('with a key may send a large message', async () => {
    const socket = await connected(ROOT_KEY);
    socket.send(message);
    expect(await nextMessage(socket)).toMatchObject({
      type: 'next',
      payload: { data: { __typename: 'Query' } },
    });
    socket.close();
  });
});

async function opened(): Promise<WebSocket> {
  const url = `${server.url.replace('http', 'ws')}/graphql`;
  const socket = new WebSocket(url, 'graphql-transport-ws');
  await once(socket, 'open');
  return socket;
}

async function connected(key: string | null): Promise<WebSocket> {
  const socket = await opened();
  const payload = key ? { 'x-api-key': key } : {};
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  expect((await nextMessage(socket)).type).toBe('connection_ack');
  return socket;
}

async function nextMessage(socket: WebSocket): Promise<Data> {
  const [text] = await once(socket, 'message');
  return JSON.parse(String(text));
}

/** The code with which the server closes a connection. */
async function closing(socket: WebSocket): Promise<number> {
  // What is still being sent when the server cuts the connection.
  socket.on('error', () => {});
  const [code] = await once(socket, 'close');
  return code;
}

/** All that a server answers to bytes until it closes the connection. */
async function raw(url: string, parts: string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (part) => {
    answer += part;
  });
  const closed = once(socket, 'close');
  for (const part of parts) socket.write(part);
  await closed;
  return answer;
}
