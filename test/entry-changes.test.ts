import { describe, expect, it } from 'vitest';
import { ENTRY, SEARCH, scriptPair, UPDATE_ENTRY } from './support/entries.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();

const DELETE =
  'mutation ($input: DeleteEntryInput!) { deleteEntry(input: $input) { entry { id deletedAt } } }';
const RESTORE =
  'mutation ($input: RestoreEntryInput!) { restoreEntry(input: $input) { entry { id deletedAt } } }';
const REVERT =
  'mutation ($input: RevertEntryInput!) { revertEntry(input: $input) { entry { content metadata } } }';

describe('changing an entry', () => {
  it('re-embeds its text', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'Old words here');
    const changed = await project.run(UPDATE_ENTRY, {
      input: { entryId: entry.id, content: 'Fresh wording' },
    });
    expect(changed.updateEntry.entry.content).toBe('Fresh wording');
    const find = async (query: string) =>
      (await project.run(SEARCH, { input: { query, scope: { memoryIds: [memoryId] } } }))
        .searchKnowledge.results[0];
    expect((await find('Fresh wording')).similarity).toBeCloseTo(1, 5);
    expect((await find('Old words here')).similarity).toBeLessThan(0.9);
    expect((await project.write(memoryId, 'Old words here', { dryRun: true })).action).toBe(
      'CREATED',
    );
  });

  it('with the text of another entry is CONFLICT', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'Taken text');
    const { entry } = await project.write(memoryId, 'Quite different');
    const input = { entryId: entry.id, content: 'Taken text' };
    expect((await project.fail(UPDATE_ENTRY, { input })).extensions.code).toBe('CONFLICT');
    expect((await project.run(ENTRY, { id: entry.id })).entry.content).toBe('Quite different');
  });

  it.each([
    ['metadata', { metadata: { room: 1 } }, { metadata: { room: 2 } }],
    ['expiry', { expiresAt: '2130-01-01T00:00:00Z' }, { expiresAt: '2131-01-01T00:00:00Z' }],
  ])('to the %s of another entry with its text is CONFLICT', async (_, one, other) => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'Free parking', one);
    const { action, entry } = await project.write(memoryId, 'Free parking', other);
    expect(action).toBe('CREATED');
    const edit = (given: object) => ({ input: { entryId: entry.id, ...given } });
    expect((await project.fail(UPDATE_ENTRY, edit(one))).extensions.code).toBe('CONFLICT');
    await project.run(UPDATE_ENTRY, edit({ ...other, metadata: { room: 3 } }));
  });

  it('back to the metadata of an entry that was written since is CONFLICT', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const given = { metadata: { room: 1 } };
    const { entry } = await project.write(memoryId, 'Free parking', given);
    const input = { entryId: entry.id };
    await project.run(UPDATE_ENTRY, { input: { ...input, metadata: { room: 2 } } });
    expect((await project.write(memoryId, 'Free parking', given)).action).toBe('CREATED');
    expect((await project.fail(REVERT, { input })).extensions.code).toBe('CONFLICT');
  });

  it('with ifVersion is made once, however many have read the same version', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'Read by many');
    const attempts = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        project
          .run(UPDATE_ENTRY, {
            input: { entryId: entry.id, metadata: { by: index }, ifVersion: 0 },
          })
          .catch(String),
      ),
    );
    expect(attempts.filter((made) => typeof made === 'object')).toHaveLength(1);
    const late = { entryId: entry.id, content: 'Too late', ifVersion: 0 };
    const { extensions } = await project.fail(UPDATE_ENTRY, { input: late });
    expect(extensions).toMatchObject({ code: 'CONFLICT', version: 1 });
    const query = 'query ($id: ID!) { entry(id: $id) { version content } }';
    const found = { version: 1, content: 'Read by many' };
    expect((await project.run(query, { id: entry.id })).entry).toEqual(found);
    await project.run(UPDATE_ENTRY, { input: { ...late, content: 'In time', ifVersion: 1 } });
  });

  it('keeps every version, and goes back to any', async () => {
    const project = await server.project();
    const { memoryId, entry } = await scriptPair(server, {
      project,
      texts: ['First line', 'Second line'],
      similarity: 0.8,
    });
    const { viewer } = await project.run('{ viewer { apiKey { id } } }');
    await project.write(memoryId, 'Second line');
    await project.run(UPDATE_ENTRY, {
      input: { entryId: entry.id, content: 'All new', metadata: { v: 2 } },
    });
    const { revisions } = (await project.run(ENTRY, { id: entry.id })).entry;
    const actor = { id: viewer.apiKey.id };
    expect(revisions.nodes).toEqual([
      {
        number: 2,
        change: 'EDITED',
        content: 'First line\nSecond line',
        metadata: {},
        similarity: null,
        actor,
      },
      {
        number: 1,
        change: 'STATEMENT_ADDED',
        content: 'First line',
        metadata: {},
        similarity: 0.8,
        actor,
      },
    ]);
    const revert = async (input: object) =>
      (await project.run(REVERT, { input: { entryId: entry.id, ...input } })).revertEntry.entry;
    expect(await revert({})).toEqual({ content: 'First line\nSecond line', metadata: {} });
    expect(await project.write(memoryId, 'Second line', { dryRun: true })).toMatchObject({
      action: 'SKIPPED',
    });
    expect(await revert({ revision: 1 })).toEqual({ content: 'First line', metadata: {} });
    expect(await project.write(memoryId, 'Second line', { dryRun: true })).toMatchObject({
      action: 'UPDATED',
    });
    expect(await revert({})).toMatchObject({ content: 'First line\nSecond line' });
    const missing = { input: { entryId: entry.id, revision: 99 } };
    expect((await project.fail(REVERT, missing)).extensions.code).toBe('NOT_FOUND');
  });

  it('that changes nothing leaves no trace', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'As it was');
    await project.run(UPDATE_ENTRY, {
      input: { entryId: entry.id, content: 'As it was', metadata: {} },
    });
    expect((await project.run(ENTRY, { id: entry.id })).entry.revisions.totalCount).toBe(0);
  });

  it('back to fewer texts of the same content makes the whole text known again', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'A\nB');
    await project.run(UPDATE_ENTRY, { input: { entryId: entry.id, content: 'A' } });
    await project.write(memoryId, 'B', { updateThreshold: 0 });
    await project.run(REVERT, { input: { entryId: entry.id, revision: 1 } });
    expect((await project.write(memoryId, 'A\nB')).action).toBe('SKIPPED');
  });

  it('needs something to change', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'Same as ever');
    const nothing = await project.fail(UPDATE_ENTRY, { input: { entryId: entry.id } });
    expect(nothing.extensions.code).toBe('BAD_USER_INPUT');
    const never = await project.fail(REVERT, { input: { entryId: entry.id } });
    expect(never.extensions.code).toBe('NOT_FOUND');
  });

  it('by many at once loses no change', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'Edited by many');
    const edits = Array.from({ length: 4 }, (_, i) => `Edit number ${i}`);
    await Promise.all(
      edits.map((content) => project.run(UPDATE_ENTRY, { input: { entryId: entry.id, content } })),
    );
    const after = (await project.run(ENTRY, { id: entry.id })).entry;
    const versions = [
      after.content,
      ...after.revisions.nodes.map((node: { content: string }) => node.content),
    ];
    expect(versions.sort()).toEqual([...edits, 'Edited by many'].sort());
  });
});

