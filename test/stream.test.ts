import { describe, expect, it } from 'vitest';
import { startBackground } from '../src/background.ts';
import { forget } from '../src/stream/forget.ts';
import { type ChatBody, type ChatReply, scripted } from './support/model-server.ts';
import { type TestProject, type TestServer, useServer } from './support/server.ts';

const RECORD = `mutation ($input: RecordObservationInput!) { recordObservation(input: $input) { entry {
  id kind source content importance occurredAt expiresAt depth metadata
  importanceExplained { importance source base entity feeling goal pending context } } } }`;
const BULK = `mutation ($input: RecordObservationsInput!) { recordObservations(input: $input) {
  results { action entry { id content } error { code path } } } }`;
const RETRIEVE = `query ($input: RetrieveMemoriesInput!) { retrieveMemories(input: $input) { results {
  score similarity recency importance utility entry { id content accessCount lastAccessedAt } } } }`;
const STATE = `query ($id: ID!) { memory(id: $id) { entryCount stream { cumulativeImportance observationCount
  lastReflectionAt importanceThreshold minObservations settings { decayFactor maxEntries } }
  reflections { totalCount nodes { id status attempts error importance observationCount finishedAt
    usage { inputTokens outputTokens } questions { question error insight { id content kind source
      importance depth metadata evidence { role entry { id content } } } } } } } }`;
const REFLECT =
  'mutation ($input: ReflectInput!) { reflect(input: $input) { cycle { id status } } }';

const record = async (project: TestProject, input: Record<string, unknown>) =>
  (await project.run(RECORD, { input })).recordObservation.entry;

const retrieve = async (project: TestProject, input: Record<string, unknown>) =>
  (await project.run(RETRIEVE, { input })).retrieveMemories.results;

const stateOf = async (project: TestProject, id: string) =>
  (await project.run(STATE, { id })).memory;

const contentsOf = (results: { entry: { content: string } }[]) =>
  results.map((result) => result.entry.content);

const hoursAgo = (hours: number, now = Date.now()) =>
  new Date(now - hours * 3_600_000).toISOString();

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
    expect(stream).toMatchObject({ cumulativeImportance: 8, observationCount: 2 });
  });

  it.each<[string, number, object]>([
    ['it rained', 5, { entity: 0, feeling: 0, goal: 0 }],
    ['Talked with Alice about it', 6, { entity: 1, feeling: 0, goal: 0 }],
    ['Alice called', 5, { entity: 0 }],
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
    for (let start = 0; start < 10_000; start += 500) {
      const observations = Array.from({ length: 500 }, (_, i) => ({
        content: `Observed ${start + i}`,
        importance: 1,
      }));
      await project.run(BULK, { input: { memoryId, observations } });
    }
    const { entryCount, stream } = await stateOf(project, memoryId);
    expect(entryCount).toBe(10_000);
    expect(stream).toMatchObject({ cumulativeImportance: 10_000, observationCount: 10_000 });
    const { memory } = await project.run(
      `{ memory(id: "${memoryId}") { entries(first: 100) { nodes { content } } } }`,
    );
    expect(memory.entries.nodes.map((node: { content: string }) => node.content)).toEqual(
      Array.from({ length: 100 }, (_, i) => `Observed ${9999 - i}`),
    );
    const observations = [{ content: 'Fine' }, { content: ' ' }, { content: 'x', importance: 11 }];
    const { recordObservations } = await project.run(BULK, { input: { memoryId, observations } });
    const twice = [1, 2].map((i) => ({ content: `Twice ${i}`, idempotencyKey: 'same' }));
    const doubled = await project.run(BULK, { input: { memoryId, observations: twice } });
    expect(doubled.recordObservations.results[1].error.path).toBe(
      'input.observations[1].idempotencyKey',
    );
    const dated = await project.fail(RECORD, {
      input: { memoryId, content: 'x', occurredAt: '0000-01-01T00:00:00Z' },
    });
    expect(dated.extensions.code).toBe('BAD_USER_INPUT');
    expect(recordObservations.results).toMatchObject([
      { action: 'CREATED', error: null },
      { entry: null, error: { code: 'BAD_USER_INPUT', path: 'input.observations[1].content' } },
      { entry: null, error: { code: 'BAD_USER_INPUT', path: 'input.observations[2].importance' } },
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
    expect((await stateOf(project, memoryId)).reflections.totalCount).toBe(0);
    const { extensions } = await project.fail(REFLECT, { input: { memoryId, force: true } });
    expect(extensions.code).toBe('CHAT_NOT_CONFIGURED');
  });
});

