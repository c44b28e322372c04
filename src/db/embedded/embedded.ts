import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Connection, Database } from '../database.ts';
import { describeDatabase } from '../describe.ts';
import { transactionsOf } from '../pool-transactions.ts';
import { startCheckpoints } from './checkpoints.ts';
import { type Copies, createCopies } from './copies.ts';
import { openDataFolder } from './data-folder.ts';
import { openSessions, type Sessions } from './reopened-thread.ts';
import { SessionSocket } from './session-socket.ts';

/**
 * Opens PGlite on `folder` in a thread of this process.
 * @throws DataFolderInUseError, DiskFullError, Error if damaged
 */
export async function openEmbedded(folder: string, log: Logger): Promise<Connection> {
  const dataFolder = await openDataFolder(folder);
  try {
    const sessions = await openSessions(dataFolder.database, log);
    await dataFolder.initialized();
    const pool = poolOf(sessions, log);
    const checkpoints = startCheckpoints(pool, log);
    const copies = createCopies({
      client: pool,
      checkpoints,
      dataFolder: folder,
      database: dataFolder.database,
      open: (copy) => openCopy(copy, log),
    });
    await copies.removeOld();
    return connectionOf(pool, copies, async () => {
      checkpoints.stop();
      await pool.end();
      await sessions.close();
      await dataFolder.release();
    });
  } catch (error) {
    await dataFolder.release();
    throw error;
  }
}

/** Opens a copy of the database in a thread of its own. */
async function openCopy(folder: string, log: Logger) {
  const sessions = await openSessions(folder, log);
  const pool = poolOf(sessions, log);
  const close = async () => {
    await pool.end();
    await sessions.close();
  };
  return { db: drizzle({ client: pool }) as Database, close };
}

/** The one session of the embedded database, and the queries and transactions that wait for it. */
function poolOf(sessions: Sessions, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    pipeline: true,
    user: 'postgres',
    database: 'postgres',
    stream: () => new SessionSocket(sessions.connect),
  } as pg.PoolConfig);
  // A crash is logged where it is detected, and fails the queries that are under way.
  const lost = (error: Error) => log.debug({ error }, 'The session of the database ended');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

function connectionOf(pool: pg.Pool, copies: Copies, close: () => Promise<void>): Connection {
  const db = drizzle({ client: pool });
  const begin = transactionsOf(pool);
  return {
    kind: 'embedded',
    isDistributed: false,
    db,
    pool: () => ({
      total: 1,
      idle: pool.totalCount === pool.idleCount ? 1 : 0,
      waiting: pool.waitingCount,
    }),
    describe: () => describeDatabase(db, 'embedded PostgreSQL'),
    migrate: (migrationsFolder) => migrate(db, { migrationsFolder }),
    transaction: async (work, finish) => {
      const { answer, released } = await begin(work, finish);
      const [result] = await Promise.all([answer, released]);
      return result;
    },
    readTransaction: async (work) => {
      const { answer, released } = await begin(work);
      // A session that is lost after the result fails no query.
      released.catch(() => {});
      return answer;
    },
    snapshot: copies.read,
    copyFiles: copies.copyTo,
    exclusively: (work) => work(db),
    exclusivelyIfFree: (_signal, work) => work(db),
    // There is no other process on the folder, so there are no messages to receive or to send.
    listen: async () => {},
    isHearing: () => true,
    notify: async () => {},
    close,
  };
}
