import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { App } from '../src/app.ts';
import { startReadingBackground } from '../src/commands/serve.ts';
import { readConfig } from '../src/config.ts';
import { entries } from '../src/db/tables/entries.ts';
import { apiKeys } from '../src/db/tables/projects.ts';
import { startServer } from '../src/http/server.ts';
import { createLog } from '../src/log.ts';
import { closeApp, openApp } from '../src/open-app.ts';
import { eventually } from './support/eventually.ts';
import { post, subscribe } from './support/graphql.ts';
import { useOtherThatCanHang } from './support/other-process.ts';
import { startProcess } from './support/process.ts';
import { type CuttableProxy, startProxy } from './support/proxy.ts';
import { ROOT_KEY, run, type TestProject, useServer, WRITE } from './support/server.ts';
import { createStandby, noStandby, type Standby } from './support/standby.ts';

const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { entry { id content } } }
}`;
const ENTRIES = '{ entries(first: 100) { totalCount nodes { id content } } }';
const EVENTS =
  'subscription ($after: String) { events(after: $after) { cursor type entry { content } } }';

describe.skipIf(noStandby)(`a standby${noStandby ? ` (${noStandby})` : ''}`, () => {
  let standby: Standby;
  let proxy: CuttableProxy;

  beforeAll(async () => {
    standby = await createStandby();
  });
  afterAll(async () => {
    proxy.close();
    await standby.remove();
  });

  const server = useServer(async ({ env }) => {
    proxy = await startProxy(env.DATABASE_URL);
    return { DATABASE_URL: proxy.url, DATABASE_READ_URL: standby.urlOf(env.DATABASE_URL) };
  });

  /** How many operations have read from the standby and from the primary so far. */
  const reads = async ({ metrics }: App = server.app) => {
    const { values } = await metrics.standbyReads.get();
    const of = (from: string) => values.find(({ labels }) => labels.from === from)?.value ?? 0;
    return { standby: of('standby'), primary: of('primary') };
  };

  /** Resolves when the standby has all that the project has. */
  const replayed = async ({ id }: TestProject) => {
    const { standby } = server.app.variants ?? {};
    await eventually(() => standby?.isCurrent(id, server.app.changes.latest(id))).toBe(true);
  };

  const useReader = async (env: Record<string, string>) => {
    const config = readConfig({ ...server.env, ...env }, { isReadOnly: true });
    const app = await openApp(config, createLog(config));
    const running = await startServer(app);
    const background = startReadingBackground(app);
    onTestFinished(async () => {
      await running.close();
      await background.stop();
      await closeApp(app);
    });
    return { url: running.url, app };
  };
  const alone = () =>
    useReader({ DATABASE_URL: server.env.DATABASE_READ_URL ?? '', DATABASE_READ_URL: '' });

  afterEach(async () => {
    proxy.mend();
    await standby.resume();
    await standby.delay('0');
  });

  it('answers queries as long as nothing is missing on it', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'The office opens at eight');
    await replayed(project);
    // What nobody announces shows which database is read.
    await standby.pause();
    await server.app.db
      .update(entries)
      .set({ deletedAt: new Date() })
      .where(eq(entries.id, entry.id));
    const before = await reads();
    for (const mode of ['SEMANTIC', 'HYBRID', 'LEXICAL']) {
      const input = { query: 'When does the office open?', mode, minScore: 0 };
      const { searchKnowledge } = await project.run(SEARCH, { input });
      expect(searchKnowledge.results.map((found: { entry: unknown }) => found.entry)).toEqual([
        { id: entry.id, content: 'The office opens at eight' },
      ]);
    }
    expect((await project.run(ENTRIES)).entries.totalCount).toBe(1);
    const log = await project.run('{ events { nodes { type } } }', {}, project.keys.READ);
    expect(log.events.nodes.map(({ type }: { type: string }) => type)).toContain('ENTRY_CREATED');
    expect(await reads()).toEqual({ standby: before.standby + 5, primary: before.primary });
  });

  it('is not used for what this process has just written, until it has it', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await standby.delay('300ms');
    const before = await reads();
    for (let i = 0; i < 100; i += 1) {
      const content = `Fact ${i} of a hundred`;
      const { entry } = await project.write(memoryId, content, { kind: 'PLAN' });
      const { entries: found } = await project
        .run(
          'query ($id: ID!) { entry(id: $id) { content } entries(first: 1, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { content } } }',
          { id: entry.id },
        )
        .then((data) => ({ entries: [data.entry, ...data.entries.nodes] }));
      expect(found).toEqual([{ content }, { content }]);
    }
    expect((await reads()).primary).toBeGreaterThan(before.primary + 50);
    await standby.delay('0');
    await replayed(project);
    const after = await reads();
    await project.run(ENTRIES);
    expect(await reads()).toEqual({ ...after, standby: after.standby + 1 });
  });

  it('is not used for what another process has written while that cannot be heard of', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const other = await useOtherThatCanHang(server, project.keys.READ);
    const count = async () => (await run(other.url, project.keys.READ, ENTRIES)).entries.totalCount;
    expect(await count()).toBe(0);
    other.hang();
    await eventually(() => other.app.connection.isReceivingNotifications()).toBe(false);
    await standby.pause();
    await project.write(memoryId, 'Nobody is told of this');
    expect(await count()).toBe(1);
    await standby.resume();
    await replayed(project);
    // A read that comes while the primary writes something else is answered by the primary.
    const before = await reads(other.app);
    await eventually(async () => {
      expect(await count()).toBe(1);
      return (await reads(other.app)).standby;
    }).toBeGreaterThan(before.standby);
  });

  it('is used for a second at most without the writes of a process that ended before it announced them', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const reader = await useReader({});
    const count = async () =>
      (await run(reader.url, project.keys.READ, ENTRIES)).entries.totalCount;
    const isCurrent = () =>
      reader.app.variants?.standby.isCurrent(project.id, reader.app.changes.latest(project.id));
    await eventually(isCurrent).toBe(true);
    expect(await count()).toBe(0);
    await standby.pause();
    const { changes } = server.app;
    const { notify } = changes;
    changes.notify = () => {};
    await project.write(memoryId, 'Nobody is told of this').finally(() => {
      changes.notify = notify;
    });
    await eventually(count).toBe(1);
  });

  it('is not used for writes without an event, new projects, keys and statistics', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'Touched');
    await replayed(project);
    await standby.pause();
    await project.run(
      'mutation ($input: TouchEntriesInput!) { touchEntries(input: $input) { results { __typename } } }',
      { input: { entryIds: [entry.id] } },
    );
    const query = 'query ($id: ID!) { entry(id: $id) { accessCount } }';
    expect((await project.run(query, { id: entry.id })).entry.accessCount).toBe(1);
    const other = await server.project();
    const { viewer, projects } = await server.asRoot(
      '{ viewer { role } projects(first: 1) { nodes { id } } }',
    );
    expect([viewer.role, projects.nodes]).toEqual(['ADMIN', [{ id: other.id }]]);
    expect((await other.run('{ project { id } }')).project.id).toBe(other.id);
    const { stats } = await project.run(
      'query ($from: DateTime!) { stats(from: $from, bucket: WEEK) { entriesCreated } }',
      { from: new Date() },
    );
    expect(stats[0].entriesCreated).toBe(1);
  });

  it('is not used for what another process has announced', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const other = await startProcess({ ...server.env, DATABASE_READ_URL: '' });
    onTestFinished(async () => void (await other.kill('SIGKILL')));
    await replayed(project);
    await standby.pause();
    const known = server.app.changes.latest(project.id);
    await run(other.url, project.keys.WRITE, WRITE, { input: { memoryId, content: 'Elsewhere' } });
    await eventually(() => server.app.changes.latest(project.id)).not.toBe(known);
    expect((await project.run(ENTRIES)).entries.nodes).toMatchObject([{ content: 'Elsewhere' }]);
  });

  it('delivers events when it has them, and resumes after a cursor that it does not have yet', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await replayed(project);
    const { standby: before } = await reads();
    const live = project.subscribe(EVENTS);
    await eventually(async () => (await reads()).standby).toBe(before + 1);
    await standby.delay('500ms');
    for (const content of ['One', 'Two']) await project.write(memoryId, content, { kind: 'PLAN' });
    const contents = (received: { events: { entry: { content: string } } }[]) =>
      received.map(({ events }) => events.entry.content);
    expect(contents(await live.count(2))).toEqual(['One', 'Two']);
    await standby.pause();
    await project.write(memoryId, 'Three', { kind: 'PLAN' });
    const { events } = await project.run('{ events { headCursor } }');
    const resumed = project.subscribe(EVENTS, { after: events.headCursor });
    await project.write(memoryId, 'Four', { kind: 'PLAN' });
    expect(contents(await resumed.count(1))).toEqual(['Four']);
    expect(live.received).toHaveLength(2);
    await standby.resume();
    expect(contents(await live.count(4))).toEqual(['One', 'Two', 'Three', 'Four']);
    await Promise.all([live.stop(), resumed.stop()]);
  });

  it('does not keep a revoked key alive', async () => {
    const project = await server.project();
    await project.run('{ viewer { role } }', {}, project.keys.READ);
    await replayed(project);
    await standby.pause();
    const { project: found } = await project.run(
      '{ project { apiKeys { nodes { id role } } } }',
      {},
      project.keys.ADMIN,
    );
    const { id } = found.apiKeys.nodes.find(({ role }: { role: string }) => role === 'READ');
    // Nobody announces this.
    await server.app.connection.transaction(async (db) => {
      await db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, id));
    });
    const started = performance.now();
    await eventually(
      async () => (await post(server.url, project.keys.READ, '{ viewer { role } }')).status,
    ).toBe(401);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it('can be stopped and started while queries and subscriptions go on', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await replayed(project);
    const live = project.subscribe(EVENTS);
    await project.write(memoryId, 'Before', { kind: 'PLAN' });
    await live.count(1);
    // When it starts again it lacks what was read from the primary meanwhile.
    await standby.delay('4s');
    await standby.stop();
    for (let i = 0; i < 20; i += 1) await project.run(ENTRIES);
    await project.write(memoryId, 'During', { kind: 'PLAN' });
    await live.count(2);
    expect((await project.run(ENTRIES)).entries.totalCount).toBe(2);
    await standby.start();
    await eventually(() => server.app.variants?.standby.isUp()).toBe(true);
    await project.write(memoryId, 'After', { kind: 'PLAN' });
    await live.count(3);
    await replayed(project);
    const before = await reads();
    expect((await project.run(ENTRIES)).entries.totalCount).toBe(3);
    expect((await reads()).standby).toBe(before.standby + 1);
    const received = await live.count(3);
    expect(received.map(({ events }) => events.entry.content)).toEqual([
      'Before',
      'During',
      'After',
    ]);
    expect(live.errors).toEqual([]);
    await live.stop();
  });

  it('answers while the primary is down, and says so', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'Kept');
    await replayed(project);
    proxy.cut();
    await eventually(async () => {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': project.keys.READ },
        body: JSON.stringify({ query: ENTRIES }),
      });
      return response.json();
    }).toMatchObject({
      data: { entries: { nodes: [{ id: entry.id }] } },
      extensions: { replica: { lagSeconds: expect.any(Number), isStreaming: true } },
    });
    const { extensions } = await project.fail(
      'mutation { createMemory(input: { name: "Not now" }) { memory { id } } }',
    );
    expect(extensions.code).toBe('DATABASE_UNAVAILABLE');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    proxy.mend();
    await eventually(() => server.app.variants?.standby.hasPrimary()).toBe(true);
    await project.memory({ name: 'Again' });
  });

  it('is not asked about a project that the key does not reach', async () => {
    const project = await server.project();
    await replayed(project);
    const before = await reads();
    const other = `prj_${'x'.repeat(20)}`;
    const { errors } = await post(server.url, project.keys.READ, ENTRIES, {}, other);
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect(await reads()).toEqual(before);
  });

  it('is told to operators', async () => {
    const ready = await (await fetch(`${server.url}/readyz`)).json();
    expect(ready).toMatchObject({
      ready: true,
      role: 'read-write',
      replica: { ok: expect.stringMatching(/^PostgreSQL/), lagSeconds: expect.any(Number) },
    });
    const headers = { authorization: `Bearer ${ROOT_KEY}` };
    const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
    expect(metrics).toMatch(/^lorebase_replica_up 1$/m);
    expect(metrics).toMatch(/^lorebase_replica_lag_seconds \d/m);
  });

  describe('with a process that only reads', () => {
    const refused = async (url: string, key: string) => {
      const { errors } = await post(
        url,
        key,
        'mutation { createMemory(input: { name: "No" }) { memory { id } } }',
      );
      return errors?.[0]?.extensions.code;
    };

    it('serves reads without a primary, says how far it is behind, and refuses what writes', async () => {
      const project = await server.project();
      const memoryId = await project.memory();
      const { entry } = await project.write(memoryId, 'Read only');
      await replayed(project);
      const reader = await alone();
      const { viewer } = await run(reader.url, ROOT_KEY, '{ viewer { isRoot } }');
      expect(viewer.isRoot).toBe(true);
      const response = await fetch(`${reader.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': project.keys.READ },
        body: JSON.stringify({ query: ENTRIES }),
      });
      expect(await response.json()).toMatchObject({
        data: { entries: { nodes: [{ id: entry.id }] } },
        extensions: { replica: { lagSeconds: expect.any(Number), isStreaming: true } },
      });
      for (const mode of ['SEMANTIC', 'HYBRID', 'LEXICAL']) {
        const input = { query: 'Read only', mode, minScore: 0 };
        const { searchKnowledge } = await run(reader.url, project.keys.READ, SEARCH, { input });
        expect(searchKnowledge.results).toHaveLength(1);
      }
      const from = new Date();
      const { stats, project: own } = await run(
        reader.url,
        project.keys.READ,
        'query ($from: DateTime!) { stats(from: $from, bucket: WEEK) { searches } project { usage { writesToday } } }',
        { from },
      );
      expect([stats.length, own.usage.writesToday >= 0]).toEqual([1, true]);
      expect(await refused(reader.url, project.keys.WRITE)).toBe('READ_ONLY');
      expect(await refused(reader.url, project.keys.READ)).toBe('FORBIDDEN');
      const generation = subscribe(
        reader.url,
        project.keys.WRITE,
        'subscription { generate(input: { agentId: "agt_1", messages: [] }) { __typename } }',
      );
      await generation.ended;
      expect(JSON.stringify(generation.received)).toContain('READ_ONLY');
      const completion = await fetch(`${reader.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${project.keys.WRITE}`,
        },
        body: JSON.stringify({ model: 'agt_1', messages: [{ role: 'user', content: 'Hi' }] }),
      });
      expect([completion.status, await completion.json()]).toMatchObject([
        403,
        { error: { type: 'permission_error', code: 'read_only' } },
      ]);
      expect(await (await fetch(`${reader.url}/healthz`)).json()).toEqual({
        status: 'ok',
        role: 'read-only',
      });
    });

    it('delivers events without notifications, and waits for a cursor that it does not have yet', async () => {
      const project = await server.project();
      const memoryId = await project.memory();
      await replayed(project);
      const reader = await alone();
      const live = subscribe(reader.url, project.keys.READ, EVENTS);
      await eventually(async () => (await reads(reader.app)).standby).toBe(1);
      await project.write(memoryId, 'One', { kind: 'PLAN' });
      expect(await live.count(1)).toMatchObject([{ events: { entry: { content: 'One' } } }]);
      await standby.pause();
      await project.write(memoryId, 'Two', { kind: 'PLAN' });
      const { events } = await project.run('{ events { headCursor } }');
      const after = subscribe(reader.url, project.keys.READ, EVENTS, { after: events.headCursor });
      await eventually(async () => (await reads(reader.app)).standby).toBe(2);
      await project.write(memoryId, 'Three', { kind: 'PLAN' });
      await standby.resume();
      expect(await after.count(1)).toMatchObject([{ events: { entry: { content: 'Three' } } }]);
      expect(after.errors).toEqual([]);
      await Promise.all([live.stop(), after.stop()]);
    });

    it('reads what is missing on the standby from a primary, and refuses what writes', async () => {
      const project = await server.project();
      const memoryId = await project.memory();
      const reader = await useReader({});
      await run(reader.url, project.keys.READ, ENTRIES);
      await replayed(project);
      await standby.pause();
      await project.write(memoryId, 'Only on the primary');
      await eventually(
        async () => (await run(reader.url, project.keys.READ, ENTRIES)).entries.nodes,
      ).toMatchObject([{ content: 'Only on the primary' }]);
      expect(await refused(reader.url, project.keys.WRITE)).toBe('READ_ONLY');
    });

    it('is started by the option --read-only, also while the primary is down', async () => {
      const project = await server.project();
      await project.write(await project.memory(), 'Served by a process');
      await replayed(project);
      proxy.cut();
      const reader = await startProcess(server.env, { args: ['--read-only'] });
      onTestFinished(async () => void (await reader.kill('SIGKILL')));
      const { entries: found } = await run(reader.url, project.keys.READ, ENTRIES);
      expect(found.nodes).toMatchObject([{ content: 'Served by a process' }]);
      expect(await reader.kill('SIGTERM')).toBe(0);
    });
  });
});
