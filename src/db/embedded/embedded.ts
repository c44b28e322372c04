import type { PGlite, Results, Transaction } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Logger } from 'pino';
import type { Connection, Database, Pool } from '../database.ts';
import { describeDatabase } from '../describe.ts';
import { SEARCH_SETTINGS } from '../hnsw-index.ts';
import { withMappedRows } from '../map-rows.ts';
import { createTransactionHandle } from '../transaction-handle.ts';
import { startCheckpoints } from './checkpoints.ts';
import { type Copies, createCopies } from './copies.ts';
import { openDataFolder } from './data-folder.ts';
import { type Client, openReopeningClient } from './reopening-client.ts';

/** Opens PGlite on `folder` in this process. @throws DataFolderInUseError, DiskFullError, Error if damaged */
export async function openEmbedded(folder: string, log: Logger): Promise<Connection> {
  const dataFolder = await openDataFolder(folder);
  try {
    const client = await openReopeningClient({ folder: dataFolder.database, log, prepare });
    await dataFolder.initialized();
    const checkpoints = startCheckpoints(client, log);
    const copies = createCopies({
      client,
      checkpoints,
      dataFolder: folder,
      database: dataFolder.database,
    });
    await copies.removeOld();
    return connectionOf(client, copies, async () => {
      checkpoints.stop();
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

function connectionOf(client: Client, copies: Copies, close: () => Promise<void>): Connection {
  const pool = countUse(client);
  // Drizzle uses only the methods of `Client`.
  const db = withMappedRows(drizzle({ client: client as PGlite }));
  const transaction = transactionsOf(client);
  return {
    kind: 'embedded',
    isDistributed: false,
    db,
    pool,
    describe: () => describeDatabase(db, 'embedded PostgreSQL'),
    migrate: (migrationsFolder) => migrate(db, { migrationsFolder }),
    transaction,
    readTransaction: (work) => transaction(work),
    readAtOnce: (work) => transaction(work),
    snapshot: (work) => copies.read((copy) => work(drizzle({ client: copy }))),
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

/** Runs transactions on the one connection, one after another, with one handle. */
function transactionsOf(client: Client) {
  const createHandle = () =>
    // Drizzle uses only the method `query` of a client.
    createTransactionHandle((guarded) =>
      withMappedRows(drizzle({ client: guarded as unknown as PGlite })),
    );
  let handle = createHandle();
  return <T>(
    work: (db: Database) => Promise<T>,
    finish?: (db: Database) => Promise<unknown>,
  ): Promise<T> =>
    client.transaction(async (own: Transaction) => {
      if (!handle.isReusable()) handle = createHandle();
      const used = handle;
      used.begin(own);
      try {
        const result = await work(used.db);
        await used.end(() => finish?.(used.db));
        return result;
      } catch (error) {
        used.abandon();
        throw used.reasonOf(error);
      }
    });
}

/** Counts queries and transactions: the first uses the one connection, the others wait in the client. */
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
