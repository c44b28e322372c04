import { readdir } from 'node:fs/promises';
import type { MessagePort } from 'node:worker_threads';
import type { Logger } from 'pino';
import {
  type DatabaseCrashedError,
  type DatabaseThread,
  type Durability,
  startDatabaseThread,
} from './database-thread.ts';
import { requireSpace } from './disk-space.ts';
import { createDatabase } from './new-database.ts';

/** Time between attempts to open the database. An attempt takes a processor for about a second. */
const RETRY_MS = 5000;

/** The database could not be reopened after a crash. The SQLSTATE is that of "cannot connect now". */
class DatabaseClosedError extends Error {
  readonly code = '57P03';
}

/** A session of the embedded database, over a port that is closed with it. */
export type ThreadSession = {
  port: MessagePort;
  /** Settled if the database crashes before the session ends. */
  crashed: Promise<DatabaseCrashedError>;
};

/** Sessions of the embedded database, which is opened again after a crash. */
export type Sessions = {
  /** @throws DiskFullError, Error if the database cannot be opened */
  connect(): Promise<ThreadSession>;
  /** Closes the database. */
  close(): Promise<void>;
};

/**
 * The embedded database in a thread, which is started again after a crash as soon as there is enough disk space.
 * PostgreSQL's recovery then restores every acknowledged transaction; unacknowledged queries fail with 57P02.
 * @throws Error if the first attempt to open fails; DiskFullError
 */
export async function openSessions(
  folder: string,
  log: Logger,
  durability: Durability,
): Promise<Sessions> {
  let current: DatabaseThread | null = null;
  let opening: Promise<DatabaseThread> | null = null;
  let lastTry = Number.NEGATIVE_INFINITY;
  const open = async (): Promise<DatabaseThread> => {
    const thread = await startDatabaseThread(folder, durability);
    current = thread;
    void thread.crashed.then((crash) => {
      if (current === thread) current = null;
      log.error({ error: crash }, 'The embedded database crashed; opening it again');
    });
    return thread;
  };
  const reopen = async (): Promise<DatabaseThread> => {
    // While the disk is full, the error is DiskFullError, without an attempt to open.
    requireSpace(folder);
    if (performance.now() - lastTry < RETRY_MS) {
      throw new DatabaseClosedError('The embedded database cannot be opened; trying again soon.');
    }
    lastTry = performance.now();
    const thread = await open();
    log.warn('The embedded database was opened again');
    return thread;
  };
  const live = async (): Promise<DatabaseThread> => {
    if (current) return current;
    opening ??= reopen().finally(() => {
      opening = null;
    });
    return opening;
  };
  if ((await readdir(folder)).length === 0) await createDatabase(folder, log, durability);
  await open();
  return {
    connect: async () => {
      const thread = await live();
      return { port: thread.connect(), crashed: thread.crashed };
    },
    close: async () => current?.close(),
  };
}
