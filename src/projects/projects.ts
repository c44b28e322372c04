import { z } from 'zod';
import type { App } from '../app.ts';
import { LOCAL_DIMENSIONS, LOCAL_MODEL } from '../config.ts';
import type { Database } from '../db/database.ts';
import { isSameSpace, type Space, spaceName } from '../db/embedding-space.ts';
import { ensureHnswIndex } from '../db/hnsw-index.ts';
import { type Page, type PageRequest, readPage } from '../db/page.ts';
import { retried } from '../db/retried.ts';
import type { ProjectRow } from '../db/rows.ts';
import type { FieldChange } from '../db/tables/events.ts';
import { badInput, conflict, DomainError, requireFound } from '../errors.ts';
import { ACCESS_GROUP } from '../events/changes.ts';
import { onlyChanged } from '../events/field-changes.ts';
import { transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import { checkInput, idempotencyKeyInput, nameInput } from '../input.ts';
import { primaryApp } from '../standby/app-variants.ts';
import { createOnce, REMEMBER_NOTHING, type Remember } from './create-once.ts';
import {
  countProjects,
  countProjectsBySpace,
  deleteProjectRows,
  hasVectors,
  insertProject,
  PROJECT_ORDER,
  selectForChange,
  selectForUse,
  selectProjects,
  selectProjectsByIds,
  selectSpaces,
  updateProjectRow,
} from './queries.ts';
import { ROOT_SCOPE } from './secrets.ts';
import {
  changedSettings,
  type SettingsInput,
  type SettingsRules,
  settingsInput,
  spaceOf,
} from './settings.ts';
import type { Caller, Viewer } from './viewer.ts';

const createProjectInput = z.object({
  name: nameInput,
  settings: settingsInput,
  idempotencyKey: idempotencyKeyInput,
});
const updateProjectInput = z.object({ name: nameInput.nullish(), settings: settingsInput });

/**
 * Creates an empty project. @throws BAD_USER_INPUT, EMBEDDING_UNAVAILABLE (no endpoint for its model),
 * CONFLICT, NOT_FOUND (`createOnce`)
 */
export async function createProject(app: App, input: unknown): Promise<ProjectRow> {
  const { name, settings, idempotencyKey } = checkInput(createProjectInput, input);
  const request = { name, settings };
  const call = { projectId: ROOT_SCOPE, operation: 'createProject', idempotencyKey, request };
  return createOnce(app, call, {
    create: (remember) => createProjectRow(app, { id: newId('prj'), name, settings }, remember),
    find: async (id) => (await findProjects(app, [id]))[0] ?? null,
  });
}

/** Stores a new project. A project that already has the id is left unchanged. */
export async function createProjectRow(
  app: App,
  { id, name, settings }: { id: string; name: string; settings: SettingsInput },
  remember: Remember = REMEMBER_NOTHING,
): Promise<ProjectRow> {
  const now = app.clock();
  const project: ProjectRow = {
    id,
    name,
    ...changedSettings(app, null, settings),
    nextModel: null,
    nextDimensions: null,
    quotas: null,
    createdAt: now,
    updatedAt: now,
  };
  app.embedders.requireEndpoint(spaceOf(project));
  await ensureHnswIndex(app.connection, spaceOf(project));
  await app.connection.transaction(async (db) => {
    await remember.created(db, project.id);
    await insertProject(db, project);
  });
  return project;
}

/**
 * Changes the given fields.
 * @throws BAD_USER_INPUT, CONFLICT (another model while the project holds entries or traces, or is re-embedded)
 */
export async function updateProject(
  app: App,
  caller: Caller,
  input: unknown,
  rules: SettingsRules = {},
): Promise<ProjectRow> {
  const { name, settings } = checkInput(updateProjectInput, input);
  const { id } = caller.project;
  const planned = { ...caller.project, ...changedSettings(app, caller.project, settings, rules) };
  if (!isSameSpace(spaceOf(caller.project), spaceOf(planned))) {
    requireEmbeddingModel(app, caller, spaceOf(planned));
    if (await hasVectors(app.db, id)) throw holdsVectors();
    await ensureHnswIndex(app.connection, spaceOf(planned));
  }
  const changed = await transact(app, caller, { locks: [id] }, async ({ db, record }) => {
    const current = await lockProjectExclusively(db, id);
    const own = changedSettings(app, current, settings, rules);
    const isOther = !isSameSpace(spaceOf(current), spaceOf({ ...current, ...own }));
    if (isOther && (current.nextModel !== null || (await hasVectors(db, id)))) throw holdsVectors();
    const values = { name: name ?? current.name, ...own };
    const changes = changesOf(current, values);
    if (changes.length === 0) return current;
    record({ type: 'PROJECT_UPDATED', changes });
    const stored = await updateProjectRow(db, id, { ...values, updatedAt: app.clock() });
    return requireFound(stored, 'project', id);
  });
  await app.changes.invalidate(ACCESS_GROUP);
  return changed;
}

/** The changed fields, by their names in the schema. */
function changesOf(before: ProjectRow, values: Partial<ProjectRow>): FieldChange[] {
  return onlyChanged(
    Object.entries(values).map(([name, after]) => ({
      field: name === 'streamSettings' ? 'stream' : name,
      before: before[name as keyof ProjectRow],
      after,
    })),
  );
}

/**
 * Deletes the project with all its content and keys.
 * @throws BAD_USER_INPUT if `confirmName` is not its name
 */
export async function deleteProject(app: App, caller: Caller, confirmName: string): Promise<void> {
  const { id, name } = caller.project;
  if (confirmName !== name) {
    throw badInput('input.confirmName', 'must be the name of the project, letter for letter');
  }
  await retried(() =>
    app.connection.transaction(async (db) => {
      await lockProjectExclusively(db, id);
      await deleteProjectRows(db, id);
    }),
  );
  app.changes.notify(id, null);
  await Promise.all([app.changes.invalidate(ACCESS_GROUP), app.changes.invalidate(id)]);
}

/**
 * Checks that the caller may choose the model. Each space has its own HNSW index, so a key that is bound to a
 * project can only choose the default or the local model.
 * @throws FORBIDDEN, EMBEDDING_UNAVAILABLE
 */
export function requireEmbeddingModel(app: App, { isRoot }: Caller, space: Space): void {
  const local = { model: LOCAL_MODEL, dimensions: LOCAL_DIMENSIONS };
  const offered = [app.embedders.defaultSpace, local].map(spaceName);
  if (!isRoot && !offered.includes(spaceName(space))) {
    const names = offered.join(' and ');
    throw new DomainError('FORBIDDEN', `Models other than ${names} need a root key.`);
  }
  app.embedders.requireEndpoint(space);
}

function holdsVectors(): DomainError {
  return conflict(
    'The project holds entries or traces embedded with its present model; use reembedProject to change it.',
  );
}

export function findProjects(app: App, ids: readonly string[]): Promise<ProjectRow[]> {
  return selectProjectsByIds(app.db, ids);
}

/** The project in which a request acts, from the cache of the process; null if it does not exist. */
export function findCurrentProject(app: App, id: string): Promise<ProjectRow | null> {
  const latest = primaryApp(app);
  const read = async () => (await findProjects(latest, [id]))[0] ?? null;
  return app.variants === null ? app.accessCache.project(id, read) : read();
}

/** @throws NOT_FOUND */
export async function getProject(app: App, id: string): Promise<ProjectRow> {
  const [project] = await selectProjectsByIds(app.db, [id]);
  return requireFound(project, 'project', id);
}

/** The project, locked against changes and writes until the transaction ends. @throws NOT_FOUND */
export async function lockProjectExclusively(db: Database, id: string): Promise<ProjectRow> {
  return requireFound(await selectForChange(db, id), 'project', id);
}

/**
 * The project, locked against deletion and a change of space until the transaction ends.
 * @throws NOT_FOUND
 */
export async function readProjectForUse(db: Database, id: string): Promise<ProjectRow> {
  return requireFound(await selectForUse(db, id), 'project', id);
}

/** The projects to which a viewer has access, newest first. */
export function listProjects(
  app: App,
  viewer: Viewer,
  request: PageRequest,
): Promise<Page<ProjectRow>> {
  const only = viewer.isRoot ? null : viewer.project.id;
  return readPage({
    order: PROJECT_ORDER,
    request,
    read: (slice) => selectProjects(app.db, only, slice),
    count: () => countProjects(app.db, only),
  });
}

/** Creates the missing HNSW indexes of a space and of all current and next spaces of projects. */
export async function ensureHnswIndexes(
  connection: App['connection'],
  space: Space,
): Promise<void> {
  const used = await selectSpaces(connection.db);
  const spaces = new Map([space, ...used].map((one) => [spaceName(one), one]));
  for (const one of spaces.values()) await ensureHnswIndex(connection, one);
}

/** A sentence for each embedding model of projects for which this process has no endpoint. */
export async function missingEndpoints({ connection, embedders }: App): Promise<string[]> {
  const missing: string[] = [];
  for (const { projects, ...space } of await countProjectsBySpace(connection.db)) {
    try {
      embedders.requireEndpoint(space);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      missing.push(`${error.message} Projects that use it: ${projects}.`);
    }
  }
  return missing;
}
