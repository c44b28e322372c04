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

/** Serves the metadata with which clients find the issuer (RFC 9728). */
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
    // Clients in pages of any origin need it before they have a token.
    server.get(path, async (_request, reply) =>
      reply.header('access-control-allow-origin', '*').send(metadata),
    );
  }
}

/** Tells a client whose request is refused with 401 or 403 where it gets a token (RFC 6750, RFC 9728). */
export function challenge(reply: FastifyReply, code: string, oauth: OAuthConfig | null): void {
  if (oauth === null || (code !== 'UNAUTHENTICATED' && code !== 'FORBIDDEN')) return;
  const scopes = SCOPES.flatMap(([scope, role]) => (role === 'ADMIN' ? [] : scope)).join(' ');
  const { origin } = new URL(oauth.resource);
  const hint = `resource_metadata="${origin}${METADATA_PATH}/mcp", scope="${scopes}"`;
  const fault = code === 'FORBIDDEN' ? 'error="insufficient_scope", ' : '';
  reply.header('www-authenticate', `Bearer ${fault}${hint}`);
}
