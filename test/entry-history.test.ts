import { and, eq, isNotNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { chunks } from '../src/db/tables/chunks.ts';
import { purgeHistory } from '../src/entries/purge-history.ts';
import { UPDATE_ENTRY } from './support/entries.ts';
import { afterDays } from './support/memories.ts';
import { type TestProject, useServer } from './support/server.ts';
import { findTexts, writeTogether } from './support/statements.ts';

const server = useServer();

const DELETE =
  'mutation ($input: DeleteEntryInput!) { deleteEntry(input: $input) { entry { id } } }';
const DELETE_STATEMENT =
  'mutation ($input: DeleteStatementInput!) { deleteStatement(input: $input) { entry { id } } }';

/** A time after everything so far and before everything that follows. */
const now = async (): Promise<string> => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  const time = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 5));
  return time;
};

const pastChunks = (project: TestProject) =>
  server.app.db.$count(chunks, and(eq(chunks.projectId, project.id), isNotNull(chunks.knownUntil)));

describe('a search of what was known at a time', () => {
  it.each(['SEMANTIC', 'HYBRID', 'LEXICAL'])(
    'finds what was edited, deleted or superseded since, and nothing newer: %s',
    async (mode) => {
      const project = await server.project();
      const memoryId = await project.memory();
      const write = async (text: string, input = {}) =>
        (await project.write(memoryId, text, { updateThreshold: 0.95, ...input })).entry.id;
      const edited = await write('zebra edited');
      const deleted = await write('zebra deleted');
      const superseded = await write('zebra superseded');
      const query = { memoryId, query: 'zebra', mode };
      const before = await now();
      await project.run(UPDATE_ENTRY, { input: { entryId: edited, content: 'zebra now' } });
      await project.run(DELETE, { input: { entryId: deleted } });
      await write('zebra successor', { supersedes: [superseded] });
      expect((await findTexts(project, query)).sort()).toEqual(['zebra now', 'zebra successor']);
      expect((await findTexts(project, { ...query, asOf: before })).sort()).toEqual([
        'zebra deleted',
        'zebra edited',
        'zebra superseded',
      ]);
      const earlier = '2020-01-01T00:00:00Z';
      expect(await findTexts(project, { ...query, asOf: earlier })).toEqual([]);
    },
  );

  it('finds a statement that was deleted since, beside those that remain', async () => {
    const project = await server.project();
    const texts = ['zebra one', 'zebra two', 'zebra three'];
    const { memoryId, entryId } = await writeTogether(server, project, texts);
    const before = await now();
    await project.run(DELETE_STATEMENT, { input: { entryId, number: 2 } });
    const query = { memoryId, query: 'zebra' };
    expect((await findTexts(project, query)).sort()).toEqual(['zebra one', 'zebra three']);
    expect((await findTexts(project, { ...query, asOf: before })).sort()).toEqual(texts.sort());
  });

  it('compares the metadata of the entry for a statement that it no longer has', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const metadata = { team: 'a' };
    const edited = (await project.write(memoryId, 'zebra edited', { metadata })).entry.id;
    const deleted = (await project.write(memoryId, 'zebra deleted', { metadata })).entry.id;
    await project.write(memoryId, 'zebra of others', { metadata: { team: 'b' } });
    const asOf = await now();
    await project.run(UPDATE_ENTRY, { input: { entryId: edited, content: 'zebra now' } });
    await project.run(DELETE, { input: { entryId: deleted } });
    const query = { memoryId, query: 'zebra', scope: { metadata } };
    expect(await findTexts(project, query)).toEqual(['zebra now']);
    for (const mode of ['SEMANTIC', 'HYBRID', 'LEXICAL']) {
      const texts = await findTexts(project, { ...query, mode, asOf });
      expect([mode, ...texts.sort()]).toEqual([mode, 'zebra deleted', 'zebra edited']);
    }
  });

  it('finds nothing of a deleted memory, and the same as before once it is restored', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'zebra first');
    const before = await now();
    await project.run(UPDATE_ENTRY, { input: { entryId: entry.id, content: 'zebra second' } });
    const input = { memoryId };
    await project.run(
      'mutation ($input: DeleteMemoryInput!) { deleteMemory(input: $input) { memory { id } } }',
      { input: { ...input, force: true } },
    );
    await project.run(
      'mutation ($input: RestoreMemoryInput!) { restoreMemory(input: $input) { memory { id } } }',
      { input },
    );
    const query = { memoryId, query: 'zebra' };
    expect(await findTexts(project, query)).toEqual(['zebra second']);
    expect(await findTexts(project, { ...query, asOf: before })).toEqual(['zebra first']);
    const { memory } = await project.run(
      `{ memory(id: "${memoryId}") { entryCount contentBytes } }`,
    );
    expect(memory).toEqual({ entryCount: 1, contentBytes: 'zebra second'.length });
  });
});

describe('the purge of the history', () => {
  it('deletes what ended before the retention time, and keeps the revisions', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'zebra first');
    const before = await now();
    await project.run(UPDATE_ENTRY, { input: { entryId: entry.id, content: 'zebra second' } });
    await afterDays(server, 29, () => purgeHistory(server.app));
    expect(await pastChunks(project)).toBe(1);
    await afterDays(server, 31, () => purgeHistory(server.app));
    expect(await pastChunks(project)).toBe(0);
    const query = { memoryId, query: 'zebra' };
    expect(await findTexts(project, query)).toEqual(['zebra second']);
    expect(await findTexts(project, { ...query, asOf: before })).toEqual([]);
    const { entry: after } = await project.run(
      `{ entry(id: "${entry.id}") { revisions { nodes { content } } } }`,
    );
    expect(after.revisions.nodes).toEqual([{ content: 'zebra first' }]);
  });

  it('keeps nothing with a retention of 0 days', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'zebra first');
    await project.run(UPDATE_ENTRY, { input: { entryId: entry.id, content: 'zebra second' } });
    const { config } = server.app;
    server.app.config = { ...config, historyRetentionDays: 0 };
    await afterDays(server, 0, () => purgeHistory(server.app)).finally(() => {
      server.app.config = config;
    });
    expect(await pastChunks(project)).toBe(0);
  });
});
