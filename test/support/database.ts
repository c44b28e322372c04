import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { inject } from 'vitest';

/** `TEST_DATABASE_URL` names a PostgreSQL server to test on; without it tests run embedded. */
const server = process.env.TEST_DATABASE_URL;

export const isEmbedded = !server;

export type TestDatabase = {
  /** What a process needs in its environment to use this database. */
  env: { DATABASE_URL: string; LOREBASE_DATA_DIR: string };
  drop(): Promise<void>;
};

/** A new database that is migrated where it is embedded, which a server then need not do. */
export async function createPreparedDatabase(): Promise<TestDatabase> {
  const database = await createDatabase();
  const prepared = inject('preparedFolder');
  if (prepared) await cp(prepared, database.env.LOREBASE_DATA_DIR, { recursive: true });
  return database;
}

/** A new, empty database: a folder, or a database on the server. */
export async function createDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'lorebase-test-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (!server) {
    return { env: { DATABASE_URL: '', LOREBASE_DATA_DIR: folder }, drop: removeFolder };
  }
  const name = `lorebase_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, (sql) => sql.unsafe(`CREATE DATABASE ${name}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    env: { DATABASE_URL: url.href, LOREBASE_DATA_DIR: folder },
    drop: async () => {
      await onServer(server, (sql) => sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`));
      await removeFolder();
    },
  };
}

async function onServer(url: string, run: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await run(sql);
  await sql.end();
}
