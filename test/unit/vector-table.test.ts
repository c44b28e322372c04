import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greatest, greatestOfBounds, indexesAtLeast } from '../../src/chunk-cache/greatest.ts';
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
        const similarities = [...table.similarities(query, 0)];
        expect(similarities).toHaveLength(vectors.length);
        for (const [i, vector] of vectors.entries()) {
          const isZero = [query, vector].some((one) => one.every((value) => value === 0));
          const expected = isZero ? 0 : cosineSimilarity(query, vector);
          expect(similarities[i]).toBeCloseTo(expected, 5);
        }
        for (const [i, vector] of vectors.entries()) {
          expect(table.isAt(i, vectorParameter(vector).toPostgres())).toBe(true);
          const isZero = vector.every((value) => value === 0);
          const opposite = vectorParameter(vector.map((value) => -value)).toPostgres();
          expect(table.isAt(i, opposite)).toBe(isZero);
        }
        const last = vectors.length - 1;
        expect([...table.similarities(query, last)]).toEqual(similarities.slice(last));
        expect(vectors.map((_, i) => table.similarityTo(query)(i))).toEqual(similarities);
        for (const places of [[], vectors.map((_, i) => i), [last], [0, 2, 3, 4, 6]]) {
          const some = places.filter((place) => place <= last);
          const expected = some.map((place) => similarities[place]);
          const { bounds, areExact } = table.upperBoundsAt(query, some);
          expect(areExact).toBe(true);
          expect([...bounds]).toEqual(expected);
        }
      }),
    );
  });

  it('gives numbers that the similarities of several vectors do not exceed', () => {
    const given = fc.integer({ min: 1, max: 40 }).chain(vectorsOf);
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: VECTORS_AT_ONCE }), (vectors, several) => {
        const table = createVectorTable(vectors[0]?.length ?? 0);
        const queries = vectors.slice(0, several);
        // What an earlier comparison has left in the memory has no meaning.
        const add = (vector: number[], i: number) => {
          table.add(vectorParameter(vector).toPostgres());
          table.upperBounds(i % 2 === 0 ? queries : [vector]);
        };
        for (const [i, vector] of vectors.entries()) add(vector, i);
        const together = table.upperBounds(queries).map((one) => [...one]);
        const alone = queries.flatMap((one) => table.upperBounds([one]).map((two) => [...two]));
        for (const [i, query] of queries.entries()) {
          const similarities = [...table.similarities(query, 0)];
          for (const bounds of [together[i] ?? [], alone[i] ?? []]) {
            expect(bounds).toHaveLength(similarities.length);
            const missing = similarities.filter((one, place) => !((bounds[place] ?? -2) >= one));
            expect(missing).toEqual([]);
          }
        }
      }),
    );
  });

  it('gives close bounds, and true ones of vectors with one great value', () => {
    for (const dimensions of [384, 1536, 4000]) {
      const table = createVectorTable(dimensions);
      const wave = (by: number) => Array.from({ length: dimensions }, (_, i) => Math.sin(i * by));
      const spike = wave(1).map((value, i) => (i === 7 ? 1000 : value));
      const flat = wave(0).map(() => -1);
      const vectors = [wave(1), wave(2), wave(2.01), flat, flat.map((value) => -value), spike];
      for (const vector of vectors) table.add(vectorParameter(vector).toPostgres());
      const together = vectors.flatMap((_, i) =>
        i % 3 === 0 ? table.upperBounds(vectors.slice(i, i + 3)).map((one) => [...one]) : [],
      );
      for (const [i, query] of vectors.entries()) {
        const similarities = [...table.similarities(query, 0)];
        const alone = [...(table.upperBounds([query])[0] ?? [])];
        for (const [place, one] of similarities.entries()) {
          const slack = [alone[place] ?? -2, together[i]?.[place] ?? -2].map(
            (bound) => bound - one,
          );
          expect(Math.min(...slack)).toBeGreaterThanOrEqual(0);
          // The first bytes of a vector with one great value say little of its other values.
          if (place === 5 || i === 5) continue;
          expect(Math.max(...slack)).toBeLessThan(0.03);
        }
      }
    }
  });

  it('gives the same bounds for many places as for all', () => {
    const table = createVectorTable(16);
    const vectorAt = (i: number) => Array.from({ length: 16 }, (_, j) => Math.sin(i * (j + 1)));
    for (let i = 0; i < 4000; i += 1) table.add(vectorParameter(vectorAt(i)).toPostgres());
    const query = vectorAt(7.5);
    const all = [...(table.upperBounds([query])[0] ?? [])];
    // Runs of three, with one left out between them.
    const places = all.flatMap((_, place) => (place % 4 === 0 ? [] : [place]));
    const { bounds, areExact } = table.upperBoundsAt(query, places);
    expect(areExact).toBe(false);
    expect([...bounds]).toEqual(places.map((place) => all[place]));
  });

  it('keeps the results of one kind of comparison while it makes another', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }).chain(vectorsOf), ([query = [], ...vectors]) => {
        const table = createVectorTable(query.length);
        for (const vector of vectors) table.add(vectorParameter(vector).toPostgres());
        const places = vectors.map((_, i) => i);
        for (const bounds of [
          () => table.upperBounds([query, query]),
          () => [table.upperBoundsAt(query, places).bounds],
        ]) {
          const kept = [...bounds(), table.similarities(query, 0)];
          const before = kept.map((list) => [...list]);
          for (const place of places) table.similarityTo(vectors[place] ?? [])(place);
          expect(kept.map((list) => [...list])).toEqual(before);
          const similarities = table.similarities(vectors[0] ?? [], 0);
          expect(kept.slice(0, -1).map((list) => [...list])).toEqual(before.slice(0, -1));
          const found = [...similarities];
          bounds();
          expect([...similarities]).toEqual(found);
        }
      }),
    );
  });

  it('compares with seven digits', () => {
    const table = createVectorTable(384);
    const vectorAt = (i: number) =>
      Array.from({ length: 384 }, (_, j) => Math.sin(i * i + j * j * i));
    for (let i = 1; i <= 50; i += 1) table.add(vectorParameter(vectorAt(i)).toPostgres());
    for (let i = 1; i <= 50; i += 1) {
      const similarities = table.similarities(vectorAt(i), 0);
      for (let j = 1; j <= 50; j += 1) {
        expect(similarities[j - 1]).toBeCloseTo(cosineSimilarity(vectorAt(i), vectorAt(j)), 6);
      }
    }
  });

  it('keeps what it has when its memory grows', () => {
    const table = createVectorTable(384);
    const vectorAt = (i: number) => Array.from({ length: 384 }, (_, j) => Math.sin(i * 384 + j));
    for (let i = 0; i < 500; i += 1) table.add(vectorParameter(vectorAt(i)).toPostgres());
    for (const i of [0, 250, 499]) {
      expect(table.similarityTo(vectorAt(i))(i)).toBeCloseTo(1, 6);
      expect(table.upperBounds([vectorAt(i)])[0]?.[i]).toBeCloseTo(1, 1);
    }
    expect(table.bytes()).toBeGreaterThan(500 * 384 * 3);
    expect(table.bytes()).toBeLessThan(500 * 384 * 3 * 1.5);
  });

  it('refuses a vector of another length', () => {
    expect(() => createVectorTable(3).add(vectorParameter([1, 2]).toPostgres())).toThrow();
  });
});

