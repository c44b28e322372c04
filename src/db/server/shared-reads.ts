import type pg from 'pg';
import type { QueryClient } from '../transaction-handle.ts';

/** The maximum number of reads in progress on the shared connection. Further reads use other connections. */
const SHARED_READS = 16;

/** In a pool with fewer connections than this, reads do not share one. */
const SMALLEST_POOL = 4;

/**
 * Settings of the shared connection. PostgreSQL makes one generic plan for each prepared statement and keeps it
 * (docs/decisions/067-plans-are-kept.md). Where a table was empty when the plan was made, PostgreSQL would choose a
 * scan of the table or a sort, which is slow once the table has grown. With scans and sorts off, it uses an index, and
 * its order, wherever there is one.
 */
export const SHARED_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_sort: 'off',
  enable_incremental_sort: 'off',
} as const;

const SETTINGS = Object.entries(SHARED_SETTINGS)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ');

/**
 * On Citus it sets nothing: Citus finds shards by the values of the parameters, which a generic plan does not contain.
 */
const SET = `select ${SETTINGS} where not exists (select from pg_extension where extname = 'citus')`;

type Shared = { client: Promise<pg.PoolClient>; underWay: number };

/** A pool of connections, one of which is shared by reads. */
export type SharedReads = {
  /** Sends a statement on the shared connection, or on any other one. */
  client: QueryClient;
  /** True if the shared connection is open and has no read in progress. */
  isIdle(): boolean;
  /** Gives the connection back to the pool. */
  close(): Promise<void>;
};

/**
 * Sends prepared statements on one connection as a pipeline, without waiting for the results of earlier ones. Outside
 * of transactions, the prepared statements are quick reads of rows and lists. The reads of many requests are sent in
 * one packet, and so are their results, so the process and PostgreSQL wake up less often
 * (docs/decisions/047-shared-reads.md).
 */
export function shareReads(pool: pg.Pool): SharedReads {
  const hasRoom = pool.options.max >= SMALLEST_POOL;
  let shared: Shared | null = null;
  const open = (): Shared => {
    const opened: Shared = { client: connect(pool), underWay: 0 };
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
    const isShared = hasRoom && statement.name !== undefined;
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

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  try {
    await client.query(SET);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
