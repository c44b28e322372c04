import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type { App } from '../app.ts';
import { DomainError } from '../errors.ts';
import { identify } from '../graphql/context.ts';
import { requireViewer, type Viewer } from '../projects/viewer.ts';
import { secretIn } from './credentials.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; null without a key. Set on the routes that use `identifyCaller`. */
    viewer: Viewer | null;
  }
}

/** The largest body read of a caller who is not known: no request without a key needs more. */
export const MAX_ANONYMOUS_BYTES = 100 * 1024;

/** Must be called before routes use `identifyCaller`. */
export function decorateRequests(server: FastifyInstance): void {
  server.decorateRequest('viewer', null);
}

/**
 * Hooks of a route that authenticate the caller before the body is read: a key that is not valid is
 * refused without reading it, and without a key only a small one is read. `needsKey` refuses every
 * request without a key. @throws UNAUTHENTICATED, RATE_LIMITED
 */
export function identifyCaller(app: App, { needsKey }: { needsKey: boolean }) {
  const known = async (request: FastifyRequest): Promise<Viewer | null> => {
    const viewer = await identify(app, secretIn(request.headers));
    if (needsKey) return requireViewer(viewer);
    if (viewer === null && lengthOf(request) > MAX_ANONYMOUS_BYTES) throw needsKeyForBody();
    return viewer;
  };
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      try {
        request.viewer = await known(request);
      } catch (error) {
        // The error handler replaces the outcome by the error's code.
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

/** A body that is left unread would otherwise be received to its end on the connection. */
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
    `A request without a key may have a body of at most ${MAX_ANONYMOUS_BYTES} bytes; show a key.`,
  );
}
