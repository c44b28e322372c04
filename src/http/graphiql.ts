import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type ServedPage, servePage } from './pages.ts';

/** The policy permits inline styles, which the editor sets, and the data URLs of its fonts and icons. */
const PAGE: ServedPage = {
  path: '/graphiql',
  file: 'graphiql.html',
  policy:
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
    "connect-src 'self' ws: wss:; img-src 'self' data:; font-src data:; frame-ancestors 'none'",
};

const ASSETS: Readonly<Record<string, string>> = {
  'graphiql/graphiql.min.js': 'text/javascript',
  'graphiql/graphiql.min.css': 'text/css',
  'react/umd/react.production.min.js': 'text/javascript',
  'react-dom/umd/react-dom.production.min.js': 'text/javascript',
};

/** Serves GraphiQL at `/graphiql`, without resources of other servers. */
export function serveGraphiql(server: FastifyInstance): void {
  servePage(server, PAGE);
  for (const [asset, type] of Object.entries(ASSETS)) {
    const content = readFileSync(pathOf(asset));
    server.get(`/graphiql/${basename(asset)}`, (_request, reply) => {
      reply
        .header('cache-control', 'public, max-age=86400')
        .type(`${type}; charset=utf-8`)
        .send(content);
    });
  }
}

/** The file of an asset: beside the compiled code in a build, else in node_modules. */
function pathOf(asset: string): URL {
  const built = new URL(`../graphiql/${basename(asset)}`, import.meta.url);
  return existsSync(built) ? built : new URL(`../../node_modules/${asset}`, import.meta.url);
}
