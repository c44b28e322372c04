import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../src/db/embedded/embedded.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with a migrated embedded database, to copy; empty on a PostgreSQL server. */
    preparedFolder: string;
  }
}

/** Migrates one embedded database for all test files, since each of them would take seconds to do it. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) {
    provide('preparedFolder', '');
    return async () => {};
  }
  const folder = await mkdtemp(join(tmpdir(), 'lorebase-prepared-'));
  const connection = await openEmbedded(folder, pino({ level: 'silent' }));
  await migrateDatabase(connection);
  await connection.close();
  provide('preparedFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
