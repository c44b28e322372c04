import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Connection, Database, Pool } from '../database.ts';
import { describeDatabase } from '../describe.ts';
import { gatherWrites } from '../gather-writes.ts';
import { withMappedRows } from '../map-rows.ts';
import { transactionMethods, transactionsOf } from '../pool-transactions.ts';
import { startCheckpoints } from './checkpoints.ts';
import { type Copies, createCopies } from './copies.ts';
import { openDataFolder } from './data-folder.ts';
import type { Durability } from './database-thread.ts';
import { openSessions, type Sessions } from './reopened-thread.ts';
import { SessionSocket } from './session-socket.ts';
import { type SharedSession, shareSession } from './shared-session.ts';

/**
 * Opens PGlite on `folder` in a thread of this process.
 * @throws DataFolderInUseError, DiskFullError, Error if damaged
 */
export async function openEmbedded(
  folder: string,
  log: Logger,
  durability: Durability,
): Promise<Connection> {
  const dataFolder = await openDataFolder(folder);
  let closeThread = async () => {};
  try {
    const sessions = await openSessions(dataFolder.database, log, durability);
    closeThread = sessions.close;
    await dataFolder.initialized();
    const pool = poolOf(sessions, log);
    const checkpoints = startCheckpoints(pool, log);
    closeThread = async () => {
      checkpoints.stop();
      await pool.end();
      await sessions.close();
    };
    const copies = createCopies({
      client: pool,
      checkpoints,
      dataFolder: folder,
      database: dataFolder.database,
      open: (copy) => openCopy(copy, log),
    });
    await copies.removeOld();
    return connectionOf(pool, copies, async () => {
      await closeThread();
      await dataFolder.release();
    });
  } catch (error) {
    await closeThread();
    await dataFolder.release();
    throw error;
  }
}

/** Opens a copy of the database in a thread of its own. */
async function openCopy(folder: string, log: Logger) {
  const sessions = await openSessions(folder, log, { fsync: false });
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
  // A crash is logged elsewhere (`openSessions`), and its error reaches the callers of the running queries.
  const lost = (error: Error) => log.debug({ error }, 'The session of the database ended');
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    gatherWrites(client);
  });
  return pool;
}

function connectionOf(pool: pg.Pool, copies: Copies, close: () => Promise<void>): Connection {
  const { session, transactions, use } = counted(shareSession(pool));
  // `SharedSession` has all the methods that Drizzle uses.
  const db = withMappedRows(drizzle({ client: session as pg.Pool }));
  return {
    kind: 'embedded',
    isDistributed: false,
    db,
    pool: use,
    describe: () => describeDatabase(db, 'embedded PostgreSQL'),
    migrate: (migrationsFolder) => migrate(db, { migrationsFolder }),
    ...transactionMethods(transactions),
    snapshot: copies.read,
    copyFiles: copies.copyTo,
    exclusively: (work) => work(db),
    exclusivelyIfFree: (_signal, work) => work(db),
    // There is no other process on the folder, so there are no messages to receive or to send.
    listen: async () => {},
    isReceivingNotifications: () => true,
    notify: async () => {},
    close,
  };
}

/** Counts queries and transactions: one uses the session; the others count as waiting, even if they were sent. */
function counted(session: SharedSession) {
  const transactions = transactionsOf(session);
  let open = 0;
  const count = <T>(running: Promise<T>): Promise<T> => {
    open += 1;
    return running.finally(() => {
      open -= 1;
    });
  };
  // The overloads with callbacks are not used.
  const send = session.query as unknown as (...args: never[]) => Promise<unknown>;
  const query = (...args: never[]) => count(send(...args));
  const begin: typeof transactions.begin = async (...args) => {
    open += 1;
    const ended = () => {
      open -= 1;
    };
    try {
      const begun = await transactions.begin(...args);
      begun.released.then(ended, ended);
      return begun;
    } catch (error) {
      ended();
      throw error;
    }
  };
  const beginInOnePacket: typeof transactions.beginInOnePacket = (work) =>
    count(transactions.beginInOnePacket(work));
  const use = (): Pool => ({ total: 1, idle: open === 0 ? 1 : 0, waiting: Math.max(0, open - 1) });
  return {
    session: { ...session, query } as unknown as SharedSession,
    transactions: { begin, beginInOnePacket },
    use,
  };
}
