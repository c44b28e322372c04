import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { revisions as stored } from '../src/db/tables/entries.ts';
import type { Data } from './support/graphql.ts';
import { scripted } from './support/model-server.ts';
import { useServer } from './support/server.ts';
import { findTexts, scriptAlike, stated, textsOf, writeTogether } from './support/statements.ts';

const server = useServer();

const REVERT =
  'mutation ($input: RevertEntryInput!) { revertEntry(input: $input) { entry { id } } }';
const DELETE =
  'mutation ($input: DeleteEntryInput!) { deleteEntry(input: $input) { entry { id } } }';
const EDIT = 'mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { id } } }';

describe('500 daily reports that resemble each other', () => {
  it('become entries of eight statements, and the last write changes no more than the tenth', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const reports = Array.from({ length: 500 }, (_, i) => `Report ${i}: nothing happened`);
    scriptAlike(server, reports);
    const BULK = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results {
      ... on WriteEntryPayload { action entry { id } } } } }`;
    const input = { memoryId, items: reports.map((content) => ({ content })) };
    const { results } = (await project.run(BULK, { input })).writeEntries;
    const sizes = new Map<string, number>();
    for (const { entry } of results) sizes.set(entry.id, (sizes.get(entry.id) ?? 0) + 1);
    expect(Math.max(...sizes.values())).toBe(8);
    expect([...sizes.values()].reduce((sum, size) => sum + size)).toBe(500);
    const last = await stated(project, results.at(-1).entry.id);
    expect(Buffer.byteLength(last.content)).toBeLessThan(300);
    expect(await findTexts(project, { memoryId, query: 'Report 499', limit: 1 })).not.toHaveLength(
      0,
    );
  }, 60_000);
});

describe('the chunks of an entry', () => {
  it('are the texts that searches compare now', async () => {
    const project = await server.project();
    const CHUNKS = 'query ($id: ID!) { entry(id: $id) { chunks { position text } } }';
    const chunksOf = async (id: string): Promise<{ position: number; text: string }[]> =>
      (await project.run(CHUNKS, { id })).entry.chunks;
    const memoryId = await project.memory();
    const long = `${'A long story of the sea. '.repeat(400)}The treasure lies under the oak.`;
    const { entry } = await project.write(memoryId, long);
    const chunks = await chunksOf(entry.id);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, i) => i));
    expect(chunks.at(-1)?.text).toContain('The treasure lies under the oak.');
    await project.run(EDIT, { input: { entryId: entry.id, content: 'The sea is blue.' } });
    expect((await chunksOf(entry.id)).map(({ text }) => text)).toEqual(['The sea is blue.']);
    await project.run(DELETE, { input: { entryId: entry.id } });
    expect(await chunksOf(entry.id)).toEqual([]);
  });
});

describe('facts of two customers', () => {
  it('stay apart, and each is found by its metadata', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const [alice, bob] = ['Alice prefers email', 'Bob prefers phone'];
    scriptAlike(server, [alice, bob]);
    await project.write(memoryId, alice, { metadata: { customer: 'A' } });
    const second = await project.write(memoryId, bob, { metadata: { customer: 'B' } });
    expect(second).toMatchObject({ action: 'CREATED', matchedEntry: { content: alice } });
    for (const [customer, text] of [
      ['A', alice],
      ['B', bob],
    ]) {
      const scope = { metadata: { customer } };
      expect(await findTexts(project, { memoryId, query: alice, scope })).toEqual([text]);
    }
  });
});

describe('a text that is written again', () => {
  it('becomes the newest statement again: "is down", "is up", "is down"', async () => {
    const project = await server.project();
    const [down, up] = ['The API is down', 'The API is up'];
    const { memoryId, entryId } = await writeTogether(server, project, [down, up]);
    expect(await project.write(memoryId, down)).toMatchObject({ action: 'UPDATED', similarity: 1 });
    const entry = await stated(project, entryId);
    expect(textsOf(entry)).toEqual([up, down]);
    expect(entry.statements.map(({ statedCount }: Data) => statedCount)).toEqual([1, 2]);
    expect(entry.revisions.nodes[0]).toMatchObject({
      change: 'RESTATED',
      content: `${down}\n${up}`,
    });
    await project.run(REVERT, { input: { entryId } });
    expect(textsOf(await stated(project, entryId))).toEqual([down, up]);
  });

  it('as the newest statement is SKIPPED, and counts without a revision', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'Said twice');
    expect((await project.write(memoryId, 'Said twice')).action).toBe('SKIPPED');
    const after = await stated(project, entry.id);
    expect(after).toMatchObject({
      version: 0,
      statements: [{ text: 'Said twice', statedCount: 2 }],
      revisions: { totalCount: 0 },
    });
    const [{ firstStatedAt, lastStatedAt }] = after.statements;
    expect(lastStatedAt > firstStatedAt).toBe(true);
  });

  it('with a metadata key that it does not have is UPDATED, with another value CREATED', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const write = (metadata: object) => project.write(memoryId, 'Prefers tea', { metadata });
    const { entry } = await write({ a: 1 });
    expect(await write({ a: 1 })).toMatchObject({ action: 'SKIPPED', entry: { id: entry.id } });
    expect(await write({})).toMatchObject({ action: 'SKIPPED', entry: { id: entry.id } });
    expect(await write({ b: [2] })).toMatchObject({
      action: 'UPDATED',
      entry: { id: entry.id, metadata: { a: 1, b: [2] } },
    });
    const other = await write({ a: 2 });
    expect(other).toMatchObject({ action: 'CREATED', matchedEntry: { id: entry.id } });
    expect(await write({ a: 2 })).toMatchObject({
      action: 'SKIPPED',
      entry: { id: other.entry.id },
    });
    expect((await stated(project, entry.id)).revisions.nodes).toMatchObject([
      { change: 'RESTATED', metadata: { a: 1 } },
    ]);
  });

  it('is SKIPPED though its nested metadata is a literal of the document', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const literal = `mutation { writeEntry(input: { memoryId: "${memoryId}", content: "Prefers tea",
      metadata: { place: { floor: -0, rooms: [{ name: "Ulm" }] } } }) { action } }`;
    expect((await project.run(literal)).writeEntry.action).toBe('CREATED');
    expect((await project.run(literal)).writeEntry.action).toBe('SKIPPED');
  });

  it('is CREATED if the metadata of its entry would exceed the limit', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const write = (key: string) =>
      project.write(memoryId, 'Prefers tea', { metadata: { [key]: 'x'.repeat(9000) } });
    const first = await write('a');
    expect(first.action).toBe('CREATED');
    const second = await write('b');
    expect(second).toMatchObject({ action: 'CREATED', matchedEntry: { id: first.entry.id } });
    expect(await write('a')).toMatchObject({ action: 'SKIPPED', entry: { id: first.entry.id } });
    expect(await write('b')).toMatchObject({ action: 'SKIPPED', entry: { id: second.entry.id } });
  });
});

describe('a text that is near to an entry', () => {
  it('is a statement of it only if it is near every one', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    server.models.script('Near both one', scripted(1));
    server.models.script('Near both two', scripted(0.8));
    server.models.script('Near one only', scripted(0.8, 2));
    await project.write(memoryId, 'Near both one');
    expect((await project.write(memoryId, 'Near both two')).action).toBe('UPDATED');
    const apart = await project.write(memoryId, 'Near one only');
    expect(apart).toMatchObject({
      action: 'CREATED',
      matchedEntry: { content: 'Near both one\nNear both two' },
    });
    expect(apart.similarity).toBeCloseTo(0.8, 5);
  });

  it('is an entry of its own if two names are traded', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    scriptAlike(server, ['Maria reports to John', 'John reports to Maria']);
    await project.write(memoryId, 'Maria reports to John');
    expect((await project.write(memoryId, 'John reports to Maria')).action).toBe('CREATED');
  });

  it('is an entry of its own beyond maxStatements of the memory, else of the project', async () => {
    const project = await server.project({ maxStatements: 3 });
    const texts = ['Alike 1', 'Alike 2', 'Alike 3', 'Alike 4'];
    const { entryId } = await writeTogether(server, project, texts);
    expect(textsOf(await stated(project, entryId))).toEqual(['Alike 4']);
    const memoryId = await project.memory({ maxStatements: 1 });
    await project.write(memoryId, 'Alike 1');
    expect((await project.write(memoryId, 'Alike 2')).action).toBe('CREATED');
  });

  it('is skipped under the policy SIMILAR, of the call, the memory or the project', async () => {
    const project = await server.project();
    scriptAlike(server, ['Customer likes mail', 'The customer likes mail']);
    const write = async (memoryId: string, input = {}) => {
      await project.write(memoryId, 'Customer likes mail');
      return project.write(memoryId, 'The customer likes mail', { dryRun: true, ...input });
    };
    const memoryId = await project.memory();
    expect((await write(memoryId)).action).toBe('UPDATED');
    expect((await write(memoryId, { duplicatePolicy: 'SIMILAR' })).action).toBe('SKIPPED');
    const similar = await project.memory({ duplicatePolicy: 'SIMILAR' });
    expect((await write(similar)).action).toBe('SKIPPED');
    expect((await write(similar, { duplicatePolicy: 'SAFE' })).action).toBe('UPDATED');
  });

  it('leaves the metadata of the entry as it is if it is skipped under the policy SIMILAR', async () => {
    const project = await server.project();
    scriptAlike(server, ['Customer likes mail', 'The customer likes mail']);
    const memoryId = await project.memory({ duplicatePolicy: 'SIMILAR' });
    await project.write(memoryId, 'Customer likes mail', { metadata: { a: 1 } });
    const metadata = { a: 1, b: 2 };
    const { action, entry } = await project.write(memoryId, 'The customer likes mail', {
      metadata,
    });
    expect([action, entry.metadata]).toEqual(['SKIPPED', { a: 1 }]);
  });

  it('is skipped and merged as SOAT does under the preset SOAT', async () => {
    const project = await server.project({ writePreset: 'SOAT' });
    const memoryId = await project.memory();
    server.models.script('Soat base', scripted(1));
    server.models.script('Soat near', scripted(0.95));
    server.models.script('Soat related', scripted(0.75));
    await project.write(memoryId, 'Soat base');
    const skipped = await project.write(memoryId, 'Soat near');
    expect(skipped).toMatchObject({
      action: 'SKIPPED',
      duplicateThreshold: 0.95,
      updateThreshold: 0.75,
    });
    expect((await project.write(memoryId, 'Soat related')).action).toBe('UPDATED');
  });
});

describe('a write', () => {
  it('keeps its context, time, importance and expiry', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const given = { occurredAt: '2024-05-06T00:00:00.000Z', expiresAt: '2099-01-01T00:00:00.000Z' };
    const context = 'Where shall we meet on Sunday?';
    const written = await project.write(memoryId, 'At the fountain', {
      context,
      importance: 9,
      ...given,
    });
    expect(server.models.requests.flat()).toContain(`At the fountain\n${context}`);
    const entry = await stated(project, written.entry.id);
    expect(entry).toMatchObject({
      content: 'At the fountain',
      importance: 9,
      expiresAt: given.expiresAt,
      statements: [{ text: 'At the fountain', context, occurredAt: given.occurredAt }],
    });
    // The words of the context are found, and not shown.
    const found = await findTexts(project, { memoryId, query: 'Sunday meet', mode: 'LEXICAL' });
    expect(found).toEqual(['At the fountain']);
    const scope = { occurredBefore: '2024-05-07T00:00:00Z' };
    expect(await findTexts(project, { memoryId, query: 'fountain', scope })).toHaveLength(1);
    const later = { occurredAfter: '2024-05-07T00:00:00Z' };
    expect(await findTexts(project, { memoryId, query: 'fountain', scope: later })).toEqual([]);
  });
});

describe('a write that supersedes entries', () => {
  const SUPERSEDE = `mutation ($input: SupersedeEntriesInput!) { supersedeEntries(input: $input) { results {
    __typename ... on Entry { id supersededBy { id } } ... on ItemError { code } } } }`;

  it('leaves them out of searches, and can be taken back', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const old = (await project.write(memoryId, 'The office is in Bonn')).entry;
    const next = await project.write(memoryId, 'The office is in Kiel', { supersedes: [old.id] });
    expect(next.action).toBe('CREATED');
    const query = { memoryId, query: 'Where is the office' };
    expect(await findTexts(project, query)).toEqual(['The office is in Kiel']);
    expect(await findTexts(project, { ...query, includeSuperseded: true })).toHaveLength(2);
    expect(await stated(project, old.id)).toMatchObject({ supersededBy: { id: next.entry.id } });
    expect(await stated(project, next.entry.id)).toMatchObject({ supersedes: [{ id: old.id }] });
    // What was superseded is not compared with: said again, it is the newest that is known.
    const again = await project.write(memoryId, 'The office is in Bonn', { dryRun: true });
    expect(again).toMatchObject({ action: 'UPDATED', entry: { id: next.entry.id } });
    const input = { entryIds: [old.id, next.entry.id], by: null };
    const { results } = (await project.run(SUPERSEDE, { input })).supersedeEntries;
    expect(results).toMatchObject([{ supersededBy: null }, { supersededBy: null }]);
    expect(await findTexts(project, query)).toHaveLength(2);
  });

  it('must name entries of its memory', async () => {
    const project = await server.project();
    const elsewhere = (await project.write(await project.memory(), 'Elsewhere')).entry;
    const memoryId = await project.memory();
    const WRITE = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
    const input = { memoryId, content: 'New', supersedes: [elsewhere.id] };
    expect((await project.fail(WRITE, { input })).extensions.code).toBe('NOT_FOUND');
    const { memory } = await project.run(`{ memory(id: "${memoryId}") { entryCount } }`);
    expect(memory.entryCount).toBe(0);
    const own = (await project.write(memoryId, 'Own')).entry;
    const self = { entryIds: [own.id, elsewhere.id], by: own.id };
    const { results } = (await project.run(SUPERSEDE, { input: self })).supersedeEntries;
    expect(results).toMatchObject([{ code: 'BAD_USER_INPUT' }, { code: 'BAD_USER_INPUT' }]);
  });
});

describe('the revisions of an entry', () => {
  it('store what changed, tell every former state, and lead back to each', async () => {
    const project = await server.project();
    const texts = Array.from({ length: 6 }, (_, i) => `State ${i}`);
    const { entryId } = await writeTogether(server, project, texts);
    await project.run(EDIT, { input: { entryId, content: 'Edited', metadata: { v: 1 } } });
    await project.run(EDIT, { input: { entryId, metadata: { v: 2 } } });
    const { revisions } = await stated(project, entryId);
    const former = revisions.nodes.map(({ content, metadata }: Data) => ({ content, metadata }));
    expect(former.slice(0, 3)).toEqual([
      { content: 'Edited', metadata: { v: 1 } },
      { content: texts.join('\n'), metadata: {} },
      { content: texts.slice(0, 5).join('\n'), metadata: {} },
    ]);
    const rows = await server.app.db
      .select({ changed: stored.changed })
      .from(stored)
      .where(eq(stored.entryId, entryId))
      .orderBy(stored.number);
    expect(rows.map(({ changed }) => changed.length)).toEqual([0, 0, 0, 0, 0, 6, 1]);
    for (const number of [7, 6, 3, 1]) {
      await project.run(REVERT, { input: { entryId, revision: number } });
      const { content, metadata } = await stated(project, entryId);
      expect({ content, metadata }).toEqual(former[7 - number]);
    }
  });
});

describe('a text that expires', () => {
  it('is not joined by a text that lasts, nor by one that expires at another time', async () => {
    const project = await server.project();
    const texts = ['Gate code 1234', 'Gate code 1234, still'];
    scriptAlike(server, texts);
    const memoryId = await project.memory();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { entry } = await project.write(memoryId, 'Gate code 1234', { expiresAt });
    const lasting = await project.write(memoryId, 'Gate code 1234');
    expect(lasting.action).toBe('CREATED');
    const again = await project.write(memoryId, 'Gate code 1234', { expiresAt });
    expect(again).toMatchObject({ action: 'SKIPPED', entry: { id: entry.id } });
    const near = await project.write(memoryId, 'Gate code 1234, still');
    expect(near).toMatchObject({ action: 'UPDATED', entry: { id: lasting.entry.id } });
  });
});

describe('a text of an earlier time', () => {
  it('is counted without moving the last time back', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const [early, late] = ['2021-05-01T00:00:00.000Z', '2025-05-01T00:00:00.000Z'];
    const { entry } = await project.write(memoryId, 'The sun rises', { occurredAt: late });
    await project.write(memoryId, 'The sun rises', { occurredAt: early });
    const { statements } = await stated(project, entry.id);
    expect(statements).toMatchObject([{ statedCount: 2, occurredAt: late, lastStatedAt: late }]);
  });

  it('is a statement before those of later times, and the entry keeps its last time', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const [older, middle, newer] = [
      'Ann works at Acme',
      'Ann works at Acme Labs',
      'Ann is at Acme',
    ];
    scriptAlike(server, [older, middle, newer]);
    const at = (year: number) => ({ occurredAt: `${year}-05-01T00:00:00.000Z` });
    const { entry } = await project.write(memoryId, newer, at(2025));
    const TIMES = 'query ($id: ID!) { entry(id: $id) { content occurredAt lastStatedAt } }';
    const timesOf = async () => (await project.run(TIMES, { id: entry.id })).entry;
    for (const [text, year] of [
      [older, 2020],
      [middle, 2022],
    ] as const) {
      expect((await project.write(memoryId, text, at(year))).action).toBe('UPDATED');
    }
    const times = { occurredAt: at(2025).occurredAt, lastStatedAt: at(2025).occurredAt };
    expect(await timesOf()).toEqual({ content: `${older}\n${middle}\n${newer}`, ...times });
    expect((await project.write(memoryId, older, at(2021))).action).toBe('UPDATED');
    expect(await timesOf()).toEqual({ content: `${older}\n${middle}\n${newer}`, ...times });
    await project.run(REVERT, { input: { entryId: entry.id, revision: 2 } });
    expect(await timesOf()).toEqual({ content: `${older}\n${newer}`, ...times });
    await project.run(REVERT, { input: { entryId: entry.id } });
    expect(await timesOf()).toEqual({ content: `${older}\n${middle}\n${newer}`, ...times });
    expect((await project.write(memoryId, older)).action).toBe('UPDATED');
    expect((await timesOf()).content).toBe(`${middle}\n${newer}\n${older}`);
  });
});

describe('writeEntries', () => {
  it('fails alone for an item that replaces an unknown entry', async () => {
    const project = await server.project();
    const items = [{ content: 'Fine' }, { content: 'Not fine', supersedes: ['me_unknown'] }];
    const { writeEntries } = await project.run(
      `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results {
        ... on WriteEntryPayload { action } ... on ItemError { code } } } }`,
      { input: { memoryId: await project.memory(), items } },
    );
    expect(writeEntries.results).toEqual([{ action: 'CREATED' }, { code: 'NOT_FOUND' }]);
  });
});

describe('updateThreshold 1', () => {
  it('switches merging off, without another setting', async () => {
    const project = await server.project();
    const [one, other] = ['The kettle is red', 'The kettle is blue'];
    scriptAlike(server, [one, other]);
    const memoryId = await project.memory({ updateThreshold: 1 });
    await project.write(memoryId, one);
    server.models.script(other, scripted(0.99));
    expect((await project.write(memoryId, other)).action).toBe('CREATED');
  });
});
