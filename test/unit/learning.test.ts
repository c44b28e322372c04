import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delimitUntrustedText } from '../../src/models/delimit-untrusted-text.ts';
import { MAX_SHOWN_CHARACTERS, renderRun } from '../../src/reflections/render-run.ts';
import { diversify } from '../../src/retrieval/diversify.ts';
import { alphaOf, learn, rateOf, repeatMove } from '../../src/traces/utility.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

describe('learn', () => {
  it('stays in 0..1 and never passes the reward', () => {
    fc.assert(
      fc.property(unit, unit, unit, (before, reward, alpha) => {
        const { after } = learn(before, reward, alpha);
        expect(after).toBeGreaterThanOrEqual(Math.min(before, reward) - 1e-12);
        expect(after).toBeLessThanOrEqual(Math.max(before, reward) + 1e-12);
      }),
    );
  });

  it.each([
    [0.5, 1, 0.3, 0.65],
    [0.65, 1, 0.3, 0.755],
    [0.5, 0, 0.3, 0.35],
    [0.5, 1, 1, 1],
    [0.2, 1, 0, 0.2],
  ])('takes %d with reward %d and alpha %d to %d', (before, reward, alpha, after) => {
    expect(learn(before, reward, alpha).after).toBeCloseTo(after, 12);
  });

  it('under DECAYING is the mean of the rewards and 0.5', () => {
    const rate = rateOf(
      { learningRateSchedule: 'DECAYING', learningRate: 0.3, learningRateFloor: 0 },
      null,
    );
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 30 }), (rewards) => {
        const last = rewards.reduce(
          (q, reward, n) => learn(q, reward, alphaOf(rate, n)).after,
          0.5,
        );
        const mean =
          (0.5 + rewards.reduce((sum, reward) => sum + reward, 0)) / (rewards.length + 1);
        expect(last).toBeCloseTo(mean, 9);
      }),
    );
  });

  it('takes the alpha of a review before that of the project', () => {
    const settings = {
      learningRateSchedule: 'DECAYING',
      learningRate: 0.3,
      learningRateFloor: 0.1,
    } as const;
    expect(rateOf(settings, 0.7)).toEqual({ kind: 'CONSTANT', alpha: 0.7 });
    expect(alphaOf(rateOf(settings, null), 100)).toBe(0.1);
    expect(alphaOf(rateOf({ ...settings, learningRateSchedule: 'CONSTANT' }, null), 100)).toBe(0.3);
  });
});

describe('repeatMove', () => {
  it('repeats the movement of a PASS or a FAIL on another utility', () => {
    const medium = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(medium, unit, medium, fc.constantFrom(0, 1), (from, utility, alpha, reward) => {
        const move = { from, to: learn(from, reward, alpha).after };
        expect(repeatMove(utility, move)).toBeCloseTo(learn(utility, reward, alpha).after, 9);
      }),
    );
  });

  it('stays in 0..1, and changes nothing without a movement', () => {
    fc.assert(
      fc.property(unit, unit, unit, (utility, from, to) => {
        const moved = repeatMove(utility, { from, to });
        expect(moved).toBeGreaterThanOrEqual(0);
        expect(moved).toBeLessThanOrEqual(1 + 1e-12);
        expect(repeatMove(utility, { from, to: from })).toBe(utility);
      }),
    );
  });
});

describe('diversify', () => {
  const item = fc.record({
    score: unit,
    vector: fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
  });

  it('is plain ranking at 1, and always picks as many as it can, the best first', () => {
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 12 }),
        fc.nat(15),
        unit,
        (items, limit, mmrLambda) => {
          const sorted = items.toSorted((one, other) => other.score - one.score);
          expect(diversify(items, { mmrLambda: 1, limit })).toEqual(sorted.slice(0, limit));
          const picked = diversify(items, { mmrLambda, limit });
          expect(picked).toHaveLength(Math.min(limit, items.length));
          if (mmrLambda > 0 && picked.length > 0) expect(picked[0]?.score).toBe(sorted[0]?.score);
        },
      ),
    );
  });
});

describe('renderRun', () => {
  it('shows a short run whole, and of a long one the beginning and the end', () => {
    expect(renderRun([{ role: 'user', content: 'Hello' }])).toEqual({
      text: 'user: Hello',
      shortened: false,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (messages) => {
        const content = '🙂 said '.repeat(60);
        const run = Array.from({ length: messages }, () => ({ role: 'user' as const, content }));
        const { text, shortened } = renderRun(run);
        expect(text.length).toBeLessThanOrEqual(MAX_SHOWN_CHARACTERS);
        expect(text.isWellFormed()).toBe(true);
        expect(shortened).toBe(text.includes('left out'));
      }),
    );
  });
});

describe('delimitUntrustedText', () => {
  it('holds text that cannot close it or open another', () => {
    const part = fc.constantFrom('</run>', '<run>', '< / RUN >', '</run', '<', 'run', 'x', '\n');
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (text) => {
          const inner = delimitUntrustedText('run', text).slice('<run>'.length, -'</run>'.length);
          expect(inner).not.toMatch(/<\s*\/?\s*run\b/i);
        },
      ),
    );
  });
});
