import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, isEmbedded, type TestDatabase } from '../support/database.ts';
import { post, subscribe } from '../support/graphql.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type Running, runCommand, startProcess } from '../support/process.ts';
import { ROOT_KEY, run, testEnv, WRITE } from '../support/server.ts';

let database: TestDatabase;
let models: ModelServer;
let env: Record<string, string>;
const running: Running[] = [];

beforeEach(async () => {
  database = await createDatabase();
  models = await startModelServer();
  env = { ...testEnv(database, models), LOG_LEVEL: 'warn' };
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((process) => process.kill('SIGKILL')));
  await models.close();
  await database.drop();
});

async function start(more: Record<string, string> = {}): Promise<Running> {
  const process = await startProcess({ ...env, ...more });
  running.push(process);
  return process;
}

async function seed(url: string, key = ROOT_KEY): Promise<{ projectId: string; memoryId: string }> {
  const made = await run(
    url,
    key,
    'mutation { createProject(input: { name: "e2e" }) { project { id } } }',
  );
  const projectId = made.createProject.project.id;
  const input = { projectId, name: 'memory' };
  const query =
    'mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { memory { id } } }';
  const memory = await run(url, key, query, { input });
  // Transactions of other tests may delay the event, and a cursor read before would lie before it.
  const log = `{ events(projectId: "${projectId}") { totalCount } }`;
  const settled = async () => (await run(url, key, log)).events.totalCount;
  await expect.poll(settled, { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
  return { projectId, memoryId: memory.createMemory.memory.id };
}

describe('a killed server', () => {
  it('leaves a job to the next, which does it once', async () => {
    const lesson = {
      summary: 'S',
      keyMistake: 'K',
      correctAction: 'C',
      applicableTools: [],
      guidance: 'G',
      reflection: 'Learned from being killed.',
    };
    models.chat(() => ({ text: JSON.stringify(lesson), delayMs: 5000 }));
    const first = await start({ CHAT_MODEL: 'test-chat' });
    const { projectId } = await seed(first.url);
    const { createTrace } = await run(
      first.url,
      ROOT_KEY,
      'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id } } }',
      { input: { projectId, task: 'Survive', review: { result: 'FAIL' } } },
    );
    await expect.poll(() => models.chats.length, { timeout: 20_000 }).toBe(1);
    await first.kill('SIGKILL');
    models.chat(() => ({ text: JSON.stringify(lesson) }));
    const { url } = await start({ CHAT_MODEL: 'test-chat' });
    const state = async () => {
      const query = `{ trace(id: "${createTrace.trace.id}", projectId: "${projectId}") {
        reflectionStatus reflectionAttempts } memories(projectId: "${projectId}") { nodes {
        entries(kinds: [REFLECTION]) { nodes { content } } } } }`;
      return run(url, ROOT_KEY, query);
    };
    await expect
      .poll(async () => (await state()).trace.reflectionStatus, { timeout: 40_000, interval: 250 })
      .toBe('COMPLETED');
    const { trace, memories } = await state();
    expect(trace.reflectionAttempts).toBe(2);
    const contents = memories.nodes.flatMap(
      (memory: { entries: { nodes: unknown[] } }) => memory.entries.nodes,
    );
    expect(contents).toEqual([{ content: 'Learned from being killed.' }]);
  });

  it('finishes the insights that it had begun, and none twice', async () => {
    let asked = 0;
    const answer = (delayMs: number) => (body: { messages: { content: string | null }[] }) => {
      const text = body.messages.at(-1)?.content ?? '';
      if (text.endsWith('Rating (1-10):')) return { text: '8' };
      if (text.includes('<observations>')) return { text: '1. What first?\n2. What then?' };
      asked += 1;
      return { text: `Insight ${asked} (because of 1).`, delayMs: asked === 1 ? 0 : delayMs };
    };
    models.chat(answer(60_000));
    const first = await start({ CHAT_MODEL: 'test-chat' });
    const { projectId, memoryId } = await seed(first.url);
    await run(
      first.url,
      ROOT_KEY,
      'mutation ($input: RecordObservationInput!) { recordObservation(input: $input) { entry { id } } }',
      { input: { projectId, memoryId, content: 'Seen', importance: 9 } },
    );
    await run(
      first.url,
      ROOT_KEY,
      'mutation ($input: ReflectInput!) { reflect(input: $input) { cycle { id } } }',
      { input: { projectId, memoryId, force: true } },
    );
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(2);
    await first.kill('SIGKILL');
    models.chat(answer(0));
    const { url } = await start({ CHAT_MODEL: 'test-chat' });
    const state = async () => {
      const query = `{ memory(id: "${memoryId}", projectId: "${projectId}") { stream { cumulativeImportance }
        reflections { nodes { status questions { insight { content } } } }
        entries(kinds: [REFLECTION]) { totalCount } } }`;
      return (await run(url, ROOT_KEY, query)).memory;
    };
    await expect
      .poll(async () => (await state()).reflections.nodes[0].status, {
        timeout: 40_000,
        interval: 250,
      })
      .toBe('COMPLETED');
    const { stream, reflections, entries } = await state();
    const insights = reflections.nodes[0].questions.map(
      (question: { insight: { content: string } }) => question.insight.content,
    );
    expect(insights).toEqual(['Insight 1.', 'Insight 3.']);
    expect(entries.totalCount).toBe(2);
    expect(stream.cumulativeImportance).toBe(16);
  });

  it('goes on with a re-embedding, and writes in between are in it', async () => {
    const first = await start();
    const where = await seed(first.url);
    for (let i = 0; i < 70; i += 1) {
      await run(first.url, ROOT_KEY, WRITE, {
        input: { ...where, content: `Kept number ${i}`, kind: 'PLAN' },
      });
    }
    models.behave({ kind: 'normal', delayMs: 700 });
    await run(
      first.url,
      ROOT_KEY,
      'mutation ($input: ReembedProjectInput!) { reembedProject(input: $input) { project { id } } }',
      {
        input: {
          projectId: where.projectId,
          embeddingModel: 'other-embedder',
          embeddingDimensions: 64,
        },
      },
    );
    await run(first.url, ROOT_KEY, WRITE, {
      input: { ...where, content: 'Written while moving', kind: 'PLAN' },
    });
    await first.kill('SIGKILL');
    models.behave({ kind: 'normal' });
    const { url } = await start();
    const settings = async () =>
      (
        await run(
          url,
          ROOT_KEY,
          `{ project(id: "${where.projectId}") { settings { embeddingModel } } }`,
        )
      ).project.settings.embeddingModel;
    await expect.poll(settings, { timeout: 40_000, interval: 250 }).toBe('other-embedder');
    const { searchKnowledge } = await run(
      url,
      ROOT_KEY,
      'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { entry { id } } } }',
      { input: { projectId: where.projectId, query: 'Kept number', limit: 100 } },
    );
    expect(searchKnowledge.results).toHaveLength(71);
  });

  it('has lost none of the writes it acknowledged', async () => {
    const first = await start();
    const where = await seed(first.url);
    const acknowledged: string[] = [];
    const write = async (content: string) => {
      const input = { ...where, content, kind: 'OBSERVATION' };
      const data = await run(first.url, ROOT_KEY, WRITE, { input }).catch(() => null);
      if (data) acknowledged.push(data.writeEntry.entry.id);
    };
    const writing = Promise.all(
      Array.from({ length: 10 }, async (_, lane) => {
        for (let i = 0; i < 60; i += 1) await write(`Lane ${lane}, write ${i}`);
      }),
    );
    await expect
      .poll(() => acknowledged.length, { timeout: 20_000, interval: 5 })
      .toBeGreaterThanOrEqual(200);
    await first.kill('SIGKILL');
    await writing;
    const second = await start();
    const { memory } = await run(
      second.url,
      ROOT_KEY,
      'query ($id: ID!, $p: ID!) { memory(id: $id, projectId: $p) { entryCount entries(first: 0) { totalCount } } }',
      { id: where.memoryId, p: where.projectId },
    );
    expect(memory.entries.totalCount).toBe(memory.entryCount);
    for (let i = 0; i < acknowledged.length; i += 100) {
      const ids = acknowledged.slice(i, i + 100);
      const { nodes } = await run(
        second.url,
        ROOT_KEY,
        'query ($ids: [ID!]!, $p: ID!) { nodes(ids: $ids, projectId: $p) { id } }',
        { ids, p: where.projectId },
      );
      expect(nodes.map((node: { id: string }) => node.id)).toEqual(ids);
    }
  });
});

describe('a server told to stop', () => {
  it('lets requests in flight finish, ends subscriptions, and exits with 0', async () => {
    const server = await start();
    const where = await seed(server.url);
    const query =
      'subscription ($input: MemoryEventsInput!) { memoryEvents(input: $input) { type } }';
    const live = subscribe(server.url, ROOT_KEY, query, { input: { projectId: where.projectId } });
    models.behave({ kind: 'normal', delayMs: 500 });
    const writing = run(server.url, ROOT_KEY, WRITE, { input: { ...where, content: 'In flight' } });
    await expect.poll(() => models.requests.length).toBe(1);
    const code = await server.kill('SIGTERM');
    expect((await writing).writeEntry.action).toBe('CREATED');
    expect(code).toBe(0);
    await live.ended;
    const again = await start();
    const { memory } = await run(
      again.url,
      ROOT_KEY,
      `{ memory(id: "${where.memoryId}", projectId: "${where.projectId}") { entryCount } }`,
    );
    expect(memory.entryCount).toBe(1);
  });
});

describe.runIf(isEmbedded)('the embedded database', () => {
  it('refuses a second process on its folder, and frees it however the first ends', async () => {
    const first = await start();
    await expect(startProcess(env)).rejects.toThrow(/is in use by another Lorebase process/);
    const keys = await runCommand(['keys', 'list'], env);
    expect(keys.code).toBe(1);
    expect(keys.stderr).toContain('LOREBASE_DATA_DIR');
    await first.kill('SIGKILL');
    await start();
  });

  it('makes a root key at the first start, kept for its owner alone, and prints the link', async () => {
    const { LOREBASE_ROOT_KEY: _, ...rest } = env;
    env = rest;
    const first = await start();
    const file = join(env.LOREBASE_DATA_DIR ?? '', 'root-key');
    const key = (await readFile(file, 'utf8')).trim();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect.poll(first.output).toContain(`Sign in: ${first.url}/#key=${key}`);
    expect((await run(first.url, key, '{ viewer { isRoot role } }')).viewer).toEqual({
      isRoot: true,
      role: 'ADMIN',
    });
    await first.kill('SIGTERM');
    const second = await start();
    await expect.poll(second.output).toContain(key);
  });
});

describe.skipIf(isEmbedded)('two processes on one PostgreSQL', () => {
  it('leave one entry of 20 identical writes at once', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const where = await seed(one.url);
    const writes = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        run(i % 2 ? one.url : other.url, ROOT_KEY, WRITE, { input: { ...where, content: 'Same' } }),
      ),
    );
    const actions = writes.map((data) => data.writeEntry.action);
    expect(actions.filter((action) => action === 'CREATED')).toHaveLength(1);
    expect(actions.filter((action) => action === 'SKIPPED')).toHaveLength(19);
  });

  it('give a subscriber that is cut and resumed every event once, while both write', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const where = await seed(one.url);
    const LOG = `query ($p: ID!, $after: String) { events(projectId: $p, first: 100, after: $after) {
      headCursor nodes { cursor } pageInfo { hasNextPage endCursor } } }`;
    const { events } = await run(one.url, ROOT_KEY, LOG, { p: where.projectId });
    const start_ = events.headCursor;
    const total = 120;
    const writing = Promise.all(
      [one, other].map(async ({ url }, lane) => {
        for (let i = 0; i < total / 2; i += 1) {
          const input = { ...where, content: `Lane ${lane} number ${i}`, kind: 'PLAN' };
          await run(url, ROOT_KEY, WRITE, { input });
        }
      }),
    );
    const query =
      'subscription ($input: MemoryEventsInput!) { memoryEvents(input: $input) { cursor } }';
    const seen: string[] = [];
    for (let cut = 0; seen.length < total; cut += 1) {
      const input = { projectId: where.projectId, after: seen.at(-1) ?? start_ };
      const live = subscribe((cut % 2 ? one : other).url, ROOT_KEY, query, { input });
      await live.count(Math.min(11, total - seen.length));
      await live.stop();
      seen.push(...live.received.map((data) => data.memoryEvents.cursor));
    }
    await writing;
    const logged: string[] = [];
    for (let after = start_, more = true; more; ) {
      const page = (await run(one.url, ROOT_KEY, LOG, { p: where.projectId, after })).events;
      logged.push(...page.nodes.map((node: { cursor: string }) => node.cursor));
      after = page.pageInfo.endCursor;
      more = page.pageInfo.hasNextPage;
    }
    expect(logged).toHaveLength(total);
    expect(seen).toEqual(logged);
  });

  it('wake each other: a change made by one reaches a subscriber of the other at once', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const where = await seed(one.url);
    const query =
      'subscription ($input: MemoryEventsInput!) { memoryEvents(input: $input) { type createdAt } }';
    const { events } = await run(
      one.url,
      ROOT_KEY,
      `{ events(projectId: "${where.projectId}") { headCursor } }`,
    );
    const input = { projectId: where.projectId, after: events.headCursor };
    const live = subscribe(other.url, ROOT_KEY, query, { input });
    const delays: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const content = `Change ${i}`;
      await run(one.url, ROOT_KEY, WRITE, { input: { ...where, content, kind: 'PLAN' } });
      await live.count(i + 1);
      delays.push(Date.now() - Date.parse(live.received[i].memoryEvents.createdAt));
    }
    // Unasked, the other process would look again after two seconds.
    expect(Math.min(...delays)).toBeLessThan(1000);
    await live.stop();
  });

  it('survive the loss of every connection, again and again, while they write', async () => {
    const server = await start();
    const where = await seed(server.url);
    const query =
      'subscription ($input: MemoryEventsInput!) { memoryEvents(input: $input) { entryId } }';
    const head = await run(
      server.url,
      ROOT_KEY,
      `{ events(projectId: "${where.projectId}") { headCursor } }`,
    );
    const after = head.events.headCursor;
    const live = subscribe(server.url, ROOT_KEY, query, {
      input: { projectId: where.projectId, after },
    });
    const input = { ...where, content: 'To begin with', kind: 'PLAN' };
    const begun = await run(server.url, ROOT_KEY, WRITE, { input });
    await live.count(1);
    const stored = new Set<string>([begun.writeEntry.entry.id]);
    const codes = new Set<string>();
    let isDone = false;
    const lanes = Array.from({ length: 6 }, async (_, lane) => {
      for (let i = 0; !isDone; i += 1) {
        const input = { ...where, content: `Lane ${lane} number ${i}`, kind: 'PLAN' };
        const { data, errors } = await post(server.url, ROOT_KEY, WRITE, { input });
        if (data) stored.add(data.writeEntry.entry.id);
        else codes.add(errors?.[0]?.extensions.code ?? 'none');
      }
    });
    const sql = postgres(database.env.DATABASE_URL, { max: 1 });
    for (let round = 0; round < 8; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
    }
    isDone = true;
    await Promise.all(lanes);
    await sql.end();
    expect([...codes].filter((code) => code !== 'DATABASE_UNAVAILABLE')).toEqual([]);
    expect(stored.size).toBeGreaterThan(0);
    const last = await run(server.url, ROOT_KEY, WRITE, {
      input: { ...where, content: 'Afterwards', kind: 'PLAN' },
    });
    stored.add(last.writeEntry.entry.id);
    const seen = () => live.received.map((data) => data.memoryEvents.entryId);
    await expect
      .poll(() => seen().includes(last.writeEntry.entry.id), { timeout: 60_000 })
      .toBe(true);
    const missed = [...stored].filter((id) => !seen().includes(id));
    expect(missed).toEqual([]);
    expect(new Set(seen()).size).toBe(seen().length);
    await live.stop();
  });

  it('keep working on a model change that a write did not see coming', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const where = await seed(one.url);
    models.behave({ kind: 'normal', delayMs: 400 });
    const writing = run(one.url, ROOT_KEY, WRITE, { input: { ...where, content: 'Overtaken' } });
    await expect.poll(() => models.requests.length).toBe(1);
    const settings = { embeddingModel: 'second-embedder', embeddingDimensions: 64 };
    await run(
      other.url,
      ROOT_KEY,
      'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { id } } }',
      { input: { projectId: where.projectId, settings } },
    );
    expect((await writing).writeEntry.action).toBe('CREATED');
    const search = { projectId: where.projectId, query: 'Overtaken' };
    const found = await run(
      one.url,
      ROOT_KEY,
      'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { similarity } } }',
      { input: search },
    );
    expect(found.searchKnowledge.results).toHaveLength(1);
  });
});

