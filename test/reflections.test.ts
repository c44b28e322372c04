import { describe, expect, it } from 'vitest';
import { splitText } from '../src/models/split.js';
import { createDeferred } from './support/deferred.ts';
import { eventually } from './support/eventually.ts';
import { scripted } from './support/model-server.ts';
import {
  AUGMENT,
  LESSON,
  QUERY,
  query,
  type Result,
  tasksOf,
  WRITE_OWN,
  writeOwn,
} from './support/reflections.ts';
import { ROOT_KEY, useServer } from './support/server.ts';

const server = useServer();

describe('createReflection', () => {
  it('is stored, with its run, in the model to which the project has changed meanwhile', async () => {
    const project = await server.project();
    const changed = createDeferred();
    const before = server.models.requests.length;
    server.models.behave({ kind: 'normal', after: changed.promise });
    const writing = writeOwn(project, { task: 'Overtaken by a model' });
    await eventually(() => server.models.requests.length > before).toBe(true);
    await project.run(
      'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { id } } }',
      { input: { settings: { embeddingModel: 'second-embedder', embeddingDimensions: 64 } } },
      ROOT_KEY,
    );
    changed.resolve();
    const { entry, trace } = await writing;
    server.models.behave({ kind: 'normal' });
    const found = await project.run(
      '{ searchTraces(input: { query: "Overtaken by a model" }) { results { trace { id } } } }',
    );
    expect(found.searchTraces.results).toEqual([{ trace: { id: trace.id } }]);
    expect(entry.lesson.task).toBe('Overtaken by a model');
  });

  it('stores its parts in one Unicode form, so that their words are found', async () => {
    const project = await server.project();
    const { entry } = await writeOwn(project, {
      task: 'Find coffee',
      guidance: 'Order at the Cafe\u0301 Roma.',
      keyMistake: 'The Bistro\u0302 was closed.',
    });
    expect(entry.lesson.guidance).toBe('Order at the Café Roma.');
    for (const query of ['café', 'bistrô']) {
      const { searchKnowledge } = await project.run(
        'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { coverage } } }',
        { input: { query, mode: 'LEXICAL' } },
      );
      expect(searchKnowledge.results).toEqual([{ coverage: expect.any(Number) }]);
    }
  });

  it('stores what the agent wrote, and its run, with no chat model', async () => {
    const project = await server.project();
    const before = server.models.chats.length;
    const first = await writeOwn(project, { task: 'Fetch a page' });
    const { entry, trace } = await writeOwn(project, {
      task: 'Parse a file',
      summary: 'Parsed it.',
      guidance: 'Check the header first.',
      result: 'FAIL',
      keyMistake: 'No header check',
      correctAction: 'read_file(limit=1)',
      applicableTools: ['read_file'],
      metadata: { domain: 'csv' },
      retrievedEntryIds: [first.entry.id],
      feedback: 'Wrong columns',
      alpha: 0.5,
    });
    expect(server.models.chats).toHaveLength(before);
    expect(entry).toMatchObject({
      kind: 'REFLECTION',
      source: 'AGENT',
      content: 'Parsed it.\n\nCheck the header first.',
      utility: 0.5,
      metadata: { domain: 'csv' },
      memory: { name: 'reflections' },
      lesson: {
        task: 'Parse a file',
        outcome: 'FAIL',
        keyMistake: 'No header check',
        correctAction: 'read_file(limit=1)',
        applicableTools: ['read_file'],
        toolsUsed: [],
        shortened: false,
        trace: { id: trace.id },
      },
    });
    expect(trace).toMatchObject({
      task: 'Parse a file',
      review: { result: 'FAIL', alpha: 0.5 },
      reflection: { id: entry.id },
      retrieved: [{ entry: { id: first.entry.id, utility: 0.25 } }],
    });
  });

  it.each<[string, object, object, string]>([
    ['a reward', { entryRewards: [{ entryId: 'me_other', reward: 1 }] }, {}, 'BAD_USER_INPUT'],
    ['a quota of writes', {}, { maxWritesPerDay: 0 }, 'QUOTA_EXCEEDED'],
    ['a quota of entries', {}, { maxEntries: 0 }, 'QUOTA_EXCEEDED'],
    ['a quota of bytes', {}, { maxBytes: 3 }, 'QUOTA_EXCEEDED'],
  ])('that is refused for %s leaves no memory behind', async (_, input, quotas, code) => {
    const project = await server.project();
    await server.asRoot(
      'mutation ($input: SetQuotasInput!) { setQuotas(input: $input) { __typename } }',
      { input: quotas },
      project.id,
    );
    const given = { task: 'T', summary: 'S', guidance: 'G', result: 'PASS', ...input };
    expect((await project.fail(WRITE_OWN, { input: given })).extensions.code).toBe(code);
    expect((await project.run('{ memories { totalCount } }')).memories.totalCount).toBe(0);
  });

  it('leaves no memory behind if the embedding model fails', async () => {
    const project = await server.project();
    server.models.behave({ kind: 'status', status: 500 });
    const given = { task: 'Unheard of', summary: 'S', guidance: 'G', result: 'PASS' };
    const { extensions } = await project.fail(WRITE_OWN, { input: given });
    server.models.behave({ kind: 'normal' });
    expect(extensions.code).toBe('EMBEDDING_UNAVAILABLE');
    expect((await project.run('{ memories { totalCount } }')).memories.totalCount).toBe(0);
  });

  it('makes the memory once for many at once, and writes to another where named', async () => {
    const project = await server.project();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, i) => writeOwn(project, { task: `Task ${i}` })),
    );
    expect(new Set(all.map(({ entry }) => entry.memory.id)).size).toBe(1);
    const memoryId = await project.memory({ name: 'Bank', tags: ['ops'] });
    const { entry } = await writeOwn(project, { task: 'Restart the queue', memoryId });
    expect(entry.memory.name).toBe('Bank');
    const found = await query(project, {
      task: 'Restart the queue',
      scope: { memoryTags: ['op*'] },
      minScore: 0,
    });
    expect(tasksOf(found)).toEqual(['Restart the queue']);
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{ summary: ' ' }, 'BAD_USER_INPUT', 'input.summary'],
    [{ guidance: '' }, 'BAD_USER_INPUT', 'input.guidance'],
    [{ task: ' ' }, 'BAD_USER_INPUT', 'input.task'],
    [{ alpha: 2 }, 'BAD_USER_INPUT', 'input.alpha'],
    [{ applicableTools: [''] }, 'BAD_USER_INPUT', 'input.applicableTools[0]'],
    [{ memoryId: 'mem_01m7vp9axme049zzpfbqmg6msh' }, 'NOT_FOUND', ''],
    [{ retrievedEntryIds: ['me_01m7vp9axme049zzpfbqmg6msh'] }, 'NOT_FOUND', ''],
  ])('refuses %j and stores nothing', async (input, code, path) => {
    const project = await server.project();
    const whole = { task: 'T', summary: 'S', guidance: 'G', result: 'PASS', ...input };
    const { extensions } = await project.fail(WRITE_OWN, { input: whole });
    expect(extensions.code).toBe(code);
    if (path) expect(extensions.path).toBe(path);
    const { traces } = await project.run('{ traces { totalCount } }');
    expect(traces.totalCount).toBe(0);
  });
});

