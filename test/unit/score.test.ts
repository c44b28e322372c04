import { describe, expect, it } from 'vitest';
import {
  best,
  blend,
  importancePart,
  REFERENCE_RECENCY,
  recencyOf,
} from '../../src/retrieval/score.ts';

const NOW = new Date('2026-01-02T00:00:00Z');
const stated = (hours: number, accessed: number | null = null) => ({
  lastStatedAt: hoursAgo(hours),
  lastAccessedAt: accessed === null ? null : hoursAgo(accessed),
});
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

describe('rank', () => {
  it('blends the weighted parts', () => {
    const parts = { relevance: 0.8, utility: 0.5, recency: 1, importance: 0.3 };
    expect(blend(parts, { relevance: 1, utility: 0, recency: 0, importance: 0 })).toBe(0.8);
    expect(blend(parts, { relevance: 0.5, utility: 0.5, recency: 0, importance: 0 })).toBeCloseTo(
      0.65,
    );
    expect(blend(parts, { relevance: 1, utility: 0, recency: 1, importance: 1 })).toBeCloseTo(2.1);
  });

  it.each([
    [0, 1],
    [1, 0.99],
    [24, 0.7857],
    [168, 0.1848],
  ])('after %d hours recency is %d', (hours, recency) => {
    expect(recencyOf(stated(hours), NOW, REFERENCE_RECENCY)).toBeCloseTo(recency, 4);
  });

  it('takes the future for now', () => {
    expect(recencyOf(stated(-5), NOW, REFERENCE_RECENCY)).toBe(1);
  });

  it('counts an access by its share, and the later of the two times', () => {
    const recency = (accessed: number, accessShare: number) =>
      recencyOf(stated(24, accessed), NOW, { decayFactor: 0.9, accessShare });
    expect(recency(1, 1)).toBeCloseTo(0.9);
    expect(recency(1, 0.5)).toBeCloseTo(0.45);
    expect(recency(1, 0)).toBeCloseTo(0.9 ** 24);
    expect(recency(100, 1)).toBeCloseTo(0.9 ** 24);
  });

  it('maps importance to 0..1', () => {
    expect(importancePart(10)).toBe(1);
    expect(importancePart(1)).toBeCloseTo(0.1);
  });

  it('keeps the best above the floor, and their order where equal', () => {
    const items = [
      { id: 'a', score: 0.5 },
      { id: 'b', score: 0.9 },
      { id: 'c', score: 0.5 },
      { id: 'd', score: 0.2 },
    ];
    const ids = (minScore: number | null, limit: number) =>
      best(items, { minScore, limit }).map((item) => item.id);
    expect(ids(null, 10)).toEqual(['b', 'a', 'c', 'd']);
    expect(ids(0.5, 10)).toEqual(['b', 'a', 'c']);
    expect(ids(0.5, 2)).toEqual(['b', 'a']);
  });
});
