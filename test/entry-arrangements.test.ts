import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { chunks } from '../src/db/tables/chunks.ts';
import { memories } from '../src/db/tables/memories.ts';
import type { Data } from './support/graphql.ts';
import { type TestProject, useServer } from './support/server.ts';
import { findTexts, scriptAlike, stated, textsOf, writeTogether } from './support/statements.ts';
import { record, stateOf } from './support/stream.ts';

const server = useServer();

const DELETE_STATEMENT = `mutation ($input: DeleteStatementInput!) { deleteStatement(input: $input) {
  entry { id deletedAt version statements { number text } } } }`;
const SPLIT = `mutation ($input: SplitEntryInput!) { splitEntry(input: $input) {
  entry { id version statements { number text } }
  newEntry { id kind utility importance version createdAt statements { number text statedCount } } } }`;
const MERGE = `mutation ($input: MergeEntriesInput!) { mergeEntries(input: $input) {
  entry { id version metadata statements { number text } } } }`;
const REVERT =
  'mutation ($input: RevertEntryInput!) { revertEntry(input: $input) { entry { id version } } }';
const RESTORE =
  'mutation ($input: RestoreEntryInput!) { restoreEntry(input: $input) { entry { id } } }';
const WRITE_MANY = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results {
  ... on WriteEntryPayload { entry { id } } } } }`;
const UPDATE =
  'mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { id } } }';

const THREE = ['The report of Monday', 'The report of Tuesday', 'The report of Wednesday'];

/** The counts of a memory. That of its chunks must be the number of those that are searched. */
const sizeOf = async (project: TestProject, memoryId: string) => {
  const { memory } = await project.run(`{ memory(id: "${memoryId}") { entryCount contentBytes } }`);
  const { db } = server.app;
  const [row] = await db.select().from(memories).where(eq(memories.id, memoryId));
  const current = and(eq(chunks.memoryId, memoryId), isNull(chunks.knownUntil));
  expect(row?.chunkCount).toBe(await db.$count(chunks, current));
  return { ...memory, chunkCount: row?.chunkCount };
};

const eventsOf = async (project: TestProject): Promise<string[]> =>
  (await project.run('{ events(first: 100) { nodes { type entryId } } }')).events.nodes.map(
    ({ type }: { type: string }) => type,
  );

const write = async (project: TestProject, memoryId: string, text: string, input = {}) =>
  (await project.write(memoryId, text, input)).entry.id;

const codeOf = async (project: TestProject, query: string, input: object) =>
  (await project.fail(query, { input })).extensions;

describe('deleteStatement', () => {
  it('deletes one statement, which is then no longer found or known, and can be undone', async () => {
    const project = await server.project();
    const { memoryId, entryId } = await writeTogether(server, project, THREE);
    const before = await sizeOf(project, memoryId);
    const input = { entryId, number: 2, ifVersion: 2 };
    const { deleteStatement } = await project.run(DELETE_STATEMENT, { input });
    expect(deleteStatement.entry).toMatchObject({
      version: 3,
      statements: [
        { number: 1, text: THREE[0] },
        { number: 3, text: THREE[2] },
      ],
    });
    const bytes = Buffer.byteLength(`\n${THREE[1]}`);
    expect(await sizeOf(project, memoryId)).toEqual({
      entryCount: 1,
      contentBytes: before.contentBytes - bytes,
      chunkCount: 2,
    });
    expect(await findTexts(project, { memoryId, query: 'Tuesday', mode: 'LEXICAL' })).toEqual([]);
    expect((await stated(project, entryId)).revisions.nodes[0]).toMatchObject({
      change: 'STATEMENT_DELETED',
      content: THREE.join('\n'),
    });
    expect((await eventsOf(project)).at(-1)).toBe('ENTRY_EDITED');
    await project.run(REVERT, { input: { entryId } });
    expect(textsOf(await stated(project, entryId))).toEqual(THREE);
    expect(await sizeOf(project, memoryId)).toEqual(before);
    expect(await findTexts(project, { memoryId, query: 'Tuesday', mode: 'LEXICAL' })).toEqual([
      THREE[1],
    ]);
  });

  it('of the only statement deletes the entry', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'Alone');
    const input = { entryId: entry.id, number: 1 };
    const { deleteStatement } = await project.run(DELETE_STATEMENT, { input });
    expect(deleteStatement.entry.deletedAt).not.toBeNull();
    await project.run(RESTORE, { input: { entryId: entry.id } });
    expect(textsOf(await stated(project, entry.id))).toEqual(['Alone']);
  });

  it('is refused for another version, an unknown statement and a deleted entry', async () => {
    const project = await server.project();
    const { entryId } = await writeTogether(server, project, THREE);
    const of = (input: object) => codeOf(project, DELETE_STATEMENT, { entryId, ...input });
    expect(await of({ number: 1, ifVersion: 1 })).toMatchObject({ code: 'CONFLICT', version: 2 });
    expect(await of({ number: 4 })).toMatchObject({ code: 'NOT_FOUND' });
    const foreign = (await server.project()).fail(DELETE_STATEMENT, {
      input: { entryId, number: 1 },
    });
    expect((await foreign).extensions.code).toBe('NOT_FOUND');
    await project.run(
      'mutation ($input: DeleteEntryInput!) { deleteEntry(input: $input) { entry { id } } }',
      { input: { entryId } },
    );
    expect(await of({ number: 1 })).toMatchObject({ code: 'CONFLICT' });
    expect((await stated(project, entryId)).statements).toHaveLength(3);
  });

  it('keeps the number of a deleted statement unused', async () => {
    const project = await server.project();
    const { memoryId, entryId } = await writeTogether(server, project, THREE);
    await project.run(DELETE_STATEMENT, { input: { entryId, number: 3 } });
    scriptAlike(server, ['The report of Thursday']);
    await project.write(memoryId, 'The report of Thursday');
    const { statements } = await stated(project, entryId);
    expect(statements.map(({ number }: Data) => number)).toEqual([1, 2, 4]);
  });
});

describe('splitEntry', () => {
  it('makes statements an entry of their own, with all counts and events', async () => {
    const project = await server.project();
    const { memoryId, entryId } = await writeTogether(server, project, THREE);
    const before = await sizeOf(project, memoryId);
    const { splitEntry } = await project.run(SPLIT, { input: { entryId, numbers: [1, 3] } });
    const { entry, newEntry } = splitEntry;
    expect(entry).toMatchObject({ id: entryId, version: 3, statements: [{ text: THREE[1] }] });
    expect(newEntry).toMatchObject({
      kind: 'FACT',
      utility: 0.5,
      importance: 5,
      version: 0,
      statements: [{ text: THREE[0] }, { text: THREE[2] }],
    });
    expect(await sizeOf(project, memoryId)).toEqual({
      entryCount: 2,
      contentBytes: before.contentBytes - 1,
      chunkCount: before.chunkCount,
    });
    expect((await eventsOf(project)).slice(-2)).toEqual(['ENTRY_SPLIT', 'ENTRY_CREATED']);
    expect((await stated(project, entryId)).revisions.nodes[0]).toMatchObject({
      change: 'SPLIT',
      content: THREE.join('\n'),
      relatedEntries: [{ id: newEntry.id }],
    });
    const again = await project.write(memoryId, THREE[2] ?? '');
    expect(again).toMatchObject({ action: 'SKIPPED', entry: { id: newEntry.id } });
  });

  it('counts nothing again in the stream', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const entryIds: string[] = [];
    for (const content of ['Trains run late', 'Bananas are yellow']) {
      entryIds.push((await record(project, { memoryId, content, importance: 4 })).id);
    }
    const counted = async () => (await stateOf(project, memoryId)).stream;
    const before = await counted();
    expect(before).toMatchObject({ cumulativeImportance: 8, observationCount: 2 });
    const { mergeEntries } = await project.run(MERGE, { input: { entryIds } });
    const { id: entryId, statements } = mergeEntries.entry;
    const numbers = [statements[0].number];
    await project.run(SPLIT, { input: { entryId, numbers } });
    expect(await counted()).toEqual(before);
  });

  it('is undone by deleting the new entry and giving its statements back', async () => {
    const project = await server.project();
    const { memoryId, entryId } = await writeTogether(server, project, THREE);
    const before = await sizeOf(project, memoryId);
    const split = await project.run(SPLIT, { input: { entryId, numbers: [1, 3] } });
    const { newEntry } = split.splitEntry;
    // A skipped write counts on the new entry, and is not lost.
    await project.write(memoryId, THREE[2] ?? '');
    await project.run(REVERT, { input: { entryId } });
    const back = await stated(project, entryId);
    expect(textsOf(back)).toEqual(THREE);
    expect(back.statements.map(({ statedCount }: Data) => statedCount)).toEqual([1, 1, 2]);
    expect((await stated(project, newEntry.id)).deletedAt).not.toBeNull();
    expect(await sizeOf(project, memoryId)).toEqual(before);
    // Undoing that splits the entry again.
    await project.run(REVERT, { input: { entryId } });
    expect(textsOf(await stated(project, entryId))).toEqual([THREE[1]]);
    const again = await stated(project, newEntry.id);
    expect(again.deletedAt).toBeNull();
    expect(textsOf(again)).toEqual([THREE[0], THREE[2]]);
  });

  it('is made again although another entry has such a text, as before', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const [kept, left] = ['The report of Monday', 'The report of Tuesday'];
    scriptAlike(server, [kept, left]);
    const old = await write(project, memoryId, left, { metadata: { customer: 'B' } });
    await write(project, memoryId, 'Bananas are yellow', { supersedes: [old] });
    const entryId = await write(project, memoryId, kept);
    expect(await write(project, memoryId, left)).toBe(entryId);
    await project.run(
      `mutation { supersedeEntries(input: { entryIds: ["${old}"], by: null }) { results { __typename } } }`,
    );
    const { newEntry } = (await project.run(SPLIT, { input: { entryId, numbers: [2] } }))
      .splitEntry;
    const other = (
      await project.write(memoryId, left, { metadata: { customer: 'B' }, dryRun: true })
    ).entry.id;
    expect([newEntry.id, entryId]).not.toContain(other);
    await project.run(REVERT, { input: { entryId } });
    await project.run(REVERT, { input: { entryId } });
    expect(textsOf(await stated(project, newEntry.id))).toEqual([left]);
    expect((await stated(project, newEntry.id)).deletedAt).toBeNull();
  });

  it('cannot be undone once the new entry was changed', async () => {
    const project = await server.project();
    const { entryId } = await writeTogether(server, project, THREE);
    const split = await project.run(SPLIT, { input: { entryId, numbers: [2] } });
    const { newEntry } = split.splitEntry;
    await project.run(UPDATE, { input: { entryId: newEntry.id, metadata: { seen: true } } });
    expect(await codeOf(project, REVERT, { entryId })).toMatchObject({
      code: 'CONFLICT',
      entryId: newEntry.id,
    });
    expect(textsOf(await stated(project, entryId))).toEqual([THREE[0], THREE[2]]);
    expect((await stated(project, newEntry.id)).deletedAt).toBeNull();
  });

  it('needs some statements, but not all, and respects the version and the quota', async () => {
    const project = await server.project();
    const { entryId } = await writeTogether(server, project, THREE);
    const of = async (input: object) => (await codeOf(project, SPLIT, { entryId, ...input })).code;
    expect(await of({ numbers: [] })).toBe('BAD_USER_INPUT');
    expect(await of({ numbers: [1, 2, 3] })).toBe('BAD_USER_INPUT');
    expect(await of({ numbers: [1, 9] })).toBe('NOT_FOUND');
    expect(await of({ numbers: [1], ifVersion: 0 })).toBe('CONFLICT');
    await server.asRoot(
      'mutation ($input: SetQuotasInput!) { setQuotas(input: $input) { project { id } } }',
      { input: { maxEntries: 1 } },
      project.id,
    );
    expect(await of({ numbers: [1] })).toBe('QUOTA_EXCEEDED');
    expect(textsOf(await stated(project, entryId))).toEqual(THREE);
  });
});

describe('mergeEntries', () => {
  it('adds the statements to the first entry, oldest first, and deletes the others', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const old = await write(project, memoryId, 'Bananas are yellow', { metadata: { a: 1 } });
    const first = await write(project, memoryId, 'Trains run late', { metadata: { b: 2 } });
    const newest = await write(project, memoryId, 'Kant lived in Königsberg');
    const before = await sizeOf(project, memoryId);
    const input = { entryIds: [first, newest, old] };
    const { mergeEntries } = await project.run(MERGE, { input });
    expect(mergeEntries.entry).toMatchObject({
      id: first,
      metadata: { a: 1, b: 2 },
      statements: [
        { text: 'Bananas are yellow' },
        { text: 'Trains run late' },
        { text: 'Kant lived in Königsberg' },
      ],
    });
    expect(await sizeOf(project, memoryId)).toEqual({
      entryCount: 1,
      contentBytes: before.contentBytes + 2,
      chunkCount: 3,
    });
    expect((await eventsOf(project)).slice(-3).sort()).toEqual([
      'ENTRY_DELETED',
      'ENTRY_DELETED',
      'ENTRY_MERGED',
    ]);
    const { revisions } = await stated(project, first);
    expect(revisions.nodes[0]).toMatchObject({ change: 'MERGED', content: 'Trains run late' });
    expect(revisions.nodes[0].relatedEntries.map(({ id }: Data) => id).sort()).toEqual(
      [newest, old].sort(),
    );
    expect(
      await project.write(memoryId, 'Kant lived in Königsberg', { dryRun: true }),
    ).toMatchObject({ action: 'SKIPPED', entry: { id: first } });
    expect((await codeOf(project, RESTORE, { entryId: old })).code).toBe('CONFLICT');

    await project.run(REVERT, { input: { entryId: first } });
    expect(await sizeOf(project, memoryId)).toEqual(before);
    for (const [id, text] of [
      [first, 'Trains run late'],
      [old, 'Bananas are yellow'],
    ] as const) {
      expect(await stated(project, id)).toMatchObject({ content: text, deletedAt: null });
    }
  });

  it('gives an entry back with its expiry when it is undone', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const expiresAt = '2124-01-01T00:00:00.000Z';
    const first = await write(project, memoryId, 'Trains run late');
    const other = await write(project, memoryId, 'Bananas are yellow', { expiresAt });
    await project.run(MERGE, { input: { entryIds: [first, other] } });
    await project.run(REVERT, { input: { entryId: first } });
    const { entry } = await project.run('query ($id: ID!) { entry(id: $id) { expiresAt } }', {
      id: other,
    });
    expect(entry).toEqual({ expiresAt });
  });

  it('makes one statement of the same text, and gives it back to both when it is undone', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const text = 'Trains run late';
    const expiresAt = '2124-01-01T00:00:00.000Z';
    const first = await write(project, memoryId, text);
    const other = await write(project, memoryId, text, { expiresAt });
    await project.write(memoryId, text, { expiresAt });
    const [before, otherBefore] = [await stated(project, first), await stated(project, other)];
    await project.run(MERGE, { input: { entryIds: [first, other] } });
    expect((await stated(project, first)).statements).toMatchObject([{ text, statedCount: 3 }]);
    await project.run(REVERT, { input: { entryId: first } });
    expect((await stated(project, first)).statements).toEqual(before.statements);
    expect(await stated(project, other)).toMatchObject({
      deletedAt: null,
      statements: otherBefore.statements,
    });
    await project.run(REVERT, { input: { entryId: first } });
    expect((await stated(project, first)).statements).toMatchObject([{ text, statedCount: 3 }]);
  });

  it('makes of the same text one statement by who said it first', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const text = 'Trains run late';
    const given = { source: 'AGENT', context: 'A diary' };
    const early = await write(project, memoryId, text, given);
    const late = await write(project, memoryId, text, { expiresAt: '2124-01-01T00:00:00.000Z' });
    const [{ firstStatedAt, actor }] = (await stated(project, early)).statements;
    await project.run(MERGE, { input: { entryIds: [late, early] } });
    expect((await stated(project, late)).statements).toMatchObject([
      { text, source: 'AGENT', context: 'A diary', firstStatedAt, actor, statedCount: 2 },
    ]);
  });

  it('of more entries than a slice has can be undone, and made again', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const items = Array.from({ length: 70 }, (_, i) => ({ content: `Item ${i}`, kind: 'PLAN' }));
    const { results } = (await project.run(WRITE_MANY, { input: { memoryId, items } }))
      .writeEntries;
    const [entryId, ...others] = results.map(({ entry }: Data) => entry.id);
    for (const some of [others.slice(0, 40), others.slice(40)]) {
      await project.run(MERGE, { input: { entryIds: [entryId, ...some] } });
    }
    await project.run(REVERT, { input: { entryId, revision: 1 } });
    expect((await sizeOf(project, memoryId)).entryCount).toBe(70);
    await project.run(REVERT, { input: { entryId } });
    expect((await sizeOf(project, memoryId)).entryCount).toBe(1);
    expect(textsOf(await stated(project, entryId))).toHaveLength(70);
  });

  it('cannot be undone once a joined entry was changed', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const first = await write(project, memoryId, 'Trains run late');
    const other = await write(project, memoryId, 'Bananas are yellow');
    await project.run(MERGE, { input: { entryIds: [first, other] } });
    const [joined] = (await stated(project, first)).statements.slice(-1);
    await project.run(DELETE_STATEMENT, { input: { entryId: first, number: joined.number } });
    await project.run(RESTORE, { input: { entryId: other } });
    expect(await codeOf(project, REVERT, { entryId: first, revision: 1 })).toMatchObject({
      code: 'CONFLICT',
      entryId: other,
    });
  });

  it.each([
    ['other values of a metadata key', 'CONFLICT', 'key "a"', { metadata: { a: 2 } }],
    ['another kind', 'BAD_USER_INPUT', 'must have the kind of the first', { kind: 'PLAN' }],
  ])('is refused for %s', async (_, code, said, given) => {
    const project = await server.project();
    const memoryId = await project.memory();
    const first = await write(project, memoryId, 'Trains run late', { metadata: { a: 1 } });
    const other = await write(project, memoryId, 'Bananas are yellow', given);
    const failed = await project.fail(MERGE, { input: { entryIds: [first, other] } });
    expect(failed.extensions.code).toBe(code);
    expect(failed.message).toContain(said);
    expect((await sizeOf(project, memoryId)).entryCount).toBe(2);
  });

  it('is refused for one entry, other memories, unknown entries and too much text', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const first = await write(project, memoryId, `Trains ${'run late '.repeat(2000)}`);
    const large = await write(project, memoryId, `Bananas ${'are yellow '.repeat(2000)}`);
    const elsewhere = await write(project, await project.memory(), 'Kant');
    const of = async (...entryIds: string[]) => (await codeOf(project, MERGE, { entryIds })).code;
    expect(await of(first)).toBe('BAD_USER_INPUT');
    expect(await of(first, first)).toBe('BAD_USER_INPUT');
    expect(await of(first, elsewhere)).toBe('BAD_USER_INPUT');
    expect(await of(first, 'me_01jzzzzzzzzzzzzzzzzzzzzzzz')).toBe('NOT_FOUND');
    expect(await of(first, large)).toBe('BAD_USER_INPUT');
  });
});
