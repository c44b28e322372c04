import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extract, list, type ReadEntry } from 'tar';
import { LOCK_FILE, lockFolder } from '../db/embedded/data-folder.ts';
import { syncFiles, syncFolder } from '../db/embedded/sync-files.ts';
import { countMigrations } from '../db/migrate.ts';
import { messageOfError } from '../errors.ts';
import { tryParseJson } from '../input.ts';
import { DATABASE, MANIFEST, manifestShape } from './write-backup.ts';

/** Names that an empty data folder may contain: the remains of an interrupted restore, and files of operating systems. */
const RESTORING = 'restoring';
const IGNORED: readonly string[] = [RESTORING, LOCK_FILE, 'lost+found', '.DS_Store'];

/**
 * Unpacks a backup of the embedded database into an empty data folder. The whole file is read before anything is
 * written, and the database is moved to its place at the end, so that an interrupted restore leaves none. The folder is
 * locked meanwhile, so that neither another restore nor a server uses it. Returns the time of the backup.
 * @throws Error if the folder is in use or not empty, or the file is damaged, no backup, or of a later version
 */
export async function restoreBackup(file: string, dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await requireEmpty(dataDir);
  const { madeAt, schema } = await readManifest(file);
  if (schema > countMigrations()) {
    throw new Error(
      `The backup ${file} was made by a later version of Lorebase. Install that version, or a later one.`,
    );
  }
  const lock = await lockFolder(dataDir);
  const folder = join(dataDir, RESTORING);
  try {
    // Before the folder was locked, another process may have created a database in it.
    await requireEmpty(dataDir);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    await unpack(file, folder);
    await syncFiles(folder);
    await rename(join(folder, DATABASE), join(dataDir, DATABASE));
    await syncFolder(dataDir);
    return madeAt;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await lock.close();
  }
}

async function requireEmpty(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => !IGNORED.includes(name));
  if (found.length > 0) {
    throw new Error(
      `The data folder ${dataDir} is not empty: it has ${found.slice(0, 3).join(', ')}. ` +
        'Set LOREBASE_DATA_DIR to a new folder, or move that one away.',
    );
  }
}

/** Reads a backup from its beginning to its end. @throws Error if it is damaged or no backup */
async function readManifest(file: string) {
  const parts: Buffer[] = [];
  const onReadEntry = (entry: ReadEntry) => {
    if (entry.path === MANIFEST) entry.on('data', (part) => parts.push(part));
  };
  try {
    await list({ file, strict: true, onReadEntry });
  } catch (error) {
    throw unreadable(file, error);
  }
  const parsed = manifestShape.safeParse(tryParseJson(Buffer.concat(parts).toString()));
  if (!parsed.success) throw new Error(`${file} is no backup of Lorebase.`);
  return parsed.data;
}

async function unpack(file: string, folder: string): Promise<void> {
  const failures: (string | Error)[] = [];
  await extract({
    file,
    cwd: folder,
    // A strict extraction would end while it still writes other files.
    onwarn: (_code, failure) => failures.push(failure),
    filter: (_path, entry) =>
      'type' in entry && (entry.type === 'File' || entry.type === 'Directory'),
  });
  if (failures[0] !== undefined) throw unreadable(file, failures[0]);
}

function unreadable(file: string, error: unknown): Error {
  return new Error(`The backup ${file} cannot be read: ${messageOfError(error)}`, { cause: error });
}
