import { describe, expect, it } from 'vitest';
import { scripted } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();

const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) {
    results { ...one }
    explanation { nearMisses { ...one } }
  }
}
fragment one on SearchResult {
  entry { content } chunk { text }
  matches { similarity coverage relevance occurredAt statement { number text } }
}`;

type Found = {
  entry: { content: string };
  chunk: { text: string };
  matches: { relevance: number; occurredAt: string; statement: { number: number; text: string } }[];
};

async function search(project: TestProject, input: object): Promise<Found[]> {
  return (await project.run(SEARCH, { input })).searchKnowledge.results;
}

const matched = (found: Found[]) =>
  found.map(({ matches }) => matches.map(({ statement }) => statement.text));
const query = 'Where does Alice live';
const PARIS = { metadata: { city: 'Paris' }, occurredAt: '2020-01-01T00:00:00Z' };
const ROME = { metadata: { house: 'old' }, occurredAt: '2022-01-01T00:00:00Z' };
const TEA = { metadata: { drink: 'tea' }, occurredAt: '2024-01-01T00:00:00Z' };

/** An entry of three statements, the last of which is not about the query. */
async function seeded(): Promise<{ project: TestProject; memoryId: string; id: string }> {
  const project = await server.project();
  const memoryId = await project.memory();
  server.models.script(query, scripted(1));
  let id = '';
  for (const [text, similarity, more] of [
    ['Alice lives in Paris', 0.8, PARIS],
    ['Alice lives in Rome', 0.9, ROME],
    ['She likes tea', 0.3, TEA],
  ] as const) {
    server.models.script(text, scripted(similarity, 1));
    const { entry } = await project.write(memoryId, text, { ...more, updateThreshold: 0 });
    id = entry.id;
  }
  expect((await project.run('{ entries { totalCount } }')).entries.totalCount).toBe(1);
  return { project, memoryId, id };
}

describe('the matches of a result', () => {
  it.each(['SEMANTIC', 'HYBRID'])(
    'are its statements that are nearly as relevant as the best, in mode %s',
    async (mode) => {
      const { project } = await seeded();
      const [found] = await search(project, { query, mode });
      expect(matched(found ? [found] : [])).toEqual([
        ['Alice lives in Rome', 'Alice lives in Paris'],
      ]);
      expect(found?.chunk.text).toBe('Alice lives in Rome');
      expect(found?.matches.map(({ occurredAt }) => occurredAt)).toEqual([
        '2022-01-01T00:00:00.000Z',
        '2020-01-01T00:00:00.000Z',
      ]);
      const [best = 0, second = 1] = found?.matches.map(({ relevance }) => relevance) ?? [];
      expect(second).toBeLessThan(best);
      expect(second).toBeGreaterThan(best * 0.7);
    },
  );

  it('are by words in LEXICAL mode', async () => {
    const { project } = await seeded();
    const found = await search(project, { query: 'tea', mode: 'LEXICAL' });
    expect(matched(found)).toEqual([['She likes tea']]);
    const both = matched(await search(project, { query: 'lives', mode: 'LEXICAL' }))[0];
    expect(both?.toSorted()).toEqual(['Alice lives in Paris', 'Alice lives in Rome']);
  });

  it('are in near misses', async () => {
    const { project } = await seeded();
    const input = { query, minScore: 1, explain: true };
    const { results, explanation } = (await project.run(SEARCH, { input })).searchKnowledge;
    expect(results).toEqual([]);
    expect(matched(explanation.nearMisses)[0]).toHaveLength(2);
  });
});

const FILTERS: [scope: object, texts: string[]][] = [
  [{ metadata: { city: 'Paris' } }, ['Alice lives in Paris']],
  [{ metadata: { drink: 'tea' } }, ['She likes tea']],
  [{ metadata: { drink: 'tea', city: 'Paris' } }, []],
  [{ occurredBefore: '2021-01-01T00:00:00Z' }, ['Alice lives in Paris']],
  [{ occurredAfter: '2023-01-01T00:00:00Z' }, ['She likes tea']],
  [
    { occurredAfter: '2021-01-01T00:00:00Z', occurredBefore: '2023-01-01T00:00:00Z' },
    ['Alice lives in Rome'],
  ],
  [{ metadata: { city: 'Paris' }, occurredAfter: '2021-01-01T00:00:00Z' }, []],
  [{ occurredAfter: '2025-01-01T00:00:00Z' }, []],
];

describe.each(['SEMANTIC', 'HYBRID', 'LEXICAL'])('filters of statements in mode %s', (mode) => {
  it('cover only the statements that meet all of them, as lists do', async () => {
    const { project } = await seeded();
    for (const [scope, texts] of FILTERS) {
      const found = await search(project, { query: 'Alice lives tea', mode, scope });
      expect([scope, matched(found)]).toEqual([scope, texts.length === 0 ? [] : [texts]]);
      const { entries } = await project.run(
        'query ($scope: KnowledgeScope) { entries(scope: $scope) { totalCount } }',
        { scope },
      );
      expect([scope, entries.totalCount]).toEqual([scope, texts.length]);
    }
  });
});

describe('asOf', () => {
  const UPDATE =
    'mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { id } } }';
  const DELETE =
    'mutation ($input: DeleteEntryInput!) { deleteEntry(input: $input) { __typename } }';

  /** The time between what came before and what comes after. */
  async function between(): Promise<string> {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const time = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return time;
  }

  it.each(['SEMANTIC', 'HYBRID', 'LEXICAL'])('finds what was known in mode %s', async (mode) => {
    const project = await server.project();
    const memoryId = await project.memory();
    const start = await between();
    const { entry } = await project.write(memoryId, 'The office is in Paris');
    const first = await between();
    await project.run(UPDATE, { input: { entryId: entry.id, content: 'The office is in Rome' } });
    const second = await between();
    await project.run(DELETE, { input: { entryId: entry.id } });
    const find = (asOf?: string) => search(project, { query: 'office', mode, asOf });
    expect(matched(await find(start))).toEqual([]);
    expect(matched(await find(first))).toEqual([['The office is in Paris']]);
    expect(matched(await find(second))).toEqual([['The office is in Rome']]);
    expect(matched(await find())).toEqual([]);
  });

  it('shows all statements of the time, though the entry has one now', async () => {
    const { project, id } = await seeded();
    const before = await between();
    await project.run(UPDATE, { input: { entryId: id, content: 'Nothing else' } });
    const [then] = matched(await search(project, { query, mode: 'SEMANTIC', asOf: before }));
    expect(then).toEqual(['Alice lives in Rome', 'Alice lives in Paris']);
  });
});

describe.each(['SEMANTIC', 'HYBRID', 'LEXICAL'])('superseded entries in mode %s', (mode) => {
  it('are searched only if asked for', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'The office is in Paris', { kind: 'PLAN' });
    const before = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await project.write(memoryId, 'The office is in Rome', {
      kind: 'PLAN',
      supersedes: [entry.id],
    });
    const find = async (more: object) =>
      matched(await search(project, { query: 'office', mode, ...more }))
        .flat()
        .sort();
    expect(await find({})).toEqual(['The office is in Rome']);
    const both = ['The office is in Paris', 'The office is in Rome'];
    expect(await find({ includeSuperseded: true })).toEqual(both);
    expect(await find({ asOf: before })).toEqual(['The office is in Paris']);
    expect(await find({ asOf: new Date().toISOString() })).toEqual(['The office is in Rome']);
  });
});
