import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pLimit from 'p-limit';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Connection } from '../database.ts';
import { describeDatabase } from '../describe.ts';
import { markDistributed } from '../distributed.ts';
import { gatherWrites } from '../gather-writes.ts';
import { SEARCH_SETTINGS } from '../hnsw-index.ts';
import { withMappedRows } from '../map-rows.ts';
import { transactionsOf } from '../pool-transactions.ts';
import { sendFewerMessages } from '../statement-messages.ts';
import type { QueryClient } from '../transaction-handle.ts';
import { listenTo, type PostgresListener } from './listen.ts';
import { shareReads } from './shared-reads.ts';
import { runUncopied } from './uncopied-statements.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** A connection that was silent for this long is checked by TCP. The default of operating systems is two hours. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/**
 * A connection that was not used for this long is closed. A new one is expensive: its first search takes PostgreSQL ten
 * times as long as a later one, since it plans each statement and maps each page of the shared memory again.
 */
const IDLE_TIMEOUT_MS = 600_000;
const READING_SETTINGS = { default_transaction_read_only: 'on' };
const LOCK_POLL_MS = 100;
/** Keys of advisory locks that no other program uses: the first bytes of "lorebase", and the next number. */
const MAINTENANCE_LOCK = 0x6c6f7265;
const BACKGROUND_LOCK = 0x6c6f7266;

/** A read falls back to the other database when this one does not accept a connection in time. */
const READING_CONNECT_TIMEOUT_MS = 2000;

/**
 * What a server is used for: `WRITE`, the default, for everything; `STORE` for reads and for what a process that
 * only reads stores, such as statistics; `READ` for reads, in read-only transactions. Only `WRITE` needs the
 * server when it is opened.
 */
type ConnectionPurpose = 'WRITE' | 'STORE' | 'READ';

/** Reads do not depend on it. */
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
  const settings = { ...SEARCH_SETTINGS, ...(use === 'READ' ? READING_SETTINGS : {}) };
  const options: pg.ClientConfig = {
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
  const pool = new pg.Pool({ ...options, max: poolSize, idleTimeoutMillis: IDLE_TIMEOUT_MS });
  // The loss of an idle connection fails no query; the pool opens another.
  const warn = (error: Error) => log.warn({ error }, 'A database connection was lost');
  pool.on('error', warn);
  pool.on('connect', (client) => {
    // The loss of a connection in use also fails the next query of its transaction.
    client.on('error', warn);
    gatherWrites(client, sendFewerMessages(client));
    runUncopied(client);
  });
  const reads = shareReads(pool);
  // Drizzle uses only the method `query`.
  const db = withMappedRows(drizzle({ client: reads.client as unknown as pg.Pool }));
  // These connections send one statement at a time, and are closed at once, even during a statement.
  const alone = { options: { ...options, pipeline: false }, warn };
  const exclusively: Connection['exclusively'] = (work) =>
    withMaintenanceLock(alone, (client) => work(drizzle({ client })));
  const { begin, beginAtOnce } = transactionsOf(pool, () => isDistributed);
  // A snapshot keeps its connection for as long as its reader takes.
  const snapshots = pLimit(Math.ceil(poolSize / 4));
  const isDistributed = await (use === 'WRITE' ? hasCitus(pool) : NOT_DISTRIBUTED).catch(
    async (error: unknown) => {
      await pool.end();
      throw error;
    },
  );
  if (isDistributed) markDistributed(db);
  const listeners = new Set<PostgresListener>();
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
    migrate: (migrationsFolder) =>
      withMaintenanceLock(alone, (client) => migrate(drizzle({ client }), { migrationsFolder })),
    transaction: async (work, finish) => {
      const { answer, released } = await begin(work, finish);
      const [result] = await Promise.all([answer, released]);
      return result;
    },
    readTransaction: async (work) => {
      const { answer, released } = await begin(work);
      // The pool reports a connection that is lost after the result.
      released.catch(() => {});
      return answer;
    },
    transactionAtOnce: beginAtOnce,
    readAtOnce: beginAtOnce,
    snapshot: (work) =>
      snapshots(async () => {
        const { answer, released } = await begin(async (db) => {
          await db.execute(sql`set transaction isolation level repeatable read, read only`);
          return work(db);
        });
        const [result] = await Promise.all([answer, released]);
        return result;
      }),
    copyFiles: null,
    exclusively,
    exclusivelyIfFree: (signal, work) =>
      withClient(alone, async (client) => {
        signal.throwIfAborted();
        const end = () => void client.end();
        signal.addEventListener('abort', end, { once: true });
        try {
          if (await tryLock(client, BACKGROUND_LOCK)) await work(drizzle({ client }));
        } finally {
          signal.removeEventListener('abort', end);
        }
      }),
    isReceivingNotifications: () =>
      listeners.size > 0 && [...listeners].every((listener) => listener.isReceivingNotifications()),
    listen: async (channel, onMessage, onGap) => {
      const listener = listenTo(options, { channel, onMessage, onGap, log });
      listeners.add(listener);
      await listener.ready.catch((error: unknown) => {
        listeners.delete(listener);
        throw error;
      });
    },
    notify: async (channel, payload) => {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    close: async () => {
      await Promise.all([...listeners].map((listener) => listener.close()));
      await reads.close();
      await pool.end();
    },
  };
}

async function hasCitus(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query("select from pg_extension where extname = 'citus'");
  return rows.length > 0;
}

/** `warn` is told of the loss of the connection, which also fails the next statement. */
type Alone = { options: pg.ClientConfig; warn: (error: Error) => void };

function withMaintenanceLock<T>(alone: Alone, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(alone, async (client) => {
    // A waiting statement would hold a snapshot for which CREATE INDEX CONCURRENTLY waits.
    while (!(await tryLock(client, MAINTENANCE_LOCK))) await sleep(LOCK_POLL_MS);
    return work(client);
  });
}

/** Runs `work` on a connection of its own, whose locks end with it. */
async function withClient<T>(
  { options, warn }: Alone,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(options);
  client.on('error', warn);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Takes an advisory lock of the connection, if no other connection has it. */
async function tryLock(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [lock],
  );
  return rows[0]?.taken === true;
}
