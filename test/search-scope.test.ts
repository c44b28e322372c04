import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { chunks } from '../src/db/tables/chunks.ts';
import { entries } from '../src/db/tables/entries.ts';
import { memories } from '../src/db/tables/memories.ts';
import { scripted } from './support/model-server.ts';
import { writeOwn } from './support/reflections.ts';
import { type TestProject, useServer } from './support/server.ts';
import { record } from './support/stream.ts';

const server = useServer();

const RESULTS = 'results { entry { content } }';

/** Every search, as the field and the input besides the scope. */
const SEARCHES: [name: string, field: string, input: string][] = [
  ['SEMANTIC', 'searchKnowledge', 'query: "zebra", mode: SEMANTIC'],
  ['HYBRID', 'searchKnowledge', 'query: "zebra", mode: HYBRID'],
  ['LEXICAL', 'searchKnowledge', 'query: "zebra", mode: LEXICAL'],
  ['retrieveEntries', 'retrieveEntries', 'query: "zebra"'],
  ['planningContext', 'planningContext', 'situation: "zebra"'],
];
const OF_LESSONS: [name: string, field: string, input: string][] = [
  ['queryReflections', 'queryReflections', 'task: "zebra", minScore: 0'],
  ['augmentTask', 'augmentTask', 'task: "zebra", minScore: 0'],
];

type Scope = Record<string, unknown>;

function documentOf(field: string, input: string): string {
  return `query ($scope: KnowledgeScope) { found: ${field}(input: { ${input}, scope: $scope }) { ${RESULTS} } }`;
}

/** The first words of the results, in alphabetical order. */
async function search(
  project: TestProject,
  [, field, input]: (typeof SEARCHES)[number],
  scope: Scope | null,
): Promise<string[]> {
  const { found } = await project.run(documentOf(field, input), { scope });
  const contents: string[] = found.results.map(
    (result: { entry: { content: string } }) => result.entry.content,
  );
  return contents.map((content) => content.split(/\s/)[0] ?? '').sort();
}

/** What differs between the entries Old and New. */
const OLD = {
  source: 'MANUAL' as const,
  metadata: { colour: 'red', tags: ['a', 'b'] },
  occurredAt: new Date('2020-01-01T00:00:00.000Z'),
  createdAt: new Date('2021-01-01T00:00:00.000Z'),
  updatedAt: new Date('2022-01-01T00:00:00.000Z'),
  utility: 0.9,
  reviewCount: 1,
};
const NEW = {
  source: 'AGENT' as const,
  metadata: { colour: 'blue', tags: ['c'] },
  occurredAt: new Date('2023-06-01T00:00:00.000Z'),
  createdAt: new Date('2024-06-01T00:00:00.000Z'),
  updatedAt: new Date('2025-06-01T00:00:00.000Z'),
  utility: 0.4,
  reviewCount: 0,
};

const SCOPES: [scope: Scope, found: string[]][] = [
  [{ sources: ['MANUAL'] }, ['Old']],
  [{ sources: ['AGENT', 'EXTRACTION'] }, ['New']],
  [{ sources: [] }, []],
  [{ metadata: { colour: 'red' } }, ['Old']],
  [{ metadata: { tags: 'c' } }, ['New']],
  [{ metadata: { colour: 'red', tags: 'c' } }, []],
  [{ metadata: {} }, ['New', 'Old']],
  [{ occurredAfter: '2023-06-01T00:00:00.000Z' }, ['New']],
  [{ occurredAfter: '2023-06-01T00:00:00.001Z' }, []],
  [{ occurredBefore: '2023-06-01T00:00:00.000Z' }, ['Old']],
  [{ occurredBefore: '2023-06-01T00:00:00.001Z' }, ['New', 'Old']],
  [{ createdAfter: '2024-06-01T00:00:00.000Z' }, ['New']],
  [{ createdBefore: '2024-06-01T00:00:00.000Z' }, ['Old']],
  [{ updatedAfter: '2025-06-01T00:00:00.000Z' }, ['New']],
  [{ updatedBefore: '2025-06-01T00:00:00.000Z' }, ['Old']],
  [{ minUtility: 0.9 }, ['Old']],
  [{ maxUtility: 0.4 }, ['New']],
  [{ minUtility: 0.5, maxUtility: 0.8 }, []],
  [{ reviewed: true }, ['Old']],
  [{ reviewed: false }, ['New']],
  [{ reviewed: true, maxUtility: 0.4 }, []],
  [{ memoryTags: ['archive'] }, ['Old']],
  [{ memoryTags: [] }, []],
  [{ memoryIds: [] }, []],
  [{ kinds: [] }, []],
  [{}, ['New', 'Old']],
];

