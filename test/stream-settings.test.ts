import { describe, expect, it } from 'vitest';
import { STREAM_RANKINGS } from '../src/db/tables/stream-settings.ts';
import { eventually } from './support/eventually.ts';
import { type TestProject, useServer } from './support/server.ts';
import { REFLECT, RETRIEVE, record, scriptedModel, stateOf } from './support/stream.ts';

const RANKING = `ranking normalization mode decayFactor accessShare recencyWeight importanceWeight
  relevanceWeight utilityWeight`;

const rankingOf = async (project: TestProject, memoryId: string) => {
  const query = `{ memory(id: "${memoryId}") { stream { settings { ${RANKING} } } } }`;
  return (await project.run(query)).memory.stream.settings;
};

const setStream = (project: TestProject, memoryId: string, streamSettings: object) =>
  project.run(
    'mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) { memory { id } } }',
    { input: { memoryId, streamSettings } },
  );

const PRESETS = {
  MEASURED: ['NONE', 'HYBRID', 0.999, 0.5, 0.05, 0.1, 1, 0],
  GENERATIVE_AGENTS: ['NONE', 'SEMANTIC', 0.99, 1, 1, 1, 1, 0],
  PAPER_CODE: ['MIN_MAX', 'SEMANTIC', 0.99, 1, 0.5, 2, 3, 0],
  SOAT: ['NONE', 'SEMANTIC', 0.99, 1, 0, 0, 1, 0],
  REFLECT: ['NONE', 'SEMANTIC', 0.99, 1, 0, 0, 0.5, 0.5],
} as const;

function preset(ranking: keyof typeof PRESETS) {
  const [normalization, mode, decayFactor, accessShare, ...weights] = PRESETS[ranking];
  const [recencyWeight, importanceWeight, relevanceWeight, utilityWeight] = weights;
  const weighted = { recencyWeight, importanceWeight, relevanceWeight, utilityWeight };
  return { ranking, normalization, mode, decayFactor, accessShare, ...weighted };
}

