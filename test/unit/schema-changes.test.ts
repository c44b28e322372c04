import { describe, expect, it } from 'vitest';
import { compareSchemas, faultyDeprecations } from '../../scripts/schema-changes.ts';

const RELEASED = `
  directive @shown(to: String) on FIELD
  scalar Moment @specifiedBy(url: "https://example.com/moment")
  interface Node { id: ID! }
  type Query {
    notes(first: Int = 20, order: Order): [Note!]!
    found(input: FindInput!): Found
    node(id: ID!): Node
    old: Old @deprecated(reason: "Use \`notes\`. May be removed from 2027-01-31.")
  }
  type Note implements Node { id: ID! "The text." text: String! length: Int }
  type Folder { name: String! }
  type Old { part: OldPart }
  type OldPart { note: Note }
  union Found = Note | Folder
  enum Order { NEWEST OLDEST }
  input FindInput { text: String! limit: Int = 10 after: Moment }
`;

async function compare(from: string, to: string, today = '2026-12-01') {
  expect(RELEASED).toContain(from);
  return await compareSchemas(RELEASED, RELEASED.replaceAll(from, to), today);
}

describe('a changed schema fails', () => {
  it.each([
    ['a removed field', ' length: Int', ''],
    ['a removed enum value', 'NEWEST OLDEST', 'NEWEST'],
    ['a removed member of a union', '= Note | Folder', '= Note'],
    ['a removed argument', '(first: Int = 20, order: Order)', '(first: Int = 20)'],
    ['a removed input field', ' after: Moment', ''],
    ['a removed interface', 'Note implements Node', 'Note'],
    ['a renamed type', 'Folder', 'Drawer'],
    ['a removed argument of a directive', '@shown(to: String)', '@shown'],
    ['another type of a field', 'length: Int', 'length: String'],
    ['a field that can become null', 'text: String! length', 'text: String length'],
    ['another type of an argument', 'order: Order', 'order: String'],
    ['an input field that becomes required', 'after: Moment', 'after: Moment!'],
    ['a new required argument', 'order: Order)', 'order: Order, tag: String!)'],
    ['a new required input field', 'after: Moment', 'after: Moment tag: String!'],
    ['another default of an argument', 'first: Int = 20', 'first: Int = 50'],
    ['another default of an input field', 'limit: Int = 10', 'limit: Int = 50'],
    ['a removed default', 'limit: Int = 10', 'limit: Int'],
  ])('for %s', async (_, from, to) => {
    const { failures } = await compare(from, to);
    expect(failures.length).toBeGreaterThan(0);
  });

  it('for a deprecation without a date, with an impossible date, or without a replacement', () => {
    const faults = (reason: string) =>
      faultyDeprecations(`type Query { a: Int @deprecated${reason} b: Int }`);
    expect(faults('(reason: "Use `b`. May be removed from 2027-06-01.")')).toEqual([]);
    expect(faults('(reason: "Use `b`.")')).toEqual([expect.stringMatching(/Line 1: .*date/)]);
    expect(faults('(reason: "Use `b`, until 2027-02-30.")')).toHaveLength(1);
    expect(faults('(reason: "Until 2027-06-01.")')).toEqual([
      expect.stringContaining('use instead'),
    ]);
    expect(faults('')).toHaveLength(2);
  });

  it('for a deprecation that is new in it', async () => {
    const { failures } = await compare('length: Int', 'length: Int @deprecated(reason: "Old.")');
    expect(failures).toHaveLength(2);
  });
});

describe('a changed schema passes', () => {
  it.each([
    ['a new field', 'length: Int', 'length: Int words: Int'],
    ['a new type', 'type Folder', 'type Tag implements Node { id: ID! } type Folder'],
    ['a field that is never null any more', 'length: Int', 'length: Int!'],
    ['an argument that becomes optional', 'found(input: FindInput!)', 'found(input: FindInput)'],
    ['another description', '"The text."', '"The content."'],
  ])('for %s, without a notice', async (_, from, to) => {
    expect(await compare(from, to)).toEqual({ failures: [], noticeable: [] });
  });

  it.each([
    ['a new enum value', 'NEWEST OLDEST', 'NEWEST OLDEST LONGEST'],
    ['a new member of a union', 'Note | Folder', 'Note | Folder | Old'],
    ['a new optional argument', 'order: Order)', 'order: Order, tag: String)'],
    ['another specification of a scalar', 'com/moment', 'com/instant'],
  ])('for %s, which it lists', async (_, from, to) => {
    const { failures, noticeable } = await compare(from, to);
    expect(failures).toEqual([]);
    expect(noticeable).toHaveLength(1);
  });
});

describe('a deprecated field', () => {
  const removed = RELEASED.replace(/\n.*old: Old.*\n/, '\n');
  const withoutTypes = removed.replace(/\n.*type Old .*\n.*type OldPart.*\n/, '\n');

  it('may be removed from its date on, with the types that only it used', async () => {
    for (const schema of [removed, withoutTypes]) {
      expect(schema).not.toBe(RELEASED);
      const { failures } = await compareSchemas(RELEASED, schema, '2027-01-31');
      expect(failures).toEqual([]);
    }
  });

  it('may not be removed before its date, nor a type that another field uses', async () => {
    const before = await compareSchemas(RELEASED, removed, '2027-01-30');
    expect(before.failures).toEqual([expect.stringContaining("'old'")]);
    const used = withoutTypes.replace('length: Int', '');
    expect((await compareSchemas(RELEASED, used, '2027-01-31')).failures).toHaveLength(1);
  });

  it('has the date that was released with it', async () => {
    const sooner = RELEASED.replace('2027-01-31', '2026-01-31');
    expect((await compareSchemas(RELEASED, sooner, '2026-12-01')).failures).toEqual([]);
    expect((await compareSchemas(RELEASED, removed, '2026-12-01')).failures).toHaveLength(1);
  });
});
