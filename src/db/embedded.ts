import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type Results, type Transaction } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { tryLock } from 'fs-native-extensions';
import type { Connection, Database, Pool } from './database.ts';
import { describeDatabase } from './describe.ts';
import { SEARCH_SETTINGS } from './hnsw-index.ts';
import { createTransactionHandle } from './transaction-handle.ts';

/** The data folder is in use by another process: two on one folder would silently lose rows. */
export class DataFolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Lorebase process. ` +
        'Stop that process, set LOREBASE_DATA_DIR to another folder, or set DATABASE_URL: ' +
        'on PostgreSQL many processes share one database.',
    );
  }
}

/** PGlite in this process, in `folder`. @throws DataFolderInUseError */
export async function openEmbedded(folder: string): Promise<Connection> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  const client = await PGlite.create({
    dataDir: join(folder, 'database'),
    extensions: { vector },
  });
  for (const [name, value] of Object.entries(SEARCH_SETTINGS)) {
    await client.exec(`SET ${name} = '${value}'`);
  }
  const pool = countUse(client);
  const db = drizzle({ client });
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
    close: async () => {
      await client.close();
      await lock.close();
    },
  };
}

/** Runs transactions one after another, which is all that the one connection can do, on one handle. */
function transactionsOf(client: PGlite) {
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
      } finally {
        used.end(isClean);
      }
    });
}

/** The one connection is taken by what was asked of it first; the rest waits in the client. */
function countUse(client: PGlite): () => Pool {
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

/** A lock of the kernel's, which is gone with the process however that ends. */
async function lockFolder(folder: string) {
  const file = await open(join(folder, 'lock'), 'a+', 0o600);
  if (!tryLock(file.fd)) {
    await file.close();
    throw new DataFolderInUseError(folder);
  }
  return file;
}
