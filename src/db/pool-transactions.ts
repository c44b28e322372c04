import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Connection, Database } from './database.ts';
import { markDistributed } from './distributed.ts';
import { isTransactionAborted } from './failures.ts';
import { withMappedRows } from './map-rows.ts';
import { endGroups, startGroups } from './statement-messages.ts';
import {
  createTransactionHandle,
  type QueryClient,
  type TransactionHandle,
} from './transaction-handle.ts';

/** BEGIN and COMMIT are prepared statements, because a simple query cannot share a Sync with others. */
const BEGIN = { name: 'begin', text: 'begin' };
const COMMIT = { name: 'commit', text: 'commit' };

/** A connection with the handle of its transaction. */
type OpenTransaction = { client: pg.PoolClient; handle: TransactionHandle };

/**
 * Begins transactions on connections of the pool. BEGIN is sent in one packet with the first queries of the work, and
 * COMMIT with the last ones.
 */
export function transactionsOf(
  pool: Pick<pg.Pool, 'connect'>,
  onCitus: () => boolean = () => false,
) {
  const handles = new WeakMap<pg.PoolClient, TransactionHandle>();
  const connect = async (): Promise<OpenTransaction> => {
    const client = await pool.connect();
    const known = handles.get(client);
    const handle = known?.isReusable() ? known : createTransactionHandle(handleOf);
    handles.set(client, handle);
    if (onCitus()) markDistributed(handle.db);
    else startGroups(client);
    handle.begin(client);
    return { client, handle };
  };
  return {
    begin: async <T>(
      work: (db: Database) => Promise<T>,
      finish?: (db: Database) => Promise<unknown>,
    ) => begin(await connect(), work, finish),
    beginInOnePacket: async <T>(work: (db: Database) => Promise<T>) =>
      runInOnePacket(await connect(), work),
  };
}

type TransactionMethods = Pick<
  Connection,
  'transaction' | 'readTransaction' | 'transactionInOnePacket' | 'readInOnePacket'
>;

/** The methods of a connection that run transactions. */
export function transactionMethods({
  begin,
  beginInOnePacket,
}: ReturnType<typeof transactionsOf>): TransactionMethods {
  return {
    transaction: async (work, finish) => {
      const { answer, released } = await begin(work, finish);
      const [result] = await Promise.all([answer, released]);
      return result;
    },
    readTransaction: async (work) => {
      const { answer, released } = await begin(work);
      // If the connection is lost after the result, the pool reports it.
      released.catch(() => {});
      return answer;
    },
    transactionInOnePacket: beginInOnePacket,
    readInOnePacket: beginInOnePacket,
  };
}

/**
 * `answer` is the result of the work. `released` resolves when the transaction is committed, and rejects if it is not.
 */
function begin<T>(
  open: OpenTransaction,
  work: (db: Database) => Promise<T>,
  finish: ((db: Database) => Promise<unknown>) | undefined,
): { answer: Promise<T>; released: Promise<void> } {
  const { client, handle } = open;
  const begun = client.query(BEGIN);
  const answer = Promise.all([work(handle.db), begun]).then(
    ([result]) => result,
    (error: unknown) => {
      throw handle.reasonOf(error);
    },
  );
  const ended = answer.then(
    () => finishAndEnd(open, finish),
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
    if (finished && committed.value.command !== 'COMMIT') throw new Error('Nothing was committed');
  });
  return { answer, released };
}

/** Sends the last statements of a transaction, followed by COMMIT or ROLLBACK. */
async function finishAndEnd(
  open: OpenTransaction,
  finish: ((db: Database) => Promise<unknown>) | undefined,
) {
  open.handle.settled();
  const { result, ended } = sendAndEnd(open, {
    sent: atEndOfTurn(),
    work: async (db) => finish?.(db),
  });
  const [finished, committed] = await Promise.allSettled([result, ended]);
  return { finished, committed };
}

/** Runs a transaction that is one packet: BEGIN, the statements of the work, and COMMIT. */
async function runInOnePacket<T>(
  open: OpenTransaction,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { client, handle } = open;
  const sent = atEndOfTurn();
  const begun = client.query(BEGIN);
  const { result, ended } = sendAndEnd(open, { sent, work });
  const [found, beginning, ending] = await Promise.allSettled([result, begun, ended]);
  handle.settled();
  const lost = [beginning, ending].find((one) => one.status === 'rejected');
  client.release(lost?.reason);
  // If BEGIN failed, the errors of the other statements only say that an earlier one has failed.
  if (beginning.status === 'rejected') throw beginning.reason;
  if (found.status === 'rejected') throw handle.reasonOf(found.reason);
  if (ending.status === 'rejected') throw ending.reason;
  if (ending.value.command !== 'COMMIT') throw new Error('Nothing was committed');
  return found.value;
}

/**
 * Runs `work`, which sends its statements before it waits for anything, and sends the end of the transaction when
 * `sent` resolves. `sent` must come from `atEndOfTurn` before the first statement of the turn.
 */
function sendAndEnd<T>(
  { client, handle }: OpenTransaction,
  { sent, work }: { sent: Promise<void>; work: (db: Database) => Promise<T> },
): { result: Promise<T>; ended: Promise<pg.QueryResult> } {
  let hasFailed = false;
  const result = (async () => work(handle.db))().catch((error: unknown) => {
    hasFailed = true;
    throw error;
  });
  const ended = sent.then(() => {
    // The handle is closed before COMMIT or ROLLBACK is sent, so that no statement can follow it.
    handle.close();
    // A statement that could not even be sent has failed by now.
    return end(client, !hasFailed);
  });
  return { result, ended };
}

/** Sends COMMIT or ROLLBACK. Each statement that follows on this connection has a Sync of its own again. */
function end(client: pg.PoolClient, isCommitted: boolean): Promise<pg.QueryResult> {
  const ended = isCommitted ? commit(client) : client.query('rollback');
  endGroups(client);
  return ended;
}

/**
 * Commits. If a statement of the same packet failed, PostgreSQL skips the COMMIT, and the transaction is rolled back.
 */
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
