import { createHash } from 'node:crypto';

/**
 * A digest that is equal for texts that differ only in Unicode form or white space. In a text with quotation
 * marks, white space is significant.
 */
export function hashText(text: string): string {
  const trimmed = text.normalize('NFC').trim();
  const normal = QUOTES.test(trimmed) ? trimmed : trimmed.replace(/\s+/gu, ' ');
  return createHash('sha256').update(normal).digest('base64url');
}

/** Contractions with a single expansion. `'s` and `'d` have several. */
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

/** Quotation marks: in a text with one of them, every character is significant. */
const QUOTES = /["`“”«»]/u;

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the']);

/**
 * True if two texts have the same words in the same order. Words are separated by white space. The comparison
 * ignores articles before a word, contractions, the shape of apostrophes and quotation marks, the case of the
 * first letter and one final full stop. Every other difference makes the texts different, because it can
 * carry a value that embeddings hardly distinguish: a number, a name, a sign, a negation, a preposition, the
 * order of words.
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

/** True for an article that precedes a word. There is none in "close(a)", "is a" and "plan A". */
function isArticle(word: string, next: string | undefined): boolean {
  return ARTICLES.has(word) && /^\p{L}/u.test(next ?? '');
}

/** Writes the first word in lower case if only its first letter is a capital: `Word`, not `WORD` or `I`. */
function startingSmall([first, ...others]: string[]): string[] {
  if (first === undefined) return [];
  return [/^\p{Lu}\p{Ll}+$/u.test(first) ? first.toLowerCase() : first, ...others];
}
