import { describe, expect, it } from 'vitest';
import { createDeferred } from './support/deferred.ts';
import { COPY, MOVE } from './support/entries.ts';
import { erase } from './support/erasure.ts';
import { eventually } from './support/eventually.ts';
import { type TestProject, useServer } from './support/server.ts';
import { RECORD_MANY, record, scriptedModel, stateOf } from './support/stream.ts';

const server = useServer({ CHAT_MODEL: 'test-chat', CHAT_MAX_RETRIES: '0' });

const FIELDS = `kind source content importance occurredAt expiresAt metadata
  importanceExplained { importance source base entity feeling goal pending context }`;
const WRITE = `mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action dryRun entry { id ${FIELDS} } } }`;
const WRITE_MANY = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results {
  ... on WriteEntryPayload { action entry { id ${FIELDS} } } ... on ItemError { code path } } } }`;

const write = async (project: TestProject, input: Record<string, unknown>) =>
  (await project.run(WRITE, { input })).writeEntry;

const countsOf = async (project: TestProject, memoryId: string) => {
  const { cumulativeImportance, observationCount } = (await stateOf(project, memoryId)).stream;
  return [cumulativeImportance, observationCount];
};

const importanceOf = async (project: TestProject, id: string) => {
  const { entry } = await project.run(
    `{ entry(id: "${id}") { importance importanceExplained { pending } } }`,
  );
  return entry;
};

const rated = async (project: TestProject, id: string) => {
  await eventually(async () => (await importanceOf(project, id)).importanceExplained.pending).toBe(
    false,
  );
  return (await importanceOf(project, id)).importance;
};

describe('writeEntry', () => {
  it.each(['OBSERVATION', 'PLAN'])('writes an %s as recordObservation does', async (kind) => {
    const project = await server.project({ stream: { ttlHours: 1000, entityAddition: 3 } });
    const memoryId = await project.memory({ streamSettings: { rating: false } });
    const clock = server.app.clock;
    const now = new Date();
    server.app.clock = () => now;
    try {
      const text = { content: 'Alice wants help', context: 'A diary', metadata: { a: 1 }, kind };
      for (const importance of [undefined, 3]) {
        const input = { memoryId, source: 'AGENT', importance, ...text };
        const { action, entry } = await write(project, input);
        expect(action).toBe('CREATED');
        const { id } = await record(project, input);
        const { entry: recorded } = await project.run(`{ entry(id: "${id}") { ${FIELDS} } }`);
        expect(entry).toEqual({ id: entry.id, ...recorded });
        expect(entry.expiresAt).toBe(new Date(now.getTime() + 1000 * 3_600_000).toISOString());
        expect(entry.importance).toBe(importance ?? 9);
      }
      expect(await countsOf(project, memoryId)).toEqual(kind === 'PLAN' ? [0, 0] : [24, 4]);
    } finally {
      server.app.clock = clock;
    }
  });

  it('opens a cycle when the observations reach the thresholds, and not for plans', async () => {
    const project = await server.project();
    const memoryId = await project.memory({
      streamSettings: { importanceThreshold: 20, minObservations: 2, questionsPerCycle: 1 },
    });
    scriptedModel(server);
    for (const content of ['Rest', 'Sleep', 'Wake']) {
      await write(project, { memoryId, content, kind: 'PLAN', importance: 10 });
    }
    await write(project, { memoryId, content: 'It rained', kind: 'OBSERVATION', importance: 10 });
    const { insightCycles } = await stateOf(project, memoryId);
    expect(insightCycles.totalCount).toBe(0);
    await write(project, { memoryId, content: 'It snowed', kind: 'OBSERVATION', importance: 10 });
    await eventually(
      async () => (await stateOf(project, memoryId)).insightCycles.nodes[0]?.finishedAt,
    ).toBeTruthy();
    const [cycle] = (await stateOf(project, memoryId)).insightCycles.nodes;
    expect(cycle).toMatchObject({ importance: 20, observationCount: 2 });
    expect(await countsOf(project, memoryId)).toEqual([7, 0]);
  });

  it('embeds the context with the text, and shows it to the model that rates', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    server.models.chat(() => ({ text: '4' }));
    const input = { memoryId, content: 'it broke', context: 'The old bridge', kind: 'OBSERVATION' };
    const { entry } = await write(project, input);
    expect(await rated(project, entry.id)).toBe(4);
    expect(server.models.requests.flat()).toContain('it broke\nThe old bridge');
    const asked = server.models.chats.at(-1)?.messages.at(-1)?.content;
    expect(asked).toContain('<context>\nThe old bridge\n</context>');
    expect(entry.content).toBe('it broke');
  });

  it('only shows what a dry run would store', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const asked = server.models.chats.length;
    const input = { memoryId, content: 'it rained', kind: 'OBSERVATION', dryRun: true };
    const { dryRun, entry } = await write(project, input);
    expect(dryRun).toBe(true);
    expect(entry.importanceExplained).toMatchObject({ base: 5, pending: true });
    expect(await countsOf(project, memoryId)).toEqual([0, 0]);
    const { memory, jobs } = await project.run(
      `{ memory(id: "${memoryId}") { entryCount } jobs { totalCount } }`,
      {},
      project.keys.ADMIN,
    );
    expect([memory.entryCount, jobs.totalCount]).toEqual([0, 0]);
    expect(server.models.chats.length).toBe(asked);
  });

  it('counts once for an idempotency key, whichever mutation uses it', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const item = { content: 'Once', kind: 'OBSERVATION', importance: 4, idempotencyKey: 'k' };
    const { entry } = await write(project, { memoryId, ...item, source: 'AGENT' });
    expect((await record(project, { memoryId, ...item })).id).toBe(entry.id);
    const { recordObservations } = await project.run(RECORD_MANY, {
      input: { memoryId, observations: [item] },
    });
    expect(recordObservations.results).toEqual([{ entry: { id: entry.id, content: 'Once' } }]);
    expect(await countsOf(project, memoryId)).toEqual([4, 1]);
    const other = { memoryId, ...item, source: 'AGENT', kind: 'PLAN' };
    expect((await project.fail(WRITE, { input: other })).extensions.code).toBe('CONFLICT');
  });

  it('gives a fact an importance, which no model rates and the stream does not count', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const input = { memoryId, content: 'Alice must rest', importance: 9 };
    const { entry } = await write(project, input);
    expect(entry).toMatchObject({ kind: 'FACT', importance: 9, importanceExplained: null });
    const plain = await write(project, { memoryId, content: 'Bob must always work' });
    expect(plain.entry).toMatchObject({ importance: 5, importanceExplained: null });
    expect(await countsOf(project, memoryId)).toEqual([0, 0]);
    const tooMuch = await project.fail(WRITE, { input: { ...input, importance: 11 } });
    expect(tooMuch.extensions.path).toBe('input.importance');
  });
});

describe('updateEntry', () => {
  it('keeps a rating that is stored meanwhile', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const [rating, embedding] = [createDeferred(), createDeferred()];
    server.models.chat(() => ({ text: '9', after: rating.promise }));
    const { id } = await record(project, { memoryId, content: 'it rained' });
    server.models.behave({ kind: 'normal', after: embedding.promise });
    const asked = server.models.requests.length;
    const edited = project.run(
      `mutation { updateEntry(input: { entryId: "${id}", content: "it snowed" }) { entry { content } } }`,
    );
    await eventually(() => server.models.requests.length).toBeGreaterThan(asked);
    rating.resolve();
    expect(await rated(project, id)).toBe(9);
    server.models.behave({ kind: 'normal' });
    embedding.resolve();
    expect((await edited).updateEntry.entry.content).toBe('it snowed');
    expect(await rated(project, id)).toBe(9);
  });
});

describe('writeEntries', () => {
  it('takes observations into the stream among facts and plans', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    server.models.chat(() => ({ text: '2' }));
    const items = [
      { content: 'a fact' },
      { content: 'it rained', kind: 'OBSERVATION' },
      { content: ' ', kind: 'OBSERVATION' },
      { content: 'rest more', kind: 'PLAN' },
      { content: 'it snowed', kind: 'OBSERVATION', importance: 8 },
    ];
    const { writeEntries } = await project.run(WRITE_MANY, { input: { memoryId, items } });
    const [, rain, blank, plan] = writeEntries.results;
    expect(blank).toEqual({ code: 'BAD_USER_INPUT', path: 'input.items[2].content' });
    expect(await rated(project, rain.entry.id)).toBe(2);
    expect(await rated(project, plan.entry.id)).toBe(2);
    expect(await countsOf(project, memoryId)).toEqual([10, 2]);
  });
});

describe('a plan', () => {
  it('is rated wherever it goes, and counts in no stream', async () => {
    const project = await server.project();
    const [memoryId, copies, moves] = [
      await project.memory(),
      await project.memory(),
      await project.memory(),
    ];
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    const { id } = await record(project, { memoryId, content: 'rest more', kind: 'PLAN' });
    const to = (target: string) => ({ input: { entryIds: [id], memoryId: target } });
    const { copyEntries } = await project.run(COPY, to(copies));
    server.models.chat(() => ({ text: '9' }));
    await project.run(MOVE, to(moves));
    await record(project, { memoryId: copies, content: 'sleep', kind: 'PLAN' });
    expect(await rated(project, copyEntries.results[0].entry.id)).toBe(9);
    expect(await rated(project, id)).toBe(9);
    for (const each of [memoryId, copies, moves]) {
      expect(await countsOf(project, each)).toEqual([0, 0]);
    }
    await project.run(
      `mutation { updateEntry(input: { entryId: "${id}", kind: OBSERVATION }) { entry { id } } }`,
    );
    expect(await countsOf(project, moves)).toEqual([9, 1]);
    await project.run(
      `mutation { updateEntry(input: { entryId: "${id}", kind: PLAN }) { entry { id } } }`,
    );
    expect(await countsOf(project, moves)).toEqual([0, 0]);
  });

  it('that is erased takes nothing out of the stream', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const metadata = { person: 'p-17' };
    await record(project, { memoryId, content: 'rest', kind: 'PLAN', importance: 9, metadata });
    await record(project, { memoryId, content: 'it rained', importance: 4 });
    await record(project, { memoryId, content: 'it snowed', importance: 2, metadata });
    expect((await erase(project, { metadata })).entries).toBe(2);
    expect(await countsOf(project, memoryId)).toEqual([4, 1]);
  });
});
