import type { App } from '../app.ts';
import { isUnavailable } from '../db/failures.ts';
import { DomainError } from '../errors.ts';
import { getProject } from './projects.ts';
import { selectLiveKey } from './queries.ts';
import { hashSecret, isSameSecret, ROOT_SCOPE, scopeOfSecret } from './secrets.ts';
import type { Viewer } from './viewer.ts';

/** Who shows this secret. @throws UNAUTHENTICATED if it is unknown, revoked or expired */
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
  // A key that outlived its project is a key to nothing.
  if (project === null) throw unauthenticated();
  return { isRoot: false, role: apiKey.role, apiKey, project };
}

/** How long a subscription goes on at most after its key was revoked. */
const RENEWAL_MS = 2000;

/**
 * A check that the viewer's key and the project still hold, for streams that outlive the moment it was
 * shown. It asks the database now and then, and waits out one that cannot be reached.
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
