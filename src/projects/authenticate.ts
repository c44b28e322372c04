import type { App } from '../app.ts';
import { DomainError } from '../errors.ts';
import { noteUse } from './key-uses.ts';
import { getProject } from './projects.ts';
import { selectLiveKey } from './queries.ts';
import { hashSecret, isSameSecret, ROOT_SCOPE, scopeOfSecret } from './secrets.ts';
import type { Viewer } from './viewer.ts';

/** The principal of a secret. @throws UNAUTHENTICATED if the key is unknown, revoked or expired */
export async function authenticate(app: App, secret: string): Promise<Viewer> {
  if (app.config.rootKey !== undefined && isSameSecret(secret, app.config.rootKey)) {
    return { isRoot: true, role: 'ADMIN', apiKey: null, project: null };
  }
  const scope = scopeOfSecret(secret);
  const hash = hashSecret(secret);
  const key = scope && (await selectLiveKey(app.db, { scope, hash, now: app.clock() }));
  if (!key) throw unauthenticated();
  // Later checks are of the secret in use, which can be the one before the last rotation.
  const apiKey = { ...key.apiKey, hash };
  const { project } = key;
  noteUse(app, apiKey);
  if (scope === ROOT_SCOPE) return { isRoot: true, role: apiKey.role, apiKey, project: null };
  // The project of the key was deleted.
  if (project === null) throw unauthenticated();
  return { isRoot: false, role: apiKey.role, apiKey, project };
}

/**
 * Checks that the API key of a long-lived stream is still valid and that its project exists.
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function checkAccess(
  app: App,
  { apiKey }: Viewer,
  { projectId, now }: { projectId: string; now: Date },
): Promise<void> {
  const key = apiKey && { scope: apiKey.projectId, hash: apiKey.hash, now };
  if (key && !(await selectLiveKey(app.db, key))) throw unauthenticated();
  await getProject(app, projectId);
}

function unauthenticated(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'The key is unknown, revoked or expired.');
}
