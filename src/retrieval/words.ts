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

/**
 * Greatest total number of chunks that a LEXICAL search looks up by words. Words are added from the rarest on while the
 * total stays within it; the rarest is always used. Of 1,000,000 chunks, two frequent words can be in tens of thousands.
 */
export const MAX_RANKED = 1500;

/**
 * The same for a HYBRID search. It is less than `MAX_RANKED`, because the search also finds chunks
 * by their vectors (docs/decisions/044-fewer-chunks-by-words.md).
 */
export const MAX_RANKED_BESIDE_VECTORS = 400;
