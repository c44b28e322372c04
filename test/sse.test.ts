import { createClient } from 'graphql-sse';
import { describe, expect, it, vi } from 'vitest';
import { startServer } from '../src/http/server.ts';
import { eventually } from './support/eventually.ts';
import { ROOT_KEY, type TestProject, useServer } from './support/server.ts';
import { readEvents } from './support/sse.ts';

const server = useServer();

const EVENTS =
  'subscription ($after: String) { events(after: $after, types: [ENTRY_CREATED]) { type entry { content } } }';

const headersOf = ({ keys }: TestProject) => ({ authorization: `Bearer ${keys.READ}` });

const startOf = async (project: TestProject): Promise<string> =>
  (await project.run('{ events { headCursor } }')).events.headCursor;

/** How many operations of event streams are counted as running. */
const running = async (): Promise<number> => {
  const { values } = await server.app.metrics.runningOperations.get();
  return values.find(({ labels }) => labels.transport === 'sse')?.value ?? 0;
};

const contents = (found: { data: { events: { entry: { content: string } | null } } }[]) =>
  found.map(({ data }) => data.events.entry?.content);

describe('the client of graphql-sse', () => {
  it('subscribes at /graphql/stream and gets the cursor of each event', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const after = await startOf(project);
    const client = createClient({
      url: `${server.url}/graphql/stream`,
      headers: headersOf(project),
      retryAttempts: 0,
    });
    const results = client.iterate({ query: EVENTS, variables: { after } });
    const one = results.next();
    await project.write(memoryId, 'One thing');
    const { value } = await one;
    expect(value).toMatchObject({
      data: { events: { type: 'ENTRY_CREATED', entry: { content: 'One thing' } } },
      extensions: { cursor: expect.stringMatching(/^evt_/) },
    });
    await results.return?.();
  });
});

it('open event streams do not hold up the stop of the server', async () => {
  const { keys } = await server.project();
  const { url, close } = await startServer(server.app);
  const response = await fetch(`${url}/graphql/stream`, {
    method: 'POST',
    headers: { 'x-api-key': keys.READ, 'content-type': 'application/json' },
    body: JSON.stringify({ query: EVENTS }),
  });
  expect(response.status).toBe(200);
  const [text] = await Promise.all([response.text(), close()]);
  // A client reconnects after a stream that ends without having completed.
  expect(text).not.toContain('event: complete');
});

