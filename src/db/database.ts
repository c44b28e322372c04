import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { DatabaseDescription } from './describe.ts';

/**
 * A Drizzle handle of either driver, or of a transaction. Use the query builder: `execute` differs by driver.
 */
export type Database = PgDatabase<PgQueryResultHKT>;

/** Numbers of open connections, of idle ones among them, and of queries that wait for a connection. */
export type Pool = { total: number; idle: number; waiting: number };

export type Connection = {
  kind: 'embedded' | 'server';
  /** True with the extension Citus, on which a statement cannot write to two tables. */
  isDistributed: boolean;
  db: Database;
  /** The current use of the connections. */
  pool(): Pool;
  /** Applies the pending migrations of a folder. */
  migrate(folder: string): Promise<void>;
  /**
   * Runs `work` in a transaction. If `work` fails, the transaction is rolled back, and queries of parts of
   * `work` that still run are rejected.
   * After `work`, `finish` can send the last statements. It must send them before it waits for anything: COMMIT is
   * sent together with them, so that what they lock is locked for one round trip only. If one of them fails, or could
   * not be sent, nothing is stored.
   */
  transaction<T>(
    work: (db: Database) => Promise<T>,
    finish?: (db: Database) => Promise<unknown>,
  ): Promise<T>;
  /**
   * Runs `work` in a transaction that is one packet, COMMIT included: it must send all its statements before it waits
   * for an answer. Later statements are rejected. If one of them fails, or could not be sent, nothing is stored.
   */
  transactionInOnePacket<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Runs the read-only `work` in a transaction. Resolves before the transaction has ended. */
  readTransaction<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Runs the read-only `work` in a transaction that is one packet. The rules of `transactionInOnePacket` apply. */
  readInOnePacket<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /**
   * Runs the read-only `work` on one state of the database, however long it takes, while others go on: in a transaction
   * of the server, or on a copy of the embedded database.
   */
  snapshot<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Copies the files of the embedded database into an empty folder, as one state; null on a server. */
  copyFiles: ((folder: string) => Promise<void>) | null;
  /** Runs `work` on a separate connection, outside any transaction, in one process at a time. */
  exclusively<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /**
   * Runs work of the background on a separate connection, if no process runs any. The connection is closed at the
   * signal, whatever the work does then.
   */
  exclusivelyIfFree(signal: AbortSignal, work: (db: Database) => Promise<void>): Promise<void>;
  /**
   * Calls `onMessage` for each message of any process on the channel, and `onGap` after each (re)connection.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<void>;
  notify(channel: string, payload: string): Promise<void>;
  /**
   * True if the messages of other processes arrive: each connection that listens has answered a query which was sent
   * to it within the last second. While it is asked, such a query is sent every 300 ms.
   */
  isReceivingNotifications(): boolean;
  /** Describes the database for operators. Rejects if it is unavailable. */
  describe(): Promise<DatabaseDescription>;
  close(): Promise<void>;
};
