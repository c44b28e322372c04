import { describe, expect, it } from 'vitest';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();

const CREATE = `mutation ($input: CreateMemoryInput!) {
  createMemory(input: $input) {
    memory { id name description tags duplicateThreshold updateThreshold entryCount project { id } }
  }
}`;
const UPDATE = `mutation ($input: UpdateMemoryInput!) {
  updateMemory(input: $input) { memory { name description tags duplicateThreshold updateThreshold } }
}`;
const DELETE =
  'mutation ($input: DeleteMemoryInput!) { deleteMemory(input: $input) { memory { id } } }';
const LIST = `query ($tags: [String!], $first: Int! = 20, $after: String) {
  memories(tags: $tags, first: $first, after: $after) {
    totalCount nodes { name } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

type Node = { name: string };

async function namesTagged(project: TestProject, tags: string[]): Promise<string[]> {
  const { memories } = await project.run(LIST, { tags }, project.keys.READ);
  expect(memories.totalCount).toBe(memories.nodes.length);
  return memories.nodes.map((node: Node) => node.name).sort();
}

describe('memories', () => {
  it('are made, changed and deleted', async () => {
    const project = await server.project();
    const input = { name: ' Customers ', description: 'All of them', tags: ['crm', 'b', 'crm'] };
    const { memory } = (await project.run(CREATE, { input })).createMemory;
    expect(memory).toMatchObject({
      name: 'Customers',
      description: 'All of them',
      tags: ['b', 'crm'],
      duplicateThreshold: null,
      updateThreshold: null,
      entryCount: 0,
      project: { id: project.id },
    });
    const memoryId = memory.id;
    const change = async (changes: object) =>
      (await project.run(UPDATE, { input: { memoryId, ...changes } })).updateMemory.memory;
    expect(await change({ tags: ['x'], duplicateThreshold: 0.9 })).toEqual({
      name: 'Customers',
      description: 'All of them',
      tags: ['x'],
      duplicateThreshold: 0.9,
      updateThreshold: null,
    });
    expect(await change({ description: null, duplicateThreshold: null })).toMatchObject({
      description: null,
      duplicateThreshold: null,
      tags: ['x'],
    });
    await project.run(DELETE, { input: { memoryId } });
    expect((await project.run(LIST)).memories.totalCount).toBe(0);
  });

  it('have their own rules of writes, or those of the project', async () => {
    const project = await server.project();
    const RULES = 'id duplicatePolicy maxStatements contradictionCheck';
    const create = `mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { memory { ${RULES} } } }`;
    const update = `mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) { memory { ${RULES} } } }`;
    const { id: memoryId, ...rules } = (await project.run(create, { input: { name: 'm' } }))
      .createMemory.memory;
    expect(rules).toEqual({
      duplicatePolicy: null,
      maxStatements: null,
      contradictionCheck: false,
    });
    const change = async (changes: object) =>
      (await project.run(update, { input: { memoryId, ...changes } })).updateMemory.memory;
    const own = { duplicatePolicy: 'SIMILAR', maxStatements: 2, contradictionCheck: true };
    expect(await change(own)).toMatchObject(own);
    expect(await change({ contradictionCheck: null })).toMatchObject(own);
    const inherited = { duplicatePolicy: null, maxStatements: null };
    expect(await change({ ...inherited, contradictionCheck: false })).toMatchObject(rules);
    const { events } = await project.run(
      '{ events(types: [MEMORY_CREATED, MEMORY_UPDATED]) { nodes { changes { field before after } } } }',
    );
    const fields = Object.keys(own);
    const changes = events.nodes.map((event: { changes: { field: string }[] }) =>
      event.changes.filter(({ field }) => fields.includes(field)),
    );
    expect(changes).toEqual([
      [],
      [
        { field: 'duplicatePolicy', before: null, after: 'SIMILAR' },
        { field: 'maxStatements', before: null, after: 2 },
        { field: 'contradictionCheck', before: false, after: true },
      ],
      [
        { field: 'duplicatePolicy', before: 'SIMILAR', after: null },
        { field: 'maxStatements', before: 2, after: null },
        { field: 'contradictionCheck', before: true, after: false },
      ],
    ]);
  });

  it('lower an updateThreshold that is not given to their duplicateThreshold', async () => {
    const project = await server.project({ updateThreshold: 0.9 });
    const similar = { duplicatePolicy: 'SIMILAR', duplicateThreshold: 0.8 };
    const lowered = { duplicateThreshold: 0.8, updateThreshold: 0.8 };
    const written = (memoryId: string, rules = {}) =>
      project.write(memoryId, 'Alice prefers email', { dryRun: true, ...rules });
    expect(await written(await project.memory(), similar)).toMatchObject(lowered);
    const memoryId = await project.memory(similar);
    expect(await written(memoryId)).toMatchObject(lowered);
    const change = (changes: object) => ({ input: { memoryId, ...changes } });
    await project.run(UPDATE, change({ duplicateThreshold: 0.7 }));
    expect(await written(memoryId)).toMatchObject({ updateThreshold: 0.7 });
    const { extensions } = await project.fail(UPDATE, change({ updateThreshold: 0.75 }));
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.updateThreshold' });
  });

  it('have a summary of their entries', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const other = await project.memory();
    const summary = async (id = memoryId) =>
      (await project.run('query ($id: ID!) { memory(id: $id) { summary } }', { id })).memory
        .summary;
    expect(await summary()).toBe('0 entries.');
    const createdAt = async (content: string, input: Record<string, unknown> = {}) => {
      const { entry } = await project.write(memoryId, content, input);
      const query = 'query ($id: ID!) { entry(id: $id) { createdAt } }';
      return (await project.run(query, { id: entry.id })).entry.createdAt;
    };
    const oldest = await createdAt('Call Bob', { kind: 'PLAN' });
    expect(await summary()).toBe(`1 entry (1 plan); oldest entry: ${oldest}, newest: ${oldest}.`);
    await createdAt('Alice prefers email');
    const newest = await createdAt('The zoo opens at nine');
    const { entry: gone } = await project.write(memoryId, 'Water boils at sea level');
    await project.run(
      'mutation ($id: ID!) { deleteEntry(input: { entryId: $id }) { entry { id } } }',
      { id: gone.id },
    );
    expect(await summary()).toBe(
      `3 entries (2 facts, 1 plan); oldest entry: ${oldest}, newest: ${newest}.`,
    );
    expect(await summary(other)).toBe('0 entries.');
  });

  it('have names that are unique in their project only', async () => {
    const [one, other] = [await server.project(), await server.project()];
    await one.memory({ name: 'Taken' });
    await other.memory({ name: 'Taken' });
    const { extensions, message } = await one.fail(CREATE, { input: { name: 'Taken' } });
    expect(extensions.code).toBe('CONFLICT');
    expect(message).toContain('"Taken"');
    const memoryId = await one.memory({ name: 'Free' });
    const renamed = await one.fail(UPDATE, { input: { memoryId, name: 'Taken' } });
    expect(renamed.extensions.code).toBe('CONFLICT');
  });

  it('have names and tags that are compared in one Unicode form', async () => {
    const project = await server.project();
    const composed = 'Caf\u00e9';
    const decomposed = 'Cafe\u0301';
    const { memory } = (
      await project.run(CREATE, { input: { name: decomposed, tags: [decomposed, composed] } })
    ).createMemory;
    expect(memory).toMatchObject({ name: composed, tags: [composed] });
    const { extensions } = await project.fail(CREATE, { input: { name: composed } });
    expect(extensions.code).toBe('CONFLICT');
    const { memories } = await project.run(
      'query ($tags: [String!]) { memories(tags: $tags) { nodes { name } } }',
      { tags: [`${decomposed}*`] },
    );
    expect(memories.nodes).toEqual([{ name: composed }]);
  });

  it('are found by name, in their own project only', async () => {
    const [one, other] = [await server.project(), await server.project()];
    const id = await one.memory({ name: 'Caf\u00e9' });
    const query = 'query ($id: ID, $name: String) { memory(id: $id, name: $name) { id } }';
    expect(await one.run(query, { name: ' Cafe\u0301 ' })).toEqual({ memory: { id } });
    expect(await other.run(query, { name: 'Caf\u00e9' })).toEqual({ memory: null });
    for (const [variables, message] of [
      [{}, 'id: give either id or name'],
      [{ id, name: 'Caf\u00e9' }, 'id: give either id or name, not both'],
    ] as const) {
      const refused = await one.fail(query, variables);
      expect(refused).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } });
    }
  });

  it('with ifExists: RETURN are made once, and returned unchanged to whoever else asks', async () => {
    const project = await server.project();
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        project.run(CREATE, {
          input: { name: 'Shared', description: `${index}`, ifExists: 'RETURN' },
        }),
      ),
    );
    const found = new Set(made.map(({ createMemory }) => JSON.stringify(createMemory.memory)));
    expect(found.size).toBe(1);
    expect((await project.run(LIST)).memories.totalCount).toBe(1);
    const { extensions } = await project.fail(CREATE, { input: { name: 'Shared' } });
    expect(extensions.code).toBe('CONFLICT');
  });

  it('gain and lose single tags, however many change them at once', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ tags: ['old', 'kept'] });
    const change = (input: object) => project.run(UPDATE, { input: { memoryId, ...input } });
    await Promise.all([
      ...Array.from({ length: 8 }, (_, index) => change({ addTags: [`t${index}`] })),
      change({ removeTags: ['old', 'absent'] }),
    ]);
    const { updateMemory } = await change({ addTags: ['t0', 'gone'], removeTags: ['gone'] });
    expect(updateMemory.memory.tags).toEqual([
      'kept',
      ...Array.from({ length: 8 }, (_, index) => `t${index}`),
    ]);
    const many = Array.from({ length: 60 }, (_, index) => `more${index}`);
    for (const input of [{ addTags: many }, { tags: ['a'], addTags: ['b'] }]) {
      const { extensions } = await project.fail(UPDATE, { input: { memoryId, ...input } });
      expect(extensions.code).toBe('BAD_USER_INPUT');
    }
  });

  it('of one name are made once, however many ask at once', async () => {
    const project = await server.project();
    const attempts = Array.from({ length: 10 }, () =>
      project.run(CREATE, { input: { name: 'Race' } }).then(
        () => 'made',
        () => 'refused',
      ),
    );
    expect((await Promise.all(attempts)).filter((result) => result === 'made')).toHaveLength(1);
  });

  it.each([
    [{ name: '  ' }, 'input.name'],
    [{ name: 'n'.repeat(201) }, 'input.name'],
    [{ name: 'nul \0' }, 'input.name'],
    [{ name: 'half \ud800' }, 'input.name'],
    [{ name: 'm', tags: [''] }, 'input.tags[0]'],
    [{ name: 'm', tags: Array.from({ length: 65 }, (_, i) => `t${i}`) }, 'input.tags'],
    [{ name: 'm', description: 'd'.repeat(4001) }, 'input.description'],
    [{ name: 'm', duplicateThreshold: 2 }, 'input.duplicateThreshold'],
    [{ name: 'm', updateThreshold: 0.99, duplicatePolicy: 'SIMILAR' }, 'input.updateThreshold'],
    [{ name: 'm', maxStatements: 0 }, 'input.maxStatements'],
    [{ name: 'm', maxStatements: 65 }, 'input.maxStatements'],
  ])('refuse %j', async (input, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(CREATE, { input });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });
});

describe('tag globs', () => {
  it('match as the reference says', async () => {
    const project = await server.project();
    const memories = {
      exact: ['crm'],
      support: ['customer-support', 'crm'],
      plain: ['customer'],
      prefs: ['user-prefs'],
      refs: ['user-xrefs'],
      untagged: [],
      bang: ['!x'],
      hash: ['#x'],
      dot: ['.x'],
      slash: ['a/b'],
      braces: ['{a,b}'],
      group: ['+(a|b)'],
      set: ['[ab]'],
      up: ['c/../d'],
      current: ['c/./d'],
      final: ['c/'],
      doubled: ['c//d'],
    };
    for (const [name, tags] of Object.entries(memories)) await project.memory({ name, tags });
    const expected: [string[], string[]][] = [
      [['crm'], ['exact', 'support']],
      [[' crm '], ['exact', 'support']],
      [['customer*'], ['plain', 'support']],
      [['user-?refs'], ['prefs', 'refs']],
      [['user-[px]*'], ['prefs', 'refs']],
      [
        ['crm', 'user-?refs'],
        ['exact', 'prefs', 'refs', 'support'],
      ],
      [['!x'], ['bang']],
      [['!crm'], []],
      [['#x'], ['hash']],
      [['.x'], ['dot']],
      [['?x'], ['bang', 'dot', 'hash']],
      [['a/b'], ['slash']],
      [['a/*'], ['slash']],
      [['{a,b}'], ['braces']],
      [['{crm,customer}'], []],
      [['+(a|b)'], ['group']],
      [['[ab]'], ['set']],
      [['c/../d'], ['up']],
      [['d'], []],
      [['c/./d'], ['current']],
      [['c/*/d'], []],
      [['c'], ['final']],
      [['c/'], ['final']],
      [['c/d'], ['doubled']],
      [['c//d'], ['doubled']],
      [['nothing*'], []],
      [[], []],
    ];
    for (const [tags, names] of expected) {
      expect([tags, await namesTagged(project, tags)]).toEqual([tags, names.sort()]);
    }
    expect(await namesTagged(project, ['*', '**'])).toHaveLength(14);
  });

  it.each([
    ['x'.repeat(10_000), 'tags[0]'],
    ['', 'tags[0]'],
  ])('of %.20s… are refused', async (glob, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(LIST, { tags: [glob] });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it('of many stars answer soon', async () => {
    const project = await server.project();
    await project.memory({ tags: ['a'.repeat(128)] });
    expect(await namesTagged(project, [`${'*a'.repeat(60)}b`])).toEqual([]);
  });
});

describe('pages of memories', () => {
  it('have exact totals, and neither miss nor repeat while others are made', async () => {
    const project = await server.project();
    for (let i = 0; i < 7; i += 1)
      await project.memory({ name: `old ${i}`, tags: [i % 2 ? 'odd' : 'even'] });
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { memories } = await project.run(LIST, { first: 2, after, tags: ['even'] });
      expect(memories.pageInfo.hasPreviousPage).toBe(after !== null);
      seen.push(...memories.nodes.map((node: Node) => node.name));
      after = memories.pageInfo.hasNextPage ? memories.pageInfo.endCursor : null;
      await Promise.all([project.memory({ tags: ['even'] }), project.memory({ tags: ['even'] })]);
    } while (after !== null);
    expect(seen).toEqual(['old 6', 'old 4', 'old 2', 'old 0']);
    const { memories } = await project.run(LIST, { first: 0, tags: ['even'] });
    expect(memories).toMatchObject({ totalCount: 8, nodes: [], pageInfo: { hasNextPage: true } });
  });

  it.each([
    [{ first: -1 }, 'first'],
    [{ first: 101 }, 'first'],
    [{ after: 'nonsense' }, 'after'],
    [{ after: Buffer.from('projects:prj_x').toString('base64url') }, 'after'],
    [{ after: '' }, 'after'],
    [{ after: 'eyJ9' }, 'after'],
  ])('refuse %j', async (variables, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(LIST, variables);
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });
});
