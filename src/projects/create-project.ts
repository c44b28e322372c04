import { z } from 'zod';
import type { App } from '../app.ts';
import type { ProjectRow } from '../db/rows.ts';
import { ensureSpaceIndex } from '../db/spaces.ts';
import { newId } from '../ids.ts';
import { checkInput, nameInput } from '../input.ts';
import { insertProject } from './queries.ts';
import { changedSettings, settingsInput, spaceOf } from './settings.ts';

const createProjectInput = z.object({ name: nameInput, settings: settingsInput });

/** A new, empty project. @throws BAD_USER_INPUT, EMBEDDING_UNAVAILABLE (no endpoint for its model) */
export async function createProject(app: App, input: unknown): Promise<ProjectRow> {
  const { name, settings } = checkInput(createProjectInput, input);
  const now = app.clock();
  const project: ProjectRow = {
    id: newId('prj'),
    name,
    ...changedSettings(app, null, settings),
    nextModel: null,
    nextDimensions: null,
    purgedTransaction: null,
    purgedSequence: null,
    createdAt: now,
    updatedAt: now,
  };
  app.embedders.for(spaceOf(project));
  await ensureSpaceIndex(app.connection, spaceOf(project));
  await insertProject(app.db, project);
  return project;
}
