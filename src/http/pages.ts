import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** A page of ours: its file in `dashboard/`, its address, and what the browser may do in it. */
export type ServedPage = { path: string; file: string; policy: string };

/** Nothing but the page itself runs in it, and it talks to this server alone. */
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
