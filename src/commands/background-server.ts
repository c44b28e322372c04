import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import type { Config } from '../config.ts';
import { findServer, type KnownServer } from './server-file.ts';

/** Maximum time for a server to start. The first start on a folder creates the database. */
const START_MS = 60_000;

/** Maximum time to wait for another process that uses the folder, such as a server that starts or ends. */
const OTHER_MS = 20_000;

/** Time between two attempts to start while another process uses the folder. */
const RESTART_MS = 1000;

const POLL_MS = 100;

const LOG_FILE = 'background.log';

/** Locked by the process that starts a server. */
const LOCK_FILE = 'starting';

/**
 * The server of the data folder: the running one or, if there is none, one that is started in the background. If
 * several processes call this at the same time, one starts the server, and the others wait for it.
 * @throws Error with the end of the server's log if no server can be started
 */
export async function joinOrStartServer(config: Config): Promise<KnownServer> {
  const folder = config.dataDir;
  const running = await findServer(folder);
  if (running !== null) return running;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const log = join(folder, LOG_FILE);
  const starting = openSync(join(folder, LOCK_FILE), 'a+', 0o600);
  try {
    return await startedServer(folder, { log, starting });
  } finally {
    // The operating system releases the lock with the file, also if this process is killed.
    closeSync(starting);
  }
}

async function startedServer(
  folder: string,
  { log, starting }: { log: string; starting: number },
): Promise<KnownServer> {
  let started: ReturnType<typeof startServer> | null = null;
  const end = performance.now() + START_MS;
  let refusedAt: number | null = null;
  let restartAt: number | null = null;
  while (performance.now() < end) {
    const server = await findServer(folder);
    if (server !== null) return server;
    if (started === null && tryLock(starting)) started = startServer(log);
    if (started?.hasEnded()) {
      if (!started.output().includes('is in use by another')) break;
      const now = performance.now();
      refusedAt ??= now;
      restartAt ??= now + RESTART_MS;
      if (now - refusedAt > OTHER_MS) break;
      if (now >= restartAt) {
        started = startServer(log);
        restartAt = null;
      }
    }
    await sleep(POLL_MS);
  }
  const output =
    started?.output().trim() ??
    'Another process was starting the server, but it did not become ready.';
  throw new Error(
    `No background server could be started on the data folder ${folder}. The end of its log, ${log}:\n${output}`,
  );
}

/** Starts this program again, as a server that outlives this process. */
function startServer(log: string) {
  const descriptor = openSync(log, 'a', 0o600);
  const before = readFileSync(log).length;
  const [, program = ''] = process.argv;
  const args = [...process.execArgv, program, 'serve', '--background'];
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
    windowsHide: true,
  });
  closeSync(descriptor);
  let failure: string | null = null;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.unref();
  return {
    hasEnded: () => failure !== null || child.exitCode !== null || child.signalCode !== null,
    output: () => failure ?? readFileSync(log).subarray(before).toString().slice(-2000),
  };
}
