import { count, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Version of the database, and how many migrations it has. */
export async function describeDatabase(db: Database, name: string): Promise<string> {
  const rows = await db
    .select({ version: sql<string>`current_setting('server_version')`, migrations: count() })
    .from(sql`drizzle.__drizzle_migrations`);
  return `${name} ${rows[0]?.version}, ${rows[0]?.migrations} migrations`;
}
