import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Metadata } from './tables/columns.ts';
import { entries } from './tables/entries.ts';

/**
 * The maximum number of keys of a filter that get a condition of their own, which can use an index. Planning 1,000 such
 * conditions takes seconds, so a single condition checks all other keys.
 */
const KEYS_BY_INDEX = 16;

/**
 * Condition for rows (entries, unless another column is given) whose metadata matches every key of the
 * filter. A single value matches itself and a list that contains it; a list or an object matches a value that
 * contains it (Reflect's `metadata_filter`).
 */
export function matchesMetadata(
  filter: Metadata,
  column: SQLWrapper = entries.metadata,
): SQL | undefined {
  const contains = (part: Metadata) => sql`${column} @> ${JSON.stringify(part)}::jsonb`;
  const parts = Object.entries(filter);
  const others = parts.slice(KEYS_BY_INDEX);
  return and(
    ...parts.slice(0, KEYS_BY_INDEX).map(([key, value]) => {
      const isSingle = typeof value !== 'object' || value === null;
      return isSingle
        ? or(contains({ [key]: value }), contains({ [key]: [value] }))
        : contains({ [key]: value });
    }),
    others.length > 0 ? matchesEach(Object.fromEntries(others), column) : undefined,
  );
}

/**
 * The same conditions in a single expression, for a filter with at least one key. It uses `bool_and`, because
 * PostgreSQL may turn `not exists` into a join, which also checks rows that other conditions exclude.
 */
function matchesEach(filter: Metadata, column: SQLWrapper): SQL {
  return sql`(
    select bool_and(${column} @> jsonb_build_object(part.key, part.value)
      or jsonb_typeof(part.value) not in ('object', 'array')
        and ${column} @> jsonb_build_object(part.key, jsonb_build_array(part.value)))
    from jsonb_each(${JSON.stringify(filter)}::jsonb) as part(key, value))`;
}
