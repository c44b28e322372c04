import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a folder of the project or package, which is the same from `src/` and from `dist/`. @param {string} path */
const folder = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Where packages/prepared-database puts the archives. Git ignores them; the npm package ships one. */
export const PREPARED_FOLDER = folder('packages/prepared-database');

/** The version of the format. Increase it when build.ts makes archives in another way. */
const FORMAT = 1;

/**
 * The archive of a new database with all tables: a compressed tar file. Its name depends on the versions of PGlite and
 * pgvector and on every migration, so that an archive of anything else has another name. The file may be missing.
 */
export function preparedArchive() {
  const hash = createHash('sha256').update(`${FORMAT}`);
  for (const name of ['@electric-sql/pglite', '@electric-sql/pglite-pgvector']) {
    hash.update(`${name} ${versionOf(name)}`);
  }
  const migrations = folder('drizzle');
  const files = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  for (const name of [...files.sort(), 'meta/_journal.json']) {
    // Git can write other line ends.
    hash.update(name).update(readFileSync(join(migrations, name), 'utf8').replaceAll('\r', ''));
  }
  return join(PREPARED_FOLDER, `${hash.digest('hex').slice(0, 32)}.tar.br`);
}

/** @param {string} name of a package whose main file is in its folder `dist` */
function versionOf(name) {
  const main = createRequire(import.meta.url).resolve(name);
  return JSON.parse(readFileSync(join(main, '../../package.json'), 'utf8')).version;
}
