import type { Logger } from 'pino';
import type { Connection } from '../database.ts';
import { isConflict, isUnavailable, lacksMigrations } from '../failures.ts';
import { handleOf } from '../pool-transactions.ts';
import type { ServerConnection } from './server.ts';

/** A database that reads can use, and whether it answers. */
export type ReadSource = {
  name: string;
  connection: ServerConnection;
  isUp(): boolean;
  /** Marks the database as unreachable until `succeeded`. Logs the first failure. */
  failed(error: unknown): void;
  succeeded(): void;
};

export function createSource(name: string, connection: ServerConnection, log: Logger): ReadSource {
  let isUp = true;
  return {
    name,
    connection,
    isUp: () => isUp,
    failed: (error) => {
      if (isUp) log.warn({ error }, `Reads do without the ${name}, which cannot be reached`);
      isUp = false;
    },
    succeeded: () => {
      if (!isUp) log.info(`Reads can use the ${name} again`);
      isUp = true;
    },
  };
}

/**
 * A connection that sends statements and read transactions to the first database of `sources`. A read is repeated on
 * the other database if the first one is unavailable, if it cancels the read (a standby in conflict with its replay),
 * or if it lacks a migration. This is safe because reads change nothing. `base` does everything else.
 */
export function failoverConnection(base: Connection, sources: readonly ReadSource[]): Connection {
  const client = {
    query: (...args: never[]) => onFirstUp(sources, ({ client }) => client.query(...args)),
  };
  return {
    ...base,
    db: handleOf(client),
    readTransaction: (work) => onFirstUp(sources, (connection) => connection.readTransaction(work)),
    readInOnePacket: (work) => onFirstUp(sources, (connection) => connection.readInOnePacket(work)),
  };
}

/** Runs a read on the first of the databases that answers. */
async function onFirstUp<T>(
  sources: readonly ReadSource[],
  run: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  // Databases that do not answer come last; otherwise the order is kept.
  const order = sources.toSorted((one, other) => Number(other.isUp()) - Number(one.isUp()));
  let failure: unknown;
  for (const source of order) {
    try {
      return await run(source.connection);
    } catch (error) {
      failure = error;
      if (isUnavailable(error)) source.failed(error);
      else if (!isConflict(error) && !lacksMigrations(error)) throw error;
    }
  }
  throw failure;
}