describe('the ranking of a stream', () => {
  const server = useServer();

  it('is MEASURED, and each setting can be set beside a ranking', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    expect(await rankingOf(project, memoryId)).toEqual(preset('MEASURED'));
    await setStream(project, memoryId, { importanceWeight: 9, ranking: 'PAPER_CODE' });
    const own = { ...preset('PAPER_CODE'), importanceWeight: 9 };
    expect(await rankingOf(project, memoryId)).toEqual(own);
    await setStream(project, memoryId, { ranking: 'GENERATIVE_AGENTS', importanceWeight: null });
    expect(await rankingOf(project, memoryId)).toEqual(preset('GENERATIVE_AGENTS'));
  });

  it('can be that of each reference', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    for (const ranking of STREAM_RANKINGS) {
      await setStream(project, memoryId, { ranking });
      expect(await rankingOf(project, memoryId)).toEqual(preset(ranking));
    }
  });

  it('scores like the search of the reference', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    for (const task of ['Book a flight', 'Cancel a flight']) {
      const reflection = {
        memoryId,
        task,
        summary: `${task} early`,
        guidance: 'G',
        result: 'PASS',
      };
      await project.run(
        'mutation ($input: CreateReflectionInput!) { createReflection(input: $input) { entry { id } } }',
        { input: reflection },
      );
    }
    const RESULTS = 'results { score entry { id } }';
    const query = 'Book a flight early';
    const SEARCHES = `query ($soat: RetrieveEntriesInput!, $reflect: RetrieveEntriesInput!,
      $knowledge: SearchKnowledgeInput!, $reflections: QueryReflectionsInput!) {
      soat: retrieveEntries(input: $soat) { ${RESULTS} }
      reflect: retrieveEntries(input: $reflect) { ${RESULTS} }
      knowledge: searchKnowledge(input: $knowledge) { ${RESULTS} }
      reflections: queryReflections(input: $reflections) { ${RESULTS} } }`;
    const found = await project.run(SEARCHES, {
      soat: { query, ranking: 'SOAT' },
      reflect: { query, ranking: 'REFLECT' },
      knowledge: { query, mode: 'SEMANTIC' },
      reflections: { task: query, mode: 'SEMANTIC', minScore: 0, mmrLambda: 1 },
    });
    expect(found.soat.results).toHaveLength(2);
    expect(found.soat).toEqual(found.knowledge);
    expect(found.reflect).toEqual(found.reflections);
    expect(found.reflect).not.toEqual(found.soat);
  });

  it('of a memory replaces all values of the project that it names, and no others', async () => {
    const project = await server.project({
      stream: { ranking: 'PAPER_CODE', utilityWeight: 4, accessShare: 0.2, maxEntries: 7 },
    });
    const memoryId = await project.memory();
    const inherited = { ...preset('PAPER_CODE'), utilityWeight: 4, accessShare: 0.2 };
    expect(await rankingOf(project, memoryId)).toEqual(inherited);
    await setStream(project, memoryId, { relevanceWeight: 8 });
    expect(await rankingOf(project, memoryId)).toEqual({ ...inherited, relevanceWeight: 8 });
    await setStream(project, memoryId, { ranking: 'MEASURED' });
    const replaced = { ...preset('MEASURED'), relevanceWeight: 8 };
    expect(await rankingOf(project, memoryId)).toEqual(replaced);
    expect((await stateOf(project, memoryId)).stream.settings.maxEntries).toBe(7);
  });

  it('is chosen by a search, which changes its parts one by one', async () => {
    const project = await server.project({ stream: { utilityWeight: 4 } });
    const memoryId = await project.memory();
    await record(project, { memoryId, content: 'Alone', importance: 10 });
    const EXPLAIN = RETRIEVE.replace(
      'results {',
      'explanation { weights { recency importance relevance utility } } results { coverage',
    );
    const ask = async (input: object) => {
      const scope = { memoryIds: [memoryId] };
      const asked = { query: 'Alone', scope, explain: true, ...input };
      const { retrieveEntries } = await project.run(EXPLAIN, { input: asked });
      const { explanation, results } = retrieveEntries;
      return { ...results[0], weights: explanation.weights };
    };
    const inherited = await ask({});
    expect(inherited.weights).toMatchObject({ importance: 0.1, relevance: 1, utility: 4 });
    expect(inherited.coverage).not.toBeNull();
    const reference = await ask({ ranking: 'GENERATIVE_AGENTS' });
    expect(reference.weights).toEqual({ recency: 1, importance: 1, relevance: 1, utility: 0 });
    expect(reference.coverage).toBeNull();
    expect(reference.score).toBeCloseTo(3, 3);
    const changed = await ask({
      ranking: 'GENERATIVE_AGENTS',
      weights: { importance: 0 },
      mode: 'LEXICAL',
      normalization: 'MIN_MAX',
    });
    expect(changed.weights).toMatchObject({ recency: 1, importance: 0 });
    expect(changed.similarity).toBeNull();
    expect(changed.score).toBeCloseTo(1, 9);
  });
});

describe('the additions to the importance', () => {
  const server = useServer();

  it.each<[object, number]>([
    [{}, 9],
    [{ entityAddition: 0 }, 8],
    [{ feelingAddition: 0, goalAddition: 0.5 }, 6.5],
    [{ entityAddition: 0, feelingAddition: 0, goalAddition: 0 }, 5],
    [{ goalAddition: 9 }, 10],
  ])('are settings: %j', async (stream, importance) => {
    const project = await server.project({ stream });
    const memoryId = await project.memory();
    const content = 'Alice wants what Bob must have';
    expect((await record(project, { memoryId, content })).importance).toBe(importance);
  });
});

