import { describe, expect, it } from 'vitest';
import { AGENT_ENV, createAgent, GENERATE, user } from './support/agents.ts';
import { COPY } from './support/entries.ts';
import { writeOwn } from './support/reflections.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer(AGENT_ENV);

const REFLECTION = { kind: 'REFLECTION' };
const OF_B = { metadata: { user_id: 'b' } };
const NEEDS_KEY = 'must have the key "user_id"';

const RESULTS = 'results { entry { content kind } }';
const DOORS = {
  searchKnowledge: `query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { ${RESULTS} } }`,
  retrieveEntries: `query ($input: RetrieveEntriesInput!) { retrieveEntries(input: $input) { ${RESULTS} } }`,
} as const;
const CONTEXT = `query ($input: PlanningContextInput!) { planningContext(input: $input) { text } }`;
const KNOWLEDGE = `query ($input: AgentKnowledgeInput!) { agentKnowledge(input: $input) { ${RESULTS} } }`;
const WRITE =
  'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { entry { id metadata } } }';
const WRITE_MANY = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results {
  __typename ... on ItemError { code path message } } } }`;
const UPDATE =
  'mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { metadata } } }';

type Found = { results: { entry: { kind: string } }[] };
const kindsOf = ({ results }: Found) => results.map(({ entry }) => entry.kind).sort();

/** A project with a fact and the lesson of user a in one memory, before and after the setting. */
async function withLesson() {
  const project = await server.project();
  const { entry } = await writeOwn(project, { task: 'Book a room', metadata: { user_id: 'a' } });
  const { memory } = await project.run('{ memory(name: "reflections") { id } }');
  await project.write(memory.id, 'Rooms are booked online');
  return { project, lessonId: entry.id as string, memoryId: memory.id as string };
}

const requireKey = (project: TestProject) =>
  project.run(
    'mutation { updateProject(input: { settings: { requiredMetadataKey: "user_id" } }) { project { id } } }',
    {},
    project.keys.ADMIN,
  );

describe('searches in a project with requiredMetadataKey', () => {
  it.each(Object.entries(DOORS))('%s shows lessons of one user only', async (door, operation) => {
    const { project, memoryId } = await withLesson();
    const kinds = async (scope: object) =>
      kindsOf((await project.run(operation, { input: { query: 'Book a room', scope } }))[door]);
    const scope = { memoryIds: [memoryId] };
    expect(await kinds(scope)).toEqual(['FACT', 'REFLECTION']);
    await requireKey(project);
    expect(await kinds(scope)).toEqual(['FACT']);
    expect(await kinds({ ...scope, metadata: { user_id: ['a'] } })).toEqual([]);
    expect(await kinds({ ...scope, metadata: { user_id: 'a' } })).toEqual(['REFLECTION']);
    expect(await kinds({ ...scope, metadata: { user_id: 'a' }, kinds: ['REFLECTION'] })).toEqual([
      'REFLECTION',
    ]);
    expect(await kinds({ ...scope, ...OF_B })).toEqual([]);
    for (const named of [['REFLECTION'], ['FACT', 'REFLECTION']]) {
      const input = { query: 'Book a room', scope: { ...scope, kinds: named } };
      const { extensions, message } = await project.fail(operation, { input });
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.scope.metadata' });
      expect(message).toContain(NEEDS_KEY);
    }
  });

  it('planningContext shows no lesson', async () => {
    const { project, memoryId } = await withLesson();
    await requireKey(project);
    const input = { situation: 'Book a room', scope: { memoryIds: [memoryId] } };
    const { planningContext } = await project.run(CONTEXT, { input });
    expect(planningContext.text).toContain('Rooms are booked online');
    expect(planningContext.text).not.toContain('Some guidance');
  });

  it('agents without reflections are told no lesson of another user', async () => {
    const { project, memoryId } = await withLesson();
    const scope = { memoryIds: [memoryId] };
    const config = { scope, reflections: false, relativeScore: 0 };
    const agent = await createAgent(project, { knowledgeConfig: config });
    const ask = { agentId: agent.id, messages: user('Book a room') };
    const kinds = async (knowledgeConfig = {}) =>
      kindsOf(
        (await project.run(KNOWLEDGE, { input: { ...ask, knowledgeConfig } })).agentKnowledge,
      );
    expect(await kinds()).toEqual(['FACT', 'REFLECTION']);
    await requireKey(project);
    expect(await kinds()).toEqual(['FACT']);
    expect(await kinds({ scope: { metadata: { user_id: 'a' } } })).toEqual(['REFLECTION']);
    const named = { ...ask, knowledgeConfig: { scope: { kinds: ['REFLECTION'] } } };
    const { extensions } = await project.fail(KNOWLEDGE, { input: named });
    expect(extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: 'input.knowledgeConfig.scope.metadata',
    });
  });
});

describe('agents with reflections in a project with requiredMetadataKey', () => {
  it('need the key in an argument that the call has', async () => {
    const { project, memoryId } = await withLesson();
    await requireKey(project);
    const config = { scope: { memoryIds: [memoryId] }, reflections: true };
    const { id: agentId } = await createAgent(project, { knowledgeConfig: config });
    const input = { agentId, messages: user('Book a room') };
    for (const [operation, path] of [
      [KNOWLEDGE, 'input.knowledgeConfig.scope.metadata'],
      [GENERATE, 'input.metadata'],
    ] as const) {
      const { extensions } = await project.fail(operation, { input });
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
    }
    const answer = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': project.keys.WRITE },
      body: JSON.stringify({ model: agentId, messages: input.messages }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { param: 'body.metadata' } });
  });
});

describe('writes in a project with requiredMetadataKey', () => {
  it('updateEntry keeps the key of a lesson', async () => {
    const { project, lessonId } = await withLesson();
    await requireKey(project);
    for (const metadata of [{}, { user_id: ['a', 'b'] }, { user_id: null }]) {
      const input = { entryId: lessonId, metadata };
      const { extensions, message } = await project.fail(UPDATE, { input });
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.metadata' });
      expect(message).toContain(NEEDS_KEY);
    }
    const input = { entryId: lessonId, metadata: { user_id: 7, by: 'me' } };
    const { updateEntry } = await project.run(UPDATE, { input });
    expect(updateEntry.entry.metadata).toEqual({ user_id: 7, by: 'me' });
    await project.run(UPDATE, { input: { entryId: lessonId, lesson: { summary: 'Other' } } });
  });

  it('revertEntry does not return a reflection to metadata without the key', async () => {
    const { project, memoryId } = await withLesson();
    const { entry } = await project.write(memoryId, 'A lesson of two', {
      ...REFLECTION,
      metadata: { user_id: ['a', 'b'] },
    });
    await requireKey(project);
    await project.run(UPDATE, { input: { entryId: entry.id, ...OF_B } });
    const { extensions } = await project.fail(
      'mutation ($input: RevertEntryInput!) { revertEntry(input: $input) { entry { id } } }',
      { input: { entryId: entry.id } },
    );
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.revision' });
  });

  it('reflections need the key; other entries do not', async () => {
    const { project, memoryId } = await withLesson();
    await requireKey(project);
    const refused = await project.fail(WRITE, {
      input: { memoryId, content: 'A lesson', ...REFLECTION },
    });
    expect(refused.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.metadata' });
    await project.run(WRITE, { input: { memoryId, content: 'A fact' } });
    await project.run(WRITE, { input: { memoryId, content: 'A lesson', ...REFLECTION, ...OF_B } });
    const items = [
      { content: 'Another lesson', ...REFLECTION },
      { content: 'Another fact' },
      { content: 'Third lesson', ...REFLECTION, ...OF_B },
    ];
    const { writeEntries } = await project.run(WRITE_MANY, { input: { memoryId, items } });
    const path = 'input.items[0].metadata';
    expect(writeEntries.results).toMatchObject([
      { code: 'BAD_USER_INPUT', path, message: expect.stringContaining(NEEDS_KEY) },
      { __typename: 'WriteEntryPayload' },
      { __typename: 'WriteEntryPayload' },
    ]);
  });

  it('a reflection from before, without the key, is not copied', async () => {
    const { project, lessonId, memoryId } = await withLesson();
    const { entry } = await project.write(memoryId, 'A lesson of nobody', REFLECTION);
    await requireKey(project);
    const input = { entryIds: [lessonId, entry.id], memoryId: await project.memory() };
    const { copyEntries } = await project.run(COPY, { input });
    expect(copyEntries.results).toMatchObject([
      { action: 'CREATED' },
      {
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(`input.entryIds[1]: ${NEEDS_KEY}`),
      },
    ]);
  });
});
