import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Target } from '../src/commands/requests.ts';
import { findServer } from '../src/commands/server-file.ts';
import { readConfig } from '../src/config.ts';

/** The server of LOREBASE_URL, else the one that runs on the data folder. @throws Error that says to start one */
export async function findTarget(project: string | undefined): Promise<Target> {
  const { server, dataDir, rootKey } = readConfig();
  if (server.url !== undefined) {
    if (server.key === undefined) {
      throw new Error('LOREBASE_URL needs LOREBASE_KEY, a key of role ADMIN.');
    }
    return { url: server.url.replace(/\/+$/, ''), key: server.key, project };
  }
  const found = await findServer(dataDir);
  if (found === null) {
    throw new Error('No server is running. Start one with `npm start`, and repeat the command.');
  }
  const key = rootKey ?? (await readFile(join(dataDir, 'root-key'), 'utf8')).trim();
  return { url: found.url, key, project };
}
