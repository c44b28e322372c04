import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Maximum number of words of a text filter. */
export const MAX_FILTER_WORDS = 32;

/**
 * If `byIndex` is true, PostgreSQL may use the index of words. Otherwise it checks the words of each row, and expects
 * them in every second one, so that it reads the rows of a page in their order instead of sorting all rows of the list.
 */
export type WordLookup = { byIndex: boolean };

/** The text of a row, and its tsvector of the configuration `simple`, which has an index. */
export type TextOfRow = { text: SQLWrapper; words: SQLWrapper };

/**
 * Condition that a text contains every word of a filter. The last word can be the beginning of a word, so that a list
 * can be filtered while a person types. A filter without words matches nothing.
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
  return byIndex
    ? matches
    : sql`case when ${containsCharacters(text, wanted)} then ${matches} else false end`;
}

/**
 * Condition that is true for each text that contains the words. It takes a sixth of the time that PostgreSQL needs to
 * divide a text into words.
 */
function containsCharacters(text: SQLWrapper, words: string[]): SQL {
  const patterns = words.filter((word) => ONE_WORD.test(word)).map((word) => `%${word}%`);
  if (patterns.length === 0) return sql`true`;
  return sql`lower(${text}) like all (string_to_array(lower(${patterns.join(' ')}), ' '))`;
}

/** PostgreSQL reads other words in several ways: `1e5x` as `1e5` and `x`, and `e` with an accent as one or two characters. */
const ONE_WORD = /^[a-z][a-z0-9]*$/i;

function firstWords(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (words.push(word) === MAX_FILTER_WORDS) break;
  }
  return words;
}
