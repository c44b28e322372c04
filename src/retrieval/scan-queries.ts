import { and, placeholder, type SQL, sql } from 'drizzle-orm';
import { type ChunkScope, inScope } from '../db/chunk-scope.ts';
import type { Database } from '../db/database.ts';
import { chunks } from '../db/tables/chunks.ts';
import type { Query } from './candidate-search.ts';
import {
  byRelevance,
  compare,
  coverageOf,
  isCounted,
  probe,
  type QueryParts,
  reportOf,
} from './compare-queries.ts';
import { MIN_RARE_WORDS } from './weigh-words.ts';
import { lexemes, wordTables } from './word-queries.ts';

/**
 * Reads all chunks in scope once, and compares them with the words and the vector of the query. Most chunks contain
 * none of the words. One test for all words finds the chunks that do, and single words are then only looked for in
 * these.
 */
export function scan(db: Database, scope: ChunkScope, query: Query): QueryParts {
  const hasWord = sql`${chunks.words} @@ (select string_agg(lexemes.any_text::text, ' | ')::tsquery from lexemes)`;
  const scanned = sql`scanned as materialized (
    select ${chunks}.*, ${hasWord} as has_word from ${chunks} where ${isCounted(scope)})`;
  const withWords = sql`with_words as materialized (select chunks.words from scanned as chunks where chunks.has_word)`;
  const count = (word: SQL) =>
    sql`(select count(*)::int from with_words as chunks where ${chunks.words} @@ ${word}.any_text)`;
  const wanted = and(
    inScope(db, scope),
    query.mode === 'LEXICAL' ? sql`value.coverage > 0` : undefined,
  );
  const coverage = sql`case when chunks.has_word then ${coverageOf(query)} else 0 end`;
  const compared = compare(query, sql`scanned as chunks`, { coverage, wanted });
  const hit = sql`hit as (${compared} order by ${byRelevance} limit ${placeholder('chunks')})`;
  return {
    tables: [
      probe,
      lexemes,
      scanned,
      withWords,
      ...wordTables(count, MIN_RARE_WORDS[query.mode]),
      hit,
    ],
    report: reportOf({ near: sql`hit`, indexed: [], covering: null, hasWords: true }),
  };
}
