import type { ApiKeyRow, ProjectRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';

export type Role = ApiKeyRow['role'];

/** Who shows a key: one to all projects, or one bound to a project that exists. */
export type Viewer = RootViewer | BoundViewer;

/** `apiKey` is null for the configuration's root key. */
export type RootViewer = { isRoot: true; role: Role; apiKey: ApiKeyRow | null; project: null };
export type BoundViewer = { isRoot: false; role: Role; apiKey: ApiKeyRow; project: ProjectRow };

/** A viewer acting in one project, as the rules receive it; `actor` stands in revisions and events. */
export type Caller = { project: ProjectRow; actor: string; isRoot: boolean };

/** The actor of the configuration's root key, which has no id. */
export const ROOT_ACTOR = 'root';

const ROLES: readonly Role[] = ['READ', 'WRITE', 'ADMIN'];

/** True if the viewer's role includes the needed one. */
export function hasRole(viewer: Viewer, needed: Role): boolean {
  return ROLES.indexOf(viewer.role) >= ROLES.indexOf(needed);
}

/** @throws UNAUTHENTICATED where no key was shown */
export function requireViewer(viewer: Viewer | null): Viewer {
  if (viewer !== null) return viewer;
  throw new DomainError(
    'UNAUTHENTICATED',
    'Show a key as `Authorization: Bearer <key>` or `x-api-key: <key>`.',
  );
}