describe('queryReflections', () => {
  /** Two similar reflections, one of them useful, and a third that is useful but far from the task. */
  async function bank() {
    const project = await server.project();
    server.models.script('the task', scripted(1));
    server.models.script('near', scripted(0.9, 1));
    server.models.script('middling', scripted(0.7, 2));
    server.models.script('far', scripted(0.3, 3));
    const near = await writeOwn(project, {
      task: 'near',
      metadata: { kind: 'a', tags: ['x', 'y'] },
    });
    const middling = await writeOwn(project, {
      task: 'middling',
      result: 'FAIL',
      metadata: { kind: 'b' },
    });
    const far = await writeOwn(project, { task: 'far' });
    const teach = (id: string, result: string) =>
      writeOwn(project, { task: 'unrelated', result, alpha: 1, retrievedEntryIds: [id] });
    await teach(near.entry.id, 'FAIL');
    await teach(middling.entry.id, 'PASS');
    return { project, near, middling, far };
  }
  const shown = { task: 'the task', mmrLambda: 1, minScore: 0.1, mode: 'SEMANTIC' };

  it.each<[number, string[]]>([
    [0, ['near', 'middling', 'far']],
    [0.5, ['middling', 'near', 'far']],
    [1, ['middling', 'far', 'near']],
  ])(
    'ranks by (1 − lambda) × similarity + lambda × utility at lambda %d',
    async (lambda, tasks) => {
      const { project } = await bank();
      const found = await query(project, { ...shown, lambda, limit: 3 });
      expect(tasksOf(found)).toEqual(tasks);
      for (const { score, similarity, utility } of found.results) {
        expect(score).toBeCloseTo((1 - lambda) * similarity + lambda * utility, 9);
      }
      const parts = new Map<string, Result>(
        found.results.map((result: Result) => [result.entry.lesson.task, result]),
      );
      expect(parts.get('near')).toMatchObject({ utility: 0, similarity: expect.closeTo(0.9, 6) });
      expect(parts.get('middling')).toMatchObject({
        utility: 1,
        similarity: expect.closeTo(0.7, 6),
      });
    },
  );

  it('leaves out what is below the floor, and says how many', async () => {
    const { project } = await bank();
    const found = await query(project, { task: 'the task', limit: 5, mode: 'SEMANTIC' });
    expect(tasksOf(found)).toEqual(['middling', 'near']);
    expect(found.filteredByThreshold).toBe(3);
    expect(found.hint).toBeNull();
    const none = await query(project, { task: 'the task', minScore: 0.95 });
    expect(none).toMatchObject({
      results: [],
      filteredByThreshold: 5,
      hint: 'All 5 candidates are less similar to the task than 0.95. With minScore: 0.9 there would be results.',
    });
    expect((await query(project, { task: 'the task', minScore: 0.9 })).results).toHaveLength(1);
    const all = await query(project, { task: 'the task', minScore: 0 });
    expect(all).toMatchObject({ filteredByThreshold: 0, hint: null });
    expect(all.results).toHaveLength(5);
  });

  it('ranks by meaning and words together, with the floor on the similarity', async () => {
    const project = await server.project();
    server.models.script('renew the passport', scripted(1));
    server.models.script('travel papers', scripted(0.65, 1));
    server.models.script('passport renewal form', scripted(0.6, 2));
    server.models.script('passport of the code owner', scripted(0.2, 3));
    for (const task of ['travel papers', 'passport renewal form', 'passport of the code owner']) {
      await writeOwn(project, { task });
    }
    const asked = { task: 'renew the passport', lambda: 0, mmrLambda: 1 };
    const hybrid = await query(project, asked);
    expect(tasksOf(hybrid)).toEqual(['passport renewal form', 'travel papers']);
    expect(hybrid.filteredByThreshold).toBe(1);
    expect(hybrid.results[0].similarity).toBeCloseTo(0.6, 6);
    const semantic = await query(project, { ...asked, mode: 'SEMANTIC' });
    expect(tasksOf(semantic)).toEqual(['travel papers', 'passport renewal form']);
    expect(semantic.results[0].score).toBeCloseTo(0.65, 6);
    // Words have no similarity, so the floor does not apply.
    const lexical = await query(project, { ...asked, mode: 'LEXICAL' });
    expect(tasksOf(lexical).toSorted()).toEqual([
      'passport of the code owner',
      'passport renewal form',
    ]);
    const none = await query(project, { ...asked, minScore: 0.9, scope: { metadata: { no: 1 } } });
    expect(none).toEqual({ results: [], filteredByThreshold: 0, hint: null });
  });

  it('compares the floor with the most similar chunk, also where another one has the words', async () => {
    const project = await server.project();
    const task = 'b'.repeat(12_000);
    const [first = '', second = ''] = splitText(task, {
      maxTokens: 8000,
      countTokens: (part) => part.length,
    });
    const advice = 'Renew old passport, long summer trip abroad';
    server.models.script(advice, scripted(1));
    server.models.script(first, scripted(0.45, 1));
    server.models.script(second, scripted(0.55, 2));
    await writeOwn(project, { task, guidance: advice });
    const asked = { task: advice };
    expect(await query(project, asked)).toMatchObject({
      filteredByThreshold: 0,
      results: [{ similarity: expect.closeTo(0.45, 6) }],
    });
    const none = await query(project, { ...asked, minScore: 0.9 });
    expect(none).toMatchObject({ results: [], filteredByThreshold: 1 });
    expect(none.hint).toMatch(/minScore: 0\.5[45] /);
  });

  it('takes the floor from the project', async () => {
    const project = await server.project({ similarityThreshold: 0.2 });
    server.models.script('quarter', scripted(0.25, 4));
    await writeOwn(project, { task: 'quarter' });
    expect(tasksOf(await query(project, { task: 'the task' }))).toEqual(['quarter']);
  });

  it('filters by metadata: all keys, and a list that contains the value', async () => {
    const { project } = await bank();
    const tasks = async (metadata: object) =>
      tasksOf(await query(project, { ...shown, scope: { metadata } }));
    expect(await tasks({ kind: 'a' })).toEqual(['near']);
    expect(await tasks({ tags: 'x' })).toEqual(['near']);
    expect(await tasks({ kind: 'a', tags: 'z' })).toEqual([]);
    expect(await tasks({ missing: 1 })).toEqual([]);
  });

  it('filters by the result of the run, in searches, lists and agents', async () => {
    const project = await server.project();
    const passed = await writeOwn(project, { task: 'the task', result: 'PASS' });
    const failed = await writeOwn(project, { task: 'the task', result: 'FAIL' });
    await project.write(passed.entry.memory.id, 'the task');
    const ids = async (outcomes: string[] | null) => {
      const asked = { task: 'the task', mmrLambda: 1, scope: { outcomes } };
      const found = (await query(project, asked)).results.map(({ entry }: Result) => entry.id);
      const { entries } = await project.run(
        'query ($scope: KnowledgeScope) { entries(scope: $scope) { nodes { id } totalCount } }',
        { scope: { outcomes, kinds: ['REFLECTION'] } },
      );
      const listed = entries.nodes.map(({ id }: { id: string }) => id);
      expect(entries.totalCount).toBe(listed.length);
      expect(found.toSorted()).toEqual(listed.toSorted());
      return listed;
    };
    expect(await ids(['PASS'])).toEqual([passed.entry.id]);
    expect(await ids(['FAIL'])).toEqual([failed.entry.id]);
    expect(await ids(['PASS', 'FAIL'])).toEqual([failed.entry.id, passed.entry.id]);
    expect(await ids(null)).toEqual([failed.entry.id, passed.entry.id]);
    expect(await ids([])).toEqual([]);
    const { createAgent } = await project.run(
      `mutation ($input: CreateAgentInput!) { createAgent(input: $input) { agent {
        knowledgeConfig { scope { outcomes } } } } }`,
      { input: { name: 'Learner', knowledgeConfig: { scope: { outcomes: ['FAIL'] } } } },
    );
    expect(createAgent.agent.knowledgeConfig.scope.outcomes).toEqual(['FAIL']);
  });

  it('drops near-duplicates at mmrLambda 0.5 and keeps them at 1', async () => {
    const project = await server.project();
    server.models.script('first', scripted(0.9, 5));
    server.models.script('first again', scripted(0.89, 5));
    server.models.script('different', scripted(0.8, 6));
    for (const task of ['first', 'first again', 'different']) await writeOwn(project, { task });
    const best = async (mmrLambda: number) =>
      tasksOf(await query(project, { task: 'the task', limit: 2, mmrLambda }));
    expect(await best(1)).toEqual(['first', 'first again']);
    expect(await best(0.5)).toEqual(['first', 'different']);
  });

  it('knows no entries but reflections with a lesson, and none of another project', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'the task', { kind: 'REFLECTION' });
    await project.write(memoryId, 'the task');
    const other = await server.project();
    await writeOwn(other, { task: 'the task' });
    expect((await query(project, { task: 'the task', minScore: 0 })).results).toEqual([]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ task: ' ' }, 'input.task'],
    [{ limit: 0 }, 'input.limit'],
    [{ lambda: 1.1 }, 'input.lambda'],
    [{ mmrLambda: -1 }, 'input.mmrLambda'],
    [{ minScore: 2 }, 'input.minScore'],
    [{ tokenBudget: 0 }, 'input.tokenBudget'],
  ])('refuses %j', async (input, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(QUERY, { input: { task: 'T', ...input } });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });
});