async function withMemories(): Promise<{ project: TestProject; old: string; recent: string }> {
  const project = await server.project();
  server.models.script('zebra', scripted(1));
  const old = await project.memory({ tags: ['archive'] });
  const recent = await project.memory({ tags: ['current'] });
  return { project, old, recent };
}

async function change(id: string, values: typeof OLD | typeof NEW): Promise<void> {
  const [entry] = await server.app.db.select().from(entries).where(eq(entries.id, id));
  const { occurredAt, metadata } = values;
  const said = { metadata, occurredAt: occurredAt.toISOString() };
  const statements = (entry?.statements ?? []).map((statement) => ({ ...statement, ...said }));
  await server.app.db
    .update(entries)
    .set({ ...values, statements })
    .where(eq(entries.id, id));
  await server.app.db.update(chunks).set({ occurredAt }).where(eq(chunks.entryId, id));
}

async function observations() {
  const made = await withMemories();
  const first = { memoryId: made.old, content: 'Old zebra' };
  await change((await record(made.project, first)).id, OLD);
  const second = { memoryId: made.recent, content: 'New zebra', kind: 'PLAN' };
  await change((await record(made.project, second)).id, NEW);
  return made;
}

async function lessons() {
  const made = await withMemories();
  const first = { memoryId: made.old, task: 'Feed a zebra', summary: 'Old lesson' };
  await change((await writeOwn(made.project, first)).entry.id, OLD);
  const second = { memoryId: made.recent, task: 'Wash a zebra', summary: 'New lesson' };
  await change((await writeOwn(made.project, second)).entry.id, NEW);
  return made;
}

const both = [
  ...SEARCHES.map((one) => ({ one, prepare: observations, name: one[0] })),
  ...OF_LESSONS.map((one) => ({ one, prepare: lessons, name: one[0] })),
];

