import { LRUCache } from 'lru-cache';
import { embeddingUnavailable } from '../errors.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { type Embedder, embedQuery } from './embedder.ts';

/**
 * The memory that the cached vectors of one model may take, in bytes: 1,365 vectors of 384 dimensions, or 341 of 1,536.
 */
const CACHED_BYTES = 4 * 1024 * 1024;

const BYTES_PER_DIMENSION = 8;

/** The vectors of longer texts are not cached: such texts rarely come again, and take much memory themselves. */
const CACHED_CHARACTERS = 2000;

type VectorOf = (embedder: Embedder, text: string) => Promise<number[]>;

/**
 * The vector of a query, as `embedQuery` computes it. For a query that was asked lately, the model is not called.
 * @throws EMBEDDING_UNAVAILABLE
 */
export const queryVector: VectorOf = cacheLatest(embedQuery);

/**
 * The vector of a text to write, which must be a single chunk. For a text that was written lately, the model is not
 * called. They have a cache of their own, so that many writes do not push the vectors of queries out.
 * @throws EMBEDDING_UNAVAILABLE
 */
export const textVector: VectorOf = cacheLatest(async (embedder, text) => {
  const [vector] = await embedder.embed([text]);
  if (vector === undefined) throw embeddingUnavailable('The text to embed is empty.');
  return vector;
});

/** Caches the vectors of the latest texts. Equal texts that come at once share one call of the model. */
function cacheLatest(embed: VectorOf): VectorOf {
  const vectorsOf = memoizeByObject(
    (_: Embedder) => new LRUCache<string, Promise<number[]>>({ maxSize: CACHED_BYTES }),
  );
  return (embedder, text) => {
    if (text.length > CACHED_CHARACTERS) return embed(embedder, text);
    const vectors = vectorsOf(embedder);
    const known = vectors.get(text);
    if (known) return known;
    const vector = embed(embedder, text);
    const size = embedder.space.dimensions * BYTES_PER_DIMENSION + text.length * 2;
    vectors.set(text, vector, { size });
    // A vector that could not be computed is not cached. The callers receive the error from the same promise.
    vector.catch(() => {
      if (vectors.peek(text) === vector) vectors.delete(text);
    });
    return vector;
  };
}
