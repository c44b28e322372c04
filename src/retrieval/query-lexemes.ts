import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { selectLexemesOf } from './word-queries.ts';

/**
 * The lexemes of texts (`lexemesOfText`). PostgreSQL is asked once for each word that is new to this process.
 */
export type LexemeCache = LRUCache<string, readonly string[]>;

/** Words of which the lexemes are kept, and whole texts that PostgreSQL has to split into words. */
const MAX_KNOWN = 50_000;

/** The characters of a text that is kept, or of a word. */
const MAX_LENGTH = 200;

export function createLexemeCache(): LexemeCache {
  return new LRUCache({ max: MAX_KNOWN });
}

/** The different lexemes of a query. A statement for words that are not known is sent before it returns. */
export async function lexemesOf(
  app: Pick<App, 'lexemeCache'>,
  db: Database,
  query: string,
): Promise<string[]> {
  const parts = partsOf(query);
  // The known ones are read first, since new ones take their place if there are too many.
  const known = parts.map((part) => app.lexemeCache.get(part));
  const missing = parts.filter((_, i) => known[i] === undefined);
  const read = missing.length > 0 ? await selectLexemesOf(db, missing) : [];
  for (const [i, part] of missing.entries()) {
    if (part.length <= MAX_LENGTH) app.lexemeCache.set(part, read[i] ?? []);
  }
  return [...new Set([...known, ...read].flatMap((lexemes) => lexemes ?? []))];
}

/**
 * The words of a text, if it is plain: of Latin letters, spaces and marks at the beginning or end of a word. PostgreSQL
 * splits such a text in the same way. Any other text is one part, which PostgreSQL splits: it knows numbers, hyphens,
 * addresses and more.
 */
function partsOf(text: string): string[] {
  const words = text.split(/\s+/).map((word) => word.replace(/^["'(]+|["'),.;:!?]+$/g, ''));
  const isAscii = words.every((word) => /^[A-Za-z]*$/.test(word));
  return isAscii ? [...new Set(words.filter((word) => word !== ''))] : [text];
}
