import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isCitus } from './support/database-server.ts';
import { useServer } from './support/server.ts';

const server = useServer();

const WRITE = `mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }`;

// Citus refuses triggers on distributed tables, unless a setting of the server permits them.
it.skipIf(isCitus)('a cancelled statement can be repeated, and says so', async () => {
  const project = await server.project();
  const memoryId = await project.memory();
  const input = { memoryId, content: 'The database had to cancel this' };
  // As `pg_cancel_backend` or `statement_timeout` does.
  await server.app.db.execute(sql`create function cancel() returns trigger language plpgsql as
    $$ begin raise exception 'canceling statement' using errcode = '57014'; end $$`);
  await server.app.db.execute(sql`create trigger cancelled before insert on entries
    for each row execute function cancel()`);
  const { message, extensions } = await project.fail(WRITE, { input });
  expect(extensions.code).toBe('DATABASE_UNAVAILABLE');
  expect(message).toContain('cancelled');
  await server.app.db.execute(sql`drop trigger cancelled on entries`);
  expect((await project.run(WRITE, { input })).writeEntry.action).toBe('CREATED');
});
