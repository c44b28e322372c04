import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { DomainError } from '../errors.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { primaryApp } from '../standby/app-variants.ts';
import { type LiveKey, selectLiveHashes, selectLiveKey } from './key-queries.ts';
import { noteUse } from './key-uses.ts';
import { findLiveKey } from './live-key.ts';
import { findProjects, getProject } from './projects.ts';
import { hashSecret, isSameHash, ROOT_SCOPE, scopeOfSecret } from './secrets.ts';
import type { Viewer } from './viewer.ts';

/** The hash of the root key in the configuration (LOREBASE_ROOT_KEY); null if it is not set. */
const rootHashOf = memoizeByObject(({ rootKey }: Config): string | null =>
  rootKey === undefined ? null : hashSecret(rootKey),
);

/** The principal of a secret. @throws UNAUTHENTICATED if the key is unknown, revoked or expired */
export async function authenticate(app: App, secret: string): Promise<Viewer> {
  const hash = hashSecret(secret);
  const rootHash = rootHashOf(app.config);
  if (rootHash !== null && isSameHash(hash, rootHash)) {
    return { isRoot: true, role: 'ADMIN', apiKey: null, project: null };
  }
  const scope = scopeOfSecret(secret);
  const key = scope && (await findLiveKey(app, { scope, hash, now: app.clock() }));
  if (!key) throw unauthenticated();
  // Later checks test the secret of this request, which can be the one before the last rotation.
  const apiKey = { ...key.apiKey, hash };
  noteUse(app, apiKey);
  return viewerOf({ ...key, apiKey });
}

/**
 * Checks that the API key of a long-lived stream is still valid and that its project exists.
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function checkAccess(
  app: App,
  viewer: Viewer,
  { projectId, now }: { projectId: string; now: Date },
): Promise<void> {
  const latest = primaryApp(app);
  await confirmViewer(latest, viewer, now);
  await getProject(latest, projectId);
}

/** Returns the items whose viewer no longer has access to the project. Sends two queries for any number of items. */
export async function findLostAccess<One extends { viewer: Viewer; projectId: string }>(
  app: App,
  all: readonly One[],
  now: Date,
): Promise<One[]> {
  const latest = primaryApp(app);
  const keys = all.flatMap(({ viewer: { apiKey } }) => apiKey ?? []);
  const [hashes, projects] = await Promise.all([
    selectLiveHashes(latest.db, { keys, now }),
    findProjects(latest, [...new Set(all.map(({ projectId }) => projectId))]),
  ]);
  const existing = new Set(projects.map(({ id }) => id));
  return all.filter(
    ({ viewer: { apiKey }, projectId }) =>
      !existing.has(projectId) || (apiKey !== null && !hashes.has(apiKey.hash)),
  );
}

/** Reads the principal again, from the database of `app`. @throws UNAUTHENTICATED if its key is no longer valid */
export async function confirmViewer(app: App, viewer: Viewer, now: Date): Promise<Viewer> {
  const { apiKey } = viewer;
  if (apiKey === null) return viewer;
  const { projectId: scope, hash } = apiKey;
  const key = await selectLiveKey(app.db, { scope, hash, now });
  if (!key) throw unauthenticated();
  return viewerOf({ ...key, apiKey: { ...key.apiKey, hash } });
}

/** @throws UNAUTHENTICATED if the project of the key was deleted */
function viewerOf({ apiKey, project }: LiveKey): Viewer {
  const { role } = apiKey;
  if (apiKey.projectId === ROOT_SCOPE) return { isRoot: true, role, apiKey, project: null };
  if (project === null) throw unauthenticated();
  return { isRoot: false, role, apiKey, project };
}

function unauthenticated(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'The key is unknown, revoked or expired.');
}
