import { describe, expect, it } from 'vitest';
import { deleteMemory, eventsOf, MEMORIES } from './support/memories.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();

const UPDATE = `mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) {
  memory { name version createdBy { id kind name } updatedBy { id kind name } } } }`;

const BY_TAGS = `query ($memoryTags: [String!]!) {
  memories(tags: $memoryTags) { totalCount nodes { id name } }
  entries(scope: { memoryTags: $memoryTags }) { nodes { memory { id name } } }
  searchKnowledge(input: { query: "A fact", scope: { memoryTags: $memoryTags } }) { results { score } }
  events(scope: { memoryTags: $memoryTags }) { nodes { memoryId } } }`;

type Node = { id: string; name: string };

const list = async (project: TestProject, variables = {}) =>
  (await project.run(MEMORIES, variables)).memories;

const namesOf = async (project: TestProject, variables = {}) =>
  (await list(project, variables)).nodes.map(({ name }: Node) => name);

/** The names of all pages of two, and of three from the end. */
async function paged(project: TestProject, variables: object) {
  const forward: string[] = [];
  for (let after: string | null = null; ; ) {
    const { nodes, pageInfo } = await list(project, { ...variables, first: 2, after });
    expect(pageInfo.hasPreviousPage).toBe(after !== null);
    forward.push(...nodes.map(({ name }: Node) => name));
    after = pageInfo.endCursor;
    if (!pageInfo.hasNextPage) break;
  }
  const backward: string[] = [];
  for (let before: string | null = null; ; ) {
    const { nodes, pageInfo } = await list(project, { ...variables, last: 3, before });
    expect(pageInfo.hasNextPage).toBe(before !== null);
    backward.unshift(...nodes.map(({ name }: Node) => name));
    before = pageInfo.startCursor;
    if (!pageInfo.hasPreviousPage) break;
  }
  return { forward, backward };
}

describe('the order of memories', () => {
  it('is each of the schema, in both directions and with ties, in pages both ways', async () => {
    const project = await server.project();
    const entries = { b: 1, B: 0, 'a b': 2, ä: 1, Z: 0, a: 0, '9': 3 };
    for (const [name, total] of Object.entries(entries)) {
      const memoryId = await project.memory({ name });
      for (let i = 0; i < total; i += 1)
        await project.write(memoryId, `Plan ${i}`, { kind: 'PLAN' });
    }
    const { nodes } = await list(project);
    const created: string[] = nodes.map(({ name }: Node) => name).reverse();
    const idOf = new Map(nodes.map(({ id, name }: Node) => [name, id]));
    // Changes two of them in another order than that of their creation.
    for (const name of ['Z', 'a b']) {
      await project.run(UPDATE, { input: { memoryId: idOf.get(name), description: 'changed' } });
    }
    const count = (name: string) => entries[name as keyof typeof entries];
    const ascending = {
      NAME: ['9', 'B', 'Z', 'a', 'a b', 'b', 'ä'],
      CREATED_AT: created,
      UPDATED_AT: [...created.filter((name) => name !== 'Z' && name !== 'a b'), 'Z', 'a b'],
      ENTRY_COUNT: created.toSorted((one, other) => count(one) - count(other)),
    };
    for (const [field, names] of Object.entries(ascending)) {
      for (const direction of ['ASC', 'DESC']) {
        const wanted = direction === 'ASC' ? names : names.toReversed();
        const orderBy = { field, direction };
        expect([orderBy, await paged(project, { orderBy })]).toEqual([
          orderBy,
          { forward: wanted, backward: wanted },
        ]);
      }
    }
    expect(await namesOf(project, { orderBy: { field: 'NAME' } })).toEqual(ascending.NAME);
    expect(await namesOf(project, { orderBy: null })).toEqual(created.toReversed());
  });

  it('has cursors of its own', async () => {
    const project = await server.project();
    await project.memory();
    const { pageInfo } = await list(project, { orderBy: { field: 'NAME' } });
    const other = { after: pageInfo.endCursor, orderBy: { field: 'UPDATED_AT' } };
    const { extensions } = await project.fail(MEMORIES, other);
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'after' });
  });
});

