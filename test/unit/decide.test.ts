import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metadata } from '../../src/db/tables/columns.ts';
import type { Statement } from '../../src/db/tables/entries.ts';
import { decide, type Neighbour } from '../../src/entries/write/decide.ts';
import { VALUE_PAIRS } from '../support/value-pairs.ts';

const RULES = {
  duplicate: 0.95,
  update: 0.75,
  duplicatePolicy: 'SAFE' as 'SAFE' | 'SIMILAR',
  maxStatements: 3,
};

type Given = {
  text?: string;
  metadata?: Metadata;
  holders?: { entryId: string; statement: number }[];
  neighbours?: Neighbour[][];
  entries: Record<string, { texts: string[]; metadata?: Metadata }>;
};

/** The decision for a text, given the texts of the entries that are known. */
function decided(
  { text = 'new', metadata = {}, holders = [], neighbours = [[]], entries }: Given,
  rules = RULES,
) {
  return decide({ text, metadata, holders, neighbours }, rules, (id) => {
    const { texts = [], metadata: known = {} } = entries[id] ?? {};
    return { statements: texts.map((one, i) => statementOf(one, i + 1, known)), metadata: known };
  });
}

function statementOf(text: string, number: number, metadata: Metadata): Statement {
  const time = '2026-01-01T00:00:00.000Z';
  return {
    ...{ number, text, metadata, source: 'MANUAL', context: null, actor: null, occurredAt: null },
    ...{ firstStatedAt: time, lastStatedAt: time, statedCount: 1 },
  };
}

const near = (entryId: string, similarity: number, statement = 1) => ({
  entryId,
  statement,
  similarity,
});

const ONE = { me_1: { texts: ['known'] } };
const TWO = { me_1: { texts: ['first', 'second'] } };

