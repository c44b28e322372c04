import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FUSION } from '../../src/retrieval/presets.ts';
import { byBoth, dateRank, fusedRank } from '../../src/retrieval/relevance.ts';

const AT = new Date('2023-05-08T00:00:00Z');
const days = (count: number) => new Date(AT.getTime() + count * 86_400_000);
const dated = (dateWeight: number) => ({ ranges: [{ from: AT, to: days(1) }], dateWeight });
const DAY = dated(FUSION.date);
const UNDATED = { ranges: [], dateWeight: FUSION.date };

describe('the relevance of HYBRID', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const chunk = fc.record({
    similarity: fc.double({ min: -1, max: 1, noNaN: true }),
    coverage: share,
    occurredAt: fc.integer({ min: -1000, max: 1000 }).map(days),
  });

  it('is in 0..1, with and without dates', () => {
    fc.assert(
      fc.property(chunk, fc.constantFrom(UNDATED, DAY), (one, dates) => {
        const { relevance } = byBoth(one, dates);
        expect(relevance).toBeGreaterThanOrEqual(0);
        expect(relevance).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('does not decrease with the similarity or the coverage', () => {
    fc.assert(
      fc.property(chunk, share, fc.constantFrom(UNDATED, DAY), (one, more, dates) => {
        const { relevance } = byBoth(one, dates);
        const nearer = { ...one, similarity: Math.max(one.similarity, more) };
        const fuller = { ...one, coverage: Math.max(one.coverage, more) };
        expect(byBoth(nearer, dates).relevance).toBeGreaterThanOrEqual(relevance);
        expect(byBoth(fuller, dates).relevance).toBeGreaterThanOrEqual(relevance);
      }),
    );
  });

  it('grows with the rank by which cached chunks are selected', () => {
    const pair = fc.tuple(chunk, chunk);
    fc.assert(
      fc.property(pair, fc.constantFrom(UNDATED, DAY), ([one, other], dates) => {
        const rankOf = ({ similarity, coverage, occurredAt }: typeof one) =>
          fusedRank(similarity, coverage) +
          (dates === DAY ? dateRank(dates, occurredAt.getTime()) : 0);
        const more = byBoth(one, dates).relevance - byBoth(other, dates).relevance;
        const moreRank = rankOf(one) - rankOf(other);
        if (Math.abs(more) > 1e-9) expect(Math.sign(moreRank)).toBe(Math.sign(more));
        else expect(moreRank).toBeCloseTo(0, 6);
      }),
    );
  });

  it.each([
    [0, 1],
    [0.99, 1],
    [-4, 0.45],
    [5, 0.45],
    [9, 0],
    [-400, 0],
  ])('of a statement %d days from the beginning of a day has the date match %d', (at, match) => {
    const { dateMatch } = byBoth({ similarity: 0, coverage: 0, occurredAt: days(at) }, DAY);
    expect(dateMatch).toBeCloseTo(match, 5);
  });

  it('by the topic leaves the date out, unless the question asks for nothing else', () => {
    const near = { similarity: 0.5, coverage: 0, occurredAt: AT };
    expect(byBoth(near, DAY)).toMatchObject({ relevance: 0.5 / 1.3, topicRelevance: 0.2 });
    const { relevance, topicRelevance } = byBoth(near, dated(FUSION.onlyDate));
    expect(topicRelevance).toBe(relevance);
    expect(relevance).toBeCloseTo(5.2 / 6, 10);
  });

  it('is greatest in the time that is asked for, if nothing else is asked', () => {
    const far = { similarity: 0.9, coverage: 0, occurredAt: days(1.01) };
    const then = { similarity: 0, coverage: 0, occurredAt: AT };
    const dates = dated(FUSION.onlyDate);
    expect(byBoth(then, dates).relevance).toBeGreaterThan(byBoth(far, dates).relevance);
  });
});
