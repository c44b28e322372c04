import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * The differences of a database on Citus, where a coordinator sends each statement to the workers that hold the shards
 * of its tables (docs/scaling.md).
 */

const distributed = new WeakSet<Database>();

/** Marks a handle of a database on Citus. */
export function markDistributed(db: Database): void {
  distributed.add(db);
}

/** True for a handle of a database on Citus or of a transaction on it. */
export function isDistributed(db: Database): boolean {
  return distributed.has(db);
}

/**
 * Changes settings for the rest of the transaction, on the coordinator and on all workers; `set_config` would change
 * them on the coordinator only. The statements are sent before the function returns, so they apply to each query that
 * is sent after the call.
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
