import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { type Durability, startDatabaseThread } from './database-thread.ts';
import { requireSpace } from './disk-space.ts';
import { preparedArchive } from './prepared-archive.js';
import { syncFiles } from './sync-files.ts';

/**
 * Creates the database in an empty folder. If there is an archive of a prepared database of this version, it is
 * unpacked, and the database has all tables. Otherwise the new database has no tables.
 * @throws DiskFullError, Error if PGlite cannot create it
 */
export async function createDatabase(
  folder: string,
  log: Logger,
  { fsync }: Durability,
  archive: string | null = preparedArchive(),
): Promise<void> {
  await createFiles(folder, log, archive);
  if (fsync) await syncFiles(folder);
}

async function createFiles(folder: string, log: Logger, archive: string | null): Promise<void> {
  requireSpace(folder);
  if (archive !== null && existsSync(archive)) {
    try {
      return await unpack(archive, folder);
    } catch (error) {
      log.warn({ error, archive }, 'The prepared database cannot be used; creating a new one');
      await empty(folder);
    }
  }
  // The thread is closed because it would keep the memory that the creation needed. Another thread opens the database.
  await (await startDatabaseThread(folder, { fsync: false })).close();
}

/** @throws Error of the first file that cannot be read or written */
function unpack(archive: string, folder: string): Promise<void> {
  const worker = new Worker(new URL('./thread/unpack.js', import.meta.url), {
    workerData: { archive, folder },
  });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
