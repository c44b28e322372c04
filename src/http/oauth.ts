import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import type { OAuthConfig } from '../config.ts';
import { identify, requireRoomInQueue } from '../graphql/context.ts';
import { createTokenCheck, isToken, SCOPES } from '../projects/authenticate-token.ts';

const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Identifies callers by an API key, or by a token of the configured issuer. */
export function identifyByKeyOrToken(app: App): typeof identify {
  const { oauth } = app.config;
  if (oauth === null) return identify;
  const check = createTokenCheck(app, oauth);
  return async (given, secret) => {
    if (secret === null || !isToken(secret)) return identify(given, secret);
    requireRoomInQueue(given);
    return check(secret);
  };
}

/** Serves the metadata in which clients find the issuer of tokens (RFC 9728). */
export function serveResourceMetadata(
  server: FastifyInstance,
  { resource, issuer }: OAuthConfig,
): void {
  const metadata = {
    resource,
    resource_name: 'Lorebase',
    authorization_servers: [issuer],
    scopes_supported: SCOPES.map(([scope]) => scope),
    bearer_methods_supported: ['header'],
  };
  for (const path of [METADATA_PATH, `${METADATA_PATH}/mcp`]) {
    // Pages of any origin may read the metadata, because they need it before they have a token.
    server.get(path, async (_request, reply) =>
      reply.header('access-control-allow-origin', '*').send(metadata),
    );
  }
}

/** Adds the header that tells a client after 401 or 403 where to get a token (RFC 6750, RFC 9728). */
export function challenge(reply: FastifyReply, code: string, oauth: OAuthConfig | null): void {
  if (oauth === null || (code !== 'UNAUTHENTICATED' && code !== 'FORBIDDEN')) return;
  const scopes = SCOPES.flatMap(([scope, role]) => (role === 'ADMIN' ? [] : scope)).join(' ');
  const { origin } = new URL(oauth.resource);
  const hint = `resource_metadata="${origin}${METADATA_PATH}/mcp", scope="${scopes}"`;
  const fault = code === 'FORBIDDEN' ? 'error="insufficient_scope", ' : '';
  reply.header('www-authenticate', `Bearer ${fault}${hint}`);
}
