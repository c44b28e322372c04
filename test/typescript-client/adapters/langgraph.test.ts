import {
  type BaseStore,
  InMemoryStore,
  InvalidNamespaceError,
} from '@langchain/langgraph-checkpoint';
import { describe, expect, it, vi } from 'vitest';
import { isLorebaseError, Lorebase } from '../../../client/src/index.ts';
import * as adapter from '../../../client/src/langgraph/index.ts';
import { applyRetention } from '../../../src/stream/apply-retention.ts';
import { firstProgramIn, runProgram } from '../../support/docs-program.ts';
import { useServer } from '../../support/server.ts';

const { LorebaseGraphStore } = adapter;
const server = useServer();

async function start(
  options: adapter.LorebaseGraphStoreOptions = {},
  settings: Record<string, unknown> = {},
) {
  const project = await server.project(settings);
  const key = project.keys.WRITE;
  const lorebase = new Lorebase({ url: server.url, apiKey: key });
  return { project, key, lorebase, store: new LorebaseGraphStore(lorebase, options) };
}

it('docs/adapters/langgraph.md starts with lines that run', async () => {
  const { key } = await start();
  const found = await runProgram(firstProgramIn('docs/adapters/langgraph.md'), {
    modules: { 'lorebase/client': { Lorebase }, 'lorebase/client/langgraph': adapter },
    replace: {
      'http://127.0.0.1:4000': server.url,
      'process.env.LOREBASE_KEY': JSON.stringify(key),
    },
    result: 'found',
  });
  expect(found).toMatchObject([
    { namespace: ['users', 'ada'], key: 'home', value: { text: 'Ada lives in Lisbon' } },
  ]);
});

/** What one operation answers: without times and scores, which differ between stores. */
type Step = (store: BaseStore) => Promise<unknown>;

const plain = (items: { namespace: string[]; key: string; value: unknown }[]) =>
  items.map(({ namespace, key, value }) => ({ namespace, key, value }));

const STEPS: Record<string, Step> = {
  'a missing item': (store) => store.get(['users', 'ada'], 'home'),
  'an item': async (store) => {
    await store.put(['users', 'ada'], 'home', { city: 'Lisbon', floor: 3 });
    const item = await store.get(['users', 'ada'], 'home');
    return item && plain([item]);
  },
  'equal values under other keys': async (store) => {
    await store.put(['users', 'ada'], 'work', { city: 'Lisbon', floor: 3 });
    await store.put(['users', 'ada', 'notes'], 'home', { city: 'Lisbon', floor: 3 });
    await store.put(['users', 'bob'], 'home', {
      city: 'Porto',
      floor: 5,
      tags: ['a'],
      nested: { a: 1 },
    });
    return plain(await store.search(['users', 'ada']));
  },
  'a changed item': async (store) => {
    await store.put(['users', 'ada'], 'school', { city: 'Porto' });
    await store.put(['users', 'ada'], 'school', { city: 'Lisbon', floor: 3 });
    const equal = await store.get(['users', 'ada'], 'school');
    await store.delete(['users', 'ada'], 'school');
    await store.put(['users', 'ada'], 'home', { city: 'Faro' });
    const found = await store.search(['users', 'ada'], { filter: { city: 'Faro' } });
    return [equal?.value, plain(found)];
  },
  'all items, in pages': async (store) => [
    plain(await store.search([])),
    plain(await store.search(['users'], { limit: 2 })),
    plain(await store.search(['users'], { limit: 2, offset: 2 })),
    plain(await store.search(['users'], { limit: 2, offset: 9 })),
  ],
  filters: async (store) =>
    Promise.all(
      [
        { floor: 3 },
        { floor: { $gt: 3 } },
        { floor: { $gte: 3, $lt: 5 } },
        { city: { $ne: 'Lisbon' } },
        { city: { $in: ['Faro', 'Porto'] } },
        { city: { $nin: ['Faro', 'Porto'] }, floor: { $lte: 3 } },
        { missing: 1 },
      ].map(async (filter) => plain(await store.search(['users'], { filter }))),
    ),
  'a batch': async (store) => {
    const results = await store.batch([
      { namespace: ['users', 'eve'], key: 'x' },
      { namespace: ['users', 'ada'], key: 'home', value: { city: 'Braga' } },
      { namespace: ['users', 'ada'], key: 'home', value: { city: 'Évora' } },
      { namespace: ['users', 'eve'], key: 'x', value: { text: 'new' } },
      { namespacePrefix: ['users', 'eve'] },
    ]);
    return [results, (await store.get(['users', 'ada'], 'home'))?.value];
  },
  namespaces: async (store) =>
    Promise.all(
      [
        {},
        { prefix: ['users'] },
        { prefix: ['*', 'ada'] },
        { suffix: ['notes'] },
        { prefix: ['users'], suffix: ['*', 'notes'] },
        { maxDepth: 2 },
        { maxDepth: 1 },
        { limit: 1, offset: 1 },
        { prefix: ['other'] },
      ].map((options) => store.listNamespaces(options)),
    ),
  'a deleted item': async (store) => {
    await store.delete(['users', 'ada'], 'home');
    await store.delete(['users', 'ada'], 'home');
    return [await store.get(['users', 'ada'], 'home'), plain(await store.search(['users', 'ada']))];
  },
  'an item again': async (store) => {
    await store.put(['users', 'ada'], 'home', { city: 'Braga' });
    return (await store.get(['users', 'ada'], 'home'))?.value;
  },
};

