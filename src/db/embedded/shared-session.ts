import type pg from 'pg';

type SessionQuery = (...args: never[]) => Promise<unknown>;

/** Queries on the session of a batch: they are sent without waiting for the answers of one another. */
type SessionBatch = { client: Promise<pg.PoolClient>; open: number };

/** The part of a pool that Drizzle and transactions use. */
export type SharedSession = Pick<pg.Pool, 'connect' | 'query'>;

/**
 * Lets queries outside a transaction share the one session of a pool, in which each would otherwise wait for the answer
 * to the one before it. A transaction has the session for itself: it waits for the queries before it, and those after
 * it wait for the transaction.
 */
export function shareSession(pool: pg.Pool): SharedSession {
  let batch: SessionBatch | null = null;
  const query: SessionQuery = async (...args) => {
    batch ??= { client: pool.connect(), open: 0 };
    const joined = batch;
    joined.open += 1;
    try {
      const client = await joined.client;
      const send = client.query as unknown as SessionQuery;
      return await send.apply(client, args);
    } finally {
      joined.open -= 1;
      if (joined.open === 0) {
        if (batch === joined) batch = null;
        // If the session could not be opened, its queries have failed with that error.
        joined.client.then(
          (client) => client.release(),
          () => {},
        );
      }
    }
  };
  const connect = () => {
    batch = null;
    return pool.connect();
  };
  // The overloads with callbacks are not used.
  return { connect, query } as unknown as SharedSession;
}
