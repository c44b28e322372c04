import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { AGENT_ENV, agentsOn, createAgent, GENERATE, generate, user } from './support/agents.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { post } from './support/graphql.ts';
import { scripted } from './support/model-server.ts';
import { startAtNoon } from './support/noon.ts';
import { type TestProject, useServer, WRITE } from './support/server.ts';

const server = useServer(AGENT_ENV);
const { replies } = agentsOn(server);
beforeEach(() => startAtNoon(server));

const SET =
  'mutation ($input: SetQuotasInput!) { setQuotas(input: $input) { project { id usage { quotas { maxEntries maxBytes maxWritesPerDay maxGenerationsPerDay } } } } }';
const USAGE =
  '{ project { usage { entries bytes writesToday generationsToday quotas { maxEntries maxBytes maxWritesPerDay maxGenerationsPerDay } } } }';
const BULK = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results {
  ... on WriteEntryPayload { action } ... on ItemError { code } } } }`;
const NONE = {
  maxEntries: null,
  maxBytes: null,
  maxWritesPerDay: null,
  maxGenerationsPerDay: null,
};

const setQuotas = async (project: TestProject, input: object) =>
  (await server.asRoot(SET, { input }, project.id)).setQuotas.project.usage.quotas;

const usageOf = async (project: TestProject) => (await project.run(USAGE)).project.usage;

const refused = async (project: TestProject, memoryId: string, content: string, input = {}) =>
  (await project.fail(WRITE, { input: { memoryId, content, ...input } })).extensions;

async function limited(quotas: object) {
  const project = await server.project();
  await setQuotas(project, quotas);
  return { project, memoryId: await project.memory() };
}

describe('setQuotas', () => {
  it('changes what is given, removes what is null, and keeps the rest', async () => {
    const project = await server.project();
    expect((await usageOf(project)).quotas).toEqual(NONE);
    const set = { maxEntries: 5, maxBytes: 5_000_000_000 };
    expect(await setQuotas(project, set)).toEqual({ ...NONE, ...set });
    const changed = { maxBytes: null, maxWritesPerDay: 0 };
    expect(await setQuotas(project, changed)).toEqual({
      ...NONE,
      maxEntries: 5,
      maxWritesPerDay: 0,
    });
    expect(await setQuotas(project, {})).toEqual({ ...NONE, maxEntries: 5, maxWritesPerDay: 0 });
    expect((await usageOf(await server.project())).quotas).toEqual(NONE);
  });

  it('records only what it changes', async () => {
    const project = await server.project();
    await setQuotas(project, { maxEntries: 5 });
    await setQuotas(project, { maxEntries: 5, maxBytes: 7 });
    await setQuotas(project, { maxEntries: 5 });
    const { events } = await project.run(
      '{ events { nodes { type actor { id } changes { field before after } } } }',
    );
    const mine = events.nodes.filter((event: { type: string }) => event.type === 'PROJECT_UPDATED');
    expect(mine).toEqual([
      {
        type: 'PROJECT_UPDATED',
        actor: { id: 'root' },
        changes: [{ field: 'maxEntries', before: null, after: 5 }],
      },
      {
        type: 'PROJECT_UPDATED',
        actor: { id: 'root' },
        changes: [{ field: 'maxBytes', before: null, after: 7 }],
      },
    ]);
  });

  it('makes each of many changes at once', async () => {
    const project = await server.project();
    const limits = Array.from({ length: 10 }, (_, i) => i);
    const set = await Promise.all(limits.map((maxEntries) => setQuotas(project, { maxEntries })));
    expect(set.map(({ maxEntries }) => maxEntries)).toEqual(limits);
  });

  it.each([
    ['maxEntries', -1],
    ['maxBytes', -1],
    ['maxBytes', 1.5],
    ['maxWritesPerDay', -1],
    ['maxGenerationsPerDay', -1],
  ])('refuses %s: %d', async (name, value) => {
    const project = await server.project();
    await expect(setQuotas(project, { [name]: value })).rejects.toThrow(`"path":"input.${name}"`);
  });

  it('needs a root key', async () => {
    const project = await server.project();
    for (const key of Object.values(project.keys)) {
      const { code } = (await project.fail(SET, { input: { maxEntries: 1 } }, key)).extensions;
      expect(code).toBe('FORBIDDEN');
    }
  });
});

describe('usage', () => {
  it('is what the project holds and has used today', async () => {
    const project = await server.project();
    const [memoryId, other] = [await project.memory(), await project.memory()];
    const { entry } = await project.write(memoryId, 'Ünï');
    await project.write(memoryId, 'Ünï');
    await project.write(other, 'Two');
    await project.run(
      `mutation { deleteEntry(input: { entryId: "${entry.id}" }) { entry { id } } }`,
    );
    expect(await usageOf(project)).toMatchObject({ entries: 1, bytes: 3, writesToday: 3 });
    await project.run(
      `mutation { restoreEntry(input: { entryId: "${entry.id}" }) { entry { id } } }`,
    );
    expect(await usageOf(project)).toMatchObject({ entries: 2, bytes: 8, generationsToday: 0 });
  });
});

describe('maxEntries', () => {
  it('refuses a write that would exceed it, and permits updates and skips', async () => {
    const { project, memoryId } = await limited({ maxEntries: 1 });
    server.models.script('The one fact', scripted(1));
    server.models.script('The one fact, in other words', scripted(0.8));
    await project.write(memoryId, 'The one fact');
    expect(await refused(project, memoryId, 'Something else')).toEqual({
      code: 'QUOTA_EXCEEDED',
      quota: 'maxEntries',
    });
    const other = await project.memory();
    expect(await refused(project, other, 'The one fact')).toMatchObject({ quota: 'maxEntries' });
    expect((await project.write(memoryId, 'The one fact')).action).toBe('SKIPPED');
    const merged = await project.write(memoryId, 'The one fact, in other words', {
      updateThreshold: 0.75,
    });
    expect(merged.action).toBe('UPDATED');
    expect(await usageOf(project)).toMatchObject({ entries: 1, writesToday: 3 });
  });

  it('refuses the whole of a bulk write', async () => {
    const { project, memoryId } = await limited({ maxEntries: 2 });
    const items = ['One', 'Two', 'Three'].map((content) => ({ content }));
    const { extensions, message } = await project.fail(BULK, { input: { memoryId, items } });
    expect(extensions).toMatchObject({ code: 'QUOTA_EXCEEDED', quota: 'maxEntries' });
    expect(message).toContain('Delete entries, or raise the quota with setQuotas.');
    expect(await usageOf(project)).toMatchObject({ entries: 0, writesToday: 0 });
    await project.run(BULK, { input: { memoryId, items: items.slice(1) } });
    expect(await usageOf(project)).toMatchObject({ entries: 2 });
  });

  it('holds for writes to different memories at once', async () => {
    const { project } = await limited({ maxEntries: 4 });
    const memories = await Promise.all(Array.from({ length: 10 }, () => project.memory()));
    const written = await Promise.allSettled(
      memories.map((memoryId, i) => project.write(memoryId, `Fact ${i}`)),
    );
    expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect((await usageOf(project)).entries).toBe(4);
  });

  it('permits what makes room, and refuses to restore beyond it', async () => {
    const { project, memoryId } = await limited({ maxEntries: 1 });
    const { entry } = await project.write(memoryId, 'First');
    await project.run(
      `mutation { deleteEntry(input: { entryId: "${entry.id}" }) { entry { id } } }`,
    );
    await project.write(memoryId, 'Second');
    const restore = `mutation { restoreEntry(input: { entryId: "${entry.id}" }) { entry { id } } }`;
    expect((await project.fail(restore)).extensions).toMatchObject({ quota: 'maxEntries' });
    await setQuotas(project, { maxEntries: null });
    await project.run(restore);
  });
});

describe('maxBytes', () => {
  it('refuses a write and an edit that would exceed it, and permits what is smaller', async () => {
    const { project, memoryId } = await limited({ maxBytes: 10 });
    const { entry } = await project.write(memoryId, 'Ümläut');
    expect(await refused(project, memoryId, 'Other')).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      quota: 'maxBytes',
    });
    const edit = (content: string) =>
      `mutation { updateEntry(input: { entryId: "${entry.id}", content: "${content}" }) { entry { id } } }`;
    expect((await project.fail(edit('Eleven char'))).extensions).toMatchObject({
      quota: 'maxBytes',
    });
    await project.run(edit('Ten chars.'));
    await setQuotas(project, { maxBytes: 3 });
    await project.run(edit('Nine char'));
    expect((await usageOf(project)).bytes).toBe(9);
  });

  it('holds for writes to different memories at once', async () => {
    const { project } = await limited({ maxBytes: 4 * 'Fact 0'.length });
    const memories = await Promise.all(Array.from({ length: 10 }, () => project.memory()));
    const written = await Promise.allSettled(
      memories.map((memoryId, i) => project.write(memoryId, `Fact ${i}`)),
    );
    expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect((await usageOf(project)).bytes).toBe(4 * 'Fact 0'.length);
  });
});

describe('maxWritesPerDay', () => {
  it('counts all writes of the day, but no dry runs and repeated answers', async () => {
    const { project, memoryId } = await limited({ maxWritesPerDay: 3 });
    await project.write(memoryId, 'One', { idempotencyKey: 'k' });
    await project.write(memoryId, 'Two', { dryRun: true });
    await project.write(memoryId, 'One');
    const items = ['Three', 'Four'].map((content) => ({ content }));
    expect((await project.fail(BULK, { input: { memoryId, items } })).extensions).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      quota: 'maxWritesPerDay',
    });
    await project.write(memoryId, 'Three');
    expect(await refused(project, memoryId, 'Four')).toMatchObject({ quota: 'maxWritesPerDay' });
    await server.app.stats.flush();
    expect(await refused(project, memoryId, 'Four')).toMatchObject({ quota: 'maxWritesPerDay' });
    const again = await project.write(memoryId, 'One', { idempotencyKey: 'k' });
    expect(again.action).toBe('CREATED');
    expect((await usageOf(project)).writesToday).toBe(3);
    await setQuotas(project, { maxWritesPerDay: 1 });
    const { action } = await project.write(memoryId, 'One', { idempotencyKey: 'k' });
    expect(action).toBe('CREATED');
  });

  it('begins anew at midnight UTC', async () => {
    const { project, memoryId } = await limited({ maxWritesPerDay: 1 });
    const { clock } = server.app;
    try {
      server.app.clock = () => new Date('2026-01-01T23:59:59.999Z');
      await project.write(memoryId, 'One');
      expect(await refused(project, memoryId, 'Two')).toMatchObject({ quota: 'maxWritesPerDay' });
      server.app.clock = () => new Date('2026-01-02T00:00:00Z');
      await project.write(memoryId, 'Two');
    } finally {
      server.app.clock = clock;
    }
  });

  it('refuses every write at 0, and observations too', async () => {
    const { project, memoryId } = await limited({ maxWritesPerDay: 0 });
    expect(await refused(project, memoryId, 'One')).toMatchObject({ quota: 'maxWritesPerDay' });
    const { extensions, message } = await project.fail(
      `mutation { recordObservation(input: { memoryId: "${memoryId}", content: "Rain" }) { entry { id } } }`,
    );
    expect(extensions.code).toBe('QUOTA_EXCEEDED');
    expect(message).toContain('midnight UTC');
  });
});

describe('maxGenerationsPerDay', () => {
  it('refuses further generations, but returns the first result of a repeated call', async () => {
    const { project } = await limited({ maxGenerationsPerDay: 1 });
    const agent = await createAgent(project);
    replies({ text: 'Hello' });
    const input = { agentId: agent.id, idempotencyKey: 'k' };
    const { id } = await generate(project, input);
    const { extensions } = await project.fail(GENERATE, {
      input: { agentId: agent.id, messages: user('Again') },
    });
    expect(extensions).toMatchObject({ code: 'QUOTA_EXCEEDED', quota: 'maxGenerationsPerDay' });
    expect((await generate(project, input)).id).toBe(id);
    expect((await usageOf(project)).generationsToday).toBe(1);
  });

  it.each([
    ['without', false],
    ['with', true],
  ])('counts the generations in progress: %s idempotency keys', async (_, isKeyed) => {
    const { project } = await limited({ maxGenerationsPerDay: 2 });
    const agent = await createAgent(project);
    const answering = createDeferred();
    server.models.chat(() => ({ text: 'Hello', after: answering.promise }));
    // A slow database, so that all calls are checked before the first generation is stored.
    const { connection } = server.app;
    const transaction: typeof connection.transaction = async (...args) => {
      await sleep(300);
      return connection.transaction(...args);
    };
    server.app.connection = { ...connection, transaction };
    const asked = Array.from({ length: 4 }, (_, i) =>
      post(server.url, project.keys.WRITE, GENERATE, {
        input: {
          agentId: agent.id,
          messages: user(`Hello ${i}`),
          ...(isKeyed ? { idempotencyKey: `key ${i}` } : {}),
        },
      }),
    );
    setTimeout(answering.resolve, 500);
    const answers = await Promise.all(asked).finally(() => {
      server.app.connection = connection;
    });
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code);
    expect(codes.filter((code) => code === 'QUOTA_EXCEEDED')).toHaveLength(2);
    expect(codes.filter((code) => code === undefined)).toHaveLength(2);
  });

  it('counts answers of the OpenAI-compatible API that call tools, which have no other end', async () => {
    const { project } = await limited({ maxGenerationsPerDay: 1 });
    const agent = await createAgent(project);
    replies({ toolCalls: [{ name: 'weather', arguments: '{}' }] });
    const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }];
    const ask = async () => {
      const response = await fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${project.keys.WRITE}`,
        },
        body: JSON.stringify({ model: agent.id, messages: user('Rain?'), tools }),
      });
      return response.status;
    };
    expect(await ask()).toBe(200);
    await eventually(async () => (await usageOf(project)).generationsToday).toBe(1);
    expect(await ask()).toBe(429);
  });

  it('answers 429 in the OpenAI-compatible API', async () => {
    const { project } = await limited({ maxGenerationsPerDay: 0 });
    const agent = await createAgent(project);
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${project.keys.WRITE}`,
      },
      body: JSON.stringify({ model: agent.id, messages: user('Hello') }),
    });
    expect(response.status).toBe(429);
    const { error } = (await response.json()) as { error: object };
    expect(error).toMatchObject({ type: 'insufficient_quota', code: 'quota_exceeded' });
  });

  it('counts generations with their tokens, and those that failed', async () => {
    const project = await server.project();
    const agent = await createAgent(project);
    replies({ text: 'Hello' });
    const { usage } = await generate(project, { agentId: agent.id });
    replies({ kind: 'status', status: 400 });
    await project.fail(GENERATE, { input: { agentId: agent.id, messages: user('Fail') } });
    const from = new Date(server.app.clock().getTime() - 60_000).toISOString();
    const query = `{ stats(from: "${from}", agentId: "${agent.id}") {
      generations inputTokens outputTokens generationLatency { p50 } } }`;
    await eventually(async () => (await project.run(query)).stats.at(-1)).toMatchObject({
      generations: 2,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      generationLatency: { p50: expect.any(Number) },
    });
  });
});

describe('an agent', () => {
  it('is told that its write was refused, and goes on', async () => {
    const { project, memoryId } = await limited({ maxEntries: 0 });
    const agent = await createAgent(project, { knowledgeConfig: { writeMemoryId: memoryId } });
    const call = { name: 'write_memory', arguments: JSON.stringify({ content: 'A fact' }) };
    replies({ toolCalls: [call] }, { text: 'Done' });
    const { status, memoryWrites } = await generate(project, { agentId: agent.id });
    expect(status).toBe('COMPLETED');
    expect(memoryWrites).toMatchObject([{ action: null, error: { code: 'QUOTA_EXCEEDED' } }]);
    expect(JSON.stringify(server.models.chats.at(-1))).toContain('maxEntries');
  });
});

describe('refusals', () => {
  it('are in the metrics, by quota', async () => {
    const { project, memoryId } = await limited({ maxEntries: 0 });
    const refusals = async () =>
      Number(
        /lorebase_quota_refusals_total\{quota="maxEntries"\} (\d+)/.exec(
          await server.app.metrics.registry.metrics(),
        )?.[1] ?? 0,
      );
    const before = await refusals();
    await refused(project, memoryId, 'A fact');
    expect(await refusals()).toBe(before + 1);
    expect((await post(server.url, project.keys.READ, USAGE)).errors).toBeUndefined();
  });
});
