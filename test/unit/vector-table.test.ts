import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greatest } from '../../src/chunk-cache/greatest.ts';
import { createVectorTable, VECTORS_AT_ONCE } from '../../src/chunk-cache/vector-table.ts';
import { cosineSimilarity } from '../../src/db/embedding-space.ts';
import { vectorParameter } from '../../src/db/vector-parameter.ts';

/** Numbers whose squares single precision can tell from 0. */
const number = fc.integer({ min: -1000, max: 1000 }).map((value) => value / 7);
const vectorsOf = (dimensions: number) =>
  fc.array(fc.array(number, { minLength: dimensions, maxLength: dimensions }), { minLength: 2 });

describe('a table of vectors', () => {
  it('compares all of them as cosine similarity does, whatever their length', () => {
    const given = fc.integer({ min: 1, max: 40 }).chain(vectorsOf);
    fc.assert(
      fc.property(given, ([query = [], ...vectors]) => {
        const table = createVectorTable(query.length);
        for (const vector of vectors) table.add(vectorParameter(vector).toPostgres());
        const similarities = table.similarities(query);
        expect(similarities).toHaveLength(vectors.length);
        for (const [i, vector] of vectors.entries()) {
          const isZero = [query, vector].some((one) => one.every((value) => value === 0));
          const expected = isZero ? 0 : cosineSimilarity(query, vector);
          expect(similarities[i]).toBeCloseTo(expected, 5);
        }
        const queries = [query, ...vectors].slice(0, VECTORS_AT_ONCE);
        const each = table.similaritiesOfEach(queries).map((one) => [...one]);
        expect(each).toEqual(queries.map((one) => [...table.similarities(one)]));
        const last = vectors.length - 1;
        expect([...table.similarities(query, last)]).toEqual([
          [...table.similarities(query)][last],
        ]);
      }),
    );
  });

  it('keeps what it has when its memory grows', () => {
    const table = createVectorTable(384);
    const vectorAt = (i: number) => Array.from({ length: 384 }, (_, j) => Math.sin(i * 384 + j));
    for (let i = 0; i < 500; i += 1) table.add(vectorParameter(vectorAt(i)).toPostgres());
    for (const i of [0, 250, 499]) {
      expect(table.similarities(vectorAt(i))[i]).toBeCloseTo(1, 6);
    }
    expect(table.bytes()).toBeGreaterThan(500 * 384 * 4);
  });

  it('refuses a vector of another length', () => {
    expect(() => createVectorTable(3).add(vectorParameter([1, 2]).toPostgres())).toThrow();
  });
});

describe('the greatest numbers', () => {
  it('are those that sorting finds', () => {
    const given = fc.tuple(
      fc.array(fc.integer({ min: 0, max: 20 })),
      fc.integer({ min: 1, max: 9 }),
    );
    fc.assert(
      fc.property(given, ([list, limit]) => {
        const isIn = (index: number) => index % 3 !== 0;
        const found = greatest(Float64Array.from(list), { limit, isIn, least: 4 });
        const sorted = list
          .map((value, index) => ({ value, index }))
          .filter(({ value, index }) => value > 4 && isIn(index))
          .sort((one, other) => other.value - one.value || one.index - other.index);
        expect(found).toEqual(sorted.slice(0, limit).map(({ index }) => index));
      }),
    );
  });
});
