/** A word of a query as a PostgreSQL lexeme, and the number of chunks in scope that contain it. */
export type QueryWord = { lexeme: string; chunks: number };

/** A word with its share, in 0..1, of the weights of all words of the query. */
export type WeightedWord = QueryWord & { weight: number };

/** Chunks that contain a word are counted up to this number; more would hardly change its weight. */
export const MAX_COUNTED = 1000;

/** Words of a query that are counted. The longest are used, since rare words tend to be long. */
export const MAX_LOOKED_UP = 64;

/** Words of a query that are weighted: the rarest ones. */
export const MAX_WORDS = 32;

/** Greatest number of chunks that are ranked by words, unless the rarest word alone is in more. */
const MAX_RANKED = 2000;

/**
 * The query's words, rarest first, each weighted by its share of the inverse document frequencies (as in BM25).
 * The shares are of at least `least` words that no chunk contains, and their sum is then less than 1.
 */
export function weighWords(
  words: readonly QueryWord[],
  { totalChunks, least = 0 }: { totalChunks: number; least?: number },
): WeightedWord[] {
  const rarest = words
    .map((word) => ({ ...word, weight: inverseFrequency(word.chunks, totalChunks) }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_WORDS);
  const sum = rarest.reduce((total, { weight }) => total + weight, 0);
  const total = Math.max(sum, least * inverseFrequency(0, totalChunks));
  return rarest.map((word) => ({ ...word, weight: total === 0 ? 0 : word.weight / total }));
}

/** The words by which chunks are found: rarest first, up to a total of `MAX_RANKED` chunks. */
export function lookupWords(words: readonly WeightedWord[]): WeightedWord[] {
  const present = words.filter((word) => word.chunks > 0);
  let found = 0;
  return present.filter((word, i) => {
    found += word.chunks;
    return i === 0 || found <= MAX_RANKED;
  });
}

function inverseFrequency(chunks: number, total: number): number {
  const others = Math.max(0, total - chunks);
  return Math.log(1 + (others + 0.5) / (chunks + 0.5));
}
