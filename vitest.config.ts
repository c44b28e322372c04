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
    // Tests start servers, databases and browsers, which need a core of their own.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism() - 1)),
    // The modules of the server are loaded once for each worker: it keeps no state outside of its `App`.
    isolate: false,
  },
});
