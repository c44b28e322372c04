import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { Logger } from 'pino';
import { createCrashWatch, type DatabaseCrashedError } from './crash-watch.ts';
import { guardWrite, requireSpace } from './disk-space.ts';

/** Time between attempts to open the database. An attempt blocks the process for about a second. */
const RETRY_MS = 5000;

/** The database could not be reopened after a crash. The SQLSTATE is that of "cannot connect now". */
class DatabaseClosedError extends Error {
  readonly code = '57P03';
}

/** The methods of PGlite that are used. */
export type Client = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>;

type Options = {
  /** The folder of the database's own files. */
  folder: string;
  log: Logger;
  /** Runs on each new connection before any query. */
  prepare(client: PGlite): Promise<void>;
};

/**
 * PGlite on a folder, which is reopened after a crash as soon as there is enough disk space. PostgreSQL's
 * recovery then restores every acknowledged transaction; unacknowledged queries fail with 57P02. Writes are
 * rejected while the disk is full.
 * @throws Error if the first attempt to open fails; DiskFullError
 */
export async function openReopeningClient(options: Options): Promise<Client> {
  let current: PGlite | null = null;
  let opening: Promise<PGlite> | null = null;
  let lastTry = Number.NEGATIVE_INFINITY;
  const open = async () => {
    requireSpace(options.folder);
    current = await openClient(options, (crash) => {
      current = null;
      options.log.error({ error: crash }, 'The embedded database crashed; opening it again');
    });
    return current;
  };
  const reopen = async () => {
    // While the disk is full, the error is DiskFullError, without an attempt to open.
    requireSpace(options.folder);
    if (performance.now() - lastTry < RETRY_MS) {
      throw new DatabaseClosedError('The embedded database cannot be opened; trying again soon.');
    }
    lastTry = performance.now();
    const client = await open();
    options.log.warn('The embedded database was opened again');
    return client;
  };
  const live = async (): Promise<PGlite> => {
    if (current) return current;
    opening ??= reopen().finally(() => {
      opening = null;
    });
    return opening;
  };
  await open();
  return {
    query: async (...args) => (await live()).query(...args),
    exec: async (...args) => (await live()).exec(...args),
    transaction: async (work) => (await live()).transaction(work),
    close: async () => current?.close(),
  };
}

async function openClient(
  { folder, prepare }: Options,
  onCrash: (crash: DatabaseCrashedError) => void,
): Promise<PGlite> {
  const watch = createCrashWatch((crash) => {
    onCrash(crash);
    // Deferred until PGlite has left the module whose files are closed.
    setImmediate(watch.discard);
  });
  const { extension, onStderr } = watch.options;
  try {
    const extensions = { vector, crashWatch: extension };
    const client = await PGlite.create({ dataDir: folder, extensions, onStderr });
    const send = client.execProtocolRawSync.bind(client);
    client.execProtocolRawSync = (message) => {
      guardWrite(folder, message);
      return send(message);
    };
    await prepare(client);
    return client;
  } catch (error) {
    watch.discard();
    // Reports a full disk as the reason, if it is one.
    requireSpace(folder);
    const reason = watch.lastError() ?? (error instanceof Error ? error.message : 'unknown error');
    throw new Error(
      `The embedded database in ${folder} cannot be opened: ${reason}. If its files are damaged, ` +
        'restore the folder from a backup, or set LOREBASE_DATA_DIR to another folder.',
      { cause: error },
    );
  }
}
