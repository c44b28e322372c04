import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../src/entries/decide.ts';
import { VALUE_PAIRS } from '../support/value-pairs.ts';

const THRESHOLDS = { duplicate: 0.95, update: 0.75 };
const near = (entryId: string, similarity: number, text = 'other words') => ({
  entryId,
  similarity,
  text,
});

describe('decide', () => {
  it('creates where there is nothing to compare with', () => {
    expect(decide([{ text: 'a', neighbours: [] }], THRESHOLDS)).toEqual({
      action: 'CREATED',
      nearest: null,
    });
  });

  it('skips in favour of a farther chunk that says all of it', () => {
    const neighbours = [near('me_1', 0.99, 'Meets at 4pm'), near('me_2', 0.96, 'Meets at 3pm')];
    expect(decide([{ text: 'meets at 3pm.', neighbours }], THRESHOLDS)).toMatchObject({
      action: 'SKIPPED',
      nearest: { entryId: 'me_2' },
    });
  });

  it('merges into the nearest entry otherwise', () => {
    const neighbours = [near('me_1', 0.8), near('me_2', 0.99)];
    expect(decide([{ text: 'new', neighbours }], THRESHOLDS)).toMatchObject({
      action: 'UPDATED',
      nearest: { entryId: 'me_2', similarity: 0.99 },
    });
  });

  it.each(VALUE_PAIRS)('merges a new %s, however near: "%s" / "%s"', (_, base, other) => {
    const neighbours = [near('me_1', 0.9999, base)];
    expect(decide([{ text: other, neighbours }], THRESHOLDS)).toMatchObject({
      action: 'UPDATED',
      nearest: { entryId: 'me_1' },
    });
  });

  it('counts in single precision', () => {
    const neighbours = [near('me_1', 0.75 - 4e-7)];
    expect(decide([{ text: 'new', neighbours }], THRESHOLDS).action).toBe('UPDATED');
  });

  it('compares a text of several chunks by the one that an entry covers least', () => {
    const probes = [
      { text: 'one', neighbours: [near('me_1', 0.99), near('me_2', 0.8)] },
      { text: 'two', neighbours: [near('me_2', 0.78)] },
    ];
    expect(decide(probes, THRESHOLDS)).toMatchObject({
      action: 'UPDATED',
      nearest: { entryId: 'me_2', similarity: 0.78 },
    });
  });

  it('never skips below the threshold, nor a text with other words', () => {
    const similarity = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(similarity, fc.boolean(), (value, isSameText) => {
        const neighbours = [near('me_1', value, isSameText ? 'same words' : 'others')];
        const { action } = decide([{ text: 'same words', neighbours }], THRESHOLDS);
        const rounded = Math.round(value * 1e6) / 1e6;
        expect(action === 'SKIPPED').toBe(isSameText && rounded >= 0.95);
      }),
    );
  });
});
