import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Maximum number of words of a text filter. */
export const MAX_FILTER_WORDS = 32;

/** If `byIndex` is true, PostgreSQL may use the index of words. Otherwise it checks the words of each row. */
export type WordLookup = { byIndex: boolean };

/**
 * Condition that a tsvector of the configuration `simple` contains every word of a text. The last word can be
 * the beginning of a word, so that a list can be filtered while a person types. A text without words matches
 * nothing.
 */
export function matchesWords(
  words: SQLWrapper,
  text: string,
  { byIndex }: WordLookup = { byIndex: true },
): SQL {
  const wanted = firstWords(text.normalize('NFC'));
  if (wanted.length === 0) return sql`false`;
  // The words have only letters and digits, so they need no quotation in a tsquery.
  const query = wanted.map((word, i) => (i === wanted.length - 1 ? `${word}:*` : word)).join(' & ');
  const matches = sql`${words} @@ to_tsquery('simple', ${query})`;
  // PostgreSQL uses no index for a condition with IS TRUE.
  return byIndex ? matches : sql`(${matches}) is true`;
}

function firstWords(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (words.push(word) === MAX_FILTER_WORDS) break;
  }
  return words;
}
