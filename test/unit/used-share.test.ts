import { describe, expect, it } from 'vitest';
import { withUse } from '../../src/agents/end-generation.ts';
import type { GenerationState } from '../../src/agents/generation-state.ts';
import { contentWords, usedShare } from '../../src/agents/used-share.ts';

describe('the share of a shown text that an answer used', () => {
  it.each([
    ['Ada prefers email over phone calls.', 'Ada PREFERS an email; no calls.', 3 / 4],
    ['Ada prefers email over phone calls.', 'I do not know.', 0],
    ['Ada lives in Oslo.', 'She lives in Oslo, and has since 2020.', 1],
    ['The code is 90210.', 'It is 90210.', 1 / 2],
    ['email email', 'email', 1],
    ['Caf\u0065\u0301 Central', 'The caf\u00e9.', 1 / 2],
  ])('of %j in %j', (shown, answer, share) => {
    expect(usedShare(shown, contentWords(answer))).toBeCloseTo(share, 10);
  });

  it.each([
    ['only short words and stop words', 'It is what it was, with them.'],
    ['a script without blanks between words', '彼女はオスロに住んでいます'],
    ['no text', ''],
  ])('is not known of %s', (_, shown) => {
    expect(usedShare(shown, contentWords(shown))).toBeNull();
  });

  it('is read quickly from a long answer that was shown many texts', () => {
    const text = Array.from({ length: 200_000 }, (_, i) => `word${i}`).join(' ');
    const one = { id: 'me_1', version: 1, score: 1, similarity: 1, content: 'word1 and word0x' };
    const start = performance.now();
    const [first] = withUse({ shown: Array(50).fill(one), text } as unknown as GenerationState);
    expect(performance.now() - start).toBeLessThan(3000);
    expect(first?.used).toBe(1 / 2);
  });
});
