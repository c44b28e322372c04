import { createHash } from 'node:crypto';

/**
 * A digest under which texts that differ only in Unicode form or white space are one; but in a text
 * that quotes something, white space may belong to what is quoted.
 */
export function hashText(text: string): string {
  const trimmed = text.normalize('NFC').trim();
  const normal = QUOTES.test(trimmed) ? trimmed : trimmed.replace(/\s+/gu, ' ');
  return createHash('sha256').update(normal).digest('base64url');
}

/** Contractions that stand for one thing only; `'s` and `'d` do not. */
const CONTRACTIONS: readonly [RegExp, string][] = [
  [/\bcan't\b/giu, 'can not'],
  [/\bcannot\b/giu, 'can not'],
  [/\bwon't\b/giu, 'will not'],
  [/(?<=\p{L})n't\b/giu, ' not'],
  [/(?<=\p{L})'re\b/giu, ' are'],
  [/(?<=\p{L})'ve\b/giu, ' have'],
  [/(?<=\p{L})'ll\b/giu, ' will'],
  [/\bI'm\b/gu, 'I am'],
];

/** What encloses text of which every character counts. */
const QUOTES = /["`“”«»]/u;

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the']);

/**
 * True if two texts have the same words in the same order. Words are separated by white space. Ignored are
 * articles before a word, contractions, the shape of apostrophes and quotation marks, the case of the first
 * letter and one final full stop. Any other difference can carry a value (a number, a name, a sign, a
 * negation, a preposition, the order of words) that an embedding does not see, such as "at 3pm" and "at 4pm",
 * and makes the texts different.
 */
export function saysTheSame(text: string, known: string): boolean {
  const said = wordsOf(text);
  const before = wordsOf(known);
  return said.length === before.length && said.every((word, i) => word === before[i]);
}

function wordsOf(text: string): string[] {
  const unified = text.normalize('NFC').replace(/[’‘]/gu, "'").replace(/[“”]/gu, '"').trim();
  if (QUOTES.test(unified)) return [unified];
  const plain = CONTRACTIONS.reduce((result, [from, to]) => result.replace(from, to), unified);
  const words = plain.replace(/(?<=\w)\.$/u, '').split(/\s+/u);
  return startingSmall(startingSmall(words).filter((word, i, all) => !isArticle(word, all[i + 1])));
}

/** An article stands before a word; "close(a)", "is a" and "plan A" have none. */
function isArticle(word: string, next: string | undefined): boolean {
  return ARTICLES.has(word) && /^\p{L}/u.test(next ?? '');
}

/** The first word without its capital: `Word` as `word`; `WORD`, `iWord`, `A` and `I` as they are. */
function startingSmall([first, ...others]: string[]): string[] {
  if (first === undefined) return [];
  return [/^\p{Lu}\p{Ll}+$/u.test(first) ? first.toLowerCase() : first, ...others];
}
