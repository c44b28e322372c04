import { z } from 'zod';
import type { App } from '../app.ts';
import { LOCAL_DIMENSIONS, LOCAL_MODEL } from '../config.ts';
import type { ProjectRow } from '../db/rows.ts';
import { ensureSpaceIndex, type Space, spaceName } from '../db/spaces.ts';
import { conflict, DomainError, notFound } from '../errors.ts';
import { checkInput, nameInput } from '../input.ts';
import { lockProject } from './find-projects.ts';
import { hasEntries, updateProjectRow } from './queries.ts';
import { changedSettings, settingsInput, spaceOf } from './settings.ts';
import type { Caller } from './viewer.ts';

const updateProjectInput = z.object({ name: nameInput.nullish(), settings: settingsInput });

/** Changes what is given. @throws BAD_USER_INPUT, CONFLICT (another model while it holds entries) */
export async function updateProject(app: App, caller: Caller, input: unknown): Promise<ProjectRow> {
  const { name, settings } = checkInput(updateProjectInput, input);
  const { id } = caller.project;
  const planned = { ...caller.project, ...changedSettings(app, caller.project, settings) };
  if (isOtherSpace(caller.project, planned)) {
    requireModel(app, caller, spaceOf(planned));
    if (await hasEntries(app.db, id)) throw heldEntries();
    await ensureSpaceIndex(app.connection, spaceOf(planned));
  }
  return app.db.transaction(async (db) => {
    const current = await lockProject(db, id);
    const own = changedSettings(app, current, settings);
    const isOther = isOtherSpace(current, { ...current, ...own });
    if (isOther && (current.nextModel !== null || (await hasEntries(db, id)))) throw heldEntries();
    const values = { ...own, ...(name ? { name } : {}), updatedAt: app.clock() };
    const changed = await updateProjectRow(db, id, values);
    if (changed === null) throw notFound('project', id);
    return changed;
  });
}

/**
 * Each model costs an index over all chunks, so a project's own key may only choose one that this
 * server offers. @throws FORBIDDEN, EMBEDDING_UNAVAILABLE
 */
export function requireModel(app: App, { isRoot }: Caller, space: Space): void {
  const local = { model: LOCAL_MODEL, dimensions: LOCAL_DIMENSIONS };
  const offered = [app.embedders.defaultSpace, local].map(spaceName);
  if (!isRoot && !offered.includes(spaceName(space))) {
    const names = offered.join(' and ');
    throw new DomainError('FORBIDDEN', `Models other than ${names} need a root key.`);
  }
  app.embedders.for(space);
}

function heldEntries(): DomainError {
  return conflict(
    'The project holds entries embedded with its present model; use reembedProject to move it to another.',
  );
}

function isOtherSpace(one: ProjectRow, other: ProjectRow): boolean {
  return spaceName(spaceOf(one)) !== spaceName(spaceOf(other));
}
