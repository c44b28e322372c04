import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCachedChunks } from '../../src/chunk-cache/cached-chunks.ts';
import type { GoneRow } from '../../src/chunk-cache/queries.ts';
import type { ChunkScope } from '../../src/db/chunk-scope.ts';
import { unitVector } from '../../src/db/embedding-space.ts';
import { findInCache } from '../../src/retrieval/find-in-cache.ts';
import { CONTEXT_SHARE, FUSION } from '../../src/retrieval/presets.ts';
import { relevanceBy } from '../../src/retrieval/relevance.ts';
import { cachedRow } from '../support/cached-row.ts';
import { UNRESTRICTED_SCOPE } from '../support/chunk-scope.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = { from: new Date(0), to: new Date(DAY_MS) };
const WORDS = ['often', 'sometimes', 'seldom'];
const DIMENSIONS = 4;
const SPACE = { model: 'test', dimensions: DIMENSIONS };

/**
 * A vector that is near to most others or, seldom, opposite to them. So a query is near to most chunks or to few, and no
 * similarity is almost 0.
 */
const anyVector = fc
  .tuple(
    fc.constantFrom(-100, ...Array.from({ length: 9 }, () => 100)),
    fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 3, maxLength: DIMENSIONS - 1 }),
  )
  .map(([first, rest]) => [first, ...rest]);
const place = fc.constantFrom('text', 'context', 'none', 'none', 'none');
const chunk = fc.record({
  vector: anyVector,
  words: fc.tuple(place, place, place),
  occurredAt: fc.nat({ max: 20 }).map((days) => days * DAY_MS),
});
const entry = fc.record({
  memoryId: fc.constantFrom('mem_1', ...Array.from({ length: 19 }, () => 'mem_2')),
  chunks: fc.array(chunk, { minLength: 1, maxLength: 3 }),
  isRemoved: fc.constantFrom(true, ...Array.from({ length: 9 }, () => false)),
});
const search = fc.record({
  embedding: fc
    .tuple(anyVector, fc.boolean())
    .map(([vector, isOpposite]) => vector.map((value) => (isOpposite ? -value : value))),
  lexemes: fc.constantFrom(WORDS, []),
  mode: fc.constantFrom('HYBRID' as const, 'SEMANTIC' as const, 'LEXICAL' as const),
  isDated: fc.boolean(),
  memoryIds: fc.constantFrom<string[] | null>(null, ['mem_1'], ['mem_2']),
  limit: fc.integer({ min: 1, max: 80 }),
});

it('the best entries are found as if the relevance of each chunk was computed', () => {
  const given = fc.record({
    entries: fc.array(entry, { minLength: 10, maxLength: 60 }),
    searches: fc.array(search, { minLength: 1, maxLength: 5 }),
  });
  fc.assert(
    fc.property(given, ({ entries, searches }) => {
      const rows = entries.flatMap(({ memoryId, chunks: own }, i) =>
        own.map(({ words, vector, occurredAt }, position) => {
          const wordsIn = (where: string) => WORDS.filter((_, word) => words[word] === where);
          const inside = { inText: wordsIn('text'), inContext: wordsIn('context') };
          const row = cachedRow({ entryId: `me_${i}`, position, memoryId, vector, words: inside });
          return { ...row, occurredAt };
        }),
      );
      const chunks = createCachedChunks(DIMENSIONS);
      chunks.add(rows);
      for (const [i, { isRemoved }] of entries.entries()) {
        if (isRemoved) chunks.replace([{ entryId: `me_${i}`, position: null } as GoneRow]);
      }
      for (const { embedding, lexemes, mode, isDated, memoryIds, limit } of searches) {
        const query = {
          mode,
          text: '',
          embedding: mode === 'LEXICAL' ? null : embedding,
          ranges: mode === 'HYBRID' && isDated ? [FIRST_DAY] : [],
          dateWeight: FUSION.date,
          during: [],
          readsEntrySimilarity: false,
        };
        const scope: ChunkScope = {
          ...UNRESTRICTED_SCOPE,
          projectId: 'prj_1',
          space: SPACE,
          memoryIds,
        };
        const { found, words } = findInCache(chunks, scope, {
          query,
          lexemes: mode === 'SEMANTIC' ? [] : lexemes,
          chunkCount: rows.length,
          entries: limit,
        });

        const relevanceOf = relevanceBy(query);
        const relevanceOfEntry = (own: (typeof entries)[number]) =>
          own.chunks.map(({ vector, words: places, occurredAt }) => {
            const shares = words.map(({ lexeme, weight }) => {
              const where = places[WORDS.indexOf(lexeme)];
              if (where === 'none') return 0;
              return where === 'text' ? weight : weight * CONTEXT_SHARE;
            });
            return relevanceOf({
              similarity: dot(unitVector(vector), unitVector(embedding)),
              coverage: shares.reduce((sum, share) => sum + share, 0),
              occurredAt: new Date(occurredAt),
            }).relevance;
          });
        const isIn = ({ isRemoved, memoryId }: (typeof entries)[number]) =>
          !isRemoved && (memoryIds?.includes(memoryId) ?? true);
        const expected = entries
          .map((one, i) => ({
            ...one,
            id: `me_${i}`,
            relevance: Math.max(...relevanceOfEntry(one)),
          }))
          .filter((one) => isIn(one) && (mode !== 'LEXICAL' || one.relevance > 0))
          .sort((one, other) => other.relevance - one.relevance || (one.id < other.id ? -1 : 1))
          .slice(0, limit);

        expect(new Set(found.map((one) => one.entry.id)).size).toBe(expected.length);
        for (const [i, one] of found.entries()) {
          const { id, relevance } = expected[i] ?? { id: '', relevance: NaN };
          const own = entries[Number(one.entry.id.slice('me_'.length))];
          expect(own && isIn(own) && relevanceOfEntry(own)[one.position]).toBeCloseTo(relevance, 5);
          expect(relevanceOf(one).relevance).toBeCloseTo(relevance, 5);
          if (mode === 'HYBRID' && relevance === 0) expect(one.entry.id).toBe(id);
        }
      }
    }),
  );
});

function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  return Array.from(one).reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);
}
