import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { OAuthConfig } from '../config.ts';
import { DomainError } from '../errors.ts';
import { primaryApp } from '../standby/app-variants.ts';
import { findProjects } from './projects.ts';
import { type Role, TOKEN_ACTOR, type TokenViewer } from './viewer.ts';

/** The role that each OAuth scope grants. A token has the highest role of its scopes. */
export const SCOPES: readonly (readonly [scope: string, role: Role])[] = [
  ['lorebase:admin', 'ADMIN'],
  ['lorebase:write', 'WRITE'],
  ['lorebase:read', 'READ'],
];

/** The accepted signature algorithms. All are asymmetric: algorithms with a shared secret are refused. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Maximum difference between the clocks of the issuer and this server. */
const CLOCK_TOLERANCE_SECONDS = 5;

const ISSUER_TIMEOUT_MS = 5000;

/** Maximum length of the subject of a token, in characters. */
const MAX_SUBJECT = 200;

export type TokenCheck = (token: string) => Promise<TokenViewer>;

/** True for a secret in the form of a token, whose first part is the Base64 of a JSON object. */
export function isToken(secret: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(secret);
}

/**
 * Returns a check of access tokens: a token must be signed by a key of the configured issuer, be issued for this server
 * and not be expired. Its claims name its only project and its role.
 */
export function createTokenCheck(app: App, config: OAuthConfig): TokenCheck {
  let keys: Promise<JWTVerifyGetKey> | null = null;
  const keysOfIssuer = () => {
    keys ??= openKeys(config);
    keys.catch(() => {
      keys = null;
    });
    return keys;
  };
  return async (token) => {
    const payload = await verified(app, token, { config, keysOfIssuer });
    return viewerOf(app, payload, config);
  };
}

async function verified(
  app: App,
  token: string,
  { config, keysOfIssuer }: { config: OAuthConfig; keysOfIssuer: () => Promise<JWTVerifyGetKey> },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, await keysOfIssuer(), {
      issuer: config.issuer,
      audience: config.audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'sub'],
      currentDate: app.clock(),
    });
    return payload;
  } catch (error) {
    const isFault =
      error instanceof errors.JOSEError &&
      !(error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC');
    // The token may be valid, so this is an internal error and not UNAUTHENTICATED.
    if (!isFault) throw new Error('The keys of the OAuth issuer cannot be read', { cause: error });
    const message = `The token is not accepted: ${error.message}.`;
    throw new DomainError('UNAUTHENTICATED', message, { cause: error });
  }
}

/** The keys at OAUTH_JWKS_URL or, if it is not set, at the address in the issuer's metadata. */
async function openKeys({ issuer, jwksUrl }: OAuthConfig): Promise<JWTVerifyGetKey> {
  const url = jwksUrl ?? (await discoverKeys(issuer));
  return createRemoteJWKSet(new URL(url), { timeoutDuration: ISSUER_TIMEOUT_MS });
}

const metadata = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** @throws Error if neither address has metadata that name this issuer */
async function discoverKeys(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of places) {
    const found = await readMetadata(place);
    if (found?.issuer === issuer) return found.jwks_uri;
  }
  throw new Error(`${issuer} has no metadata at ${places.join(' or ')}; set OAUTH_JWKS_URL`);
}

/** The metadata at an address; null if it does not answer, or answers with anything else, such as a web page. */
async function readMetadata(place: string): Promise<z.infer<typeof metadata> | null> {
  try {
    const answer = await fetch(place, { signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS) });
    return answer.ok ? (metadata.safeParse(await answer.json()).data ?? null) : null;
  } catch {
    return null;
  }
}

/** @throws FORBIDDEN if the claims give no project or no role */
async function viewerOf(app: App, payload: JWTPayload, config: OAuthConfig): Promise<TokenViewer> {
  const { [config.projectClaim]: named, sub = '', exp = 0 } = payload;
  const [project] = typeof named === 'string' ? await findProjects(primaryApp(app), [named]) : [];
  if (project === undefined) {
    throw new DomainError(
      'FORBIDDEN',
      `The claim ${config.projectClaim} of the token names no project.`,
    );
  }
  const role = roleOf(payload, config);
  if (role === null) {
    throw new DomainError(
      'FORBIDDEN',
      `The token has neither a scope (${SCOPES.map(([scope]) => scope).join(', ')}) nor the claim ${config.roleClaim}.`,
    );
  }
  const actor = `${TOKEN_ACTOR}${sub.slice(0, MAX_SUBJECT)}`;
  return { isRoot: false, role, apiKey: null, project, actor, expiresAt: new Date(exp * 1000) };
}

function roleOf(payload: JWTPayload, { roleClaim }: OAuthConfig): Role | null {
  const { [roleClaim]: named, scope } = payload;
  const known = SCOPES.find(([, role]) => role === named);
  if (known) return known[1];
  const scopes = typeof scope === 'string' ? scope.split(' ') : [];
  return SCOPES.find(([name]) => scopes.includes(name))?.[1] ?? null;
}
