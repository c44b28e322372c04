import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type { App } from '../app.ts';
import { DomainError } from '../errors.ts';
import { identify } from '../graphql/context.ts';
import { requireViewer, type Viewer } from '../projects/viewer.ts';
import { secretIn } from './credentials.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated principal; null without an API key. Set on routes that use `identifyCaller`. */
    viewer: Viewer | null;
  }
}

/** Maximum size, in bytes, of a request body without an API key. */
export const MAX_ANONYMOUS_BYTES = 100 * 1024;

/** Must be called before routes use `identifyCaller`. */
export function decorateRequests(server: FastifyInstance): void {
  server.decorateRequest('viewer', null);
}

/**
 * Hooks of a route that authenticate the caller before the body is read. With an invalid key the body is not
 * read; without a key it is limited to `MAX_ANONYMOUS_BYTES`. With `needsKey`, requests without a key are
 * rejected.
 * @throws UNAUTHENTICATED, RATE_LIMITED
 */
export function identifyCaller(
  app: App,
  { needsKey, identifyBy = identify }: { needsKey: boolean; identifyBy?: typeof identify },
) {
  const known = async (request: FastifyRequest): Promise<Viewer | null> => {
    const viewer = await identifyBy(app, secretIn(request.headers));
    if (needsKey) return requireViewer(viewer);
    if (viewer === null && lengthOf(request) > MAX_ANONYMOUS_BYTES) throw needsKeyForBody();
    return viewer;
  };
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      try {
        request.viewer = await known(request);
      } catch (error) {
        // The error handler sets the outcome to the error's code.
        request.operationLog = { operation: null, outcome: 'INTERNAL_SERVER_ERROR', actor: null };
        if (hasUnreadBody(request)) reply.header('connection', 'close');
        throw error;
      }
    },
    preParsing: async (request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload) =>
      request.viewer === null && isChunked(request) ? Readable.from(limited(payload)) : payload,
  };
}

function lengthOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0);
}

function isChunked({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined;
}

/** True if the connection must be closed, since otherwise the server would receive the rest of the body. */
function hasUnreadBody(request: FastifyRequest): boolean {
  return isChunked(request) || lengthOf(request) > MAX_ANONYMOUS_BYTES;
}

async function* limited(payload: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer | string> {
  let received = 0;
  for await (const part of payload) {
    received += part.length;
    if (received > MAX_ANONYMOUS_BYTES) throw needsKeyForBody();
    yield part;
  }
}

function needsKeyForBody(): DomainError {
  return new DomainError(
    'UNAUTHENTICATED',
    `A request without an API key may have a body of at most ${MAX_ANONYMOUS_BYTES} bytes.`,
  );
}
