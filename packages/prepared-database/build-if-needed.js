// Builds the archive of a prepared database if there is none of this version. Runs before `npm start` and `npm test`,
// and in `npm run build`. With --for-start, only if the start that follows creates a database on PGlite.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preparedArchive } from '../../src/db/embedded/prepared-archive.js';

const { DATABASE_URL, LOREBASE_DATA_DIR } = process.env;
const isForStart = process.argv.includes('--for-start');
const isNeeded = !DATABASE_URL && !existsSync(join(LOREBASE_DATA_DIR || '.lorebase', 'database'));

if (!existsSync(preparedArchive()) && (isNeeded || !isForStart)) {
  console.error('Preparing a database …');
  const program = fileURLToPath(new URL('build.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A server without the archive creates its database itself, which takes longer.
  if (!isForStart) process.exit(status ?? 1);
}
