import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const { TEST_DATABASE_URL, TEST_CHROMIUM } = process.env;

/**
 * Tests start servers and databases, which need cores of their own. But a test that waits needs none, so three workers on two
 * cores take a sixth less time than two. PostgreSQL and browsers have many processes beside the tests: with three workers,
 * they answer some tests too late.
 */
const LEAST_WORKERS = TEST_DATABASE_URL || TEST_CHROMIUM ? 2 : 3;

export default defineConfig({
  // Node loads graphql's CommonJS build; a second copy of its types would be strangers to the first.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/prepared-database.ts',
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // By default, `expect.poll` waits for one second.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: Math.min(4, Math.max(LEAST_WORKERS, availableParallelism() - 1)),
    // The modules of the server are loaded once for each worker: it keeps no state outside of its `App`.
    isolate: false,
  },
});
