import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Metadata } from './tables/columns.ts';
import { entries } from './tables/entries.ts';

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
  return and(
    ...Object.entries(filter).map(([key, value]) => {
      const isSingle = typeof value !== 'object' || value === null;
      return isSingle
        ? or(contains({ [key]: value }), contains({ [key]: [value] }))
        : contains({ [key]: value });
    }),
  );
}
