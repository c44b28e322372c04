import { buildSchema, graphql, parse, subscribe } from 'graphql';
import { describe, expect, it } from 'vitest';
import { applyDefaultsToNulls } from '../../src/graphql/argument-defaults.ts';

/** What the resolvers of a schema receive. Each field returns null. */
async function received(field: string, variables: Record<string, unknown> = {}, declared = '') {
  const schema = buildSchema(`
    enum Direction { ASC DESC }
    input Order { field: String! direction: Direction = ASC }
    input Item { content: String kind: String = "FACT" order: Order parts: [Item!] }
    input Tree { name: String children: [Tree!] depth: Int = 1 }
    type Query {
      plain(a: Int, b: Int!): Int
      list(first: Int = 20, after: String, orderBy: Order = { field: "NAME" }): Int
      items(items: [Item!]!, tags: [String!] = [], grid: [[Item!]!]): Int
      tree(tree: Tree): Int
    }`);
  let seen: unknown;
  for (const asked of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    asked.resolve = (_, args) => {
      seen = args;
      return null;
    };
  }
  applyDefaultsToNulls(schema);
  const { errors } = await graphql({
    schema,
    source: `query ${declared} { ${field} }`,
    variableValues: variables,
  });
  expect(errors).toBeUndefined();
  return seen;
}

describe('null for an argument with a default', () => {
  it('is the default, as if the argument were omitted', async () => {
    const omitted = await received('list');
    expect(omitted).toEqual({ first: 20, orderBy: { field: 'NAME', direction: 'ASC' } });
    expect(await received('list(first: null, orderBy: null)')).toEqual(omitted);
    const variables = { first: null };
    expect(await received('list(first: $first)', variables, '($first: Int)')).toEqual(omitted);
  });

  it('stays null without a default, and any other value stays what it is', async () => {
    expect(await received('plain(a: null, b: 0)')).toEqual({ a: null, b: 0 });
    expect(await received('list(first: 0, after: null)')).toMatchObject({ first: 0, after: null });
    expect(await received('items(items: [], tags: [])')).toEqual({ items: [], tags: [] });
  });

  it('is the default within inputs, and within lists of inputs', async () => {
    expect(await received('list(orderBy: { field: "SIZE", direction: null })')).toMatchObject({
      orderBy: { field: 'SIZE', direction: 'ASC' },
    });
    const order = { field: 'A', direction: null };
    const items = [
      { content: null, kind: null, order },
      { content: 'b', kind: 'PLAN', parts: [{ kind: null }, { order }] },
    ];
    const filled = { field: 'A', direction: 'ASC' };
    expect(
      await received(
        'items(items: $items, tags: null, grid: [$items, []])',
        { items },
        '($items: [Item!]!)',
      ),
    ).toEqual({
      items: [
        { content: null, kind: 'FACT', order: filled },
        { content: 'b', kind: 'PLAN', parts: [{ kind: 'FACT' }, { kind: 'FACT', order: filled }] },
      ],
      tags: [],
      grid: [expect.arrayContaining([expect.objectContaining({ kind: 'FACT' })]), []],
    });
  });

  it('is the default within an input of its own type', async () => {
    const tree = '{ depth: null, children: [{ depth: null, children: [{ depth: null }] }] }';
    expect(await received(`tree(tree: ${tree})`)).toEqual({
      tree: { depth: 1, children: [{ depth: 1, children: [{ depth: 1 }] }] },
    });
  });

  it('does not change the values of the caller', async () => {
    const items = [{ kind: null }];
    await received('items(items: $items)', { items }, '($items: [Item!]!)');
    expect(items).toEqual([{ kind: null }]);
  });
});

it('null for an argument of a subscription is its default', async () => {
  const schema = buildSchema(
    'type Query { a: Int } type Subscription { ticks(every: Int = 5, name: String): Int }',
  );
  const seen: unknown[] = [];
  const { ticks } = schema.getSubscriptionType()?.getFields() ?? {};
  Object.assign(ticks ?? {}, {
    subscribe: async function* (_: unknown, args: unknown) {
      seen.push(args);
      yield { ticks: 1 };
    },
    resolve: (_: unknown, args: unknown) => {
      seen.push(args);
      return 1;
    },
  });
  applyDefaultsToNulls(schema);
  const document = parse('subscription { ticks(every: null, name: null) }');
  const results = await subscribe({ schema, document });
  if (!(Symbol.asyncIterator in results)) throw new Error('The subscription was refused');
  for await (const { data } of results) expect(data).toEqual({ ticks: 1 });
  expect(seen).toEqual([
    { every: 5, name: null },
    { every: 5, name: null },
  ]);
});
