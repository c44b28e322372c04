import { placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { constant, prepared } from '../db/prepared-queries.ts';
import { chunks, lexemesOfText, projectWords } from '../db/tables/chunks.ts';
import type { SearchMode } from './presets.ts';
import {
  MAX_COUNTED,
  MAX_LOOKED_UP,
  MAX_RANKED,
  MAX_RANKED_BESIDE_VECTORS,
  MAX_WORDS,
  type WeightedWord,
} from './weigh-words.ts';

/** SQL for the words of a query: their lexemes, their weights, and the chunks that contain them. */

/**
 * The words of the query as lexemes, with their keys in the index of words. A long query is cut to its longest words.
 */
export const lexemes = sql`lexemes as materialized (
  select lexeme, ${keyOf(sql`lexeme`)} as key, ${quoteLexeme(sql`lexeme`)} as any_text
  from unnest(tsvector_to_array(${lexemesOfText(sql`${placeholder('query')}::text`)})) as all_words(lexeme)
  order by length(lexeme) desc, ${inAlphabet(sql`lexeme`)} limit ${sql.raw(String(MAX_LOOKED_UP))})`;

/**
 * The tables `query_word`, with the words of the query and the number of chunks that contain each, and `word`, with the
 * rarest of them. The weight of a word is its share of the sum of the inverse document frequencies (as in BM25). The
 * sum is at least that of `least` words that no chunk contains, so the weights of few or frequent words add up to less
 * than 1. `reached` is the number of chunks with the word or a rarer one, of which each counts at most `MAX_COUNTED`.
 * `place` is 0 for words that no chunk contains, and 1, 2 and so on for the others, the rarest first.
 */
export function wordTables(count: (word: SQL) => SQL, least: number): SQL[] {
  const total = sql`${placeholder('chunkCount')}::int`;
  const counted = (words: SQL) => sql`least(${words}.chunks, ${sql.raw(String(MAX_COUNTED))})`;
  const inverseFrequency = (found: SQL) =>
    sql`ln(1 + (greatest(0, ${total} - ${found}) + 0.5::float8) / (${found} + 0.5::float8))`;
  const queryWord = sql`query_word as materialized (
    select one.*, (one.any_text::text || ':A')::tsquery as in_text,
      coalesce(known.chunks, ${count(sql`one`)}) as chunks
    from lexemes as one left join unnest(${placeholder('knownWords')}::text[], ${placeholder('knownChunks')}::int[])
      as known(lexeme, chunks) on known.lexeme = one.lexeme)`;
  const rarest = sql`rarest as (
    select query_word.*, ${inverseFrequency(counted(sql`query_word`))} as frequency
    from query_word order by query_word.chunks, ${inAlphabet(sql`query_word.lexeme`)} limit ${sql.raw(String(MAX_WORDS))})`;
  const word = sql`word as materialized (
    select rarest.*, sum(${counted(sql`rarest`)}) over rarer as reached,
      count(*) filter (where rarest.chunks > 0) over rarer as place,
      coalesce(rarest.frequency / nullif(greatest(sum(rarest.frequency) over (),
        ${constant(least)} * ${inverseFrequency(sql`0`)}), 0), 0) as weight
    from rarest window rarer as (order by rarest.chunks, ${inAlphabet(sql`rarest.lexeme`)}))`;
  return [queryWord, rarest, word];
}

/** The keys of a chunk's words in the index of words, which are those of its project alone. */
export const keysOf = projectWords(chunks);

/** Sorts equally long or equally rare words by code point, as `weighWords` does. */
function inAlphabet(lexeme: SQL): SQL {
  return sql`${lexeme} collate "C"`;
}

/** The key of a word of the project. */
function keyOf(lexeme: SQL): SQL {
  return sql`hashtextextended(${placeholder('projectId')}::text || ' ' || ${lexeme}, 0)`;
}

/** Condition for chunks that contain a word that is looked up (`isLookedUp`) and is not frequent (`isFrequent`). */
export function containsRareWord(mode: SearchMode): SQL {
  return containsOne(sql`${isLookedUp(mode)} and not ${isFrequent}`);
}

/** Condition for chunks that contain a frequent word (`isFrequent`) that is looked up (`isLookedUp`). */
export function containsFrequentWord(mode: SearchMode): SQL {
  return containsOne(sql`${isLookedUp(mode)} and ${isFrequent}`);
}

/**
 * Condition for the chunks that contain the rarest word of the query and another one of its rarer half. It holds for no
 * chunk if the rarest word is not frequent.
 */
export function containsTwoWords(): SQL {
  const half = sql`greatest(2, (select max(word.place) + 1 from word) / 2)`;
  return sql`${containsOne(sql`word.place = 1 and ${isFrequent}`)}
    and ${containsOne(sql`word.place between 2 and ${half}`)}`;
}

/** Condition for frequent words. Their chunks are counted only up to `MAX_COUNTED`. */
const isFrequent = sql.raw(`(word.chunks >= ${MAX_COUNTED})`);

/**
 * Condition for the words whose chunks are looked up in the index: the rarest word, and the next rarest words as long
 * as the total number of chunks is within the maximum of the mode.
 */
function isLookedUp(mode: SearchMode): SQL {
  const most = sql.raw(String(mode === 'LEXICAL' ? MAX_RANKED : MAX_RANKED_BESIDE_VECTORS));
  return sql`word.place > 0 and (word.place = 1 or word.reached <= ${most})`;
}

/** Condition for the chunks that contain at least one of these words of the query. */
function containsOne(words: SQL): SQL {
  return sql`${keysOf} && (select array_agg(word.key) from word where ${words})`;
}

/** The table `word` as in `wordTables`, from words and weights that are passed as parameters. */
export const givenWords = sql`word as materialized (
  select one.weight, ${quoteLexeme(sql`one.lexeme`)} as any_text,
    (${quoteLexeme(sql`one.lexeme`)}::text || ':A')::tsquery as in_text
  from unnest(${placeholder('words')}::text[], ${placeholder('weights')}::float8[]) as one(lexeme, weight))`;

export function wordParameters(words: readonly WeightedWord[]) {
  return {
    words: words.map(({ lexeme }) => lexeme),
    weights: words.map(({ weight }) => weight),
  };
}

/** The lexemes of each text. */
export async function selectLexemesOf(db: Database, texts: readonly string[]): Promise<string[][]> {
  const query = prepared(db, 'lexemes of texts', () =>
    db
      .select({
        lexemes: sql<string[]>`tsvector_to_array(${lexemesOfText(sql`given.text`)})`,
      })
      .from(sql`unnest(${placeholder('texts')}::text[]) with ordinality as given(text, place)`)
      .orderBy(sql`given.place`),
  );
  const rows = await query.execute({ texts });
  return rows.map(({ lexemes }) => lexemes);
}

/**
 * The lexemes, by the configuration `english`, of the words of a query and of those other words that can be
 * equal to one of them. Only these are returned, since most words of the found texts are not in the query.
 */
export async function selectLexemes(
  db: Database,
  { queryWords, words }: { queryWords: readonly string[]; words: readonly string[] },
): Promise<Map<string, string[]>> {
  const lexemesOf = (word: SQL) => sql`tsvector_to_array(to_tsvector('english', ${word}))`;
  const query = prepared(db, 'lexemes', () =>
    db
      .select({ word: sql<string>`word.text`, lexemes: sql<string[]>`word.lexemes` })
      // OFFSET prevents the planner from computing the lexemes of a word twice.
      .from(
        sql`(select one.text, ${lexemesOf(sql`one.text`)} as lexemes
          from unnest(${placeholder('words')}::text[]) as one(text) offset 0) as word`,
      )
      .where(
        sql`word.lexemes[1] in (select lexeme from unnest(${placeholder('queryWords')}::text[]) as one(text)
          cross join unnest(${lexemesOf(sql`one.text`)}) as lexeme)`,
      ),
  );
  const rows = await query.execute({ queryWords, words });
  return new Map(rows.map(({ word, lexemes }) => [word, lexemes]));
}

/** A tsquery for exactly this lexeme, with quotation marks and backslashes escaped. */
function quoteLexeme(lexeme: SQL): SQL {
  return sql`('''' || replace(replace(${lexeme}, '\\', '\\\\'), '''', '''''') || '''')::tsquery`;
}
