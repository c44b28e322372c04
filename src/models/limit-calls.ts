import { DomainError } from '../errors.ts';
import type { Embedder } from './embedder.ts';

/** At most `concurrency` plus `queue` calls may be in progress: those expected to run, and those that wait. */
export type CallBounds = { concurrency: number; queue: number };

/**
 * Limits the calls that are in progress, so that an overload is reported to the caller instead of filling
 * the memory. The embedder decides the order of the calls.
 * @throws RATE_LIMITED when the limit is reached
 */
export function limitCalls(embedder: Embedder, { concurrency, queue }: CallBounds): Embedder {
  let inProgress = 0;
  return {
    ...embedder,
    embed: async (texts) => {
      if (inProgress >= concurrency + queue) {
        throw new DomainError(
          'RATE_LIMITED',
          'Too many calls wait for the embedding model; try later.',
        );
      }
      inProgress += 1;
      try {
        return await embedder.embed(texts);
      } finally {
        inProgress -= 1;
      }
    },
  };
}
