import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { startServer } from '../src/http/server.ts';
import { createLog } from '../src/log.ts';
import { closeApp, openApp } from '../src/open-app.ts';
import { authenticate } from '../src/projects/authenticate.ts';
import { hashSecret } from '../src/projects/secrets.ts';
import { confirmAccess, untilAccessEnds } from '../src/projects/watch-access.ts';
import { createAgent, STREAM, user } from './support/agents.ts';
import { isEmbedded } from './support/database.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { subscribe } from './support/graphql.ts';
import { ROOT_KEY, type TestProject, useServer } from './support/server.ts';
import { statementsDuring } from './support/sql-statements.ts';

const server = useServer({ CHAT_MODEL: 'test-chat', CHAT_MAX_RETRIES: '0', JOB_CONCURRENCY: '0' });

const EVENTS = 'subscription ($after: String) { events(after: $after) { type entryId } }';

const ENDED =
  '{ events(types: [GENERATION_ENDED]) { nodes { agent { id } generation { status agent { id } } } } }';

const REVOKE =
  'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id } } }';

/** Greatest time from a revocation to the end of a stream, with some room for a busy machine. */
const SOON_MS = 2000;

type Key = { id: string; secret: string };

async function createKey(project: TestProject, input: Record<string, unknown> = {}): Promise<Key> {
  const { createApiKey } = await project.run(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id } } }',
    { input: { name: 'follower', role: 'READ', ...input } },
    project.keys.ADMIN,
  );
  return { id: createApiKey.apiKey.id, secret: createApiKey.secret };
}

const revoke = (project: TestProject, { id: apiKeyId }: Key) =>
  project.run(REVOKE, { input: { apiKeyId } }, project.keys.ADMIN);

const headOf = async (project: TestProject): Promise<string> => {
  return (await project.run('{ events(first: 0) { headCursor } }')).events.headCursor;
};

describe('after the revocation of its key', () => {
  it('a WebSocket receives no event, and its subscription ends though nothing happens', async () => {
    const project = await server.project();
    const [memoryId, key] = [await project.memory(), await createKey(project)];
    const after = await headOf(project);
    const lives = Array.from({ length: 5 }, () =>
      subscribe(server.url, key.secret, EVENTS, { after }),
    );
    await project.write(memoryId, 'Before', { kind: 'PLAN' });
    await Promise.all(lives.map((live) => live.count(1)));
    await revoke(project, key);
    await project.write(memoryId, 'After', { kind: 'PLAN' });
    await Promise.all(lives.map((live) => live.ended));
    for (const live of lives) {
      expect(live.received).toHaveLength(1);
      expect(JSON.stringify(live.errors)).toContain('UNAUTHENTICATED');
      await live.stop();
    }
    const idle = await createKey(project);
    const silent = subscribe(server.url, idle.secret, EVENTS, { after });
    await silent.count(2);
    const from = performance.now();
    await revoke(project, idle);
    await silent.ended;
    expect(performance.now() - from).toBeLessThan(SOON_MS);
    expect(JSON.stringify(silent.errors)).toContain('UNAUTHENTICATED');
    await silent.stop();
  });

  it('an event stream ends with the error', async () => {
    const project = await server.project();
    const [memoryId, key] = [await project.memory(), await createKey(project)];
    const after = await headOf(project);
    const response = await fetch(`${server.url}/graphql/stream`, {
      method: 'POST',
      headers: { 'x-api-key': key.secret, 'content-type': 'application/json' },
      body: JSON.stringify({ query: EVENTS, variables: { after } }),
    });
    await revoke(project, key);
    await project.write(memoryId, 'After', { kind: 'PLAN' });
    const from = performance.now();
    const text = await response.text();
    expect(performance.now() - from).toBeLessThan(SOON_MS);
    expect(text).toContain('UNAUTHENTICATED');
    expect(text).not.toContain('ENTRY_CREATED');
  });

  it.skipIf(isEmbedded)('the streams of another process end as well', async () => {
    const project = await server.project();
    const [memoryId, key] = [await project.memory(), await createKey(project)];
    const after = await headOf(project);
    const config = readConfig(server.env);
    const other = await openApp(config, createLog(config));
    const running = await startServer(other);
    const [live, idle] = [{ after }, {}].map((variables) =>
      subscribe(running.url, key.secret, EVENTS, variables),
    );
    await project.write(memoryId, 'Before', { kind: 'PLAN' });
    await live?.count(1);
    const from = performance.now();
    await revoke(project, key);
    await project.write(memoryId, 'After', { kind: 'PLAN' });
    await Promise.all([live?.ended, idle?.ended]);
    expect(performance.now() - from).toBeLessThan(SOON_MS);
    expect(live?.received).toHaveLength(1);
    expect(JSON.stringify(idle?.errors)).toContain('UNAUTHENTICATED');
    await Promise.all([live?.stop(), idle?.stop()]);
    await running.close();
    await closeApp(other);
  });

  it('a streamed generation ends, and so does its call to the model', async () => {
    const project = await server.project();
    const agent = await createAgent(project);
    const key = await createKey(project, { role: 'WRITE' });
    const answering = createDeferred();
    server.models.chat(() => ({ text: 'Too late', after: answering.promise }));
    const asked = server.models.chats.length;
    const input = { agentId: agent.id, messages: user('Hello') };
    const live = subscribe(server.url, key.secret, STREAM, { input });
    await eventually(() => server.models.chats.length).toBe(asked + 1);
    const from = performance.now();
    await revoke(project, key);
    await live.ended;
    expect(performance.now() - from).toBeLessThan(SOON_MS);
    expect(JSON.stringify(live.errors)).toContain('UNAUTHENTICATED');
    await eventually(() => server.models.aborted.count).toBeGreaterThan(0);
    answering.resolve();
    expect(JSON.stringify(live.received)).not.toContain('Too late');
    const ended = async () => (await project.run(ENDED)).events.nodes;
    await eventually(ended).toMatchObject([
      { agent: { id: agent.id }, generation: { status: 'CANCELLED', agent: { id: agent.id } } },
    ]);
    await live.stop();
  });
});