describe('decide', () => {
  it('creates where there is nothing to compare with', () => {
    expect(decided({ entries: {} })).toEqual({ action: 'CREATED', nearest: null });
  });

  it('skips the text that is the newest statement of an entry', () => {
    const holders = [{ entryId: 'me_1', statement: 2 }];
    expect(decided({ holders, entries: TWO })).toMatchObject({ action: 'SKIPPED', statement: 2 });
  });

  it('makes a text that was followed by another the newest again', () => {
    const holders = [{ entryId: 'me_1', statement: 1 }];
    expect(decided({ holders, entries: TWO })).toMatchObject({ action: 'UPDATED', statement: 1 });
  });

  it.each([
    ['no metadata', {}, 'SKIPPED'],
    ['the same metadata', { a: [1] }, 'SKIPPED'],
    ['another key', { b: 2 }, 'UPDATED'],
    ['another value', { a: [2] }, 'CREATED'],
  ])('compares a known text with its metadata: %s', (_, metadata, action) => {
    const holders = [{ entryId: 'me_1', statement: 1 }];
    const entries = { me_1: { texts: ['known'], metadata: { a: [1] } } };
    expect(decided({ metadata, holders, entries }).action).toBe(action);
  });

  it('adds a text to the nearest entry', () => {
    const neighbours = [[near('me_1', 0.8), near('me_2', 0.99)]];
    const entries = { ...ONE, me_2: { texts: ['nearer'] } };
    expect(decided({ neighbours, entries })).toEqual({
      action: 'UPDATED',
      nearest: { entryId: 'me_2', similarity: 0.99 },
      statement: null,
    });
  });

  it.each([
    ['is near every statement', [0.99, 0.75], 'UPDATED'],
    ['is far from one statement', [0.99, 0.74], 'CREATED'],
  ])('adds a text only where it %s', (_, [first = 0, second = 0], action) => {
    const neighbours = [[near('me_1', first, 1), near('me_1', second, 2)]];
    expect(decided({ neighbours, entries: TWO })).toMatchObject({
      action,
      nearest: { entryId: 'me_1', similarity: 0.99 },
    });
  });

  it('adds nothing to a full entry, and takes the next one', () => {
    const full = { me_1: { texts: ['a', 'b', 'c'] } };
    const ofFull = [1, 2, 3].map((number) => near('me_1', 0.99, number));
    expect(decided({ neighbours: [ofFull], entries: full }).action).toBe('CREATED');
    const entries = { ...full, me_2: { texts: ['d'] } };
    expect(decided({ neighbours: [[...ofFull, near('me_2', 0.8)]], entries })).toMatchObject({
      action: 'UPDATED',
      nearest: { entryId: 'me_2' },
    });
  });

  it('adds nothing to an entry without room for the text or its metadata, and takes the next one', () => {
    const large = { me_1: { texts: ['a'.repeat(32 * 1024 - 3)] } };
    const noted = { me_1: { texts: ['a'], metadata: { a: 'x'.repeat(16 * 1024 - 10) } } };
    const neighbours = [[near('me_1', 0.99), near('me_2', 0.8)]];
    for (const full of [large, noted]) {
      const given = { metadata: { b: 1 }, neighbours };
      expect(decided({ ...given, entries: { ...full, me_2: { texts: ['b'] } } })).toMatchObject({
        action: 'UPDATED',
        nearest: { entryId: 'me_2' },
      });
    }
  });

  it('adds nothing to an entry whose metadata has another value', () => {
    const entries = { me_1: { texts: ['known'], metadata: { customer: 'A' } } };
    const of = (metadata: Metadata) =>
      decided({ metadata, neighbours: [[near('me_1', 0.99)]], entries });
    expect(of({ customer: 'B' })).toEqual({
      action: 'CREATED',
      nearest: { entryId: 'me_1', similarity: 0.99 },
    });
    expect(of({ customer: 'A', city: 'Bonn' }).action).toBe('UPDATED');
  });

  it('adds nothing where two names are traded', () => {
    const entries = { me_1: { texts: ['Maria reports to John'] } };
    const of = (text: string) =>
      decided({ text, neighbours: [[near('me_1', 0.99)]], entries }).action;
    expect(of('John reports to Maria')).toBe('CREATED');
    expect(of('Maria still reports to John')).toBe('UPDATED');
  });

  it.each(VALUE_PAIRS)('never skips a new %s: %j / %j', (_, base, text) => {
    const entries = { me_1: { texts: [base] } };
    const { action } = decided({ text, neighbours: [[near('me_1', 0.9999)]], entries });
    expect(action).not.toBe('SKIPPED');
  });

  it('skips nothing under the policy SIMILAR where the metadata has another value', () => {
    const rules = { ...RULES, duplicatePolicy: 'SIMILAR' as const };
    const entries = {
      me_1: { texts: ['known'], metadata: { customer: 'A' } },
      me_2: { texts: ['also known'], metadata: { customer: 'B' } },
    };
    const neighbours = [[near('me_1', 0.99), near('me_2', 0.96)]];
    const of = (metadata: Metadata) => decided({ metadata, neighbours, entries }, rules);
    expect(of({ customer: 'A' })).toMatchObject({
      action: 'SKIPPED',
      nearest: { entryId: 'me_1' },
    });
    expect(of({ customer: 'B' })).toMatchObject({
      action: 'SKIPPED',
      nearest: { entryId: 'me_2' },
    });
    expect(of({ customer: 'C' })).toMatchObject({
      action: 'CREATED',
      nearest: { entryId: 'me_1' },
    });
    const holders = [{ entryId: 'me_1', statement: 1 }];
    const held = (metadata: Metadata) => decided({ metadata, holders, entries }, rules).action;
    expect(held({ customer: 'B' })).toBe('CREATED');
    expect(held({ customer: 'A', city: 'Bonn' })).toBe('UPDATED');
  });

  it('skips what is similar under the policy SIMILAR, on the nearest statement', () => {
    const rules = { ...RULES, duplicatePolicy: 'SIMILAR' as const };
    const of = (first: number, second: number) =>
      decided(
        { neighbours: [[near('me_1', first, 1), near('me_1', second, 2)]], entries: TWO },
        rules,
      );
    expect(of(0.9, 0.95)).toMatchObject({ action: 'SKIPPED', statement: 2 });
    expect(of(0.9, 0.9499)).toMatchObject({ action: 'UPDATED', statement: null });
    const holders = [{ entryId: 'me_1', statement: 1 }];
    const held = decided({ holders, neighbours: [[near('me_1', 1)]], entries: TWO }, rules);
    expect(held).toMatchObject({ action: 'UPDATED', statement: 1 });
  });

  it('merges under SIMILAR what is similar to one statement, and names that changed places', () => {
    const rules: typeof RULES = { ...RULES, duplicatePolicy: 'SIMILAR' };
    const entries = {
      me_1: { texts: ['Maria reports to John', 'second'], metadata: { customer: 'A' } },
    };
    const neighbours = [[near('me_1', 0.75, 1), near('me_1', 0.1, 2)]];
    const text = 'John reports to Maria';
    const of = (metadata: Metadata, by = rules) =>
      decided({ text, metadata, neighbours, entries }, by).action;
    expect(of({})).toBe('UPDATED');
    expect(of({}, { ...rules, update: 0.76 })).toBe('CREATED');
    expect(of({}, { ...rules, maxStatements: 2 })).toBe('CREATED');
    expect(of({ customer: 'B' })).toBe('CREATED');
    expect(of({}, { ...rules, duplicatePolicy: 'SAFE' })).toBe('CREATED');
  });

  it('counts in single precision', () => {
    const neighbours = [[near('me_1', 0.75 - 4e-7)]];
    expect(decided({ neighbours, entries: ONE }).action).toBe('UPDATED');
  });

  it('compares a text of several chunks by the one that an entry covers least', () => {
    const neighbours = [[near('me_1', 0.99), near('me_2', 0.8)], [near('me_2', 0.78)]];
    const entries = { ...ONE, me_2: { texts: ['other'] } };
    expect(decided({ neighbours, entries })).toMatchObject({
      action: 'UPDATED',
      nearest: { entryId: 'me_2', similarity: 0.78 },
    });
  });

  it('never skips another text, and adds one only from the threshold on', () => {
    const similarity = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(similarity, similarity, (first, second) => {
        const neighbours = [[near('me_1', first, 1), near('me_1', second, 2)]];
        const { action } = decided({ neighbours, entries: TWO });
        const least = Math.round(Math.min(first, second) * 1e6) / 1e6;
        expect(action).toBe(least >= 0.75 ? 'UPDATED' : 'CREATED');
      }),
    );
  });
});
