import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { App } from '../../src/app.ts';
import { createCachedChunks } from '../../src/chunk-cache/cached-chunks.ts';
import { type Cached, MIN_CACHED_CHUNKS } from '../../src/chunk-cache/chunk-cache.ts';
import type { CachedRow, GoneRow } from '../../src/chunk-cache/queries.ts';
import type { EntryRow } from '../../src/db/rows.ts';
import { vectorParameter } from '../../src/db/vector-parameter.ts';
import { findNearInCache, findNearNow } from '../../src/entries/near-in-cache.ts';

const DIMENSIONS = 4;
const space = { model: 'test', dimensions: DIMENSIONS };
const inMemory = { projectId: 'prj_1', memoryId: 'mem_1' };

const vector = fc.array(fc.integer({ min: -1000, max: 1000 }), {
  minLength: DIMENSIONS,
  maxLength: DIMENSIONS,
});

/** A chunk of an entry. Only what is compared matters. */
function rowOf(
  entryId: string,
  position: number,
  values: readonly number[],
  memoryId = inMemory.memoryId,
): CachedRow {
  const times = { createdAt: new Date(0), updatedAt: new Date(0), lastStatedAt: new Date(0) };
  const own = { id: entryId, statements: [], metadata: {}, lesson: null, ...times };
  const entry = own as unknown as EntryRow;
  return {
    entryId,
    position,
    statement: position + 1,
    memoryId,
    kind: 'FACT',
    depth: 0,
    isSuperseded: false,
    expiresAt: null,
    occurredAt: 0,
    text: `${entryId} ${position}`,
    vector: vectorParameter([...values]).toPostgres(),
    words: '',
    wordsOfText: null,
    entry: position === 0 ? entry : null,
  };
}

const gone = (entryId: string) => ({ entryId, position: null }) as unknown as GoneRow;

/** Changes of stored and of new entries: the vectors of their new chunks. An entry without vectors is removed. */
const changes = fc.array(
  fc.record({
    entry: fc.integer({ min: 0, max: MIN_CACHED_CHUNKS + 20 }),
    vectors: fc.array(vector, { maxLength: 3 }),
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
    stored: fc.array(vector, { minLength: length, maxLength: length }),
    ofOthers: fc.array(vector, { minLength: others, maxLength: others }),
    changes,
    asked: fc.array(vector, { minLength: 1, maxLength: 12 }),
    /** How many of the nearest entries of the first text are removed. */
    nearRemoved: fc.integer({ min: 0, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ stored, ofOthers, changes: changed, asked, nearRemoved }) => {
      const chunks = createCachedChunks(DIMENSIONS);
      chunks.add(ofOthers.map((values, i) => rowOf(`me_other_${i}`, 0, values, 'mem_2')));
      chunks.add(stored.map((values, i) => rowOf(`me_${i}`, 0, values)));
      const cached: Cached = { of: { projectId: inMemory.projectId, space }, chunks, number: 1n };
      const app = { chunkCache: { find: () => cached } } as unknown as App;
      const texts = asked.map((_, i) => `text ${i}`);
      const vectors = new Map(asked.map((values, i) => [`text ${i}`, values]));
      const wanted = { space, vectors, chunks: texts };
      const chunkCount = stored.length;
      const { memoryId } = inMemory;
      expect(chunks.fewSlotsOf({ memoryIds: [memoryId] }) !== null).toBe(others > 0);
      const ofMemory = { ...wanted, memoryId, chunkCount };
      const ahead = (await findNearInCache(app, cached.of, [ofMemory]))?.[0] ?? null;
      const near = ahead?.near.get('text 0') ?? [];
      chunks.replace(near.slice(0, nearRemoved).map(({ entryId }) => gone(entryId)));
      for (const { entry, vectors: own } of changed) {
        const entryId = `me_${entry}`;
        const rows = own.map((values, i) => rowOf(entryId, i, values));
        chunks.replace(rows.length > 0 ? rows : [gone(entryId)]);
      }
      const now = findNearNow(cached, inMemory, { ...wanted, ahead });
      const all = findNearNow(cached, inMemory, { ...wanted, ahead: null });
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
