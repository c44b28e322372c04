import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { entries } from '../src/db/tables/entries.ts';
import { memories } from '../src/db/tables/memories.ts';
import { purgeMemories } from '../src/memories/purge-memories.ts';
import { applyRetention } from '../src/stream/apply-retention.ts';
import { type TestProject, useServer } from './support/server.ts';

/** Projects of one server whose objects have the same ids, since one file was imported into them. */

const server = useServer();

const DAY_MS = 86_400_000;

/** In three projects these are 201 objects, so the pages of 100 and of 200 end between those that share an id. */
const MANY = Array.from({ length: 67 }, (_, i) => i);

async function imported(project: TestProject, body: string): Promise<void> {
  const authorization = `Bearer ${project.keys.ADMIN}`;
  const headers = { authorization, 'content-type': 'application/x-ndjson' };
  const response = await fetch(`${server.url}/import`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
}

/** The project, and two others into which its export was imported. */
async function withCopies(project: TestProject): Promise<TestProject[]> {
  const headers = { authorization: `Bearer ${project.keys.ADMIN}` };
  const file = await (await fetch(`${server.url}/export?vectors=true`, { headers })).text();
  const copies = [await server.project(), await server.project()];
  await Promise.all(copies.map((copy) => imported(copy, file)));
  return [project, ...copies];
}

async function afterDays(days: number, work: () => Promise<void>): Promise<void> {
  const { clock } = server.app;
  server.app.clock = () => new Date(Date.now() + days * DAY_MS);
  await work().finally(() => {
    server.app.clock = clock;
  });
}

it('are all purged at once when many memories are due', async () => {
  const project = await server.project();
  const ids = await Promise.all(MANY.map(() => project.memory()));
  for (const memoryId of ids) {
    await project.run(
      'mutation ($input: DeleteMemoryInput!) { deleteMemory(input: $input) { memory { id } } }',
      { input: { memoryId } },
    );
  }
  const projects = await withCopies(project);
  await afterDays(400, () => purgeMemories(server.app));
  for (const { id } of projects) {
    expect(await server.app.db.$count(memories, eq(memories.projectId, id))).toBe(0);
  }
});

it('all expire at once, and are then purged at once', async () => {
  const project = await server.project();
  const memoryId = await project.memory();
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
  const items = MANY.map((i) => ({ content: `Note number ${i}`, kind: 'OBSERVATION', expiresAt }));
  await project.run(
    `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results { __typename } } }`,
    { input: { memoryId, items } },
  );
  const projects = await withCopies(project);
  const count = async (deleted: boolean) => {
    const totals = await Promise.all(
      projects.map((one) => one.run(`{ entries(deleted: ${deleted}) { totalCount } }`)),
    );
    return totals.map((total) => total.entries.totalCount);
  };
  expect(await count(false)).toEqual(projects.map(() => MANY.length));
  await afterDays(2, () => applyRetention(server.app));
  expect(await count(false)).toEqual([0, 0, 0]);
  await afterDays(400, () => applyRetention(server.app));
  for (const { id } of projects) {
    expect(await server.app.db.$count(entries, eq(entries.projectId, id))).toBe(0);
  }
});
