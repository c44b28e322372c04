import { z } from 'zod';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { type Page, type PageRequest, readPage } from '../db/page.ts';
import type { ApiKeyRow } from '../db/rows.ts';
import { badInput } from '../errors.ts';
import { onlyChanged } from '../events/field-changes.ts';
import { transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import { checkInput, idempotencyKeyInput, nameInput, timeInput } from '../input.ts';
import { createOnce, REMEMBER_NOTHING, type Remember } from './create-once.ts';
import {
  countApiKeys,
  insertApiKey,
  KEY_ORDER,
  selectApiKeys,
  selectApiKeysByIds,
} from './key-queries.ts';
import { readProjectForUse } from './projects.ts';
import { hashSecret, newSecret, ROOT_SCOPE, visiblePartOf } from './secrets.ts';
import type { Caller } from './viewer.ts';

const createKeyInput = z.object({
  name: nameInput,
  role: z.enum(['READ', 'WRITE', 'ADMIN']),
  expiresAt: timeInput.nullish(),
  idempotencyKey: idempotencyKeyInput,
});

export type NewKey = { apiKey: ApiKeyRow; secret: string };

/** Creates a root key. The secret is returned and not stored. @throws BAD_USER_INPUT */
export function createRootKey(app: App, input: unknown): Promise<NewKey> {
  return insertNewKey(app, app.db, { scope: ROOT_SCOPE, actor: null, input });
}

/** Creates an API key that is bound to the caller's project. @throws BAD_USER_INPUT, NOT_FOUND */
export function createProjectKey(
  app: App,
  caller: Caller,
  input: unknown,
  remember: Remember = REMEMBER_NOTHING,
): Promise<NewKey> {
  const { project, actor } = caller;
  return transact(app, caller, { locks: [] }, async ({ db, record }) => {
    await readProjectForUse(db, project.id);
    const made = await insertNewKey(app, db, { scope: project.id, actor, input });
    const { id: subjectId, name, role, expiresAt } = made.apiKey;
    await remember.created(db, subjectId);
    const changes = onlyChanged([
      { field: 'name', before: null, after: name },
      { field: 'role', before: null, after: role },
      { field: 'expiresAt', before: null, after: expiresAt },
    ]);
    record({ type: 'API_KEY_CREATED', subjectId, changes });
    return made;
  });
}

/**
 * `createProjectKey` with an idempotency key. The secret is null in a repeated call.
 * @throws BAD_USER_INPUT, NOT_FOUND, CONFLICT (`createOnce`)
 */
export async function createProjectKeyOnce(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<{ apiKey: ApiKeyRow; secret: string | null }> {
  const { idempotencyKey, ...request } = checkInput(createKeyInput, input);
  const projectId = caller.project.id;
  const call = { projectId, operation: 'createApiKey', idempotencyKey, request };
  return createOnce<Awaited<ReturnType<typeof createProjectKeyOnce>>>(app, call, {
    create: (remember) => createProjectKey(app, caller, request, remember),
    find: async (id) => {
      const [apiKey] = await selectApiKeysByIds(app.db, projectId, [id]);
      return apiKey ? { apiKey, secret: null } : null;
    },
  });
}

async function insertNewKey(
  app: App,
  db: Database,
  { scope, actor, input }: { scope: string; actor: string | null; input: unknown },
): Promise<NewKey> {
  const now = app.clock();
  const { name, role, expiresAt } = checkInput(createKeyInput, input);
  if (expiresAt && expiresAt <= now) throw badInput('input.expiresAt', 'must be in the future');
  const secret = newSecret(scope);
  const apiKey: ApiKeyRow = {
    projectId: scope,
    id: newId('key'),
    name,
    role,
    hash: hashSecret(secret),
    prefix: visiblePartOf(secret),
    previousHash: null,
    previousUntil: null,
    createdBy: actor,
    createdAt: now,
    lastUsedAt: null,
    expiresAt: expiresAt ?? null,
    revokedAt: null,
  };
  await insertApiKey(db, apiKey);
  return { apiKey, secret };
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
  return readPage({
    order: KEY_ORDER,
    request,
    read: (slice) => selectApiKeys(app.db, projectId, slice),
    count: () => countApiKeys(app.db, projectId),
  });
}

/** All API keys of a scope, or of all scopes, newest first. */
export function listKeysOf(app: App, scope: string | null): Promise<ApiKeyRow[]> {
  return selectApiKeys(app.db, scope, null);
}
