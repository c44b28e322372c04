import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { type Page, type PageRequest, readKeyedPage } from '../db/page.ts';
import type { ApiKeyRow, ProjectRow } from '../db/rows.ts';
import { notFound } from '../errors.ts';
import {
  countApiKeys,
  countProjects,
  selectApiKeys,
  selectApiKeysByIds,
  selectForChange,
  selectForUse,
  selectProjects,
  selectProjectsByIds,
} from './queries.ts';
import type { Viewer } from './viewer.ts';

export function findProjects(app: App, ids: readonly string[]): Promise<ProjectRow[]> {
  return selectProjectsByIds(app.db, ids);
}

/** The project, which nobody else changes or writes to until this transaction ends. @throws NOT_FOUND */
export async function lockProject(db: Database, id: string): Promise<ProjectRow> {
  const project = await selectForChange(db, id);
  if (project === null) throw notFound('project', id);
  return project;
}

/** The project as it stays until this transaction ends: not deleted, and in its space. @throws NOT_FOUND */
export async function holdProject(db: Database, id: string): Promise<ProjectRow> {
  const project = await selectForUse(db, id);
  if (project === null) throw notFound('project', id);
  return project;
}

/** @throws NOT_FOUND */
export async function getProject(app: App, id: string): Promise<ProjectRow> {
  const [project] = await selectProjectsByIds(app.db, [id]);
  if (project === undefined) throw notFound('project', id);
  return project;
}

export function findApiKeys(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<ApiKeyRow[]> {
  return selectApiKeysByIds(app.db, projectId, ids);
}

/** The projects a viewer reaches, newest first. */
export function listProjects(
  app: App,
  viewer: Viewer,
  request: PageRequest,
): Promise<Page<ProjectRow>> {
  const only = viewer.isRoot ? null : viewer.project.id;
  return readKeyedPage({
    name: 'projects',
    request,
    read: (before, limit) => selectProjects(app.db, { only, before, limit }),
    keyOf: (project) => project.id,
    count: () => countProjects(app.db, only),
  });
}

/** The keys bound to a project, newest first, revoked ones included. */
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
