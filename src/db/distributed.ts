import { sql } from 'drizzle-orm';
import type { Connection, Database } from './database.ts';

/**
 * What differs on Citus, where a coordinator sends each statement to the workers that hold the shards of its
 * tables (docs/scaling.md).
 */

/** Settings of every connection to a server. PostgreSQL without Citus accepts and ignores them. */
export const DISTRIBUTED_SETTINGS = {
  // The workers apply the statements SET LOCAL of a transaction.
  'citus.propagate_set_commands': 'local',
} as const;

const distributed = new WeakSet<Database>();

/** True for the handle of a transaction on Citus. */
export function isDistributed(db: Database): boolean {
  return distributed.has(db);
}

/** The connection with transactions that `isDistributed` recognizes. */
export function withDistributedTransactions(connection: Connection): Connection {
  if (!connection.isDistributed) return connection;
  const marked =
    <T>(work: (db: Database) => Promise<T>) =>
    (db: Database) => {
      distributed.add(db);
      return work(db);
    };
  return {
    ...connection,
    transaction: (work, ...others) => connection.transaction(marked(work), ...others),
    readTransaction: (work, ...others) => connection.readTransaction(marked(work), ...others),
  };
}

/**
 * Sets settings until the transaction ends, on the coordinator and on the workers, which a call of `set_config`
 * would not reach.
 */
export async function setOnWorkers(
  db: Database,
  settings: Record<string, string | number>,
): Promise<void> {
  const statements = Object.entries(settings).map(
    ([name, value]) => `SET LOCAL ${name} = ${value}`,
  );
  await Promise.all(statements.map((statement) => db.execute(sql.raw(statement))));
}
