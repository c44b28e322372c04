import type { SearchMode } from './presets.ts';

/** A word of a query as a PostgreSQL lexeme, and the number of chunks in scope that contain it. */
export type QueryWord = { lexeme: string; chunks: number };

/** A word with its share, in 0..1, of the weights of all words of the query. */
export type WeightedWord = QueryWord & { weight: number };

/**
 * Maximum number of chunks with a word that are counted. More chunks would change the weight of the word very little.
 */
export const MAX_COUNTED = 1000;

/** Maximum number of counted words of a query. The longest are chosen, since rare words tend to be long. */
export const MAX_LOOKED_UP = 64;

/** Maximum number of weighted words of a query. The rarest are chosen. */
export const MAX_WORDS = 32;

/**
 * Maximum total number of chunks that a LEXICAL search looks up by words. Words are added from the rarest on while the
 * total stays within it; the rarest is always used. Of 1,000,000 chunks, two frequent words can be in tens of
 * thousands.
 */
export const MAX_RANKED = 1500;

/**
 * `MAX_RANKED` for a HYBRID search. The number is lower, because the search also finds chunks
 * by their vectors (docs/decisions/044-fewer-chunks-by-words.md).
 */
export const MAX_RANKED_BESIDE_VECTORS = 400;

/**
 * Maximum number of chunks that a search compares because they contain a frequent word. Of more chunks, those that are
 * stored first are compared.
 */
export const MAX_COMPARED = 20_000;

/**
 * The coverage of a text is the weight of the words that it contains, divided by the weight of all words of the query
 * or, if that is greater, of this many words that no chunk contains. So in HYBRID mode, the coverage of a query of one
 * word is at most one half.
 */
export const MIN_RARE_WORDS = { SEMANTIC: 0, LEXICAL: 0, HYBRID: 2 } as const;

type Lexeme = Pick<QueryWord, 'lexeme'>;

/** Sorts equally long or equally rare words, so that the same ones are chosen as in the database. */
function inAlphabet({ lexeme: one }: Lexeme, { lexeme: other }: Lexeme): number {
  return one < other ? -1 : 1;
}

/**
 * The rarest of the longest words, with their weights, as `wordTables` in word-queries.ts computes them in the
 * database. `total` is the number of chunks in which the words were counted.
 */
export function weighWords(
  words: readonly QueryWord[],
  { mode, total }: { mode: SearchMode; total: number },
): WeightedWord[] {
  const longest = words
    .toSorted((one, other) => other.lexeme.length - one.lexeme.length || inAlphabet(one, other))
    .slice(0, MAX_LOOKED_UP);
  const inverseFrequency = (found: number) =>
    Math.log(1 + (Math.max(0, total - found) + 0.5) / (found + 0.5));
  const rarest = longest
    .map(({ lexeme, chunks }) => {
      const counted = Math.min(chunks, MAX_COUNTED);
      return { lexeme, chunks: counted, frequency: inverseFrequency(counted) };
    })
    .sort((one, other) => one.chunks - other.chunks || inAlphabet(one, other))
    .slice(0, MAX_WORDS);
  const sum = rarest.reduce((all, { frequency }) => all + frequency, 0);
  const whole = Math.max(sum, MIN_RARE_WORDS[mode] * inverseFrequency(0));
  return rarest.map(({ lexeme, chunks, frequency }) => ({
    lexeme,
    chunks,
    weight: whole > 0 ? frequency / whole : 0,
  }));
}
