import { describe, expect, it } from 'vitest';
import { SEARCH } from './support/entries.ts';
import { DIMENSIONS } from './support/model-server.ts';
import { useServer } from './support/server.ts';

const server = useServer();

describe('long text', () => {
  it('is embedded whole, in chunks that are found one by one', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const filler = 'Nothing of note happened on this day either. '.repeat(400);
    const content = `${filler}The treasure lies under the oak. ${filler.slice(0, 9000)}`;
    const { entry } = await project.write(memoryId, content);
    expect(entry.content).toBe(content);
    const { results } = (
      await project.run(SEARCH, {
        input: { query: 'treasure under the oak', limit: 1, mode: 'LEXICAL' },
      })
    ).searchKnowledge;
    expect(results[0]).toMatchObject({ entry: { id: entry.id } });
    expect(results[0].chunk.text).toContain('The treasure lies under the oak.');
    expect(results[0].chunk.position).toBeGreaterThan(0);
    expect(await project.write(memoryId, content)).toMatchObject({
      action: 'SKIPPED',
      similarity: 1,
    });
    const changed = await project.write(memoryId, content.replace('oak', 'elm'));
    expect(changed.action).not.toBe('SKIPPED');
  });
});

describe('texts of several chunks', () => {
  const boilerplate =
    'This page is confidential and must not be shared with anybody at all. '.repeat(115);
  const documents = Array.from(
    { length: 9 },
    (_, i) => `${boilerplate}Topic ${i} word${i} other${i} thing${i}`,
  );
  const BULK = `mutation ($input: WriteEntriesInput!) {
    writeEntries(input: $input) { results { ... on WriteEntryPayload { action similarity } ... on ItemError { code } } } }`;

  it('are recognised though many others share a part of them, one by one and together', async () => {
    const project = await server.project();
    const [single, bulk] = [await project.memory(), await project.memory()];
    const contents = ['', '.', '!'].flatMap((end) => documents.map((text) => text + end));
    const one: { action: string }[] = [];
    for (const content of contents)
      one.push(await project.write(single, content, { updateThreshold: 0.95 }));
    const input = {
      memoryId: bulk,
      items: contents.map((content) => ({ content })),
      updateThreshold: 0.95,
    };
    const { results } = (await project.run(BULK, { input })).writeEntries;
    const actions = (list: { action: string }[]) => list.map(({ action }) => action);
    expect(actions(one)).toEqual([
      ...documents.map(() => 'CREATED'),
      ...documents.map(() => 'UPDATED'),
      ...documents.map(() => 'UPDATED'),
    ]);
    expect(actions(results)).toEqual(actions(one));
  });

  it('beyond 2 MiB in one call are refused, and within it others are served meanwhile', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const items = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        content: `item ${i} ${'!'.repeat(32_000)}`,
        kind: 'FACT',
      }));
    const input = { memoryId, items: items(70) };
    expect((await project.fail(BULK, { input })).extensions.path).toBe('input.items');
    let worst = 0;
    let isDone = false;
    const writing = project.run(BULK, { input: { memoryId, items: items(15) } }).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const from = performance.now();
      await project.run('{ __typename }');
      worst = Math.max(worst, performance.now() - from);
    }
    await writing;
    expect(worst).toBeLessThan(5000);
  });
});