describe('the filters of memories', () => {
  it('are a part of the name, tags and the deletion, together', async () => {
    const project = await server.project();
    for (const [name, tags] of [
      ['Customers', ['crm']],
      ['CUSTOM work', []],
      ['100%', ['crm']],
      ['under_score', []],
      ['Caf\u00e9', []],
    ] as const) {
      await project.memory({ name, tags });
    }
    const gone = await project.memory({ name: 'Old customs', tags: ['crm'] });
    await deleteMemory(project, gone);
    const expected: [object, string[]][] = [
      [{ name: 'custom' }, ['CUSTOM work', 'Customers']],
      [{ name: 'custom', tags: ['c*'] }, ['Customers']],
      [{ name: 'custom', deleted: true }, ['Old customs']],
      [{ name: 'custom', deleted: true, tags: ['c*'] }, ['Old customs']],
      [{ name: 'custom', deleted: null, tags: [] }, []],
      [{ name: '%' }, ['100%']],
      [{ name: '_' }, ['under_score']],
      [{ name: 'cafe\u0301' }, ['Caf\u00e9']],
      [{ name: 'x'.repeat(10_000) }, []],
    ];
    for (const [variables, names] of expected) {
      const { nodes, totalCount } = await list(project, variables);
      expect([variables, nodes.map(({ name }: Node) => name)]).toEqual([variables, names]);
      expect(totalCount).toBe(names.length);
    }
    expect((await list(project, { name: '' })).totalCount).toBe(5);
    for (const name of ['nul \0', 'x'.repeat(32_769)]) {
      const { extensions } = await project.fail(MEMORIES, { name });
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'name' });
    }
  });

  it('are globs, also those that match a hundred tags', async () => {
    const project = await server.project();
    const other = await project.memory({ name: 'other', tags: ['other'] });
    const users = Array.from({ length: 120 }, (_, i) => `user/${i}`);
    const first = await project.memory({ name: 'first', tags: ['a', ...users.slice(0, 60)] });
    const second = await project.memory({ name: 'second', tags: users.slice(60) });
    for (const memoryId of [other, first, second]) await project.write(memoryId, 'A fact');
    const found = async (memoryTags: string[]) => {
      const { memories, entries, searchKnowledge, events } = await project.run(BY_TAGS, {
        memoryTags,
      });
      const ids = new Set(events.nodes.map(({ memoryId }: { memoryId: string }) => memoryId));
      return {
        memories: memories.nodes.map(({ name }: Node) => name),
        total: memories.totalCount,
        entries: entries.nodes.map(({ memory }: { memory: Node }) => memory.name),
        found: searchKnowledge.results.length,
        events: [...ids],
      };
    };
    const ofUsers = ['second', 'first'];
    const expected = { memories: ofUsers, total: 2, entries: ofUsers, found: 2 };
    expect(await found(['user/*'])).toEqual({ ...expected, events: [first, second] });
    const ofOne = { memories: ['first'], total: 1, entries: ['first'], found: 1, events: [first] };
    expect(await found(['user/1'])).toEqual(ofOne);
  });

  it('hold on each page', async () => {
    const project = await server.project();
    for (let i = 0; i < 5; i += 1) {
      await deleteMemory(project, await project.memory({ name: `gone ${i}` }));
      await project.memory({ name: `kept ${i}` });
    }
    const gone = ['gone 4', 'gone 3', 'gone 2', 'gone 1', 'gone 0'];
    expect(await paged(project, { deleted: true })).toEqual({ forward: gone, backward: gone });
    const kept = ['kept 0', 'kept 1', 'kept 2', 'kept 3', 'kept 4'];
    const orderBy = { field: 'NAME', direction: 'ASC' };
    expect(await paged(project, { orderBy, name: 'E' })).toEqual({ forward: kept, backward: kept });
  });
});

describe('the version of a memory', () => {
  it('counts its own changes, and keeps one writer from undoing another', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'First' });
    const versionNow = async () => (await list(project)).nodes[0].version;
    const change = (input: object) => project.run(UPDATE, { input: { memoryId, ...input } });
    expect(await versionNow()).toBe(0);
    await project.write(memoryId, 'An entry');
    await change({ name: 'First' });
    expect(await versionNow()).toBe(0);
    await change({ name: 'Second', ifVersion: 0 });
    const { extensions } = await project.fail(UPDATE, {
      input: { memoryId, name: 'Third', ifVersion: 0 },
    });
    expect(extensions).toMatchObject({ code: 'CONFLICT', memoryId, version: 1 });
    expect(await namesOf(project)).toEqual(['Second']);
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => change({ name: `Race ${i}`, ifVersion: 1 })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await versionNow()).toBe(2);
    expect(await eventsOf(project, ['MEMORY_UPDATED'])).toHaveLength(2);
  });

  it('comes with who made it and who changed it last', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const input = { memoryId, description: 'By another key' };
    const { memory } = (await project.run(UPDATE, { input }, project.keys.ADMIN)).updateMemory;
    const actor = (name: string) => ({ id: expect.stringMatching(/^key_/), kind: 'API_KEY', name });
    expect(memory).toMatchObject({ createdBy: actor('WRITE'), updatedBy: actor('ADMIN') });
    const byRoot = { input: { memoryId, description: 'By the root key' } };
    const changed = (await server.asRoot(UPDATE, byRoot, project.id)).updateMemory.memory;
    expect(changed.updatedBy).toEqual({ id: 'root', kind: 'ROOT_KEY', name: 'root' });
  });
});
