import type { Database } from './database.ts';
import { isTransactionAborted } from './failures.ts';

/** The part of a driver's client that Drizzle uses for queries. */
export type QueryClient = { query(...args: never[]): Promise<unknown> };

/**
 * A database handle for the consecutive transactions of one connection. It rejects every query outside a
 * transaction, so that a part of the work that continues after a rollback cannot write.
 */
export type TransactionHandle = {
  db: Database;
  /** False if a part of an earlier transaction can still hold the handle and send queries. */
  isReusable(): boolean;
  begin(client: QueryClient): void;
  /**
   * Why the transaction failed. Queries that were sent together with the failed one, after it, only report that the
   * transaction is aborted. Then the error of the failed query is returned.
   */
  reasonOf(error: unknown): unknown;
  /**
   * Must be called when the work of a transaction has ended. The handle is then used for another one, unless a query
   * still runs.
   */
  settled(): void;
  /** Refuses further queries. Queries that were sent before still run. */
  close(): void;
  /** Refuses further queries for good: the transaction is rolled back. */
  abandon(): void;
};

class TransactionEndedError extends Error {
  constructor() {
    super('The transaction that this query belongs to has ended');
  }
}

/** `open` creates Drizzle's handle of a client. A connection keeps one handle with its prepared statements. */
export function createTransactionHandle(
  open: (client: QueryClient) => Database,
): TransactionHandle {
  let client: QueryClient | null = null;
  let isReusable = true;
  let inFlight = 0;
  let firstFailure: unknown;
  const query: QueryClient['query'] = async (...args) => {
    if (client === null) throw new TransactionEndedError();
    inFlight += 1;
    try {
      return await client.query(...args);
    } catch (error) {
      firstFailure ??= error;
      throw error;
    } finally {
      inFlight -= 1;
    }
  };
  return {
    db: open({ query }),
    isReusable: () => isReusable,
    begin: (real) => {
      client = real;
      firstFailure = undefined;
    },
    reasonOf: (error) => (isTransactionAborted(error) ? (firstFailure ?? error) : error),
    settled: () => {
      isReusable = inFlight === 0;
    },
    close: () => {
      client = null;
    },
    abandon: () => {
      client = null;
      isReusable = false;
    },
  };
}
