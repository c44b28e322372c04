import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { memories } from '../src/db/tables/memories.ts';
import { deleteMemory, eventsOf, restoreMemory } from './support/memories.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();

const TAGS = `query ($search: String, $first: Int, $after: String, $last: Int, $before: String) {
  tags(search: $search, first: $first, after: $after, last: $last, before: $before) { totalCount
    nodes { name memoryCount entryCount } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
const RENAME = `mutation ($input: RenameTagInput!) { renameTag(input: $input) {
  tag { name memoryCount entryCount } changedMemories } }`;

const tagsOf = async (project: TestProject, variables = {}) =>
  (await project.run(TAGS, variables)).tags;

const namesOf = async (project: TestProject, variables = {}) =>
  (await tagsOf(project, variables)).nodes.map(({ name }: { name: string }) => name);

const rename = async (project: TestProject, from: string, to: string) =>
  (await project.run(RENAME, { input: { from, to } })).renameTag;

describe('tags', () => {
  it('have the numbers of the memories and entries that are not deleted', async () => {
    const project = await server.project();
    const [one, two] = [
      await project.memory({ tags: ['a', 'both'] }),
      await project.memory({ tags: ['both'] }),
    ];
    await project.memory();
    await project.write(one, 'First', { kind: 'PLAN' });
    await project.write(two, 'Second', { kind: 'PLAN' });
    await project.write(two, 'Third', { kind: 'PLAN' });
    const all = {
      totalCount: 2,
      nodes: [
        { name: 'a', memoryCount: 1, entryCount: 1 },
        { name: 'both', memoryCount: 2, entryCount: 3 },
      ],
    };
    expect(await tagsOf(project)).toMatchObject(all);
    await deleteMemory(project, one);
    expect(await tagsOf(project)).toMatchObject({
      totalCount: 1,
      nodes: [{ name: 'both', memoryCount: 1, entryCount: 2 }],
    });
    await restoreMemory(project, one);
    const QUERY = 'query ($id: ID!) { project(id: $id) { tags { totalCount nodes { name } } } }';
    const { tags } = (await server.asRoot(QUERY, { id: project.id })).project;
    expect(tags).toEqual({ totalCount: 2, nodes: [{ name: 'a' }, { name: 'both' }] });
    const stranger = await server.project();
    expect(await tagsOf(stranger)).toMatchObject({ totalCount: 0, nodes: [] });
  });

  it('are listed by the numbers of their characters, in pages both ways', async () => {
    const project = await server.project();
    const tags = ['b', 'B', 'a', 'ä', 'Z', '10', '9', 'a b', '\u{1f600}', '\uffee'];
    for (const tag of tags) await project.memory({ tags: [tag, 'b'] });
    const sorted = tags.toSorted((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
    expect(await namesOf(project)).toEqual(sorted);
    const forward: string[] = [];
    for (let after: string | null = null; ; ) {
      const { nodes, pageInfo, totalCount } = await tagsOf(project, { first: 3, after });
      expect(totalCount).toBe(tags.length);
      expect(pageInfo.hasPreviousPage).toBe(after !== null);
      forward.push(...nodes.map(({ name }: { name: string }) => name));
      after = pageInfo.endCursor;
      if (!pageInfo.hasNextPage) break;
    }
    expect(forward).toEqual(sorted);
    const backward: string[] = [];
    for (let before: string | null = null; ; ) {
      const { nodes, pageInfo } = await tagsOf(project, { last: 3, before });
      backward.unshift(...nodes.map(({ name }: { name: string }) => name));
      before = pageInfo.startCursor;
      if (!pageInfo.hasPreviousPage) break;
    }
    expect(backward).toEqual(sorted);
  });

  it('are found by a part, in upper or lower case and in one Unicode form', async () => {
    const project = await server.project();
    await project.memory({
      tags: ['customer', 'Customs', 'x%y', 'x_y', 'Caf\u00e9', '\u00c4rzte'],
    });
    const expected: [string | null, string[]][] = [
      ['CUSTOM', ['Customs', 'customer']],
      ['ers', []],
      ['%', ['x%y']],
      ['_', ['x_y']],
      ['fe\u0301', ['Caf\u00e9']],
      ['\u00c4rzte', ['\u00c4rzte']],
      ['\u00e4R', ['\u00c4rzte']],
      ['', ['Caf\u00e9', 'Customs', 'customer', 'x%y', 'x_y', '\u00c4rzte']],
      [null, ['Caf\u00e9', 'Customs', 'customer', 'x%y', 'x_y', '\u00c4rzte']],
      ['x'.repeat(10_000), []],
    ];
    for (const [search, names] of expected) {
      expect([search, await namesOf(project, { search })]).toEqual([search, names]);
      expect((await tagsOf(project, { search, first: 0 })).totalCount).toBe(names.length);
    }
  });

  it.each([
    [{ search: 'nul \0' }, 'search'],
    [{ search: 'x'.repeat(32_769) }, 'search'],
    [{ first: 101 }, 'first'],
    [{ after: 'nonsense' }, 'after'],
    [{ last: -1 }, 'last'],
  ])('refuse %j', async (variables, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(TAGS, variables);
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });
});

describe('renameTag', () => {
  it('replaces a tag once in each memory that is not deleted, and records the changes', async () => {
    const project = await server.project();
    const plain = await project.memory({ tags: ['old', 'a', 'z'] });
    const both = await project.memory({ tags: ['new', 'old'] });
    const other = await project.memory({ tags: ['older'] });
    const deleted = await project.memory({ tags: ['old'] });
    await deleteMemory(project, deleted);
    await project.write(plain, 'An entry');
    const stranger = await server.project();
    await stranger.memory({ tags: ['old'] });
    expect(await rename(project, ' old ', 'new')).toEqual({
      tag: { name: 'new', memoryCount: 2, entryCount: 1 },
      changedMemories: 2,
    });
    const { memories } = await project.run(
      '{ memories { nodes { id tags version updatedBy { name } } } }',
    );
    expect(memories.nodes).toEqual([
      { id: other, tags: ['older'], version: 0, updatedBy: { name: 'WRITE' } },
      { id: both, tags: ['new'], version: 1, updatedBy: { name: 'WRITE' } },
      { id: plain, tags: ['a', 'new', 'z'], version: 1, updatedBy: { name: 'WRITE' } },
    ]);
    expect((await restoreMemory(project, deleted)).tags).toEqual(['old']);
    expect(await namesOf(stranger)).toEqual(['old']);
    const events = await eventsOf(project, ['MEMORY_UPDATED']);
    expect(events).toMatchObject([
      { memoryId: plain, changes: [{ field: 'tags', after: ['a', 'new', 'z'] }] },
      { memoryId: both, changes: [{ field: 'tags', before: ['new', 'old'], after: ['new'] }] },
    ]);
  });

  it('changes nothing to the same tag, and does not find one that no memory has', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ tags: ['kept'] });
    expect(await rename(project, 'kept', ' kept ')).toEqual({
      tag: { name: 'kept', memoryCount: 1, entryCount: 0 },
      changedMemories: 0,
    });
    const gone = { input: { from: 'absent', to: 'x' } };
    expect((await project.fail(RENAME, gone)).extensions.code).toBe('NOT_FOUND');
    await deleteMemory(project, memoryId);
    const ofDeleted = { input: { from: 'kept', to: 'x' } };
    expect((await project.fail(RENAME, ofDeleted)).extensions.code).toBe('NOT_FOUND');
    const { extensions } = await project.fail(RENAME, ofDeleted, project.keys.READ);
    expect(extensions.code).toBe('FORBIDDEN');
  });

  it('is done once in each memory, while others change its tags', async () => {
    const project = await server.project();
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, i) => project.memory({ tags: ['old', `own${i}`] })),
    );
    const UPDATE = `mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) { memory { id } } }`;
    const [outcomes] = await Promise.all([
      Promise.allSettled(Array.from({ length: 10 }, () => rename(project, 'old', 'new'))),
      ...ids.map((memoryId) => project.run(UPDATE, { input: { memoryId, addTags: ['more'] } })),
    ]);
    const changed = outcomes.map((one) =>
      one.status === 'fulfilled' ? one.value.changedMemories : 0,
    );
    expect(changed.reduce((sum, count) => sum + count, 0)).toBe(8);
    const { memories } = await project.run('{ memories { nodes { tags version } } }');
    const own = Array.from({ length: 8 }, (_, i) => ({
      tags: ['more', 'new', `own${i}`],
      version: 2,
    }));
    expect(memories.nodes).toHaveLength(8);
    expect(memories.nodes).toEqual(expect.arrayContaining(own));
  });

  it('changes more memories than one transaction does', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ tags: ['many'] });
    const [row] = await server.app.db.select().from(memories).where(eq(memories.id, memoryId));
    if (row === undefined) throw new Error('There is no memory');
    const copies = Array.from({ length: 1100 }, (_, i) => ({
      ...row,
      id: `mem_copy${String(i).padStart(4, '0')}`,
      name: `copy ${i}`,
    }));
    await server.app.db.insert(memories).values(copies);
    expect(await rename(project, 'many', 'renamed')).toEqual({
      tag: { name: 'renamed', memoryCount: 1101, entryCount: 0 },
      changedMemories: 1101,
    });
    expect(await namesOf(project)).toEqual(['renamed']);
  });

  it.each([
    [{ from: '', to: 'x' }, 'input.from'],
    [{ from: 'x', to: '  ' }, 'input.to'],
    [{ from: 'x', to: 'x'.repeat(129) }, 'input.to'],
    [{ from: 'x', to: 'half \ud800' }, 'input.to'],
  ])('refuses %j', async (input, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(RENAME, { input });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });
});
