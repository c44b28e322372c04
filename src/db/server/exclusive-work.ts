import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Connection } from '../database.ts';

const LOCK_POLL_MS = 100;
/** Keys of advisory locks that no other program uses: the first bytes of "lorebase", and the next number. */
const MAINTENANCE_LOCK = 0x6c6f7265;
const BACKGROUND_LOCK = 0x6c6f7266;

/** `warn` is called when the connection is lost; the next statement then fails as well. */
type SingleConnection = { options: pg.ClientConfig; warn: (error: Error) => void };

/** Work that one process does at a time, on a connection that is not part of the pool. */
export function exclusiveWork(
  single: SingleConnection,
): Pick<Connection, 'migrate' | 'exclusively' | 'exclusivelyIfFree'> {
  return {
    migrate: (migrationsFolder) =>
      withMaintenanceLock(single, (client) => migrate(drizzle({ client }), { migrationsFolder })),
    exclusively: (work) => withMaintenanceLock(single, (client) => work(drizzle({ client }))),
    exclusivelyIfFree: (signal, work) =>
      withClient(single, async (client) => {
        signal.throwIfAborted();
        const end = () => void client.end();
        signal.addEventListener('abort', end, { once: true });
        try {
          if (await tryLock(client, BACKGROUND_LOCK)) await work(drizzle({ client }));
        } finally {
          signal.removeEventListener('abort', end);
        }
      }),
  };
}

function withMaintenanceLock<T>(
  single: SingleConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withClient(single, async (client) => {
    // The lock is polled, because a statement that waits for it would hold a snapshot, for which CREATE INDEX
    // CONCURRENTLY waits.
    while (!(await tryLock(client, MAINTENANCE_LOCK))) await sleep(LOCK_POLL_MS);
    return work(client);
  });
}

/**
 * Runs `work` on a separate connection, which sends one statement at a time. Closing it releases its locks, but only
 * when PostgreSQL has finished the statement that is running.
 */
async function withClient<T>(
  { options, warn }: SingleConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...options, pipeline: false });
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