it('answers as the store in memory of LangGraph does', async () => {
  const { store } = await start();
  const reference = new InMemoryStore();
  for (const [name, step] of Object.entries(STEPS)) {
    expect({ name, answer: await step(store) }).toEqual({ name, answer: await step(reference) });
  }
});

describe('a search', () => {
  it('is that of Lorebase, within the prefix and the filter', async () => {
    const { store, lorebase } = await start();
    await store.put(['users', 'ada'], 'home', { text: 'Ada lives in Lisbon', year: 2020 });
    await store.put(['users', 'ada'], 'tea', { text: 'Ada drinks green tea', year: 2024 });
    await store.put(['users', 'adam'], 'home', { text: 'Adam lives in Lisbon', year: 2021 });
    const query = 'Who lives in Lisbon?';
    const found = await store.search(['users', 'ada'], { query });
    expect(found.map(({ key }) => key)).toEqual(['home', 'tea']);
    const within = JSON.stringify(['langgraph', ['users', 'ada']]);
    const scope = { metadata: { langgraphWithin: within, langgraphIndexed: true } };
    const [first] = await lorebase.searchKnowledge({ query, scope });
    expect(found[0]?.score).toBe(first?.score);
    expect(found[0]?.createdAt).toBeInstanceOf(Date);
    const filtered = await store.search(['users'], { query, filter: { year: { $gt: 2020 } } });
    expect(filtered.map(({ namespace, key }) => [...namespace, key].join('/'))).toEqual([
      'users/adam/home',
      'users/ada/tea',
    ]);
    expect(await store.search(['users'], { query, limit: 1, offset: 1 })).toHaveLength(1);
  });

  it('covers the parts that are indexed, and no others', async () => {
    const { store, lorebase } = await start({ index: ['title', 'parts[*].text'] });
    await store.put(['docs'], 'a', {
      title: 'Gardens',
      parts: [{ text: 'Roses' }],
      secret: 'Tulips',
    });
    await store.put(['docs'], 'b', { title: 'Ships', last: [{ name: 'Oars' }] }, ['last[-1].name']);
    await store.put(['docs'], 'c', { title: 'Hidden' }, false);
    const { nodes } = await lorebase.entries();
    expect(nodes.map(({ content }) => content).toSorted()).toEqual(['Gardens\nRoses', 'Oars', 'c']);
    const found = await store.search(['docs'], { query: 'Hidden c' });
    expect(found.map(({ key }) => key).toSorted()).toEqual(['a', 'b']);
    expect((await store.get(['docs'], 'c'))?.value).toEqual({ title: 'Hidden' });
  });
});

