import type { Space } from '../db/embedding-space.ts';
import { embeddingUnavailable } from '../errors.ts';

/** Turns texts into vectors of one space. */
export type Embedder = {
  space: Space;
  /** Names the model and the engine or endpoint that runs it, for operators. @throws EMBEDDING_UNAVAILABLE */
  describe(): Promise<string>;
  /** Splits each text into chunks, none of which exceeds the input length of the model. */
  split(texts: string[]): Promise<string[][]>;
  /**
   * One vector per text, in order. No text is blank or longer than a chunk of `split`.
   * @throws EMBEDDING_UNAVAILABLE
   */
  embed(texts: string[]): Promise<number[][]>;
  close(): Promise<void>;
};

/**
 * Computes one vector for a query text of any length: the mean direction of the vectors of its chunks.
 * @throws EMBEDDING_UNAVAILABLE
 */
export async function embedQuery(embedder: Embedder, text: string): Promise<number[]> {
  const chunks = await embedder.split([text]);
  const vectors = await embedder.embed(chunks.flat());
  const [first] = vectors;
  if (first === undefined) throw embeddingUnavailable('The text to embed is empty.');
  return vectors.length === 1 ? first : meanDirection(vectors);
}

/** The mean of vectors of one model, each scaled to length 1. */
export function meanDirection(vectors: readonly number[][]): number[] {
  const units = vectors.map((vector) => {
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
  const [first = []] = units;
  return first.map((_, i) => units.reduce((sum, unit) => sum + (unit[i] ?? 0), 0) / units.length);
}
