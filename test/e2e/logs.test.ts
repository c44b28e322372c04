import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPreparedDatabase, isEmbedded, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { post, subscribe } from '../support/graphql.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type Running, startProcess } from '../support/process.ts';
import { ROOT_KEY, run, testEnv } from '../support/server.ts';

let database: TestDatabase;
let models: ModelServer;
let server: Running;

beforeAll(async () => {
  database = await createPreparedDatabase();
  models = await startModelServer();
  server = await startProcess({ ...testEnv(database, models), LOG_LEVEL: 'info' });
});

afterAll(async () => {
  await server.kill('SIGKILL');
  await models.close();
  await database.drop();
});

type Line = Record<string, unknown>;

/** Every line of the log so far; one that is no JSON fails the test. */
const lines = (): Line[] =>
  server
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** The lines with these fields, once there are any. */
async function linesWith(fields: Line): Promise<Line[]> {
  const matching = () =>
    lines().filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
  await eventually(() => matching().length).toBeGreaterThan(0);
  return matching();
}

it('writes a line for each operation, under the id that the caller was told, and no key', async () => {
  const { createApiKey } = await run(
    server.url,
    ROOT_KEY,
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id } } }',
    { input: { name: 'logged', role: 'READ' } },
  );
  const key = createApiKey.secret;
  const ask = (secret: string, body: string) =>
    fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body,
    });
  const query = 'query Named($tags: [String!]) { memories(tags: $tags) { totalCount } }';
  const body = JSON.stringify({ query, variables: { tags: ['tag-of-a-caller'] } });

  const answered = await ask(key, body);
  expect(answered.headers.get('cache-control')).toBe('no-store');
  const requestId = answered.headers.get('x-request-id');
  expect(requestId).toMatch(/^req_/);
  expect(await linesWith({ requestId })).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      requestId,
      transport: 'http',
      operation: 'Named',
      outcome: 'ok',
      actor: createApiKey.apiKey.id,
      durationMs: expect.any(Number),
      msg: 'Operation',
    },
  ]);
  for (const [secret, sent, outcome, actor] of [
    [ROOT_KEY, '{ "query": "{ nope }" }', 'GRAPHQL_VALIDATION_FAILED', 'root'],
    [ROOT_KEY, '{ "query": "{', 'BAD_REQUEST', null],
    [ROOT_KEY, '{}', 'BAD_REQUEST', null],
    [`${key}x`, body, 'UNAUTHENTICATED', null],
  ] as const) {
    const id = (await ask(secret, sent)).headers.get('x-request-id');
    const [line, ...more] = await linesWith({ requestId: id });
    expect([line, more]).toMatchObject([{ operation: null, outcome, actor }, []]);
  }

  const live = subscribe(server.url, key, 'subscription Watching { events { type } }');
  const refused = subscribe(server.url, key, 'query Refused { nope }');
  await refused.ended;
  // A subscription that is stopped before it began leaves no line.
  await eventually(async () => {
    const name = JSON.stringify(`memory ${Math.random()}`);
    await run(
      server.url,
      ROOT_KEY,
      `mutation { createMemory(input: { name: ${name} }) { memory { id } } }`,
    );
    return live.received.length;
  }).toBeGreaterThan(0);
  await live.stop();
  await refused.stop();
  expect(await linesWith({ operation: 'Watching' })).toMatchObject([
    { transport: 'websocket', outcome: 'ok', actor: createApiKey.apiKey.id },
  ]);
  await linesWith({ transport: 'websocket', outcome: 'GRAPHQL_VALIDATION_FAILED' });

  expect((await fetch(`${server.url}/healthz`)).headers.get('x-request-id')).toMatch(/^req_/);
  const text = server.log();
  expect(text).not.toContain('healthz');
  for (const secret of [ROOT_KEY, key, 'tag-of-a-caller']) expect(text).not.toContain(secret);
});

it.skipIf(isEmbedded)('logs a masked fault under the id that the caller is told', async () => {
  const sql = postgres(database.env.DATABASE_URL, { max: 1, onnotice: () => {} });
  await sql`alter table projects rename to elsewhere`;
  const { errors } = await post(server.url, ROOT_KEY, 'query Broken { projects { totalCount } }');
  await sql`alter table elsewhere rename to projects`;
  await sql.end();
  const extensions = errors?.[0]?.extensions;
  expect(extensions?.code).toBe('INTERNAL_SERVER_ERROR');
  // The line of the operation is written after that of the error.
  await linesWith({ requestId: extensions?.requestId, level: 30 });
  const found = await linesWith({ requestId: extensions?.requestId });
  expect(found.map(({ level, outcome }) => [level, outcome])).toEqual([
    [50, undefined],
    [30, 'INTERNAL_SERVER_ERROR'],
  ]);
});

it('has a line for each operation when the process has ended', async () => {
  const names = Array.from({ length: 100 }, (_, i) => `Last${i}`);
  const queries = names.map((name) => `query ${name} { viewer { role } }`);
  await Promise.all(queries.map((query) => run(server.url, ROOT_KEY, query)));
  expect(await server.kill('SIGTERM')).toBe(0);
  await eventually(
    () => lines().filter(({ operation }) => /^Last/.test(`${operation}`)).length,
  ).toBe(100);
});
