import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { entries } from '../src/db/tables/entries.ts';
import { DELETE_MANY } from './support/entries.ts';
import { readFromBothEnds } from './support/pages.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();

const WRITE_MANY = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) {
  results { ... on WriteEntryPayload { entry { id } } } } }`;
const ARGUMENTS = `$scope: KnowledgeScope, $text: String, $deleted: Boolean, $orderBy: EntryOrder,
  $first: Int, $after: String, $last: Int, $before: String`;
const PASSED = `scope: $scope, text: $text, deleted: $deleted, orderBy: $orderBy,
  first: $first, after: $after, last: $last, before: $before`;
const PAGE = `totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  nodes { id content createdAt updatedAt occurredAt utility importance } edges { cursor node { id } }`;
const IN_PROJECT = `query (${ARGUMENTS}) { entries(${PASSED}) { ${PAGE} } }`;
const IN_MEMORY = `query ($id: ID!, ${ARGUMENTS}) { memory(id: $id) { entries(${PASSED}) { ${PAGE} } } }`;

type Row = {
  id: string;
  content: string;
  createdAt: string;
  updatedAt: string;
  occurredAt: string | null;
  utility: number;
  importance: number;
};

const KEYS: Record<string, (row: Row) => string | number> = {
  CREATED_AT: ({ id }) => id,
  UPDATED_AT: ({ updatedAt }) => updatedAt,
  OCCURRED_AT: ({ occurredAt, createdAt }) => occurredAt ?? createdAt,
  UTILITY: ({ utility }) => utility,
  IMPORTANCE: ({ importance }) => importance,
  SIZE: ({ content }) => Buffer.byteLength(content),
};

const write = async (project: TestProject, memoryId: string, items: object[]) => {
  const { writeEntries } = await project.run(WRITE_MANY, {
    input: { memoryId, items, kind: 'PLAN' },
  });
  return writeEntries.results.map((result: { entry: Row }) => result.entry.id) as string[];
};

const change = (id: string, values: Partial<typeof entries.$inferInsert>) =>
  server.app.db.update(entries).set(values).where(eq(entries.id, id));

describe('every order of entries', () => {
  const COUNT = 23;
  let project: TestProject;
  let memoryId: string;
  let rows: Row[];

  beforeAll(async () => {
    project = await server.project();
    memoryId = await project.memory();
    const others = await project.memory();
    const items = Array.from({ length: COUNT }, (_, i) => ({ content: `Ü${'ö'.repeat(i % 3)}` }));
    const ids = await write(project, memoryId, items);
    await write(project, others, items);
    const foreign = await server.project();
    await write(foreign, await foreign.memory(), items);
    for (const [i, id] of ids.entries()) {
      await change(id, {
        utility: [0.1, 0.5, 1 / 3][i % 3] ?? 0,
        importance: [1, 5.25, 9][i % 3] ?? 0,
        updatedAt: new Date(Date.UTC(2026, 0, 1 + (i % 4), 0, 0, 0, i % 2)),
        occurredAt: i % 4 === 0 ? null : new Date(Date.UTC(2026, 0, 1 + (i % 5))),
      });
    }
    rows = (await project.run(IN_MEMORY, { id: memoryId, first: 100 })).memory.entries.nodes;
    expect(rows).toHaveLength(COUNT);
  });

  const pagesOf = (list: 'project' | 'memory', orderBy: object) => async (page: object) => {
    if (list === 'memory') {
      return (await project.run(IN_MEMORY, { id: memoryId, orderBy, ...page })).memory.entries;
    }
    const scope = { memoryIds: [memoryId] };
    return (await project.run(IN_PROJECT, { scope, orderBy, ...page })).entries;
  };

  const cases = Object.keys(KEYS).flatMap((field) =>
    (['ASC', 'DESC'] as const).flatMap((direction) =>
      (['project', 'memory'] as const).map((list) => ({ field, direction, list })),
    ),
  );

  it.each(cases)('by $field $direction in a $list, page by page from both ends', async (given) => {
    const { field, direction, list } = given;
    const key = KEYS[field] ?? (() => 0);
    const compare = <T>(one: T, other: T) => (one < other ? -1 : Number(one > other));
    const ascending = rows.toSorted(
      (one, other) => compare(key(one), key(other)) || compare(one.id, other.id),
    );
    const wanted = (direction === 'ASC' ? ascending : ascending.reverse()).map(({ id }) => id);
    const read = pagesOf(list, { field, direction });
    const forward: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const { pageInfo, nodes, totalCount } = await read({ first: 5, after });
      expect(totalCount).toBe(COUNT);
      expect(pageInfo.hasPreviousPage).toBe(after !== null);
      forward.push(...nodes.map((node: Row) => node.id));
      after = pageInfo.endCursor;
      more = pageInfo.hasNextPage;
    }
    expect(forward).toEqual(wanted);
    const backward: string[] = [];
    for (let before: string | null = null, more = true; more; ) {
      const { pageInfo, nodes, edges } = await read({ last: 5, before });
      expect(pageInfo.hasNextPage).toBe(before !== null);
      expect(edges[0].cursor).toBe(pageInfo.startCursor);
      backward.unshift(...nodes.map((node: Row) => node.id));
      before = pageInfo.startCursor;
      more = pageInfo.hasPreviousPage;
    }
    expect(backward).toEqual(wanted);
    const all = await read({ first: COUNT });
    const [from, to] = [all.edges[4].cursor, all.edges[9].cursor];
    const between = await read({ after: from, before: to, first: 10 });
    expect(between.nodes.map((node: Row) => node.id)).toEqual(wanted.slice(5, 9));
    const lastBetween = await read({ after: from, before: to, last: 2 });
    expect(lastBetween.nodes.map((node: Row) => node.id)).toEqual(wanted.slice(7, 9));
  });

  it('refuses cursors of other orders and malformed ones', async () => {
    const byUtility = pagesOf('memory', { field: 'UTILITY', direction: 'ASC' });
    const { pageInfo } = await byUtility({ first: 1 });
    const orderBy = { field: 'IMPORTANCE', direction: 'ASC' };
    for (const after of [pageInfo.endCursor, '', 'x', '%', 'W10', `${pageInfo.endCursor}a`]) {
      const refused = await project.fail(IN_PROJECT, { orderBy, after });
      expect(refused.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'after' });
    }
    const tooMany = await project.fail(IN_PROJECT, { last: 101 });
    expect(tooMany.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'last' });
  });
});

describe('the text filter', () => {
  let project: TestProject;
  let memoryId: string;

  beforeAll(async () => {
    project = await server.project();
    memoryId = await project.memory();
    const contents = [
      'Die Größe der Überweisung',
      'Mail an user@example.com, Version 3.14.2',
      'See https://docs.example.org/path/to/page?x=1 and /usr/local/bin',
      "It's a well-known foo_bar <b>bold</b> move",
      'Ko\u0308ln am Rhein',
      '日本語 テキスト',
    ];
    await write(
      project,
      memoryId,
      contents.map((content) => ({ content })),
    );
    const foreign = await server.project();
    await write(
      foreign,
      await foreign.memory(),
      contents.map((content) => ({ content })),
    );
  });

  const find = async (text: string | null) => {
    const [inProject, inMemory] = await Promise.all([
      project.run(IN_PROJECT, { text, first: 100 }),
      project.run(IN_MEMORY, { id: memoryId, text, first: 100 }),
    ]);
    expect(inMemory.memory.entries).toEqual(inProject.entries);
    expect(inProject.entries.totalCount).toBe(inProject.entries.nodes.length);
    return inProject.entries.nodes.map((node: Row) => node.content.slice(0, 6)).reverse();
  };

  it.each([
    ['größe', ['Die Gr']],
    ['GRÖSSE überweisung', []],
    ['GRÖßE überw', ['Die Gr']],
    ['überweisung größe', ['Die Gr']],
    ['Gr', ['Die Gr']],
    ['die gr über', []],
    ['u\u0308berweisung', ['Die Gr']],
    ['Köln', ['Köln a']],
    ['user@example.com', ['Mail a']],
    ['user@exa', ['Mail a']],
    ['example', ['Mail a', 'See ht']],
    ['example.org/path', ['See ht']],
    ['3.14', ['Mail a']],
    ['3.14.2', ['Mail a']],
    ['local/bin', ['See ht']],
    ['well-known', ["It's a"]],
    ['well known', ["It's a"]],
    ['foo_bar', ["It's a"]],
    ["it's bold", ["It's a"]],
    ['<b>bold</b>', ["It's a"]],
    ['日本語', ['日本語 テキ']],
    ['nothing', []],
  ])('finds %j', async (text, found) => {
    const whole = await find(text);
    expect(whole).toEqual(found.map((start) => start.slice(0, 6)));
  });

  it.each(['', ' ', '.', '&', '!()|', "'", '\\', ':*', '"', '🎉', '½'])(
    'matches nothing for %j',
    async (text) => {
      expect(await find(text)).toEqual([]);
    },
  );

  it.each([
    "größe' | 'mail",
    'größe & !mail',
    "') or true --",
    'größe:*',
    'größe\\',
    '(größe',
    'x'.repeat(5000),
  ])('reads no operator in %j', async (text) => {
    expect((await find(text)).length).toBeLessThanOrEqual(1);
  });

  it('separates words at each mark of ASCII punctuation, and at no letter or digit', async () => {
    const rows = await server.app.db
      .select({ mark: sql<string>`chr(code)` })
      .from(sql`generate_series(33, 126) as code`)
      .where(sql`lorebase_words('a' || chr(code) || 'b') = 'a:1 b:2'::tsvector`);
    const marks = rows.map(({ mark }) => mark).join('');
    expect(marks).toBe('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');
  });

  it('is no filter if it is null, and refuses what cannot be stored', async () => {
    expect(await find(null)).toHaveLength(6);
    for (const text of ['a\u0000b', 'x'.repeat(32_769)]) {
      const refused = await project.fail(IN_PROJECT, { text });
      expect(refused.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'text' });
    }
  });
});

describe('the words of a long list', () => {
  const COUNT = 700;
  /** The entries with the word "rare" are among the first, in the middle and among the last. */
  const isRare = (i: number) => i % 60 === 5;
  let project: TestProject;
  let memoryId: string;
  let rare: string[];

  beforeAll(async () => {
    project = await server.project();
    memoryId = await project.memory();
    const items = Array.from({ length: COUNT }, (_, i) => ({
      content: `${isRare(i) ? 'rare' : 'common'} number ${i}`,
    }));
    const ids: string[] = [];
    for (let i = 0; i < COUNT; i += 350) {
      ids.push(...(await write(project, memoryId, items.slice(i, i + 350))));
    }
    rare = ids.filter((_, i) => isRare(i));
  });

  it.each(['ASC', 'DESC'])('are found page by page: %s', async (direction) => {
    const list = { text: 'rare num', orderBy: { field: 'CREATED_AT', direction } };
    const all = direction === 'ASC' ? rare : rare.toReversed();
    const { forward, backward } = await readFromBothEnds<Row>(4, async (page) => {
      const variables = { ...list, ...page };
      const ofProject = (await project.run(IN_PROJECT, variables)).entries;
      const { memory } = await project.run(IN_MEMORY, { ...variables, id: memoryId });
      expect(memory.entries).toEqual(ofProject);
      expect(ofProject.totalCount).toBe(rare.length);
      return ofProject;
    });
    expect(forward.map(({ id }) => id)).toEqual(all);
    expect(backward.map(({ id }) => id)).toEqual(all);
  });

  it('are found in each of several memories', async () => {
    const other = await project.memory();
    const [id] = await write(project, other, [{ content: 'rare, and in another memory' }]);
    const query =
      '{ memories { nodes { id entries(text: "rare", first: 100) { nodes { id } } } } }';
    const { memories } = await project.run(query);
    const found = new Map(
      memories.nodes.map((memory: { id: string; entries: { nodes: { id: string }[] } }) => [
        memory.id,
        memory.entries.nodes.map((node) => node.id),
      ]),
    );
    expect(found.get(memoryId)).toEqual(rare.toReversed());
    expect(found.get(other)).toEqual([id]);
  });
});

describe('the scope of a list', () => {
  it('may name a value more often than a statement has parameters', async () => {
    const project = await server.project();
    await write(project, await project.memory(), [{ content: 'one', kind: 'FACT' }]);
    const found = await project.run(
      `query ($kinds: [EntryKind!], $types: [EventType!]) {
        entries(scope: { kinds: $kinds }) { totalCount }
        events(types: $types) { totalCount }
      }`,
      { kinds: Array(70_000).fill('FACT'), types: Array(70_000).fill('ENTRY_CREATED') },
    );
    expect(found).toEqual({ entries: { totalCount: 1 }, events: { totalCount: 1 } });
  });

  it('covers what meets every condition', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ tags: ['a'] });
    const elsewhere = await project.memory({ tags: ['b'] });
    const [one = '', two = '', three = ''] = await write(project, memoryId, [
      { content: 'one', kind: 'FACT', source: 'AGENT' },
      { content: 'two', kind: 'OBSERVATION', metadata: { team: ['x', 'y'] } },
      { content: 'three' },
    ]);
    const [apart = ''] = await write(project, elsewhere, [{ content: 'apart' }]);
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    await change(one, { createdAt: day(1), updatedAt: day(1), occurredAt: day(9), utility: 0.2 });
    await change(two, { createdAt: day(2), updatedAt: day(5), utility: 0.5, reviewCount: 2 });
    await change(three, { createdAt: day(3), updatedAt: day(3), utility: 0.9, reviewCount: 1 });
    await change(apart, { createdAt: day(4), updatedAt: day(4) });
    const said: [string, number, number | null][] = [
      [one, 1, 9],
      [two, 2, null],
      [three, 3, null],
      [apart, 4, null],
    ];
    for (const [id, first, occurred] of said) {
      const [row] = await server.app.db.select().from(entries).where(eq(entries.id, id));
      const times = {
        firstStatedAt: day(first).toISOString(),
        occurredAt: occurred === null ? null : day(occurred).toISOString(),
      };
      const statements = (row?.statements ?? []).map((its) => ({ ...its, ...times }));
      await change(id, { statements });
    }
    const names = new Map([
      [one, 'one'],
      [two, 'two'],
      [three, 'three'],
      [apart, 'apart'],
    ]);
    const cases: [object, string[]][] = [
      [{ memoryIds: [memoryId] }, ['three', 'two', 'one']],
      [{ memoryTags: ['b'] }, ['apart']],
      [{ memoryTags: ['b'], memoryIds: [memoryId] }, ['apart', 'three', 'two', 'one']],
      [{ memoryTags: ['none'] }, []],
      [{ memoryIds: [] }, []],
      [{ kinds: ['FACT', 'OBSERVATION'] }, ['two', 'one']],
      [{ sources: ['AGENT'] }, ['one']],
      [{ sources: [] }, []],
      [{ metadata: { team: 'x' } }, ['two']],
      [{ createdAfter: day(2) }, ['apart', 'three', 'two']],
      [{ createdBefore: day(2) }, ['one']],
      [{ createdAfter: day(2), createdBefore: day(3) }, ['two']],
      [{ updatedAfter: day(4) }, ['apart', 'two']],
      [{ updatedBefore: day(4) }, ['three', 'one']],
      [{ occurredAfter: day(4) }, ['apart', 'one']],
      [{ occurredBefore: day(3) }, ['two']],
      [{ minUtility: 0.5, memoryIds: [memoryId] }, ['three', 'two']],
      [{ maxUtility: 0.5, memoryIds: [memoryId] }, ['two', 'one']],
      [{ minUtility: 0.3, maxUtility: 0.6, memoryIds: [memoryId] }, ['two']],
      [{ reviewed: true }, ['three', 'two']],
      [{ reviewed: false }, ['apart', 'one']],
      [{ reviewed: true, maxUtility: 0.6, kinds: ['OBSERVATION'] }, ['two']],
      [{ reviewed: null, kinds: null }, ['apart', 'three', 'two', 'one']],
    ];
    for (const [scope, wanted] of cases) {
      const { entries: list } = await project.run(IN_PROJECT, { scope });
      const found = list.nodes.map((node: Row) => names.get(node.id));
      expect(found, JSON.stringify(scope)).toEqual(wanted);
      expect(list.totalCount, JSON.stringify(scope)).toBe(wanted.length);
      const { memory } = await project.run(IN_MEMORY, { id: memoryId, scope });
      const own = memory.entries.nodes.map((node: Row) => names.get(node.id));
      const isCovered = !('memoryTags' in scope) || 'memoryIds' in scope;
      const inMemory = isCovered ? wanted.filter((name) => name !== 'apart') : [];
      expect(own, JSON.stringify(scope)).toEqual(inMemory);
      expect(memory.entries.totalCount).toBe(inMemory.length);
    }
  });

  it('that does not cover the memory makes its list empty, with its facets', async () => {
    const project = await server.project();
    const [memoryId, other] = [await project.memory({ tags: ['t'] }), await project.memory()];
    await write(project, memoryId, [{ content: 'here' }]);
    await write(project, other, [{ content: 'there' }]);
    const query = `query ($id: ID!, $scope: KnowledgeScope) { memory(id: $id) { entries(scope: $scope) {
      totalCount nodes { id } facets { kinds { count } sources { count } memories { count } tags { count } } } } }`;
    const empty = { kinds: [], sources: [], memories: [], tags: [] };
    for (const scope of [{ memoryIds: [other] }, { memoryTags: ['x*'] }, { memoryIds: [] }]) {
      const { memory } = await project.run(query, { id: memoryId, scope });
      expect(memory.entries).toEqual({ totalCount: 0, nodes: [], facets: empty });
    }
    const foreign = await server.project();
    const scope = { memoryIds: [await foreign.memory()] };
    for (const run of [
      project.fail(query, { id: memoryId, scope }),
      project.fail(IN_PROJECT, { scope }),
    ]) {
      expect((await run).extensions.code).toBe('NOT_FOUND');
    }
  });

  it('is refused out of range', async () => {
    const project = await server.project();
    for (const [scope, path] of [
      [{ minUtility: 2 }, 'scope.minUtility'],
      [{ memoryIds: Array.from({ length: 501 }, (_, i) => `m${i}`) }, 'scope.memoryIds'],
      [{ createdAfter: '0001-01-01T00:00:00Z' }, 'scope.createdAfter'],
    ] as const) {
      const refused = await project.fail(IN_PROJECT, { scope });
      expect(refused.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
    }
  });
});

describe('facets', () => {
  const FACETS = `query ($scope: KnowledgeScope, $text: String, $deleted: Boolean) {
    entries(scope: $scope, text: $text, deleted: $deleted, first: 1) { totalCount facets {
      kinds { kind count } sources { source count } memories { memory { id } count } tags { tag count } } } }`;

  it('count all matches, on all pages, greatest first', async () => {
    const project = await server.project();
    const one = await project.memory({ tags: ['x', 'y'] });
    const two = await project.memory({ tags: ['y'] });
    const ids = await write(project, one, [
      { content: 'red apple', kind: 'FACT' },
      { content: 'red pear' },
      { content: 'green pear', source: 'AGENT' },
      { content: 'gone' },
    ]);
    await write(project, two, [{ content: 'red rose' }]);
    const foreign = await server.project();
    await write(foreign, await foreign.memory({ tags: ['x'] }), [{ content: 'red herring' }]);
    await project.run(DELETE_MANY, { input: { entryIds: [ids[3]] } });
    const facetsOf = async (variables: object) =>
      (await project.run(FACETS, { ...variables })).entries;
    expect(await facetsOf({})).toEqual({
      totalCount: 4,
      facets: {
        kinds: [
          { kind: 'PLAN', count: 3 },
          { kind: 'FACT', count: 1 },
        ],
        sources: [
          { source: 'MANUAL', count: 3 },
          { source: 'AGENT', count: 1 },
        ],
        memories: [
          { memory: { id: one }, count: 3 },
          { memory: { id: two }, count: 1 },
        ],
        tags: [
          { tag: 'y', count: 4 },
          { tag: 'x', count: 3 },
        ],
      },
    });
    const red = await facetsOf({ text: 'red', scope: { kinds: ['PLAN'] } });
    expect(red).toMatchObject({
      totalCount: 2,
      facets: {
        kinds: [{ kind: 'PLAN', count: 2 }],
        tags: [
          { tag: 'y', count: 2 },
          { tag: 'x', count: 1 },
        ],
      },
    });
    const deleted = await facetsOf({ deleted: true });
    expect(deleted).toMatchObject({
      totalCount: 1,
      facets: { memories: [{ memory: { id: one }, count: 1 }] },
    });
  });
});
