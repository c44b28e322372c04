import { describe, expect, it } from 'vitest';
import { AGENT_ENV, createAgent, user } from './support/agents.ts';
import { writeOwn } from './support/reflections.ts';
import { type TestProject, useServer } from './support/server.ts';
import { record } from './support/stream.ts';

const server = useServer(AGENT_ENV);

const RESULTS = 'results { chunk { text } entry { id } matchedWords { start end } }';
const SEARCH = `query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { ${RESULTS} } }`;

type Found = { chunk: { text: string }; matchedWords: { start: number; end: number }[] };

const wordsOf = ({ chunk, matchedWords }: Found) =>
  matchedWords.map(({ start, end }) => chunk.text.slice(start, end));

/** The words that match in a text, as the only result of a search. */
async function matched(text: string, query: string, mode = 'SEMANTIC'): Promise<string[]> {
  const project = await server.project();
  await project.write(await project.memory(), text);
  const { results } = (await project.run(SEARCH, { input: { query, mode } })).searchKnowledge;
  expect(results).toHaveLength(1);
  expect(results[0].chunk.text).toBe(text.normalize('NFC'));
  return wordsOf(results[0]);
}

describe('SearchResult.matchedWords', () => {
  it.each<[string, string, string[]]>([
    ['Dogs are running; the dog RUNS.', 'a running dog', ['Dogs', 'running', 'dog', 'RUNS']],
    ['The invoice of the customer', 'the of', []],
    ['Nothing in common', 'elephant', []],
    ['Invoice INV-4711 is open', 'inv-4711', ['INV', '4711']],
    ['A well-known problem', 'known problems', ['known', 'problem']],
    ['A WELL-KNOWN problem', 'well-known', ['WELL', 'KNOWN']],
    ['See docs.example.com/setup today', 'example setup', ['example', 'setup']],
    ['Ich mag Müsli und MÜSLI', 'müsli', ['Müsli', 'MÜSLI']],
    ['Un cafe\u0301 noir', 'café', ['café']],
    ['Un café noir', 'cafe\u0301', ['café']],
    ['😀 dogs 👩‍👩‍👧 dog 𝒳', 'dog', ['dogs', 'dog']],
    ['数据库 is a word', '数据库', ['数据库']],
    ["It isn't Bob’s; it's bob", 'Bob', ['Bob', 'bob']],
    ['snake_case and snake', 'snake', ['snake', 'snake']],
    ["'; drop table & | ! <-> :* \\ drop", 'drop:* & \\', ['drop', 'drop']],
    ['Version 1.25 of 2026', '1.25', ['1', '25']],
  ])('finds in %j for %j: %j', async (text, query, words) => {
    expect(await matched(text, query)).toEqual(words);
  });

  it.each(['SEMANTIC', 'HYBRID', 'LEXICAL'])(
    'has the offsets of words in mode %s',
    async (mode) => {
      const project = await server.project();
      const memoryId = await project.memory();
      await project.write(memoryId, '😀 A dog ran home');
      const input = { query: 'dogs home', mode };
      const { results } = (await project.run(SEARCH, { input })).searchKnowledge;
      expect(results[0].matchedWords).toEqual([
        { start: 5, end: 8 },
        { start: 13, end: 17 },
      ]);
    },
  );

  it('reads words of any length, and thousands of them', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const find = async (query: string): Promise<string[]> => {
      const input = { query, mode: 'LEXICAL' };
      const { results } = (await project.run(SEARCH, { input })).searchKnowledge;
      return results.flatMap(wordsOf);
    };
    const long = 'x'.repeat(32_000);
    await project.write(memoryId, `${long} dog`);
    expect(await find(`${long} dogs`)).toEqual(['dog']);
    const many = Array.from({ length: 6000 }, (_, i) => `w${i.toString(36)}`).join(' ');
    await project.write(memoryId, many);
    expect((await find(many)).length).toBeGreaterThan(100);
  });

  it('matches the results of two searches of a request each with its own query', async () => {
    const project = await server.project();
    await project.write(await project.memory(), 'A dog chases a cat');
    const found = await project.run(`{
      dog: searchKnowledge(input: { query: "dogs" }) { ${RESULTS} }
      cat: searchKnowledge(input: { query: "cats" }) { ${RESULTS} }
    }`);
    expect(found.dog.results.map(wordsOf)).toEqual([['dog']]);
    expect(found.cat.results.map(wordsOf)).toEqual([['cat']]);
  });

  it('is in the results of the other searches, and in near misses', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await record(project, { memoryId, content: 'The dogs slept' });
    await writeOwn(project, { task: 'Walk a dog', summary: 'Dogs walk', guidance: 'Leash it' });
    const run = async (field: string, input: string, results = RESULTS) =>
      (await project.run(`{ ${field}(input: ${input}) { ${results} } }`))[field];
    const words = ({ results }: { results: Found[] }) => results.map(wordsOf);
    const entries = await run(
      'retrieveEntries',
      `{ query: "dog", scope: { memoryIds: ["${memoryId}"] } }`,
    );
    expect(words(entries)).toEqual([['dogs']]);
    expect(words(await run('planningContext', '{ situation: "dog" }'))).toEqual([['dogs']]);
    const task = '{ task: "walk the dog", minScore: 0 }';
    for (const field of ['queryReflections', 'augmentTask']) {
      const found = await run(field, task);
      expect(found.results[0].chunk.text).toMatch(/dog/i);
      expect(wordsOf(found.results[0]).map((word) => word.toLowerCase())).toContain('walk');
    }
    const misses = await run(
      'searchKnowledge',
      '{ query: "dog", minScore: 1, explain: true }',
      `explanation { nearMisses ${RESULTS.slice('results'.length)} }`,
    );
    for (const found of misses.explanation.nearMisses) expect(wordsOf(found)).not.toEqual([]);
    expect(await agentWords(project, memoryId)).toEqual([['dogs']]);
  });

  async function agentWords(project: TestProject, memoryId: string): Promise<string[][]> {
    const knowledgeConfig = { scope: { memoryIds: [memoryId] }, minScore: 0 };
    const agent = await createAgent(project, { knowledgeConfig });
    const { agentKnowledge } = await project.run(
      `query ($input: AgentKnowledgeInput!) { agentKnowledge(input: $input) { ${RESULTS} } }`,
      { input: { agentId: agent.id, messages: user('What did the dog do?') } },
    );
    return agentKnowledge.results.map(wordsOf);
  }
});
