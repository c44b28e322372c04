import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `api_keys.project_id` of a root key. */
export const ROOT_SCOPE = 'root';

const PREFIX = 'lore';
const KEY_BYTES = 32;
/** Length of the random part. */
const KEY_CHARACTERS = 43;
const VISIBLE_CHARACTERS = 6;
const SHAPE = /^lore_([0-9a-z]{4,26})_[\w-]{43}$/;

/**
 * A new secret: `lore_<scope>_<256 random bits>`. It contains its project, so that the lookup of the key can
 * use the shard of the project.
 */
export function newSecret(scope: string): string {
  const label = scope === ROOT_SCOPE ? ROOT_SCOPE : scope.replace(/^prj_/, '');
  return `${PREFIX}_${label}_${randomBytes(KEY_BYTES).toString('base64url')}`;
}

/** The scope in a secret: the id of a project, or `root`; null for text in any other format. */
export function scopeOfSecret(secret: string): string | null {
  const label = SHAPE.exec(secret)?.[1];
  if (label === undefined) return null;
  return label === ROOT_SCOPE ? ROOT_SCOPE : `prj_${label}`;
}

/** The part of a secret by which a person recognizes it: the first characters of its random part. */
export function visiblePartOf(secret: string): string {
  return secret.slice(-KEY_CHARACTERS).slice(0, VISIBLE_CHARACTERS);
}

/** The stored hash of a secret. A fast hash suffices for a secret of 256 random bits. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Compares two hashes of secrets in constant time. */
export function isSameHash(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
