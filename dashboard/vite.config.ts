import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server that `npm run dashboard` forwards requests to. */
const SERVER = process.env.LOREBASE_URL ?? 'http://127.0.0.1:4000';
const SERVED_BY_LOREBASE = [
  '/graphql',
  '/export',
  '/import',
  '/v1',
  '/mcp',
  '/metrics',
  '/healthz',
  '/readyz',
];

/** Writes each asset a second time, compressed, so that the server does not compress it for each browser. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      for (const file of await readdir(`${dir}/assets`)) {
        if (!/\.(js|css|svg)$/.test(file)) continue;
        const content = await readFile(`${dir}/assets/${file}`);
        await writeFile(`${dir}/assets/${file}.br`, brotliCompressSync(content));
      }
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), compressAssets()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(
      SERVED_BY_LOREBASE.map((path) => [path, { target: SERVER, ws: path === '/graphql' }]),
    ),
  },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // The directive "use no memo" of this package has no effect on a bundle, which the bundler warns about.
      onLog(level, log, handle) {
        const isOfRuntime = `${log.id} ${log.message}`.includes('react-compiler-runtime');
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE' || !isOfRuntime) handle(level, log);
      },
      output: {
        codeSplitting: {
          // A browser asks for six files at a time: what every page needs is one file, and so is what several share.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'shared', test: /@mantine.(core|hooks|form)|@tabler|src/, minShareCount: 4 },
          ],
        },
      },
    },
  },
});
