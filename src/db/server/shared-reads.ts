import type pg from 'pg';
import type { QueryClient } from '../transaction-handle.ts';

/** So many reads at once share the connection. Any more use connections of their own. */
const SHARED_READS = 16;

/** A smaller pool has no connection to spare. */
const SMALLEST_POOL = 4;

type Shared = { client: Promise<pg.PoolClient>; underWay: number };

/** The pool, with one connection that reads share. */
export type SharedReads = {
  client: QueryClient;
  /** Whether the shared connection is open and has nothing to do. */
  isIdle(): boolean;
  /** Gives the connection back to the pool. */
  close(): Promise<void>;
};

/**
 * Sends the prepared statements that are outside of transactions over one connection, without waiting for the results of
 * the others: these statements are the quick reads of lists and rows. One packet takes the reads of many requests, and one
 * brings many results, so the process and PostgreSQL wake up less often (docs/decisions/047-shared-reads.md).
 */
export function shareReads(pool: pg.Pool, poolSize: number): SharedReads {
  let shared: Shared | null = null;
  const open = (): Shared => {
    const opened: Shared = { client: pool.connect(), underWay: 0 };
    const forget = () => {
      if (shared === opened) shared = null;
    };
    opened.client.then((client) => {
      const lost = () => {
        if (shared !== opened) return;
        forget();
        client.release(true);
      };
      client.once('error', lost).once('end', lost);
    }, forget);
    return opened;
  };
  const query = async (statement: pg.QueryConfig, values: unknown[]) => {
    const isShared = statement.name !== undefined && poolSize >= SMALLEST_POOL;
    if (!isShared || (shared?.underWay ?? 0) >= SHARED_READS) return pool.query(statement, values);
    shared ??= open();
    const used = shared;
    used.underWay += 1;
    try {
      const client = await used.client;
      return await client.query(statement, values);
    } finally {
      used.underWay -= 1;
    }
  };
  return {
    client: { query },
    isIdle: () => shared?.underWay === 0,
    close: async () => {
      const last = shared;
      shared = null;
      const client = await last?.client.catch(() => null);
      client?.release();
    },
  };
}
