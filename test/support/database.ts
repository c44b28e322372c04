import { randomBytes } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createOnNodes, dropOnNodes, isCitus, server, urlOf } from './database-server.ts';

export const isEmbedded = !server;

/**
 * The compiled WebAssembly module of the embedded database. Nothing uses the module, but while it is in memory, V8
 * reuses its machine code for every thread of the process that compiles the same bytes. So each worker compiles them
 * once, instead of once for each test file.
 */
export const KEPT_CODE = isEmbedded
  ? await compile(readFileSync('node_modules/@electric-sql/pglite/dist/pglite.wasm'))
  : null;

/** `WebAssembly.compile`, which the type declarations of Node.js do not contain. */
function compile(bytes: Uint8Array): Promise<object> {
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
  };
  return WebAssembly.compile(bytes);
}

export type TestDatabase = {
  /** The environment variables of a process that uses this database. */
  env: { DATABASE_URL: string; LOREBASE_DATA_DIR: string };
  drop(): Promise<void>;
};

/** A new database that is migrated and, on Citus, distributed. */
export async function createPreparedDatabase(): Promise<TestDatabase> {
  const prepared = inject('prepared');
  if (server) return createOnServer(prepared);
  const database = await createEmptyDatabase();
  cpSync(prepared, database.env.LOREBASE_DATA_DIR, { recursive: true });
  return database;
}

/** A new database that a process migrates. On Citus it is prepared already, since no process distributes tables. */
export function createDatabase(): Promise<TestDatabase> {
  return isCitus ? createPreparedDatabase() : createEmptyDatabase();
}

/** A new database without tables, and on Citus without the extension: a folder, or one on the server. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  if (server) return createOnServer(null);
  const { folder, remove } = await createFolder();
  return { env: { DATABASE_URL: '', LOREBASE_DATA_DIR: folder }, drop: remove };
}

async function createOnServer(template: string | null): Promise<TestDatabase> {
  const { folder, remove } = await createFolder();
  const name = `lorebase_test_${randomBytes(6).toString('hex')}`;
  await createOnNodes(name, template);
  return {
    env: { DATABASE_URL: urlOf(name), LOREBASE_DATA_DIR: folder },
    drop: async () => {
      await dropOnNodes(name);
      await remove();
    },
  };
}

async function createFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lorebase-test-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