it('a stream of the OpenAI API ends when its key is revoked', async () => {
  const project = await server.project();
  const agent = await createAgent(project);
  const key = await createKey(project, { role: 'WRITE' });
  const answering = createDeferred();
  server.models.chat(() => ({ text: 'Too late', after: answering.promise }));
  const asked = server.models.chats.length;
  const answer = fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: agent.id, messages: user('Hello'), stream: true }),
  });
  await eventually(() => server.models.chats.length).toBe(asked + 1);
  const from = performance.now();
  await revoke(project, key);
  const { status } = await answer;
  expect(performance.now() - from).toBeLessThan(SOON_MS);
  expect(status).toBe(401);
  answering.resolve();
});

it('a key that expires receives nothing from then on', async () => {
  const project = await server.project();
  const memoryId = await project.memory();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const key = await createKey(project, { expiresAt: expiresAt.toISOString() });
  const after = await headOf(project);
  const live = subscribe(server.url, key.secret, EVENTS, { after });
  await project.write(memoryId, 'Before', { kind: 'PLAN' });
  await live.count(1);
  const now = server.app.clock;
  server.app.clock = () => expiresAt;
  try {
    await project.write(memoryId, 'After', { kind: 'PLAN' });
    await live.ended;
  } finally {
    server.app.clock = now;
  }
  expect(live.received).toHaveLength(1);
  expect(JSON.stringify(live.errors)).toContain('UNAUTHENTICATED');
  await live.stop();
});

it('a hundred subscribers of a key share the checks of their access', async () => {
  const project = await server.project();
  const [memoryId, key] = [await project.memory(), await createKey(project)];
  const after = await headOf(project);
  const lives = Array.from({ length: 100 }, () =>
    subscribe(server.url, key.secret, EVENTS, { after }),
  );
  await project.write(memoryId, 'To begin with', { kind: 'PLAN' });
  await Promise.all(lives.map((live) => live.count(1)));
  const hash = hashSecret(key.secret);
  const from = performance.now();
  const statements = await statementsDuring(server, async () => {
    for (let i = 0; i < 10; i += 1) {
      await project.write(memoryId, `Step ${i}`, { kind: 'PLAN' });
      await Promise.all(lives.map((live) => live.count(i + 2)));
    }
    await sleep(1500);
  });
  const checks = statements.filter((text) => text.includes(hash)).length;
  const periods = (performance.now() - from) / 700;
  expect(checks).toBeGreaterThanOrEqual(10);
  expect(checks).toBeLessThanOrEqual(10 * 3 + periods + 1);
  await Promise.all(lives.map((live) => live.stop()));
});

/** Opens a stream on which nothing happens, of the principal of a secret. */
async function openIdle({ id: projectId }: TestProject, secret: string) {
  const viewer = await authenticate(server.app, secret);
  const source: AsyncIterator<never> = { next: () => new Promise(() => {}) };
  const stream = untilAccessEnds(server.app, { viewer, projectId }, source);
  const opened = { viewer, error: null as unknown, close: () => stream.return?.(undefined) };
  stream.next().catch((error: unknown) => {
    opened.error = error;
  });
  return opened;
}

type Send = (...args: never[]) => Promise<unknown>;

/** Lets `run` send each statement that contains the text, until the returned function is called. */
function interceptStatements(text: string, run: (send: () => Promise<unknown>) => unknown) {
  const { $client } = server.app.db as unknown as { $client: { query: Send } };
  const { query } = $client;
  $client.query = async (...args) => {
    const send = () => query.apply($client, args);
    return JSON.stringify(args).includes(text) ? run(send) : send();
  };
  return () => {
    $client.query = query;
  };
}