describe('the command line', () => {
  it.each([
    [[], /serve[\s\S]*migrate[\s\S]*keys/],
    [['serve'], /serve GraphQL/],
    [['migrate'], /bring the database/],
    [['keys', 'create'], /--role/],
    [['keys', 'list'], /--project/],
    [['keys', 'revoke'], /<id>/],
  ])('explains %j', async (args, text) => {
    const { code, stdout } = await runCommand([...args, '--help']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(text)]);
  });

  it('migrates, makes keys that work, lists and revokes them', async () => {
    expect((await runCommand(['migrate'], env)).stdout).toContain('up to date');
    const make = await runCommand(
      ['keys', 'create', '--root', '--name', 'ops', '--role', 'ADMIN'],
      env,
    );
    const root = make.stdout.trim();
    expect(root).toMatch(/^lore_root_/);
    const first = await start();
    const { projectId } = await seed(first.url, root);
    await first.kill('SIGTERM');
    const bound = await runCommand(
      ['keys', 'create', '--project', projectId, '--name', 'app'],
      env,
    );
    const list = await runCommand(['keys', 'list'], env);
    expect(list.stdout.split('\n').filter(Boolean)).toHaveLength(2);
    const id = /key_\w+/.exec(bound.stderr)?.[0] ?? '';
    expect(list.stdout).toContain(`${id}\t${projectId}\tREAD\tvalid\tapp`);
    const revoked = await runCommand(['keys', 'revoke', id, '--project', projectId], env);
    expect(revoked.stdout).toContain(id);
    const second = await start();
    expect((await post(second.url, bound.stdout.trim(), '{ viewer { role } }')).status).toBe(401);
    expect((await post(second.url, root, '{ viewer { role } }')).status).toBe(200);
  });

  it.each([
    [['keys', 'create', '--name', 'x'], /--project <id> or --root/],
    [
      ['keys', 'create', '--name', 'x', '--root', '--role', 'KING'],
      /Allowed choices are READ, WRITE, ADMIN/,
    ],
    [['keys', 'create', '--name', 'x', '--root', '--expires', 'soon'], /--expires must be a time/],
    [['keys', 'revoke', 'key_none'], /no API key key_none/],
    [['keys', 'create', '--name', 'x', '--project', 'prj_none'], /no project prj_none/],
    [['frobnicate'], /unknown command 'frobnicate'/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await runCommand(args, env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });

  it('tells of wrong configuration what it should be', async () => {
    const { code, stderr } = await runCommand(['serve'], { ...env, PORT: 'http' });
    expect([code, stderr.trim()]).toEqual([
      1,
      'PORT must be a whole number from 0 to 65535, such as 4000',
    ]);
  });

  it('tells that the port is taken', async () => {
    const first = await start();
    const other = await createDatabase();
    const { code, stderr } = await runCommand(['serve'], {
      ...env,
      ...other.env,
      PORT: new URL(first.url).port,
    });
    await other.drop();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^PORT \d+ on HOST 127.0.0.1 is in use; set PORT to another\.\s*$/),
    ]);
  });
});
