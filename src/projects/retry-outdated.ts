import type { App } from '../app.ts';
import type { ProjectRow } from '../db/rows.ts';
import { conflict } from '../errors.ts';
import { getProject } from './projects.ts';

/** Thrown if data that was prepared before a transaction, such as vectors, no longer matches the stored state. */
export class OutdatedError extends Error {}

const MAX_ATTEMPTS = 4;

/**
 * Repeats an attempt that throws an OutdatedError, with the current state of the project.
 * @throws CONFLICT after `MAX_ATTEMPTS` attempts, and any other error of an attempt
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
  throw conflict(
    'The project or its entries changed during each attempt; nothing was stored. Try again.',
  );
}
