import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { z } from 'zod';
import { countMigrations } from '../db/migrate.ts';
import { DATABASE, MANIFEST } from './write-backup.ts';

const manifestOf = z.object({
  format: z.literal('lorebase-backup'),
  version: z.literal(1),
  schema: z.number(),
  madeAt: z.string(),
});

/** What a data folder may have that is without a database: what an interrupted restore and a file system leave. */
const RESTORING = 'restoring';
const IGNORED: readonly string[] = [RESTORING, 'lost+found', '.DS_Store'];

/**
 * Unpacks a backup of the embedded database into an empty data folder. The database is moved to its place at the end,
 * so that an interrupted restore leaves none. Returns the time of the backup.
 * @throws Error if the folder is not empty, or the file is damaged, no backup, or of a later version
 */
export async function restoreBackup(file: string, dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const found = (await readdir(dataDir)).filter((name) => !IGNORED.includes(name));
  if (found.length > 0) {
    throw new Error(
      `The data folder ${dataDir} is not empty: it has ${found.slice(0, 3).join(', ')}. ` +
        'Set LOREBASE_DATA_DIR to a new folder, or move that one away.',
    );
  }
  const folder = join(dataDir, RESTORING);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    await unpack(file, folder);
    const { madeAt, schema } = await readManifest(file, folder);
    if (schema > countMigrations()) {
      throw new Error(
        `The backup ${file} is of a later version of Lorebase. Install that version.`,
      );
    }
    await rename(join(folder, DATABASE), join(dataDir, DATABASE));
    return madeAt;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(file: string, folder: string): Promise<void> {
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      filter: (_path, entry) =>
        'type' in entry && (entry.type === 'File' || entry.type === 'Directory'),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The backup ${file} cannot be read: ${reason}`, { cause: error });
  }
}

async function readManifest(file: string, folder: string) {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '{}');
  const parsed = manifestOf.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${file} is no backup of Lorebase.`);
  return parsed.data;
}
