import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCachedChunks } from '../../src/chunk-cache/cached-chunks.ts';
import type { CachedRow } from '../../src/chunk-cache/queries.ts';
import { cachedRow } from '../support/cached-row.ts';

const WORDS = ['often', 'sometimes', 'seldom'];

/** A chunk that has each word in its text, in its context, or not at all. */
const place = fc.constantFrom('text', 'context', 'none');
const chunk = fc.record({
  memory: fc.constantFrom('mem_1', 'mem_2', ...Array.from({ length: 18 }, () => 'mem_3')),
  words: fc.tuple(place, place, place),
});

/** The searches that follow each other: in the memories, or in the whole project. */
const scope = fc.constantFrom<string[] | null>(
  null,
  ['mem_1'],
  ['mem_2', 'mem_1'],
  ['mem_3'],
  ['mem_9'],
);

it('words are counted and weighed in each scope as if all chunks were read', () => {
  const given = fc.record({
    chunks: fc.array(chunk, { minLength: 100, maxLength: 300 }),
    /** The slots that are empty. */
    removed: fc.array(fc.nat({ max: 299 }), { maxLength: 20 }),
    scopes: fc.array(scope, { minLength: 1, maxLength: 6 }),
  });
  fc.assert(
    fc.property(given, ({ chunks: all, removed, scopes }) => {
      const chunks = createCachedChunks(1);
      chunks.add(
        all.map(({ memory, words }, i) => {
          const wordsIn = (where: string) => WORDS.filter((_, word) => words[word] === where);
          const own = { inText: wordsIn('text'), inContext: wordsIn('context') };
          return cachedRow({ entryId: `me_${i}`, memoryId: memory, vector: [1], words: own });
        }),
      );
      for (const slot of removed) {
        chunks.replace([{ entryId: `me_${slot}`, position: null } as never]);
      }
      const weights = WORDS.map((lexeme, word) => ({
        lexeme,
        inText: 2 ** (2 * word),
        inContext: 2 ** (2 * word + 1),
      }));
      for (const memoryIds of scopes) {
        const few = chunks.fewSlotsOf({ memoryIds });
        const isIn = (slot: number) =>
          !removed.includes(slot) && (memoryIds?.includes(all[slot]?.memory ?? '') ?? true);
        const { sums, slots } = chunks.words.sumWeights(weights, few);
        for (const [slot, { words }] of all.entries()) {
          if (!isIn(slot)) continue;
          if (few !== null) expect(few).toContain(slot);
          const expected = weights.reduce((sum, { inText, inContext }, word) => {
            if (words[word] === 'none') return sum;
            return sum + (words[word] === 'text' ? inText : inContext);
          }, 0);
          expect(sums[slot]).toBe(expected);
          expect(slots.filter((one) => one === slot)).toHaveLength(expected > 0 ? 1 : 0);
        }
        for (const [word, lexeme] of WORDS.entries()) {
          const count = all.filter((one, slot) => isIn(slot) && one.words[word] !== 'none').length;
          const counted = { few, isCounted: isIn, max: 1000 };
          expect(chunks.words.countWithWord(lexeme, counted)).toBe(count);
          expect(chunks.words.countWithWord(lexeme, { ...counted, max: 2 })).toBe(
            Math.min(2, count),
          );
        }
      }
    }),
  );
});

it('chunks that have not changed keep their slots when their entry is read again', () => {
  const chunks = createCachedChunks(2);
  const words = { inText: ['often'], inContext: ['seldom'] };
  const rowOf = (position: number, vector = [1, position]) =>
    cachedRow({ entryId: 'me_1', position, memoryId: 'mem_1', vector, words });
  chunks.add([0, 1, 2].map((position) => rowOf(position)));
  chunks.add([cachedRow({ entryId: 'me_2', memoryId: 'mem_1', vector: [0, 1], words })]);
  const before = chunks.bytes();
  const again = (rows: readonly CachedRow[]) => {
    chunks.replace(rows);
    return chunks.slotsOf('me_1');
  };
  expect(again([rowOf(0), rowOf(1), rowOf(2)])).toEqual([0, 1, 2]);
  expect(chunks.bytes()).toBe(before);
  // The first is gone, the second has another vector, and the fourth is new.
  expect(again([rowOf(3), rowOf(2), rowOf(1, [5, 1])])).toEqual([4, 2, 5]);
  expect(again([{ ...rowOf(1, [5, 1]), occurredAt: 7 }])).toEqual([4]);
  expect(chunks.occurredAt(4)).toBe(7);
  expect(chunks.slotCount()).toBe(6);
  expect(chunks.emptyShare()).toBeCloseTo(4 / 6);
  const counted = { few: null, isCounted: (slot: number) => chunks.occurredAt(slot) !== null };
  expect(chunks.words.countWithWord('often', { ...counted, max: 10 })).toBe(2);
});

it.each([
  { memoryId: 'mem_2' },
  { kind: 'PLAN' as const },
  { depth: 1 },
  { isSuperseded: true },
  { expiresAt: 1 },
  { text: 'Other words' },
  { statement: 9 },
])('a chunk that changes gets another slot: %o', (changed) => {
  const chunks = createCachedChunks(1);
  const row = cachedRow({ entryId: 'me_1', memoryId: 'mem_1', vector: [1] });
  chunks.add([row]);
  chunks.replace([{ ...row, ...changed }]);
  expect(chunks.slotsOf('me_1')).toEqual([1]);
});

it('a write adds the chunks that are not cached yet, and the others keep their slots', () => {
  const chunks = createCachedChunks(2);
  const rowOf = (position: number) =>
    cachedRow({ entryId: 'me_1', position, memoryId: 'mem_1', vector: [1, position] });
  chunks.add([rowOf(0), rowOf(1)]);
  const before = chunks.bytes();
  const state = { ...chunks.entryOf('me_1'), revision: 2 };
  // The second chunk was read already while the write was being stored.
  chunks.extend([state], [rowOf(2), rowOf(1)]);
  expect(chunks.slotsOf('me_1')).toEqual([0, 1, 2]);
  expect([0, 1, 2].map((slot) => chunks.chunkAt(slot).position)).toEqual([0, 1, 2]);
  expect(chunks.entryOf('me_1').revision).toBe(2);
  expect(chunks.emptyShare()).toBe(0);
  expect(chunks.bytes()).toBeGreaterThan(before);
});
