/** A word of a query as PostgreSQL stores it, and in how many chunks of the scope it stands. */
export type QueryWord = { lexeme: string; chunks: number };

/** A word and how much it tells. */
export type WeightedWord = QueryWord & { weight: number };

/** Counting ends here: what stands in so many chunks tells little, however many more there are. */
export const MAX_COUNTED = 1000;

/** Words of a query that are looked up at all, the longest of them: rare words tend to be long. */
export const MAX_LOOKED_UP = 64;

/** The words that tell most; the others of a long query change nothing. */
const MAX_WORDS = 32;

/** Chunks that are ranked by words at the most, unless a single word stands in more. */
const MAX_RANKED = 2000;

/** The query's words, rarest first, each weighted by its inverse document frequency (as in BM25). */
export function weighWords(words: readonly QueryWord[], totalChunks: number): WeightedWord[] {
  return words
    .map((word) => ({ ...word, weight: inverseFrequency(word.chunks, totalChunks) }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_WORDS);
}

/** The words by which chunks are looked up: rarest first, as long as they find few enough. */
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
