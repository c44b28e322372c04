import { count, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** `description` has the name, the version and the number of applied migrations of the database. */
export type DatabaseDescription = { description: string; isReadOnly: boolean };

/** Describes the database, and whether it refuses writes, as a standby does. */
export async function describeDatabase(db: Database, name: string): Promise<DatabaseDescription> {
  const rows = await db
    .select({
      version: sql<string>`current_setting('server_version')`,
      readOnly: sql<string>`current_setting('transaction_read_only')`,
      migrations: count(),
    })
    .from(sql`drizzle.__drizzle_migrations`);
  const [row] = rows;
  return {
    description: `${name} ${row?.version}, ${row?.migrations} migrations`,
    isReadOnly: row?.readOnly === 'on',
  };
}

/** The number of migrations that were applied to the database. */
export async function countApplied(db: Database): Promise<number> {
  const [row] = await db.select({ migrations: count() }).from(sql`drizzle.__drizzle_migrations`);
  return row?.migrations ?? 0;
}
