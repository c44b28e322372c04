import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Node loads graphql's CommonJS build; a second copy of its types would be strangers to the first.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/prepared-database.ts',
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // Tests start servers, databases and browsers, which need cores of their own; but a test that waits needs none. With
    // three workers on two cores, the suite takes a sixth less time than with two.
    maxWorkers: Math.min(4, Math.max(3, availableParallelism() - 1)),
    // The modules of the server are loaded once for each worker: it keeps no state outside of its `App`.
    isolate: false,
  },
});
