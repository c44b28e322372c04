import { describe, expect, it } from 'vitest';
import { splitText } from '../src/models/split.js';
import { DIMENSIONS, scripted } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';
import { VALUE_PAIRS } from './support/value-pairs.ts';

const server = useServer();

const UPDATE = `mutation ($input: UpdateEntryInput!) {
  updateEntry(input: $input) { entry { id content metadata } }
}`;
const DELETE =
  'mutation ($input: DeleteEntryInput!) { deleteEntry(input: $input) { entry { id deletedAt } } }';
const RESTORE =
  'mutation ($input: RestoreEntryInput!) { restoreEntry(input: $input) { entry { id deletedAt } } }';
const REVERT =
  'mutation ($input: RevertEntryInput!) { revertEntry(input: $input) { entry { content metadata } } }';
const ENTRY = `query ($id: ID!) {
  entry(id: $id) {
    content metadata kind source utility importance accessCount lastAccessedAt deletedAt
    memory { entryCount }
    revisions { totalCount nodes { number change content metadata similarity actor } }
  }
}`;
const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { entry { id } chunk { position text } similarity } }
}`;

/** A base text at similarity 1 and another at the given similarity to it, in a new memory. */
async function scriptPair(
  project: TestProject,
  [base, other]: [string, string],
  similarity: number,
) {
  server.models.script(base, scripted(1));
  server.models.script(other, scripted(similarity));
  const memoryId = await project.memory();
  const { entry } = await project.write(memoryId, base);
  return { memoryId, entry };
}

describe('the write algorithm', () => {
  const BASE = 'Customer prefers email over phone calls';
  const SAME = 'The customer prefers email over phone calls.';

  it.each([
    { similarity: 0.96, text: SAME, action: 'SKIPPED' },
    { similarity: 0.95, text: SAME, action: 'SKIPPED' },
    { similarity: 0.9499, text: SAME, action: 'UPDATED' },
    { similarity: 0.99, text: 'Customer prefers email over fax', action: 'UPDATED' },
    { similarity: 0.75, text: 'Customer prefers email for billing', action: 'UPDATED' },
    { similarity: 0.7499, text: 'Customer wrote about billing', action: 'CREATED' },
    { similarity: -0.5, text: 'Fiscal year ends in March', action: 'CREATED' },
  ])('at similarity $similarity: $action for "$text"', async ({ similarity, text, action }) => {
    const project = await server.project();
    const { memoryId, entry } = await scriptPair(project, [BASE, text], similarity);
    const written = await project.write(memoryId, text);
    expect(written).toMatchObject({ action, duplicateThreshold: 0.95, updateThreshold: 0.75 });
    expect(written.similarity).toBeCloseTo(similarity, 5);
    expect(written.matchedEntry).toEqual({ id: entry.id, content: BASE });
    expect(written.entry.memory.entryCount).toBe(action === 'CREATED' ? 2 : 1);
    const content = { CREATED: text, UPDATED: `${BASE}\n${text}`, SKIPPED: BASE }[action];
    expect(written.entry.content).toBe(content);
  });

  it('says of a first write that there was nothing to compare with', async () => {
    const project = await server.project();
    const written = await project.write(await project.memory(), 'First of all');
    expect(written).toMatchObject({ action: 'CREATED', similarity: null, matchedEntry: null });
  });

  it('takes thresholds from the call, else the memory, else the project', async () => {
    const project = await server.project({ updateThreshold: 0.6 });
    const [base, other] = ['Threshold base', 'Threshold other'];
    const { memoryId } = await scriptPair(project, [base, other], 0.65);
    const dry = (input: object) => project.write(memoryId, other, { dryRun: true, ...input });
    expect(await dry({})).toMatchObject({ action: 'UPDATED', updateThreshold: 0.6 });
    await project.run(
      'mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) { memory { id } } }',
      { input: { memoryId, updateThreshold: 0.7 } },
    );
    expect(await dry({})).toMatchObject({ action: 'CREATED', updateThreshold: 0.7 });
    expect(await dry({ updateThreshold: 0.65 })).toMatchObject({ action: 'UPDATED' });
    expect(await dry({ updateThreshold: 0 })).toMatchObject({
      action: 'UPDATED',
      updateThreshold: 0,
    });
  });

  it('skips an identical text without asking the embedding model', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'Only asked once');
    const asked = server.models.requests.length;
    const again = await project.write(memoryId, '  Only asked\n once ');
    expect(again).toMatchObject({ action: 'SKIPPED', similarity: 1 });
    expect(server.models.requests.length).toBe(asked);
  });

  it('skips a sentence that was merged before, and nothing drifts as the entry grows', async () => {
    const project = await server.project();
    const [base, other] = ['Merge base', 'Merge other'];
    const { memoryId, entry } = await scriptPair(project, [base, other], 0.8);
    server.models.script('Merge other.', scripted(0.8));
    expect((await project.write(memoryId, other)).action).toBe('UPDATED');
    expect(await project.write(memoryId, other)).toMatchObject({
      action: 'SKIPPED',
      similarity: 1,
    });
    const variant = await project.write(memoryId, 'Merge other.');
    expect(variant).toMatchObject({ action: 'SKIPPED', similarity: 1, entry: { id: entry.id } });
    const near = await project.write(memoryId, base, { dryRun: true });
    expect(near).toMatchObject({ action: 'SKIPPED', similarity: 1 });
  });

  it.each(VALUE_PAIRS)('never skips a new %s: "%s" / "%s"', async (_, one, other) => {
    const project = await server.project();
    const { memoryId } = await scriptPair(project, [one, other], 0.9999);
    const written = await project.write(memoryId, other);
    expect(written.action).toBe('UPDATED');
    expect(written.entry.content).toBe(`${one}\n${other}`);
  });

  it('appends what is not a fact, however alike, and does not merge facts into it', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    for (const kind of ['OBSERVATION', 'PLAN', 'REFLECTION', 'OBSERVATION']) {
      expect((await project.write(memoryId, 'The lamp went on', { kind })).action).toBe('CREATED');
    }
    expect(await project.write(memoryId, 'The lamp went on')).toMatchObject({
      action: 'CREATED',
      similarity: null,
      entry: { kind: 'FACT', memory: { entryCount: 5 } },
    });
  });

  it('keeps memories apart', async () => {
    const project = await server.project();
    const [one, other] = [await project.memory(), await project.memory()];
    await project.write(one, 'Said in both');
    expect((await project.write(other, 'Said in both')).action).toBe('CREATED');
  });

  it('makes a new entry where a merge would exceed the size of an entry', async () => {
    const project = await server.project();
    const [base, other] = ['b'.repeat(20_000), 'o'.repeat(20_000)];
    for (const text of [base, other]) {
      const measure = { maxTokens: 8000, countTokens: (part: string) => part.length };
      for (const chunk of splitText(text, measure)) server.models.script(chunk, scripted(1));
    }
    const memoryId = await project.memory();
    await project.write(memoryId, base);
    expect(await project.write(memoryId, other)).toMatchObject({
      action: 'CREATED',
      similarity: 1,
    });
  });

  it('makes a new entry where the merged metadata would exceed its size', async () => {
    const project = await server.project();
    const { memoryId } = await scriptPair(project, ['Big base', 'Big other'], 0.8);
    const big = (key: string) => ({ metadata: { [key]: 'x'.repeat(9000) } });
    await project.write(memoryId, 'Big third', { ...big('a'), updateThreshold: 0 });
    const written = await project.write(memoryId, 'Big other', { ...big('b'), updateThreshold: 0 });
    expect(written.action).toBe('CREATED');
  });

  it('merges metadata, the new value winning, and keeps what it was', async () => {
    const project = await server.project();
    const { memoryId, entry } = await scriptPair(project, ['Meta base', 'Meta other'], 0.8);
    await project.run(UPDATE, { input: { entryId: entry.id, metadata: { a: 1, b: 1 } } });
    const merged = await project.write(memoryId, 'Meta other', { metadata: { b: 2, c: [3] } });
    expect(merged.entry.metadata).toEqual({ a: 1, b: 2, c: [3] });
    const { revisions } = (await project.run(ENTRY, { id: entry.id })).entry;
    expect(revisions.nodes[0]).toMatchObject({ change: 'MERGED', metadata: { a: 1, b: 1 } });
  });
});

describe('a dry run', () => {
  it('answers what a write would and changes nothing', async () => {
    const project = await server.project();
    const { memoryId, entry } = await scriptPair(project, ['Dry base', 'Dry other'], 0.8);
    const dry = await project.write(memoryId, 'Dry other', { dryRun: true });
    expect(dry).toMatchObject({
      action: 'UPDATED',
      dryRun: true,
      entry: { content: 'Dry base\nDry other' },
    });
    const created = await project.write(memoryId, 'Something else entirely', { dryRun: true });
    expect(created).toMatchObject({ action: 'CREATED', dryRun: true });
    expect((await project.fail(ENTRY, { id: created.entry.id })).extensions.code).toBe('NOT_FOUND');
    const after = (await project.run(ENTRY, { id: entry.id })).entry;
    expect(after).toMatchObject({
      content: 'Dry base',
      memory: { entryCount: 1 },
      revisions: { totalCount: 0 },
    });
    await project.settled();
    const { events } = await project.run('{ events { nodes { type } } }');
    expect(events.nodes.map((node: { type: string }) => node.type)).toEqual([
      'MEMORY_CREATED',
      'ENTRY_CREATED',
    ]);
  });
});

describe('an idempotency key', () => {
  it('makes a repeated call return the first answer', async () => {
    const project = await server.project();
    const { memoryId } = await scriptPair(project, ['Key base', 'Key other'], 0.8);
    const input = { idempotencyKey: 'once' };
    const first = await project.write(memoryId, 'Key other', input);
    const again = await project.write(memoryId, 'Key other', input);
    expect(again).toEqual({
      ...first,
      matchedEntry: { ...first.matchedEntry, content: first.entry.content },
    });
    const writes = await Promise.all(
      Array.from({ length: 10 }, () =>
        project.write(memoryId, 'Fresh', { idempotencyKey: 'many' }),
      ),
    );
    expect(new Set(writes.map((written) => JSON.stringify(written))).size).toBe(1);
    expect(writes[0].action).toBe('CREATED');
  });

  it('is the same for metadata in another order and thresholds given as null', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const key = { idempotencyKey: 'order' };
    const first = await project.write(memoryId, 'Ordered', {
      ...key,
      metadata: { a: 1, b: { c: 2, d: 3 } },
    });
    const again = await project.write(memoryId, 'Ordered', {
      ...key,
      metadata: { b: { d: 3, c: 2 }, a: 1 },
      duplicateThreshold: null,
    });
    expect(again).toEqual(first);
  });

  it('of another write is CONFLICT, in another memory too', async () => {
    const project = await server.project();
    const [one, other] = [await project.memory(), await project.memory()];
    const WRITE = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
    const ask = (memoryId: string, content: string) => ({
      input: { memoryId, content, idempotencyKey: 'k' },
    });
    await project.run(WRITE, ask(one, 'First'));
    expect((await project.fail(WRITE, ask(one, 'Second'))).extensions.code).toBe('CONFLICT');
    expect((await project.fail(WRITE, ask(other, 'First'))).extensions.code).toBe('CONFLICT');
  });

  it('used at once in two memories serves one of them', async () => {
    const project = await server.project();
    const memories = [await project.memory(), await project.memory()];
    const results = await Promise.allSettled(
      memories.map((memoryId) => project.write(memoryId, 'Race', { idempotencyKey: 'race' })),
    );
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

function nest(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let i = 0; i < depth; i += 1) value = { a: value };
  return value;
}

describe('input that cannot be stored', () => {
  it.each([
    [{ content: ' \n\t ' }, 'input.content'],
    [{ content: 'x'.repeat(32 * 1024 + 1) }, 'input.content'],
    [{ content: 'é'.repeat(16 * 1024 + 1) }, 'input.content'],
    [{ content: 'nul \0' }, 'input.content'],
    [{ content: 'half \udfff' }, 'input.content'],
    [{ metadata: { text: 'x'.repeat(16 * 1024) } }, 'input.metadata'],
    [{ metadata: { deep: ['nul \0'] } }, 'input.metadata'],
    [{ duplicateThreshold: 1.01 }, 'input.duplicateThreshold'],
    [{ updateThreshold: -0.1 }, 'input.updateThreshold'],
    [{ duplicateThreshold: 0.5 }, 'input.updateThreshold'],
    [{ idempotencyKey: '' }, 'input.idempotencyKey'],
    [{ idempotencyKey: 'half \ud800' }, 'input.idempotencyKey'],
    [{ metadata: nest(1500) }, 'input.metadata'],
  ])('is refused with its path: %.60j', async (input, path) => {
    const project = await server.project();
    const memoryId = await project.memory();
    const WRITE = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
    const { extensions } = await project.fail(WRITE, {
      input: { memoryId, content: 'c', ...input },
    });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it.each([['[1]'], ['"text"'], ['1']])('such as metadata %s is refused', async (metadata) => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { extensions } = await project.fail(
      `mutation { writeEntry(input: { memoryId: "${memoryId}", content: "c", metadata: ${metadata} }) { action } }`,
    );
    expect(['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED']).toContain(extensions.code);
  });
});

describe('long text', () => {
  it('is embedded whole, in chunks that are found one by one', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const filler = 'Nothing of note happened on this day either. '.repeat(400);
    const content = `${filler}The treasure lies under the oak. ${filler.slice(0, 9000)}`;
    const { entry } = await project.write(memoryId, content);
    expect(entry.content).toBe(content);
    const { results } = (
      await project.run(SEARCH, {
        input: { query: 'treasure under the oak', limit: 1, mode: 'LEXICAL' },
      })
    ).searchKnowledge;
    expect(results[0]).toMatchObject({ entry: { id: entry.id } });
    expect(results[0].chunk.text).toContain('The treasure lies under the oak.');
    expect(results[0].chunk.position).toBeGreaterThan(0);
    expect(await project.write(memoryId, content)).toMatchObject({
      action: 'SKIPPED',
      similarity: 1,
    });
    const changed = await project.write(memoryId, content.replace('oak', 'elm'));
    expect(changed.action).not.toBe('SKIPPED');
  });
});

describe('texts of several chunks', () => {
  const boilerplate =
    'This page is confidential and must not be shared with anybody at all. '.repeat(115);
  const documents = Array.from(
    { length: 9 },
    (_, i) => `${boilerplate}Topic ${i} word${i} other${i} thing${i}`,
  );
  const BULK = `mutation ($input: WriteEntriesInput!) {
    writeEntries(input: $input) { results { action similarity } } }`;

  it('are recognised though many others share a part of them, one by one and together', async () => {
    const project = await server.project();
    const [single, bulk] = [await project.memory(), await project.memory()];
    const contents = [...documents, ...documents.map((text) => `${text}.`)];
    const one: { action: string }[] = [];
    for (const content of contents)
      one.push(await project.write(single, content, { updateThreshold: 0.95 }));
    const input = {
      memoryId: bulk,
      items: contents.map((content) => ({ content })),
      updateThreshold: 0.95,
    };
    const { results } = (await project.run(BULK, { input })).writeEntries;
    const actions = (list: { action: string }[]) => list.map(({ action }) => action);
    expect(actions(one)).toEqual([
      ...documents.map(() => 'CREATED'),
      ...documents.map(() => 'SKIPPED'),
    ]);
    expect(actions(results)).toEqual(actions(one));
  });

  it('beyond 2 MiB in one call are refused, and within it others are served meanwhile', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const items = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        content: `item ${i} ${'!'.repeat(32_000)}`,
        kind: 'FACT',
      }));
    const input = { memoryId, items: items(70) };
    expect((await project.fail(BULK, { input })).extensions.path).toBe('input.items');
    let worst = 0;
    let isDone = false;
    const writing = project.run(BULK, { input: { memoryId, items: items(15) } }).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const from = performance.now();
      await project.run('{ __typename }');
      worst = Math.max(worst, performance.now() - from);
    }
    await writing;
    expect(worst).toBeLessThan(5000);
  });
});

describe('concurrent writes', () => {
  it('of one text leave one entry', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const writes = await Promise.all(
      Array.from({ length: 20 }, () => project.write(memoryId, 'Said by twenty at once')),
    );
    const actions = writes.map((written) => written.action);
    expect(actions.filter((action) => action === 'CREATED')).toHaveLength(1);
    expect(actions.filter((action) => action === 'SKIPPED')).toHaveLength(19);
    expect(new Set(writes.map((written) => written.entry.id)).size).toBe(1);
    expect(writes[0].entry.memory.entryCount).toBe(1);
  });

  it('of texts that resemble each other lose none', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const texts = Array.from({ length: 12 }, (_, i) => `Resembling text ${i}`);
    for (const [i, text] of texts.entries()) server.models.script(text, scripted(0.9, 1 + i));
    const writes = await Promise.all(texts.map((text) => project.write(memoryId, text)));
    const { entry } = await project.run(ENTRY, { id: writes[0].entry.id });
    expect(entry.content.split('\n').sort()).toEqual([...texts].sort());
    expect(entry).toMatchObject({ memory: { entryCount: 1 }, revisions: { totalCount: 11 } });
  });
});

describe('changing an entry', () => {
  it('re-embeds its text', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'Old words here');
    const changed = await project.run(UPDATE, {
      input: { entryId: entry.id, content: 'Fresh wording' },
    });
    expect(changed.updateEntry.entry.content).toBe('Fresh wording');
    const find = async (query: string) =>
      (await project.run(SEARCH, { input: { query, memoryIds: [memoryId] } })).searchKnowledge
        .results[0];
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
    expect((await project.fail(UPDATE, { input })).extensions.code).toBe('CONFLICT');
    expect((await project.run(ENTRY, { id: entry.id })).entry.content).toBe('Quite different');
  });

  it('keeps every version, and goes back to any', async () => {
    const project = await server.project();
    const { memoryId, entry } = await scriptPair(project, ['First line', 'Second line'], 0.8);
    const { viewer } = await project.run('{ viewer { apiKey { id } } }');
    await project.write(memoryId, 'Second line');
    await project.run(UPDATE, {
      input: { entryId: entry.id, content: 'All new', metadata: { v: 2 } },
    });
    const { revisions } = (await project.run(ENTRY, { id: entry.id })).entry;
    const actor = viewer.apiKey.id;
    expect(revisions.nodes).toEqual([
      {
        number: 2,
        change: 'EDITED',
        content: 'First line\nSecond line',
        metadata: {},
        similarity: null,
        actor,
      },
      { number: 1, change: 'MERGED', content: 'First line', metadata: {}, similarity: 0.8, actor },
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
    await project.run(UPDATE, { input: { entryId: entry.id, content: 'As it was', metadata: {} } });
    expect((await project.run(ENTRY, { id: entry.id })).entry.revisions.totalCount).toBe(0);
  });

  it('back to fewer texts of the same content makes the whole text known again', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'A\nB');
    await project.run(UPDATE, { input: { entryId: entry.id, content: 'A' } });
    await project.write(memoryId, 'B', { updateThreshold: 0 });
    await project.run(REVERT, { input: { entryId: entry.id, revision: 1 } });
    expect((await project.write(memoryId, 'A\nB')).action).toBe('SKIPPED');
  });

  it('needs something to change', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'Same as ever');
    const nothing = await project.fail(UPDATE, { input: { entryId: entry.id } });
    expect(nothing.extensions.code).toBe('BAD_USER_INPUT');
    const never = await project.fail(REVERT, { input: { entryId: entry.id } });
    expect(never.extensions.code).toBe('NOT_FOUND');
  });

  it('by many at once loses no change', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'Edited by many');
    const edits = Array.from({ length: 4 }, (_, i) => `Edit number ${i}`);
    await Promise.all(
      edits.map((content) => project.run(UPDATE, { input: { entryId: entry.id, content } })),
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
    const edit = await project.fail(UPDATE, { input: { ...input, content: 'x' } });
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

describe('writing many', () => {
  const BULK = `mutation ($input: WriteEntriesInput!) {
    writeEntries(input: $input) { dryRun results {
      action similarity entry { id content } matchedEntry { id } error { code message path } } }
  }`;
  type Result = {
    action: string;
    similarity: number | null;
    entry: { id: string; content: string };
  };

  it.each([60, 300])('has the outcome of writing one after another: %i texts', async (length) => {
    const project = await server.project();
    const texts = Array.from(
      { length },
      (_, i) => `Bulk text ${i % Math.round(length * 0.75)}${i % 7 === 0 ? '.' : ''}`,
    );
    let seed = 7;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    for (const text of new Set(texts)) {
      const vector = Array.from({ length: DIMENSIONS }, () => 0);
      // Enough axes that a text has few others near it, however many they are.
      for (let axis = 0; axis < length / 20; axis += 1) vector[axis] = random() ** 3;
      server.models.script(text, vector);
    }
    const [single, bulk] = [await project.memory(), await project.memory()];
    const expected: Result[] = [];
    for (const text of texts) expected.push(await project.write(single, text));
    const items = texts.map((content) => ({ content }));
    const half = (some: object[]) => project.run(BULK, { input: { memoryId: bulk, items: some } });
    const first = (await half(items.slice(0, 20))).writeEntries.results;
    const second = (await half(items.slice(20))).writeEntries.results;
    const actual: Result[] = [...first, ...second];
    // Ids differ between the memories, so entries are named by their first line.
    const told = ({ action, entry }: Result) => ({ action, first: entry.content.split('\n')[0] });
    expect(actual.map(told)).toEqual(expected.map(told));
    for (const [i, { similarity }] of actual.entries()) {
      expect(similarity ?? 0).toBeCloseTo(expected[i]?.similarity ?? 0, 4);
    }
    expect(new Set(actual.map((result) => result.action))).toEqual(
      new Set(['CREATED', 'UPDATED', 'SKIPPED']),
    );
    const contents = async (memoryId: string) => {
      const { memory } = await project.run(
        `{ memory(id: "${memoryId}") { entryCount entries(first: 100) { nodes { content revisions { totalCount } } } } }`,
      );
      return memory;
    };
    expect(await contents(bulk)).toEqual(await contents(single));
  });

  it('lets an invalid item fail alone, and keeps the order', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const items = [
      { content: 'Item one' },
      { content: ' ' },
      { content: 'Item three', metadata: { text: 'x'.repeat(17_000) } },
      { content: 'Completely other', kind: 'PLAN', source: 'AGENT', idempotencyKey: 'i' },
      { content: 'Shares a key', idempotencyKey: 'i' },
      { content: 'Item one' },
    ];
    const { results } = (await project.run(BULK, { input: { memoryId, items } })).writeEntries;
    expect(results.map((result: Result) => result.action)).toEqual([
      'CREATED',
      null,
      null,
      'CREATED',
      null,
      'SKIPPED',
    ]);
    expect(results[1].error).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: 'input.items[1].content',
    });
    expect(results[2].error.path).toBe('input.items[2].metadata');
    expect(results[4].error.path).toBe('input.items[4].idempotencyKey');
    expect(results[0].error).toBeNull();
    const again = (await project.run(BULK, { input: { memoryId, items: [items[3]] } }))
      .writeEntries;
    expect(again.results[0]).toMatchObject({
      action: 'CREATED',
      entry: { id: results[3].entry.id },
    });
  });

  it.each([
    [[], 'input.items'],
    [Array.from({ length: 501 }, (_, i) => ({ content: `c ${i}` })), 'input.items'],
  ])('of %.5j… is refused', async (items, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(BULK, {
      input: { memoryId: await project.memory(), items },
    });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it('takes 500, embedded in batches', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const asked = server.models.requests.length;
    const items = Array.from({ length: 500 }, (_, i) => ({ content: `w${i} x${i} y${i} z${i}` }));
    const { results } = (
      await project.run(BULK, { input: { memoryId, items, updateThreshold: 0.95 } })
    ).writeEntries;
    expect(results).toHaveLength(500);
    expect(
      results.every((result: Result) => result.action === 'CREATED' || result.action === 'UPDATED'),
    ).toBe(true);
    expect(server.models.requests.length - asked).toBeLessThanOrEqual(4);
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
    expect(await list('(kinds: [PLAN])')).toEqual(['cherry']);
    expect(await list('(kinds: [])')).toEqual([]);
    expect(await list('(sources: [AGENT, MANUAL])')).toEqual(['banana', 'apple']);
    expect(await list('(metadata: { tags: "a" })')).toEqual(['banana', 'apple']);
    expect(await list('(metadata: { tags: "b", n: 1 })')).toEqual(['apple']);
    expect(await list('(metadata: { tags: ["a", "b"] })')).toEqual(['apple']);
    expect(await list('(metadata: { nested: { x: 1 } })')).toEqual(['apple']);
    expect(await list('(metadata: { n: "1" })')).toEqual([]);
    expect(await list('(metadata: { n: null })')).toEqual(['cherry']);
    expect(await list('(metadata: {})')).toHaveLength(3);
  });
});
