import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { tables } from '../src/db/tables/all-tables.ts';
import { MAX_PART_BYTES } from '../src/http/transfer-api.ts';
import { UPDATE_ENTRY } from './support/entries.ts';
import { type TestProject, useServer } from './support/server.ts';
import { asVersion1 } from './support/version-1.ts';

const server = useServer();

const headers = (project: TestProject) => ({ authorization: `Bearer ${project.keys.ADMIN}` });

async function linesOf(project: TestProject, query = ''): Promise<string[]> {
  const response = await fetch(`${server.url}/export${query}`, { headers: headers(project) });
  return (await response.text()).trimEnd().split('\n');
}

async function importLines(project: TestProject, lines: readonly string[]) {
  const body = lines.join('\n');
  const options = { method: 'POST', headers: headers(project), body };
  const response = await fetch(`${server.url}/import`, options);
  expect(response.status).toBe(200);
  return response.json();
}

/** A project with an entry that said each of the texts, one after another. */
async function projectSaying(first: string, ...others: string[]) {
  const project = await server.project();
  const { entry } = await project.write(await project.memory(), first);
  for (const content of others)
    await project.run(UPDATE_ENTRY, { input: { entryId: entry.id, content } });
  return { project, entryId: entry.id as string };
}

async function saidBy(project: TestProject, entryId: string): Promise<string[]> {
  const { entry } = await project.run(
    `{ entry(id: "${entryId}") { content revisions { nodes { content } } } }`,
  );
  return [entry, ...entry.revisions.nodes].map(({ content }: { content: string }) => content);
}

const kindOf = (line: string) => Object.keys(JSON.parse(line))[0];

describe('the revisions of an entry', () => {
  it('have lines of their own before the newest one, and come back', async () => {
    const { project, entryId } = await projectSaying('One', 'Two', 'Three', 'Four');
    const lines = await linesOf(project);
    expect(lines.filter((line) => kindOf(line) === 'revision')).toHaveLength(2);
    const target = await server.project();
    const { imported } = (await importLines(target, lines)) as { imported: object };
    expect(imported).toMatchObject({ entry: 1, revision: 2 });
    expect(await saidBy(target, entryId)).toEqual(['Four', 'Three', 'Two', 'One']);
    expect((await linesOf(target)).slice(1)).toEqual(lines.slice(1));
  });

  it('come back from a file of version 1, in which the entry has them all', async () => {
    const { project, entryId } = await projectSaying('One', 'Two', 'Three', 'Four');
    const lines = await linesOf(project);
    const target = await server.project();
    await importLines(target, asVersion1(lines));
    expect(await saidBy(target, entryId)).toEqual(['Four', 'Three', 'Two', 'One']);
    expect((await linesOf(target)).slice(1)).toEqual(lines.slice(1));
  });

  it('are left out if they are newer than the state of the entry in the project', async () => {
    const { project, entryId } = await projectSaying('One', 'Two');
    const early = await linesOf(project);
    for (const content of ['Three', 'Four', 'Five'])
      await project.run(UPDATE_ENTRY, { input: { entryId, content } });
    const target = await server.project();
    await importLines(target, early);
    await importLines(target, await linesOf(project));
    expect(await saidBy(target, entryId)).toEqual(['Two', 'One']);
    await target.run(UPDATE_ENTRY, { input: { entryId, content: 'Other' } });
    expect(await saidBy(target, entryId)).toEqual(['Other', 'Two', 'One']);
  });

  it('that are together larger than a part of an import are in lines that fit in one', async () => {
    const { project, entryId } = await projectSaying('One');
    const { db } = server.app;
    const [row] = await db.select().from(tables.entries).where(sql`id = ${entryId}`);
    const [statement] = row?.statements ?? [];
    if (!statement) throw new Error('The entry says nothing');
    const count = 34;
    const text = 'a'.repeat(1024 * 1024);
    for (let number = 1; number <= count; number += 1) {
      const stamp = { change: 'EDITED' as const, actor: 'key', createdAt: new Date() };
      const changed = [{ ...statement, text }];
      const of = { projectId: project.id, entryId, number, numbers: [1], changed };
      await db.insert(tables.revisions).values({ ...of, ...stamp });
    }
    await db.update(tables.entries).set({ revision: count }).where(sql`id = ${entryId}`);
    const lines = await linesOf(project);
    const sizes = lines.map((line) => line.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(MAX_PART_BYTES);
    expect(Math.max(...sizes)).toBeLessThan(2 * text.length);
  });
});

it('the line of an entry has as many of its newest changes of utility as can be imported', async () => {
  const { project, entryId } = await projectSaying('One');
  const total = 40_000;
  await server.app.db.execute(
    sql`insert into ${tables.utilityChanges}
        (project_id, entry_id, review_order, before, after, reward, alpha, created_at)
      select ${project.id}, ${entryId}, place, 0.5, 0.5, 1, 0.1, now()
      from generate_series(1, ${total}::int) as place`,
  );
  const lines = await linesOf(project);
  const line = lines.find((one) => kindOf(one) === 'entry') ?? '';
  const { utilityChanges } = JSON.parse(line).entry;
  expect(utilityChanges.length).toBeLessThan(total);
  expect(utilityChanges.at(-1).reviewOrder).toBe(total);
  expect(line.length).toBeLessThan(MAX_PART_BYTES);
  await importLines(await server.project(), lines);
});

it('the line of an entry has as many of its newest former vectors as can be imported', async () => {
  const { project, entryId } = await projectSaying('One');
  const { db } = server.app;
  const [current] = await db.select().from(tables.chunks).where(sql`entry_id = ${entryId}`);
  if (!current) throw new Error('The entry has no vector');
  const total = 40;
  for (let position = 1; position <= total; position += 1) {
    const { words: _, ...row } = current;
    const knownUntil = row.knownFrom;
    await db
      .insert(tables.chunks)
      .values({ ...row, position, knownUntil, text: 'a'.repeat(1024 * 1024) });
  }
  const lines = await linesOf(project, '?vectors=true');
  const line = lines.find((one) => kindOf(one) === 'entry') ?? '';
  const positions = JSON.parse(line).entry.chunks.map(
    ({ position }: { position: number }) => position,
  );
  expect(positions).toEqual([0, 38, 39, 40]);
  await importLines(await server.project(), lines);
});
