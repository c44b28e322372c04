import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { DomainError } from '../src/errors.ts';
import { isEmbedded } from './support/database.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { ROOT_KEY, useServer } from './support/server.ts';

const server = useServer();

const production = useServer({ NODE_ENV: 'production' });

const PROTOCOL = 'graphql-transport-ws';

const get = (path: string, key?: string) =>
  fetch(server.url + path, { headers: key ? { authorization: `Bearer ${key}` } : {} });

describe('operators', () => {
  it('see that it lives, and that it can serve', async () => {
    expect(await (await get('/healthz')).json()).toEqual({
      status: 'ok',
      role: 'read-write',
    });
    const ready = await get('/readyz');
    const name = isEmbedded ? 'embedded PostgreSQL' : 'PostgreSQL';
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        ready: true,
        role: 'read-write',
        database: { ok: expect.stringMatching(new RegExp(`^${name} \\d+.*, \\d+ migrations$`)) },
        embedder: { ok: 'test-embedder (endpoint)' },
      },
    ]);
  });

  // The embedded database has one session, whose settings are those of every statement.
  it.runIf(isEmbedded)('see that it cannot serve while the database refuses writes', async () => {
    await server.app.db.execute(sql`set default_transaction_read_only = on`);
    const refused = await get('/readyz');
    const state = { ready: false, database: { error: 'the database is read-only' } };
    expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining(state)]);
    await server.app.db.execute(sql`set default_transaction_read_only = off`);
    expect((await get('/readyz')).status).toBe(200);
  });

  it('see that it cannot serve while the embedding model has no endpoint', async () => {
    const open = vi.spyOn(server.app.embedders, 'for').mockImplementation(() => {
      throw new DomainError('EMBEDDING_UNAVAILABLE', 'No endpoint');
    });
    const refused = await get('/readyz');
    open.mockRestore();
    const state = { ready: false, embedder: { error: 'No endpoint' } };
    expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining(state)]);
  });

  it('see no operation that runs for a client that has left', async () => {
    const runningNow = async () => {
      const { values } = await server.app.metrics.runningOperations.get();
      return values.find(({ labels }) => labels.transport === 'websocket')?.value ?? 0;
    };
    const refused = createDeferred();
    const prepared = vi.spyOn(server.app.rateLimit, 'take').mockImplementation(async () => {
      await refused.promise;
      throw new DomainError('RATE_LIMITED', 'Not now');
    });
    const subscribed = async () => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, PROTOCOL);
      await once(socket, 'open');
      const send = (message: object) => socket.send(JSON.stringify(message));
      send({ type: 'connection_init', payload: { authorization: `Bearer ${ROOT_KEY}` } });
      await once(socket, 'message');
      send({ id: '1', type: 'subscribe', payload: { query: '{ viewer { role } }' } });
      return socket;
    };
    try {
      const sockets = await Promise.all([subscribed(), subscribed()]);
      await eventually(() => prepared.mock.calls.length).toBe(2);
      expect(await runningNow()).toBe(2);
      await Promise.all(
        sockets.map((socket) => {
          const closed = once(socket, 'close');
          socket.terminate();
          return closed;
        }),
      );
      // The clients are to leave before they are refused. A server that answers a later connection has noticed that
      // they left.
      for (let i = 0; i < 2; i += 1) await (await get('/healthz')).text();
      expect(await runningNow()).toBe(2);
      refused.resolve();
      await eventually(runningNow).toBe(0);
      expect(prepared).toHaveBeenCalledTimes(2);
    } finally {
      refused.resolve();
      prepared.mockRestore();
    }
  });

  it('see what it did, with a root key only', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'Counted');
    await project.write(memoryId, 'Counted');
    await project.write(memoryId, 'Not counted', { dryRun: true });
    server.models.behave({ kind: 'status', status: 500 });
    await project.fail(
      'query Failing { searchKnowledge(input: { query: "q" }) { results { score } } }',
    );
    server.models.behave({ kind: 'normal' });
    const answer = await get('/metrics', ROOT_KEY);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const text = await answer.text();
    expect(text).toContain('lorebase_writes_total{action="CREATED"} 1');
    expect(text).toContain('lorebase_writes_total{action="SKIPPED"} 1');
    expect(text).toContain(
      'lorebase_requests_total{operation="Failing",outcome="EMBEDDING_UNAVAILABLE"} 1',
    );
    expect(text).toMatch(
      /lorebase_embedding_calls_total\{model="test-embedder",outcome="failed"\} 1/,
    );
    expect(text).toMatch(/lorebase_embedded_texts_total\{model="test-embedder"\} [1-9]/);
    expect(text).toMatch(/lorebase_embedding_tokens_total\{model="test-embedder"\} [1-9]/);
    expect(text).toMatch(/lorebase_database_connections [1-9]/);
    expect(text).toMatch(/lorebase_database_connections_idle \d/);
    expect(text).toContain('lorebase_database_waiting 0');
    expect(text).toMatch(/nodejs_heap_size_used_bytes [1-9]/);
    expect(text).toMatch(/lorebase_request_seconds_count\{operation="anonymous"\} [1-9]/);
    expect((await get('/metrics')).status).toBe(401);
    expect((await get('/metrics', 'nonsense')).status).toBe(401);
    expect((await get('/metrics', project.keys.ADMIN)).status).toBe(403);
  });

  it('have GraphiQL off in production', async () => {
    expect((await get('/graphiql')).status).toBe(200);
    expect((await fetch(`${production.url}/graphiql`)).status).toBe(404);
  });

  it('are not flooded by names that callers choose', async () => {
    for (let i = 0; i < 210; i += 1) await server.asRoot(`query Name${i} { viewer { role } }`);
    const text = await (await get('/metrics', ROOT_KEY)).text();
    expect(text).toContain('operation="other"');
    expect(
      [...text.matchAll(/lorebase_requests_total\{operation="Name/g)].length,
    ).toBeLessThanOrEqual(200);
  });
});
