import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Maximum number of words of a text filter. */
export const MAX_FILTER_WORDS = 32;

/**
 * If `byIndex` is true, PostgreSQL may find the rows by the index of words. Otherwise it reads the rows in the order of
 * the list, and checks each of them, until the page is full.
 */
export type WordLookup = { byIndex: boolean };

/** The text of a row, and the tsvector of its words (configuration `simple`), for which there is an index. */
export type TextOfRow = { text: SQLWrapper; words: SQLWrapper };

/**
 * Condition that the text of a row contains every word of `filter`. The last word can be incomplete, so that a list can
 * be filtered while a person types. A filter without words matches nothing.
 */
export function matchesWords(
  { text, words }: TextOfRow,
  filter: string,
  { byIndex }: WordLookup = { byIndex: true },
): SQL {
  const wanted = firstWords(filter.normalize('NFC'));
  if (wanted.length === 0) return sql`false`;
  // The words have only letters and digits, so they need no quotation in a tsquery.
  const query = wanted.map((word, i) => (i === wanted.length - 1 ? `${word}:*` : word)).join(' & ');
  const matches = sql`${words} @@ to_tsquery('simple', ${query})`;
  // PostgreSQL uses no index for CASE. It assumes that CASE is true for half of the rows, so that the page is soon full.
  return byIndex
    ? matches
    : sql`case when ${containsCharacters(text, wanted)} then ${matches} else false end`;
}

/**
 * Condition that a text contains the characters of each word, also inside of other words. Every text that has the words
 * meets it. It takes a sixth of the time that PostgreSQL needs to divide the text into words.
 */
function containsCharacters(text: SQLWrapper, words: string[]): SQL {
  const patterns = words.filter((word) => ONE_WORD.test(word)).map((word) => `%${word}%`);
  if (patterns.length === 0) return sql`true`;
  return sql`lower(${text}) like all (string_to_array(lower(${patterns.join(' ')}), ' '))`;
}

/**
 * A word that PostgreSQL does not change, except to lower case. It divides `1e5x` into `1e5` and `x`, and finds `é` also
 * where the text has `e` and an accent.
 */
const ONE_WORD = /^[a-z][a-z0-9]*$/i;

function firstWords(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (words.push(word) === MAX_FILTER_WORDS) break;
  }
  return words;
}
