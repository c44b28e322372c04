import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { Logger } from 'pino';
import { createCrashWatch, type DatabaseCrashedError } from './crash-watch.ts';
import { guardWrite, requireSpace } from './disk-space.ts';

/** Opening blocks the process for about a second: a database that cannot be opened is not tried all the time. */
const RETRY_MS = 5000;

/** The database could not be opened again after a crash. It has the SQLSTATE for "cannot connect now". */
class DatabaseClosedError extends Error {
  readonly code = '57P03';
}

/** What is used of PGlite. */
export type Client = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>;

type Options = {
  /** The folder of the database's own files. */
  folder: string;
  log: Logger;
  /** Runs on each new connection before anything else does. */
  prepare(client: PGlite): Promise<void>;
};

/**
 * PGlite in a folder, opened again after a crash as soon as the disk has room. All that was acknowledged is
 * then there, by PostgreSQL's recovery; what was not ends as 57P02. Writes are refused while the disk is full.
 * @throws Error if the database cannot be opened at first; DiskFullError
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
    // A full disk is told as such, without a try.
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
    // Only once PGlite has left the module, whose files are closed here.
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
    // Where the disk became full meanwhile, that is the reason.
    requireSpace(folder);
    const reason = watch.lastError() ?? (error instanceof Error ? error.message : 'unknown error');
    throw new Error(
      `The embedded database in ${folder} cannot be opened: ${reason}. If its files are damaged, ` +
        'restore the folder from a backup, or set LOREBASE_DATA_DIR to another folder.',
      { cause: error },
    );
  }
}
