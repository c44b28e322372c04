import { fileURLToPath } from 'node:url';
import type { Connection } from './database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../drizzle', import.meta.url));

/** Brings the database to the schema of this version. Safe to run from many processes at once. */
export async function migrateDatabase(connection: Connection): Promise<void> {
  await connection.migrate(MIGRATIONS);
}
