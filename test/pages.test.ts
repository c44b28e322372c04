import { Agent, type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startServer } from '../src/http/server.ts';
import { useServer } from './support/server.ts';

const server = useServer();

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: 'manual' });

describe('every answer', () => {
  it.each([
    '/',
    '/graphiql',
    '/projects/prj_0/memories',
    '/assets/nothing.js',
    '/graphql',
    '/graphql?query={__typename}',
    '/healthz',
    '/readyz',
    '/metrics',
    '/v1/models',
    '/nothing',
  ])('may be neither framed nor read as another type: %s', async (path) => {
    const { headers } = await get(path, { 'apollo-require-preflight': 'yes' });
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('lets pages run the scripts of this server, and nothing else anything', async () => {
    const policyOf = async (path: string) =>
      (await get(path)).headers.get('content-security-policy') ?? '';
    for (const path of ['/', '/graphiql', '/projects/prj_0/memories']) {
      expect(await policyOf(path)).toContain("script-src 'self';");
      expect(await policyOf(path)).toContain("connect-src 'self' ws: wss:;");
    }
    expect(await policyOf('/healthz')).toBe("default-src 'none';frame-ancestors 'none'");
  });

  it('is the same document for each page, which names assets that never change', async () => {
    const page = await get('/');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const document = await page.text();
    expect(await (await get('/projects/prj_0/memories')).text()).toBe(document);
    const [, script = ''] = document.match(/src="(\/assets\/[^"]+\.js)"/) ?? [];
    const asset = await get(script, { 'accept-encoding': 'br' });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('br');
    expect(asset.headers.get('content-type')).toContain('javascript');
  });
});

describe('a stop', () => {
  it('waits for a response that is under way, and not for its connection', async () => {
    const other = await startServer(server.app);
    const [, script = ''] =
      (await (await get('/')).text()).match(/src="(\/assets\/[^"]+\.js)"/) ?? [];
    const agent = new Agent({ keepAlive: true });
    const response = await new Promise<IncomingMessage>((resolve) => {
      request(other.url + script, { agent }, resolve).end();
    });
    let isClosed = false;
    const closing = other.close().then(() => {
      isClosed = true;
    });
    await expect.poll(() => other.server.listening).toBe(false);
    expect(isClosed).toBe(false);
    let bytes = 0;
    for await (const part of response) bytes += part.length;
    expect(bytes).toBe(Number(response.headers['content-length']));
    // The server would keep an idle connection for more than a minute.
    await expect.poll(() => isClosed, { timeout: 20_000 }).toBe(true);
    await closing;
    agent.destroy();
  });
});

describe('a browser at /graphql', () => {
  it('is led to the editor', async () => {
    const answer = await get('/graphql', BROWSER);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/graphiql']);
  });

  it('is answered in plain words where there is no editor', async () => {
    const config = { ...server.app.config, graphiql: false };
    const other = await startServer({ ...server.app, config });
    const answer = await fetch(`${other.url}/graphql`, { headers: BROWSER });
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await answer.text()).toBe('GraphQL is served here: send a query by POST.\n');
    await other.close();
  });

  it('gets the answer to a query', async () => {
    const headers = { ...BROWSER, 'apollo-require-preflight': 'yes' };
    const answer = await get('/graphql?query={__typename}', headers);
    expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
  });
});
