import { createHash } from 'node:crypto';
import { conflict } from '../errors.ts';

/**
 * A digest of the checked input of a mutation that stores something new. A call that repeats an idempotency key must
 * have the same digest. A field that is null counts as omitted.
 */
export function requestHashOf(request: object): string {
  const text = JSON.stringify(canonical(request, { isJson: false }));
  return createHash('sha256').update(text).digest('base64url');
}

/** @throws CONFLICT if the first call with the idempotency key had another request */
export function requireSameRequest(
  first: { requestHash: string },
  { key, requestHash }: { key: string; requestHash: string },
): void {
  if (first.requestHash === requestHash) return;
  throw conflict(`The idempotency key ${key} was used with another input.`);
}

/** Fields with JSON of the caller. In such JSON, null and an empty list differ from a missing key. */
const JSON_FIELDS: ReadonlySet<string> = new Set(['metadata', 'messages', 'tools', 'trajectory']);

/** Fields for which null differs from an omitted value: without `minScore`, the agent's `minScore` applies. */
const NULL_IS_A_VALUE: ReadonlySet<string> = new Set(['minScore']);

/** Fields for which an empty list or object means the same as none. */
const EMPTY_WHEN_OMITTED: ReadonlySet<string> = new Set([
  'applicableTools',
  'entryRewards',
  'metadata',
  'supersedes',
  'tools',
]);

/**
 * The value without fields that mean the same as omitted ones. Keys are sorted, since equal requests can have them in a
 * different order.
 */
function canonical(value: unknown, { isJson }: { isJson: boolean }): unknown {
  if (Array.isArray(value)) return value.map((one) => canonical(one, { isJson }));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields = Object.entries(value)
    .filter(([name, field]) => isJson || !isOmitted(name, field))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      canonical(field, { isJson: isJson || JSON_FIELDS.has(name) }),
    ]),
  );
}

function isOmitted(name: string, value: unknown): boolean {
  if (value === undefined) return true;
  if (value === null) return !NULL_IS_A_VALUE.has(name);
  const isEmpty = typeof value === 'object' && Object.keys(value).length === 0;
  return isEmpty && EMPTY_WHEN_OMITTED.has(name);
}
