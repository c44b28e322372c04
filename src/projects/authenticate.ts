import type { App } from '../app.ts';
import { isUnavailable } from '../db/failures.ts';
import { DomainError } from '../errors.ts';
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
  const key =
    scope && (await selectLiveKey(app.db, { scope, hash: hashSecret(secret), now: app.clock() }));
  if (!key) throw unauthenticated();
  const { apiKey, project } = key;
  if (scope === ROOT_SCOPE) return { isRoot: true, role: apiKey.role, apiKey, project: null };
  // The project of the key was deleted.
  if (project === null) throw unauthenticated();
  return { isRoot: false, role: apiKey.role, apiKey, project };
}

/**
 * Interval of the access check of a subscription, and so the longest time it continues after a revocation.
 */
const RENEWAL_MS = 2000;

/**
 * A check for long-lived streams that the viewer's API key is valid and the project exists. It queries the
 * database at most once in `RENEWAL_MS`. If the database is unavailable, the check passes and is repeated.
 * @throws UNAUTHENTICATED, NOT_FOUND (from the check)
 */
export function renewAccess(app: App, viewer: Viewer, projectId: string): () => Promise<void> {
  let checkedAt = app.clock().getTime();
  return async () => {
    const now = app.clock();
    if (now.getTime() - checkedAt < RENEWAL_MS) return;
    try {
      await checkAccess(app, viewer, { projectId, now });
      checkedAt = now.getTime();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  };
}

async function checkAccess(
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
