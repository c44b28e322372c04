import { describe, expect, it } from 'vitest';
import { MOVE, SEARCH } from './support/entries.ts';
import { useServer } from './support/server.ts';
import { record, stateOf } from './support/stream.ts';

const server = useServer();

const EDIT = `mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry {
  id kind content importance occurredAt expiresAt version importanceExplained { source base pending }
  revisions { nodes { number change content } } } } }`;

type Project = Awaited<ReturnType<typeof server.project>>;

const edit = async (project: Project, entryId: string, input: Record<string, unknown>) =>
  (await project.run(EDIT, { input: { entryId, ...input } })).updateEntry.entry;

const refused = async (project: Project, entryId: string, input: Record<string, unknown>) =>
  (await project.fail(EDIT, { input: { entryId, ...input } })).extensions;

const lastEvent = async (project: Project, entryId: string) => {
  const { events } = await project.run(
    '{ events(last: 100) { nodes { type entry { id } changes { field before after } } } }',
  );
  const own = events.nodes.filter(
    (event: { entry: { id: string } | null }) => event.entry?.id === entryId,
  );
  return own.findLast?.(() => true) ?? own.at(-1);
};

describe('editing an entry', () => {
  it('changes its importance and times, as a version of its own', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'A plain fact');
    const occurredAt = '2026-05-06T07:08:09.000Z';
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const changed = await edit(project, entry.id, { importance: 9, occurredAt, expiresAt });
    expect(changed).toMatchObject({ importance: 9, occurredAt, expiresAt, version: 1 });
    expect(changed.importanceExplained).toBeNull();
    expect(changed.revisions.nodes).toEqual([
      { number: 1, change: 'EDITED', content: 'A plain fact' },
    ]);
    const cleared = await edit(project, entry.id, { occurredAt: null, expiresAt: null });
    expect(cleared).toMatchObject({ importance: 9, occurredAt: null, expiresAt: null, version: 2 });
    const same = await edit(project, entry.id, { importance: 9, kind: 'FACT', expiresAt: null });
    expect(same.version).toBe(2);
    expect((await refused(project, entry.id, { importance: 3, ifVersion: 1 })).version).toBe(2);
  });

  it('is recorded with the changed fields only', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'Noted', { kind: 'OBSERVATION' });
    const expiresAt = '2099-01-01T00:00:00.000Z';
    await edit(project, entry.id, { kind: 'PLAN', importance: 2, expiresAt, content: 'Noted' });
    expect(await lastEvent(project, entry.id)).toMatchObject({
      type: 'ENTRY_EDITED',
      changes: [
        { field: 'kind', before: 'OBSERVATION', after: 'PLAN' },
        { field: 'importance', before: 5, after: 2 },
        { field: 'expiresAt', before: null, after: expiresAt },
      ],
    });
  });

  it('makes an observation a fact, which is then known, and a fact an observation', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'Water boils at 100 °C', {
      kind: 'OBSERVATION',
    });
    await edit(project, entry.id, { kind: 'FACT' });
    const again = await project.write(memoryId, 'Water boils at 100 °C');
    expect(again).toMatchObject({ action: 'SKIPPED', entry: { id: entry.id } });
    const find = async (kinds: string[]) =>
      (
        await project.run(SEARCH, {
          input: { query: 'Water boils at 100 °C', scope: { memoryIds: [memoryId], kinds } },
        })
      ).searchKnowledge.results.length;
    expect([await find(['FACT']), await find(['OBSERVATION'])]).toEqual([1, 0]);
    await edit(project, entry.id, { kind: 'PLAN' });
    expect([await find(['FACT']), await find(['PLAN'])]).toEqual([0, 1]);
    expect((await project.write(memoryId, 'Water boils at 100 °C')).action).toBe('CREATED');
    expect(await refused(project, entry.id, { kind: 'FACT' })).toMatchObject({ code: 'CONFLICT' });
  });

  it('a fact that became one keeps the texts apart that it holds', async () => {
    const project = await server.project();
    const [memoryId, other] = [await project.memory(), await project.memory()];
    const { entry } = await project.write(memoryId, 'Held twice', { kind: 'PLAN' });
    await edit(project, entry.id, { kind: 'FACT' });
    await project.write(other, 'Held twice');
    const input = { entryIds: [entry.id], memoryId: other };
    const [result] = (await project.run(MOVE, { input })).moveEntries.results;
    expect(result.code).toBe('CONFLICT');
  });

  it('takes an expired entry out of searches, and a removed expiry brings it back', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'Good for a day');
    const find = async () =>
      (
        await project.run(SEARCH, {
          input: { query: 'Good for a day', scope: { memoryIds: [memoryId] } },
        })
      ).searchKnowledge.results.length;
    await edit(project, entry.id, { expiresAt: '2020-01-01T00:00:00.000Z' });
    expect(await find()).toBe(0);
    await edit(project, entry.id, { expiresAt: null });
    expect(await find()).toBe(1);
  });

  it('keeps the state of the stream in step with importance and kind', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const seen = { memoryId, kind: 'OBSERVATION', content: 'A dog barked', importance: 4 };
    const { id } = await record(project, seen);
    await record(project, { ...seen, content: 'A cat slept', importance: 2 });
    const state = async () => (await stateOf(project, memoryId)).stream;
    const changed = await edit(project, id, { importance: 9 });
    expect(changed.importanceExplained).toEqual({ source: 'CALLER', base: 9, pending: false });
    expect(await state()).toMatchObject({ cumulativeImportance: 11, observationCount: 2 });
    await edit(project, id, { kind: 'FACT' });
    expect(await state()).toMatchObject({ cumulativeImportance: 2, observationCount: 1 });
    await edit(project, id, { kind: 'OBSERVATION' });
    expect(await state()).toMatchObject({ cumulativeImportance: 11, observationCount: 2 });
  });

  it('of other fields is not undone, and no older change in its place', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'Before', { kind: 'PLAN' });
    await edit(project, entry.id, { content: 'After' });
    await edit(project, entry.id, { importance: 10 });
    const REVERT =
      'mutation ($input: RevertEntryInput!) { revertEntry(input: $input) { entry { content importance } } }';
    const revert = async (input: object) =>
      (await project.run(REVERT, { input: { entryId: entry.id, ...input } })).revertEntry.entry;
    const refusal = await project.fail(REVERT, { input: { entryId: entry.id } });
    expect(refusal.extensions.code).toBe('CONFLICT');
    expect(refusal.message).toMatch(/Change 2 set .*"revision: 1"/);
    const numbered = await project.fail(REVERT, { input: { entryId: entry.id, revision: 2 } });
    expect(numbered.message).toBe(refusal.message);
    expect(await revert({ revision: 1 })).toEqual({ content: 'Before', importance: 10 });
    expect(await revert({})).toEqual({ content: 'After', importance: 10 });
  });

  it('of the time is undone alone, without the text that was merged before it', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'First said');
    await project.write(memoryId, 'Said later', { updateThreshold: 0 });
    const occurredAt = '2026-01-02T00:00:00.000Z';
    await edit(project, entry.id, { occurredAt });
    const REVERT =
      'mutation ($input: RevertEntryInput!) { revertEntry(input: $input) { entry { content occurredAt } } }';
    const revert = async () =>
      (await project.run(REVERT, { input: { entryId: entry.id } })).revertEntry.entry;
    const content = 'First said\nSaid later';
    expect(await revert()).toEqual({ content, occurredAt: null });
    expect(await revert()).toEqual({ content, occurredAt });
  });

  it('is refused for nothing to change, other kinds and values out of range', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'Stays as it is');
    const { entry: insight } = await project.write(await project.memory(), 'An insight', {
      kind: 'INSIGHT',
    });
    for (const [input, path] of [
      [{}, 'input'],
      [{ kind: null, importance: null }, 'input'],
      [{ kind: 'INSIGHT' }, 'input.kind'],
      [{ kind: 'REFLECTION' }, 'input.kind'],
      [{ importance: 0.5 }, 'input.importance'],
      [{ importance: 11 }, 'input.importance'],
      [{ occurredAt: '0001-01-01T00:00:00Z' }, 'input.occurredAt'],
    ] as const) {
      expect(await refused(project, entry.id, input)).toMatchObject({
        code: 'BAD_USER_INPUT',
        path,
      });
    }
    expect(await refused(project, insight.id, { kind: 'FACT' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: 'input.kind',
    });
  });
});

