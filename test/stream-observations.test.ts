import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { jobs } from '../src/db/tables/jobs.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { type TestProject, useServer } from './support/server.ts';
import {
  hoursAgo,
  RECORD,
  RECORD_MANY,
  REFLECT,
  record,
  scriptedModel,
  stateOf,
} from './support/stream.ts';

describe('recording', () => {
  const server = useServer();

  it('keeps what happened as it is, without merging', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const occurredAt = hoursAgo(30);
    const entry = await record(project, {
      memoryId,
      content: 'Woke up',
      importance: 3,
      occurredAt,
      context: 'A student',
      metadata: { place: 'home' },
    });
    expect(entry).toMatchObject({
      kind: 'OBSERVATION',
      source: 'AGENT',
      importance: 3,
      occurredAt,
      depth: 0,
      metadata: { place: 'home' },
      importanceExplained: { source: 'CALLER', base: 3, pending: false, context: 'A student' },
    });
    await record(project, { memoryId, content: 'Woke up', kind: 'PLAN' });
    const { entryCount, stream } = await stateOf(project, memoryId);
    expect(entryCount).toBe(2);
    // A plan is kept in the stream, and does not count.
    expect(stream).toMatchObject({ cumulativeImportance: 3, observationCount: 1 });
  });

  it.each<[string, number, object]>([
    ['it rained', 5, { entity: 0, feeling: 0, goal: 0 }],
    ['Talked with Alice about it', 6, { entity: 1, feeling: 0, goal: 0 }],
    ['Alice called', 6, { entity: 1, feeling: 0, goal: 0 }],
    ['Breakfast was late', 5, { entity: 0 }],
    ['someone prefers tea', 6, { entity: 0, feeling: 1, goal: 0 }],
    ['the goal is to rest', 7, { entity: 0, feeling: 0, goal: 2 }],
    ['it is unlikely', 5, { feeling: 0 }],
    ['we must always help Bob and want to', 9, { entity: 1, feeling: 1, goal: 2 }],
  ])('without a chat model rates %j by what it says: %d', async (content, importance, parts) => {
    const project = await server.project();
    const memoryId = await project.memory();
    const entry = await record(project, { memoryId, content });
    expect(entry.importance).toBe(importance);
    expect(entry.importanceExplained).toMatchObject({
      importance,
      source: 'DEFAULT',
      base: 5,
      pending: false,
      ...parts,
    });
  });

  it('takes thousands in their order, and tells of the invalid ones', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    for (let start = 0; start < 3000; start += 500) {
      const observations = Array.from({ length: 500 }, (_, i) => ({
        content: `Observed ${start + i}`,
        importance: 1,
      }));
      await project.run(RECORD_MANY, { input: { memoryId, observations } });
    }
    const { entryCount, stream } = await stateOf(project, memoryId);
    expect(entryCount).toBe(3000);
    expect(stream).toMatchObject({ cumulativeImportance: 3000, observationCount: 3000 });
    const { memory } = await project.run(
      `{ memory(id: "${memoryId}") { entries(first: 100) { nodes { content } } } }`,
    );
    expect(memory.entries.nodes.map((node: { content: string }) => node.content)).toEqual(
      Array.from({ length: 100 }, (_, i) => `Observed ${2999 - i}`),
    );
    const observations = [{ content: 'Fine' }, { content: ' ' }, { content: 'x', importance: 11 }];
    const { recordObservations } = await project.run(RECORD_MANY, {
      input: { memoryId, observations },
    });
    const twice = [1, 2].map((i) => ({ content: `Twice ${i}`, idempotencyKey: 'same' }));
    const doubled = await project.run(RECORD_MANY, { input: { memoryId, observations: twice } });
    expect(doubled.recordObservations.results[1].path).toBe('input.observations[1].idempotencyKey');
    const dated = await project.fail(RECORD, {
      input: { memoryId, content: 'x', occurredAt: '0000-01-01T00:00:00Z' },
    });
    expect(dated.extensions.code).toBe('BAD_USER_INPUT');
    expect(recordObservations.results).toMatchObject([
      { entry: { content: 'Fine' } },
      { code: 'BAD_USER_INPUT', path: 'input.observations[1].content' },
      { code: 'BAD_USER_INPUT', path: 'input.observations[2].importance' },
    ]);
  }, 120_000);

  it('is done once for an idempotency key', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const input = { memoryId, content: 'Once', importance: 4, idempotencyKey: 'o 1' };
    const all = await Promise.all(Array.from({ length: 10 }, () => record(project, input)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect((await stateOf(project, memoryId)).stream.cumulativeImportance).toBe(4);
  });

  it('needs a chat model to reflect', async () => {
    const project = await server.project();
    const memoryId = await project.memory({
      streamSettings: { importanceThreshold: 5, minObservations: 1 },
    });
    await record(project, { memoryId, content: 'Enough', importance: 9 });
    expect((await stateOf(project, memoryId)).insightCycles.totalCount).toBe(0);
    const { extensions } = await project.fail(REFLECT, { input: { memoryId, force: true } });
    expect(extensions.code).toBe('CHAT_NOT_CONFIGURED');
  });
});

