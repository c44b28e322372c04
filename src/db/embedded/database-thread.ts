import { setFlagsFromString } from 'node:v8';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { SEARCH_SETTINGS } from '../hnsw-index.ts';
import { requireSpace } from './disk-space.ts';

/**
 * The settings of the embedded database. All of `shared_buffers` is allocated at the start. With PostgreSQL's default
 * of 128 MB, searches among 12,000 entries are as fast once their pages are read
 * (docs/decisions/037-embedded-database-in-a-thread.md).
 */
const SETTINGS = { ...SEARCH_SETTINGS, shared_buffers: '64MB' };

/**
 * Settings with which PGlite calls the `fsync` of thread/file-sync.js. Without them, it never forces its writes to the
 * disk.
 */
const SYNCED = { fsync: 'on', wal_sync_method: 'fsync' };

/** `fsync`: whether a commit waits until it is on the disk, so that it survives a power failure. */
export type Durability = { fsync: boolean };

/**
 * The V8 flag that sets how much a WebAssembly function has to run before it is compiled again with optimizations. This
 * is the default of Node.js 22 and 24. That of Node.js 20 is a seventh of it, with which more functions are compiled
 * twice: a start takes about a tenth more processor time and 30 MB more memory.
 */
const TIERING_BUDGET = '--wasm-tiering-budget=13000000';

/** A message of the thread about its state. */
type ThreadReport = 'opened' | { failed: string } | { crashed: string };

/** The embedded PostgreSQL crashed. The SQLSTATE is that of a crash: it is unknown if a COMMIT was stored. */
export class DatabaseCrashedError extends Error {
  readonly code = '57P02';
}

/** A worker thread with the embedded PostgreSQL. */
export type DatabaseThread = {
  /** Begins a session, whose protocol messages are exchanged over the port. The thread has one session at a time. */
  connect(): MessagePort;
  /** Settled if the thread ends by itself. */
  crashed: Promise<DatabaseCrashedError>;
  /** Closes the database and ends the thread. */
  close(): Promise<void>;
};

/**
 * Opens the database in `folder` in a thread of its own.
 * @throws Error if it cannot be opened; DiskFullError
 */
export async function startDatabaseThread(
  folder: string,
  { fsync }: Durability,
): Promise<DatabaseThread> {
  requireSpace(folder);
  setFlagsFromString(TIERING_BUDGET);
  const worker = new Worker(new URL('./thread/worker.js', import.meta.url), {
    workerData: { folder, settings: fsync ? { ...SETTINGS, ...SYNCED } : SETTINGS },
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let isClosing = false;
  let reason = 'the thread ended';
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (report: ThreadReport) => {
      if (report === 'opened') resolve();
      else reason = 'failed' in report ? report.failed : report.crashed;
    });
    worker.on('error', (error: Error) => {
      reason = error.message;
    });
    void ended.then(() => {
      reject(unopened(folder, reason));
    });
  });
  const crashed = new Promise<DatabaseCrashedError>((resolve) => {
    void ended.then(() => {
      if (isClosing) return;
      resolve(new DatabaseCrashedError(`The embedded database crashed: ${reason}`));
    });
  });
  return {
    crashed,
    connect: () => {
      const { port1, port2 } = new MessageChannel();
      worker.postMessage(port2, [port2]);
      return port1;
    },
    close: async () => {
      isClosing = true;
      worker.postMessage('close');
      await ended;
    },
  };
}

function unopened(folder: string, reason: string): Error {
  try {
    // Throws DiskFullError instead if the disk is full.
    requireSpace(folder);
  } catch (error) {
    return error as Error;
  }
  return new Error(
    `The embedded database in ${folder} cannot be opened: ${reason}. If its files are damaged, ` +
      'restore the folder from a backup, or set LOREBASE_DATA_DIR to another folder.',
  );
}
