import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '../app.ts';

/** The folder of the built dashboard. The relative path is the same in `src/` and in `dist/`. */
const BUILT = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url));

/**
 * The policy permits only the dashboard's own scripts, and connections to this server. Its components set styles
 * on elements, and its editor of queries draws icons from data URLs.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self' data:; connect-src 'self' ws: wss:; worker-src 'self' blob:; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The addresses of the dashboard's pages, each of which answers with the same document. */
const PAGES = ['/', '/projects/*'];

const NOT_BUILT =
  'The dashboard is not built: run `npm run build:dashboard`, then restart the server.';

/** Serves the web dashboard at `/`, its pages at `/projects/…`, and GraphiQL, if it is enabled, at `/graphiql`. */
export async function serveDashboard(app: App, server: FastifyInstance): Promise<void> {
  const page = readPage();
  const send = (reply: FastifyReply) =>
    page === null
      ? reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
      : reply
          .header('content-security-policy', POLICY)
          .header('cache-control', 'no-cache')
          .type('text/html; charset=utf-8')
          .send(page);
  const pages = app.config.graphiql ? [...PAGES, '/graphiql'] : PAGES;
  for (const path of pages) server.get(path, (_request, reply) => send(reply));
  if (page === null) return;
  // The name of an asset contains a hash of its content, so a browser never needs to ask for it again.
  await server.register(fastifyStatic, {
    root: `${BUILT}assets`,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    // Without this, a folder would be answered with 403 instead of 404.
    allowedPath: (path) => !path.endsWith('/'),
  });
}

function readPage(): string | null {
  const file = `${BUILT}index.html`;
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
