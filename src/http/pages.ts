import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** A page: its file in `dashboard/`, its path, and its Content-Security-Policy. */
export type ServedPage = { path: string; file: string; policy: string };

/** The policy permits only the page's own scripts and styles, and connections to this server. */
const SIGN_IN: ServedPage = {
  path: '/',
  file: 'index.html',
  policy:
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; " +
    "frame-ancestors 'none'",
};

/** Serves the sign-in page at `/`. */
export function serveSignIn(server: FastifyInstance): void {
  servePage(server, SIGN_IN);
}

export function servePage(server: FastifyInstance, { path, file, policy }: ServedPage): void {
  const content = readFileSync(new URL(`../../dashboard/${file}`, import.meta.url));
  server.get(path, (_request, reply) => {
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(content);
  });
}
