import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLASSES, latencyClass, percentilesOf } from '../../src/stats/latency.ts';

const counted = (durations: readonly number[]): number[] => {
  const counts = new Array<number>(CLASSES).fill(0);
  for (const ms of durations) {
    const place = latencyClass(ms);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
};

/** Durations from 0.1 ms to an hour, each order of magnitude as often as the others. */
const duration = fc.double({ min: -1, max: 6.55, noNaN: true }).map((power) => 10 ** power);

describe('latency classes', () => {
  it('grow with the duration, and have every duration in one of them', () => {
    fc.assert(
      fc.property(duration, duration, (one, other) => {
        const [short, long] = one < other ? [one, other] : [other, one];
        expect(latencyClass(short)).toBeLessThanOrEqual(latencyClass(long));
        expect(latencyClass(long)).toBeLessThan(CLASSES);
        expect(latencyClass(short)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('take durations beyond both ends, and none that is not a number out of range', () => {
    expect([0, -1, Number.NaN].map(latencyClass)).toEqual([0, 0, 0]);
    expect([1e9, Number.POSITIVE_INFINITY].map(latencyClass)).toEqual([CLASSES - 1, CLASSES - 1]);
  });

  it('use every class from 0.1 ms to an hour', () => {
    const steps = Array.from({ length: 4000 }, (_, i) => 0.1 * 1.0045 ** i);
    expect(new Set(steps.map(latencyClass)).size).toBe(CLASSES);
  });
});

describe('percentiles', () => {
  it('are null without durations', () => {
    expect(percentilesOf([])).toBeNull();
    expect(percentilesOf([0, 0])).toBeNull();
  });

  it('are within 10 percent of the exact ones', () => {
    fc.assert(
      fc.property(fc.array(duration, { minLength: 1, maxLength: 200 }), (durations) => {
        const sorted = durations.toSorted((one, other) => one - other);
        const exact = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
        const found = percentilesOf(counted(durations));
        for (const [ms, expected] of [
          [found?.p50 ?? 0, exact(0.5)],
          [found?.p95 ?? 0, exact(0.95)],
        ] as const) {
          expect(Math.abs(ms / expected - 1)).toBeLessThanOrEqual(0.1);
        }
      }),
    );
  });

  it('of added counts are those of all durations', () => {
    fc.assert(
      fc.property(fc.array(duration), fc.array(duration), (one, other) => {
        const sum = counted(one).map((count, i) => count + (counted(other)[i] ?? 0));
        expect(percentilesOf(sum)).toEqual(percentilesOf(counted([...one, ...other])));
      }),
    );
  });
});
