import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { chunks } from '../src/db/tables/chunks.ts';
import {
  findPendingProjects,
  indexSome,
  indexSoon,
  startIndexing,
} from '../src/entries/index/index-chunks.ts';
import { readIndexSizes } from '../src/entries/index/index-sizes.ts';
import { isCitus } from './support/database-server.ts';
import { direction, fill, indexed, indexNow, near, scansOf } from './support/indexed-chunks.ts';
import { INDEXED_FROM, type TestProject, useServer } from './support/server.ts';

/** Chunks enter their HNSW index behind the write: what a caller sees is the same before and after. */

/** Nothing is cached, so that searches and writes use the index. */
const server = useServer({ CHUNK_CACHE_MB: '0' });

const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { similarity entry { id content } } } }`;
const DELETE = `mutation ($input: DeleteEntryInput!) {
  deleteEntry(input: $input) { entry { id } } }`;

async function search(project: TestProject, query: string, input = {}) {
  const { searchKnowledge } = await project.run(SEARCH, { input: { query, limit: 5, ...input } });
  return searchKnowledge.results;
}

/** Takes everything out of the index, as if it had just been written. */
async function unindex(projectId: string): Promise<void> {
  await server.app.db
    .update(chunks)
    .set({ isIndexed: false })
    .where(eq(chunks.projectId, projectId));
  indexSoon(server.app, projectId);
}

describe('chunks', () => {
  it('enter the index by themselves, once their project is large enough', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await fill(server, project, memoryId, { count: INDEXED_FROM - 1 });
    expect(await findPendingProjects(server.app)).not.toContain(project.id);
    expect(await indexSome(server.app, [project.id])).toEqual({ indexed: 0, unfinished: [] });
    const inIndex = and(eq(chunks.projectId, project.id), eq(chunks.isIndexed, true));
    expect(await server.app.db.$count(chunks, inIndex)).toBe(0);
    // Projects are counted over their memories.
    await project.write(await project.memory(), 'The kettle is in the kitchen');
    await indexed(server, project);
    await project.write(memoryId, 'The ladder is in the shed');
    await indexed(server, project);
  });

  it('are found at once, and the same after', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    server.models.script('What is near?', direction(2000));
    server.models.script('This is nearest', near(2000, 0.1));
    server.models.script('This is next', near(2000, 0.2));
    await fill(server, project, memoryId);
    await project.write(memoryId, 'This is nearest', { kind: 'PLAN' });
    await unindex(project.id);
    const found = async (input = {}) => {
      const results = await search(project, 'What is near?', input);
      const ids = results.map(({ entry }: { entry: { id: string } }) => entry.id);
      expect(new Set(ids).size).toBe(5);
      return results[0].entry.content;
    };
    expect(await found()).toBe('This is nearest');
    await indexNow(server, project);
    expect(await found()).toBe('This is nearest');
    // One is in the index, another waits: each is found once.
    await project.write(memoryId, 'This is next', { kind: 'PLAN' });
    const both = await search(project, 'What is near?', { scope: { memoryIds: [memoryId] } });
    expect(both.map(({ entry }: { entry: { content: string } }) => entry.content)).toEqual(
      expect.arrayContaining(['This is nearest', 'This is next']),
    );
    expect(await found()).toBe('This is nearest');
  });

  it('are found by a frequent word where a rare one is in few', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await fill(server, project, memoryId);
    const rare = 'Plan for the zeppelin';
    await project.write(memoryId, rare, { kind: 'PLAN' });
    await indexNow(server, project);
    for (const mode of ['LEXICAL', 'HYBRID']) {
      const found = await search(project, 'zeppelin plan', { mode });
      expect(found).toHaveLength(5);
      expect(found[0].entry.content).toBe(rare);
    }
  });

  it('are compared by a write, whether they are in the index or not', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await fill(server, project, memoryId);
    const fact = 'Robert Miller keeps the spare keys of the office in the blue cabinet';
    const first = await project.write(memoryId, fact);
    await unindex(project.id);
    const again = () => project.write(memoryId, fact);
    const more = (place: string) => project.write(memoryId, fact.replace('blue cabinet', place));
    expect(await again()).toMatchObject({ action: 'SKIPPED', entry: { id: first.entry.id } });
    const waiting = await more('red cabinet');
    expect(waiting).toMatchObject({ action: 'UPDATED', entry: { id: first.entry.id } });
    await indexNow(server, project);
    expect(await more('green cabinet')).toMatchObject({
      action: 'UPDATED',
      entry: { id: first.entry.id },
    });
  });

  it('may be deleted and indexed at the same time', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await fill(server, project, memoryId);
    const written = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        project.write(memoryId, `Deleted ${i}`, { kind: 'PLAN' }),
      ),
    );
    await unindex(project.id);
    await Promise.all([
      ...written.map(({ entry }) => project.run(DELETE, { input: { entryId: entry.id } })),
      ...Array.from({ length: 10 }, () => indexSome(server.app, [project.id])),
    ]);
    const ids = written.map(({ entry }) => entry.id);
    const deleted = and(eq(chunks.projectId, project.id), inArray(chunks.entryId, ids));
    expect(await server.app.db.$count(chunks, and(deleted, isNull(chunks.knownUntil)))).toBe(0);
    expect(await server.app.db.$count(chunks, and(deleted, eq(chunks.isIndexed, true)))).toBe(0);
  });

  it('are indexed by several processes at once, each once', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await fill(server, project, memoryId, { count: INDEXED_FROM });
    await unindex(project.id);
    const others = [startIndexing(server.app), startIndexing(server.app)];
    await indexed(server, project);
    await Promise.all(others.map((other) => other.stop()));
    expect(await server.app.db.$count(chunks, eq(chunks.projectId, project.id))).toBe(INDEXED_FROM);
  });
});

describe('a search above the border', () => {
  // The workers of Citus count the scans of their shards.
  it.skipIf(isCitus)('takes the index, whatever the planner believes of a memory', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    // More than are compared exactly, whatever the tests above have left in the index.
    await fill(server, project, memoryId, { count: 1500 });
    await indexNow(server, project);
    await readIndexSizes(server.app);
    // So many small memories that the average one is read faster than the index is.
    for (let i = 0; i < 20; i += 1) {
      await project.write(await project.memory(), 'A memory of one', { kind: 'PLAN' });
    }
    await server.app.db.execute(sql`analyze chunks`);
    const before = await scansOf(server, 'chunks_near_');
    // The first five runs of a prepared statement are planned for their values, later ones for any.
    for (let i = 0; i < 12; i += 1) {
      await search(project, `Plan number ${i}`, { scope: { memoryIds: [memoryId] } });
    }
    await expect
      .poll(() => scansOf(server, 'chunks_near_'), { timeout: 20_000 })
      .toBeGreaterThanOrEqual(before + 12);
  });
});
