import { fileURLToPath } from 'node:url';
import { gte, sql } from 'drizzle-orm';
import type { Connection } from './database.ts';
import { events, projects } from './tables.ts';

const MIGRATIONS = fileURLToPath(new URL('../../drizzle', import.meta.url));

/** Brings the database to the schema of this version. Safe to run from many processes at once. */
export async function migrateDatabase(connection: Connection): Promise<void> {
  await connection.migrate(MIGRATIONS);
  await rebaseRestoredEvents(connection);
}

/**
 * A dump restored into another cluster carries transaction numbers that this one has yet to reach;
 * such events would stay hidden from readers. They move to the log's beginning, in their order.
 */
async function rebaseRestoredEvents(connection: Connection): Promise<void> {
  const next = sql`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;
  await connection.db.transaction(async (db) => {
    await db.update(events).set({ transaction: 0n }).where(gte(events.transaction, next));
    await db
      .update(projects)
      .set({ purgedTransaction: 0n })
      .where(gte(projects.purgedTransaction, next));
  });
}
