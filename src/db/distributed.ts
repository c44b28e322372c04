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
 * Sets settings until the transaction ends, on the coordinator and on the workers. (`set_config` sets those of the
 * coordinator alone.) The statements are sent before the function returns, and so before the queries that follow.
 */
export async function setOnWorkers(
  db: Database,
  settings: Record<string, string | number>,
): Promise<void> {
  const statements = Object.entries(settings).map(([name, value]) =>
    db.execute(sql.raw(`SET LOCAL ${name} = ${value}`)).execute(),
  );
  await Promise.all(statements);
}
