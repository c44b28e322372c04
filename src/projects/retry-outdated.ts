import type { App } from '../app.ts';
import type { ProjectRow } from '../db/rows.ts';
import { conflict } from '../errors.ts';
import { getProject } from './projects.ts';

/** What was prepared outside a transaction, such as vectors, does not match what is stored any more. */
export class OutdatedError extends Error {}

const MAX_ATTEMPTS = 4;

/**
 * Runs an attempt again, with the project as it is then, for as long as it ends with an OutdatedError.
 * @throws CONFLICT after four attempts, and what the attempt throws
 */
export async function retryOutdated<T>(
  app: App,
  project: ProjectRow,
  attempt: (project: ProjectRow, number: number) => Promise<T>,
): Promise<T> {
  for (let number = 1; number <= MAX_ATTEMPTS; number += 1) {
    try {
      return await attempt(number === 1 ? project : await getProject(app, project.id), number);
    } catch (error) {
      if (!(error instanceof OutdatedError)) throw error;
    }
  }
  throw conflict('What this depends on kept changing; nothing was stored. Try again.');
}