describe.each(['/graphql/stream', '/graphql'])('an event stream at %s', (path) => {
  const open = (
    project: TestProject,
    init: { variables?: object; headers?: object; query?: string; signal?: AbortSignal } = {},
  ) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        ...headersOf(project),
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'accept-encoding': 'br, gzip',
        ...init.headers,
      },
      body: JSON.stringify({ query: init.query ?? EVENTS, variables: init.variables ?? {} }),
      ...(init.signal ? { signal: init.signal } : {}),
    });

  it('has the cursor of each event as its id, from which Last-Event-ID resumes', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const after = await startOf(project);
    for (const text of ['First', 'Second', 'Third']) await project.write(memoryId, text);
    const whole = await open(project, { variables: { after } });
    expect(whole.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(whole.headers.get('content-encoding')).toBeNull();
    expect(whole.headers.get('x-request-id')).toMatch(/^req_/);
    const all = await readEvents(whole, 3);
    expect(contents(all.map(({ data }) => data))).toEqual(['First', 'Second', 'Third']);
    for (const { id, data } of all) expect(id).toBe(data.extensions.cursor);

    const rest = await open(project, {
      variables: { after },
      headers: { 'last-event-id': all[0]?.id },
    });
    const resumed = await readEvents(rest, 2);
    expect(resumed.map(({ id }) => id)).toEqual(all.slice(1).map(({ id }) => id));
  });

  it('ends and is logged when the client disconnects', async () => {
    const project = await server.project();
    const listen = vi.spyOn(server.app.changes, 'listen');
    const log = vi.spyOn(server.app.log, 'info');
    const leaving = new AbortController();
    const response = await open(project, {
      signal: leaving.signal,
      query: 'subscription Watch { events { type } }',
    });
    await response.body?.getReader().read();
    const follower = listen.mock.results.at(-1)?.value;
    expect(follower.isClosed()).toBe(false);
    leaving.abort();
    await eventually(() => follower.isClosed()).toBe(true);
    await eventually(() => log.mock.calls.map(([line]) => line)).toContainEqual(
      expect.objectContaining({ operation: 'Watch', outcome: 'ok', transport: 'sse' }),
    );
    vi.restoreAllMocks();
  });

  it('answers queries and the errors of documents as results', async () => {
    const project = await server.project();
    const query = await open(project, { query: '{ viewer { role } }' });
    expect(await query.text()).toContain(
      'event: next\ndata: {"data":{"viewer":{"role":"READ"}},"extensions":{"cost":1,"maxCost":50000}}\n\nevent: complete\ndata:',
    );
    for (const [text, code] of [
      ['subscription { nothing }', 'GRAPHQL_VALIDATION_FAILED'],
      ['subscription {', 'GRAPHQL_PARSE_FAILED'],
      ['subscription { events(after: "x") { type } }', 'BAD_USER_INPUT'],
      ['mutation { createMemory(input: { name: "x" }) { memory { id } } }', 'FORBIDDEN'],
    ] as const) {
      const [result] = await readEvents(await open(project, { query: text }), 1);
      expect(result?.data.errors[0].extensions.code).toBe(code);
    }
  });

  it('acts with a root key in the project that the header names', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const headers = { authorization: `Bearer ${ROOT_KEY}`, 'lorebase-project': project.id };
    const after = await startOf(project);
    await project.write(memoryId, 'Of this project');
    const found = await readEvents(await open(project, { headers, variables: { after } }), 1);
    expect(contents(found.map(({ data }) => data))).toEqual(['Of this project']);
  });

  it('ends with an error when the key is revoked', async () => {
    const project = await server.project();
    const response = await open(project);
    const { viewer } = await project.run('{ viewer { apiKey { id } } }', {}, project.keys.READ);
    await project.run(
      'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id } } }',
      { input: { apiKeyId: viewer.apiKey.id } },
      project.keys.ADMIN,
    );
    const text = await response.text();
    expect(text).toContain('"code":"UNAUTHENTICATED"');
    expect(text).toMatch(/event: complete\ndata:\n\n$/);
  });

  it('rejects an unknown key with status 401', async () => {
    const project = await server.project();
    const response = await open(project, { headers: { authorization: 'Bearer unknown' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  it('accepts a GET with a key, and refuses one without, and a mutation', async () => {
    const project = await server.project();
    const get = (query: string, headers: Record<string, string>) =>
      fetch(`${server.url}${path}?${new URLSearchParams({ query })}`, {
        headers: { accept: 'text/event-stream', ...headers },
      });
    const [connected] = await readEvents(await get('{ viewer { role } }', headersOf(project)), 1);
    expect(connected?.data).toMatchObject({ data: { viewer: { role: 'READ' } } });
    expect((await get('{ __typename }', {})).status).toBe(401);
    const write = { authorization: `Bearer ${project.keys.WRITE}` };
    const mutation = 'mutation { createMemory(input: { name: "x" }) { memory { id } } }';
    const [refused] = await readEvents(await get(mutation, write), 1);
    expect(refused?.data.errors[0].extensions.code).toBe('BAD_REQUEST');
  });

  it('answers a request without a document with status 400', async () => {
    const project = await server.project();
    const before = await running();
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        ...headersOf(project),
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: '{}',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ message: 'Missing query', extensions: { code: 'BAD_REQUEST' } }],
    });
    expect(await running()).toBeLessThanOrEqual(before);
  });
});
