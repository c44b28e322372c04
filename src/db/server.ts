import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Connection, Database } from './database.ts';
import { describeDatabase } from './describe.ts';
import { PreparingClient } from './preparing-client.ts';
import { SEARCH_SETTINGS, TAKE_INDEX } from './spaces.ts';
import * as tables from './tables.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const LOCK_POLL_MS = 100;
const RELISTEN_MS = 500;
/** Any constant will do that no other program locks: the first bytes of "lorebase". */
const MAINTENANCE_LOCK = 0x6c6f7265;

type ServerOptions = { url: string; poolSize: number; log: Logger };

/** A pool on a PostgreSQL server. Connections are made when first needed, and again after a loss. */
export function openServer({ url, poolSize, log }: ServerOptions): Connection {
  const options: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'lorebase',
    keepAlive: true,
    // Queries that a transaction does not wait for one by one are sent at once, and run in order.
    pipeline: true,
    options: Object.entries(SEARCH_SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
  const pool = new pg.Pool({ ...options, max: poolSize, Client: PreparingClient });
  // A connection lost while idle is no one's error: the pool makes another.
  const warn = (error: Error) => log.warn({ error }, 'A database connection was lost');
  pool.on('error', warn);
  // One lost while a transaction uses it fails that transaction's next query as well.
  pool.on('connect', (client) => client.on('error', warn));
  const db = drizzle(pool, { schema: tables });
  const exclusively: Connection['exclusively'] = async (work) => {
    const own = new pg.Client(options);
    await own.connect();
    try {
      await takeLock(own);
      return await work(drizzle(own, { schema: tables }));
    } finally {
      await own.end();
    }
  };
  const listeners: Listener[] = [];
  const onClient = new WeakMap<pg.PoolClient, Database>();
  /** A transaction whose beginning is sent together with its first queries. */
  const begin = async <T>(statement: string, work: (db: Database) => Promise<T>) => {
    const client = await pool.connect();
    const own = onClient.get(client) ?? drizzle(client, { schema: tables });
    onClient.set(client, own);
    const begun = client.query(statement);
    const answer = Promise.all([work(own), begun]).then(([first]) => first);
    const ended = answer.then(
      () => client.query('commit'),
      () => client.query('rollback'),
    );
    const released = ended.then(
      () => client.release(),
      (error: Error) => {
        client.release(error);
        throw error;
      },
    );
    return { answer, released };
  };
  return {
    kind: 'server',
    db,
    pool: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    describe: () => describeDatabase(db, 'PostgreSQL'),
    migrate: (migrationsFolder) =>
      exclusively((own) => migrate(own as Parameters<typeof migrate>[0], { migrationsFolder })),
    transaction: async (work) => {
      const { answer, released } = await begin('begin', work);
      const [result] = await Promise.all([answer, released]);
      return result;
    },
    // A search is answered before its transaction has ended.
    searchIndex: async (work) => {
      const { answer, released } = await begin(`begin; ${TAKE_INDEX}`, work);
      released.catch(() => {});
      return answer;
    },
    exclusively,
    listen: async (channel, heard, lost) => {
      const listener = listenTo(options, { channel, heard, lost, log });
      listeners.push(listener);
      await listener.ready;
    },
    notify: async (channel, payload) => {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.close()));
      await pool.end();
    },
  };
}

/** Polls rather than waits: a waiting statement holds a snapshot that CREATE INDEX CONCURRENTLY awaits. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [MAINTENANCE_LOCK],
    );
    if (rows[0]?.taken) return;
    await sleep(LOCK_POLL_MS);
  }
}

type Listener = { ready: Promise<void>; close(): Promise<void> };

type Listening = {
  channel: string;
  heard: (payload: string) => void;
  lost: () => void;
  log: Logger;
};

/** Listens on a connection of its own, and on a new one whenever that is lost. */
function listenTo(options: pg.ClientConfig, { channel, heard, lost, log }: Listening): Listener {
  let client: pg.Client | null = null;
  let isClosed = false;
  const open = async () => {
    const next = new pg.Client(options);
    next.on('notification', ({ payload }) => heard(payload ?? ''));
    next.on('error', (error) => log.warn({ error }, 'The connection that listens was lost'));
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    next.once('end', reopen);
    if (isClosed) return void next.end();
    client = next;
    lost();
  };
  const reopen = async () => {
    client = null;
    while (!isClosed && client === null) {
      await sleep(RELISTEN_MS);
      await open().catch((error: unknown) => log.warn({ error }, 'Listening failed; trying again'));
    }
  };
  return {
    ready: open(),
    close: async () => {
      isClosed = true;
      await client?.end();
    },
  };
}
