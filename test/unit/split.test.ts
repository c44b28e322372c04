import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitText } from '../../src/models/split.js';

const byBytes = { maxTokens: 40, countTokens: (text: string) => Buffer.byteLength(text) };
const KIB = 1024;
const letters = (text: string) => text.replace(/\s/gu, '');

describe('splitText', () => {
  it('leaves what fits as it is', () => {
    expect(splitText(' short text ', byBytes)).toEqual([' short text ']);
  });

  it('cuts between sentences where it can', () => {
    const text = 'The first sentence is here. The second one follows it.';
    expect(splitText(text, byBytes)).toEqual([
      'The first sentence is here.',
      'The second one follows it.',
    ]);
  });

  it('splits a long text without blanks in linear time', () => {
    const texts = ['?', '日', 'a1'].map((unit) => unit.repeat((2 * KIB * KIB) / unit.length));
    const start = performance.now();
    for (const text of texts) {
      const chunks = splitText(text, { ...byBytes, maxTokens: 32 * KIB });
      expect(chunks.join('')).toBe(text);
    }
    expect(performance.now() - start).toBeLessThan(10_000);
  }, 60_000);

  it('loses nothing but white space, and keeps within the limit', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, (original) => {
        const chunks = splitText(original, byBytes);
        expect(letters(chunks.join(''))).toBe(letters(original));
        for (const chunk of chunks) expect(byBytes.countTokens(chunk)).toBeLessThanOrEqual(40);
      }),
    );
  });
});
