import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database } from './database.ts';
import { markDistributed } from './distributed.ts';
import { isTransactionAborted } from './failures.ts';
import { withMappedRows } from './map-rows.ts';
import { endGroups, startGroups } from './statement-messages.ts';
import {
  createTransactionHandle,
  type QueryClient,
  type TransactionHandle,
} from './transaction-handle.ts';

/** Prepared statements, since a simple query cannot share a Sync with others. */
const BEGIN = { name: 'begin', text: 'begin' };
const COMMIT = { name: 'commit', text: 'commit' };

/**
 * Begins transactions on connections of the pool. BEGIN is sent together with the first queries of the work,
 * and COMMIT together with the last.
 */
export function transactionsOf(
  pool: Pick<pg.Pool, 'connect'>,
  onCitus: () => boolean = () => false,
) {
  const handles = new WeakMap<pg.PoolClient, TransactionHandle>();
  const connect = async () => {
    const client = await pool.connect();
    const known = handles.get(client);
    const handle = known?.isReusable() ? known : createTransactionHandle(handleOf);
    handles.set(client, handle);
    if (onCitus()) markDistributed(handle.db);
    else startGroups(client);
    handle.begin(client);
    return { client, handle };
  };
  /** Sends COMMIT or ROLLBACK. Each statement that follows on this connection has a Sync of its own again. */
  const end = (client: pg.PoolClient, isCommitted: boolean) => {
    const ended = isCommitted ? commit(client) : client.query('rollback');
    endGroups(client);
    return ended;
  };
  const begin = async <T>(
    work: (db: Database) => Promise<T>,
    finish?: (db: Database) => Promise<unknown>,
  ) => {
    const { client, handle } = await connect();
    const begun = client.query(BEGIN);
    const answer = Promise.all([work(handle.db), begun]).then(
      ([result]) => result,
      (error: unknown) => {
        throw handle.reasonOf(error);
      },
    );
    const ended = answer.then(
      async () => {
        handle.settled();
        const sent = atEndOfTurn();
        let hasFailed = false;
        const last = (async () => finish?.(handle.db))().catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
        const ending = sent.then(() => {
          // Closed before COMMIT or ROLLBACK is sent: nothing can be sent behind it.
          handle.close();
          // A statement that could not even be sent has failed by now.
          return end(client, !hasFailed);
        });
        const [finished, committed] = await Promise.allSettled([last, ending]);
        return { finished, committed };
      },
      async () => {
        handle.abandon();
        const [committed] = await Promise.allSettled([end(client, false)]);
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
  const beginAtOnce = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const { client, handle } = await connect();
    const sent = atEndOfTurn();
    const begun = client.query(BEGIN);
    let hasFailed = false;
    const answer = (async () => work(handle.db))().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    });
    const ended = sent.then(() => {
      handle.close();
      // A statement that could not even be sent has failed by now.
      return end(client, !hasFailed);
    });
    const [found, beginning, ending] = await Promise.allSettled([answer, begun, ended]);
    handle.settled();
    const lost = [beginning, ending].find((one) => one.status === 'rejected');
    client.release(lost?.reason);
    // If BEGIN fails, the other statements only report that an earlier one has failed.
    if (beginning.status === 'rejected') throw beginning.reason;
    if (found.status === 'rejected') throw handle.reasonOf(found.reason);
    if (ending.status === 'rejected') throw ending.reason;
    if (ending.value.command !== 'COMMIT') throw new Error('Nothing was committed');
    return found.value;
  };
  return { begin, beginAtOnce };
}

/** Commits. If a statement of the same packet failed, PostgreSQL skips the COMMIT, and the transaction is rolled back. */
function commit(client: pg.PoolClient): Promise<pg.QueryResult> {
  return client.query(COMMIT).catch((error: unknown) => {
    if (!isTransactionAborted(error)) throw error;
    return client.query('rollback');
  });
}

/**
 * Resolves at the end of this turn of the event loop, just before the connection sends what it has gathered: both use
 * `setImmediate`, and this one is queued first.
 */
function atEndOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Drizzle's handle of a client. Drizzle uses only the method `query`. */
export function handleOf(client: QueryClient): Database {
  return withMappedRows(drizzle({ client: client as unknown as pg.PoolClient }));
}
