import { and, count, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { indexPendingChunks } from '../../src/db/chunks.ts';
import type { ProjectSpace } from '../../src/db/embedding-space.ts';
import { chunks } from '../../src/db/tables/chunks.ts';
import { projects } from '../../src/db/tables/projects.ts';
import { spaceOf } from '../../src/projects/settings.ts';
import { DIMENSIONS } from './model-server.ts';
import type { TestProject, TestServer } from './server.ts';

/** Memories with many chunks, by default enough for a search by an index. */

const BULK = `mutation ($input: WriteEntriesInput!) {
  writeEntries(input: $input) { results { ... on WriteEntryPayload { action } ... on ItemError { code } } } }`;
/** A number of chunks that is always too large for an exact comparison. */
export const MANY = 1100;

/** A vector that depends only on the number. Vectors of different numbers have different directions. */
export function direction(number: number): number[] {
  return Array.from({ length: DIMENSIONS }, (_, i) => Math.sin((number + 1) * (i + 1) * 7.13));
}

/** A vector near `direction(number)`. The larger `noise`, the farther it is away. */
export function near(number: number, noise: number): number[] {
  const other = direction(number + MANY + noise * 1000);
  return direction(number).map((value, i) => value + noise * (other[i] ?? 0));
}

export async function fill(
  server: TestServer,
  project: TestProject,
  memoryId: string,
  {
    count: total = MANY,
    kind = 'PLAN',
    textOf = (i) => `Plan number ${i}`,
  }: { count?: number; kind?: 'PLAN' | 'FACT'; textOf?: (i: number) => string } = {},
): Promise<void> {
  for (let start = 0; start < total; start += 500) {
    const items = Array.from({ length: Math.min(500, total - start) }, (_, i) => ({
      content: textOf(start + i),
      kind,
    }));
    for (const [i, { content }] of items.entries()) {
      server.models.script(content, direction(start + i));
    }
    await project.run(BULK, { input: { memoryId, items } });
  }
}

/** The project with its current embedding space. */
export async function projectSpaceOf(
  { app }: TestServer,
  { id }: TestProject,
): Promise<ProjectSpace> {
  const [row] = await app.db.select().from(projects).where(eq(projects.id, id));
  if (row === undefined) throw new Error('The project is gone');
  return { projectId: id, space: spaceOf(row) };
}

async function pending(server: TestServer, projectId: string): Promise<number> {
  const [row] = await server.app.db
    .select({ total: count() })
    .from(chunks)
    .where(and(eq(chunks.projectId, projectId), eq(chunks.isIndexed, false)));
  return row?.total ?? 0;
}

/** Resolves when all chunks of the project are in the index. */
export const indexed = (server: TestServer, project: TestProject) =>
  expect.poll(() => pending(server, project.id), { timeout: 60_000 }).toBe(0);

/** Adds all chunks of the project to the index at once. The background work would add a few at a time. */
export async function indexNow(server: TestServer, project: TestProject): Promise<void> {
  await indexPendingChunks(server.app.db, project.id, 10_000);
  // Waits for the chunks that the background work is adding.
  await indexed(server, project);
}

/** The number of scans of the indexes whose names start with `prefix`. */
export async function scansOf(server: TestServer, prefix: string): Promise<number> {
  const [row] = await server.app.db
    .select({ total: sql<string>`coalesce(sum(idx_scan), 0)` })
    .from(sql`pg_stat_user_indexes`)
    .where(sql`starts_with(indexrelname::text, ${prefix})`);
  return Number(row?.total);
}
