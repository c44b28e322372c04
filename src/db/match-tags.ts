import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * From so many tags on, PostgreSQL looks up each tag of a row in a hash table. `&&` compares each of its tags with each
 * of the others, which takes seconds for 10,000 rows and as many tags. For few tags, it can use an index.
 */
const MANY_TAGS = 100;

/** Which form a condition for tags has. It is a part of the name of a prepared query. */
export function formOfTags(tags: readonly string[]): 'few tags' | 'many tags' {
  return tags.length < MANY_TAGS ? 'few tags' : 'many tags';
}

/** Condition that an array of tags has any of the tags, which the parameter contains. */
export function hasAnyTag(
  column: SQLWrapper,
  tags: readonly string[],
  parameter: SQLWrapper = sql.param([...tags]),
): SQL {
  if (formOfTags(tags) === 'few tags') return sql`${column} && ${parameter}::text[]`;
  // With IS TRUE, PostgreSQL makes the hash table once. Otherwise it joins the tags of each row with all the tags.
  return sql`exists (select 1 from unnest(${column}) as own(tag)
    where (own.tag in (select unnest(${parameter}::text[]))) is true)`;
}
