import { expect, it } from 'vitest';
import { useServer } from './support/server.ts';

const server = useServer();

const SEARCH =
  'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { entry { content } } } }';

it('a query that was asked before does not call the model, and one that failed does', async () => {
  const project = await server.project();
  const memoryId = await project.memory();
  await project.write(memoryId, 'The invoice is due in May');
  const search = (query: string) => project.run(SEARCH, { input: { query } });
  const callsOf = async (work: () => Promise<unknown>) => {
    const before = server.models.requests.length;
    await work();
    return server.models.requests.length - before;
  };
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
