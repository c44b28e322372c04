import { randomBytes } from 'node:crypto';
import { type Config, readConfig } from '../config.ts';
import { DataFolderInUseError } from '../db/embedded/data-folder.ts';
import { startServer } from '../http/server.ts';
import { createLog } from '../log.ts';
import { closeApp, openApp } from '../open-app.ts';
import type { Target } from './requests.ts';
import { findServer, rootKeyIn } from './server-file.ts';
import { requireVersion } from './with-app.ts';

/**
 * Runs a command with a server: that of LOREBASE_URL, else the one that uses the data folder, else one in this process,
 * on a free port and with a key of its own. The command works the same in all three cases.
 */
export async function withServer(
  project: string | undefined,
  run: (target: Target) => Promise<void>,
): Promise<void> {
  const config = readConfig(undefined, { isBackground: true });
  const { url, key } = config.server;
  if (url !== undefined) {
    if (key === undefined)
      throw new Error('LOREBASE_URL needs LOREBASE_KEY, a key to that server.');
    return run({ url: url.replace(/\/+$/, ''), key, project });
  }
  const app = await openOwn(config);
  if (app === null) return run({ ...(await runningServer(config)), project });
  try {
    await requireVersion(app);
    const server = await startServer(app);
    try {
      await run({ url: server.url, key: app.config.rootKey ?? '', project });
    } finally {
      await server.close();
    }
  } finally {
    await closeApp(app);
  }
}

/** The app for this process; null if another process uses the data folder. */
async function openOwn(config: Config) {
  const rootKey = randomBytes(32).toString('hex');
  const own = { ...config, rootKey, rateLimitPerMinute: 0 };
  try {
    return await openApp(own, createLog(own));
  } catch (error) {
    if (error instanceof DataFolderInUseError) return null;
    throw error;
  }
}

/**
 * The server that uses the data folder, and a key to it. @throws Error if it is not a server, or the key is not known
 */
async function runningServer({ dataDir, rootKey, server: { key } }: Config) {
  const server = await findServer(dataDir);
  if (server === null) {
    throw new Error(
      `The data folder ${dataDir} is in use by another process, which does not answer as a Lorebase server. ` +
        'Stop that process, or set LOREBASE_URL and LOREBASE_KEY to use another server.',
    );
  }
  return { url: server.url, key: rootKey ?? key ?? (await rootKeyIn(dataDir)) };
}
