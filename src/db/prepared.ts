import type { Database } from './database.ts';

const kept = new WeakMap<Database, Map<string, unknown>>();

/**
 * A query with placeholders that is built once: building one takes as long as the database needs to
 * answer it. For queries of one shape that most requests make. A transaction builds its own.
 */
export function prepared<Query>(
  db: Database,
  name: string,
  build: () => { prepare(name: string): Query },
): Query {
  const own = kept.get(db) ?? new Map<string, unknown>();
  kept.set(db, own);
  const known = own.get(name);
  // The name says what was built under it, and so of which type it is.
  if (known !== undefined) return known as Query;
  const query = build().prepare(name);
  own.set(name, query);
  return query;
}
