import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { DomainError } from '../errors.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Refuses the requests of pages of other sites, as the MCP specification requires. A page may use `/mcp` if its origin
 * is in `CORS_ORIGINS`, or if it is the server's own. If the server listens only on this machine, only the names of
 * this machine count as its own: the owner of a page can make any other name point to this machine (DNS rebinding).
 * @throws FORBIDDEN
 */
export function requireOrigin(
  { corsOrigins, host: listening, publicUrl }: Pick<Config, 'corsOrigins' | 'host' | 'publicUrl'>,
  { headers: { origin, host } }: Pick<FastifyRequest, 'headers'>,
): void {
  if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return;
  if (publicUrl !== undefined && new URL(publicUrl).origin === origin) return;
  const page = URL.canParse(origin) ? new URL(origin) : null;
  const isLocal = LOOPBACK.test(listening) || listening === '::1';
  if (page?.host === host && (!isLocal || LOOPBACK.test(page?.hostname ?? ''))) return;
  throw new DomainError('FORBIDDEN', `The origin ${origin} is not in CORS_ORIGINS.`);
}
