import { LRUCache } from 'lru-cache';
import { embeddingUnavailable } from '../errors.ts';
import { type Embedder, embedQuery } from './embedder.ts';

/**
 * The memory that the kept vectors of one model may take, in bytes: 1,365 vectors of 384 dimensions, or 341 of 1,536.
 */
const KEPT_BYTES = 4 * 1024 * 1024;

const BYTES_PER_DIMENSION = 8;

/** The vectors of longer texts are not kept: such texts rarely come again, and take much memory themselves. */
const KEPT_CHARACTERS = 2000;

type VectorOf = (embedder: Embedder, text: string) => Promise<number[]>;

/**
 * The vector of a query, as `embedQuery` computes it. For a query that was asked lately, the model is not called.
 * @throws EMBEDDING_UNAVAILABLE
 */
export const queryVector: VectorOf = keepLatest(embedQuery);

/**
 * The vector of a text to write, which must be a single chunk. For a text that was written lately, the model is not
 * called. These vectors are kept apart from those of queries, so that many writes do not push the queries out.
 * @throws EMBEDDING_UNAVAILABLE
 */
export const textVector: VectorOf = keepLatest(async (embedder, text) => {
  const [vector] = await embedder.embed([text]);
  if (vector === undefined) throw embeddingUnavailable('The text to embed is empty.');
  return vector;
});

/** Keeps the vectors of the latest texts. Equal texts that come at once share one call of the model. */
function keepLatest(embed: VectorOf): VectorOf {
  const kept = new WeakMap<Embedder, LRUCache<string, Promise<number[]>>>();
  return (embedder, text) => {
    if (text.length > KEPT_CHARACTERS) return embed(embedder, text);
    const vectors = kept.get(embedder) ?? new LRUCache({ maxSize: KEPT_BYTES });
    kept.set(embedder, vectors);
    const known = vectors.get(text);
    if (known) return known;
    const vector = embed(embedder, text);
    const size = embedder.space.dimensions * BYTES_PER_DIMENSION + text.length * 2;
    vectors.set(text, vector, { size });
    // A vector that could not be computed is not kept. The callers receive the error from the same promise.
    vector.catch(() => {
      if (vectors.peek(text) === vector) vectors.delete(text);
    });
    return vector;
  };
}
