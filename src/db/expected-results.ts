import { and, eq, placeholder, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { EntryRow } from './rows.ts';
import { entries } from './tables.ts';

/**
 * How results are chosen from more candidates: those with the greatest scores, which are weighted sums of parts. `score` in
 * retrieval/retrieve.ts defines them.
 */
export type Choice = {
  weights: { relevance: number; utility: number; recency: number; importance: number };
  /** Whether each part is scaled so that its least value among the candidates is 0 and its greatest 1. */
  isScaled: boolean;
  /** The number of reviews after which half of what a utility has learned counts; null if all counts. */
  shrinking: number | null;
  recency: { now: Date; decayFactor: number; accessShare: number };
  /** The number of results; 0 if they are not chosen by their scores alone. */
  results: number;
};

/** The columns of an entry that ranking uses. */
export type RankedEntry = Pick<
  EntryRow,
  'id' | 'utility' | 'reviewCount' | 'importance' | 'lastAccessedAt' | 'lastStatedAt'
> & { hasLesson: boolean };

/** True for an entry that was read whole. */
export function isWhole(entry: RankedEntry | EntryRow): entry is EntryRow {
  return 'statements' in entry;
}

/**
 * Common table expressions that compute the scores of the candidates, which are in the table `ranked`. The last one is
 * `expected`: the candidates with the columns of `rankedColumns`, and `is_result`, which is true for those that are probably
 * the results. Only these are read whole. The process chooses the results itself, so an expectation that is wrong costs
 * another query and changes nothing else.
 */
export function expectResults({ isScaled, shrinking }: Choice): SQL[] {
  const utility = shrinking === null ? sql`utility` : shrunkUtility;
  const parts = [sql`relevance`, utility, recency, sql`importance / 10`];
  const names = parts.map((_, i) => sql.raw(`part_${i + 1}`));
  const scaled = isScaled ? minMax : (part: SQL) => part;
  const weighted = names.map((name, i) => sql`weights[${sql.raw(`${i + 1}`)}] * ${scaled(name)}`);
  const ofCandidate = and(
    eq(entries.projectId, placeholder('projectId')),
    eq(entries.id, sql`ranked.entry_id`),
  );
  return [
    sql`candidate as (
      select ranked.*, ${entries.utility}, ${entries.reviewCount}, ${entries.lesson} is not null as has_lesson,
        ${entries.importance}, ${entries.lastAccessedAt}, ${entries.lastStatedAt}
      from ranked inner join ${entries} on ${ofCandidate})`,
    sql`parted as (select candidate.*, ${sql.join(
      parts.map((part, i) => sql`${part} as ${names[i]}`),
      sql`, `,
    )} from candidate)`,
    sql`scored as (select parted.*, ${sql.join(weighted, sql` + `)} as score
      from parted cross join (select ${placeholder('weights')}::float8[] as weights) as given)`,
    sql`expected as (select scored.*,
      row_number() over (order by score desc, place) <= ${placeholder('results')}::int as is_result from scored)`,
  ];
}

/** What the text of these expressions depends on, as a part of the statement's name. */
export function choiceName({ isScaled, shrinking }: Choice): string {
  return `${isScaled ? 'scaled' : 'plain'} ${shrinking === null ? 'whole' : 'shrunk'}`;
}

/** The values of the placeholders of `expectResults`. */
export function choiceParameters(choice: Choice): Record<string, unknown> {
  const { relevance, utility, recency: recent, importance } = choice.weights;
  const { now, decayFactor, accessShare } = choice.recency;
  return {
    weights: [relevance, utility, recent, importance],
    shrinking: choice.shrinking,
    rankedAt: now.toISOString(),
    logOfDecay: Math.log(decayFactor),
    accessShare,
    results: choice.results,
  };
}

/** The columns of `expected` that ranking uses. */
export function rankedColumns() {
  const of = <Type>({ name }: AnyPgColumn<{ data: Type }>) =>
    sql<Type>`found.${sql.identifier(name)}`;
  return {
    id: sql<string>`found.entry_id`,
    utility: of(entries.utility),
    reviewCount: of(entries.reviewCount),
    hasLesson: sql<boolean>`found.has_lesson`,
    importance: of(entries.importance),
    lastAccessedAt: of<Date | null>(entries.lastAccessedAt).mapWith(entries.lastAccessedAt),
    lastStatedAt: of(entries.lastStatedAt).mapWith(entries.lastStatedAt),
  };
}

/** As `utilityPart` in retrieval/presets.ts. */
const shrunkUtility = sql`case when has_lesson then utility
  else 0.5 + (utility - 0.5) * review_count / (review_count + ${placeholder('shrinking')}::float8) end`;

/** The exponent is limited: PostgreSQL reports an error for a result that is too small. */
const decayed = (since: SQL) =>
  sql`exp(greatest(-700, ${placeholder('logOfDecay')}::float8
    * greatest(0, extract(epoch from ${placeholder('rankedAt')}::timestamptz - ${since}) / 3600)::float8))`;

/** As `recencyOf` in retrieval/rank.ts. */
const recency = sql`greatest(${decayed(sql`last_stated_at`)}, case when last_accessed_at is null then 0
  else ${placeholder('accessShare')}::float8 * ${decayed(sql`last_accessed_at`)} end)`;

/** As `minMax` in retrieval/rank.ts. Where all are equal, the part does not change the order. */
function minMax(part: SQL): SQL {
  return sql`coalesce((${part} - min(${part}) over ()) / nullif(max(${part}) over () - min(${part}) over (), 0), 0)`;
}
