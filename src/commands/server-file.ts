import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { INSTANCE } from '../instance.ts';
import { readRootKeyIn } from '../projects/root-key.ts';

/** The file in the data folder that tells `lorebase mcp` where the server of the folder is. */
const FILE = 'server.json';

/** Maximum time for a server to confirm that it is the one in the file. */
const ANSWER_MS = 2000;

const contents = z.object({
  url: z.url(),
  pid: z.number().int(),
  /** The value of the response header `lorebase-instance`, so that no other process gets the API key. */
  instance: z.string(),
  isBackground: z.boolean(),
});

export type KnownServer = z.infer<typeof contents>;

/** Writes the address of this process's server. Returns a function that removes it. */
export async function announceServer(
  folder: string,
  { url, isBackground }: { url: string; isBackground: boolean },
): Promise<() => Promise<void>> {
  const file = join(folder, FILE);
  const server: KnownServer = {
    url: reachable(url),
    pid: process.pid,
    instance: INSTANCE,
    isBackground,
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Readers find the complete file or no file.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(server)}\n`, { mode: 0o600 });
  await rename(draft, file);
  return async () => {
    const known = await readServer(folder);
    if (known?.instance === INSTANCE) await rm(file, { force: true });
  };
}

/** The running server of a data folder; null if there is none. */
export async function findServer(folder: string): Promise<KnownServer | null> {
  const known = await readServer(folder);
  if (known === null) return null;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const { headers } = await fetch(`${known.url}/healthz`, { signal });
    return headers.get('lorebase-instance') === known.instance ? known : null;
  } catch {
    return null; // the process has ended without removing its file
  }
}

/** The root key of the server of a data folder. @throws Error if the server wrote no root key */
export async function rootKeyIn(dataDir: string): Promise<string> {
  const key = await readRootKeyIn(dataDir);
  if (key !== null) return key;
  throw new Error(
    `A server uses the data folder ${dataDir}, and its root key is not in the folder. ` +
      'Set LOREBASE_ROOT_KEY or LOREBASE_KEY to a key of that server.',
  );
}

async function readServer(folder: string): Promise<KnownServer | null> {
  try {
    const parsed = contents.safeParse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
    return parsed.data ?? null;
  } catch {
    return null; // there is no file, or not one of ours
  }
}

/** The URL on which this machine reaches a server that listens on every address. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
