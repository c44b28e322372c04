import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `api_keys.project_id` of a key to all projects. */
export const ROOT_SCOPE = 'root';

const PREFIX = 'lore';
const KEY_BYTES = 32;
const SHAPE = /^lore_([0-9a-z]{4,26})_[\w-]{43}$/;

/**
 * A new secret, `lore_<scope>_<256 random bits>`. It names its project, so that a key is looked up
 * where that project's rows are.
 */
export function newSecret(scope: string): string {
  const label = scope === ROOT_SCOPE ? ROOT_SCOPE : scope.replace(/^prj_/, '');
  return `${PREFIX}_${label}_${randomBytes(KEY_BYTES).toString('base64url')}`;
}

/** The scope a secret names: a project's id, `root`, or null for text that is no secret of ours. */
export function scopeOfSecret(secret: string): string | null {
  const label = SHAPE.exec(secret)?.[1];
  if (label === undefined) return null;
  return label === ROOT_SCOPE ? ROOT_SCOPE : `prj_${label}`;
}

/** A plain hash is enough: 256 random bits cannot be guessed, however fast the hash. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in a time that tells nothing about where the two differ. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (secret: string) => createHash('sha256').update(secret).digest();
  return timingSafeEqual(digest(one), digest(other));
}
