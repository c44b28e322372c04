import { isLorebaseError, type LorebaseError } from './errors.ts';
import { isCertificateError, LONGEST_TIMER_MS } from './request.ts';

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;
/**
 * A call accepts a requested wait of up to this time even if its timeout is shorter, since the rate limits of API keys
 * are per minute.
 */
const ACCEPTED_WAIT_MS = 60_000;

export type Retry = {
  retries: number;
  /** True if repeating is harmless: a query, or a mutation with an idempotency key. */
  isSafe: boolean;
  /** True if the operation has a single root field, so that RATE_LIMITED means that nothing was done. */
  isSingle: boolean;
  /**
   * Milliseconds of an attempt. If the server asks for a wait that is longer than this and than a minute, the call
   * fails at once.
   */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

/** Runs an attempt until it succeeds, fails for good, or has been repeated often enough. */
export async function retried<T>(
  attempt: () => Promise<T>,
  { retries, isSafe, isSingle, timeoutMs, signal }: Retry,
): Promise<T> {
  let wasLost = false;
  for (let number = 0; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (isLorebaseError(error)) error.wasRepeated = wasLost;
      if (number >= retries || !isRepeatable(error, { isSafe, isSingle })) throw error;
      const asked = error.retryAfterSeconds ?? 0;
      if (asked * 1000 > Math.max(timeoutMs, ACCEPTED_WAIT_MS)) throw error;
      wasLost ||= !error.notSent && error.code !== 'RATE_LIMITED';
      await delay(delayAfter(error, number), signal);
    }
  }
}

/** True if repeating after an error can succeed and does nothing twice. */
function isRepeatable(
  error: unknown,
  { isSafe, isSingle }: Pick<Retry, 'isSafe' | 'isSingle'>,
): error is LorebaseError {
  if (!isLorebaseError(error)) return false;
  if (error.notSent || (isSafe && isTransient(error))) return true;
  return error.code === 'RATE_LIMITED' && (isSingle || isRefusal(error));
}

/** True if the server has refused a request before it ran any of its fields. */
function isRefusal({ errors: [first] }: LorebaseError): boolean {
  return first?.path === undefined;
}

/** True if the server may answer the same request a moment later. */
export function isTransient(error: unknown): error is LorebaseError {
  if (isLorebaseError(error, 'CONNECTION_FAILED')) return !isCertificateError(error);
  return isLorebaseError(error, 'TIMEOUT', 'DATABASE_UNAVAILABLE', 'RATE_LIMITED');
}

/** Milliseconds of exponential backoff, with jitter, so that clients that failed together do not return together. */
export function pauseBefore(number: number): number {
  const backoff = Math.min(FIRST_DELAY_MS * 2 ** Math.min(number, 20), LONGEST_DELAY_MS);
  return backoff * (0.5 + Math.random() / 2);
}

/** Milliseconds until the next attempt: what the server asks for, otherwise the backoff. */
export function delayAfter(error: LorebaseError, number: number): number {
  const jittered = pauseBefore(number);
  const asked = error.retryAfterSeconds;
  return asked === undefined ? jittered : Math.min(asked * 1000 + jittered / 2, LONGEST_TIMER_MS);
}

/** Waits. @throws the reason of the signal, as soon as it is aborted */
export function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}
