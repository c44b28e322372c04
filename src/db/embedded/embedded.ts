import type { PGlite, Results, Transaction } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Logger } from 'pino';
import type { Connection, Database, Pool } from '../database.ts';
import { describeDatabase } from '../describe.ts';
import { SEARCH_SETTINGS } from '../hnsw-index.ts';
import { createTransactionHandle } from '../transaction-handle.ts';
import { startCheckpoints } from './checkpoints.ts';
import { openDataFolder } from './data-folder.ts';
import { type Client, openReopeningClient } from './reopening-client.ts';

/** PGlite in this process, in `folder`. @throws DataFolderInUseError, DiskFullError, Error if it is damaged */
export async function openEmbedded(folder: string, log: Logger): Promise<Connection> {
  const dataFolder = await openDataFolder(folder);
  try {
    const client = await openReopeningClient({ folder: dataFolder.database, log, prepare });
    await dataFolder.initialized();
    const stopCheckpoints = startCheckpoints(client, log);
    return connectionOf(client, async () => {
      stopCheckpoints();
      await client.close();
      await dataFolder.release();
    });
  } catch (error) {
    await dataFolder.release();
    throw error;
  }
}

async function prepare(client: PGlite): Promise<void> {
  for (const [name, value] of Object.entries(SEARCH_SETTINGS)) {
    await client.exec(`SET ${name} = '${value}'`);
  }
}

function connectionOf(client: Client, close: () => Promise<void>): Connection {
  const pool = countUse(client);
  // Drizzle uses nothing else of PGlite.
  const db = drizzle({ client: client as PGlite });
  const transaction = transactionsOf(client);
  return {
    kind: 'embedded',
    db,
    pool,
    describe: () => describeDatabase(db, 'embedded PostgreSQL'),
    migrate: (migrationsFolder) => migrate(db, { migrationsFolder }),
    transaction,
    readTransaction: transaction,
    exclusively: (work) => work(db),
    // One process owns the folder, so it hears its own changes directly and has no one to tell.
    listen: async () => {},
    notify: async () => {},
    close,
  };
}

/** Runs transactions one after another, which is all that the one connection can do, on one handle. */
function transactionsOf(client: Client) {
  const createHandle = () =>
    // Drizzle uses nothing of a client but `query`.
    createTransactionHandle((guarded) => drizzle({ client: guarded as unknown as PGlite }));
  let handle = createHandle();
  return <T>(work: (db: Database) => Promise<T>): Promise<T> =>
    client.transaction(async (own: Transaction) => {
      if (!handle.isReusable()) handle = createHandle();
      const used = handle;
      used.begin(own);
      let isClean = false;
      try {
        const result = await work(used.db);
        isClean = true;
        return result;
      } catch (error) {
        throw used.reasonOf(error);
      } finally {
        used.end(isClean);
      }
    });
}

/** The one connection is taken by what was asked of it first; the rest waits in the client. */
function countUse(client: Client): () => Pool {
  let open = 0;
  const counted = <T>(asked: Promise<T>): Promise<T> => {
    open += 1;
    return asked.finally(() => {
      open -= 1;
    });
  };
  const { query, transaction } = client;
  client.query = <Row>(...args: Parameters<PGlite['query']>) =>
    counted(query.apply(client, args) as Promise<Results<Row>>);
  client.transaction = (work) => counted(transaction.call(client, work) as ReturnType<typeof work>);
  return () => ({ total: 1, idle: open === 0 ? 1 : 0, waiting: Math.max(0, open - 1) });
}