describe('retrieveMemories', () => {
  const server = useServer();

  /** The reference's worked example. */
  async function deadline() {
    const project = await server.project();
    const memoryId = await project.memory();
    const now = new Date().toISOString();
    server.models.script('What should I do about the project deadline?', scripted(1));
    const recencyHours = (recency: number) => Math.log(recency) / Math.log(0.99);
    for (const [content, recency, importance, relevance, axis] of [
      ['Made coffee', 0.99, 2, 0.1, 20],
      ['Alice mentioned deadline stress', 0.85, 7, 0.8, 21],
      ['Started report last week', 0.18, 6, 0.9, 22],
      ['I have been focused on work', 0.78, 8, 0.7, 23],
    ] as const) {
      server.models.script(content, scripted(relevance, axis));
      const occurredAt = hoursAgo(recencyHours(recency), Date.parse(now));
      await record(project, { memoryId, content, importance, occurredAt });
    }
    const ask = {
      memoryIds: [memoryId],
      query: 'What should I do about the project deadline?',
      now,
      touch: false,
    };
    return { project, memoryId, ask };
  }

  it('ranks the worked example of the reference as it does', async () => {
    const { project, ask } = await deadline();
    const results = await retrieve(project, ask);
    expect(
      results.map((result: { score: number; entry: { content: string } }) => [
        result.entry.content,
        result.score.toFixed(2),
      ]),
    ).toEqual([
      ['Alice mentioned deadline stress', '2.35'],
      ['I have been focused on work', '2.28'],
      ['Started report last week', '1.68'],
      ['Made coffee', '1.29'],
    ]);
    for (const { score, recency, importance, similarity } of results) {
      expect(score).toBeCloseTo(recency + importance + similarity, 9);
    }
  });

  it.each<[object, string]>([
    [{ weights: { recency: 0, importance: 0 } }, 'Started report last week'],
    [{ weights: { relevance: 0, importance: 0 } }, 'Made coffee'],
    [{ weights: { relevance: 0, recency: 0 } }, 'I have been focused on work'],
    [{ decayFactor: 1 }, 'I have been focused on work'],
  ])('weighs as told: %j', async (input, first) => {
    const { project, ask } = await deadline();
    const results = await retrieve(project, { ...ask, ...input, topK: 1 });
    if ('decayFactor' in input) expect(results[0].recency).toBe(1);
    else expect(contentsOf(results)).toEqual([first]);
  });

  it('stretches the parts over the candidates where that is wanted', async () => {
    const { project, ask } = await deadline();
    const results = await retrieve(project, { ...ask, normalization: 'MIN_MAX' });
    const scores = new Map<string, number>(
      results.map((result: { score: number; entry: { content: string } }) => [
        result.entry.content,
        result.score,
      ]),
    );
    expect(scores.get('Made coffee')).toBeCloseTo(1, 4);
    expect(scores.get('Started report last week')).toBeCloseTo(0 + 4 / 6 + 1, 4);
    const one = await server.project();
    const memoryId = await one.memory();
    await record(one, { memoryId, content: 'Alone', importance: 9 });
    const [alone] = await retrieve(one, {
      memoryIds: [memoryId],
      query: 'Anything',
      normalization: 'MIN_MAX',
    });
    expect(alone.score).toBeCloseTo(1.5, 9);
  });

  it.each([
    [1, 0.99],
    [24, 0.7857],
    [168, 0.1848],
    [720, 0.0007],
  ])('decays after %d hours to %d', async (hours, recency) => {
    const project = await server.project();
    const memoryId = await project.memory();
    const now = new Date();
    await record(project, { memoryId, content: 'Long ago', occurredAt: hoursAgo(hours, +now) });
    const [result] = await retrieve(project, { memoryIds: [memoryId], query: 'Long ago', now });
    expect(result.recency).toBeCloseTo(recency, 3);
  });

  it('counts each access, also of many at once, and from then on counts from it', async () => {
    const { project, ask } = await deadline();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        retrieve(project, { ...ask, topK: 2 + (i % 3), touch: true }),
      ),
    );
    const after = await retrieve(project, ask);
    const counts = new Map<string, { accessCount: number; lastAccessedAt: string }>(
      after.map(({ entry }: { entry: { content: string } }) => [entry.content, entry]),
    );
    expect(counts.get('Alice mentioned deadline stress')?.accessCount).toBe(20);
    expect(counts.get('Alice mentioned deadline stress')?.lastAccessedAt).toBe(ask.now);
    for (const { entry, recency } of after) if (entry.accessCount > 0) expect(recency).toBe(1);
  });

  it('lets nobody access in the future, and expired entries take no one’s place', async () => {
    const { project, memoryId, ask } = await deadline();
    const future = { ...ask, now: '9999-01-01T00:00:00.000Z', touch: true, topK: 1 };
    const [touched] = await retrieve(project, future);
    expect(Date.parse(touched.entry.lastAccessedAt)).toBeLessThanOrEqual(Date.now());
    for (let i = 0; i < 4; i += 1) {
      server.models.script(`Expired ${i}`, scripted(0.99, 30 + i));
      await record(project, {
        memoryId,
        content: `Expired ${i}`,
        expiresAt: '2001-01-01T00:00:00.000Z',
      });
    }
    const { searchKnowledge } = await project.run(
      'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { entry { content } } } }',
      { input: { query: ask.query, limit: 1 } },
    );
    expect(contentsOf(searchKnowledge.results)).toEqual(['Started report last week']);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ query: ' ' }, 'input.query'],
    [{ now: '0001-01-01T00:00:00Z' }, 'input.now'],
    [{ topK: 0 }, 'input.topK'],
    [{ decayFactor: 0 }, 'input.decayFactor'],
    [{ weights: { recency: -1 } }, 'input.weights.recency'],
  ])('refuses %j', async (input, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(RETRIEVE, { input: { query: 'Q', ...input } });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it('gives planning context within a budget', async () => {
    const { project, memoryId, ask } = await deadline();
    const PLAN = `query ($input: PlanningContextInput!) { planningContext(input: $input) {
      text tokens results { entry { content } } } }`;
    const plan = async (tokenBudget: number) =>
      (
        await project.run(PLAN, {
          input: { memoryIds: [memoryId], situation: ask.query, tokenBudget },
        })
      ).planningContext;
    const whole = await plan(1000);
    expect(whole.text.split('\n')).toHaveLength(5);
    expect(whole.text).toContain('Observations:\n- ');
    const counts = async () =>
      (await retrieve(project, ask)).map(
        (result: { entry: { accessCount: number } }) => result.entry.accessCount,
      );
    expect(await counts()).toEqual([1, 1, 1, 1]);
    const small = await plan(15);
    expect(small.tokens).toBeLessThanOrEqual(15);
    expect(small.results.length).toBeGreaterThan(0);
    expect(small.results.length).toBeLessThan(4);
    const before = await counts();
    expect(await plan(1)).toEqual({ text: '', tokens: 0, results: [] });
    expect(await counts()).toEqual(before);
  });
});

