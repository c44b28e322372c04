import { expect } from 'vitest';

/** Far longer than any wait takes, so that a busy machine does not fail a test, while a broken server does. */
const TIMEOUT_MS = 60_000;

/** Reads again and again until the expectation holds: `await eventually(read).toBe(1)`. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: TIMEOUT_MS, interval: 50 });
}
