import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { selectLexemesOf } from './word-queries.ts';

/**
 * The lexemes of texts (`lexemesOfText`). PostgreSQL is asked once for each word that is new to this process.
 */
export type LexemeCache = LRUCache<string, readonly string[]>;

/** Maximum number of cached words, and of cached texts that only PostgreSQL can split into words. */
const MAX_KNOWN = 50_000;

/** Maximum length of a cached word or text, in characters. */
const MAX_LENGTH = 200;

/**
 * The punctuation marks at the end of a word. Because of the lookbehind, a match can begin only at the first mark of a
 * sequence. Otherwise the time would grow with the square of the length of the sequence.
 */
const PUNCTUATION_AT_END = /(?<!["'),.;:!?])["'),.;:!?]+$/;

export function createLexemeCache(): LexemeCache {
  return new LRUCache({ max: MAX_KNOWN });
}

/** The distinct lexemes of a query. A statement for words that are not cached is sent before the call returns. */
export async function lexemesOf(
  app: Pick<App, 'lexemeCache'>,
  db: Database,
  query: string,
): Promise<string[]> {
  const parts = partsOf(query);
  // The cached lexemes are read first, since adding new ones can evict them.
  const known = parts.map((part) => app.lexemeCache.get(part));
  const missing = parts.filter((_, i) => known[i] === undefined);
  const read = missing.length > 0 ? await selectLexemesOf(db, missing) : [];
  for (const [i, part] of missing.entries()) {
    if (part.length <= MAX_LENGTH) app.lexemeCache.set(part, read[i] ?? []);
  }
  return [...new Set([...known, ...read].flatMap((lexemes) => lexemes ?? []))];
}

/**
 * The words of a text, if it has only the letters A to Z, spaces, and punctuation at the beginning or end of a word:
 * PostgreSQL splits such a text in the same way. Any other text, such as one with numbers, hyphens or addresses, is
 * returned as one part, which PostgreSQL splits.
 */
function partsOf(text: string): string[] {
  const words = text
    .split(/\s+/)
    .map((word) => word.replace(/^["'(]+/, '').replace(PUNCTUATION_AT_END, ''));
  const isAscii = words.every((word) => /^[A-Za-z]*$/.test(word));
  return isAscii ? [...new Set(words.filter((word) => word !== ''))] : [text];
}
