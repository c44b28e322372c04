import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as tables from './tables.ts';

/** Drizzle over either driver, or a transaction of it. Use the query builder: `execute` differs. */
export type Database = PgDatabase<PgQueryResultHKT, typeof tables>;

/** Connections that are open, those of them that nobody uses, and what waits for one. */
export type Pool = { total: number; idle: number; waiting: number };

export type Connection = {
  kind: 'embedded' | 'server';
  db: Database;
  /** How the connections are used at this moment. */
  pool(): Pool;
  /** Applies the missing migrations of a folder. */
  migrate(folder: string): Promise<void>;
  /** Runs `work` in a transaction: `db.transaction` with a round trip less. */
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Runs a query that the index of a space is to answer (`db/spaces.ts`). */
  searchIndex<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Runs `work` on a connection of its own, outside any transaction, one process at a time. */
  exclusively<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Calls `heard` for each payload sent to the channel by any process, and `lost` after a gap. */
  listen(channel: string, heard: (payload: string) => void, lost: () => void): Promise<void>;
  notify(channel: string, payload: string): Promise<void>;
  /** What the database is, its version and its migrations, for operators. Fails if it cannot be reached. */
  describe(): Promise<string>;
  close(): Promise<void>;
};