/** Answers what a cycle asks: the questions, an insight for each, and a rating. */
function scriptedModel(
  server: TestServer,
  given: {
    questions?: ChatReply;
    insight?: (body: ChatBody) => ChatReply;
    rating?: (body: ChatBody) => ChatReply;
  } = {},
) {
  server.models.chat((body) => {
    const asked = body.messages.at(-1)?.content ?? '';
    if (asked.endsWith('Rating (1-10):')) return given.rating?.(body) ?? { text: '6' };
    if (asked.includes('<observations>')) {
      return (
        given.questions ?? { text: '1. What matters here?\n2. Who is close?\n3. What is next?' }
      );
    }
    return given.insight?.(body) ?? { text: 'Work matters most (because of 1, 2).' };
  });
}

describe('insights', () => {
  const server = useServer({
    CHAT_MODEL: 'test-chat',
    CHAT_MAX_RETRIES: '0',
    CHAT_TIMEOUT_MS: '1500',
    JOB_MAX_ATTEMPTS: '2',
  });

  const observe = async (project: TestProject, memoryId: string, importances: number[]) => {
    for (const [i, importance] of importances.entries()) {
      await record(project, { memoryId, content: `Saw thing ${i} of ${importance}`, importance });
    }
  };

  const reflected = async (project: TestProject, memoryId: string, cycles = 1) => {
    await expect
      .poll(
        async () => {
          const { reflections } = await stateOf(project, memoryId);
          return reflections.nodes.filter((node: { finishedAt: string }) => node.finishedAt).length;
        },
        { timeout: 20_000 },
      )
      .toBe(cycles);
    return stateOf(project, memoryId);
  };

  it('form at a sum of exactly 150 from 10 observations, with the evidence they cite', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    scriptedModel(server);
    await observe(project, memoryId, [...Array(14).fill(10), 9.5]);
    expect((await stateOf(project, memoryId)).reflections.totalCount).toBe(0);
    await record(project, { memoryId, content: 'The last straw', importance: 1 });
    const { stream, reflections } = await reflected(project, memoryId);
    const [cycle] = reflections.nodes;
    expect(cycle).toMatchObject({
      status: 'COMPLETED',
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
        kind: 'REFLECTION',
        source: 'REFLECTION',
        importance: 7,
        metadata: { tags: ['reflection', 'insight'] },
      });
      expect(insight.evidence).toHaveLength(2);
      expect(insight.evidence[0].role).toBe('CITED');
    }
    expect(stream).toMatchObject({ cumulativeImportance: 21, observationCount: 0 });
    expect(stream.lastReflectionAt).not.toBeNull();
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
    const { reflections, stream } = await stateOf(project, memoryId);
    expect(reflections.totalCount).toBe(0);
    expect(stream).toMatchObject({ cumulativeImportance: 90, importanceThreshold: 50 });
    const refused = await project.fail(REFLECT, { input: { memoryId } });
    expect(refused.extensions.code).toBe('CONFLICT');
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await reflected(project, memoryId);
    const empty = await project.memory();
    const nothing = await project.fail(REFLECT, { input: { memoryId: empty, force: true } });
    expect(nothing.extensions.code).toBe('CONFLICT');
  });

  it('do not feed on themselves', async () => {
    const project = await server.project();
    const memoryId = await project.memory({
      streamSettings: { importanceThreshold: 20, minObservations: 3 },
    });
    scriptedModel(server);
    await observe(project, memoryId, [7, 7, 7]);
    await reflected(project, memoryId);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const { reflections, stream } = await stateOf(project, memoryId);
    expect(reflections.totalCount).toBe(1);
    expect(stream).toMatchObject({ cumulativeImportance: 21, observationCount: 0 });
  });

  it('leave ratings that come late out of the next cycle', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ streamSettings: { questionsPerCycle: 1 } });
    scriptedModel(server, {
      rating: (body) =>
        JSON.stringify(body).includes('insight on') ? { text: '7' } : { text: '1', delayMs: 1200 },
      insight: () => ({ text: 'Early (because of 1).' }),
    });
    for (let i = 0; i < 4; i += 1) await record(project, { memoryId, content: `unrated ${i}` });
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const { reflections } = await reflected(project, memoryId);
    expect(reflections.nodes[0].questions[0].insight.importance).toBe(7);
    await expect
      .poll(
        async () =>
          (
            await retrieve(project, {
              query: 'unrated',
              memoryIds: [memoryId],
              kinds: ['OBSERVATION'],
            })
          )
            .map((result: { importance: number }) => result.importance)
            .join(),
        { timeout: 20_000 },
      )
      .toBe('0.1,0.1,0.1,0.1');
    expect((await stateOf(project, memoryId)).stream.cumulativeImportance).toBe(7);
  });

  it('make one cycle though many cross the threshold at once, in two workers', async () => {
    const project = await server.project();
    const memoryId = await project.memory({
      streamSettings: { importanceThreshold: 30, minObservations: 2, questionsPerCycle: 1 },
    });
    scriptedModel(server, { insight: () => ({ text: 'Once (because of 1).', delayMs: 300 }) });
    const other = startBackground(server.app);
    await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        record(project, { memoryId, content: `Crossing ${i}`, importance: 10 }),
      ),
    );
    const { reflections, stream } = await reflected(project, memoryId);
    await other.stop();
    expect(reflections.totalCount).toBe(1);
    expect(stream.cumulativeImportance).toBe(40 - reflections.nodes[0].importance + 7);
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
    scriptedModel(server, {
      insight: () => {
        number += 1;
        return {
          text: `Insight number ${number} (because of 1, 2, 3, 4, 5, 6, 7, 8).`,
          delayMs: 200,
        };
      },
    });
    await observe(project, memoryId, [10, 10]);
    await expect
      .poll(async () => (await stateOf(project, memoryId)).reflections.nodes[0]?.importance)
      .toBe(20);
    await observe(project, memoryId, [10, 5]);
    const { reflections, stream } = await reflected(project, memoryId, 2);
    expect(reflections.nodes[0]).toMatchObject({ importance: 22, observationCount: 2 });
    expect(stream.cumulativeImportance).toBe(7);
    const [second, first] = reflections.nodes.map(
      (node: { questions: { insight: { depth: number } }[] }) => node.questions[0]?.insight,
    );
    expect([first.depth, second.depth]).toEqual([1, 2]);
    await observe(project, memoryId, [10, 5]);
    const third = (await reflected(project, memoryId, 3)).reflections.nodes[0].questions[0].insight;
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
    const { reflections } = await reflected(project, memoryId);
    const { insight } = reflections.nodes[0].questions[0];
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
    const [cycle] = (await reflected(project, memoryId)).reflections.nodes;
    expect(cycle.questions.map((question: { error: string | null }) => question.error)).toEqual([
      null,
      'The answer held no insight.',
      null,
    ]);
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
    await expect
      .poll(async () => (await stateOf(project, memoryId)).reflections.nodes[0].status, {
        timeout: 20_000,
      })
      .toBe('FAILED');
    const [failed] = (await stateOf(project, memoryId)).reflections.nodes;
    expect(failed.error).toContain('CHAT_UNAVAILABLE');
    expect(failed.questions[0].insight.content).toBe('The first.');
    scriptedModel(server, { insight: () => ({ text: 'Another (because of 1).' }) });
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const { reflections } = await reflected(project, memoryId);
    expect(reflections.totalCount).toBe(1);
    expect(
      reflections.nodes[0].questions.map(
        (one: { insight: { content: string } }) => one.insight.content,
      ),
    ).toEqual(['The first.', 'Another.', 'Another.']);
  });

  it('need questions: prose without one fails with a clear error', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    scriptedModel(server, { questions: { text: 'I cannot.' } });
    await observe(project, memoryId, [5]);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await expect
      .poll(async () => (await stateOf(project, memoryId)).reflections.nodes[0].status, {
        timeout: 20_000,
      })
      .toBe('FAILED');
    expect((await stateOf(project, memoryId)).reflections.nodes[0].error).toContain(
      'asked no question',
    );
  });
});

