import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkVectors } from '../../src/models/check-vectors.ts';

const space = { model: 'any', dimensions: 3 };
const item = (index: unknown, embedding: unknown = [1, 2, 3]) => ({ index, embedding });
const unavailable = expect.objectContaining({ code: 'EMBEDDING_UNAVAILABLE' });

describe('the vectors of an answer', () => {
  it('are put in the order of their indexes', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), (indexes) => {
        const data = indexes.map((index) => item(index, [index + 1, 0, 0]));
        const firsts = checkVectors({ data }, 5, space).map(([first]) => first);
        expect(firsts).toEqual([1, 2, 3, 4, 5]);
      }),
    );
  });

  it('may leave out their indexes', () => {
    const data = [{ embedding: [1, 0, 0] }, { embedding: [0, 1, 0] }];
    expect(checkVectors({ data }, 2, space)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
    ]);
  });

  it('are returned as pgvector stores them: in single precision, tiny numbers as zero', () => {
    const data = [item(0, [0.1, 1e-300, 1])];
    expect(checkVectors({ data }, 1, space)).toEqual([[Math.fround(0.1), 0, 1]]);
  });

  it.each<[string, unknown[]]>([
    ['an index twice', [item(0), item(0)]],
    ['an index that is taken by a place', [item(1), { embedding: [1, 2, 3] }]],
    ['an index beyond the last', [item(0), item(2)]],
    ['an index that is no number', [item(0), item({})]],
    ['infinity', [item(0), item(1, [1, 2, Number.POSITIVE_INFINITY])]],
    ['not a number', [item(0), item(1, [1, 2, Number.NaN])]],
    ['too few dimensions', [item(0), item(1, [1, 2])]],
    ['an item that is null', [item(0), null]],
    ['one item too many', [item(0), item(1), item(2)]],
  ])('are refused if they have %s', (_, data) => {
    expect(() => checkVectors({ data }, 2, space)).toThrow(unavailable);
  });

  it.each([
    [1e-3, true],
    [9e-4, false],
    [6e4, true],
    [6.1e4, false],
    [1e20, false],
  ])('are taken by their norm: %d is usable: %s', (norm, isUsable) => {
    const check = () => checkVectors({ data: [item(0, [0, norm, 0])] }, 1, space);
    if (isUsable) expect(check).not.toThrow();
    else expect(check).toThrow(unavailable);
  });
});
