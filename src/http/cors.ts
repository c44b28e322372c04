import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { KEY_HEADERS } from './credentials.ts';

/** The paths that web pages of other origins may use. */
const SHARED_PATH = /^\/(graphql|graphql\/stream|v1\/.*|mcp)$/;

const REQUEST_HEADERS = [
  ...KEY_HEADERS,
  'lorebase-project',
  'openai-project',
  'openai-organization',
  'content-type',
  'accept',
  'last-event-id',
  'idempotency-key',
  'mcp-protocol-version',
  'mcp-session-id',
  'lorebase-tools',
  'lorebase-memories',
  'x-apollo-operation-name',
  'apollo-require-preflight',
  'apollographql-client-name',
  'apollographql-client-version',
  // OpenAI's client describes itself in these.
  'x-stainless-lang',
  'x-stainless-package-version',
  'x-stainless-os',
  'x-stainless-arch',
  'x-stainless-runtime',
  'x-stainless-runtime-version',
  'x-stainless-retry-count',
  'x-stainless-timeout',
  'x-stainless-helper-method',
];

/** Time, in seconds, for which a browser may cache the answer to a preflight. Chrome caches none longer. */
const PREFLIGHT_SECONDS = 7200;

/**
 * Answers preflights of pages from `CORS_ORIGINS`, without an API key, and lets these pages read responses. Cookies are
 * never accepted, so that `*` gives no page the permissions of a user.
 */
export async function shareWithOrigins({ config }: App, server: FastifyInstance): Promise<void> {
  const { corsOrigins } = config;
  if (corsOrigins.length === 0) return;
  await server.register(cors, {
    delegator: (request, callback) => {
      const isShared = SHARED_PATH.test(request.url?.split('?')[0] ?? '');
      callback(null, {
        origin: isShared ? corsOrigins : false,
        methods: ['GET', 'POST'],
        allowedHeaders: REQUEST_HEADERS,
        exposedHeaders: [
          'x-request-id',
          'retry-after',
          'x-should-retry',
          'lorebase-trace-id',
          'www-authenticate',
        ],
        maxAge: PREFLIGHT_SECONDS,
      });
    },
  });
}

/**
 * True for a WebSocket of a page from this server or from an origin in `CORS_ORIGINS`, and for a client that is not a
 * browser, which sends no origin.
 */
export function isSharedOrigin({ config }: App, { headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  if (origin === undefined || config.corsOrigins.includes('*')) return true;
  return (
    config.corsOrigins.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host)
  );
}
