import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { maxExactScanChunks } from '../src/db/search-method.ts';
import { memories } from '../src/db/tables/memories.ts';
import { scripted } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();

const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) {
    results {
      score similarity utility recency importance
      entry { id content kind memory { name } }
      chunk { position text }
    }
  }
}`;

type Result = {
  score: number;
  similarity: number | null;
  entry: { content: string; memory: { name: string } };
};

async function search(project: TestProject, input: object): Promise<Result[]> {
  const data = await project.run(SEARCH, { input }, project.keys.READ);
  return data.searchKnowledge.results;
}

const contents = (results: Result[]) => results.map((result) => result.entry.content);

async function seeded(): Promise<TestProject> {
  const project = await server.project();
  const memories = {
    Customers: ['crm', 'customer-eu'],
    Support: ['support'],
    Private: [],
  };
  for (const [name, tags] of Object.entries(memories)) {
    const memoryId = await project.memory({ name, tags });
    const near = `${name} near`;
    const far = `${name} far`;
    server.models.script(near, scripted(0.9));
    server.models.script(far, scripted(0.3));
    await project.write(memoryId, near, { metadata: { owner: name, langs: ['de', 'en'] } });
    await project.write(memoryId, far, { kind: 'PLAN', metadata: { owner: name } });
  }
  server.models.script('the query', scripted(1));
  return project;
}

const query = 'the query';
const bySimilarity = { query, mode: 'SEMANTIC' };

describe('searchKnowledge', () => {
  it('ranks by cosine similarity and shows what the rank was made of', async () => {
    const project = await seeded();
    const results = await search(project, bySimilarity);
    expect(results).toHaveLength(6);
    expect(results.map((result) => Math.round(result.score * 1e5) / 1e5)).toEqual([
      0.9, 0.9, 0.9, 0.3, 0.3, 0.3,
    ]);
    expect(results[0]).toMatchObject({ utility: 0.5, importance: 0.5 });
    for (const result of results) expect(result.similarity).toBe(result.score);
    const { recency } = results[0] as Result & { recency: number };
    expect(recency).toBeGreaterThan(0.999);
    expect(recency).toBeLessThanOrEqual(1);
  });

  it('searches the union of memory ids and tags', async () => {
    const project = await seeded();
    const { memories } = await project.run('{ memories { nodes { id name } } }');
    const idOf = (name: string) =>
      memories.nodes.find((node: { name: string }) => node.name === name).id;
    const names = async (input: object) =>
      [
        ...new Set(
          (await search(project, { query, ...input })).map((result) => result.entry.memory.name),
        ),
      ].sort();
    expect(await names({ scope: { memoryIds: [idOf('Private')] } })).toEqual(['Private']);
    expect(await names({ scope: { memoryTags: ['customer*'] } })).toEqual(['Customers']);
    expect(
      await names({ scope: { memoryIds: [idOf('Private')], memoryTags: ['support'] } }),
    ).toEqual(['Private', 'Support']);
    expect(await names({})).toEqual(['Customers', 'Private', 'Support']);
  });

  it.each([
    { scope: { memoryIds: [] } },
    { scope: { memoryTags: [] } },
    { scope: { memoryTags: ['nothing*'] } },
    { scope: { memoryIds: [], memoryTags: [] } },
    { scope: { memoryIds: [], memoryTags: ['nope'] } },
    { scope: { kinds: [] } },
    { scope: { metadata: { owner: 'nobody' } } },
  ])('finds nothing in a scope that matches nothing: %j', async (input) => {
    const project = await seeded();
    for (const mode of ['SEMANTIC', 'HYBRID', 'LEXICAL']) {
      expect(await search(project, { query, mode, ...input })).toEqual([]);
    }
  });

  it('filters by kind and metadata', async () => {
    const project = await seeded();
    expect(
      contents(await search(project, { query, scope: { kinds: ['PLAN'], memoryTags: ['crm'] } })),
    ).toEqual(['Customers far']);
    const filter = (metadata: object) => search(project, { query, scope: { metadata } });
    expect(contents(await filter({ owner: 'Support' }))).toEqual(['Support near', 'Support far']);
    expect(contents(await filter({ owner: 'Support', langs: 'de' }))).toEqual(['Support near']);
    expect(await filter({})).toHaveLength(6);
  });

  it('filters by hundreds of keys of metadata', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const metadata = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [`k${i}`, i % 3 === 0 ? [i, 'more'] : i]),
    );
    await project.write(memoryId, 'Many keys', { metadata });
    const found = async (other: object) => {
      const scope = { metadata: { ...metadata, ...other } };
      return contents(await search(project, { query, scope }));
    };
    expect(await found({})).toEqual(['Many keys']);
    expect(await found({ k999: 999 })).toEqual(['Many keys']);
    expect(await found({ k999: ['more'] })).toEqual(['Many keys']);
    expect(await found({ k998: 999 })).toEqual([]);
    expect(await found({ k998: [998] })).toEqual([]);
    expect(await found({ k998: null })).toEqual([]);
    expect(await found({ other: null })).toEqual([]);
  });

  it('leaves out what scores below the floor, and keeps to the limit', async () => {
    const project = await seeded();
    expect(await search(project, { ...bySimilarity, minScore: 0.5 })).toHaveLength(3);
    expect(await search(project, { ...bySimilarity, minScore: 0.95 })).toEqual([]);
    expect(await search(project, { query, limit: 2 })).toHaveLength(2);
  });

  it('answers an entry once, by its best chunk', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const lines = ['Chunk base', 'Chunk second', 'Chunk third'];
    for (const [i, line] of lines.entries()) {
      server.models.script(line, scripted([0.8, 0.99, 0.85][i] ?? 0));
      await project.write(memoryId, line, { updateThreshold: 0 });
    }
    const results = await search(project, { query });
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ chunk: { position: 1, text: 'Chunk second' } });
    expect(results[0]?.similarity).toBeCloseTo(0.99, 5);
  });

  it('finds as many entries as wanted, though one of them has many chunks', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    for (let i = 0; i < 30; i += 1) {
      server.models.script(`Crowd ${i}`, scripted(0.95));
      await project.write(memoryId, `Crowd ${i}`, { updateThreshold: 0 });
    }
    for (let i = 0; i < 3; i += 1) {
      server.models.script(`Alone ${i}`, scripted(0.2, 5 + i));
      await project.write(memoryId, `Alone ${i}`, { updateThreshold: 0.9 });
    }
    expect(await search(project, { query, limit: 3 })).toHaveLength(3);
  });

  it('finds words without a model, and reports no similarity', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'The invoice number is INV-4711');
    await project.write(memoryId, 'Dogs are running in the park');
    server.models.behave({ kind: 'status', status: 500 });
    const lexical = (text: string) => search(project, { query: text, mode: 'LEXICAL' });
    expect(await lexical('which invoice?')).toMatchObject([
      { similarity: null, entry: { content: 'The invoice number is INV-4711' } },
    ]);
    expect(contents(await lexical('a dog that runs'))).toEqual(['Dogs are running in the park']);
    expect(await lexical('elephant')).toEqual([]);
    expect(await lexical('the of and')).toEqual([]);
    expect(await lexical("'; drop table & | ! <-> :* \\")).toEqual([]);
    server.models.behave({ kind: 'normal' });
  });

  it('takes a query of thousands of words', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'The word w4711 is here');
    const many = Array.from({ length: 9000 }, (_, i) => `w${i.toString(36)}`)
      .join(' ')
      .slice(0, 32_700);
    for (const mode of ['LEXICAL', 'HYBRID', 'SEMANTIC'])
      await search(project, { query: many, mode });
    expect(await search(project, { query: 'w4711', mode: 'LEXICAL' })).toHaveLength(1);
  });

  it.each([
    [{ query, minScore: 1.1 }, 'input.minScore'],
    [{ query: ' ' }, 'input.query'],
    [{ query, limit: 0 }, 'input.limit'],
    [{ query, limit: 101 }, 'input.limit'],
    [{ query, scope: { memoryTags: ['x'.repeat(129)] } }, 'input.scope.memoryTags[0]'],
    [
      { query, scope: { memoryIds: Array.from({ length: 501 }, () => 'mem_x') } },
      'input.scope.memoryIds',
    ],
    [{ query, scope: { metadata: { a: 'x'.repeat(20_000) } } }, 'input.scope.metadata'],
  ])('refuses %.50j', async (input, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(SEARCH, { input });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it('says of a memory that is not there that it is not', async () => {
    const project = await seeded();
    const { extensions } = await project.fail(SEARCH, {
      input: { query, scope: { memoryIds: ['mem_nope'] } },
    });
    expect(extensions.code).toBe('NOT_FOUND');
  });

  it('embeds a query of any length', async () => {
    const project = await seeded();
    const long = 'How did it go with all of this? '.repeat(900);
    expect(await search(project, { query: long })).toHaveLength(6);
  });
});

describe('above the border to the index', () => {
  it('finds the same as a full comparison, filtered or not', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'large' });
    const BULK = `mutation ($input: WriteEntriesInput!) {
      writeEntries(input: $input) { results { ... on WriteEntryPayload { action } } } }`;
    const total = maxExactScanChunks(server.app.indexSizes) + 2500;
    let seed = 42;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647 - 0.5;
    };
    const vectors = new Map<string, number[]>();
    for (let i = 0; i < total; i += 1)
      vectors.set(`Vector ${i}`, Array.from({ length: 64 }, random));
    for (const [text, vector] of vectors) server.models.script(text, vector);
    const items = [...vectors.keys()].map((content, i) => ({
      content,
      kind: 'OBSERVATION',
      metadata: { tenth: i % 100 },
    }));
    for (let i = 0; i < total; i += 500) {
      await project.run(BULK, { input: { memoryId, items: items.slice(i, i + 500) } });
    }
    const cosine = (one: number[], other: number[]) =>
      one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0) /
      Math.hypot(...one) /
      Math.hypot(...other);
    let found = 0;
    for (let i = 0; i < 20; i += 1) {
      const probe = Array.from({ length: 64 }, random);
      server.models.script(`probe ${i}`, probe);
      const nearest = [...vectors].map(([text, vector]) => ({
        text,
        score: cosine(probe, vector),
      }));
      const expected = nearest.sort((one, other) => other.score - one.score).slice(0, 10);
      const results = await search(project, { query: `probe ${i}`, mode: 'SEMANTIC' });
      expect(results).toHaveLength(10);
      const texts = new Set(contents(results));
      found += expected.filter(({ text }) => texts.has(text)).length;
    }
    expect(found).toBeGreaterThanOrEqual(190);
    const rare = await search(project, {
      query: 'probe 0',
      scope: { metadata: { tenth: 7 } },
      limit: 20,
    });
    expect(rare).toHaveLength(20);
    expect(
      await search(project, { query: 'probe 0', scope: { metadata: { tenth: 7 } }, limit: 100 }),
    ).toHaveLength(35);
    const plain = await search(project, { query: 'probe 0', limit: 95 });
    const explained = await search(project, { query: 'probe 0', limit: 95, explain: true });
    expect(contents(explained)).toEqual(contents(plain));
    const other = await project.memory();
    server.models.script('Deleted', vectors.get('Vector 0') ?? []);
    server.models.script('probe of Vector 0', vectors.get('Vector 0') ?? []);
    await project.write(other, 'Deleted', { kind: 'OBSERVATION' });
    const nearest = async () =>
      contents(await search(project, { query: 'probe of Vector 0', limit: 2 }));
    expect(await nearest()).toContain('Deleted');
    await server.app.db
      .update(memories)
      .set({ deletedAt: new Date(), purgeAt: new Date(Date.now() + 86_400_000) })
      .where(eq(memories.id, other));
    expect(await nearest()).toHaveLength(2);
    expect(await nearest()).not.toContain('Deleted');
  });
});
