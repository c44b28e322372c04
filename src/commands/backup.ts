import { pipeline } from 'node:stream/promises';
import { dumpDatabase, restoreDatabase } from '../backup/dump-database.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { readConfig } from '../config.ts';
import { toFile } from './export.ts';
import { bodyOf, request } from './requests.ts';
import { withServer } from './with-server.ts';

/** Backs up all projects: the database of PostgreSQL with pg_dump, or the embedded one as an archive. */
export async function backup(file: string): Promise<void> {
  const { databaseUrl, server } = readConfig();
  if (databaseUrl !== undefined && server.url === undefined) {
    await dumpDatabase(databaseUrl, file);
  } else {
    await withServer(undefined, async (target) => {
      const response = await request(target, '/backup');
      await toFile(file, (to) => pipeline(bodyOf(response), to), { compress: false });
    });
  }
  console.error(`Backed up to ${file}.`);
}

/** Restores a backup into an empty data folder or an empty database. */
export async function restore(file: string): Promise<void> {
  const { databaseUrl, dataDir } = readConfig();
  if (databaseUrl !== undefined) {
    await restoreDatabase(databaseUrl, file);
    console.error(`Restored ${file}.`);
    return;
  }
  const madeAt = await restoreBackup(file, dataDir);
  console.error(`Restored the backup of ${madeAt} into ${dataDir}.`);
}
