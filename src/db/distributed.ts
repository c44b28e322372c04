import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * What differs on Citus, where a coordinator sends each statement to the workers that hold the shards of its
 * tables (docs/scaling.md).
 */

const distributed = new WeakSet<Database>();

/** Marks a handle of a database on Citus. */
export function markDistributed(db: Database): void {
  distributed.add(db);
}

/** True for a handle of a database on Citus, and for that of a transaction. */
export function isDistributed(db: Database): boolean {
  return distributed.has(db);
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

type Lockable<Query> = { for(strength: 'update', config: { skipLocked: true }): Query };

/**
 * Locks the rows of a query over all projects, without those that another transaction has locked. Citus locks the
 * rows of one shard only: there a transaction waits for another that deletes the same rows.
 */
export function skippingLocked<Query extends Lockable<unknown>>(
  db: Database,
  query: Query,
): Query | ReturnType<Query['for']> {
  if (isDistributed(db)) return query;
  return query.for('update', { skipLocked: true }) as ReturnType<Query['for']>;
}
