import { and, gt, isNull, lte, or, placeholder, type SQL, sql } from 'drizzle-orm';
import { type ChunkScope, inMemories, inScope } from '../db/chunk-scope.ts';
import type { Database } from '../db/database.ts';
import { isEntry } from '../db/entry-conditions.ts';
import { constant } from '../db/prepared-queries.ts';
import { chunks } from '../db/tables/chunks.ts';
import { entries } from '../db/tables/entries.ts';
import type { Query } from './candidate-search.ts';
import { CONTEXT_SHARE, DAYS_OF_MATCH, FUSION, NEAR_MATCH } from './presets.ts';

/** The common table expressions of a search up to `hit`, which has the chunks that were found, and its report. */
export type QueryParts = { tables: SQL[]; report: SQL };

/** The report of a search: how many chunks its parts returned, and the least number that came from an index. */
export function reportOf({
  near,
  indexed,
  covering,
  hasWords,
}: {
  near: SQL | null;
  indexed: SQL[];
  covering: SQL | null;
  hasWords: boolean;
}): SQL {
  const countOf = (part: SQL | null) =>
    part === null ? sql`0` : sql`(select count(*) from ${part})`;
  const counts = indexed.map((part) => sql`(select count(*) from ${part} where is_indexed)`);
  const least = counts.length > 0 ? sql`least(${sql.join(counts, sql`, `)})` : sql`0`;
  const words = hasWords
    ? sql`(select jsonb_agg(jsonb_build_array(word.lexeme, word.chunks, word.weight)) from word)`
    : sql`null`;
  return sql`jsonb_build_object('near', ${countOf(near)}, 'indexed', ${least},
    'covering', ${countOf(covering)}, 'words', ${words})`;
}

/** The query vector as a row. OFFSET prevents the planner from repeating the cast for every chunk. */
export const probe = sql`probe as materialized (select ${placeholder('vector')}::vector as vector offset 0)`;

/** Cosine distance, in 0..2, to the query vector. No index applies to this expression. */
export const distance = sql`(${chunks.embedding} <=> probe.vector)`;

/** Selects chunks with their similarity, coverage and relevance, which are computed once for each. */
export function compare(
  query: Query,
  source: SQL,
  { coverage = coverageOf(query), wanted }: { coverage?: SQL; wanted?: SQL | undefined } = {},
): SQL {
  return sql`select ${chunks.entryId}, ${chunks.position}, ${chunks.statement}, ${chunks.text},
      ${chunks.occurredAt}, value.similarity, value.coverage, ${relevanceOf(query)} as relevance
    from ${source} cross join probe cross join lateral (
      select ${similarityOf(query)} as similarity, ${coverage} as coverage offset 0) as value
    ${wanted ? sql`where ${wanted}` : sql``}`;
}

/**
 * The order of chunks that `compare` selects. Of equal relevance, the cached search (find-in-cache.ts) has the same
 * ones first.
 */
export const byRelevance = sql`relevance desc, entry_id, position`;

export function similarityOf({ mode }: Query): SQL {
  return mode === 'LEXICAL' ? sql`0::float8` : sql`(1 - ${distance})`;
}

/** The sum of the weights of the words that a chunk contains, in 0..1. Words of its context count less. */
export function coverageOf({ mode }: Query): SQL {
  if (mode === 'SEMANTIC') return sql`0::float8`;
  // Most chunks contain few of the words, so whether a word occurs at all is tested first.
  return sql`coalesce((select sum(case when ${chunks.words} @@ word.any_text
    then case when ${chunks.words} @@ word.in_text then word.weight else word.weight * ${constant(CONTEXT_SHARE)} end
    end) from word), 0)`;
}

/** The value by which the most relevant are selected, in the order of `relevanceBy` (relevance.ts). */
export function relevanceOf({ mode, ranges }: Query): SQL {
  if (mode === 'SEMANTIC') return sql`value.similarity`;
  if (mode === 'LEXICAL') return sql`value.coverage`;
  const fused = sql`(${constant(FUSION.similarity)} * greatest(0, least(1, value.similarity))
    + ${constant(FUSION.coverage)} * value.coverage * value.coverage)`;
  if (ranges.length === 0) return fused;
  const away = sql`(select min(greatest(0, extract(epoch from one.since - ${chunks.occurredAt}),
      extract(epoch from ${chunks.occurredAt} - one.until)))::float8 / 86400
    from ${times('range')} as one(since, until))`;
  const match = sql`(select case when days.away = 0 then 1
    else coalesce(${constant(NEAR_MATCH)} * greatest(0, 1 - days.away / ${constant(DAYS_OF_MATCH)}), 0) end
    from (select ${away} as away) as days)`;
  const weight = sql`${placeholder('dateWeight')}::float8`;
  return sql`((${fused} + ${weight} * ${match}) / (1 + ${weight}))`;
}

/** The rows of two arrays of times (`timesOf`). */
function times(name: string): SQL {
  const array = (part: string) => sql`${placeholder(name + part)}::timestamptz[]`;
  return sql`unnest(${array('From')}, ${array('To')})`;
}

/** Condition for the chunks of statements that happened in one of the times `during`. */
export const happened = sql`exists (select from ${times('during')} as one(since, until)
  where ${chunks.occurredAt} >= one.since and ${chunks.occurredAt} < one.until)`;

/** Condition for the chunks among which those with a word are counted: the chunks of the memories, as of the time. */
export function isCounted(
  scope: ChunkScope,
  inPlace: SQL | undefined = inMemories(scope),
): SQL | undefined {
  const time = sql`${placeholder('asOf')}::timestamptz`;
  return and(
    inPlace,
    scope.asOf === null
      ? isNull(chunks.knownUntil)
      : and(
          lte(chunks.knownFrom, time),
          or(isNull(chunks.knownUntil), gt(chunks.knownUntil, time)),
        ),
  );
}

/** The greatest similarity of an entry's chunks in scope. */
export function similarityOfEntry(db: Database, scope: ChunkScope, query: Query): SQL {
  return sql`(select max(${similarityOf(query)}) from ${chunks}
    where ${inScope(db, scope)} and ${chunks.entryId} = ranked.entry_id)`;
}

/** All chunks in scope of an entry that has several statements, or had at the time of the search. */
export function chunksOfEntry(db: Database, scope: ChunkScope, query: Query): SQL {
  const several =
    scope.asOf === null
      ? sql`(select jsonb_array_length(${entries.statements}) > 1 from ${entries}
          where ${isEntry(sql`ranked.entry_id`)})`
      : sql`true`;
  return sql`case when ${several} then (
    select jsonb_agg(jsonb_build_array(${chunks.statement}, ${chunks.occurredAt}, ${chunks.text},
      ${similarityOf(query)}, ${coverageOf(query)}))
    from ${chunks} where ${inScope(db, scope)} and ${chunks.entryId} = ranked.entry_id) end`;
}
