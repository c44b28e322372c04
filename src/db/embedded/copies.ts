import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Database } from '../database.ts';
import type { Checkpoints, StatementClient } from './checkpoints.ts';
import { requireSpace } from './disk-space.ts';

type CopyOptions = {
  client: StatementClient;
  checkpoints: Checkpoints;
  /** The data folder, in which temporary copies are made. */
  dataFolder: string;
  /** The folder of the database's own files. */
  database: string;
  /** Opens the database of a copy. */
  open(folder: string): Promise<{ db: Database; close(): Promise<void> }>;
};

/** Copies of the embedded database while it is in use. */
export type Copies = {
  /** Copies the files of the database into a new folder, as one state. @throws DiskFullError */
  copyTo(folder: string): Promise<void>;
  /** Runs `work` with the database of a copy, which is removed afterwards. One call runs at a time. */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Removes the copies of a process that was killed. */
  removeOld(): Promise<void>;
};

/**
 * The folder in the data folder for copies of the database, also those of backups. A start removes it (`removeOld`).
 */
export const COPIES_FOLDER = 'copies';

/** The write-ahead log, which is copied after all other files. */
const LOG_FOLDER = 'pg_wal';

/** Files that belong to the running database, not to its state. */
const RUNNING = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label.old']);

export function createCopies(options: CopyOptions): Copies {
  const { client, checkpoints, dataFolder, database } = options;
  // PostgreSQL makes one copy at a time in a session.
  const copying = pLimit(1);
  const reading = pLimit(1);
  const parent = join(dataFolder, COPIES_FOLDER);
  const copyTo = (folder: string) =>
    copying(async () => {
      const files = await filesIn(database);
      requireSpace(
        dataFolder,
        files.reduce((sum, { bytes }) => sum + bytes, 0),
      );
      const goOn = checkpoints.pause();
      try {
        await copyOnline(client, database, folder);
      } finally {
        goOn();
      }
    });
  const read: Copies['read'] = (work) =>
    reading(async () => {
      const folder = join(parent, randomUUID());
      try {
        await copyTo(folder);
        const copy = await options.open(folder);
        try {
          return await work(copy.db);
        } finally {
          await copy.close();
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  return { copyTo, read, removeOld: () => rm(parent, { recursive: true, force: true }) };
}

/**
 * The online backup of PostgreSQL: the files are copied while they are written, and the write-ahead log since the
 * beginning repairs them when the copy is opened. Queries run meanwhile.
 */
async function copyOnline(client: StatementClient, from: string, to: string): Promise<void> {
  await client.query("SELECT pg_backup_start('lorebase', true)");
  let label: string;
  try {
    await mkdir(to, { recursive: true, mode: 0o700 });
    await copyFolder(from, to, (path) => !path.startsWith(LOG_FOLDER));
  } finally {
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT * FROM pg_backup_stop(false)',
    );
    label = rows[0]?.labelfile ?? '';
  }
  await copyFolder(from, to, (path) => path.startsWith(LOG_FOLDER));
  await writeFile(join(to, 'backup_label'), label, { mode: 0o600 });
}

async function copyFolder(
  from: string,
  to: string,
  isWanted: (path: string) => boolean,
): Promise<void> {
  for (const { path, isFolder } of await filesIn(from)) {
    if (!isWanted(path) || RUNNING.has(path)) continue;
    if (isFolder) {
      await mkdir(join(to, path), { recursive: true, mode: 0o700 });
      continue;
    }
    // A file system that supports it shares the blocks of the two files instead of copying them.
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(ifGone);
  }
}

/** The files and folders in a folder, each folder before its content. */
async function filesIn(
  root: string,
  below = '',
): Promise<{ path: string; isFolder: boolean; bytes: number }[]> {
  const found: { path: string; isFolder: boolean; bytes: number }[] = [];
  const entries = await readdir(join(root, below), { withFileTypes: true });
  for (const entry of entries) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) {
      found.push({ path, isFolder: true, bytes: 0 }, ...(await filesIn(root, path)));
    } else {
      const known = await stat(join(root, path)).catch(ifGone);
      if (known) found.push({ path, isFolder: false, bytes: known.size });
    }
  }
  return found;
}

/** PostgreSQL can remove a file during the copy. */
function ifGone(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