describe('augmentTask', () => {
  it('has exactly the layout of the reference', async () => {
    const project = await server.project();
    server.models.script('Implement exponential backoff for retries', scripted(1));
    server.models.script('Handle transient API failures', scripted(0.95, 7));
    server.models.script('Retry failed HTTP requests', scripted(0.9, 8));
    server.models.chat(() => ({ text: JSON.stringify(LESSON) }));
    await writeOwn(project, {
      task: 'Handle transient API failures',
      summary: 'Use a base delay.',
      guidance: 'With jitter.',
    });
    await writeOwn(project, {
      task: 'Retry failed HTTP requests',
      summary: 'Fixed delays.',
      guidance: 'Thundering herd.',
      result: 'FAIL',
    });
    const task = 'Implement exponential backoff for retries';
    const { augmentTask } = await project.run(AUGMENT, { input: { task } });
    expect(augmentTask.augmentedTask).toBe(`Implement exponential backoff for retries

Relevant memories:

Successful memories:

--- Memory 1 ---
Past task:
Handle transient API failures

Reflection:
Use a base delay.

With jitter.

Failed memories:

--- Memory 2 ---
Past task:
Retry failed HTTP requests

Reflection:
Fixed delays.

Thundering herd.`);
    expect(augmentTask.results).toHaveLength(2);
  });

  it('shows the key mistake and the correct action where the text does not say them', async () => {
    const project = await server.project();
    await writeOwn(project, {
      task: 'Retry a request',
      summary: 'The delay was fixed.',
      guidance: 'Double the delay.',
      result: 'FAIL',
      keyMistake: 'All clients retried at once.',
      correctAction: 'double the  delay',
    });
    const { augmentTask } = await project.run(AUGMENT, { input: { task: 'Retry a request' } });
    expect(augmentTask.augmentedTask).toMatch(
      /Reflection:\nThe delay was fixed\.\n\nDouble the delay\.\n\nKey mistake:\nAll clients retried at once\.$/,
    );
  });

  it('has the lessons that fit into the token budget, and cuts the best one if it does not', async () => {
    const project = await server.project();
    const task = 'Retry a request';
    for (const guidance of ['Wait.', 'Give up.', `Read ${'é'.repeat(400)}`]) {
      await writeOwn(project, { task, guidance });
    }
    const within = async (tokenBudget: number | null) => {
      const input = { task, minScore: 0, tokenBudget };
      const { augmentedTask, results } = (await project.run(AUGMENT, { input })).augmentTask;
      const found = (await query(project, input)).results;
      expect(found.map(({ entry }: Result) => entry.id)).toEqual(
        results.map(({ entry }: Result) => entry.id),
      );
      const bytes = Buffer.byteLength(augmentedTask) - Buffer.byteLength(task);
      return { augmentedTask, bytes, count: results.length };
    };
    const all = await within(null);
    expect(all.count).toBe(3);
    expect(await within(100_000)).toEqual(all);
    const some = await within(120);
    expect(some.count).toBe(2);
    expect(some.augmentedTask).not.toContain('é');
    expect(some.bytes).toBeLessThanOrEqual(480);
    const cut = await within(10);
    expect(cut).toMatchObject({ count: 1, augmentedTask: expect.stringMatching(/…$/) });
    expect(cut.bytes).toBe(40);
  });

  it('leaves the task as it is where there is nothing', async () => {
    const project = await server.project();
    const { augmentTask } = await project.run(AUGMENT, { input: { task: 'Anything' } });
    expect(augmentTask).toEqual({
      augmentedTask: 'Anything',
      filteredByThreshold: 0,
      hint: null,
      results: [],
    });
  });
});
