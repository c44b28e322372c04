import { describe, expect, it, vi } from 'vitest';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { post } from './support/graphql.ts';
import { ROOT_KEY, useServer } from './support/server.ts';

describe('more than the embedding model can take', () => {
  const server = useServer({
    EMBEDDING_CONCURRENCY: '2',
    EMBEDDING_QUEUE: '3',
  });

  it('is refused with a code and stores nothing, and what was taken is done', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const refused = createDeferred();
    server.models.behave({ kind: 'normal', after: refused.promise });
    const query = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
    const codes: string[] = [];
    const writing = Array.from({ length: 12 }, async (_, i) => {
      const input = { memoryId, content: `Text ${i}`, kind: 'PLAN' };
      const { errors } = await post(server.url, project.keys.WRITE, query, { input });
      codes.push(errors?.[0]?.extensions.code ?? 'stored');
    });
    await eventually(() => codes).toEqual(new Array(7).fill('RATE_LIMITED'));
    refused.resolve();
    await Promise.all(writing);
    server.models.behave({ kind: 'normal' });
    expect(codes.slice(7)).toEqual(new Array(5).fill('stored'));
    const { memory } = await project.run(`{ memory(id: "${memoryId}") { entryCount } }`);
    expect(memory.entryCount).toBe(5);
    expect((await project.write(memoryId, 'Afterwards')).action).toBe('CREATED');
  });
});

describe('more than the database can take', () => {
  const server = useServer({ DATABASE_POOL_SIZE: '1', DATABASE_QUEUE: '4', JOB_CONCURRENCY: '0' });

  it('is refused over HTTP and WebSocket alike, and what was taken is answered', async () => {
    // What a server does at its start waits for the one connection, too.
    const project = await vi.waitFor(() => server.project(), { timeout: 5000 });
    let release = () => {};
    const held = server.app.connection.transaction(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    const codes: string[] = [];
    const asking = Array.from({ length: 12 }, async () => {
      const answer = await post(server.url, project.keys.READ, '{ memories { totalCount } }');
      codes.push(answer.errors?.[0]?.extensions.code ?? `status ${answer.status}`);
    });
    // A task of the server itself can wait among the four.
    await eventually(() => codes.length).toBeGreaterThanOrEqual(8);
    const metrics = await fetch(`${server.url}/metrics`, { headers: { 'x-api-key': ROOT_KEY } });
    expect(await metrics.text()).toMatch(/lorebase_database_waiting [45]\n/);
    const live = project.subscribe('{ viewer { role } }');
    await live.ended;
    expect(live.errors).toMatchObject([{ code: 1013, reason: 'Try again later' }]);
    release();
    await Promise.all([held, live.stop(), ...asking]);
    const refused = codes.filter((code) => code === 'RATE_LIMITED').length;
    expect([8, 9]).toContain(refused);
    expect(codes.slice(refused)).toEqual(new Array(12 - refused).fill('status 200'));
    expect((await post(server.url, project.keys.READ, '{ viewer { role } }')).status).toBe(200);
  });
});

describe('more operations than a key may have in a minute', () => {
  const server = useServer({ RATE_LIMIT_PER_MINUTE: '20' });

  it('are refused over HTTP and WebSocket alike, and only for that key', async () => {
    const project = await server.project();
    const ask = (key: string) => post(server.url, key, '{ viewer { role } }');
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask(project.keys.READ)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.errors?.[0]?.extensions).toEqual({
      code: 'RATE_LIMITED',
      retryAfterSeconds: expect.any(Number),
    });
    const live = project.subscribe('{ viewer { role } }');
    await live.ended;
    expect(JSON.stringify(live.errors)).toContain('RATE_LIMITED');
    await live.stop();
    expect((await ask(project.keys.WRITE)).status).toBe(200);
    const again = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': project.keys.READ },
      body: JSON.stringify({ query: '{ viewer { role } }' }),
    });
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    ['POST', '/graphql/stream', { query: '{ viewer { role } }' }],
    ['GET', '/export', null],
    ['POST', '/import', {}],
    ['GET', '/v1/models', null],
    ['POST', '/v1/chat/completions', { model: 'agt_none', messages: [] }],
  ])('are refused at %s %s, too', async (method, path, body) => {
    const project = await server.project();
    const ask = () => post(server.url, project.keys.ADMIN, '{ viewer { role } }');
    await Promise.all(Array.from({ length: 20 }, ask));
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${project.keys.ADMIN}`,
    };
    const sent = body === null ? {} : { body: JSON.stringify(body) };
    const refused = await fetch(server.url + path, { method, headers, ...sent });
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      expect.toSatisfy((seconds: number) => seconds > 0),
    ]);
  });
});