describe('a server with the name of a chat model and no endpoint', () => {
  const server = useServer({ CHAT_MODEL: 'test-chat', CHAT_BASE_URL: '' });

  it('starts no cycle, and names the missing variable', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await record(project, { memoryId, content: 'Enough', importance: 9 });
    const { extensions, message } = await project.fail(REFLECT, {
      input: { memoryId, force: true },
    });
    expect(extensions.code).toBe('CHAT_NOT_CONFIGURED');
    expect(message).toContain('CHAT_BASE_URL');
    expect((await stateOf(project, memoryId)).insightCycles.totalCount).toBe(0);
  });
});

describe('importance', () => {
  const server = useServer({
    CHAT_MODEL: 'test-chat',
    CHAT_MAX_RETRIES: '0',
    JOB_MAX_ATTEMPTS: '2',
  });

  const importanceOf = async (project: TestProject, id: string) =>
    (
      await project.run(
        `{ entry(id: "${id}") { importance importanceExplained { source base entity goal pending } } }`,
      )
    ).entry;

  /** The status of the project's one job that rates. */
  const ratingStatus = async (project: TestProject) => {
    const rows = await server.app.db.select().from(jobs).where(eq(jobs.projectId, project.id));
    return rows.map(({ status }) => status).join();
  };

  const rated = async (project: TestProject, id: string) => {
    const read = () => importanceOf(project, id);
    await eventually(async () => (await read()).importanceExplained.pending).toBe(false);
    return read();
  };

  it.each<[string, number, string]>([
    ['8', 8, 'MODEL'],
    [' 3\n', 3, 'MODEL'],
    ['Rating: 9 of 10', 9, 'MODEL'],
    ['0', 5, 'DEFAULT'],
    ['11', 5, 'DEFAULT'],
    ['-4', 5, 'DEFAULT'],
    ['very important', 5, 'DEFAULT'],
    ['', 5, 'DEFAULT'],
  ])('is asked for in the background: %j counts as %d', async (text, base, source) => {
    const project = await server.project();
    const memoryId = await project.memory();
    const recorded = createDeferred();
    server.models.chat(() => ({ text, after: recorded.promise }));
    const entry = await record(project, {
      memoryId,
      content: 'the goal of Ada',
      context: 'A diary',
    });
    expect(entry.importanceExplained).toMatchObject({ source: 'DEFAULT', base: 5, pending: true });
    recorded.resolve();
    const { importance, importanceExplained } = await rated(project, entry.id);
    expect(importanceExplained).toMatchObject({ source, base, entity: 1, goal: 2 });
    expect(importance).toBe(Math.min(10, base + 3));
    const asked = server.models.chats.at(-1)?.messages.at(-1)?.content ?? '';
    expect(asked).toContain('<memory>\nthe goal of Ada\n</memory>');
    expect(asked).toContain('<context>\nA diary\n</context>');
    const { stream } = await stateOf(project, memoryId);
    expect(stream.cumulativeImportance).toBe(importance);
  });

  it('is pending while the model cannot say, and no write fails for it', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    const asked = server.models.chats.length;
    const entry = await record(project, { memoryId, content: 'it rained' });
    expect(entry.importance).toBe(5);
    await eventually(() => server.models.chats.length).toBe(asked + 2);
    await eventually(() => ratingStatus(project)).toBe('FAILED');
    expect((await importanceOf(project, entry.id)).importanceExplained.pending).toBe(true);
    server.models.chat(() => ({ text: '2' }));
    const next = await record(project, { memoryId, content: 'it rained again' });
    expect((await rated(project, entry.id)).importance).toBe(2);
    expect((await rated(project, next.id)).importance).toBe(2);
    expect((await stateOf(project, memoryId)).stream.cumulativeImportance).toBe(4);
  });

  it('of a long text is asked for without half a character', async () => {
    const project = await server.project();
    server.models.chat(() => ({ text: '3' }));
    // The prompt has 4,000 characters of each, which would end within the emoji.
    const long = `${'x'.repeat(3999)}😀`;
    const memoryId = await project.memory();
    const { id } = await record(project, { memoryId, content: long, context: long });
    await rated(project, id);
    const asked = server.models.chats.at(-1)?.messages.at(-1)?.content ?? '';
    expect(asked).toContain('<context>');
    expect(asked.isWellFormed()).toBe(true);
  });

  it('that the endpoint refuses to give holds up no other', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    server.models.chat((body) =>
      JSON.stringify(body).includes('POISON') ? { kind: 'status', status: 400 } : { text: '3' },
    );
    const poison = await record(project, { memoryId, content: 'some POISON' });
    const innocent = await record(project, { memoryId, content: 'it rained' });
    expect((await rated(project, innocent.id)).importance).toBe(3);
    expect((await rated(project, poison.id)).importanceExplained.source).toBe('DEFAULT');
  });

  it('may be what makes the stream reflect', async () => {
    const project = await server.project();
    const memoryId = await project.memory({
      streamSettings: { importanceThreshold: 10, minObservations: 1 },
    });
    scriptedModel(server, { rating: () => ({ text: '10' }) });
    await record(project, { memoryId, content: 'it rained' });
    await eventually(
      async () => (await stateOf(project, memoryId)).insightCycles.totalCount,
    ).toBeGreaterThan(0);
  });
});
