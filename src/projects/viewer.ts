import type { ApiKeyRow, ProjectRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';

export type Role = ApiKeyRow['role'];

/** The authenticated principal: a root key, or an API key or an OAuth token that is bound to an existing project. */
export type Viewer = RootViewer | BoundViewer | TokenViewer;

/** `apiKey` is null for the configuration's root key. */
export type RootViewer = { isRoot: true; role: Role; apiKey: ApiKeyRow | null; project: null };
export type BoundViewer = { isRoot: false; role: Role; apiKey: ApiKeyRow; project: ProjectRow };

/** A user or a service that an OAuth token names, which is valid until it expires. */
export type TokenViewer = {
  isRoot: false;
  role: Role;
  apiKey: null;
  project: ProjectRow;
  /** The subject of the token, after `oauth:`. */
  actor: string;
  expiresAt: Date;
};

/** A viewer acting in one project, as the rules receive it. `actor` is stored in revisions and events. */
export type Caller = { project: ProjectRow; actor: string; isRoot: boolean };

/** The actor of the configuration's root key, which has no id. */
export const ROOT_ACTOR = 'root';

/** The actor of the changes that retention makes in the background. */
export const RETENTION_ACTOR = 'retention';

/** The prefix of the actor of an OAuth token. */
export const TOKEN_ACTOR = 'oauth:';

/** The id of the principal, as it is stored in revisions and events. */
export function actorIdOf(viewer: Viewer): string {
  if (viewer.apiKey !== null) return viewer.apiKey.id;
  return viewer.isRoot ? ROOT_ACTOR : viewer.actor;
}

const ROLES: readonly Role[] = ['READ', 'WRITE', 'ADMIN'];

/** True if the viewer's role includes the role `needed`. */
export function hasRole(viewer: Viewer, needed: Role): boolean {
  return ROLES.indexOf(viewer.role) >= ROLES.indexOf(needed);
}

export function isAdmin(viewer: Viewer | null): boolean {
  return viewer !== null && hasRole(viewer, 'ADMIN');
}

/** True if the key of the viewer has access to the project. */
export function reaches(viewer: Viewer, projectId: string): boolean {
  return viewer.isRoot || viewer.project.id === projectId;
}

/** @throws UNAUTHENTICATED for a request without an API key */
export function requireViewer(viewer: Viewer | null): Viewer {
  if (viewer !== null) return viewer;
  throw new DomainError(
    'UNAUTHENTICATED',
    'Send an API key as `Authorization: Bearer <key>` or `x-api-key: <key>`.',
  );
}
