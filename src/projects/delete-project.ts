import type { App } from '../app.ts';
import { retried } from '../db/retried.ts';
import { badInput } from '../errors.ts';
import { lockProject } from './find-projects.ts';
import { deleteProjectRows } from './queries.ts';
import type { Caller } from './viewer.ts';

/** Deletes the project with all it holds. @throws BAD_USER_INPUT if `confirmName` is not its name */
export async function deleteProject(app: App, caller: Caller, confirmName: string): Promise<void> {
  const { id, name } = caller.project;
  if (confirmName !== name) {
    throw badInput('input.confirmName', 'must be the name of the project, letter for letter');
  }
  await retried(() =>
    app.db.transaction(async (db) => {
      await lockProject(db, id);
      await deleteProjectRows(db, id);
    }),
  );
  app.changes.wake(id);
}
