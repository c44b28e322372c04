import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { distributeTables } from '../../src/db/distribute.ts';
import { openEmbedded } from '../../src/db/embedded/embedded.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { openServer } from '../../src/db/server/server.ts';
import { compileServer } from './compiled-server.ts';
import {
  closeTemplate,
  createTemplate,
  dropOnNodes,
  isCitus,
  server,
  urlOf,
} from './database-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database to copy: the folder of an embedded database, or the name of a database on the server. */
    prepared: string;
  }
}

const log = pino({ level: 'silent' });

/**
 * Migrates one database for all test files, since a migration takes seconds, and compiles the server.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { prepared, remove } = server ? await prepareOnServer() : await prepareFolder();
  // The processes of the tests inherit it.
  process.env.COMPILED_SERVER = await compileServer();
  provide('prepared', prepared);
  return remove;
}

async function prepareFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'lorebase-prepared-'));
  const connection = await openEmbedded(folder, log, { fsync: false });
  await migrateDatabase(connection);
  await connection.close();
  return { prepared: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function prepareOnServer() {
  const name = `lorebase_prepared_${randomBytes(6).toString('hex')}`;
  await createTemplate(name);
  const connection = await openServer({ url: urlOf(name), poolSize: 1, log });
  await migrateDatabase(connection);
  if (isCitus) await distributeTables(connection);
  await connection.close();
  await closeTemplate(name);
  return { prepared: name, remove: () => dropOnNodes(name) };
}
