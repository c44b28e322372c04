import { count, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Name, version and number of applied migrations of the database. */
export async function describeDatabase(db: Database, name: string): Promise<string> {
  const rows = await db
    .select({ version: sql<string>`current_setting('server_version')`, migrations: count() })
    .from(sql`drizzle.__drizzle_migrations`);
  return `${name} ${rows[0]?.version}, ${rows[0]?.migrations} migrations`;
}
