import pLimit from 'p-limit';
import { DomainError } from '../errors.ts';
import type { Embedder } from './embedder.ts';

export type Bounds = { concurrency: number; queue: number };

/**
 * The embedder with so many calls at once and so many waiting; more are refused, so that an overload
 * is told to the caller rather than kept in memory. @throws RATE_LIMITED
 */
export function bounded(embedder: Embedder, { concurrency, queue }: Bounds): Embedder {
  const limit = pLimit(concurrency);
  return {
    ...embedder,
    embed: (texts) => {
      if (limit.pendingCount >= queue) {
        throw new DomainError('RATE_LIMITED', 'Too much waits for the embedding model; try later.');
      }
      return limit(() => embedder.embed(texts));
    },
  };
}
