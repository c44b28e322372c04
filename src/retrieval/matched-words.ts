import type { App } from '../app.ts';
import { selectLexemes } from './word-queries.ts';

/** A text that was found, and the query that it was found for. */
export type FoundText = { query: string; text: string };

/** A word of a text, by its offsets in UTF-16 code units. */
export type MatchedWord = { start: number; end: number };

type Word = MatchedWord & { form: string };

/**
 * For each text, its words that are words of its query, in the order of the text. Words are equal if they
 * have the same stem by PostgreSQL's configuration `english`, by which LEXICAL searches compare them too. Stop
 * words are never equal. One statement finds the stems of all words.
 */
export async function findMatchedWords(
  app: App,
  found: readonly FoundText[],
): Promise<MatchedWord[][]> {
  const queries = splitEach(found.map(({ query }) => query));
  const texts = splitEach(found.map(({ text }) => text));
  const queryWords = formsOf(queries);
  if (queryWords.size === 0) return found.map(() => []);
  const words = new Set([...queryWords, ...formsOf(texts)]);
  const lexemes = await selectLexemes(app.db, { queryWords: [...queryWords], words: [...words] });
  const lexemesOf = ({ form }: Word): string[] => lexemes.get(form) ?? [];
  return found.map(({ query, text }) => {
    const wanted = new Set((queries.get(query) ?? []).flatMap(lexemesOf));
    const isWanted = (word: Word) => {
      const own = lexemesOf(word);
      return own.length > 0 && own.every((lexeme) => wanted.has(lexeme));
    };
    return (texts.get(text) ?? []).filter(isWanted).map(({ start, end }) => ({ start, end }));
  });
}

/** The words of each text. Results of one search share their query. */
function splitEach(texts: readonly string[]): Map<string, Word[]> {
  return new Map([...new Set(texts)].map((text) => [text, splitWords(text)]));
}

function formsOf(texts: ReadonlyMap<string, Word[]>): Set<string> {
  return new Set([...texts.values()].flatMap((words) => words.map(({ form }) => form)));
}

/**
 * The words of a text: its sequences of letters, digits and combining marks. The form of a word is lower-case
 * and in Unicode form NFC, so that a word that was written in different ways is compared once.
 */
function splitWords(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}\p{M}]+/gu), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    form: word.normalize('NFC').toLowerCase(),
  }));
}
