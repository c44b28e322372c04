import type { App } from '../app.ts';
import { createProjectRow } from './projects.ts';

/** A fixed id, so that processes which start at the same time create one default project. */
export const DEFAULT_PROJECT_ID = 'prj_00000000000000000000000000';

const NAME = 'default';

/** Creates the default project if it is missing. A root key that names no project acts in it. */
export async function ensureDefaultProject(app: App): Promise<void> {
  await createProjectRow(app, { id: DEFAULT_PROJECT_ID, name: NAME, settings: null });
}
