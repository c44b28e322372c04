import type { App } from '../app.ts';
import { retried } from '../db/retried.ts';
import { countAccesses } from './queries.ts';
import type { Result } from './retrieve.ts';

/** Counts an access of each result, in one statement, and answers the results as they are then. */
export async function touchEntries(
  app: App,
  projectId: string,
  { results, at }: { results: Result[]; at: Date },
): Promise<Result[]> {
  if (results.length === 0) return results;
  const ids = results.map(({ entry }) => entry.id);
  const touched = await retried(() => countAccesses(app.db, projectId, { ids, at }));
  const accesses = new Map(touched.map((row) => [row.id, row]));
  return results.map((result) => ({
    ...result,
    entry: { ...result.entry, ...accesses.get(result.entry.id) },
  }));
}