describe('ratings and insights', () => {
  const server = useServer({
    CHAT_MODEL: 'test-chat',
    SCORING_MODEL: 'small-chat',
    CHAT_MAX_RETRIES: '0',
    JOB_MAX_ATTEMPTS: '1',
  });

  const jobsOf = async (project: TestProject) =>
    (await project.run('{ jobs { totalCount } }', {}, project.keys.ADMIN)).jobs.totalCount;

  const pendingOf = async (project: TestProject, id: string) =>
    (await project.run(`{ entry(id: "${id}") { importanceExplained { pending } } }`)).entry
      .importanceExplained.pending;

  const reflected = async (project: TestProject, memoryId: string, cycles = 1) => {
    const finished = async () =>
      (await stateOf(project, memoryId)).insightCycles.nodes.filter(
        (cycle: { finishedAt: string | null }) => cycle.finishedAt,
      );
    await eventually(async () => (await finished()).length).toBe(cycles);
    return finished();
  };

  it('without rating ask no model, and insights have their least importance', async () => {
    const project = await server.project({ stream: { rating: false, questionsPerCycle: 1 } });
    const memoryId = await project.memory();
    scriptedModel(server, { rating: () => ({ text: '10' }) });
    const entry = await record(project, { memoryId, content: 'the goal is to rest' });
    expect(entry).toMatchObject({
      importance: 7,
      importanceExplained: { source: 'DEFAULT', base: 5, pending: false },
    });
    expect(await jobsOf(project)).toBe(0);
    await project.run(REFLECT, { input: { memoryId, force: true } });
    const [cycle] = await reflected(project, memoryId);
    expect(cycle.questions[0].insight.importance).toBe(7);
    expect(cycle.usage.inputTokens).toBe(20);
  });

  it('wait while rating is switched off', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    const { id } = await record(project, { memoryId, content: 'it rained' });
    await eventually(
      async () => (await project.run('{ jobs { nodes { status } } }', {}, project.keys.ADMIN)).jobs,
    ).toEqual({ nodes: [{ status: 'FAILED' }] });
    await setStream(project, memoryId, { rating: false });
    const asked = server.models.chats.length;
    const { jobs } = await project.run('{ jobs { nodes { id } } }', {}, project.keys.ADMIN);
    await project.run(
      `mutation { retryJob(input: { jobId: "${jobs.nodes[0].id}" }) { job { id } } }`,
      {},
      project.keys.ADMIN,
    );
    await eventually(
      async () => (await project.run('{ jobs { nodes { status } } }', {}, project.keys.ADMIN)).jobs,
    ).toEqual({ nodes: [{ status: 'COMPLETED' }] });
    expect(server.models.chats.length).toBe(asked);
    expect(await pendingOf(project, id)).toBe(true);
    await setStream(project, memoryId, { rating: true });
    server.models.chat(() => ({ text: '3' }));
    await record(project, { memoryId, content: 'it rained again' });
    await eventually(() => pendingOf(project, id)).toBe(false);
  });

  it('form by themselves only where that is wanted', async () => {
    const project = await server.project({ stream: { insights: false, questionsPerCycle: 1 } });
    const memoryId = await project.memory({
      streamSettings: { importanceThreshold: 10, minObservations: 1 },
    });
    scriptedModel(server);
    await record(project, { memoryId, content: 'it rained', importance: 10 });
    expect(await stateOf(project, memoryId)).toMatchObject({
      stream: { cumulativeImportance: 10, observationCount: 1 },
      insightCycles: { totalCount: 0 },
    });
    const refused = await project.fail(REFLECT, { input: { memoryId } });
    expect(refused.extensions.code).toBe('CONFLICT');
    expect(refused.message).toContain('force: true');
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await reflected(project, memoryId);
    await setStream(project, memoryId, { insights: true });
    await record(project, { memoryId, content: 'it snowed', importance: 10 });
    await reflected(project, memoryId, 2);
  });

  it.each<[string, object, object, string]>([
    ['the server', {}, {}, 'small-chat'],
    ['the project', { scoringModel: 'of-project' }, {}, 'of-project'],
    ['the memory', { scoringModel: 'of-project' }, { scoringModel: 'of-memory' }, 'of-memory'],
  ])('have the model of %s', async (_, ofProject, ofMemory, model) => {
    const project = await server.project({ stream: { questionsPerCycle: 1, ...ofProject } });
    const memoryId = await project.memory({ streamSettings: ofMemory });
    scriptedModel(server);
    const from = server.models.chats.length;
    await record(project, { memoryId, content: 'it rained' });
    await project.run(REFLECT, { input: { memoryId, force: true } });
    await reflected(project, memoryId);
    await eventually(() => server.models.chats.length - from).toBe(4);
    const models = server.models.chats.slice(from).map((body) => body.model);
    expect(models).toEqual(Array(4).fill(model));
  });
});

describe('a server with a scoring model alone', () => {
  const server = useServer({ SCORING_MODEL: 'small-chat', CHAT_MAX_RETRIES: '0' });

  it('rates', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    server.models.chat(() => ({ text: '2' }));
    const { id } = await record(project, { memoryId, content: 'it rained' });
    await eventually(
      async () => (await project.run(`{ entry(id: "${id}") { importance } }`)).entry.importance,
    ).toBe(2);
  });
});
