import { describe, expect, it } from 'vitest';
import { post } from './support/graphql.ts';
import { ROOT_KEY, useServer } from './support/server.ts';

describe('more than the embedding model can take', () => {
  const server = useServer({
    EMBEDDING_CONCURRENCY: '2',
    EMBEDDING_QUEUE: '3',
    EMBEDDING_TIMEOUT_MS: '20000',
  });

  it('is refused with a code and stores nothing, and what was taken is done', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    // All twelve are there before the first is answered, however busy the machine is.
    server.models.behave({ kind: 'normal', delayMs: 1500 });
    const query = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        post(server.url, project.keys.WRITE, query, {
          input: { memoryId, content: `Text ${i}`, kind: 'PLAN' },
        }),
      ),
    );
    server.models.behave({ kind: 'normal' });
    const codes = answers.map((answer) => answer.errors?.[0]?.extensions.code ?? 'stored');
    expect(codes.filter((code) => code === 'stored')).toHaveLength(5);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(7);
    const { memory } = await project.run(`{ memory(id: "${memoryId}") { entryCount } }`);
    expect(memory.entryCount).toBe(5);
    expect((await project.write(memoryId, 'Afterwards')).action).toBe('CREATED');
  });
});

describe('more than the database can take', () => {
  const server = useServer({ DATABASE_POOL_SIZE: '1', DATABASE_QUEUE: '4', JOB_CONCURRENCY: '0' });

  it('is refused over HTTP and WebSocket alike, and what was taken is answered', async () => {
    const project = await server.project();
    let release = () => {};
    const held = server.app.db.transaction(
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
    await expect.poll(() => codes).toEqual(new Array(8).fill('RATE_LIMITED'));
    const metrics = await fetch(`${server.url}/metrics`, { headers: { 'x-api-key': ROOT_KEY } });
    expect(await metrics.text()).toContain('lorebase_database_waiting 4');
    const live = project.subscribe('{ viewer { role } }');
    await live.ended;
    expect(live.errors).toMatchObject([{ code: 1013, reason: 'Try again later' }]);
    release();
    await Promise.all([held, live.stop(), ...asking]);
    expect(codes.slice(8)).toEqual(new Array(4).fill('status 200'));
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
});