describe('deleting an entry', () => {
  it('takes it out of search, lists and counts until it is restored', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'Here today');
    const input = { entryId: entry.id };
    const found = async () =>
      (await project.run(SEARCH, { input: { query: 'Here today' } })).searchKnowledge.results
        .length;
    const LISTS = `{ memory(id: "${memoryId}") { entryCount
      entries { totalCount } trash: entries(deleted: true) { nodes { id } } } }`;
    const gone = await project.run(DELETE, { input });
    expect(gone.deleteEntry.entry.deletedAt).not.toBeNull();
    expect(await project.run(DELETE, { input })).toEqual(gone);
    expect(await found()).toBe(0);
    expect((await project.run(LISTS)).memory).toEqual({
      entryCount: 0,
      entries: { totalCount: 0 },
      trash: { nodes: [{ id: entry.id }] },
    });
    expect((await project.run(ENTRY, { id: entry.id })).entry.deletedAt).not.toBeNull();
    const edit = await project.fail(UPDATE_ENTRY, { input: { ...input, content: 'x' } });
    expect(edit.extensions.code).toBe('CONFLICT');

    const back = await project.run(RESTORE, { input });
    expect(back.restoreEntry.entry.deletedAt).toBeNull();
    expect(await project.run(RESTORE, { input })).toEqual(back);
    expect(await found()).toBe(1);
    expect((await project.run(LISTS)).memory).toMatchObject({
      entryCount: 1,
      trash: { nodes: [] },
    });
    expect((await project.write(memoryId, 'Here today')).action).toBe('SKIPPED');
  });

  it('lets its text be written anew, and then cannot be undone', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'Written twice');
    await project.run(DELETE, { input: { entryId: entry.id } });
    expect((await project.write(memoryId, 'Written twice')).action).toBe('CREATED');
    const { extensions } = await project.fail(RESTORE, { input: { entryId: entry.id } });
    expect(extensions.code).toBe('CONFLICT');
  });
});

