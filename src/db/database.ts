import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Drizzle over either driver, or a transaction of it. Use the query builder: `execute` differs. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** Connections that are open, those of them that are idle, and operations that wait for one. */
export type Pool = { total: number; idle: number; waiting: number };

export type Connection = {
  kind: 'embedded' | 'server';
  db: Database;
  /** How the connections are used at this moment. */
  pool(): Pool;
  /** Applies the missing migrations of a folder. */
  migrate(folder: string): Promise<void>;
  /**
   * Runs `work` in a transaction. When `work` fails, the transaction is rolled back, and whatever parts of it
   * still run are refused any further query.
   */
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Runs `work`, which only reads, in a transaction, and answers without waiting for its end. */
  readTransaction<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Runs `work` on a connection of its own, outside any transaction, one process at a time. */
  exclusively<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Calls `onMessage` for each payload sent to the channel by any process, and `onGap` after a lost connection. */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<void>;
  notify(channel: string, payload: string): Promise<void>;
  /** Name, version and number of migrations of the database, for operators. Fails if it cannot be reached. */
  describe(): Promise<string>;
  close(): Promise<void>;
};
