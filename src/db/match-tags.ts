import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * The number of tags from which a condition looks up the tags of each row in a hash table. The operator `&&` can use an
 * index, but it compares each tag of a row with each given tag, which takes seconds for 10,000 rows and 10,000 tags.
 */
const MANY_TAGS = 100;

/** The form of the condition `hasAnyTag`. The name of a prepared query with this condition must contain it. */
export function formOfTags(tags: readonly string[]): 'few tags' | 'many tags' {
  return tags.length < MANY_TAGS ? 'few tags' : 'many tags';
}

/** Condition that an array of tags contains at least one of the given tags. `parameter` is the SQL for these tags. */
export function hasAnyTag(
  column: SQLWrapper,
  tags: readonly string[],
  parameter: SQLWrapper = sql.param([...tags]),
): SQL {
  if (formOfTags(tags) === 'few tags') return sql`${column} && ${parameter}::text[]`;
  // Without IS TRUE, PostgreSQL would not use a hash table, but join the tags of each row with all given tags.
  return sql`exists (select 1 from unnest(${column}) as own(tag)
    where (own.tag in (select unnest(${parameter}::text[]))) is true)`;
}
