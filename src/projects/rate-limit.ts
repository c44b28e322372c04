import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';

/** Counts the operations of each API key in this process. */
export type RateLimit = {
  /** Consumes one unit. @throws RATE_LIMITED with `retryAfterSeconds` if the key has no units left */
  take(keyId: string): Promise<void>;
};

const MINUTE_SECONDS = 60;

/** Allows each API key `perMinute` operations per minute; 0 for no limit. */
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
