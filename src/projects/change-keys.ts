import { z } from 'zod';
import type { App } from '../app.ts';
import type { ApiKeyRow } from '../db/rows.ts';
import type { FieldChange } from '../db/tables/events.ts';
import { conflict, requireFound } from '../errors.ts';
import { ACCESS_GROUP } from '../events/changes.ts';
import { type EventInput, type Transaction, transact } from '../events/transact.ts';
import { checkInput, nameInput, wholeFrom } from '../input.ts';
import type { NewKey } from './api-keys.ts';
import { selectKeyForChange, updateApiKey } from './key-queries.ts';
import { hashSecret, newSecret, ROOT_SCOPE, visiblePartOf } from './secrets.ts';
import type { Caller } from './viewer.ts';

/** The caller in the project of the key; null for a root key, whose changes are in no event log. */
type Owner = Caller | null;

/** Maximum time for which the old secret of a rotated key is accepted: one week. */
export const MAX_OVERLAP_MINUTES = 10_080;

const renameInput = z.object({ apiKeyId: z.string(), name: nameInput });
const rotateInput = z.object({
  apiKeyId: z.string(),
  overlapMinutes: wholeFrom(0, MAX_OVERLAP_MINUTES),
});

/** Changes the name of an API key. @throws NOT_FOUND, BAD_USER_INPUT */
export function renameApiKey(app: App, owner: Owner, input: unknown): Promise<ApiKeyRow> {
  const { apiKeyId, name } = checkInput(renameInput, input);
  return changeKey(app, owner, {
    id: apiKeyId,
    type: 'API_KEY_UPDATED',
    change: (key) =>
      key.name === name
        ? null
        : { values: { name }, event: { field: 'name', before: key.name, after: name } },
  });
}

/**
 * Gives an API key a new secret. The old secret is accepted for another `overlapMinutes`. A still older secret is
 * refused at once.
 * @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT (the key is revoked or expired)
 */
export async function rotateApiKey(app: App, owner: Owner, input: unknown): Promise<NewKey> {
  const { apiKeyId, overlapMinutes } = checkInput(rotateInput, input);
  const secret = newSecret(scopeOf(owner));
  const apiKey = await changeKey(app, owner, {
    id: apiKeyId,
    type: 'API_KEY_UPDATED',
    change: (key) => {
      const now = app.clock();
      requireUsable(key, now);
      const overlap = overlapMinutes === 0 ? null : endOfOverlap(key, now, overlapMinutes);
      const values = {
        hash: hashSecret(secret),
        prefix: visiblePartOf(secret),
        previousHash: overlap && key.hash,
        previousUntil: overlap,
      };
      return { values, event: { field: 'secret', before: null, after: null } };
    },
  });
  return { apiKey, secret };
}

/**
 * Revokes an API key with both of its secrets. The event wakes the subscriptions of its project, which check
 * their keys. A revoked key keeps its first `revokedAt`.
 * @throws NOT_FOUND
 */
export function revokeApiKey(app: App, owner: Owner, id: string): Promise<ApiKeyRow> {
  return changeKey(app, owner, {
    id,
    type: 'API_KEY_REVOKED',
    change: ({ revokedAt }) => {
      const now = app.clock();
      const values = { revokedAt: now, previousHash: null, previousUntil: null };
      const event = { field: 'revokedAt', before: null, after: now };
      return revokedAt === null ? { values, event } : null;
    },
  });
}

type KeyChange = {
  id: string;
  type: EventInput['type'];
  /** The changed columns, and the field of the event; null for no change. */
  change: (key: ApiKeyRow) => { values: Partial<ApiKeyRow>; event: FieldChange } | null;
};

async function changeKey(
  app: App,
  owner: Owner,
  { id, type, change }: KeyChange,
): Promise<ApiKeyRow> {
  const work = async ({ db, record }: Pick<Transaction, 'db' | 'record'>): Promise<ApiKeyRow> => {
    const key = requireFound(await selectKeyForChange(db, scopeOf(owner), id), 'API key', id);
    const changed = change(key);
    if (changed === null) return key;
    await updateApiKey(db, key, changed.values);
    record({ type, subjectId: id, changes: [changed.event] });
    return { ...key, ...changed.values };
  };
  const key = owner
    ? await transact(app, owner, { locks: [id] }, work)
    : await app.connection.transaction((db) => work({ db, record: () => {} }));
  await app.changes.invalidate(ACCESS_GROUP);
  return key;
}

function scopeOf(owner: Owner): string {
  return owner?.project.id ?? ROOT_SCOPE;
}

/** @throws CONFLICT for a key that is revoked or expired */
function requireUsable({ id, revokedAt, expiresAt }: ApiKeyRow, now: Date): void {
  if (revokedAt === null && (expiresAt === null || expiresAt > now)) return;
  const state = revokedAt === null ? 'expired' : 'revoked';
  throw conflict(`The API key is ${state}; create another one.`, { apiKeyId: id });
}

/** The time until which the old secret is accepted: the end of the overlap, or of the key if that is earlier. */
function endOfOverlap({ expiresAt }: ApiKeyRow, now: Date, minutes: number): Date {
  const end = new Date(now.getTime() + minutes * 60_000);
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
}
