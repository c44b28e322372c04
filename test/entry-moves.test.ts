import { describe, expect, it } from 'vitest';
import { DELETE_MANY, ENTRY, MOVE, SEARCH } from './support/entries.ts';
import { useServer } from './support/server.ts';
import { record, stateOf } from './support/stream.ts';

const server = useServer();

const MEMORY =
  'query ($id: ID!) { memory(id: $id) { entryCount contentBytes entries { nodes { id content } } } }';

type Project = Awaited<ReturnType<typeof server.project>>;

const move = async (project: Project, memoryId: string, entryIds: string[]) =>
  (await project.run(MOVE, { input: { entryIds, memoryId } })).moveEntries.results;

const memoryOf = async (project: Project, id: string) => (await project.run(MEMORY, { id })).memory;

describe('moving entries', () => {
  it('keeps their ids and revisions, and changes the counts of both memories', async () => {
    const project = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    const { entry } = await project.write(from, 'Grüße aus Köln');
    const { entry: other } = await project.write(from, 'Something else');
    await project.run(
      'mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { id } } }',
      { input: { entryId: entry.id, metadata: { v: 1 } } },
    );
    const [moved] = await move(project, to, [entry.id]);
    expect(moved).toMatchObject({ __typename: 'Entry', id: entry.id, memory: { id: to } });
    expect(moved).toMatchObject({ version: 1, utility: 0.5, revisions: { totalCount: 1 } });
    const [left, entered] = [await memoryOf(project, from), await memoryOf(project, to)];
    expect(left).toMatchObject({
      entryCount: 1,
      contentBytes: 14,
      entries: { nodes: [{ id: other.id }] },
    });
    expect(entered).toMatchObject({ entryCount: 1, contentBytes: 17 });
    expect(entered.entries.nodes.map((node: { id: string }) => node.id)).toEqual([entry.id]);
  });

  it('takes their vectors and texts along', async () => {
    const project = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    const { entry } = await project.write(from, 'The office closes at six');
    await move(project, to, [entry.id]);
    const find = async (memoryId: string) =>
      (
        await project.run(SEARCH, {
          input: { query: 'The office closes at six', scope: { memoryIds: [memoryId] } },
        })
      ).searchKnowledge.results;
    expect(await find(from)).toEqual([]);
    expect(await find(to)).toMatchObject([{ entry: { id: entry.id } }]);
    expect((await project.write(to, 'The office closes at six')).action).toBe('SKIPPED');
    expect((await project.write(from, 'The office closes at six')).action).toBe('CREATED');
  });

  it('fails alone for a taken text, a deleted entry and an unknown id', async () => {
    const project = await server.project();
    const foreign = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    const { entry: taken } = await project.write(from, 'Said in both');
    const { entry: holder } = await project.write(to, 'Said in both');
    const { entry: gone } = await project.write(from, 'Deleted before');
    const { entry: free } = await project.write(from, 'Free to go');
    const { entry: theirs } = await foreign.write(await foreign.memory(), 'Of another project');
    await project.run(DELETE_MANY, { input: { entryIds: [gone.id] } });
    const ids = [taken.id, gone.id, 'me_unknown', theirs.id, 'a\u0000b', free.id, free.id];
    const results = await move(project, to, ids);
    expect(results.map((one: { code?: string }) => one.code)).toEqual([
      'CONFLICT',
      'CONFLICT',
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
      undefined,
      undefined,
    ]);
    expect(results[0].message).toContain(holder.id);
    expect(await memoryOf(project, from)).toMatchObject({ entryCount: 1 });
    expect(await memoryOf(project, to)).toMatchObject({ entryCount: 2 });
  });

  it('is possible if only a superseded fact of the other memory has the text', async () => {
    const project = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    const { entry: old } = await project.write(to, 'Said in both');
    await project.write(to, 'Nothing was said', { supersedes: [old.id] });
    const { entry } = await project.write(from, 'Said in both');
    expect(await move(project, to, [entry.id])).toMatchObject([{ id: entry.id }]);
  });

  it('is possible for a superseded fact whose text the other memory has', async () => {
    const project = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    await project.write(to, 'Said in both');
    const { entry: old } = await project.write(from, 'Said in both');
    const { entry } = await project.write(from, 'Nothing was said', { supersedes: [old.id] });
    const ids = [old.id, entry.id];
    expect(await move(project, to, ids)).toMatchObject(ids.map((id) => ({ id })));
  });

  it('from several memories, and to their own, is one call', async () => {
    const project = await server.project();
    const [one, two, to] = [await project.memory(), await project.memory(), await project.memory()];
    const ids = await Promise.all(
      [one, two, to].map(async (id) => (await project.write(id, `Of ${id}`)).entry.id),
    );
    const results = await move(project, to, ids);
    expect(results.map((entry: { id: string }) => entry.id)).toEqual(ids);
    expect(await memoryOf(project, to)).toMatchObject({ entryCount: 3 });
    const events = await project.run(
      `{ events { nodes { type memory { id } entry { id } changes { field before after } } } }`,
    );
    const moves = events.events.nodes.filter(
      ({ type }: { type: string }) => type === 'ENTRY_MOVED',
    );
    expect(moves).toHaveLength(2);
    expect(moves).toContainEqual({
      type: 'ENTRY_MOVED',
      memory: { id: to },
      entry: { id: ids[0] },
      changes: [{ field: 'memoryId', before: one, after: to }],
    });
  });

  it('takes their part of the stream along', async () => {
    const project = await server.project();
    const [from, to] = [await project.memory(), await project.memory()];
    const seen = { memoryId: from, kind: 'OBSERVATION' };
    const moved = await record(project, { ...seen, content: 'It rains', importance: 7 });
    await record(project, { ...seen, content: 'It snows', importance: 3 });
    await move(project, to, [moved.id]);
    expect((await stateOf(project, from)).stream).toMatchObject({
      cumulativeImportance: 3,
      observationCount: 1,
    });
    expect((await stateOf(project, to)).stream).toMatchObject({
      cumulativeImportance: 7,
      observationCount: 1,
    });
  });

  it('ten times at once, forth and back, keeps every count', async () => {
    const project = await server.project();
    const [one, two] = [await project.memory(), await project.memory()];
    const written = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        project.write(one, `Entry ${'x'.repeat(i)}`, { kind: 'PLAN' }),
      ),
    );
    const ids = written.map(({ entry }) => entry.id);
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => move(project, i % 2 === 0 ? two : one, ids)),
    );
    const [left, right] = [await memoryOf(project, one), await memoryOf(project, two)];
    for (const memory of [left, right]) {
      const bytes = memory.entries.nodes.reduce(
        (sum: number, { content }: { content: string }) => sum + Buffer.byteLength(content),
        0,
      );
      expect(memory).toMatchObject({
        entryCount: memory.entries.nodes.length,
        contentBytes: bytes,
      });
    }
    expect(left.entryCount + right.entryCount).toBe(8);
  });

  it('is refused for an unknown memory, no ids, too many ids and a READ key', async () => {
    const project = await server.project();
    const foreign = await server.project();
    const to = await project.memory();
    const codeOf = async (input: object, key?: string) =>
      (await project.fail(MOVE, { input }, key)).extensions;
    expect(await codeOf({ entryIds: ['x'], memoryId: 'mem_x' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await codeOf({ entryIds: ['x'], memoryId: await foreign.memory() })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await codeOf({ entryIds: [], memoryId: to })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: 'input.entryIds',
    });
    const many = Array.from({ length: 501 }, (_, i) => `me_${i}`);
    expect(await codeOf({ entryIds: many, memoryId: to })).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect(await codeOf({ entryIds: ['x'], memoryId: to }, project.keys.READ)).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('deleting entries', () => {
  it('deletes those of several memories, and tells of unknown ones', async () => {
    const project = await server.project();
    const [one, two] = [await project.memory(), await project.memory()];
    const { entry: first } = await project.write(one, 'Of the first memory');
    const { entry: second } = await project.write(two, 'Of the second memory');
    await project.write(two, 'Stays here');
    const input = { entryIds: [first.id, 'me_x', second.id, first.id] };
    const { results } = (await project.run(DELETE_MANY, { input })).deleteEntries;
    expect(results.map((one: { code?: string; id?: string }) => one.code ?? one.id)).toEqual([
      first.id,
      'NOT_FOUND',
      second.id,
      first.id,
    ]);
    expect(results[0].deletedAt).not.toBeNull();
    expect(await memoryOf(project, one)).toMatchObject({ entryCount: 0, contentBytes: 0 });
    expect(await memoryOf(project, two)).toMatchObject({ entryCount: 1, contentBytes: 10 });
    const { revisions } = (await project.run(ENTRY, { id: first.id })).entry;
    expect(revisions.nodes).toMatchObject([{ number: 1, change: 'DELETED' }]);
    expect((await project.write(one, 'Of the first memory')).action).toBe('CREATED');
  });

  it('ten times at once deletes 150 entries once', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const items = Array.from({ length: 150 }, (_, i) => ({ content: `Entry ${i}` }));
    const { writeEntries } = await project.run(
      `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) {
        results { ... on WriteEntryPayload { entry { id } } } } }`,
      { input: { memoryId, items, kind: 'OBSERVATION' } },
    );
    const entryIds = writeEntries.results.map((one: { entry: { id: string } }) => one.entry.id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => project.run(DELETE_MANY, { input: { entryIds } })),
    );
    for (const { deleteEntries } of answers) {
      expect(deleteEntries.results.every((one: { deletedAt?: string }) => one.deletedAt)).toBe(
        true,
      );
    }
    expect(await memoryOf(project, memoryId)).toMatchObject({ entryCount: 0, contentBytes: 0 });
    const { entry } = await project.run(ENTRY, { id: entryIds[7] });
    expect(entry.revisions.totalCount).toBe(1);
  });
});
