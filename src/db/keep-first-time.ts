import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * The new value of a column that has the time since which something holds: the time that it has already, otherwise the
 * given one. Null if it does not hold any more.
 */
export function keepFirstTime(column: AnyPgColumn, at: Date | null): SQL | null {
  return at && sql`coalesce(${column}, ${at.toISOString()}::timestamptz)`;
}
