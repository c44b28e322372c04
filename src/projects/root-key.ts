import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { createRootKey } from './api-keys.ts';
import { selectLiveKey } from './key-queries.ts';
import { hashSecret, ROOT_SCOPE } from './secrets.ts';

/**
 * The root key for the sign-in link: that of the configuration, else the one in the data folder, which is
 * created at the first start and readable only by its owner. Null in production on PostgreSQL.
 */
export async function findRootKey(app: App): Promise<string | null> {
  if (app.config.rootKey !== undefined) return app.config.rootKey;
  if (app.config.production && app.config.databaseUrl) return null;
  const file = join(app.config.dataDir, fileName(app.config.databaseUrl));
  const kept = await readRootKey(file);
  if (kept !== null) await tighten(app, file);
  if (kept !== null && (await isRootKeyValid(app, kept))) return kept;
  const { secret } = await createRootKey(app, { name: 'first start', role: 'ADMIN' });
  await mkdir(app.config.dataDir, { recursive: true, mode: 0o700 });
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return secret;
}

/** Restricts the file to its owner. Logs a warning if others could read it, since they may know the key. */
async function tighten({ log }: App, file: string): Promise<void> {
  // Windows has no such permissions: Node.js returns 0o666 for every writable file.
  if (process.platform === 'win32') return;
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return;
  await chmod(file, 0o600);
  const before = (mode & 0o777).toString(8);
  log.warn(
    { file, mode: before },
    'The root key could be read by others; the file is now mode 600',
  );
}

/**
 * Reads the root key that a server with the embedded database wrote to its data folder. Null if there is none: a server
 * that is started with LOREBASE_ROOT_KEY does not write the key.
 */
export function readRootKeyIn(dataDir: string): Promise<string | null> {
  return readRootKey(join(dataDir, fileName(undefined)));
}

/** The name of the key file. Each database has its own keys and therefore its own file. */
function fileName(databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) return 'root-key';
  const { host, pathname } = new URL(databaseUrl);
  const digest = createHash('sha256')
    .update(host + pathname)
    .digest('hex');
  return `root-key-${digest.slice(0, 8)}`;
}

/** The root key in a file; null if there is no such file. */
async function readRootKey(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function isRootKeyValid(app: App, secret: string): Promise<boolean> {
  const key = { scope: ROOT_SCOPE, hash: hashSecret(secret), now: app.clock() };
  return (await selectLiveKey(app.db, key)) !== null;
}
