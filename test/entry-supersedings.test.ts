import { describe, expect, it } from 'vitest';
import { MOVE } from './support/entries.ts';
import { erase } from './support/erasure.ts';
import { type TestProject, useServer } from './support/server.ts';
import { findTexts, scriptAlike, stated, textsOf, writeTogether } from './support/statements.ts';

const server = useServer();

const SUPERSEDE = `mutation ($input: SupersedeEntriesInput!) { supersedeEntries(input: $input) { results {
  __typename ... on Entry { id supersededBy { id } } ... on ItemError { code } } } }`;
const MERGE =
  'mutation ($input: MergeEntriesInput!) { mergeEntries(input: $input) { entry { id } } }';
const SPLIT = `mutation ($input: SplitEntryInput!) { splitEntry(input: $input) {
  newEntry { id } } }`;
const REVERT =
  'mutation ($input: RevertEntryInput!) { revertEntry(input: $input) { entry { id } } }';
const DELETE =
  'mutation ($input: DeleteEntryInput!) { deleteEntry(input: $input) { entry { id } } }';
const WRITE_MANY = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results {
  ... on WriteEntryPayload { action entry { id } } } } }`;

const LISTS = `query ($id: ID!, $superseded: Boolean) {
  entries(superseded: $superseded) { totalCount nodes { id } }
  memory(id: $id) { entries(superseded: $superseded) { totalCount nodes { id } } } }`;
const SEARCH = `query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results {
  entry { id } } } }`;

const [BONN, KIEL, ULM] = [
  'The office is in Bonn',
  'The office is in Kiel',
  'The office is in Ulm',
] as const;
const query = 'Where is the office';

const write = async (
  project: TestProject,
  memoryId: string,
  text: string,
  input: Record<string, unknown> = {},
): Promise<string> => (await project.write(memoryId, text, input)).entry.id;

/** The results of superseding: the code of an error, or the id of the entry that replaces each. */
const supersede = async (project: TestProject, entryIds: string[], by: string | null) => {
  const { results } = (await project.run(SUPERSEDE, { input: { entryIds, by } })).supersedeEntries;
  return results.map((one: { code?: string; supersededBy?: { id: string } | null }) =>
    one.code ? one.code : (one.supersededBy?.id ?? null),
  );
};

const codeOf = async (project: TestProject, mutation: string, input: object) =>
  (await project.fail(mutation, { input })).extensions.code;

const supersededSince = async (project: TestProject, id: string) =>
  (
    await project.run('query ($id: ID!) { entry(id: $id) { supersededBy { id } supersededAt } }', {
      id,
    })
  ).entry;

describe('an entry that another one replaces', () => {
  it('cannot be merged by hand, neither first nor as another', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const old = await write(project, memoryId, BONN);
    const next = await write(project, memoryId, KIEL, { supersedes: [old] });
    expect(await codeOf(project, MERGE, { entryIds: [old, next] })).toBe('CONFLICT');
    expect(await codeOf(project, MERGE, { entryIds: [next, old] })).toBe('CONFLICT');
    expect(await findTexts(project, { memoryId, query })).toEqual([KIEL]);
    await supersede(project, [old], null);
    await project.run(MERGE, { input: { entryIds: [next, old] } });
    expect(textsOf(await stated(project, next))).toEqual([BONN, KIEL]);
  });

  it('does not become current when the split that made it is undone', async () => {
    const project = await server.project();
    const texts = ['The red office is in Bonn', 'The office is red'];
    const { memoryId, entryId } = await writeTogether(server, project, texts);
    const split = await project.run(SPLIT, { input: { entryId, numbers: [1] } });
    const { newEntry } = split.splitEntry;
    const next = await write(project, memoryId, KIEL, { supersedes: [newEntry.id] });
    expect(await codeOf(project, REVERT, { entryId })).toBe('CONFLICT');
    expect(await stated(project, newEntry.id)).toMatchObject({ supersededBy: { id: next } });
    await supersede(project, [newEntry.id], null);
    await project.run(REVERT, { input: { entryId } });
    expect(textsOf(await stated(project, entryId))).toEqual(texts);
  });

  it('or is deleted cannot replace entries, so that none replace one another', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const old = await write(project, memoryId, BONN);
    const next = await write(project, memoryId, KIEL, { supersedes: [old] });
    expect(await supersede(project, [next], old)).toEqual(['CONFLICT']);
    expect(await findTexts(project, { memoryId, query })).toEqual([KIEL]);
    const gone = await write(project, memoryId, ULM, { duplicateThreshold: 1, updateThreshold: 1 });
    await project.run(DELETE, { input: { entryId: gone } });
    expect(await supersede(project, [next], gone)).toEqual(['CONFLICT']);
    expect(await findTexts(project, { memoryId, query })).toEqual([KIEL]);
  });

  it('cannot be the other one itself', async () => {
    const project = await server.project();
    const id = await write(project, await project.memory(), BONN);
    const { supersedeEntries } = await project.run(
      `mutation { supersedeEntries(input: { entryIds: ["${id}"], by: "${id}" }) { results {
        ... on ItemError { code path } } } }`,
    );
    expect(supersedeEntries.results).toEqual([{ code: 'BAD_USER_INPUT', path: 'input.by' }]);
  });

  it('receives no text of a later write of the same call', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const again = 'The office is in the city of Bonn';
    scriptAlike(server, [BONN, again]);
    const old = await write(project, memoryId, BONN);
    const items = [{ content: KIEL, supersedes: [old] }, { content: again }];
    const { results } = (await project.run(WRITE_MANY, { input: { memoryId, items } }))
      .writeEntries;
    expect(results[1].entry.id).not.toBe(old);
    expect(textsOf(await stated(project, old))).toEqual([BONN]);
  });

  it('is moved together with the other, or not at all', async () => {
    const project = await server.project();
    const [memoryId, other] = [await project.memory(), await project.memory()];
    const old = await write(project, memoryId, BONN);
    const next = await write(project, memoryId, KIEL, { supersedes: [old] });
    const move = async (...entryIds: string[]) => {
      const input = { entryIds, memoryId: other };
      const { results } = (await project.run(MOVE, { input })).moveEntries;
      return results.map(
        (one: { __typename: string; code?: string }) => one.code ?? one.__typename,
      );
    };
    expect(await move(old)).toEqual(['CONFLICT']);
    expect(await move(next)).toEqual(['CONFLICT']);
    expect(await findTexts(project, { memoryId, query })).toEqual([KIEL]);
    expect(await move(old, next)).toEqual(['Entry', 'Entry']);
    expect(await findTexts(project, { memoryId: other, query })).toEqual([KIEL]);
    expect(await stated(project, old)).toMatchObject({ supersededBy: { id: next } });
  });
});

describe('an entry whose replacement is erased', () => {
  it('stays superseded, and can be moved alone', async () => {
    const project = await server.project();
    const [memoryId, other] = [await project.memory(), await project.memory()];
    const old = await write(project, memoryId, BONN);
    await write(project, memoryId, KIEL, { supersedes: [old], metadata: { person: 'p-1' } });
    await erase(project, { metadata: { person: 'p-1' } });
    expect(await findTexts(project, { memoryId, query })).toEqual([]);
    const { results } = (await project.run(MOVE, { input: { entryIds: [old], memoryId: other } }))
      .moveEntries;
    expect(results).toMatchObject([{ __typename: 'Entry' }]);
    expect((await stated(project, old)).supersededBy).toBeNull();
  });
});

describe('undoing a write that added a statement and superseded entries', () => {
  const [NAME, OLD, NEW, LATER] = [
    'The shop sells tea',
    'The shop is closed',
    'The shop is open',
    'The shop is open on Sunday',
  ] as const;

  /** An entry to which texts are written, and another one that they supersede. */
  const twoEntries = async () => {
    const project = await server.project();
    const { memoryId, entryId } = await writeTogether(server, project, [NAME]);
    const old = await write(project, memoryId, OLD, { duplicateThreshold: 1, updateThreshold: 1 });
    return { project, memoryId, entryId, old };
  };

  it('makes them current again, and supersedes them again when that is undone', async () => {
    const { project, memoryId, entryId, old } = await twoEntries();
    scriptAlike(server, [NEW]);
    const merged = await project.write(memoryId, NEW, { supersedes: [old] });
    expect(merged).toMatchObject({ action: 'UPDATED', entry: { id: entryId } });
    expect((await stated(project, entryId)).revisions.nodes[0]).toMatchObject({
      change: 'STATEMENT_ADDED',
      relatedEntries: [{ id: old }],
    });
    await project.run(REVERT, { input: { entryId } });
    expect(await stated(project, old)).toMatchObject({ supersededBy: null });
    expect(
      (await findTexts(project, { memoryId, query: 'What is known about the shop' })).sort(),
    ).toEqual([OLD, NAME]);
    await project.run(REVERT, { input: { entryId } });
    expect(await stated(project, old)).toMatchObject({ supersededBy: { id: entryId } });
    expect(
      await findTexts(project, { memoryId, query: 'What is known about the shop' }),
    ).not.toContain(OLD);
  });

  it('is listed, unless the list is of others', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const old = await write(project, memoryId, BONN);
    const next = await write(project, memoryId, KIEL, { supersedes: [old] });
    const list = async (superseded: boolean | null) => {
      const { entries, memory } = await project.run(LISTS, { superseded, id: memoryId });
      expect(memory.entries).toEqual(entries);
      expect(entries.totalCount).toBe(entries.nodes.length);
      return entries.nodes.map(({ id }: { id: string }) => id);
    };
    expect(await list(null)).toEqual([next, old]);
    expect(await list(false)).toEqual([next]);
    expect(await list(true)).toEqual([old]);
  });

  it('keeps the time from which it is left out of searches of the past', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const old = await write(project, memoryId, BONN);
    const next = await write(project, memoryId, KIEL, { supersedes: [old] });
    const { supersededAt } = await supersededSince(project, old);
    const asOf = new Date().toISOString();
    const newest = await write(project, memoryId, ULM, {
      supersedes: [old, next],
    });
    expect(await supersededSince(project, old)).toEqual({
      supersededBy: { id: newest },
      supersededAt,
    });
    const input = { query, scope: { memoryIds: [memoryId] }, asOf };
    const { results } = (await project.run(SEARCH, { input })).searchKnowledge;
    expect(results.map((one: { entry: { id: string } }) => one.entry.id)).toEqual([next]);
  });

  it('leaves an entry that something else replaces since', async () => {
    const { project, memoryId, entryId, old } = await twoEntries();
    scriptAlike(server, [NEW]);
    await project.write(memoryId, NEW, { supersedes: [old] });
    const other = await write(project, memoryId, 'There is no office', {
      supersedes: [old],
    });
    await project.run(REVERT, { input: { entryId } });
    expect(await stated(project, old)).toMatchObject({ supersededBy: { id: other } });
  });

  it('leaves an entry that was moved away since, when that is undone', async () => {
    const { project, memoryId, entryId, old } = await twoEntries();
    scriptAlike(server, [NEW]);
    await project.write(memoryId, NEW, { supersedes: [old] });
    await project.run(REVERT, { input: { entryId } });
    const elsewhere = await project.memory();
    await project.run(MOVE, { input: { entryIds: [old], memoryId: elsewhere } });
    await project.run(REVERT, { input: { entryId } });
    expect(textsOf(await stated(project, entryId))).toEqual([NAME, NEW]);
    expect(await stated(project, old)).toMatchObject({ supersededBy: null });
  });

  it('leaves an entry current if its successor was replaced before that is undone', async () => {
    const { project, memoryId, entryId, old } = await twoEntries();
    scriptAlike(server, [NEW]);
    await project.write(memoryId, NEW, { supersedes: [old] });
    await project.run(REVERT, { input: { entryId } });
    const other = await write(project, memoryId, BONN, { supersedes: [entryId] });
    await project.run(REVERT, { input: { entryId } });
    expect(await stated(project, entryId)).toMatchObject({ supersededBy: { id: other } });
    expect(await stated(project, old)).toMatchObject({ supersededBy: null });
  });

  it('leaves an entry superseded that an earlier write to the same entry superseded', async () => {
    const { project, memoryId, entryId, old } = await twoEntries();
    scriptAlike(server, [NEW, LATER]);
    await project.write(memoryId, NEW, { supersedes: [old] });
    await project.write(memoryId, LATER, { supersedes: [old] });
    await project.run(REVERT, { input: { entryId } });
    expect(textsOf(await stated(project, entryId))).toEqual([NAME, NEW]);
    expect(await stated(project, old)).toMatchObject({ supersededBy: { id: entryId } });
    await project.run(REVERT, { input: { entryId, revision: 1 } });
    expect(await stated(project, old)).toMatchObject({ supersededBy: null });
  });

  it('makes an entry current that was current by hand before the write', async () => {
    const { project, memoryId, entryId, old } = await twoEntries();
    scriptAlike(server, [NEW, LATER]);
    await project.write(memoryId, NEW, { supersedes: [old] });
    await supersede(project, [old], null);
    await project.write(memoryId, LATER, { supersedes: [old] });
    await project.run(REVERT, { input: { entryId } });
    expect(await stated(project, old)).toMatchObject({ supersededBy: null });
  });

  it('leaves an entry superseded that the same entry had replaced before', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const old = await write(project, memoryId, BONN);
    const next = await write(project, memoryId, KIEL, { supersedes: [old] });
    const again = { metadata: { page: 3 }, supersedes: [old] };
    expect((await project.write(memoryId, KIEL, again)).action).toBe('UPDATED');
    expect((await stated(project, next)).revisions.nodes[0]).toMatchObject({
      change: 'RESTATED',
      relatedEntries: [],
    });
    await project.run(REVERT, { input: { entryId: next } });
    expect(await stated(project, old)).toMatchObject({ supersededBy: { id: next } });
  });

  it('leaves an entry superseded that another entry had replaced before', async () => {
    const { project, memoryId, entryId, old } = await twoEntries();
    await write(project, memoryId, 'There is no office', { supersedes: [old] });
    scriptAlike(server, [NEW]);
    await project.write(memoryId, NEW, { supersedes: [old] });
    await project.run(REVERT, { input: { entryId } });
    expect(await stated(project, old)).toMatchObject({ supersededBy: { id: entryId } });
  });

  it.each([
    ['together', [1]],
    ['one after the other', [2, 1]],
  ])('and undoing the join that had deleted them before, %s', async (_, revisions) => {
    const { project, memoryId, entryId, old } = await twoEntries();
    await project.run(MERGE, { input: { entryIds: [entryId, old] } });
    await project.write(memoryId, NEW, { supersedes: [old], updateThreshold: 0 });
    expect(await stated(project, old)).toMatchObject({ supersededBy: { id: entryId } });
    for (const revision of revisions) {
      await project.run(REVERT, { input: { entryId, revision } });
    }
    expect(textsOf(await stated(project, entryId))).toEqual([NAME]);
    expect(await stated(project, old)).toMatchObject({ deletedAt: null, supersededBy: null });
    await project.run(REVERT, { input: { entryId } });
    expect((await stated(project, old)).deletedAt).not.toBeNull();
  });
});
