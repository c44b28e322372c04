import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database } from './database.ts';
import { markDistributed } from './distributed.ts';
import {
  createTransactionHandle,
  type QueryClient,
  type TransactionHandle,
} from './transaction-handle.ts';

/**
 * Begins transactions on connections of the pool. BEGIN is sent together with the first queries of the work,
 * and COMMIT together with the last.
 */
export function transactionsOf(
  pool: Pick<pg.Pool, 'connect'>,
  onCitus: () => boolean = () => false,
) {
  const handles = new WeakMap<pg.PoolClient, TransactionHandle>();
  return async <T>(
    work: (db: Database) => Promise<T>,
    finish?: (db: Database) => Promise<unknown>,
  ) => {
    const client = await pool.connect();
    const known = handles.get(client);
    const handle = known?.isReusable() ? known : createTransactionHandle(handleOf);
    handles.set(client, handle);
    if (onCitus()) markDistributed(handle.db);
    handle.begin(client);
    const begun = client.query('begin');
    const answer = Promise.all([work(handle.db), begun]).then(
      ([result]) => result,
      (error: unknown) => {
        throw handle.reasonOf(error);
      },
    );
    // The handle is closed before COMMIT or ROLLBACK is sent: nothing can be sent behind it.
    const ended = answer.then(
      async () => {
        const last = handle.end(async () => finish?.(handle.db));
        const [finished, committed] = await Promise.allSettled([last, client.query('commit')]);
        return { finished, committed };
      },
      async () => {
        handle.abandon();
        const [committed] = await Promise.allSettled([client.query('rollback')]);
        return { finished: null, committed };
      },
    );
    const released = ended.then(({ finished, committed }) => {
      client.release(committed.status === 'rejected' && committed.reason);
      // PostgreSQL answers the COMMIT of a failed transaction with a ROLLBACK that is not an error.
      if (finished?.status === 'rejected') throw handle.reasonOf(finished.reason);
      if (committed.status === 'rejected') throw committed.reason;
      if (finished && committed.value.command !== 'COMMIT')
        throw new Error('Nothing was committed');
    });
    return { answer, released };
  };
}

/** Drizzle's handle of a client. Drizzle uses only the method `query`. */
export function handleOf(client: QueryClient): Database {
  return drizzle({ client: client as unknown as pg.PoolClient });
}
