// Makes the archive of a new database with all tables (docs/decisions/040-prepared-database.md).
import { createWriteStream, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { create } from 'tar';
import { openEmbedded } from '../../src/db/embedded/embedded.ts';
import { PREPARED_FOLDER, preparedArchive } from '../../src/db/embedded/prepared-archive.js';
import { migrateDatabase } from '../../src/db/migrate.ts';

/** With the largest window, since files that lie far apart in the archive have the same contents. */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
};

/** PostgreSQL copies these databases when it creates another, which never happens here. They have half of all files. */
const TEMPLATES = ['template0', 'template1'];

async function createMigrated(folder: string): Promise<void> {
  const connection = await openEmbedded(folder, pino({ level: 'silent' }), { fsync: false });
  await migrateDatabase(connection);
  const { db } = connection;
  for (const name of TEMPLATES) {
    await db.execute(sql`update pg_database set datistemplate = false where datname = ${name}`);
    await db.execute(sql.raw(`drop database ${name}`));
  }
  await connection.close();
}

const archive = preparedArchive();
const folder = mkdtempSync(join(tmpdir(), 'lorebase-prepare-'));
const temporary = `${archive}.${process.pid}.tmp`;
try {
  await createMigrated(folder);
  const cwd = join(folder, 'database');
  await pipeline(
    Readable.from(create({ cwd, portable: true, noMtime: true }, ['.']) as AsyncIterable<Buffer>),
    createBrotliCompress(BROTLI),
    createWriteStream(temporary),
  );
  for (const name of readdirSync(PREPARED_FOLDER)) {
    if (name.endsWith('.tar.br')) rmSync(join(PREPARED_FOLDER, name), { force: true });
  }
  // The archive appears complete: several processes may build and read it.
  renameSync(temporary, archive);
} finally {
  rmSync(temporary, { force: true });
  rmSync(folder, { recursive: true, force: true });
}