describe('the bytes of a memory', () => {
  it('are those of its contents after every kind of change', async () => {
    const project = await server.project();
    const [memoryId, other] = [await project.memory(), await project.memory()];
    const check = async () => {
      for (const id of [memoryId, other]) {
        const { memory } = await project.run(
          'query ($id: ID!) { memory(id: $id) { entryCount contentBytes entries(first: 100) { nodes { content } } } }',
          { id },
        );
        const contents: string[] = memory.entries.nodes.map(
          (node: { content: string }) => node.content,
        );
        expect(memory.entryCount).toBe(contents.length);
        expect(memory.contentBytes).toBe(
          contents.reduce((sum, content) => sum + Buffer.byteLength(content), 0),
        );
      }
    };
    const change = async (mutation: string, input: object) => {
      const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
      const results = /Entries$/.test(mutation) ? 'results { __typename }' : 'entry { id }';
      await project.run(
        `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${results} } }`,
        { input },
      );
      await check();
    };
    const { entry } = await project.write(memoryId, 'Ein schöner Tag');
    const { entry: second } = await project.write(memoryId, 'Second 🎉', { kind: 'OBSERVATION' });
    await check();
    const merged = await project.write(memoryId, 'Ein ganz anderer Tag', { updateThreshold: 0 });
    expect(merged.action).toBe('UPDATED');
    await check();
    await change('writeEntry', { memoryId, content: 'Ein ganz anderer Tag' });
    await change('updateEntry', { entryId: second.id, content: 'Größer als zuvor' });
    await change('updateEntry', { entryId: second.id, importance: 3 });
    await change('revertEntry', { entryId: second.id, revision: 1 });
    await change('deleteEntry', { entryId: entry.id });
    await change('restoreEntry', { entryId: entry.id });
    await change('moveEntries', { entryIds: [entry.id], memoryId: other });
    await change('copyEntries', { entryIds: [entry.id, second.id], memoryId });
    await change('deleteEntries', { entryIds: [entry.id, second.id] });
    await project.write(memoryId, 'Only tried', { dryRun: true });
    await check();
  });
});
