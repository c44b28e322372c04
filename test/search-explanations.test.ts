import { describe, expect, it } from 'vitest';
import { scripted } from './support/model-server.ts';
import { writeOwn } from './support/reflections.ts';
import { type TestProject, useServer } from './support/server.ts';
import { record } from './support/stream.ts';

const server = useServer();

const ANSWER = `
  results { ...one }
  explanation {
    weights { relevance utility recency importance }
    candidates minScore
    nearMisses { ...one }
  }`;
const ONE = `fragment one on SearchResult {
  score parts { relevance utility recency importance } similarity coverage recency chunk { text } entry { id content accessCount } }`;
const SEARCH = `query ($input: SearchKnowledgeInput!) { answer: searchKnowledge(input: $input) {${ANSWER}} } ${ONE}`;
const REFLECTIONS = `query ($input: QueryReflectionsInput!) { answer: queryReflections(input: $input) {
  filteredByThreshold ${ANSWER}} } ${ONE}`;
const ENTRIES = `query ($input: RetrieveEntriesInput!) { answer: retrieveEntries(input: $input) {${ANSWER}} } ${ONE}`;

type One = {
  score: number;
  parts: Record<'relevance' | 'utility' | 'recency' | 'importance', number>;
  recency: number;
  entry: { id: string; content: string };
};

const contents = (found: One[]) => found.map(({ entry }) => entry.content);
const scores = (found: One[]) => found.map(({ score }) => score);
/** Recency decreases from one request to the next. */
const ranks = (found: One[]) => found.map(({ recency, score, parts, ...one }) => one);

const query = 'the harbour query';

/** Entries with the similarities 0.95, 0.90, and so on, a third of which contain a word of the query. */
async function seeded(count: number): Promise<TestProject> {
  const project = await server.project();
  const memoryId = await project.memory();
  server.models.script(query, scripted(1));
  for (let i = 0; i < count; i += 1) {
    const content = i % 3 === 0 ? `Harbour ${i}` : `Town ${i}`;
    server.models.script(content, scripted(0.95 - i * 0.05, i + 2));
    await project.write(memoryId, content, { updateThreshold: 1, duplicateThreshold: 1 });
  }
  return project;
}

async function ask(project: TestProject, document: string, input: object) {
  return (await project.run(document, { input })).answer;
}

describe('an explained searchKnowledge', () => {
  it('has the results of a plain search, and the entries after the limit', async () => {
    const project = await seeded(16);
    const plain = await ask(project, SEARCH, { query, limit: 3 });
    expect(plain.explanation).toBeNull();
    const { results, explanation } = await ask(project, SEARCH, { query, limit: 3, explain: true });
    expect(ranks(results)).toEqual(ranks(plain.results));
    expect(explanation).toMatchObject({
      weights: { relevance: 1, utility: 0, recency: 0, importance: 0 },
      candidates: 13,
      minScore: null,
    });
    expect(contents(explanation.nearMisses)).toEqual(
      Array.from({ length: 10 }, (_, i) => `${i % 3 === 0 ? 'Harbour' : 'Town'} ${i + 3}`),
    );
  });

  it.each(['SEMANTIC', 'HYBRID', 'LEXICAL'])('does so in mode %s', async (mode) => {
    const project = await seeded(12);
    for (const limit of [1, 2, 5, 100]) {
      const input = { query, mode, limit };
      const plain = await ask(project, SEARCH, input);
      const { results, explanation } = await ask(project, SEARCH, { ...input, explain: true });
      expect(ranks(results)).toEqual(ranks(plain.results));
      expect(scores(results)).toEqual(scores(plain.results));
      const total = mode === 'LEXICAL' ? 4 : 12;
      expect(results.length + explanation.nearMisses.length).toBe(Math.min(total, limit + 10));
      const all = [...contents(results), ...contents(explanation.nearMisses)];
      expect(new Set(all).size).toBe(all.length);
      const own = scores(explanation.nearMisses);
      expect(own).toEqual(own.toSorted((one, other) => other - one));
    }
  });

  it('shows what scores below minScore', async () => {
    const project = await seeded(4);
    const input = { query, mode: 'SEMANTIC', minScore: 0.88, explain: true };
    const { results, explanation } = await ask(project, SEARCH, input);
    expect(contents(results)).toEqual(['Harbour 0', 'Town 1']);
    expect(contents(explanation.nearMisses)).toEqual(['Town 2', 'Harbour 3']);
    expect(explanation).toMatchObject({ minScore: 0.88, candidates: 4 });
  });

  it('embeds the query once', async () => {
    const project = await seeded(3);
    const before = server.models.requests.length;
    await ask(project, SEARCH, { query: 'asked for the first time', limit: 1, explain: true });
    expect(server.models.requests.length - before).toBe(1);
  });

  it('explains an empty scope', async () => {
    const project = await seeded(1);
    for (const scope of [{ memoryIds: [] }, { kinds: ['PLAN'] }]) {
      const { results, explanation } = await ask(project, SEARCH, { query, scope, explain: true });
      expect(results).toEqual([]);
      expect(explanation).toMatchObject({ candidates: 0, nearMisses: [] });
    }
  });

  it('has as near misses only entries of the scope', async () => {
    const project = await seeded(3);
    const other = await project.memory({ tags: ['other'] });
    server.models.script('Elsewhere', scripted(0.5, 30));
    await project.write(other, 'Elsewhere');
    const scope = { memoryTags: ['other'] };
    const input = { query, scope, minScore: 0.9, explain: true };
    const { explanation } = await ask(project, SEARCH, input);
    expect(contents(explanation.nearMisses)).toEqual(['Elsewhere']);
  });
});