describe('the numbers of at least a limit', () => {
  it('are found in any number of bounds, up to the end of their list', () => {
    const values = Array.from({ length: 11 }, (_, i) => [i + 1, 12 - i, 3]);
    const table = createVectorTable(3);
    for (const [i, value] of values.entries()) {
      const [numbers = new Float32Array()] = table.upperBounds([[1, 0, 0]]);
      // What is behind the list has no meaning, and is not read.
      for (const least of [-1, 0, 0.3, 0.5, 1]) {
        expect(table.indexesAtLeast(numbers, least)).toEqual(indexesAtLeast(numbers, least));
      }
      expect(numbers).toHaveLength(i);
      table.add(vectorParameter(value).toPostgres());
    }
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

  it('of equal ones are those that precede the others', () => {
    const precedes = (one: number, other: number) => one > other;
    const asked = { limit: 3, isIn: () => true, least: 0, precedes };
    const numbers = Float64Array.from([1, 2, 1, 1, 0, 1]);
    expect(greatest(numbers, asked)).toEqual([1, 5, 3]);
    const bounds = Float64Array.from(numbers, (number) => number + 0.5);
    const found = greatestOfBounds(bounds, {
      ...asked,
      numberAt: (index) => numbers[index] ?? 0,
      indexesAtLeast: (least) => indexesAtLeast(bounds, least),
    });
    expect(found).toEqual([1, 5, 3]);
  });

  it('are found by upper bounds', () => {
    const given = fc.record({
      // Of 800 numbers and more, a sample is read first.
      list: fc.array(
        fc.record({
          number: fc.integer({ min: 0, max: 20 }),
          slack: fc.integer({ min: 0, max: 6 }),
        }),
        { maxLength: 1000, size: 'max' },
      ),
      limit: fc.integer({ min: 1, max: 9 }),
      least: fc.constantFrom(4, Number.NEGATIVE_INFINITY),
    });
    fc.assert(
      fc.property(given, ({ list, limit, least }) => {
        const numbers = Float64Array.from(list, ({ number }) => number);
        const bounds = Float32Array.from(list, ({ number, slack }) => number + slack);
        const asked = { limit, isIn: (index: number) => index % 3 !== 0, least };
        const computed: number[] = [];
        const found = greatestOfBounds(bounds, {
          ...asked,
          numberAt: (index) => {
            computed.push(index);
            return numbers[index] ?? 0;
          },
          indexesAtLeast: (least) => indexesAtLeast(bounds, least),
        });
        expect(found).toEqual(greatest(numbers, asked));
        expect(found.map((index) => bounds[index])).toEqual(found.map((index) => numbers[index]));
        expect(computed.filter((index) => !asked.isIn(index))).toEqual([]);
        expect(computed).toHaveLength(new Set(computed).size);
      }),
    );
  });
});
