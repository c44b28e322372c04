import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';

/** Counts the operations of each API key in this process and all other workers on its port. */
export type RateLimit = {
  /** Consumes one unit. @throws RATE_LIMITED with `retryAfterSeconds` if the key has no units left */
  take(keyId: string): Promise<void>;
};

const MINUTE_SECONDS = 60;

/** Maximum time for the answer of the process that counts for all workers. */
const COUNT_MS = 5000;

/** Creates a limit of `perMinute` operations per minute for each API key. 0 is no limit. */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return { take: async () => {} };
  const rule = { keyPrefix: 'operations', points: perMinute, duration: MINUTE_SECONDS };
  const limiter = cluster.isWorker
    ? new RateLimiterCluster({ ...rule, timeoutMs: COUNT_MS })
    : new RateLimiterMemory(rule);
  return {
    take: async (keyId) => {
      try {
        await limiter.consume(keyId);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw notCounted(refusal);
        const retryAfterSeconds = Math.ceil(refusal.msBeforeNext / 1000);
        throw new DomainError(
          'RATE_LIMITED',
          `The key has used its ${perMinute} operations of this minute; try again in ${retryAfterSeconds} s.`,
          { details: { retryAfterSeconds } },
        );
      }
    },
  };
}

/** The error for a call that the process that counts for all workers did not answer. */
function notCounted(cause: unknown): DomainError {
  const message = 'The operations of the key cannot be counted at the moment; try again.';
  return new DomainError('RATE_LIMITED', message, { cause, details: { retryAfterSeconds: 1 } });
}
