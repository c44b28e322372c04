import { placeholder, type SQL, sql } from 'drizzle-orm';
import { isEntry } from './entry-conditions.ts';
import { columnsOf } from './prepared-queries.ts';
import { recencySql } from './recency.ts';
import type { EntryRow } from './rows.ts';
import { entries } from './tables/entries.ts';

/**
 * How the results are chosen from the candidates of a search. Each candidate has a score, which is a weighted sum of
 * its relevance, utility, recency and importance, and those with the greatest scores are the results. The function
 * `scoreCandidates` in retrieval/score-candidates.ts defines the score.
 */
export type ResultChoice = {
  weights: { relevance: number; utility: number; recency: number; importance: number };
  /** Whether each of the four values is first scaled to 0..1 over all candidates (min-max normalization). */
  isScaled: boolean;
  /**
   * A utility with few reviews is moved toward 0.5 before it is ranked. This is the number of reviews at which it keeps
   * half of its distance from 0.5. Null if utilities are not moved.
   */
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

/** True for an entry of which all columns were read. */
export function isWhole(entry: RankedEntry | EntryRow): entry is EntryRow {
  return 'statements' in entry;
}

/**
 * Common table expressions (CTEs) that compute the scores of the candidates. They read the CTE `ranked`, which has the
 * candidates. The last CTE, `expected`, adds the columns of `rankedColumns` and the column `is_result`, which is true
 * for the candidates with the greatest scores. All columns are read only of their entries. Lorebase then computes the
 * scores again and chooses the results. If a result was not expected here, another query reads its entry, so a wrong
 * expectation never changes the results.
 */
export function expectResults({ isScaled, shrinking }: ResultChoice): SQL[] {
  const utility = shrinking === null ? sql`utility` : shrunkUtility;
  const parts = [sql`relevance`, utility, recency, sql`importance / 10`];
  const names = parts.map((_, i) => sql.raw(`part_${i + 1}`));
  const scaled = isScaled ? minMax : (part: SQL) => part;
  const weighted = names.map((name, i) => sql`weights[${sql.raw(`${i + 1}`)}] * ${scaled(name)}`);
  return [
    sql`candidate as (
      select ranked.*, ${entries.utility}, ${entries.reviewCount}, ${entries.lesson} is not null as has_lesson,
        ${entries.importance}, ${entries.lastAccessedAt}, ${entries.lastStatedAt}
      from ranked inner join ${entries} on ${isEntry(sql`ranked.entry_id`)})`,
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

/** The part of a statement's name for the choice: it is equal for choices with the same SQL text. */
export function choiceName({ isScaled, shrinking }: ResultChoice): string {
  return `${isScaled ? 'scaled' : 'plain'} ${shrinking === null ? 'whole' : 'shrunk'}`;
}

/** The values of the placeholders of `expectResults`. */
export function choiceParameters(choice: ResultChoice): Record<string, unknown> {
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
  const of = columnsOf('found');
  return {
    id: sql<string>`found.entry_id`,
    utility: of(entries.utility),
    reviewCount: of(entries.reviewCount),
    hasLesson: sql<boolean>`found.has_lesson`,
    importance: of(entries.importance),
    lastAccessedAt: of<Date | null>(entries.lastAccessedAt),
    lastStatedAt: of(entries.lastStatedAt),
  };
}

/** The same formula as `utilityPart` in retrieval/presets.ts. */
const shrunkUtility = sql`case when has_lesson then utility
  else 0.5 + (utility - 0.5) * review_count / (review_count + ${placeholder('shrinking')}::float8) end`;

const recency = recencySql(
  { lastStatedAt: sql`last_stated_at`, lastAccessedAt: sql`last_accessed_at` },
  {
    now: sql`${placeholder('rankedAt')}::timestamptz`,
    logOfDecay: sql`${placeholder('logOfDecay')}::float8`,
    accessShare: sql`${placeholder('accessShare')}::float8`,
  },
);

/**
 * The same scaling as `minMax` in retrieval/score.ts. If all values are equal, the result is 0 for each, so that it
 * does not change the order.
 */
function minMax(part: SQL): SQL {
  return sql`coalesce((${part} - min(${part}) over ()) / nullif(max(${part}) over () - min(${part}) over (), 0), 0)`;
}
