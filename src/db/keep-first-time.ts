import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * The new value of a column with the time since which a state holds: the stored time if there is one, otherwise `at`.
 * Null if `at` is null, because the state has ended.
 */
export function keepFirstTime(column: AnyPgColumn, at: Date | null): SQL | null {
  return at && sql`coalesce(${column}, ${at.toISOString()}::timestamptz)`;
}
