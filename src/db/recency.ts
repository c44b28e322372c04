import { type SQL, sql } from 'drizzle-orm';

/** The values from which a recency is computed in SQL. */
type RecencyOptions = {
  /** The time at which it is computed, as `timestamptz`. */
  now: SQL;
  /** The natural logarithm of the decay factor per hour. */
  logOfDecay: SQL;
  /** How much an access counts, in 0..1. */
  accessShare: SQL;
};

/** The recency of an entry, in 0..1, by the same formula as `recencyOf` in retrieval/score.ts. */
export function recencySql(
  { lastStatedAt, lastAccessedAt }: { lastStatedAt: SQL; lastAccessedAt: SQL },
  { now, logOfDecay, accessShare }: RecencyOptions,
): SQL {
  const hoursSince = (time: SQL) =>
    sql`greatest(0, extract(epoch from ${now} - ${time}) / 3600)::float8`;
  // The exponent is limited: PostgreSQL reports an error for a result that is too small.
  const decayed = (since: SQL) => sql`exp(greatest(-700, ${logOfDecay} * ${hoursSince(since)}))`;
  return sql`greatest(${decayed(lastStatedAt)}, case when ${lastAccessedAt} is null then 0
    else ${accessShare} * ${decayed(lastAccessedAt)} end)`;
}
