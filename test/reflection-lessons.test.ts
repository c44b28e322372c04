import { describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { scripted } from './support/model-server.ts';
import { query, tasksOf, WRITE_OWN, writeOwn } from './support/reflections.ts';
import { ROOT_KEY, type TestProject, useServer } from './support/server.ts';
import { createTrace } from './support/traces.ts';

const server = useServer();

const UPDATE = `mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { content version
  lesson { task outcome summary keyMistake correctAction applicableTools guidance } } } }`;

const update = async (project: TestProject, input: Record<string, unknown>) =>
  (await project.run(UPDATE, { input })).updateEntry.entry;

const found = async (project: TestProject, words: string, mode = 'HYBRID') =>
  (
    await project.run(
      `query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { entry { id } coverage } } }`,
      { input: { query: words, mode, limit: 3 } },
    )
  ).searchKnowledge.results as { entry: { id: string }; coverage: number }[];

const LESSON = {
  task: 'Book a room',
  summary: 'A room was booked.',
  guidance: 'Look before you book.',
  result: 'FAIL',
  keyMistake: 'Booked twice',
  correctAction: 'Call get_user',
  applicableTools: ['book'],
};

describe('updateEntry of a lesson', () => {
  it('changes the given parts, and the text that is made of them', async () => {
    const project = await server.project();
    const { entry } = await writeOwn(project, LESSON);
    const changed = await update(project, {
      entryId: entry.id,
      lesson: { guidance: 'Ask for the dates.', keyMistake: '', applicableTools: ['ask', 'book'] },
    });
    expect(changed).toEqual({
      content: 'A room was booked.\n\nAsk for the dates.',
      version: 1,
      lesson: {
        task: 'Book a room',
        outcome: 'FAIL',
        summary: 'A room was booked.',
        keyMistake: '',
        correctAction: 'Call get_user',
        applicableTools: ['ask', 'book'],
        guidance: 'Ask for the dates.',
      },
    });
    const { events } = await project.run(
      '{ events(first: 100) { nodes { type changes { field before after } } } }',
    );
    const edit = events.nodes.findLast(({ type }: { type: string }) => type === 'ENTRY_EDITED');
    const fields = edit.changes.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['content', 'lesson']);
    expect(edit.changes[1].before).toMatchObject({ keyMistake: 'Booked twice' });
    expect(edit.changes[1].after).toMatchObject({ keyMistake: '' });
  });

  it('leaves a text that was written apart from the parts, and reverting leaves the parts', async () => {
    const project = await server.project();
    const { entry } = await writeOwn(project, LESSON);
    const entryId = entry.id;
    await update(project, { entryId, content: 'My own words.' });
    const parts = await update(project, { entryId, lesson: { guidance: 'Ask first.' } });
    expect(parts).toMatchObject({ content: 'My own words.', lesson: { guidance: 'Ask first.' } });
    const { revertEntry } = await project.run(
      `mutation { revertEntry(input: { entryId: "${entryId}", revision: 1 }) { entry { content lesson { guidance } } } }`,
    );
    expect(revertEntry.entry).toEqual({
      content: 'A room was booked.\n\nLook before you book.',
      lesson: { guidance: 'Ask first.' },
    });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ lesson: { summary: ' ' } }, 'input.lesson.summary'],
    [{ lesson: { keyMistake: 'x'.repeat(8001) } }, 'input.lesson.keyMistake'],
    [{ lesson: { applicableTools: ['a', ''] } }, 'input.lesson.applicableTools[1]'],
  ])('refuses %j', async (input, path) => {
    const project = await server.project();
    const { entry } = await writeOwn(project, LESSON);
    const { extensions } = await project.fail(UPDATE, { input: { entryId: entry.id, ...input } });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it('refuses an entry without one', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'A fact');
    const input = { entryId: entry.id, lesson: { guidance: 'G' } };
    const { extensions } = await project.fail(UPDATE, { input });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.lesson' });
  });
});

describe('searchKnowledge', () => {
  it('finds a lesson by the words of its text and its parts, also after an edit', async () => {
    const project = await server.project();
    const { entry } = await writeOwn(project, {
      ...LESSON,
      keyMistake: 'Overlooked the surcharge',
      correctAction: 'Compute the levy',
    });
    const other = await writeOwn(project, { ...LESSON, task: 'Cancel a flight' });
    for (const words of ['surcharge', 'levy']) {
      const results = await found(project, words, 'LEXICAL');
      expect(results.map((result) => result.entry.id)).toEqual([entry.id]);
    }
    await update(project, { entryId: other.entry.id, lesson: { guidance: 'Mind the voucher.' } });
    const [first] = await found(project, 'voucher', 'LEXICAL');
    expect(first).toMatchObject({
      entry: { id: other.entry.id },
      coverage: expect.closeTo(0.6, 6),
    });
  });
});

