import { expect, it } from 'vitest';
import { useServer } from './support/server.ts';

const server = useServer();

const SEARCH =
  'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { entry { content } } } }';

/** The number of calls of the model meanwhile. */
async function callsOf(work: () => Promise<unknown>): Promise<number> {
  const before = server.models.requests.length;
  await work();
  return server.models.requests.length - before;
}

it('a query that was asked before does not call the model, and one that failed does', async () => {
  const project = await server.project();
  const memoryId = await project.memory();
  await project.write(memoryId, 'The invoice is due in May');
  const search = (query: string) => project.run(SEARCH, { input: { query } });
  expect(await callsOf(() => Promise.all([1, 2, 3].map(() => search('When is it due?'))))).toBe(1);
  await project.write(memoryId, 'The office opens at eight');
  const later = await search('When is it due?');
  expect(later.searchKnowledge.results).toHaveLength(2);
  expect(await callsOf(() => search('When is it due?'))).toBe(0);
  server.models.behave({ kind: 'status', status: 500 });
  await project.fail(SEARCH, { input: { query: 'Who is it?' } });
  server.models.behave({ kind: 'normal' });
  expect(await callsOf(() => search('Who is it?'))).toBe(1);
});

it('a text that was written before does not call the model, in any memory', async () => {
  const project = await server.project();
  const [memoryId, other] = [await project.memory(), await project.memory()];
  const content = 'The lift is out of order';
  expect(await callsOf(() => project.write(memoryId, content))).toBe(1);
  expect(await callsOf(() => project.write(other, content))).toBe(0);
  const found = await project.run(SEARCH, {
    input: { query: content, scope: { memoryIds: [other] } },
  });
  expect(found.searchKnowledge.results).toMatchObject([{ entry: { content } }]);
});

it('what needs no vector is written while the model fails', async () => {
  const project = await server.project();
  const [holding, answering] = [await project.memory(), await project.memory()];
  // Too long for its vector to be kept, but a single chunk.
  const longText = (word: string) => `${word} `.repeat(400).trim();
  const withKey = { idempotencyKey: 'once' };
  const held = await project.write(holding, longText('held'));
  const first = await project.write(answering, longText('answered'), withKey);
  server.models.behave({ kind: 'status', status: 500 });
  try {
    const again = await project.write(holding, longText('held'));
    expect(again).toMatchObject({ action: 'SKIPPED', entry: { id: held.entry.id } });
    const repeated = await project.write(answering, longText('answered'), withKey);
    expect(repeated.entry.id).toBe(first.entry.id);
    const added = project.write(holding, longText('new'));
    await expect(added).rejects.toThrow('EMBEDDING_UNAVAILABLE');
  } finally {
    server.models.behave({ kind: 'normal' });
  }
});
