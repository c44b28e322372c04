import { describe, expect, it } from 'vitest';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();

const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { score entry { content } } }
}`;

const WRITE_MANY = `mutation ($input: WriteEntriesInput!) {
  writeEntries(input: $input) { results { __typename } }
}`;

/** Conditions with which a search uses the database, also where the project is cached. */
const IN_DATABASE = { createdAfter: '1970-01-01T00:00:00Z' };

async function scores(project: TestProject, input: object): Promise<number[]> {
  const { searchKnowledge } = await project.run(SEARCH, { input });
  return searchKnowledge.results.map(({ score }: { score: number }) => score);
}

async function writeMany(project: TestProject, memoryId: string, texts: string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += 500) {
    const items = texts.slice(from, from + 500).map((content) => ({ content }));
    await project.run(WRITE_MANY, { input: { memoryId, items, kind: 'OBSERVATION' } });
  }
}

/** Texts that share the word "parcel", and have numbers of their own. */
const parcels = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `The parcel ${from + i} went to street ${from + i}`);

/** Equal but for the order in which single precision numbers were added up. */
function expectNear(found: number[], expected: number[]): void {
  expect(found).toEqual(expected.map((score) => expect.closeTo(score, 5)));
}

describe('the rarity of words', () => {
  it('is that in the memories as they are, not as an earlier search found them', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await writeMany(project, memoryId, ['The parcel is in Rome', 'The letter is in Oslo']);
    const asked = { query: 'parcel Rome', limit: 5 };
    await scores(project, asked);
    await writeMany(project, memoryId, parcels(0, 200));
    const found = await scores(project, asked);
    const inMemory = await scores(project, { ...asked, scope: { memoryIds: [memoryId] } });
    expectNear(found, inMemory);
  });

  it('is not kept over an import', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await writeMany(project, memoryId, ['The parcel is in Rome', ...parcels(0, 150)]);
    const others = Array.from({ length: 1000 }, (_, i) => `Letter ${i} is for house ${i}`);
    await writeMany(project, memoryId, others);
    const asked = { query: 'parcel Rome', limit: 5 };
    await scores(project, { ...asked, scope: IN_DATABASE });
    await writeMany(project, memoryId, parcels(150, 600));
    const found = await scores(project, { ...asked, scope: IN_DATABASE });
    const scope = { ...IN_DATABASE, memoryIds: [memoryId] };
    const inMemory = await scores(project, { ...asked, scope });
    expectNear(found, inMemory);
  });
});
