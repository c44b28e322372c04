import { describe, expect, it } from 'vitest';
import { usedShare } from '../../src/agents/used-share.ts';

describe('the share of a shown text that an answer used', () => {
  it.each([
    ['Ada prefers email over phone calls.', 'Ada PREFERS an email; no calls.', 3 / 4],
    ['Ada prefers email over phone calls.', 'I do not know.', 0],
    ['Ada lives in Oslo.', 'She lives in Oslo, and has since 2020.', 1],
    ['The code is 90210.', 'It is 90210.', 1 / 2],
    ['email email', 'email', 1],
    ['Caf\u0065\u0301 Central', 'The caf\u00e9.', 1 / 2],
  ])('of %j in %j', (shown, answer, share) => {
    expect(usedShare(shown, answer)).toBeCloseTo(share, 10);
  });

  it.each([
    ['only short words and stop words', 'It is what it was, with them.'],
    ['a script without blanks between words', '彼女はオスロに住んでいます'],
    ['no text', ''],
  ])('is not known of %s', (_, shown) => {
    expect(usedShare(shown, shown)).toBeNull();
  });
});
