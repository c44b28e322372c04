import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { analyseGrownTables } from '../src/db/table-statistics.ts';
import { isCitus } from './support/database-server.ts';
import { eventually } from './support/eventually.ts';
import { useServer } from './support/server.ts';

const server = useServer();

/** The rows of the table of entries, as the planner knows them; −1 before they are first counted. */
async function knownEntries(): Promise<number> {
  const [row] = await server.app.db
    .select({ rows: sql<number>`reltuples::int` })
    .from(sql`pg_class`)
    .where(sql`oid = 'entries'::regclass`);
  return row?.rows ?? Number.NaN;
}

async function writePlans(count: number): Promise<void> {
  const project = await server.project();
  const memoryId = await project.memory();
  for (let start = 0; start < count; start += 100) {
    const items = Array.from({ length: 100 }, (_, i) => ({
      content: `Plan ${start + i}: ${'step by step '.repeat(40)}`,
    }));
    await project.run(
      `mutation ($input: WriteEntriesInput!) {
        writeEntries(input: $input) { results { ... on WriteEntryPayload { action } } } }`,
      { input: { memoryId, kind: 'PLAN', items } },
    );
  }
}

// On Citus, rows are in the shards.
it.skipIf(isCitus)('tables that have doubled are analysed, and others are not', async () => {
  // Autovacuum could analyse the table in the middle of a bulk.
  await server.app.db.execute(sql`alter table entries set (autovacuum_enabled = false)`);
  // The server may analyse them in the middle of a bulk, when the table has its pages but not all of the rows.
  await eventually(async () => {
    await writePlans(600);
    await analyseGrownTables(server.app.connection);
    return knownEntries();
  }).toBeGreaterThan(100);
  await server.app.db.execute(sql`analyze entries`);
  const before = await knownEntries();
  await writePlans(100);
  await analyseGrownTables(server.app.connection);
  expect(await knownEntries()).toBe(before);
  await eventually(async () => {
    await writePlans(1000);
    await Promise.all(Array.from({ length: 4 }, () => analyseGrownTables(server.app.connection)));
    return knownEntries();
  }).toBeGreaterThanOrEqual(2 * before);
});
