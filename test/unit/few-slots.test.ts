import { expect, it } from 'vitest';
import type { App } from '../../src/app.ts';
import { type CachedChunks, createCachedChunks } from '../../src/chunk-cache/cached-chunks.ts';
import { findNearInCache, findNearNow } from '../../src/entries/write/near-in-cache.ts';
import { START } from '../../src/events/position.ts';
import { findInCache } from '../../src/retrieval/find-in-cache.ts';
import { FUSION, type SearchMode } from '../../src/retrieval/presets.ts';
import { cachedRow } from '../support/cached-row.ts';
import { UNRESTRICTED_SCOPE } from '../support/chunk-scope.ts';

const DIMENSIONS = 8;
const space = { model: 'test', dimensions: DIMENSIONS };
const inMemory = { projectId: 'prj_1', memoryId: 'mem_small' };
const CHUNKS = 12_000;
/** Every ninth chunk is in the small memory: a small part of the project, but too many to compare all exactly. */
const SHARE = 9;

const vectorOf = (i: number) => Array.from({ length: DIMENSIONS }, (_, j) => Math.sin(i * (j + 1)));

const chunks = createCachedChunks(DIMENSIONS);
chunks.add(
  Array.from({ length: CHUNKS }, (_, i) =>
    cachedRow({
      entryId: `me_${i}`,
      vector: vectorOf(i),
      memoryId: i % SHARE === 0 ? inMemory.memoryId : 'mem_large',
      words: { inText: i % 7 === 0 ? ['often'] : [], inContext: i % 31 === 0 ? ['seldom'] : [] },
    }),
  ),
);
/** The same chunks, of which a search reads all. */
const allRead: CachedChunks = { ...chunks, fewSlotsOf: () => null };

it('is a memory that has few of the slots, but many', () => {
  expect(chunks.fewSlotsOf({ memoryIds: [inMemory.memoryId] })?.length).toBeGreaterThan(1000);
});

it.each<SearchMode>(['SEMANTIC', 'HYBRID', 'LEXICAL'])(
  'finds the same in few slots as in all: %s',
  (mode) => {
    const scope = { ...UNRESTRICTED_SCOPE, ...inMemory, space, memoryIds: [inMemory.memoryId] };
    const find = (among: CachedChunks, at: number) =>
      findInCache(among, scope, {
        query: {
          mode,
          text: '',
          embedding: mode === 'LEXICAL' ? null : vectorOf(at + 0.3),
          ranges: [],
          dateWeight: FUSION.date,
          during: [],
          readsEntrySimilarity: false,
        },
        lexemes: mode === 'SEMANTIC' ? [] : ['often', 'seldom'],
        chunkCount: Math.ceil(CHUNKS / SHARE),
        entries: 10,
      });
    for (const at of [1, 4000, 11_000]) {
      const { found } = find(chunks, at);
      expect(found).toHaveLength(10);
      expect(found).toEqual(find(allRead, at).found);
    }
  },
);

it('finds the same neighbours of new chunks in few slots as in all', () => {
  const texts = ['one', 'two', 'three', 'four', 'five'];
  const vectors = new Map(texts.map((text, i) => [text, vectorOf(i * 2000 + 0.3)]));
  const find = (among: CachedChunks) => {
    const cached = {
      inProject: { projectId: inMemory.projectId, space },
      chunks: among,
      head: START,
    };
    return findNearNow(cached, inMemory, { space, vectors, chunks: texts, earlySearch: null });
  };
  const found = find(chunks);
  expect(found.get('five')?.length).toBeGreaterThan(0);
  expect(found).toEqual(find(allRead));
});

it('finds the same neighbours in few slots and in all at the same time', async () => {
  const wanted = ['mem_large', inMemory.memoryId].map((memoryId, memory) => {
    const texts = ['one', 'two', 'three'].map((text) => `${text} in ${memoryId}`);
    const vectors = new Map(texts.map((text, i) => [text, vectorOf(memory * 50 + i * 2000 + 0.3)]));
    return { memoryId, vectors, chunks: texts, chunkCount: CHUNKS };
  });
  const inProject = { projectId: inMemory.projectId, space };
  const find = async (among: CachedChunks) => {
    const cached = { inProject, chunks: among, head: START };
    const app = { chunkCache: { find: () => cached } } as unknown as App;
    const searches = await findNearInCache(app, inProject, wanted);
    return searches?.map(({ near }) => near);
  };
  const found = await find(chunks);
  expect(found).toHaveLength(2);
  expect(found).toEqual(await find(allRead));
});
