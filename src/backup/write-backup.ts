import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { create } from 'tar';
import { z } from 'zod';
import type { App } from '../app.ts';
import { COPIES_FOLDER } from '../db/embedded/copies.ts';
import { countMigrations } from '../db/migrate.ts';
import { DomainError } from '../errors.ts';

/** The file of a backup that describes it (`manifestShape`), and the folder with the files of the database. */
export const MANIFEST = 'lorebase-backup.json';
export const DATABASE = 'database';

/** The description of a backup: its format, the number of migrations of its database, and its time. */
export const manifestShape = z.object({
  format: z.literal('lorebase-backup'),
  version: z.literal(1),
  schema: z.number(),
  madeAt: z.string(),
});

/**
 * A consistent copy of the embedded database as a compressed tar archive, while the database is in use. The archive is
 * read from a copy in the data folder, which is removed when the stream ends.
 * @throws BAD_USER_INPUT on PostgreSQL; DiskFullError
 */
export async function backupStream(app: App): Promise<Readable> {
  const { connection, config } = app;
  if (connection.copyFiles === null) {
    throw new DomainError(
      'BAD_USER_INPUT',
      'This server uses PostgreSQL. Unset LOREBASE_URL, set DATABASE_URL, and run the backup again (docs/backup.md).',
    );
  }
  const folder = join(config.dataDir, COPIES_FOLDER, randomUUID());
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await connection.copyFiles(join(folder, DATABASE));
    const manifest: z.infer<typeof manifestShape> = {
      format: 'lorebase-backup',
      version: 1,
      schema: countMigrations(),
      madeAt: app.clock().toISOString(),
    };
    await writeFile(join(folder, MANIFEST), JSON.stringify(manifest));
    const archive = create({ gzip: true, cwd: folder, portable: true }, [MANIFEST, DATABASE]);
    const stream = Readable.from(archive as AsyncIterable<Buffer>);
    stream.once('close', () => {
      remove().catch((error: unknown) =>
        app.log.warn({ error, folder }, 'A temporary copy was not removed'),
      );
    });
    return stream;
  } catch (error) {
    await remove();
    throw error;
  }
}
