import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startBackground } from '../src/background.ts';
import { jobs } from '../src/db/tables/jobs.ts';
import { memories } from '../src/db/tables/memories.ts';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { scripted } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';
import { REFLECT, record, retrieve, scriptedModel, stateOf } from './support/stream.ts';

describe('insights', () => {
  const server = useServer({
    CHAT_MODEL: 'test-chat',
    CHAT_MAX_RETRIES: '0',
    JOB_MAX_ATTEMPTS: '2',
    EMBEDDING_MAX_TOKENS: '600',
  });

  const observe = async (project: TestProject, memoryId: string, importances: number[]) => {
    for (const [i, importance] of importances.entries()) {
      await record(project, { memoryId, content: `Saw thing ${i} of ${importance}`, importance });
    }
  };

  const reflected = async (project: TestProject, memoryId: string, cycles = 1) => {
    await eventually(async () => {
      const { insightCycles } = await stateOf(project, memoryId);
      return insightCycles.nodes.filter((node: { finishedAt: string }) => node.finishedAt).length;
    }).toBe(cycles);
    return stateOf(project, memoryId);
  };

  const coveredThrough = async (memoryId: string) => {
    const [row] = await server.app.db.select().from(memories).where(eq(memories.id, memoryId));
    return row?.coveredThrough;
  };

  it('form at a sum of exactly 150 from 10 observations, with the evidence they cite', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    scriptedModel(server);
    await observe(project, memoryId, [...Array(14).fill(10), 9.5]);
    expect((await stateOf(project, memoryId)).insightCycles.totalCount).toBe(0);
    await record(project, { memoryId, content: 'The last straw', importance: 1 });
    const { stream, insightCycles } = await reflected(project, memoryId);
    const [cycle] = insightCycles.nodes;
    expect(cycle).toMatchObject({
      status: 'COMPLETED',
      attempts: 0,
      error: null,
      importance: 150.5,
      observationCount: 16,
    });
    expect(cycle.questions.map((question: { question: string }) => question.question)).toEqual([
      'What matters here?',
      'Who is close?',
      'What is next?',
    ]);
    expect(cycle.usage.inputTokens).toBe(70);
    for (const { insight } of cycle.questions) {
      expect(insight).toMatchObject({
        content: 'Work matters most.',
        kind: 'INSIGHT',
        source: 'REFLECTION',
        importance: 7,
        metadata: { tags: ['reflection', 'insight'] },
      });
      expect(insight.evidence).toHaveLength(2);
      expect(insight.evidence[0].role).toBe('CITED');
    }
    expect(stream).toMatchObject({ cumulativeImportance: 21, observationCount: 0 });
    expect(stream.lastCycleAt).not.toBeNull();
    const [{ entry }] = cycle.questions[0].insight.evidence;
    const { entry: basis } = await project.run(
      `{ entry(id: "${entry.id}") { supports { role entry { id } } } }`,
    );
    expect(basis.supports.map((support: { entry: { id: string } }) => support.entry.id)).toContain(
      cycle.questions[0].insight.id,
    );
  });

  it('do not form below ten observations, however important', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ streamSettings: { importanceThreshold: 50 } });
    scriptedModel(server);
    await observe(project, memoryId, Array(9).fill(10));
    const { insightCycles, stream } = await stateOf(project, memoryId);
    expect(insightCycles.totalCount).toBe(0);
    expect(stream).toMatchObject({ cumulativeImportance: 90, importanceThreshold: 50 });
    const refused = await project.fail(REFLECT, { input: { memoryId } });
    expect(refused.extensions.code).toBe('CONFLICT');
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await reflected(project, memoryId);
    const empty = await project.memory();
    const nothing = await project.fail(REFLECT, { input: { memoryId: empty, force: true } });
    expect(nothing.extensions.code).toBe('CONFLICT');
  });

  it('come from cycles that no key of another project finds', async () => {
    const [project, stranger] = [await server.project(), await server.project()];
    const memoryId = await project.memory();
    scriptedModel(server);
    await record(project, { memoryId, content: 'Saw a deer' });
    const { startInsightCycle } = await project.run(REFLECT, { input: { memoryId, force: true } });
    const { id } = startInsightCycle.insightCycle;
    const query = 'query ($id: ID!) { node(id: $id) { id } }';
    expect(await project.run(query, { id })).toEqual({ node: { id } });
    expect(await stranger.run(query, { id })).toEqual({ node: null });
  });

  it('do not feed on themselves', async () => {
    const project = await server.project();
    const memoryId = await project.memory({
      streamSettings: { importanceThreshold: 20, minObservations: 3 },
    });
    scriptedModel(server);
    await observe(project, memoryId, [7, 7, 7]);
    await reflected(project, memoryId);
    const { stream } = await stateOf(project, memoryId);
    expect(stream).toMatchObject({ cumulativeImportance: 21, observationCount: 0 });
    // A cycle that the insights had opened would have begun before this one, without the observation.
    await observe(project, memoryId, [5]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const { insightCycles } = await reflected(project, memoryId, 2);
    expect(insightCycles.totalCount).toBe(2);
    expect(insightCycles.nodes[0]).toMatchObject({ importance: 26, observationCount: 1 });
  });

  it('leave ratings that come late out of the next cycle', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ streamSettings: { questionsPerCycle: 1 } });
    const ratings = createDeferred();
    scriptedModel(server, {
      rating: (body) =>
        JSON.stringify(body).includes('insight on')
          ? { text: '7' }
          : { text: '1', after: ratings.promise },
      insight: () => ({ text: 'Early (because of 1).' }),
    });
    for (let i = 0; i < 4; i += 1) await record(project, { memoryId, content: `unrated ${i}` });
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const { insightCycles } = await reflected(project, memoryId);
    expect(insightCycles.nodes[0].questions[0].insight.importance).toBe(7);
    ratings.resolve();
    const ask = { query: 'unrated', scope: { memoryIds: [memoryId], kinds: ['OBSERVATION'] } };
    await eventually(async () =>
      (await retrieve(project, ask)).map((result: { importance: number }) => result.importance),
    ).toEqual([0.1, 0.1, 0.1, 0.1]);
    expect((await stateOf(project, memoryId)).stream.cumulativeImportance).toBe(7);
  });

  it('have at least the importance that the memory gives to insights', async () => {
    const project = await server.project();
    const streamSettings = { questionsPerCycle: 1, insightImportance: 9 };
    const memoryId = await project.memory({ streamSettings });
    scriptedModel(server, { rating: () => ({ text: '2' }) });
    await observe(project, memoryId, [5]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const { insightCycles, stream } = await reflected(project, memoryId);
    expect(insightCycles.nodes[0].questions[0].insight.importance).toBe(9);
    expect(stream.cumulativeImportance).toBe(9);
  });

  it('leave a rating of what arrives meanwhile to the next cycle', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ streamSettings: { questionsPerCycle: 1 } });
    const formed = createDeferred();
    let asked = 0;
    scriptedModel(server, {
      rating: (body) => ({ text: JSON.stringify(body).includes('came late') ? '9' : '6' }),
      insight: () => {
        asked += 1;
        return { text: 'Early (because of 1).', after: formed.promise };
      },
    });
    await observe(project, memoryId, [5]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await eventually(() => asked).toBe(1);
    await record(project, { memoryId, content: 'it came late' });
    const sum = async () => (await stateOf(project, memoryId)).stream.cumulativeImportance;
    await eventually(sum).toBe(5 + 9);
    formed.resolve();
    const { insightCycles, stream } = await reflected(project, memoryId);
    expect(insightCycles.nodes[0]).toMatchObject({ importance: 5, observationCount: 1 });
    expect(stream).toMatchObject({ cumulativeImportance: 9 + 7, observationCount: 1 });
  });

  it('form from the part of a long entry that matches the question', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const question = 'How is the harvest?';
    const parts = ['Alpha', 'Beta', 'Gamma'].map((name) => `${name} ${'words '.repeat(90)}end.`);
    server.models.script(question, scripted(1));
    server.models.script(parts[2] ?? '', scripted(0.9));
    let shown = '';
    scriptedModel(server, {
      questions: { text: `1. ${question}` },
      insight: ({ messages }) => {
        shown = messages.at(-1)?.content ?? '';
        return { text: 'The harvest is fine (because of 1).' };
      },
    });
    await record(project, { memoryId, content: parts.join(' '), importance: 5 });
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await reflected(project, memoryId);
    expect(shown).toContain(`1. ${parts[2]}\n</statements>`);
  });

  it('count an access of each entry that was considered', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ streamSettings: { questionsPerCycle: 1 } });
    scriptedModel(server);
    await observe(project, memoryId, [5]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await reflected(project, memoryId);
    const scope = { memoryIds: [memoryId], kinds: ['OBSERVATION'] };
    const [seen] = await retrieve(project, { query: 'Saw thing 0 of 5', scope });
    expect(seen.entry).toMatchObject({ accessCount: 1, lastAccessedAt: expect.any(String) });
  });

  it('make one cycle though many cross the threshold at once, in two workers', async () => {
    const project = await server.project();
    const memoryId = await project.memory({
      streamSettings: { importanceThreshold: 30, minObservations: 2, questionsPerCycle: 1 },
    });
    const crossed = createDeferred();
    scriptedModel(server, {
      insight: () => ({ text: 'Once (because of 1).', after: crossed.promise }),
    });
    const other = startBackground(server.app);
    await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        record(project, { memoryId, content: `Crossing ${i}`, importance: 10 }),
      ),
    );
    crossed.resolve();
    const { insightCycles, stream } = await reflected(project, memoryId);
    await other.stop();
    expect(insightCycles.totalCount).toBe(1);
    expect(stream.cumulativeImportance).toBe(40 - insightCycles.nodes[0].importance + 7);
  });

  it('count what arrives meanwhile for the next cycle, and rest on each other only so deep', async () => {
    const project = await server.project();
    const memoryId = await project.memory({
      streamSettings: {
        importanceThreshold: 20,
        minObservations: 2,
        questionsPerCycle: 1,
        maxDepth: 2,
      },
    });
    let number = 0;
    const arrived = createDeferred();
    scriptedModel(server, {
      insight: () => {
        number += 1;
        return {
          text: `Insight number ${number} (because of 1, 2, 3, 4, 5, 6, 7, 8).`,
          after: arrived.promise,
        };
      },
    });
    await observe(project, memoryId, [10, 10]);
    await eventually(
      async () => (await stateOf(project, memoryId)).insightCycles.nodes[0]?.importance,
    ).toBe(20);
    await observe(project, memoryId, [10, 5]);
    arrived.resolve();
    const { insightCycles, stream } = await reflected(project, memoryId, 2);
    expect(insightCycles.nodes[0]).toMatchObject({ importance: 22, observationCount: 2 });
    expect(stream.cumulativeImportance).toBe(7);
    const [second, first] = insightCycles.nodes.map(
      (node: { questions: { insight: { depth: number } }[] }) => node.questions[0]?.insight,
    );
    expect([first.depth, second.depth]).toEqual([1, 2]);
    await observe(project, memoryId, [10, 5]);
    const third = (await reflected(project, memoryId, 3)).insightCycles.nodes[0].questions[0]
      .insight;
    expect(third.depth).toBe(2);
    expect(
      third.evidence.map(({ entry }: { entry: { content: string } }) => entry.content),
    ).not.toContain('Insight number 2.');
  });

  it.each<[string, string, string, string]>([
    ['no citation', 'They like order.', 'They like order.', 'CONSIDERED'],
    [
      'numbers that were not shown',
      'They like order (because of 77, 99).',
      'They like order (because of 77, 99).',
      'CONSIDERED',
    ],
    ['brackets', '"They like order [1][2]."', 'They like order.', 'CITED'],
    [
      'a heading',
      'Insight: They like order, based on statements 1 and 2',
      'They like order',
      'CITED',
    ],
  ])('of an answer with %s keep what can be trusted', async (_, text, content, role) => {
    const project = await server.project();
    const memoryId = await project.memory({ streamSettings: { questionsPerCycle: 1 } });
    scriptedModel(server, {
      questions: { text: '- What do they like?' },
      insight: () => ({ text }),
    });
    await observe(project, memoryId, [5, 6, 7]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const { insightCycles } = await reflected(project, memoryId);
    const { insight } = insightCycles.nodes[0].questions[0];
    expect(insight.content).toBe(content);
    expect(insight.evidence.map((one: { role: string }) => one.role)).toEqual(
      Array(role === 'CITED' ? 2 : 3).fill(role),
    );
  });

  it('that a model fails to give are told in the cycle, and the others stay', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    let asked = 0;
    scriptedModel(server, {
      insight: () => {
        asked += 1;
        return { text: asked === 2 ? '???' : 'A fine insight (because of 1).' };
      },
    });
    await observe(project, memoryId, [5, 6, 7]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const [cycle] = (await reflected(project, memoryId)).insightCycles.nodes;
    expect(cycle.questions.map((question: { error: string | null }) => question.error)).toEqual([
      null,
      'The answer of the chat model contained no insight.',
      null,
    ]);
  });

  it('form from fewer entries where the endpoint refuses a long text, and without those it refuses', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const shown: number[] = [];
    let asked = 0;
    const isRefused = (text: string) => {
      if (text.includes('<observations>'))
        return shown.push(text.split('Saw thing').length - 1) < 3;
      if (text.includes('<statements>')) asked += 1;
      return text.includes('<statements>') && asked === 2;
    };
    scriptedModel(server, { isRefused });
    await observe(project, memoryId, [5, 6, 7, 8]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const [cycle] = (await reflected(project, memoryId)).insightCycles.nodes;
    expect(shown).toEqual([4, 2, 1]);
    expect(cycle.questions.map((question: { error: string | null }) => question.error)).toEqual([
      null,
      'The chat model refused the text of the entries for this question.',
      null,
    ]);
  });

  it('form without the part of the entries that the endpoint refuses, and end where it refuses all', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    let refused = 'Saw thing 0';
    scriptedModel(server, {
      isRefused: (text) => text.includes('<observations>') && text.includes(refused),
    });
    await observe(project, memoryId, [9, 5, 5, 5]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const [cycle] = (await reflected(project, memoryId)).insightCycles.nodes;
    expect(cycle.questions).toHaveLength(3);
    refused = '';
    await observe(project, memoryId, [9, 5]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const { nodes } = (await reflected(project, memoryId, 2)).insightCycles;
    const numbers = nodes.map(({ questions }: { questions: object[] }) => questions.length);
    expect(numbers.sort()).toEqual([0, 3]);
  });

  it('are finished later where the model fails in the middle, and nothing is in them twice', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    let asked = 0;
    const insight = () => {
      asked += 1;
      return asked === 1
        ? { text: 'The first (because of 1).' }
        : ({ kind: 'status', status: 500 } as const);
    };
    scriptedModel(server, { insight });
    await observe(project, memoryId, [5, 6, 7]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await eventually(
      async () => (await stateOf(project, memoryId)).insightCycles.nodes[0].status,
    ).toBe('FAILED');
    const [failed] = (await stateOf(project, memoryId)).insightCycles.nodes;
    expect(failed.error).toContain('CHAT_UNAVAILABLE');
    expect(failed.questions[0].insight.content).toBe('The first.');
    scriptedModel(server, { insight: () => ({ text: 'Another (because of 1).' }) });
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const { insightCycles } = await reflected(project, memoryId);
    expect(insightCycles.totalCount).toBe(1);
    expect(
      insightCycles.nodes[0].questions.map(
        (one: { insight: { content: string } }) => one.insight.content,
      ),
    ).toEqual(['The first.', 'Another.', 'Another.']);
  });

  it('are none, without a question, where the entries are deleted', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    scriptedModel(server);
    await observe(project, memoryId, [5, 6, 7]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await reflected(project, memoryId);
    const through = await coveredThrough(memoryId);
    const { entries } = await project.run('{ entries(first: 100) { nodes { id content } } }');
    for (const { id, content } of entries.nodes) {
      if (content === 'Saw thing 0 of 5') continue;
      await project.run(`mutation { deleteEntry(input: { entryId: "${id}" }) { entry { id } } }`);
    }
    // The model has nothing to ask about.
    scriptedModel(server, { questions: { text: 'I cannot.' } });
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const { insightCycles } = await reflected(project, memoryId, 2);
    expect(insightCycles.nodes[0]).toMatchObject({ status: 'COMPLETED', questions: [] });
    expect(await coveredThrough(memoryId)).toBe(through);
  });

  it('do not rest on reflections, whoever wrote them', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    scriptedModel(server);
    await project.write(memoryId, 'A lesson of somebody', { kind: 'REFLECTION' });
    const nothing = await project.fail(REFLECT, { input: { memoryId, force: true } });
    expect(nothing.extensions.code).toBe('CONFLICT');
    await observe(project, memoryId, [5]);
    await project.write(memoryId, 'Another lesson of somebody', { kind: 'REFLECTION' });
    const before = server.models.chats.length;
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await reflected(project, memoryId);
    expect(JSON.stringify(server.models.chats.slice(before))).not.toContain('of somebody');
  });

  it('need questions: prose without one fails with a clear error', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    scriptedModel(server, { questions: { text: 'I cannot.' } });
    await observe(project, memoryId, [5]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await eventually(
      async () => (await stateOf(project, memoryId)).insightCycles.nodes[0].status,
    ).toBe('FAILED');
    expect((await stateOf(project, memoryId)).insightCycles.nodes[0].error).toContain(
      'asked no question',
    );
    // As when the job is deleted 30 days later.
    await server.app.db.delete(jobs).where(eq(jobs.subject, memoryId));
    const { insightCycles } = await stateOf(project, memoryId);
    expect(insightCycles.nodes[0]).toMatchObject({ status: 'FAILED', attempts: 0 });
  });
});