describe('embeddedText', () => {
  it('is what searches for traces compare with, in place of the task', async () => {
    const project = await server.project();
    server.models.script('a long prompt with rules', scripted(0.1, 1));
    server.models.script('book a flight to Oslo', scripted(0.9, 2));
    server.models.script('flights', scripted(1));
    const { id } = await createTrace(project, {
      task: 'a long prompt with rules',
      embeddedText: 'book a flight to Oslo',
    });
    const { searchTraces } = await project.run(
      '{ searchTraces(input: { query: "flights" }) { results { similarity trace { id task embeddedText } } } }',
    );
    expect(searchTraces.results).toEqual([
      {
        similarity: expect.closeTo(0.9, 5),
        trace: { id, task: 'a long prompt with rules', embeddedText: 'book a flight to Oslo' },
      },
    ]);
    const { extensions } = await project.fail(
      'mutation { createTrace(input: { task: "T", embeddedText: " " }) { trace { id } } }',
    );
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.embeddedText' });
  });

  it('is used when the project is re-embedded', async () => {
    const project = await server.project();
    const texts = { task: 'a long prompt', embeddedText: 'book a flight to Oslo' };
    const { id } = await createTrace(project, texts);
    const input = { embeddingModel: 'second-embedder', embeddingDimensions: 64 };
    await project.run(
      'mutation ($input: ReembedProjectInput!) { reembedProject(input: $input) { project { id } } }',
      { input },
      ROOT_KEY,
    );
    const similarity = async () =>
      await project.run(
        `{ project { settings { embeddingModel } } searchTraces(input: { query: "book a flight to Oslo" }) { results { similarity trace { id } } } }`,
      );
    await eventually(async () => (await similarity()).project.settings.embeddingModel).toBe(
      'second-embedder',
    );
    expect((await similarity()).searchTraces.results).toEqual([
      { similarity: expect.closeTo(1, 5), trace: { id } },
    ]);
  });
});

describe('requiredMetadataKey', () => {
  const KEY = { requiredMetadataKey: 'user_id' };
  const path = 'input.metadata';

  it('keeps the reflections of users apart', async () => {
    const project = await server.project(KEY);
    for (const user of ['a', 'b']) {
      await writeOwn(project, { task: `Task of ${user}`, metadata: { user_id: user } });
    }
    const scope = { metadata: { user_id: 'a' } };
    expect(tasksOf(await query(project, { task: 'Task', minScore: 0, scope }))).toEqual([
      'Task of a',
    ]);
    expect((await createTrace(project, { metadata: { user_id: 7 } })).id).toMatch(/^trc_/);
  });

  it('is the filter of an agent’s lessons: of its scope, else of the run', async () => {
    const project = await server.project(KEY);
    await writeOwn(project, { task: 'Book a room', metadata: { user_id: 'a' } });
    const { memory } = await project.run('{ memory(name: "reflections") { id } }');
    const { createAgent } = await project.run(
      'mutation ($scope: KnowledgeScope) { createAgent(input: { name: "booker", knowledgeConfig: { scope: $scope, reflections: true } }) { agent { id } } }',
      { scope: { memoryIds: [memory.id], kinds: [] } },
      project.keys.ADMIN,
    );
    const KNOWLEDGE =
      'query ($input: AgentKnowledgeInput!) { agentKnowledge(input: $input) { results { entry { lesson { task } } } } }';
    const input = {
      agentId: createAgent.agent.id,
      messages: [{ role: 'user', content: 'Book a room' }],
    };
    const refused = await project.fail(KNOWLEDGE, { input });
    const ofScope = 'input.knowledgeConfig.scope.metadata';
    expect(refused.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: ofScope });
    const GENERATE =
      'mutation ($input: GenerateInput!) { generate(input: $input) { generation { id } } }';
    const unnamed = await project.fail(GENERATE, { input: { ...input, metadata: { user: 'a' } } });
    expect(unnamed.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
    const told = async (user: string) => {
      const knowledgeConfig = { scope: { metadata: { user_id: user } } };
      const { agentKnowledge } = await project.run(KNOWLEDGE, {
        input: { ...input, knowledgeConfig },
      });
      return agentKnowledge.results;
    };
    expect(await told('a')).toEqual([{ entry: { lesson: { task: 'Book a room' } } }]);
    expect(await told('b')).toEqual([]);
  });

  it.each<[string, Record<string, unknown> | null]>([
    ['no metadata', null],
    ['another key', { user: 'a' }],
    ['null', { user_id: null }],
    ['a list, which matches several', { user_id: [] }],
    ['an object, which matches several', { user_id: {} }],
  ])('refuses traces, reflections and queries with %s', async (_, metadata) => {
    const project = await server.project(KEY);
    const whole = { task: 'T', summary: 'S', guidance: 'G', result: 'PASS', metadata };
    const scoped = { task: 'T', scope: { metadata } };
    const refusals: [string, Record<string, unknown>, string][] = [
      [
        'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id } } }',
        { task: 'T', metadata },
        path,
      ],
      [WRITE_OWN, whole, path],
      [
        'query ($input: QueryReflectionsInput!) { queryReflections(input: $input) { hint } }',
        scoped,
        'input.scope.metadata',
      ],
      [
        'query ($input: QueryReflectionsInput!) { augmentTask(input: $input) { hint } }',
        scoped,
        'input.scope.metadata',
      ],
    ];
    for (const [operation, input, at] of refusals) {
      const { extensions, message } = await project.fail(operation, { input });
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: at });
      expect(message).toContain('must have the key "user_id"');
    }
    const { traces } = await project.run('{ traces { totalCount } }');
    expect(traces.totalCount).toBe(0);
  });
});
