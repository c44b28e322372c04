import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Connection } from './database.ts';
import { countApplied } from './describe.ts';

const MIGRATIONS = fileURLToPath(new URL('../../drizzle', import.meta.url));

/** Migrates the database to the schema of this version. Several processes can do this at the same time. */
export async function migrateDatabase(connection: Connection): Promise<void> {
  await connection.migrate(MIGRATIONS);
}

/** The number of migrations of this version of Lorebase. */
export function countMigrations(): number {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS }).length;
}

/** A message if a later version of Lorebase has migrated the database; otherwise null. */
export async function laterVersionOf({ db }: Connection): Promise<string | null> {
  if ((await countApplied(db)) <= countMigrations()) return null;
  return 'The database was migrated by a later version of Lorebase. Install that version, or a later one.';
}