describe('writing many', () => {
  const BULK = `mutation ($input: WriteEntriesInput!) {
    writeEntries(input: $input) { dryRun results {
      ... on WriteEntryPayload { action similarity entry { id content } matchedEntry { id } }
      ... on ItemError { code message path } } }
  }`;
  type Result = {
    action: string;
    similarity: number | null;
    entry: { id: string; content: string };
  };

  it.each([60, 300])('has the outcome of writing one after another: %i texts', async (length) => {
    const project = await server.project();
    // Some texts come again later, and some at once.
    const texts = Array.from(
      { length },
      (_, i) => `Bulk text ${i % Math.round(length * 0.75)} of ${length}${i % 7 === 0 ? '.' : ''}`,
    ).flatMap((text, i) => (i % 10 === 9 ? [text, text] : [text]));
    let seed = 7;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    for (const text of new Set(texts)) {
      const vector = Array.from({ length: DIMENSIONS }, () => 0);
      // Enough axes that a text has few others near it, however many they are.
      for (let axis = 0; axis < length / 20; axis += 1) vector[axis] = random() ** 3;
      server.models.script(text, vector);
    }
    const [single, bulk] = [await project.memory(), await project.memory()];
    const expected: Result[] = [];
    for (const text of texts) expected.push(await project.write(single, text));
    const items = texts.map((content) => ({ content }));
    const half = (some: object[]) => project.run(BULK, { input: { memoryId: bulk, items: some } });
    const first = (await half(items.slice(0, 20))).writeEntries.results;
    const second = (await half(items.slice(20))).writeEntries.results;
    const actual: Result[] = [...first, ...second];
    // Ids differ between the memories, so entries are named by their first line.
    const told = ({ action, entry }: Result) => ({ action, first: entry.content.split('\n')[0] });
    expect(actual.map(told)).toEqual(expected.map(told));
    for (const [i, { similarity }] of actual.entries()) {
      expect(similarity ?? 0).toBeCloseTo(expected[i]?.similarity ?? 0, 4);
    }
    expect(new Set(actual.map((result) => result.action))).toEqual(
      new Set(['CREATED', 'UPDATED', 'SKIPPED']),
    );
    const contents = async (memoryId: string) => {
      const { memory } = await project.run(
        `{ memory(id: "${memoryId}") { entryCount entries(first: 100) { nodes { content revisions { totalCount } } } } }`,
      );
      return memory;
    };
    expect(await contents(bulk)).toEqual(await contents(single));
  });

  it('merges into entries that were written while the text was compared with the memory', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    // A bulk is stored in slices of 64 texts, and each slice is searched while the one before it is stored.
    const slice = 64;
    const nameOf = (i: number) => `Slices ${Math.floor(i / slice)} of topic ${i % slice}`;
    const texts = Array.from({ length: 3 * slice }, (_, i) => nameOf(i));
    for (const [i, text] of texts.entries()) {
      const vector = Array.from({ length: DIMENSIONS }, () => 0);
      vector[i % slice] = 1;
      vector[(i + 1) % slice] = 0.3 * Math.floor(i / slice);
      server.models.script(text, vector);
    }
    const items = texts.map((content) => ({ content }));
    const input = { memoryId, items, updateThreshold: 0.8, duplicateThreshold: 0.999 };
    const { results }: { results: Result[] } = (await project.run(BULK, { input })).writeEntries;
    const actions = [...texts.keys()].map((i) => (i < slice ? 'CREATED' : 'UPDATED'));
    expect(results.map(({ action }) => action)).toEqual(actions);
    for (const [i, { entry }] of results.entries()) {
      expect(entry.id).toBe(results[i % slice]?.entry.id);
    }
    const { content } = results.at(-1)?.entry ?? { content: '' };
    expect(content.split('\n')).toEqual([slice - 1, 2 * slice - 1, 3 * slice - 1].map(nameOf));
  });

  it('lets an invalid item fail alone, and keeps the order', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const items = [
      { content: 'Item one' },
      { content: ' ' },
      { content: 'Item three', metadata: { text: 'x'.repeat(17_000) } },
      { content: 'Completely other', kind: 'PLAN', source: 'AGENT', idempotencyKey: 'i' },
      { content: 'Shares a key', idempotencyKey: 'i' },
      { content: 'Item one' },
    ];
    const { results } = (await project.run(BULK, { input: { memoryId, items } })).writeEntries;
    expect(results.map((result: Result) => result.action)).toEqual([
      'CREATED',
      undefined,
      undefined,
      'CREATED',
      undefined,
      'SKIPPED',
    ]);
    expect(results[1]).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: 'input.items[1].content',
    });
    expect(results[2].path).toBe('input.items[2].metadata');
    expect(results[4].path).toBe('input.items[4].idempotencyKey');
    const again = (await project.run(BULK, { input: { memoryId, items: [items[3]] } }))
      .writeEntries;
    expect(again.results[0]).toMatchObject({
      action: 'CREATED',
      entry: { id: results[3].entry.id },
    });
  });

  it.each([
    [[], 'input.items'],
    [Array.from({ length: 501 }, (_, i) => ({ content: `c ${i}` })), 'input.items'],
  ])('of %.5j… is refused', async (items, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(BULK, {
      input: { memoryId: await project.memory(), items },
    });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it('takes 500, embedded in batches', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const asked = server.models.requests.length;
    const items = Array.from({ length: 500 }, (_, i) => ({ content: `w${i} x${i} y${i} z${i}` }));
    const { results } = (
      await project.run(BULK, { input: { memoryId, items, updateThreshold: 0.95 } })
    ).writeEntries;
    expect(results).toHaveLength(500);
    expect(
      results.every((result: Result) => result.action === 'CREATED' || result.action === 'UPDATED'),
    ).toBe(true);
    expect(server.models.requests.length - asked).toBeLessThanOrEqual(4);
  });
});
