import { createHash } from 'node:crypto';

/** A digest of a request. A repeated idempotency key must come with the same request. */
export function requestHashOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request, sortKeys)).digest('base64url');
}

/** Sorts the keys of objects, since equal requests can have them in a different order. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
