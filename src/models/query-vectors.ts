import { LRUCache } from 'lru-cache';
import { type Embedder, embedQuery } from './embedder.ts';

/** Space for vectors of an embedder: 1,365 of 384 dimensions, 341 of 1,536. */
const KEPT_BYTES = 4 * 1024 * 1024;

const BYTES_PER_DIMENSION = 8;

/** Longer texts are hardly asked twice, and would fill the space beside their vectors. */
const KEPT_CHARACTERS = 2000;

/** The vectors of the latest queries. Equal queries that come at once share one call of the model. */
const kept = new WeakMap<Embedder, LRUCache<string, Promise<number[]>>>();

/**
 * The vector of a query, as `embedQuery` computes it; a query that was asked before does not call the model.
 * @throws EMBEDDING_UNAVAILABLE
 */
export function queryVector(embedder: Embedder, text: string): Promise<number[]> {
  if (text.length > KEPT_CHARACTERS) return embedQuery(embedder, text);
  const vectors = kept.get(embedder) ?? new LRUCache({ maxSize: KEPT_BYTES });
  kept.set(embedder, vectors);
  const known = vectors.get(text);
  if (known) return known;
  const vector = embedQuery(embedder, text);
  const size = embedder.space.dimensions * BYTES_PER_DIMENSION + text.length * 2;
  vectors.set(text, vector, { size });
  // The callers receive the error.
  vector.catch(() => {
    if (vectors.peek(text) === vector) vectors.delete(text);
  });
  return vector;
}