describe('an explained queryReflections', () => {
  async function reflections(settings = {}): Promise<TestProject> {
    const project = await server.project(settings);
    server.models.script('the task', scripted(1));
    for (const [task, similarity, axis] of [
      ['Near', 0.95, 2],
      ['Twin', 0.94, 2],
      ['Middle', 0.6, 3],
      ['Far', 0.3, 4],
    ] as const) {
      server.models.script(task, scripted(similarity, axis));
      await writeOwn(project, { task, summary: task, guidance: task });
    }
    return project;
  }

  const firstLines = (found: One[]) => contents(found).map((content) => content.split('\n')[0]);

  it('shows reflections below the threshold of the project, and of the call', async () => {
    const project = await reflections({ similarityThreshold: 0.5 });
    const input = { task: 'the task', mmrLambda: 1, explain: true };
    const byProject = await ask(project, REFLECTIONS, input);
    expect(firstLines(byProject.results)).toEqual(['Near', 'Twin', 'Middle']);
    expect(byProject).toMatchObject({
      filteredByThreshold: 1,
      explanation: { minScore: 0.5, candidates: 4 },
    });
    expect(byProject.explanation.weights).toEqual({
      relevance: 0.5,
      utility: 0.5,
      recency: 0,
      importance: 0,
    });
    const [{ parts, similarity }] = byProject.explanation.nearMisses;
    expect(firstLines(byProject.explanation.nearMisses)).toEqual(['Far']);
    expect(parts.relevance).toBeGreaterThan(0);
    expect(parts).toMatchObject({ utility: 0.25, recency: 0, importance: 0 });
    expect(similarity).toBeCloseTo(0.3, 6);
    const byCall = await ask(project, REFLECTIONS, { ...input, minScore: 0.7, lambda: 0.25 });
    expect(firstLines(byCall.explanation.nearMisses)).toEqual(['Middle', 'Far']);
    expect(byCall.explanation).toMatchObject({
      minScore: 0.7,
      weights: { relevance: 0.75, utility: 0.25 },
    });
    const none = await ask(project, REFLECTIONS, { ...input, minScore: 0 });
    expect(none.explanation).toMatchObject({ minScore: null, nearMisses: [] });
    expect(firstLines(none.results)).toHaveLength(4);
  });

  it('has the same results, and what was not diverse enough', async () => {
    const project = await reflections();
    const input = { task: 'the task', limit: 2, mmrLambda: 0.3, minScore: 0 };
    const plain = await ask(project, REFLECTIONS, input);
    const { results, explanation } = await ask(project, REFLECTIONS, { ...input, explain: true });
    expect(plain.explanation).toBeNull();
    expect(ranks(results)).toEqual(ranks(plain.results));
    expect(firstLines(results)).not.toContain('Twin');
    expect(firstLines(explanation.nearMisses)[0]).toBe('Twin');
    expect(explanation.nearMisses).toHaveLength(2);
  });
});

describe('an explained retrieveEntries', () => {
  it('has the same results, and counts no access', async () => {
    const project = await server.project({ stream: { candidates: 3 } });
    const memoryId = await project.memory();
    server.models.script(query, scripted(1));
    for (let i = 0; i < 6; i += 1) {
      server.models.script(`Stone ${i}`, scripted(0.9 - i * 0.1, i + 2));
      await record(project, { memoryId, content: `Stone ${i}`, importance: 1 + i });
    }
    const now = new Date().toISOString();
    for (const normalization of ['NONE', 'MIN_MAX']) {
      for (const limit of [1, 2, 4]) {
        const input = { query, limit, normalization, now };
        const plain = await ask(project, ENTRIES, input);
        const { results, explanation } = await ask(project, ENTRIES, { ...input, explain: true });
        expect(results).toEqual(plain.results);
        expect(explanation.candidates).toBe(6);
        for (const { score, parts } of [...results, ...explanation.nearMisses]) {
          const { relevance, utility, recency, importance } = parts;
          expect(relevance + utility + recency + importance).toBeCloseTo(score, 9);
          // The default weight of the utility is 0.
          expect(utility).toBe(0);
        }
        expect(explanation.nearMisses).toHaveLength(6 - limit);
      }
    }
    const weights = { recency: 0, importance: 0, utility: 2, relevance: 3 };
    const plain = { mode: 'SEMANTIC', normalization: 'NONE' };
    const input = { ...plain, query, limit: 2, weights, minScore: 3.5, explain: true };
    const { results, explanation } = await ask(project, ENTRIES, input);
    expect(contents(results)).toEqual(['Stone 0']);
    expect(explanation).toMatchObject({ weights, minScore: 3.5 });
    expect(contents(explanation.nearMisses)[0]).toBe('Stone 1');
    const { entries } = await project.run('{ entries { nodes { accessCount } } }');
    for (const { accessCount } of entries.nodes) expect(accessCount).toBe(0);
  });
});
