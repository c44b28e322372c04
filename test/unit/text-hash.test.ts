import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../src/entries/text-hash.ts';
import { normalText } from '../../src/input.ts';
import { VALUE_PAIRS } from '../support/value-pairs.ts';

const hashOf = (text: string) => hashText(normalText(text));

describe('the identity of a text', () => {
  it.each(VALUE_PAIRS)('sees the %s in %j / %j', (_, one, other) => {
    expect(hashOf(one)).not.toBe(hashOf(other));
  });

  it('is one for all Unicode forms, and with or without blank lines around the text', () => {
    expect(hashOf('Zoe\u0301 calls')).toBe(hashOf('Zoé calls'));
    expect(hashOf('\n \t\nZoé calls\r\n\n')).toBe(hashOf('Zoé calls'));
  });

  it('changes with every other character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (one, other) => {
          expect(hashOf(one) === hashOf(other)).toBe(normalText(one) === normalText(other));
        },
      ),
    );
    expect(hashOf('  indented')).not.toBe(hashOf('indented'));
    expect(hashOf('blank at the end ')).not.toBe(hashOf('blank at the end'));
  });
});
