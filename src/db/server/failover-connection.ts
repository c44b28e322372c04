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
 * A connection whose statements and read transactions are those of the first database of `sources`. What fails
 * because a database is unavailable, or on a standby because of what it replays, is run on the other one. Reads
 * change nothing, so they can be repeated. Everything else is done by `base`.
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
  // Those that do not answer come last; the order is otherwise kept.
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
