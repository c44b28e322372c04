import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText, saysTheSame } from '../../src/entries/text-equality.ts';
import { VALUE_PAIRS } from '../support/value-pairs.ts';

describe('saysTheSame', () => {
  it.each(VALUE_PAIRS)('sees the %s in "%s" / "%s"', (_, one, other) => {
    expect(saysTheSame(one, other)).toBe(false);
    expect(saysTheSame(other, one)).toBe(false);
  });

  it.each([
    ['articles', 'The customer prefers email', 'Customer prefers the email'],
    ['a final full stop', 'User is a vegetarian.', 'User is a vegetarian'],
    ['case of the first letter', 'user is a vegetarian', 'User is a vegetarian'],
    ['contractions', "User isn't a vegetarian", 'User is not a vegetarian'],
    ['the shape of quotation marks', 'It says “hello”', 'It says "hello"'],
    ['a leading article', 'The Customer prefers email', 'Customer prefers email'],
    ['white space', 'User  is\ta vegetarian', 'User is a vegetarian'],
  ])('looks past %s', (_, one, other) => {
    expect(saysTheSame(one, other)).toBe(true);
  });

  it('holds for every text and itself, and both ways', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (one, other) => {
          expect(saysTheSame(one, one)).toBe(true);
          expect(saysTheSame(one, other)).toBe(saysTheSame(other, one));
        },
      ),
    );
  });

  it('never looks past a changed digit', () => {
    const digits = fc.integer({ min: 0, max: 1e9 });
    fc.assert(
      fc.property(digits, digits, (one, other) => {
        fc.pre(one !== other);
        expect(saysTheSame(`Costs ${one} euros`, `Costs ${other} euros`)).toBe(false);
      }),
    );
  });
});

describe('hashText', () => {
  it('is one for white space and Unicode forms, and another for case', () => {
    expect(hashText(' Zoe\u0301  calls\n')).toBe(hashText('Zoé calls'));
    expect(hashText('zoé calls')).not.toBe(hashText('Zoé calls'));
    expect(hashText('the separator is "  "')).not.toBe(hashText('the separator is " "'));
  });
});
