import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { DatabaseDescription } from './describe.ts';

/**
 * A Drizzle handle of a connection or of a transaction. Use its query builder: the result of `execute` differs by
 * driver.
 */
export type Database = PgDatabase<PgQueryResultHKT>;

/** The numbers of open connections, of the idle ones among them, and of queries that wait for a connection. */
export type Pool = { total: number; idle: number; waiting: number };

export type Connection = {
  kind: 'embedded' | 'server';
  /** True if the database has the extension Citus, with which one statement cannot write to two tables. */
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
   * Runs the read-only `work` on one consistent state of the database, without blocking others: in a transaction of the
   * server, or on a copy of the embedded database.
   */
  snapshot<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Copies the files of the embedded database into an empty folder, as one state; null on a server. */
  copyFiles: ((folder: string) => Promise<void>) | null;
  /** Runs `work` on a separate connection, outside any transaction, in one process at a time. */
  exclusively<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /**
   * Runs background work on a separate connection, unless another process runs background work. When `signal` aborts,
   * the connection is closed, even during a statement.
   */
  exclusivelyIfFree(signal: AbortSignal, work: (db: Database) => Promise<void>): Promise<void>;
  /** Calls `onMessage` for each message of any process on the channel, and `onGap` after each (re)connection. */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<void>;
  notify(channel: string, payload: string): Promise<void>;
  /**
   * True if the messages of other processes arrive: each listening connection has answered a query that was sent to it
   * within the last second. Each call keeps such queries going, one every 300 ms.
   */
  isReceivingNotifications(): boolean;
  /** Describes the database for operators. Rejects if it is unavailable. */
  describe(): Promise<DatabaseDescription>;
  close(): Promise<void>;
};
