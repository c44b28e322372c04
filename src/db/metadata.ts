import { and, or, type SQL, sql } from 'drizzle-orm';
import { entries, type Metadata } from './tables.ts';

/**
 * True for entries whose metadata has every key of the filter. A single value matches itself and a
 * list that contains it; a list or an object matches what contains it (Reflect's `metadata_filter`).
 */
export function matchesMetadata(filter: Metadata): SQL | undefined {
  return and(
    ...Object.entries(filter).map(([key, value]) => {
      const isSingle = typeof value !== 'object' || value === null;
      return isSingle
        ? or(contains({ [key]: value }), contains({ [key]: [value] }))
        : contains({ [key]: value });
    }),
  );
}

function contains(part: Metadata): SQL {
  return sql`${entries.metadata} @> ${JSON.stringify(part)}::jsonb`;
}
