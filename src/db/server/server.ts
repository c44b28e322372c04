import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pLimit from 'p-limit';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Connection } from '../database.ts';
import { describeDatabase } from '../describe.ts';
import { markDistributed } from '../distributed.ts';
import { gatherWrites } from '../gather-writes.ts';
import { SEARCH_SETTINGS } from '../hnsw-index.ts';
import { withMappedRows } from '../map-rows.ts';
import { transactionMethods, transactionsOf } from '../pool-transactions.ts';
import { sendFewerMessages } from '../statement-messages.ts';
import type { QueryClient } from '../transaction-handle.ts';
import { exclusiveWork } from './exclusive-work.ts';
import { createListeners } from './listen.ts';
import { shareReads } from './shared-reads.ts';
import { readPlainArrays } from './text-arrays.ts';
import { runUncopied } from './uncopied-statements.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** A connection without traffic for this long is checked by TCP. The default of operating systems is two hours. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/**
 * A connection that was not used for this long is closed. A new connection is expensive: its first search takes
 * PostgreSQL ten times as long as a later one, because it plans each statement and maps each page of the shared memory
 * again.
 */
const IDLE_TIMEOUT_MS = 600_000;
const READING_SETTINGS = { default_transaction_read_only: 'on' };
/** A read falls back to the other database when this one does not accept a connection in time. */
const READING_CONNECT_TIMEOUT_MS = 2000;

/**
 * What a server is used for: `WRITE`, the default, for everything; `STORE` for reads, and for the few things that a
 * read-only process stores, such as statistics; `READ` for reads, in read-only transactions. Only with `WRITE` must the
 * server be available when it is opened.
 */
type ConnectionPurpose = 'WRITE' | 'STORE' | 'READ';

const STORES_ANY_TEXT = ['UTF8', 'SQL_ASCII'];

/** The value for connections that only read, whose queries are the same on Citus. */
const NOT_DISTRIBUTED = Promise.resolve(false);

type ServerOptions = { url: string; poolSize: number; log: Logger; use?: ConnectionPurpose };

/** `client` sends a statement on any connection of the pool. */
export type ServerConnection = Connection & { client: QueryClient };

/** A pool of connections to a PostgreSQL server. Connections are opened on demand and replaced when lost. */
export async function openServer({
  url,
  poolSize,
  log,
  use = 'WRITE',
}: ServerOptions): Promise<ServerConnection> {
  readPlainArrays();
  const options = clientOptions(url, use);
  const warn = (error: Error) => log.warn({ error }, 'A database connection was lost');
  const pool = openPool({ ...options, max: poolSize }, warn);
  const reads = shareReads(pool);
  // Drizzle uses only the method `query`.
  const db = withMappedRows(drizzle({ client: reads.client as unknown as pg.Pool }));
  const isDistributed = await (use === 'WRITE' ? inspect(pool) : NOT_DISTRIBUTED).catch(
    async (error: unknown) => {
      await pool.end();
      throw error;
    },
  );
  if (isDistributed) markDistributed(db);
  const transactions = transactionMethods(transactionsOf(pool, () => isDistributed));
  const { close: closeListeners, ...listening } = createListeners(options, log);
  return {
    kind: 'server',
    isDistributed,
    db,
    client: pool,
    pool: () => ({
      total: pool.totalCount,
      idle: pool.idleCount + (reads.isIdle() ? 1 : 0),
      waiting: pool.waitingCount,
    }),
    describe: () => describeDatabase(db, 'PostgreSQL'),
    ...transactions,
    snapshot: snapshotsOf(transactions.transaction, poolSize),
    copyFiles: null,
    ...exclusiveWork({ options, warn }),
    ...listening,
    notify: async (channel, payload) => {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    close: async () => {
      await closeListeners();
      await reads.close();
      await pool.end();
    },
  };
}

function clientOptions(url: string, use: ConnectionPurpose): pg.ClientConfig {
  const settings = { ...SEARCH_SETTINGS, ...(use === 'READ' ? READING_SETTINGS : {}) };
  return {
    connectionString: url,
    connectionTimeoutMillis: use === 'WRITE' ? CONNECT_TIMEOUT_MS : READING_CONNECT_TIMEOUT_MS,
    application_name: 'lorebase',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // Queries of a transaction are sent without waiting for the results of earlier ones. They run in order.
    pipeline: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}

function openPool(options: pg.PoolConfig, warn: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ ...options, idleTimeoutMillis: IDLE_TIMEOUT_MS });
  // The loss of an idle connection fails no query; the pool opens another.
  pool.on('error', warn);
  pool.on('connect', (client) => {
    // The loss of a connection in use also fails the next query of its transaction.
    client.on('error', warn);
    gatherWrites(client, sendFewerMessages(client));
    runUncopied(client);
  });
  return pool;
}

/** Runs work on one consistent state of the database. This occupies a connection until the work has ended. */
function snapshotsOf(
  transaction: Connection['transaction'],
  poolSize: number,
): Connection['snapshot'] {
  const limit = pLimit(Math.ceil(poolSize / 4));
  return (work) =>
    limit(() =>
      transaction(async (db) => {
        await db.execute(sql`set transaction isolation level repeatable read, read only`);
        return work(db);
      }),
    );
}

/**
 * Whether the database has Citus.
 * @throws Error if the encoding of the database cannot store all texts; UTF8 can, and SQL_ASCII stores any bytes
 */
async function inspect(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ encoding: string; has_citus: boolean }>(
    `select current_setting('server_encoding') as encoding,
      exists (select from pg_extension where extname = 'citus') as has_citus`,
  );
  const { encoding = 'UTF8', has_citus: hasCitus = false } = rows[0] ?? {};
  if (!STORES_ANY_TEXT.includes(encoding)) {
    throw new Error(
      `DATABASE_URL: the database has the encoding ${encoding}, in which many texts cannot be stored. Make one by: ` +
        "CREATE DATABASE lorebase TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'",
    );
  }
  return hasCitus;
}
