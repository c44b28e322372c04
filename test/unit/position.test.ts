import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePosition, encodePosition } from '../../src/events/position.ts';

const number = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
const position = fc.record({ number, token: number });

describe('positions in the log', () => {
  it('come back from their cursor', () => {
    fc.assert(
      fc.property(position, (place) => {
        expect(decodePosition(encodePosition(place))).toEqual(place);
      }),
    );
  });

  it('sort as their cursors do', () => {
    fc.assert(
      fc.property(position, position, (one, other) => {
        const isBefore =
          one.number < other.number || (one.number === other.number && one.token < other.token);
        expect(encodePosition(one) < encodePosition(other)).toBe(isBefore);
      }),
    );
  });

  it.each(['', 'x', 'evt_', 'me_00000000000bv0000000000001', 'evt_zzzzzzzzzzzzzzzzzzzzzzzzzz'])(
    'are not read from %j',
    (cursor) => {
      expect(decodePosition(cursor)).toBeNull();
    },
  );
});
