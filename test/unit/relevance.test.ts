import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byBoth } from '../../src/retrieval/relevance.ts';

const AT = new Date('2023-05-08T00:00:00Z');
const days = (count: number) => new Date(AT.getTime() + count * 86_400_000);
const DAY = [{ from: AT, to: days(1) }];

describe('the relevance of HYBRID', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const chunk = fc.record({
    similarity: fc.double({ min: -1, max: 1, noNaN: true }),
    coverage: share,
    occurredAt: fc.integer({ min: -1000, max: 1000 }).map(days),
  });

  it('is in 0..1, with and without dates', () => {
    fc.assert(
      fc.property(chunk, fc.constantFrom([], DAY), (one, ranges) => {
        const { relevance } = byBoth(one, ranges);
        expect(relevance).toBeGreaterThanOrEqual(0);
        expect(relevance).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('does not decrease with the similarity or the coverage', () => {
    fc.assert(
      fc.property(chunk, share, fc.constantFrom([], DAY), (one, more, ranges) => {
        const { relevance } = byBoth(one, ranges);
        const nearer = { ...one, similarity: Math.max(one.similarity, more) };
        const fuller = { ...one, coverage: Math.max(one.coverage, more) };
        expect(byBoth(nearer, ranges).relevance).toBeGreaterThanOrEqual(relevance);
        expect(byBoth(fuller, ranges).relevance).toBeGreaterThanOrEqual(relevance);
      }),
    );
  });

  it.each([
    [0, 1],
    [0.99, 1],
    [-4, 0.5],
    [5, 0.5],
    [9, 0],
    [-400, 0],
  ])('of a statement %d days from the beginning of a day has the date match %d', (at, match) => {
    const { dateMatch } = byBoth({ similarity: 0, coverage: 0, occurredAt: days(at) }, DAY);
    expect(dateMatch).toBeCloseTo(match, 5);
  });
});