describe('a fact beside another one with its text', () => {
  const changeInEveryWay = async (project: TestProject, entryId: string) => {
    const input = { entryId };
    await project.run(UPDATE_ENTRY, { input: { ...input, occurredAt: '2026-01-02T00:00:00Z' } });
    await project.run(DELETE, { input });
    await project.run(RESTORE, { input });
    await project.run(UPDATE_ENTRY, { input: { ...input, content: 'Something else' } });
    await project.run(REVERT, { input });
    const { entry } = await project.run(ENTRY, { id: entryId });
    expect(entry).toMatchObject({ content: 'Free parking', deletedAt: null });
  };

  it('that expires at another time can be changed, deleted and restored', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const expiresAt = '2130-01-01T00:00:00Z';
    const { entry: passing } = await project.write(memoryId, 'Free parking', { expiresAt });
    const { action, entry: lasting } = await project.write(memoryId, 'Free parking');
    expect(action).toBe('CREATED');
    await changeInEveryWay(project, lasting.id);
    const input = { entryId: passing.id };
    await project.run(UPDATE_ENTRY, { input: { ...input, occurredAt: '2026-01-02T00:00:00Z' } });
    await project.run(DELETE, { input });
    // What is restored no longer expires, so that both would be the same.
    expect((await project.fail(RESTORE, { input })).extensions.code).toBe('CONFLICT');
  });

  it('that was written after it was superseded can be changed, deleted and restored', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry: old } = await project.write(memoryId, 'Free parking');
    await project.write(memoryId, 'All visitors pay', { supersedes: [old.id] });
    expect((await project.write(memoryId, 'Free parking')).action).toBe('CREATED');
    await changeInEveryWay(project, old.id);
  });

  it('that became current beside it can be dated and described, but not restored', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry: old } = await project.write(memoryId, 'Free parking');
    await project.write(memoryId, 'All visitors pay', { supersedes: [old.id] });
    await project.write(memoryId, 'Free parking');
    await project.run(
      `mutation { supersedeEntries(input: { entryIds: ["${old.id}"], by: null }) { results { __typename } } }`,
    );
    const input = { entryId: old.id };
    await project.run(UPDATE_ENTRY, { input: { ...input, occurredAt: '2026-01-02T00:00:00Z' } });
    await project.run(UPDATE_ENTRY, { input: { ...input, metadata: { room: 1 } } });
    await project.run(DELETE, { input });
    expect((await project.fail(RESTORE, { input })).extensions.code).toBe('CONFLICT');
  });
});

describe('lists of entries', () => {
  it('are filtered by kind, source and metadata, with exact totals', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const write = (content: string, input: Record<string, unknown>) =>
      project.write(memoryId, content, input);
    await write('apple', { metadata: { tags: ['a', 'b'], n: 1, nested: { x: 1, y: 2 } } });
    await write('banana', { metadata: { tags: 'a', n: 2 }, source: 'AGENT' });
    await write('cherry', {
      metadata: { tags: ['b'], n: null },
      kind: 'PLAN',
      source: 'EXTRACTION',
    });
    const list = async (args: string) => {
      const { memory } = await project.run(
        `{ memory(id: "${memoryId}") { entries${args} { totalCount nodes { content } } } }`,
      );
      expect(memory.entries.totalCount).toBe(memory.entries.nodes.length);
      return memory.entries.nodes.map((node: { content: string }) => node.content);
    };
    expect(await list('')).toEqual(['cherry', 'banana', 'apple']);
    expect(await list('(scope: { kinds: [PLAN] })')).toEqual(['cherry']);
    expect(await list('(scope: { kinds: [] })')).toEqual([]);
    expect(await list('(scope: { sources: [AGENT, MANUAL] })')).toEqual(['banana', 'apple']);
    expect(await list('(scope: { metadata: { tags: "a" } })')).toEqual(['banana', 'apple']);
    expect(await list('(scope: { metadata: { tags: "b", n: 1 } })')).toEqual(['apple']);
    expect(await list('(scope: { metadata: { tags: ["a", "b"] } })')).toEqual(['apple']);
    expect(await list('(scope: { metadata: { nested: { x: 1 } } })')).toEqual(['apple']);
    expect(await list('(scope: { metadata: { n: "1" } })')).toEqual([]);
    expect(await list('(scope: { metadata: { n: null } })')).toEqual(['cherry']);
    expect(await list('(scope: { metadata: {} })')).toHaveLength(3);
  });
});