describe.each(both)('the scope of $name', ({ one, prepare }) => {
  it('holds every condition', async () => {
    const { project, old } = await prepare();
    const found = await Promise.all(SCOPES.map(([scope]) => search(project, one, scope)));
    expect(SCOPES.map(([scope], i) => [scope, found[i]])).toEqual(SCOPES);
    expect(await search(project, one, null)).toEqual(['New', 'Old']);
    expect(await search(project, one, { memoryIds: [old] })).toEqual(['Old']);
    const union = { memoryIds: [old], memoryTags: ['curr*'] };
    expect(await search(project, one, union)).toEqual(['New', 'Old']);
    expect(await search(project, one, { ...union, reviewed: false })).toEqual(['New']);
  });

  it('holds the kinds', async () => {
    const { project } = await prepare();
    const isOfLessons = prepare === lessons;
    const find = (kinds: string[]) => search(project, one, { kinds });
    expect(await find(['PLAN'])).toEqual(isOfLessons ? [] : ['New']);
    expect(await find(['OBSERVATION', 'PLAN'])).toEqual(isOfLessons ? [] : ['New', 'Old']);
    expect(await find(['REFLECTION', 'FACT'])).toEqual(isOfLessons ? ['New', 'Old'] : []);
  });

  it.each<[Scope, string]>([
    [{ minUtility: 2 }, 'input.scope.minUtility'],
    [{ maxUtility: -1 }, 'input.scope.maxUtility'],
    [{ occurredAfter: '0001-01-01T00:00:00Z' }, 'input.scope.occurredAfter'],
    [{ metadata: { a: 'x'.repeat(20_000) } }, 'input.scope.metadata'],
    [{ memoryTags: ['x'.repeat(129)] }, 'input.scope.memoryTags[0]'],
  ])('refuses %.60j', async (scope, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(documentOf(one[1], one[2]), { scope });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it('has no memory of another project', async () => {
    const { project } = await prepare();
    const scope = { memoryIds: [await (await server.project()).memory()] };
    const { extensions } = await project.fail(documentOf(one[1], one[2]), { scope });
    expect(extensions.code).toBe('NOT_FOUND');
  });

  it('leaves out deleted memories', async () => {
    const { project, old, recent } = await prepare();
    const remove = (id: string) => {
      const times = { deletedAt: new Date(), purgeAt: new Date(Date.now() + 86_400_000) };
      return server.app.db.update(memories).set(times).where(eq(memories.id, id));
    };
    await remove(old);
    for (const scope of [null, {}, { memoryTags: ['*'] }, { memoryIds: [recent] }]) {
      expect(await search(project, one, scope)).toEqual(['New']);
    }
    expect(await search(project, one, { memoryTags: ['archive'] })).toEqual([]);
    const { extensions } = await project.fail(documentOf(one[1], one[2]), {
      scope: { memoryIds: [old, recent] },
    });
    expect(extensions.code).toBe('NOT_FOUND');
    await remove(recent);
    expect(await search(project, one, null)).toEqual([]);
  });
});

it('counts an entry without occurredAt from its creation', async () => {
  const project = await server.project();
  await project.write(await project.memory(), 'Now zebra');
  const [one] = SEARCHES as [(typeof SEARCHES)[number]];
  const now = Date.now();
  const find = (scope: Scope) => search(project, one, scope);
  expect(await find({ occurredAfter: new Date(now - 60_000).toISOString() })).toEqual(['Now']);
  expect(await find({ occurredBefore: new Date(now - 60_000).toISOString() })).toEqual([]);
});

it('retrieveEntries excludes results below minScore', async () => {
  const { project } = await observations();
  // Reflect's rule, under which utilities count as they are.
  await project.run(
    'mutation { updateProject(input: { settings: { creditRule: REWARD } }) { project { id } } }',
    {},
    project.keys.ADMIN,
  );
  const [, , , one] = SEARCHES as [unknown, unknown, unknown, (typeof SEARCHES)[number]];
  const weights = 'weights: { recency: 0, importance: 0, relevance: 0, utility: 1 }';
  const find = (minScore: number) =>
    search(project, [one[0], one[1], `${one[2]}, ${weights}, minScore: ${minScore}`], null);
  expect(await find(0.9)).toEqual(['Old']);
  expect(await find(0.91)).toEqual([]);
  expect(await find(0.4)).toEqual(['New', 'Old']);
});

it('queryReflections has the similarityThreshold of the project as minScore', async () => {
  const { project } = await lessons();
  server.models.script('Feed that zebra', scripted(0.9, 2));
  server.models.script('Wash that zebra', scripted(0.3, 3));
  for (const task of ['Feed that zebra', 'Wash that zebra']) {
    await writeOwn(project, { task, summary: task });
  }
  const find = (more: string) =>
    search(project, ['', 'queryReflections', `task: "zebra"${more}`], { reviewed: false });
  const set = (similarityThreshold: number) =>
    project.run(
      'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { id } } }',
      { input: { settings: { similarityThreshold } } },
      project.keys.ADMIN,
    );
  await set(0.8);
  expect(await find('')).toContain('Feed');
  expect(await find('')).not.toContain('Wash');
  expect(await find(', minScore: 0.2')).toContain('Wash');
  await set(0.2);
  expect(await find('')).toContain('Wash');
  expect(await find(', minScore: 0.95')).not.toContain('Feed');
});
