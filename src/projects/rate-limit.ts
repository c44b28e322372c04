import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';

/** Counts the operations of each key in this process. */
export type RateLimit = {
  /** @throws RATE_LIMITED with `retryAfterSeconds` once a key has used up its minute */
  take(keyId: string): Promise<void>;
};

const MINUTE_SECONDS = 60;

/** `perMinute` operations for each key; 0 for as many as it likes. */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return { take: async () => {} };
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE_SECONDS });
  return {
    take: async (keyId) => {
      try {
        await limiter.consume(keyId);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
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