describe('importance', () => {
  const server = useServer({
    CHAT_MODEL: 'test-chat',
    CHAT_MAX_RETRIES: '0',
    JOB_MAX_ATTEMPTS: '2',
  });

  const rated = async (project: TestProject, id: string) => {
    const read = async () =>
      (
        await project.run(
          `{ entry(id: "${id}") { importance importanceExplained { source base entity goal pending } } }`,
        )
      ).entry;
    await expect
      .poll(async () => (await read()).importanceExplained.pending, { timeout: 20_000 })
      .toBe(false);
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
    server.models.chat(() => ({ text, delayMs: 100 }));
    const entry = await record(project, {
      memoryId,
      content: 'the goal of Ada',
      context: 'A diary',
    });
    expect(entry.importanceExplained).toMatchObject({ source: 'DEFAULT', base: 5, pending: true });
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
    const entry = await record(project, { memoryId, content: 'it rained' });
    expect(entry.importance).toBe(5);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    server.models.chat(() => ({ text: '2' }));
    await record(project, { memoryId, content: 'it rained again' });
    expect((await rated(project, entry.id)).importance).toBe(2);
    expect((await stateOf(project, memoryId)).stream.cumulativeImportance).toBe(4);
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
    await expect
      .poll(async () => (await stateOf(project, memoryId)).reflections.totalCount, {
        timeout: 20_000,
      })
      .toBeGreaterThan(0);
  });
});

