import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { App } from '../../src/app.ts';
import { createCachedChunks } from '../../src/chunk-cache/cached-chunks.ts';
import { MIN_CACHED_CHUNKS } from '../../src/chunk-cache/chunk-cache.ts';
import type { GoneRow } from '../../src/chunk-cache/queries.ts';
import type { Cached } from '../../src/chunk-cache/read-chunks.ts';
import { findNearInCache, findNearNow } from '../../src/entries/write/near-in-cache.ts';
import { START } from '../../src/events/position.ts';
import { cachedRow } from '../support/cached-row.ts';

const DIMENSIONS = 4;
const space = { model: 'test', dimensions: DIMENSIONS };
const inMemory = { projectId: 'prj_1', memoryId: 'mem_1' };

const anyVector = fc.array(fc.integer({ min: -1000, max: 1000 }), {
  minLength: DIMENSIONS,
  maxLength: DIMENSIONS,
});

const gone = (entryId: string) => ({ entryId, position: null }) as unknown as GoneRow;

/** Changes of stored and of new entries: the vectors of their new chunks. An entry without vectors is removed. */
const changes = fc.array(
  fc.record({
    entry: fc.integer({ min: 0, max: MIN_CACHED_CHUNKS + 20 }),
    vectors: fc.array(anyVector, { maxLength: 3 }),
  }),
  { maxLength: 40 },
);

/** A memory that is all of its project, and one that is a small part of it. */
it.each([
  { share: 1, others: 0 },
  { share: 1 / 11, others: 300 },
])('an updated earlier result equals a new search, in $share of a project', async ({ others }) => {
  const length = others === 0 ? MIN_CACHED_CHUNKS : others / 10;
  const given = fc.record({
    stored: fc.array(anyVector, { minLength: length, maxLength: length }),
    ofOthers: fc.array(anyVector, { minLength: others, maxLength: others }),
    changes,
    asked: fc.array(anyVector, { minLength: 1, maxLength: 12 }),
    /** How many of the nearest entries of the first text are removed. */
    nearRemoved: fc.integer({ min: 0, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ stored, ofOthers, changes: changed, asked, nearRemoved }) => {
      const chunks = createCachedChunks(DIMENSIONS);
      chunks.add(
        ofOthers.map((vector, i) =>
          cachedRow({ entryId: `me_other_${i}`, vector, memoryId: 'mem_2' }),
        ),
      );
      chunks.add(stored.map((vector, i) => cachedRow({ entryId: `me_${i}`, vector, ...inMemory })));
      const cached: Cached = {
        inProject: { projectId: inMemory.projectId, space },
        chunks,
        head: START,
      };
      const app = { chunkCache: { find: () => cached } } as unknown as App;
      const texts = asked.map((_, i) => `text ${i}`);
      const vectors = new Map(asked.map((values, i) => [`text ${i}`, values]));
      const wanted = { space, vectors, chunks: texts };
      const chunkCount = stored.length;
      const { memoryId } = inMemory;
      expect(chunks.fewSlotsOf({ memoryIds: [memoryId] }) !== null).toBe(others > 0);
      const ofMemory = { ...wanted, memoryId, chunkCount };
      const earlySearch = (await findNearInCache(app, cached.inProject, [ofMemory]))?.[0] ?? null;
      const near = earlySearch?.near.get('text 0') ?? [];
      chunks.replace(near.slice(0, nearRemoved).map(({ entryId }) => gone(entryId)));
      for (const { entry, vectors: own } of changed) {
        const entryId = `me_${entry}`;
        const rows = own.map((vector, position) =>
          cachedRow({ entryId, position, vector, ...inMemory }),
        );
        chunks.replace(rows.length > 0 ? rows : [gone(entryId)]);
      }
      const now = findNearNow(cached, inMemory, { ...wanted, earlySearch });
      const all = findNearNow(cached, inMemory, { ...wanted, earlySearch: null });
      for (const text of texts) {
        const similarities = (found: typeof now) =>
          found.get(text)?.map(({ similarity }) => similarity);
        expect(similarities(now)).toEqual(similarities(all));
        for (const { entryId } of all.get(text) ?? []) expect(entryId).not.toContain('other');
      }
    }),
    { numRuns: 60 },
  );
});
