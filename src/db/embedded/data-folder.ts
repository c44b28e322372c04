import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { syncFolder } from './sync-files.ts';

/** The data folder is in use by another process. Two processes on one folder would silently lose rows. */
export class DataFolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Lorebase process. ` +
        'Stop that process, set LOREBASE_DATA_DIR to another folder, or set DATABASE_URL: ' +
        'on PostgreSQL many processes share one database.',
    );
  }
}

/** The folder of the embedded database, locked for this process. */
export type DataFolder = {
  /** The folder of the database's own files. */
  database: string;
  /** Must be called after the database was opened. From then on its files are never replaced. */
  initialized(): Promise<void>;
  /** Releases the locks. The operating system also releases them at any end of the process. */
  release(): Promise<void>;
};

/**
 * Locks the data folder. Two files are locked, `lock` and the database's own `PG_VERSION`, so that a second
 * process is refused even if `lock` was removed or replaced while the first one runs.
 * @throws DataFolderInUseError; Error if the folder cannot be used or is damaged
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const database = join(folder, 'database');
  const versionFile = join(database, 'PG_VERSION');
  // Exists until the first start has created the database. If the first start was interrupted, the next one creates the
  // database again.
  const markerFile = join(folder, 'initializing');
  const held: FileHandle[] = [];
  const lock = async (file: string, flags: 'a+' | 'r+') => {
    held.push(await lockFile(folder, file, flags));
  };
  const release = async () => {
    await Promise.all(held.splice(0).map((file) => file.close()));
  };
  try {
    await mkdir(database, { recursive: true, mode: 0o700 });
    held.push(await lockFolder(folder));
    const isNew = await isWithoutDatabase(database, markerFile);
    if (isNew) {
      await lock(markerFile, 'a+');
      for (const name of await readdir(database)) {
        await rm(join(database, name), { recursive: true, force: true });
      }
    } else {
      await lock(versionFile, 'r+');
    }
    const initialized = async () => {
      if (!isNew) return;
      await lock(versionFile, 'r+');
      await rm(markerFile);
      // If the file came back after a power failure, the next start would create the database again.
      await syncFolder(folder);
    };
    return { database, initialized, release };
  } catch (error) {
    await release();
    throw folderError(error, { folder, versionFile });
  }
}

async function isWithoutDatabase(database: string, markerFile: string): Promise<boolean> {
  if ((await readdir(database)).length === 0) return true;
  return open(markerFile, 'r').then(
    async (marker) => {
      await marker.close();
      return true;
    },
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );
}

export const LOCK_FILE = 'lock';

/** Locks the folder until the returned file is closed. @throws DataFolderInUseError */
export function lockFolder(folder: string): Promise<FileHandle> {
  return lockFile(folder, join(folder, LOCK_FILE), 'a+');
}

/** The offset of the locked byte: beyond the end of each file, so that mandatory locks do not block reads. */
const LOCKED_OFFSET = 2 ** 30;

/** Takes a lock of the operating system, which ends with the process. @throws DataFolderInUseError */
async function lockFile(folder: string, path: string, flags: 'a+' | 'r+'): Promise<FileHandle> {
  const file = await open(path, flags, 0o600);
  if (tryLock(file.fd, LOCKED_OFFSET, 1)) return file;
  await file.close();
  throw new DataFolderInUseError(folder);
}

function folderError(
  error: unknown,
  { folder, versionFile }: { folder: string; versionFile: string },
): unknown {
  if (error instanceof DataFolderInUseError || !(error instanceof Error)) return error;
  const isDamaged = codeOf(error) === 'ENOENT' && error.message.includes(versionFile);
  return new Error(
    isDamaged
      ? `The embedded database in ${folder} is damaged: the file ${versionFile} is missing. ` +
          'Restore the folder from a backup, or set LOREBASE_DATA_DIR to another folder.'
      : `The data folder ${folder} cannot be used: ${error.message}`,
    { cause: error },
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
