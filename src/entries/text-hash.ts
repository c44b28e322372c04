import { createHash } from 'node:crypto';

/** A digest of a stored text. It is equal only for texts that are equal character by character. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
