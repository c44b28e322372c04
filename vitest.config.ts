import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Node loads graphql's CommonJS build; a second copy of its types would be strangers to the first.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/prepared-database.ts',
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // The modules of the server are loaded once for each worker: it keeps no state outside of its `App`.
    isolate: false,
  },
});