describe('retention', () => {
  const server = useServer();

  it('hides what expired at once, deletes it, and after the grace period for good', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ streamSettings: { graceDays: 1 } });
    server.models.script('Short-lived', scripted(1));
    const entry = await record(project, {
      memoryId,
      content: 'Short-lived',
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    });
    const kept = await record(project, { memoryId, content: 'Kept' });
    const clock = server.app.clock;
    const found = async () =>
      contentsOf(await retrieve(project, { query: 'Short-lived', touch: false }));
    const exists = async () =>
      (
        await project.run(
          `{ nodes(ids: ["${kept.id}"]) { id } entry(id: "${entry.id}") { deletedAt } }`,
        )
      ).entry;
    try {
      expect(await found()).toContain('Short-lived');
      server.app.clock = () => new Date(Date.now() + 61_000);
      expect(await found()).toEqual(['Kept']);
      await forget(server.app);
      expect((await exists()).deletedAt).not.toBeNull();
      server.app.clock = () => new Date(Date.now() + 2 * 86_400_000);
      await forget(server.app);
      const gone = await project.fail(`{ entry(id: "${entry.id}") { id } }`);
      expect(gone.extensions.code).toBe('NOT_FOUND');
    } finally {
      server.app.clock = clock;
    }
    await project.settled();
    const { events } = await project.run('{ events(first: 100) { nodes { type entryId actor } } }');
    const own = events.nodes.filter((event: { entryId: string }) => event.entryId === entry.id);
    expect(own.map((event: { type: string; actor: string }) => [event.type, event.actor])).toEqual([
      ['ENTRY_CREATED', expect.stringMatching(/^key_/)],
      ['ENTRY_DELETED', 'retention'],
      ['ENTRY_PURGED', 'retention'],
    ]);
  });

  it('keeps the most that a memory may hold, by recency and importance, and what was restored', async () => {
    const project = await server.project({ stream: { ttlHours: 1000 } });
    const memoryId = await project.memory({ streamSettings: { maxEntries: 3 } });
    for (const [content, importance, hours] of [
      ['Old and dull', 1, 500],
      ['Old and great', 10, 500],
      ['New and dull', 1, 0],
      ['New and great', 10, 0],
      ['Middling', 3, 100],
    ] as const) {
      await record(project, { memoryId, content, importance, occurredAt: hoursAgo(hours) });
    }
    await Promise.all([forget(server.app), forget(server.app)]);
    const list = async (deleted: boolean) => {
      const { memory } = await project.run(
        `{ memory(id: "${memoryId}") { entries(deleted: ${deleted}) { nodes { id content } } } }`,
      );
      return memory.entries.nodes;
    };
    const names = (nodes: { content: string }[]) => nodes.map(({ content }) => content).sort();
    expect(names(await list(false))).toEqual(['New and dull', 'New and great', 'Old and great']);
    const [dull] = (await list(true)).filter(
      ({ content }: { content: string }) => content === 'Old and dull',
    );
    await project.run(
      `mutation { restoreEntry(input: { entryId: "${dull.id}" }) { entry { id } } }`,
    );
    const { entry } = await project.run(`{ entry(id: "${dull.id}") { expiresAt } }`);
    expect(entry.expiresAt).toBeNull();
  });

  it('is off by default, and its numbers are set by project and memory', async () => {
    const project = await server.project({ stream: { decayFactor: 0.5, maxEntries: 7 } });
    const memoryId = await project.memory({ streamSettings: { decayFactor: 0.9 } });
    const { stream } = await stateOf(project, memoryId);
    expect(stream.settings).toEqual({ decayFactor: 0.9, maxEntries: 7 });
    await project.run(
      `mutation { updateMemory(input: { memoryId: "${memoryId}", streamSettings: { decayFactor: null } }) { memory { id } } }`,
    );
    expect((await stateOf(project, memoryId)).stream.settings.decayFactor).toBe(0.5);
    const plain = await server.project();
    const other = await plain.memory();
    expect((await stateOf(plain, other)).stream.settings).toEqual({
      decayFactor: 0.99,
      maxEntries: null,
    });
    const refused = await project.fail(
      `mutation { updateMemory(input: { memoryId: "${memoryId}", streamSettings: { maxDepth: 99 } }) { memory { id } } }`,
    );
    expect(refused.extensions.path).toBe('input.streamSettings.maxDepth');
  });
});
