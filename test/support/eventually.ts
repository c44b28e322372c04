import { expect } from 'vitest';

/** Far longer than anything takes: a busy machine must not fail a test, and a broken server still does. */
const TIMEOUT_MS = 60_000;

/** Reads again and again until the expectation holds: `await eventually(read).toBe(1)`. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: TIMEOUT_MS, interval: 50 });
}
