import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';

/** What the system knows of a file or folder that a user has named. */
export async function findFile(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`There is no file ${path}.`, { cause: error });
  }
}
