import { z } from 'zod';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { type Page, type PageRequest, readKeyedPage } from '../db/page.ts';
import type { ApiKeyRow } from '../db/rows.ts';
import { requireFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { checkInput, nameInput } from '../input.ts';
import { readProjectForUse } from './projects.ts';
import {
  countApiKeys,
  insertApiKey,
  markRevoked,
  selectApiKeys,
  selectApiKeysByIds,
} from './queries.ts';
import { hashSecret, newSecret, ROOT_SCOPE } from './secrets.ts';

const createKeyInput = (now: Date) =>
  z.object({
    name: nameInput,
    role: z.enum(['READ', 'WRITE', 'ADMIN']),
    expiresAt: z.date().min(now, 'must be in the future').nullish(),
  });

export type NewKey = { apiKey: ApiKeyRow; secret: string };

/** Creates a root key. The secret is returned and not stored. @throws BAD_USER_INPUT */
export function createRootKey(app: App, input: unknown): Promise<NewKey> {
  return insertNewKey(app, app.db, ROOT_SCOPE, input);
}

/** Creates an API key that is bound to a project. @throws BAD_USER_INPUT, NOT_FOUND */
export function createProjectKey(app: App, projectId: string, input: unknown): Promise<NewKey> {
  return app.connection.transaction(async (db) => {
    await readProjectForUse(db, projectId);
    return insertNewKey(app, db, projectId, input);
  });
}

async function insertNewKey(
  app: App,
  db: Database,
  scope: string,
  input: unknown,
): Promise<NewKey> {
  const now = app.clock();
  const { name, role, expiresAt } = checkInput(createKeyInput(now), input);
  const secret = newSecret(scope);
  const apiKey: ApiKeyRow = {
    projectId: scope,
    id: newId('key'),
    name,
    role,
    hash: hashSecret(secret),
    createdAt: now,
    expiresAt: expiresAt ?? null,
    revokedAt: null,
  };
  await insertApiKey(db, apiKey);
  return { apiKey, secret };
}

/** Revokes an API key, and wakes the subscriptions of its project to check their keys. @throws NOT_FOUND */
export async function revokeApiKey(app: App, scope: string, id: string): Promise<ApiKeyRow> {
  await markRevoked(app.db, { scope, id, now: app.clock() });
  const [apiKey] = await selectApiKeysByIds(app.db, scope, [id]);
  app.changes.notify(scope);
  return requireFound(apiKey, 'API key', id);
}

export function findApiKeys(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<ApiKeyRow[]> {
  return selectApiKeysByIds(app.db, projectId, ids);
}

/** The API keys of a project, newest first, including revoked keys. */
export function listApiKeys(
  app: App,
  projectId: string,
  request: PageRequest,
): Promise<Page<ApiKeyRow>> {
  return readKeyedPage({
    name: 'apiKeys',
    request,
    read: (before, limit) => selectApiKeys(app.db, { scope: projectId, before, limit }),
    keyOf: (apiKey) => apiKey.id,
    count: () => countApiKeys(app.db, projectId),
  });
}

/** All API keys of a scope, or of all scopes, newest first. */
export function listKeysOf(app: App, scope: string | null): Promise<ApiKeyRow[]> {
  return selectApiKeys(app.db, { ...(scope === null ? {} : { scope }), before: null });
}