it('a check of the access does not rely on one that began before it', async () => {
  const project = await server.project();
  const key = await createKey(project);
  const idle = await openIdle(project, key.secret);
  const [read, answered] = [createDeferred(), createDeferred()];
  const restore = interceptStatements(hashSecret(key.secret), async (send) => {
    const answer = await send();
    read.resolve();
    await answered.promise;
    return answer;
  });
  const first = confirmAccess(server.app, idle.viewer, project.id);
  await read.promise;
  await revoke(project, key);
  const later = confirmAccess(server.app, idle.viewer, project.id);
  answered.resolve();
  await first;
  await expect(later).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  restore();
});

it('a stream whose access ended between two of its events fails at the next one', async () => {
  const project = await server.project();
  const key = await createKey(project);
  const viewer = await authenticate(server.app, key.secret);
  const access = { viewer, projectId: project.id };
  const source = (async function* () {
    yield* [1, 2];
  })();
  const stream = untilAccessEnds(server.app, access, source);
  expect(await stream.next()).toEqual({ done: false, value: 1 });
  await revoke(project, key);
  const refusal = { code: 'UNAUTHENTICATED' };
  await expect(confirmAccess(server.app, viewer, project.id)).rejects.toMatchObject(refusal);
  await expect(stream.next()).rejects.toMatchObject(refusal);
});

it('a stream stays open while its access cannot be checked', async () => {
  const project = await server.project();
  const key = await createKey(project);
  const idle = await openIdle(project, key.secret);
  const failure = Object.assign(new Error('The database stops'), { code: '57P01' });
  const restore = interceptStatements(hashSecret(key.secret), () => Promise.reject(failure));
  const checked = confirmAccess(server.app, idle.viewer, project.id);
  await expect(checked).rejects.toMatchObject({ cause: failure });
  restore();
  await confirmAccess(server.app, idle.viewer, project.id);
  expect(idle.error).toBeNull();
  await idle.close();
});

it('the streams of two secrets of a key, and of two projects of a root key, end separately', async () => {
  const [project, other] = [await server.project(), await server.project()];
  const key = await createKey(project);
  const ofOld = await openIdle(project, key.secret);
  const { rotateApiKey } = await project.run(
    'mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { secret } }',
    { input: { apiKeyId: key.id, overlapMinutes: 1 } },
    project.keys.ADMIN,
  );
  const ofNew = await openIdle(project, rotateApiKey.secret);
  const now = server.app.clock;
  server.app.clock = () => new Date(now().getTime() + 120_000);
  try {
    await eventually(() => ofOld.error).toMatchObject({ code: 'UNAUTHENTICATED' });
  } finally {
    server.app.clock = now;
  }
  expect(ofNew.error).toBeNull();
  const ofRoot = await openIdle(project, ROOT_KEY);
  const ofOther = await openIdle(other, ROOT_KEY);
  await server.asRoot(
    'mutation ($input: DeleteProjectInput!) { deleteProject(input: $input) { deletedProjectId } }',
    { input: { confirmName: (await project.run('{ project { name } }')).project.name } },
    project.id,
  );
  await eventually(() => ofRoot.error).toMatchObject({ code: 'NOT_FOUND' });
  expect(ofOther.error).toBeNull();
  await ofOther.close();
});

it('a thousand idle streams of ten keys cost few queries, and only those of a revoked key end', async () => {
  const projects = [await server.project(), await server.project()];
  const keys = await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const project = projects[i % 2] as TestProject;
      return { project, key: await createKey(project) };
    }),
  );
  const source = (): AsyncIterator<never> => ({ next: () => new Promise(() => {}) });
  const ended = new Set<number>();
  const streams: AsyncIterator<never>[] = [];
  for (const [i, { project, key }] of keys.entries()) {
    const viewer = await authenticate(server.app, key.secret);
    for (let stream = 0; stream < 100; stream += 1) {
      const watched = untilAccessEnds(server.app, { viewer, projectId: project.id }, source());
      watched.next().catch(() => ended.add(i * 100 + stream));
      streams.push(watched);
    }
  }
  const from = performance.now();
  const queries = (await statementsDuring(server, () => sleep(4000))).length;
  expect(queries).toBeGreaterThan(0);
  expect(queries / ((performance.now() - from) / 1000)).toBeLessThanOrEqual(5);
  expect(ended.size).toBe(0);
  const { project, key } = keys[3] as (typeof keys)[number];
  await revoke(project, key);
  await eventually(() => ended.size).toBe(100);
  expect([...ended].every((number) => Math.floor(number / 100) === 3)).toBe(true);
  await Promise.all(streams.map((stream) => stream.return?.()));
});