describe('one entry for each key', () => {
  it('holds with twenty puts at once, through two stores that know nothing of each other', async () => {
    const { store, lorebase } = await start();
    const other = new LorebaseGraphStore(lorebase);
    const puts = Array.from({ length: 20 }, (_, i) =>
      (i % 2 === 0 ? store : other).put(['race'], 'key', { text: `Value ${i}` }),
    );
    await Promise.all(puts);
    const { nodes } = await lorebase.entries();
    expect(nodes).toHaveLength(1);
    expect(await store.search(['race'])).toHaveLength(1);
    await store.put(['race'], 'key', { text: 'The last' });
    expect((await other.get(['race'], 'key'))?.value).toEqual({ text: 'The last' });
  });

  it('holds when two stores create the same keys at once', async () => {
    const { store, lorebase } = await start();
    const other = new LorebaseGraphStore(lorebase);
    const keys = Array.from({ length: 20 }, (_, i) => `key ${i}`);
    await Promise.all(
      keys.flatMap((key) => [
        store.put(['race'], key, { text: `${key} of one` }),
        other.put(['race'], key, { text: `${key} of the other` }),
      ]),
    );
    const { nodes } = await lorebase.entries({ first: 100 });
    expect(nodes.map(({ metadata }) => metadata.key).toSorted()).toEqual(keys.toSorted());
  });

  it('holds when the other creator of a key does not come back', async () => {
    const { store, lorebase } = await start();
    await store.put(['race'], 'other', { text: 'Value' });
    const { nodes } = await lorebase.entries();
    const [{ memory, metadata } = { memory: { id: '' }, metadata: {} }] = nodes;
    await store.delete(['race'], 'other');
    // The entry of another process, which ends before it sees that the key exists twice.
    const writeEntry = lorebase.writeEntry.bind(lorebase);
    vi.spyOn(lorebase, 'writeEntry').mockImplementationOnce(async (input) => {
      const written = await writeEntry(input);
      const kind = 'OBSERVATION' as const;
      await writeEntry({ memoryId: memory.id, content: 'Younger', kind, metadata });
      return written;
    });
    await store.put(['race'], 'other', { text: 'Mine' });
    expect((await lorebase.entries()).nodes.map(({ content }) => content)).toEqual(['text: Mine']);
  });

  it('holds in a project whose retention deletes entries', async () => {
    const { store, project } = await start({}, { stream: { ttlHours: 1, maxEntries: 1 } });
    for (const key of ['a', 'b']) await store.put(['kept'], key, { text: key });
    await applyRetention(server.app);
    expect(await store.search(['kept'])).toHaveLength(2);
    const { entries } = await project.run('{ entries { nodes { expiresAt } } }');
    for (const { expiresAt } of entries.nodes)
      expect(new Date(expiresAt).getFullYear()).toBeGreaterThan(2100);
  });

  it('holds for stores of two names in one project', async () => {
    const { store, lorebase } = await start();
    const other = new LorebaseGraphStore(lorebase, { name: 'other' });
    await store.put(['a'], 'key', { text: 'One' });
    await other.put(['a'], 'key', { text: 'One' });
    await other.put(['b'], 'key', { text: 'Two' });
    expect((await store.search([])).map(({ value }) => value)).toEqual([{ text: 'One' }]);
    expect(await store.listNamespaces()).toEqual([['a']]);
    expect(await other.listNamespaces()).toEqual([['a'], ['b']]);
  });

  it('holds after the memory of the namespace was deleted', async () => {
    const { store, lorebase } = await start();
    await store.put(['a'], 'key', { text: 'One' });
    const memory = await lorebase.memory({ name: 'langgraph/a' });
    await lorebase.deleteMemory({ memoryId: memory?.id ?? '' });
    expect(await store.get(['a'], 'key')).toBeNull();
    await store.put(['a'], 'key', { text: 'Two' });
    expect((await store.get(['a'], 'key'))?.value).toEqual({ text: 'Two' });
  });
});

describe('bad input', () => {
  it.each([[[]], [['']], [['a.b']], [['langgraph']], [['a', 'b ']], [['zoe\u0301']]])(
    'refuses the namespace %j',
    async (namespace) => {
      const { store } = await start();
      await expect(store.put(namespace, 'key', {})).rejects.toThrow(InvalidNamespaceError);
      const batch = store.batch([{ namespace, key: 'key', value: {} }]);
      await expect(batch).rejects.toThrow(InvalidNamespaceError);
    },
  );

  it('deletes under labels that put refuses now', async () => {
    const { store } = await start();
    await store.delete(['a', 'b '], 'key');
    await expect(store.put(['a', 'b '], 'key', {})).rejects.toThrow(/no spaces at its ends/);
  });

  it('takes empty keys and values, and any characters', async () => {
    const { store } = await start();
    const odd = 'a"]/*{}[‹😀';
    await store.put([odd, 'x'], '', {});
    await store.put([odd], odd, { [odd]: null });
    expect((await store.get([odd, 'x'], ''))?.value).toEqual({});
    expect((await store.get([odd], odd))?.value).toEqual({ [odd]: null });
    expect(await store.listNamespaces({ prefix: [odd] })).toEqual([[odd], [odd, 'x']]);
  });

  it('refuses a value that is too large, with a code', async () => {
    const { store } = await start();
    const put = store.put(['a'], 'key', { text: 'x'.repeat(20_000) });
    const failed = await put.catch((error) => error);
    expect(isLorebaseError(failed, 'BAD_USER_INPUT')).toBe(true);
    expect(failed).toMatchObject({
      path: 'value',
      message: expect.stringMatching(/^The value of an item, .*, must have at most 16384 bytes/),
    });
    await expect(store.put(['x'.repeat(200)], 'key', {})).rejects.toMatchObject({
      path: 'namespace',
      message: expect.stringMatching(/^The name of a memory, .*, must have at most 200 characters/),
    });
    expect(() => new LorebaseGraphStore({} as Lorebase, { name: 'a*' })).toThrow(/name must be/);
  });
});
