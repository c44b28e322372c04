import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { connectMcpHttp } from './support/mcp.ts';
import { useServer } from './support/server.ts';

/** An issuer on loopback, which publishes its metadata and its key. */
const keys = await generateKeyPair('ES256');
const foreign = await generateKeyPair('ES256');
const publicKey = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' };
let issuer = '';
/** What the issuer cannot answer at the moment. */
let unavailable: string | null = null;
const authority = createServer(({ url }, response) => {
  if (unavailable !== null && url?.includes(unavailable)) {
    response.writeHead(503).end();
    return;
  }
  // Some issuers answer a page for people at one of the two addresses of metadata.
  if (url?.includes('oauth-authorization-server')) {
    response.setHeader('content-type', 'text/html').end('<p>Sign in</p>');
    return;
  }
  const body = url?.includes('jwks')
    ? { keys: [publicKey] }
    : { issuer, jwks_uri: `${issuer}/jwks` };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
});
await new Promise<void>((resolve) => void authority.listen(0, '127.0.0.1', resolve));
issuer = `http://127.0.0.1:${(authority.address() as AddressInfo).port}`;
const PUBLIC_URL = 'https://memory.example.com';
const resource = `${PUBLIC_URL}/mcp`;

const server = useServer({ OAUTH_ISSUER: issuer, PUBLIC_URL });

afterAll(() => void authority.close());

const SECOND = () => Math.floor(Date.now() / 1000);

type Claims = { [name in keyof JWTPayload]: JWTPayload[name] | undefined };

function sign(claims: Claims, key = keys.privateKey): Promise<string> {
  const given = { iss: issuer, aud: resource, sub: 'ada', exp: SECOND() + 60, ...claims };
  // A claim of the value undefined is left out.
  return new SignJWT(JSON.parse(JSON.stringify(given)))
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .sign(key);
}

async function refusal(token: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  const body = (await response.json()) as { error?: { data: { code: string }; message: string } };
  const { data, message } = body.error ?? {};
  const challenge = response.headers.get('www-authenticate');
  return { status: response.status, code: data?.code, message, challenge };
}

// The first test, since the server reads the keys of the issuer once.
it('a token is not refused while the keys of the issuer cannot be read, which are then read again', async () => {
  const { id } = await server.project();
  const token = await sign({ lorebase_project: id, scope: 'lorebase:read' });
  onTestFinished(() => {
    unavailable = null;
  });
  for (const place of ['openid-configuration', 'jwks']) {
    unavailable = place;
    expect([place, await refusal(token)]).toMatchObject([
      place,
      { status: 500, code: 'INTERNAL_SERVER_ERROR', challenge: null },
    ]);
  }
  unavailable = null;
  expect((await refusal(token)).status).toBe(200);
});

it('a token of the issuer acts in its project, with its role', async () => {
  const { id, run, keys: apiKeys } = await server.project();
  const writer = await sign({ lorebase_project: id, scope: 'openid lorebase:write' });
  const { call, client } = await connectMcpHttp(server.url, writer);
  const made = await call('write_memory', {
    memory: 'M',
    content: 'By a token',
    createMemory: true,
  });
  expect(made.action).toBe('CREATED');
  const query = '{ memory(name: "M") { createdBy { id kind name } } }';
  const { memory } = await run(query, {}, apiKeys.READ);
  expect(memory.createdBy).toEqual({ id: 'oauth:ada', kind: 'TOKEN', name: 'oauth:ada' });
  await client.close();
  const reader = await connectMcpHttp(
    server.url,
    await sign({ lorebase_project: id, lorebase_role: 'READ' }),
  );
  const denied = await reader.fail('write_memory', { memory: 'M', content: 'No' });
  expect(denied.code).toBe('FORBIDDEN');
  await reader.client.close();
});

it('the claim of the role counts before the scopes, and of these the highest', async () => {
  const { id } = await server.project();
  const write = async (claims: Claims) => {
    const { call, client } = await connectMcpHttp(
      server.url,
      await sign({ lorebase_project: id, ...claims }),
    );
    const input = { memory: 'M', content: 'By a token', createMemory: true };
    const answer = await call('write_memory', input).then(
      ({ action }) => action,
      (error: unknown) => String(error),
    );
    await client.close();
    return answer;
  };
  const scope = 'lorebase:read lorebase:write';
  expect(await write({ scope })).toBe('CREATED');
  expect(await write({ scope, lorebase_role: 'READ' })).toMatch('FORBIDDEN');
});

it('a stream ends when its token expires', async () => {
  const { id } = await server.project();
  const token = await sign({ lorebase_project: id, scope: 'lorebase:read', exp: SECOND() + 2 });
  const response = await fetch(`${server.url}/mcp`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: AbortSignal.timeout(20_000),
  });
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(/^id: evt_/);
});

it('says where tokens come from, and refuses every other one', async () => {
  for (const path of ['', '/mcp']) {
    const response = await fetch(`${server.url}/.well-known/oauth-protected-resource${path}`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({ resource, authorization_servers: [issuer] });
  }
  const { id } = await server.project();
  const lorebase_project = id;
  const scope = 'lorebase:read';
  const challenge = expect.stringContaining(
    `resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"`,
  );
  const valid = await sign({ lorebase_project, scope });
  for (const [origin, status] of [
    [PUBLIC_URL, 200],
    ['https://other.example.com', 403],
  ] as const) {
    expect([origin, (await refusal(valid, { origin })).status]).toEqual([origin, status]);
  }
  const unauthenticated: [string, Promise<string> | string][] = [
    ['none', ''],
    ['not a token', 'a.b.c'],
    ['another key', sign({ lorebase_project, scope }, foreign.privateKey)],
    ['another issuer', sign({ lorebase_project, scope, iss: 'http://127.0.0.1:1' })],
    ['another audience', sign({ lorebase_project, scope, aud: 'https://other.example.com' })],
    ['expired', sign({ lorebase_project, scope, exp: SECOND() - 60 })],
    ['without an expiry', sign({ lorebase_project, scope, exp: undefined })],
    ['without a subject', sign({ lorebase_project, scope, sub: undefined })],
    [
      'a shared secret',
      new SignJWT({
        iss: issuer,
        aud: resource,
        sub: 'a',
        exp: SECOND() + 60,
        lorebase_project,
        scope,
      })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(JSON.stringify(publicKey))),
    ],
  ];
  for (const [name, token] of unauthenticated) {
    expect([name, await refusal(await token)]).toMatchObject([
      name,
      { status: 401, code: 'UNAUTHENTICATED', challenge },
    ]);
  }
  const forbidden: [string, JWTPayload][] = [
    ['no project', { scope }],
    ['an unknown project', { lorebase_project: 'prj_unknown', scope }],
    ['no role', { lorebase_project }],
    ['an unknown role', { lorebase_project, lorebase_role: 'ROOT' }],
  ];
  for (const [name, claims] of forbidden) {
    expect([name, await refusal(await sign(claims))]).toMatchObject([
      name,
      { status: 403, code: 'FORBIDDEN', challenge: expect.stringContaining('insufficient_scope') },
    ]);
  }
  // Tokens are for /mcp alone.
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await sign({ lorebase_project, scope })}`,
    },
    body: JSON.stringify({ query: '{ viewer { role } }' }),
  });
  expect(response.status).toBe(401);
});
