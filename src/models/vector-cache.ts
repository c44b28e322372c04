import { LRUCache } from 'lru-cache';
import { embeddingUnavailable } from '../errors.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { type Embedder, embedQuery } from './embedder.ts';

/** Maximum memory of the cached vectors of one model, in bytes: 1,365 vectors of 384 dimensions, or 341 of 1,536. */
const CACHED_BYTES = 4 * 1024 * 1024;

const BYTES_PER_DIMENSION = 8;

/** Maximum length of a text whose vector is cached: longer texts rarely come again, and take much memory. */
const CACHED_CHARACTERS = 2000;

type VectorOf = (embedder: Embedder, text: string) => Promise<number[]>;

/**
 * The vector of a query, as `embedQuery` computes it. The model is not called if the vector is cached.
 * @throws EMBEDDING_UNAVAILABLE
 */
export const queryVector: VectorOf = cacheLatest(embedQuery);

/**
 * The vector of a text to write, which must be a single chunk. The model is not called if the vector is cached. This
 * cache is separate from that of queries, so that many writes do not evict the vectors of queries.
 * @throws EMBEDDING_UNAVAILABLE
 */
export const textVector: VectorOf = cacheLatest(async (embedder, text) => {
  const [vector] = await embedder.embed([text]);
  if (vector === undefined) throw embeddingUnavailable('The text to embed is empty.');
  return vector;
});

/** Caches the vectors of the latest texts. Concurrent calls for an equal text share one call of the model. */
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
